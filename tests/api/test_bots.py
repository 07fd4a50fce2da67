"""Bots: they play inside the request that made it their turn, from nothing but their seat's view."""

from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee import bots
from referee.match import advance
from referee.randomness import Stream
from tests.api.checks import refused, tag
from tests.api.kit import ROUND, Table

STEADY = {"controller": "bot:steady"}
RANDOM = {"controller": "bot:random"}


def patch(table: Table, seat: int, who: int | str, **change: Any) -> Any:
    return table.client.patch(f"{table.path}/seats/{seat}", json=change, headers=table.headers(who))


def test_bots_answer_inside_the_request_and_the_version_is_the_movers_own(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", STEADY, STEADY])
    table.move(0, "draw")
    answer = table.move(0, "keep", card=8)
    body = answer.json
    assert body["version"] == 2
    assert [event["seat"] for event in body["events"]][:2] == [0, 1]
    assert {event["seat"] for event in body["events"]} >= {0, 1, 2}
    assert [event["seq"] for event in body["events"]] == list(
        range(body["events"][0]["seq"], body["view"]["last_event"] + 1)
    )
    assert body["events"][0]["version"] == 2
    assert body["view"]["version"] == body["events"][-1]["version"] > 2
    assert body["view"]["to_act"] == [0]
    assert answer.headers["ETag"] == table.get("", 0).headers["ETag"]
    assert tag(answer) == f'"{body["view"]["version"]}-0-0"'
    assert body["view"] == table.get("", 0).json


def test_what_bots_draw_stays_hidden_in_the_movers_answer(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", STEADY, STEADY])
    table.move(0, "draw")
    events = table.move(0, "keep", card=8).json["events"]
    assert [event["type"] for event in events if event["seat"] == 1][:2] == ["drew", "kept"]
    assert [event["seat"] for event in events if "private" in event] == [0]


def test_bots_before_the_first_player_have_moved_when_the_match_is_created(client: FlaskClient) -> None:
    table = Table.create(client, seats=[STEADY, "Bo", "Cy"])
    view = table.get("", 1).json
    assert view["to_act"] == [1]
    assert view["version"] == 2  # it drew on its 8, and kept it
    assert view["table"]["players"][0]["discard"] == 3


def test_a_match_of_bots_alone_plays_itself_out_in_batches_of_at_most_a_hundred(client: FlaskClient) -> None:
    table = Table.create(client, seats=[RANDOM] * 6, deal=None)
    versions = [0]
    while True:
        view = table.get().json
        assert view["version"] - versions[-1] <= 200  # what the last request left behind, and this one
        versions.append(view["version"])
        if view["status"] == "finished":
            break
        assert versions[-1] > versions[-2], "a look brings a match of bots on"
    assert view["result"]["winners"]
    assert table.get("/audit").status_code == 200


def test_a_batch_has_at_most_a_hundred_moves(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advance, "BATCH", 5)
    answer = client.post("/v1/matches", json={"game": "kobayakawa", "seats": [STEADY] * 3}).json
    assert answer["view"]["version"] == 5
    assert answer["view"]["status"] == "active"
    table = Table(client, answer["match"], answer["host_token"], [seat["token"] for seat in answer["seats"]])
    assert [table.get().json["version"] for _ in range(3)] == [10, 15, 20]


def test_a_match_of_bots_that_does_not_end_is_aborted(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert advance.LONGEST == 20_000
    monkeypatch.setattr(advance, "BATCH", 5)
    monkeypatch.setattr(advance, "LONGEST", 10)
    table = Table.create(client, seats=[STEADY] * 3)
    running = table.get()
    assert (running.json["status"], running.json["version"]) == ("active", 10)
    aborted = table.get()
    assert (aborted.json["status"], aborted.json["version"]) == ("aborted", 10)
    assert aborted.json["phase"] == "over"
    assert (aborted.json["to_act"], aborted.json["result"]) == ([], None)
    assert aborted.headers["ETag"] != running.headers["ETag"], "a tag stands for one view only"
    assert table.get("/events?limit=500").json["events"][-1]["type"] == "aborted"
    audit = table.get("/audit").json
    assert len(audit["moves"]) == 10


def test_a_match_with_a_player_is_never_aborted_for_its_length(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advance, "LONGEST", 0)
    table = Table.create(client, seats=[STEADY, STEADY, "Cy"])
    assert table.get().json["status"] == "active"
    assert table.get().json["to_act"] == [2]


def test_a_bot_is_given_exactly_its_seats_view(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Mapping[str, Any]] = []

    def listening(name: str, *_: Any) -> bots.Bot:
        def choose(view: bots.View, stream: Stream) -> Mapping[str, Any]:
            given.append(view)
            return {"type": "replace"} if view["phase"] == "draw" else {"type": "pass"}

        return choose

    table = Table.create(client)
    for seat in (0, 1):
        assert table.move(seat, "replace").status_code == 200
    own = table.get("", 2).json
    monkeypatch.setattr(bots, "bot", listening)
    assert patch(table, 2, 2, controller="bot:steady").status_code == 200
    changed = {"seats", "last_event", "expires_at"}  # the change of the controller itself
    assert {k: v for k, v in given[0].items() if k not in changed} == {k: v for k, v in own.items() if k not in changed}
    assert set(given[0]) == set(own)
    assert given[0]["hand"] == [2]
    assert given[0]["you"] == 2


def test_a_bot_that_errs_or_cheats_makes_a_random_legal_move_instead(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(name: str, *_: Any) -> bots.Bot:
        def choose(view: bots.View, stream: Stream) -> Mapping[str, Any]:
            if view["you"] == 1:
                raise ValueError("no idea")
            return {"type": "keep", "card": 15}

        return choose

    table = Table.create(client, seats=["Ana", STEADY, STEADY])
    monkeypatch.setattr(bots, "bot", broken)
    answer = table.move(0, "replace")
    assert answer.status_code == 200
    assert answer.json["view"]["to_act"] == [0]
    assert {event["seat"] for event in answer.json["events"]} >= {0, 1, 2}
    assert "steady" in caplog.text


def test_a_seat_handed_to_a_bot_on_turn_is_played_for_at_once(table: Table) -> None:
    answer = patch(table, 0, 0, controller="bot:steady")
    assert answer.json == {"seat": 0, "name": "Ana", "controller": "bot:steady", "open": False}
    view = table.get("", 0).json
    assert view["seats"][0]["controller"] == "bot:steady"
    assert (view["version"], view["to_act"]) == (2, [1])


def test_a_seat_comes_back_from_its_bot(table: Table) -> None:
    patch(table, 1, "host", controller="bot:random")
    patch(table, 1, 1, controller="player")
    table.move(0, "replace")
    assert table.get("", 1).json["to_act"] == [1]
    assert table.move(1, "replace").status_code == 200


def test_bot_seats_have_tokens_too_and_see_their_hand(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", STEADY, "Cy"])
    assert table.get("", 1).json["hand"] == [13]


def test_an_unnamed_bot_is_named_by_its_seat(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", STEADY, "Cy"])
    assert [seat["name"] for seat in table.get().json["seats"]] == ["Ana", "Seat 1", "Cy"]


@pytest.mark.parametrize("controller", ["bot:clever", "bot:", "bot", "Player", "", None, 1])
def test_another_controller_is_refused(table: Table, controller: Any) -> None:
    problem = refused(patch(table, 0, 0, controller=controller), 422, "validation-failed")
    assert problem["errors"][0]["pointer"] == "/controller"


def test_the_host_gives_an_open_seat_to_a_bot_and_the_match_starts(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", "Bo", {"open": True}], deal={"rounds": [ROUND]})
    assert patch(table, 2, "host", controller="bot:random").status_code == 200
    view = table.get("", 0).json
    assert view["status"] == "active"
    assert view["seats"][2] == {"seat": 2, "name": "Seat 2", "controller": "bot:random", "open": False}


def test_an_open_seat_is_given_to_a_bot_by_the_host_alone(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", "Bo", {"open": True}])
    refused(patch(table, 2, 0, controller="bot:random"), 403, "not-your-seat")
    refused(patch(table, 2, "host", rotate_token=True), 403, "forbidden", "open")
    assert table.get().json["status"] == "open"
