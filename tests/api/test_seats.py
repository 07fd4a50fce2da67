"""Seats: claimed by whoever comes, changed by their own and by the host."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.match import seats
from tests.api.checks import pointers, refused, standing, tag
from tests.api.kit import Table

OPEN = {"open": True}


def patch(table: Table, seat: int | str, who: int | str | None, **change: Any) -> Any:
    return table.client.patch(f"{table.path}/seats/{seat}", json=change, headers=table.headers(who))


@pytest.fixture
def lobby(client: FlaskClient) -> Table:
    """A match with two of three seats open."""
    return Table.create(client, seats=["Ana", OPEN, OPEN])


def test_a_match_is_open_until_the_last_seat_is_claimed(lobby: Table) -> None:
    view = lobby.get("", 0).json
    assert (view["status"], view["phase"], view["table"], view["hand"]) == ("open", "open", None, None)
    assert (view["to_act"], view["legal_moves"], view["version"]) == ([], [], 0)
    assert view["seats"][1] == {"seat": 1, "name": None, "controller": "player", "open": True}
    assert lobby.post("/seats", {"name": "Bo"}).json["view"]["status"] == "open"
    assert lobby.post("/seats", {"name": "Cy"}).json["view"]["status"] == "active"
    assert lobby.get("", 0).json["hand"] == [8]


def test_a_claim_is_answered_with_the_seats_token_and_view(lobby: Table) -> None:
    answer = lobby.post("/seats", {"name": " Bo ", "entropy": "my dice: 4 1"})
    assert answer.status_code == 201
    assert answer.headers["Location"] == lobby.path
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert set(answer.json) == {"match", "seat", "name", "token", "view"}
    assert (answer.json["match"], answer.json["seat"], answer.json["name"]) == (lobby.match, 1, "Bo")
    seen = lobby.client.get(lobby.path, headers={"Authorization": f"Bearer {answer.json['token']}"})
    assert seen.json == answer.json["view"]
    assert seen.headers["ETag"] == answer.headers["ETag"]
    assert tag(seen) == '"0-1-1"'


def test_claims_take_the_first_open_seat_or_the_one_they_name(lobby: Table) -> None:
    assert lobby.post("/seats", {"name": "Cy", "seat": 2}).json["seat"] == 2
    assert lobby.post("/seats", {"name": "Bo", "seat": None}).json["seat"] == 1


def test_a_seat_that_is_taken_can_not_be_claimed(lobby: Table) -> None:
    refused(lobby.post("/seats", {"name": "Bo", "seat": 0}), 409, "seat-taken", "seat 0")
    assert lobby.get().json["seats"][1]["open"]


def test_a_full_match_has_no_seat_to_claim(table: Table) -> None:
    refused(table.post("/seats", {"name": "Di"}), 409, "match-full")
    refused(table.post("/seats", {"name": "Di", "seat": 1}), 409, "seat-taken")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/name"),
        ({"name": None}, "/name"),
        ({"name": 5}, "/name"),
        ({"name": ""}, "/name"),
        ({"name": "\u200b\u0007 "}, "/name"),
        ({"name": 41 * "x"}, "/name"),
        ({"name": 1001 * "x"}, "/name"),
        ({"name": "ANA"}, "/name"),
        ({"name": "Bo", "seat": 3}, "/seat"),
        ({"name": "Bo", "seat": -1}, "/seat"),
        ({"name": "Bo", "seat": True}, "/seat"),
        ({"name": "Bo", "seat": 1.0}, "/seat"),
        ({"name": "Bo", "seat": "1"}, "/seat"),
        ({"name": "Bo", "entropy": 257 * "x"}, "/entropy"),
        ({"name": "Bo", "entropy": 7}, "/entropy"),
        ({"name": "Bo", "controller": "bot:steady"}, "/controller"),
        ({"name": "Bo", "a/b~c": 1}, "/a~1b~0c"),
        ([], ""),
        ("Bo", ""),
    ],
)
def test_a_claim_that_can_not_be_is_refused_where_it_is_wrong(lobby: Table, body: Any, pointer: str) -> None:
    before = standing(lobby)
    assert pointers(refused(lobby.post("/seats", body), 422, "validation-failed")) == [pointer]
    assert standing(lobby) == before


def test_claims_are_events_and_the_start_is_one(lobby: Table) -> None:
    lobby.post("/seats", {"name": "Bo"})
    lobby.post("/seats", {"name": "Cy"})
    events = lobby.get("/events").json["events"]
    assert [(e["type"], e["seat"]) for e in events] == [("seat_claimed", 1), ("seat_claimed", 2), ("started", None)]
    assert events[0]["data"] == {"name": "Bo"}
    assert [e["version"] for e in events] == [0, 0, 0]


def test_a_claim_changes_every_viewers_tag(lobby: Table) -> None:
    before = lobby.get("", 0).headers["ETag"]
    lobby.post("/seats", {"name": "Bo"})
    answer = lobby.get("", 0, **{"If-None-Match": before})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != before


def test_moves_wait_for_the_start(lobby: Table) -> None:
    refused(lobby.move(0, "draw"), 409, "match-not-started")
    refused(lobby.post("/moves?dry_run=true", {"type": "draw"}, 0), 409, "match-not-started")
    refused(lobby.get("/audit", 0), 409, "match-not-over")
    refused(lobby.post("/rematch", {}, 0), 409, "match-not-over")


def test_the_entropy_of_claims_goes_into_the_shuffle(client: FlaskClient) -> None:
    hands = []
    for entropy in ("one", "one", "other"):
        table = Table.create(client, seats=["Ana", "Bo", OPEN], seed=64 * "7", deal=None)
        claimed = table.post("/seats", {"name": "Cy", "entropy": entropy}).json["view"]
        hands.append((claimed["hand"], table.get("", 0).json["hand"], claimed["table"]["kobayakawa"]))
    assert hands[0] == hands[1]
    assert hands[0] != hands[2]


# Changing


def test_a_seat_changes_its_own_name(table: Table) -> None:
    answer = patch(table, 0, 0, name="Anna")
    assert answer.status_code == 200
    assert answer.json == {"seat": 0, "name": "Anna", "controller": "player", "open": False}
    assert answer.headers["ETag"] == table.get("", 0).headers["ETag"]
    assert tag(answer) == '"0-0-1"'
    assert table.get().json["seats"][0]["name"] == "Anna"
    last = table.get("/events").json["events"][-1]
    assert (last["type"], last["seat"], last["data"]) == ("seat_changed", 0, {"by": "seat", "name": "Anna"})


@pytest.mark.parametrize(
    ("who", "change", "told"),
    [
        (0, {"rotate_token": True}, {"by": "seat", "token": True}),
        ("host", {"rotate_token": True}, {"by": "host", "token": True}),
        ("host", {"controller": "bot:steady"}, {"by": "host", "controller": "bot:steady"}),
        (0, {"name": "Ana", "controller": "bot:steady"}, {"by": "seat", "controller": "bot:steady"}),
    ],
)
def test_every_change_of_a_seat_is_told_with_who_made_it_and_only_what_changed(
    table: Table, who: int | str, change: dict[str, Any], told: dict[str, Any]
) -> None:
    assert patch(table, 0, who, **change).status_code == 200
    events = [event for event in table.get("/events").json["events"] if event["type"] == "seat_changed"]
    assert [(event["seat"], event["data"]) for event in events] == [(0, told)]


@pytest.mark.parametrize(
    "change", [{"name": " Ana\u200b"}, {"controller": "player"}, {"name": "Ana", "rotate_token": False}]
)
def test_a_change_that_changes_nothing_tells_nothing_and_raises_nothing(table: Table, change: dict[str, Any]) -> None:
    before = standing(table)
    answer = patch(table, 0, 0, **change)
    assert (answer.status_code, answer.json["name"]) == (200, "Ana")
    assert standing(table) == before


def test_a_match_takes_no_more_changes_than_its_share(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert seats.MOST_CHANGES == 5_000
    monkeypatch.setattr(seats, "MOST_CHANGES", 3)
    for name in ("An", "Ann", "Anna"):
        assert patch(table, 0, 0, name=name).status_code == 200
    answer = patch(table, 0, "host", rotate_token=True)
    refused(answer, 429, "quota-exceeded", "3 changes")
    assert int(answer.headers["Retry-After"]) >= 1
    assert table.move(0, "draw").status_code == 200
    assert table.client.delete(table.path, headers=table.headers("host")).status_code == 204


def test_a_seat_may_change_the_case_of_its_own_name(table: Table) -> None:
    assert patch(table, 0, 0, name="ANA").json["name"] == "ANA"


def test_the_host_does_not_name_a_seat(table: Table) -> None:
    refused(patch(table, 0, "host", name="Di"), 403, "forbidden", "name")
    refused(patch(table, 0, "host", name="Di", rotate_token=True), 403, "forbidden", "name")
    assert table.get("", 0).status_code == 200


def test_a_seat_changes_no_other(table: Table) -> None:
    for change in ({"name": "Di"}, {"controller": "bot:steady"}, {"rotate_token": True}):
        refused(patch(table, 1, 0, **change), 403, "not-your-seat", "seat 0")


def test_another_seats_name_is_refused(table: Table) -> None:
    assert pointers(refused(patch(table, 0, 0, name="bo"), 422, "validation-failed")) == ["/name"]


@pytest.mark.parametrize("seat", [3, 99, 99999999999999999999999])
def test_a_seat_that_is_not_there_is_not_found(table: Table, seat: int) -> None:
    refused(patch(table, seat, "host", rotate_token=True), 404, "not-found", "0 to 2")


@pytest.mark.parametrize("seat", ["-1", "x", "0.0", "", "%00"])
def test_a_seat_that_is_no_number_is_not_found(table: Table, seat: str) -> None:
    refused(patch(table, seat, "host", rotate_token=True), 404, "not-found")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({}, ""),
        ({"rotate_token": False}, ""),
        ({"rotate_token": 1}, "/rotate_token"),
        ({"rotate_token": "true"}, "/rotate_token"),
        ({"open": False}, "/open"),
    ],
)
def test_a_change_that_can_not_be_is_refused_where_it_is_wrong(
    table: Table, change: dict[str, Any], pointer: str
) -> None:
    before = standing(table)
    assert pointers(refused(patch(table, 0, 0, **change), 422, "validation-failed")) == [pointer]
    assert standing(table) == before


@pytest.mark.parametrize("who", [0, "host"])
def test_a_new_token_replaces_the_old_one_at_once(table: Table, who: int | str) -> None:
    old = table.headers(0)
    answer = patch(table, 0, who, rotate_token=True)
    fresh = answer.json["token"]
    assert fresh.startswith("seat_")
    assert table.client.get(table.path, headers={"Authorization": f"Bearer {fresh}"}).json["you"] == 0
    refused(table.client.get(table.path, headers=old), 401, "invalid-token")
    assert fresh not in table.get("/events").text


def test_a_change_that_makes_no_token_shows_none(table: Table) -> None:
    assert "token" not in patch(table, 0, 0, name="Di").json


def test_an_over_match_hands_no_seat_over_but_still_names_and_rotates(table: Table) -> None:
    table.play_to_the_end()
    refused(patch(table, 0, 0, controller="bot:steady"), 409, "match-over")
    assert patch(table, 0, 0, name="Di").status_code == 200
    assert patch(table, 0, 0, rotate_token=True).status_code == 200


def test_a_change_raises_no_version_and_keeps_pinned_moves_valid(table: Table) -> None:
    tag = table.get("", 0).headers["ETag"]
    patch(table, 1, 1, name="Bob")
    assert table.post("/moves", {"type": "replace"}, 0, If_Match=tag).status_code == 200
