"""Matches: created, looked at, deleted."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.randomness import commitment
from tests.api.checks import pointers, refused, standing, tag
from tests.api.kit import ROUND, Table

WISH = {"game": "kobayakawa", "seats": 3}


def create(client: FlaskClient, **wish: Any) -> Any:
    return client.post("/v1/matches", json={**WISH, **wish})


# Creating


def test_a_match_is_created_with_everybodys_tokens_and_the_hosts_view(client: FlaskClient) -> None:
    answer = create(client, seats=["Ana", "Bo", {"name": "Cy", "controller": "bot:steady"}, {"open": True}])
    assert answer.status_code == 201
    body = answer.json
    assert set(body) == {"match", "game", "host_token", "seats", "view"}
    assert answer.headers["Location"] == f"/v1/matches/{body['match']}"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert re.fullmatch("[a-z0-9]{20,32}", body["match"])
    assert [(seat["seat"], seat["name"]) for seat in body["seats"]] == [(0, "Ana"), (1, "Bo"), (2, "Cy"), (3, None)]
    assert body["seats"][3]["token"] is None
    seen = client.get(answer.headers["Location"], headers={"Authorization": f"Bearer {body['host_token']}"})
    assert seen.json == body["view"]
    assert seen.headers["ETag"] == answer.headers["ETag"]
    assert tag(seen) == '"0-host-0"'
    assert (body["view"]["you"], body["view"]["hand"], body["view"]["status"]) == (None, None, "open")


def test_a_number_of_seats_makes_so_many_named_ones(client: FlaskClient) -> None:
    body = create(client, seats=4).json
    assert [seat["name"] for seat in body["seats"]] == ["Seat 0", "Seat 1", "Seat 2", "Seat 3"]
    assert body["view"]["status"] == "active"


def test_an_open_seat_does_not_reserve_a_name(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Seat 1", {"open": True}, "Cy"])
    assert table.get().json["seats"][1]["name"] is None


def test_match_ids_are_all_different(client: FlaskClient) -> None:
    assert len({create(client).json["match"] for _ in range(20)}) == 20


def test_fairness_tells_what_was_promised_and_what_the_creator_chose(client: FlaskClient) -> None:
    seed = 32 * "ab"
    plain = create(client).json
    chosen = create(client, seed=seed.upper(), deal={"rounds": [ROUND]}).json
    assert plain["view"]["fairness"]["arranged"] is plain["view"]["fairness"]["seeded_by_caller"] is False
    assert chosen["view"]["fairness"] == {
        "commitment": commitment(chosen["match"], bytes.fromhex(seed)),
        "arranged": True,
        "seeded_by_caller": True,
    }


def test_equal_seeds_deal_equally(client: FlaskClient) -> None:
    tables = [Table.create(client, seed=64 * "5", deal=None) for _ in range(2)]
    assert tables[0].match != tables[1].match
    hands = [[table.get("", seat).json["hand"] for seat in range(3)] for table in tables]
    assert hands[0] == hands[1]


def test_the_creators_entropy_goes_into_the_shuffle(client: FlaskClient) -> None:
    hands = []
    for entropy in (None, "", "dice: 4", "dice: 5"):
        table = Table.create(client, seats=6, seed=64 * "5", deal=None, entropy=entropy)
        hands.append([table.get("", seat).json["hand"] for seat in range(6)])
    assert hands[0] == hands[1], "absent entropy is empty entropy"
    assert hands[0] != hands[2] != hands[3]


def test_without_a_seed_every_match_is_dealt_anew(client: FlaskClient) -> None:
    hands = set()
    for _ in range(8):
        table = Table.create(client, seats=6, deal=None)
        hands.add(str([table.get("", seat).json["hand"] for seat in range(6)]))
    assert len(hands) == 8


def test_first_seat_is_drawn_when_it_is_left_out_and_told(client: FlaskClient) -> None:
    table = Table.create(client, options={})
    view = table.get().json
    assert view["to_act"] == [view["table"]["first_seat"]]
    (started,) = table.get("/events").json["events"]
    assert started["data"]["options"] == {"first_seat": view["table"]["first_seat"]}


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"game": "chess"}, "/game"),
        ({"game": "Kobayakawa"}, "/game"),
        ({"game": ""}, "/game"),
        ({"game": None}, "/game"),
        ({"game": 5}, "/game"),
        ({"game": 41 * "x"}, "/game"),
        ({"seats": 2}, "/seats"),
        ({"seats": 7}, "/seats"),
        ({"seats": 0}, "/seats"),
        ({"seats": -3}, "/seats"),
        ({"seats": 2**53}, "/seats"),
        ({"seats": True}, "/seats"),
        ({"seats": 3.0}, "/seats"),
        ({"seats": "3"}, "/seats"),
        ({"seats": None}, "/seats"),
        ({"seats": {}}, "/seats"),
        ({"seats": []}, "/seats"),
        ({"seats": 11 * [{}]}, "/seats"),
        ({"seats": ["Ana", "Bo", 5]}, "/seats/2"),
        ({"seats": ["Ana", "Bo", None]}, "/seats/2"),
        ({"seats": ["Ana", "Bo", ["Cy"]]}, "/seats/2"),
        ({"seats": ["Ana", "Bo", ""]}, "/seats/2"),
        ({"seats": ["Ana", "Bo", "ANA"]}, "/seats/2"),
        ({"seats": ["Ana", "Bo", {"name": "bo"}]}, "/seats/2"),
        ({"seats": ["Ana", "Bo", 41 * "x"]}, "/seats/2"),
        ({"seats": ["Ana", "Bo", 1001 * " "]}, "/seats/2"),
        ({"seats": ["Ana", "Bo", {"name": None}]}, "/seats/2/name"),
        ({"seats": ["Ana", "Bo", {"name": 1001 * " "}]}, "/seats/2/name"),
        ({"seats": ["Ana", "Bo", {"controller": "bot:best"}]}, "/seats/2/controller"),
        ({"seats": ["Ana", "Bo", {"open": "yes"}]}, "/seats/2/open"),
        ({"seats": ["Ana", "Bo", {"open": 1}]}, "/seats/2/open"),
        ({"seats": ["Ana", "Bo", {"open": True, "name": "Cy"}]}, "/seats/2/name"),
        ({"seats": ["Ana", "Bo", {"open": True, "controller": "bot:steady"}]}, "/seats/2/controller"),
        ({"seats": ["Ana", "Bo", {"token": "x"}]}, "/seats/2/token"),
        ({"options": None}, "/options"),
        ({"options": []}, "/options"),
        ({"options": {"first_seat": 3}}, "/options/first_seat"),
        ({"options": {"first_seat": -1}}, "/options/first_seat"),
        ({"options": {"first_seat": "0"}}, "/options/first_seat"),
        ({"options": {"speed": 1}}, "/options/speed"),
        ({"deal": []}, "/deal"),
        ({"deal": {"round": []}}, "/deal/round"),
        ({"deal": {"rounds": {}}}, "/deal/rounds"),
        ({"deal": {"rounds": [{"hands": ["8"]}]}}, "/deal/rounds/0/hands/0"),
        ({"seed": ""}, "/seed"),
        ({"seed": 63 * "a"}, "/seed"),
        ({"seed": 64 * "a" + "\n"}, "/seed"),
        ({"seed": 64 * "g"}, "/seed"),
        ({"seed": 64 * "\u0661"}, "/seed"),
        ({"seed": 5}, "/seed"),
        ({"spectators": "no"}, "/spectators"),
        ({"spectators": None}, "/spectators"),
        ({"spectators": 0}, "/spectators"),
        ({"entropy": 257 * "x"}, "/entropy"),
        ({"entropy": []}, "/entropy"),
        ({"host": "me"}, "/host"),
    ],
)
def test_a_match_that_can_not_be_is_refused_where_it_is_wrong(
    client: FlaskClient, wish: dict[str, Any], pointer: str
) -> None:
    assert pointers(refused(create(client, **wish), 422, "validation-failed")) == [pointer]


@pytest.mark.parametrize("body", [[], "kobayakawa", 5, True])
def test_a_match_is_a_json_object(client: FlaskClient, body: Any) -> None:
    problem = refused(client.post("/v1/matches", json=body), 422, "validation-failed", "object")
    assert pointers(problem) == [""]


def test_every_fault_of_a_wish_is_named_at_once(client: FlaskClient) -> None:
    answer = client.post("/v1/matches", json={"seats": ["Ana", 5, {"open": 1}], "seed": 1, "x": 2})
    assert set(pointers(refused(answer, 422, "validation-failed"))) == {
        "/game",
        "/seats/1",
        "/seats/2/open",
        "/seed",
        "/x",
    }


def test_every_name_that_can_not_be_is_named_at_once(client: FlaskClient) -> None:
    answer = create(client, seats=["Ana", "", "ANA", "ana"])
    assert pointers(refused(answer, 422, "validation-failed")) == ["/seats/1", "/seats/2", "/seats/3"]


def test_a_refusal_names_the_games_there_are(client: FlaskClient) -> None:
    refused(create(client, game="chess"), 422, "validation-failed", "kobayakawa")


@pytest.mark.parametrize(
    ("round_", "pointer"),
    [
        ({"hands": [8, 8]}, "/deal/rounds/0/hands/1"),
        ({"hands": [8], "kobayakawa": 8}, "/deal/rounds/0/kobayakawa"),
        ({"hands": [16]}, "/deal/rounds/0/hands/0"),
        ({"deck": [1, 0]}, "/deal/rounds/0/deck/1"),
        ({"hands": [1, 2, 3, 4]}, "/deal/rounds/0/hands/3"),
        ({"deck": list(range(1, 13))}, "/deal/rounds/0/deck"),
    ],
)
def test_a_deal_the_components_can_not_provide_is_a_bad_deal(
    client: FlaskClient, round_: dict[str, Any], pointer: str
) -> None:
    assert pointers(refused(create(client, deal={"rounds": [round_]}), 422, "bad-deal")) == [pointer]


# Looking


def test_the_view_has_everything_the_contract_lists(table: Table) -> None:
    view = table.get("", 0).json
    assert view["match"] == table.match
    assert (view["game"], view["rules_version"], view["version"], view["status"]) == ("kobayakawa", "1", 0, "active")
    assert view["seats"][0] == {"seat": 0, "name": "Ana", "controller": "player", "open": False}
    assert (view["you"], view["phase"], view["to_act"], view["hand"]) == (0, "draw", [0], [8])
    assert view["table"]["kobayakawa"] == 7
    assert view["legal_moves"] == [{"type": "draw"}, {"type": "replace"}]
    assert (view["deadline"], view["result"], view["last_event"]) == (None, None, 1)


def test_each_seat_sees_its_own_hand_and_moves_alone(table: Table) -> None:
    views = [table.get("", seat).json for seat in range(3)]
    assert [view["hand"] for view in views] == [[8], [13], [2]]
    assert [bool(view["legal_moves"]) for view in views] == [True, False, False]
    assert [view["you"] for view in views] == [0, 1, 2]


def test_once_over_the_view_keeps_the_end_and_waits_for_nobody(table: Table) -> None:
    table.play_to_the_end()
    view = table.get("", 0).json
    assert (view["status"], view["phase"], view["to_act"], view["legal_moves"]) == ("finished", "over", [], [])
    assert view["result"] == {"winners": [0, 1, 2], "scores": [4, 4, 4], "reason": "most_kamon"}
    assert view["table"]["round"] == 7
    assert len(view["hand"]) == 1


def test_looking_changes_nothing(table: Table) -> None:
    before = standing(table)
    for _ in range(3):
        assert standing(table) == before


# Deleting


def test_the_host_removes_a_match(table: Table) -> None:
    answer = table.client.delete(table.path, headers=table.headers("host"))
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["X-Request-Id"]


def test_a_removed_match_is_gone_for_everybody_and_everything(table: Table) -> None:
    table.client.delete(table.path, headers=table.headers("host"))
    client, host = table.client, table.headers("host")
    for who in (0, "host", None):
        for sub in ("", "/events", "/audit"):
            refused(table.get(sub, who), 410, "match-expired")
    refused(table.move(0, "draw"), 410, "match-expired")
    refused(table.post("/moves?dry_run=true", {"type": "draw"}, 0), 410, "match-expired")
    refused(table.post("/seats", {"name": "Di"}), 410, "match-expired")
    refused(table.post("/rematch", {}, 0), 410, "match-expired")
    refused(client.patch(f"{table.path}/seats/0", json={"name": "Di"}, headers=table.headers(0)), 410, "match-expired")
    refused(client.delete(table.path, headers=host), 410, "match-expired")


def test_open_and_finished_matches_can_be_removed_too(client: FlaskClient) -> None:
    for seats in (["Ana", "Bo", {"open": True}], 3):
        table = Table.create(client, seats=seats)
        if seats == 3:
            table.play_to_the_end()
        assert client.delete(table.path, headers=table.headers("host")).status_code == 204
        refused(table.get(), 410, "match-expired")


# Arbitrary wishes

_texts = st.text(st.characters(codec="utf-8"), max_size=12)
_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_texts, inner, max_size=4),
)
_wish = st.fixed_dictionaries(
    {"game": st.just("kobayakawa") | _json, "seats": st.integers(0, 8) | st.lists(_texts, max_size=7) | _json},
    optional=dict.fromkeys(("options", "deal", "seed", "clock", "spectators", "entropy"), _json),
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=_json | _wish)
def test_no_wish_breaks_anything(client: FlaskClient, body: Any) -> None:
    answer = client.post("/v1/matches", json=body)
    assert answer.status_code in ((415,) if body is None else (201, 422)), answer.text


# What a joiner agrees to


def test_a_view_tells_what_a_joiner_agrees_to(client: FlaskClient) -> None:
    wish = {
        "game": "kobayakawa",
        "seats": ["Ana", "Bo", {"open": True}],
        "clock": {"move_seconds": 60},
        "spectators": True,
        "labels": {"channel": "42", "a_b.c-d": ""},
    }
    made = client.post("/v1/matches", json=wish).json
    assert made is not None
    view = made["view"]
    assert view["options"] == {}
    assert view["clock"] == {"move_seconds": 60}
    assert view["spectators"] is True
    assert view["labels"] == {"channel": "42", "a_b.c-d": ""}
    assert view["created_at"].endswith("Z")
    joined = client.post(f"/v1/matches/{made['match']}/seats", json={"name": "Cy"}).json
    assert joined is not None
    assert joined["view"]["options"]["first_seat"] in (0, 1, 2), "what was drawn is told once it is in effect"
    assert joined["view"]["created_at"] == view["created_at"]


@pytest.mark.parametrize(
    ("labels", "pointer"),
    [
        ({"Channel": "42"}, "/labels/Channel"),
        ({"": "42"}, "/labels/"),
        ({"a" * 33: ""}, "/labels/" + "a" * 33),
        ({"channel": 42}, "/labels/channel"),
        ({"channel": "x" * 129}, "/labels/channel"),
        ({f"l{n}": "" for n in range(17)}, "/labels"),
        (["channel"], "/labels"),
        (None, "/labels"),
    ],
)
def test_labels_that_cannot_be_are_refused_where_they_are_wrong(client: FlaskClient, labels: Any, pointer: str) -> None:
    answer = client.post("/v1/matches", json={"game": "kobayakawa", "seats": 3, "labels": labels})
    assert answer.status_code == 422
    assert answer.json is not None
    assert [fault["pointer"] for fault in answer.json["errors"]] == [pointer]


def test_the_answer_to_a_move_tells_what_to_pin_next(client: FlaskClient) -> None:
    seats = ["Ana", *({"controller": "bot:random"} for _ in range(2))]
    made = client.post("/v1/matches", json={"game": "kobayakawa", "seats": seats, "options": {"first_seat": 0}}).json
    assert made is not None
    path, token = f"/v1/matches/{made['match']}/moves", made["seats"][0]["token"]
    headers = {"Authorization": f"Bearer {token}"}
    moved = client.post(path, json={"type": "replace"}, headers=headers).json
    assert moved is not None
    assert moved["match_version"] == moved["view"]["version"] > moved["version"]
    second = client.post(path, json={"type": "pass", "version": moved["match_version"]}, headers=headers)
    assert second.status_code == 200, "it is this seat's turn again, to fight or pass"
