"""Invites, leaving, and seats that are opened again."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.kit import Table

KEY = "a key of more than twenty-two characters"
INVITED = {"open": True, "invite": True}


def create(client: FlaskClient, *seats: Any, key: str | None = None) -> tuple[Table, list[str | None]]:
    """A match, and the invites of its seats."""
    headers = {"Idempotency-Key": key} if key else {}
    answer = client.post("/v1/matches", json={"game": "kobayakawa", "seats": list(seats)}, headers=headers)
    assert answer.status_code == 201, answer.text
    body = answer.json
    assert body is not None
    table = Table(client, body["match"], body["host_token"], [seat["token"] for seat in body["seats"]])
    return table, [seat.get("invite") for seat in body["seats"]]


def claim(table: Table, name: str = "Di", **more: Any) -> TestResponse:
    return table.post("/seats", {"name": name, **more})


def patch(table: Table, seat: int, change: dict[str, Any], who: int | str = "host", **headers: str) -> TestResponse:
    named = {**table.headers(who), **{name.replace("_", "-"): value for name, value in headers.items()}}
    return table.client.patch(f"{table.path}/seats/{seat}", json=change, headers=named)


def leave(table: Table, seat: int, who: int | str | None = None, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    who = seat if who is None else who
    return table.client.delete(f"{table.path}/seats/{seat}", headers={**table.headers(who), **named})


def code(answer: TestResponse) -> tuple[int, str]:
    assert answer.json is not None, answer.status
    return answer.status_code, answer.json["code"]


def told(table: Table) -> list[tuple[str, int | None, dict[str, Any]]]:
    page = table.get("/events?limit=500").json
    assert page is not None
    return [(event["type"], event["seat"], event["data"]) for event in page["events"] if event["type"] != "started"]


# Invites


def test_an_invited_seat_is_claimed_with_its_invite_alone(client: FlaskClient) -> None:
    table, (_, invite, _) = create(client, "Ana", INVITED, {"open": True})
    assert invite is not None
    assert invite.startswith("join_")
    assert code(claim(table, seat=1)) == (403, "wrong-invite")
    assert code(claim(table, seat=1, invite="join_" + 43 * "A")) == (403, "wrong-invite")
    assert code(claim(table, invite="join_" + 43 * "A")) == (403, "wrong-invite")
    answer = claim(table, invite=invite)
    assert answer.json is not None
    assert (answer.status_code, answer.json["seat"]) == (201, 1)
    assert invite not in table.get(who="host").text


def test_an_invite_is_good_once_and_for_its_seat_alone(client: FlaskClient) -> None:
    table, (_, first, second) = create(client, "Ana", INVITED, INVITED)
    assert code(claim(table, seat=2, invite=first)) == (403, "wrong-invite")
    assert claim(table, seat=1, invite=first).status_code == 201
    assert code(claim(table, "Eve", invite=first)) == (409, "seat-taken")
    assert claim(table, "Eve", seat=2, invite=second).status_code == 201


def test_claims_without_an_invite_pass_over_invited_seats(client: FlaskClient) -> None:
    table, _ = create(client, INVITED, {"open": True}, "Cy")
    answer = claim(table)
    assert answer.json is not None
    assert answer.json["seat"] == 1
    assert code(claim(table, "Eve")) == (403, "wrong-invite")


@pytest.mark.parametrize("seat", [{"invite": True}, {"name": "Ana", "invite": True}, {"open": True, "invite": "yes"}])
def test_an_invite_is_for_an_open_seat(client: FlaskClient, seat: dict[str, Any]) -> None:
    answer = client.post("/v1/matches", json={"game": "kobayakawa", "seats": ["Bo", seat, "Cy"]})
    assert code(answer) == (422, "validation-failed")
    assert answer.json is not None
    assert answer.json["errors"][0]["pointer"] == "/seats/1/invite"


def test_a_replayed_creation_has_the_same_invites(client: FlaskClient) -> None:
    first = create(client, "Ana", INVITED, "Cy", key=KEY)
    again = create(client, "Ana", INVITED, "Cy", key=KEY)
    assert (first[0].match, first[0].tokens, first[1]) == (again[0].match, again[0].tokens, again[1])
    assert claim(again[0], invite=again[1][1]).status_code == 201


# Leaving


def test_before_the_start_a_seat_that_is_left_is_open_again(client: FlaskClient) -> None:
    table, _ = create(client, "Ana", {"open": True}, "Cy")
    assert leave(table, 0).status_code == 204
    view = table.get().json
    assert view is not None
    assert view["seats"][0] == {"seat": 0, "name": None, "controller": "player", "open": True}
    assert code(table.get(who=0)) == (401, "invalid-token")
    assert told(table) == [("seat_left", 0, {})]
    assert claim(table, "Di").status_code == 201
    assert claim(table, "Eve").status_code == 201
    view = table.get().json
    assert view is not None
    assert [seat["name"] for seat in view["seats"]] == ["Di", "Eve", "Cy"]
    assert view["status"] == "active"


def test_after_the_start_a_bot_plays_on(client: FlaskClient) -> None:
    table = Table.create(client)
    assert leave(table, 0).status_code == 204
    view = table.get().json
    assert view is not None
    assert view["seats"][0] == {"seat": 0, "name": "Ana", "controller": "bot:steady", "open": False}
    assert view["to_act"] == [1]
    assert view["status"] == "active"
    assert told(table)[0] == ("seat_left", 0, {})
    assert code(leave(table, 0)) == (401, "invalid-token")


def test_a_killed_token_answers_for_the_key_it_was_used_with_and_for_nothing_else(client: FlaskClient) -> None:
    table = Table.create(client)
    first, again = leave(table, 0, Idempotency_Key="k"), leave(table, 0, Idempotency_Key="k")
    assert (first.status_code, again.status_code) == (204, 204)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert code(leave(table, 0, Idempotency_Key="l")) == (401, "invalid-token")


def test_a_seat_is_left_by_itself_and_before_the_end(client: FlaskClient) -> None:
    table = Table.create(client)
    assert code(leave(table, 0, who="host")) == (403, "forbidden")
    assert code(leave(table, 0, who=1)) == (403, "not-your-seat")
    assert code(leave(table, 7, who=1)) == (404, "not-found")
    assert code(table.client.delete(f"{table.path}/seats/0")) == (401, "missing-token")
    table.play_to_the_end()
    assert code(leave(table, 0)) == (409, "match-over")


# Opening


def test_the_host_opens_a_seat_that_was_left_and_the_bot_plays_on_until_it_is_claimed(client: FlaskClient) -> None:
    table = Table.create(client)
    leave(table, 0)
    answer = patch(table, 0, {"open": True})
    assert answer.json == {"seat": 0, "name": None, "controller": "bot:steady", "open": True}
    before = table.get().json
    assert before is not None
    assert before["status"] == "active"
    claimed = claim(table, "Di", entropy="too late to be mixed in")
    assert claimed.json is not None
    assert claimed.json["view"]["hand"], "it takes the hand over"
    assert claimed.json["view"]["seats"][0] == {"seat": 0, "name": "Di", "controller": "player", "open": False}
    assert [(kind, seat) for kind, seat, _ in told(table) if kind.startswith("seat_")] == [
        ("seat_left", 0),
        ("seat_opened", 0),
        ("seat_claimed", 0),
    ]


def test_a_bots_seat_is_opened_and_its_token_dies(client: FlaskClient) -> None:
    table, _ = create(client, "Ana", {"name": "Robo", "controller": "bot:random"}, "Cy")
    assert patch(table, 1, {"open": True}).status_code == 200
    assert code(table.get(who=1)) == (401, "invalid-token")
    assert patch(table, 1, {"open": True}).status_code == 200
    assert [kind for kind, _, _ in told(table)].count("seat_opened") == 1, "an open seat is open"


@pytest.mark.parametrize("change", [{"open": True}, {"name": None}])
def test_a_seat_opens_nothing_and_takes_no_name_away(client: FlaskClient, change: dict[str, Any]) -> None:
    assert code(patch(Table.create(client), 0, change, who=0)) == (403, "forbidden")


def test_a_players_seat_is_not_opened(client: FlaskClient) -> None:
    assert code(patch(Table.create(client), 0, {"open": True})) == (409, "seat-taken")


@pytest.mark.parametrize(
    "change", [{"open": False}, {"open": True, "name": None}, {"open": True, "rotate_token": True}, {"open": None}]
)
def test_opening_is_true_and_stands_alone(client: FlaskClient, change: dict[str, Any]) -> None:
    answer = patch(Table.create(client), 0, change)
    assert code(answer) == (422, "validation-failed")
    assert answer.json is not None
    assert answer.json["errors"][0]["pointer"] == "/open"


def test_the_host_takes_a_name_away(client: FlaskClient) -> None:
    table, _ = create(client, "Rude", "Bo", "Cy")
    answer = patch(table, 0, {"name": None})
    assert answer.json is not None
    assert answer.json["name"] == "Seat 0"
    assert told(table) == [("seat_changed", 0, {"by": "host", "name": "Seat 0"})]


def test_an_invited_seat_that_is_opened_has_a_new_invite_also_before_the_start(client: FlaskClient) -> None:
    table, (_, _, invite) = create(client, "Ana", {"open": True}, INVITED)
    claimed = claim(table, invite=invite).json
    assert claimed is not None
    table.tokens[2] = claimed["token"]
    assert leave(table, 2).status_code == 204
    assert code(claim(table, seat=2, invite=invite)) == (409, "seat-taken")
    answer = patch(table, 2, {"open": True}, Idempotency_Key="once")
    assert answer.json is not None
    fresh = answer.json["invite"]
    assert fresh != invite
    again = patch(table, 2, {"open": True}, Idempotency_Key="once")
    assert again.json == answer.json
    assert claim(table, seat=2, invite=fresh).status_code == 201


def test_a_deleted_match_takes_no_claim_and_a_finished_one_neither(client: FlaskClient) -> None:
    table = Table.create(client)
    leave(table, 0)
    patch(table, 0, {"open": True})
    table.play_to_the_end()
    assert code(claim(table)) == (409, "match-over")


# Rematch


def test_a_rematch_is_told_in_the_old_match_and_a_seat_that_was_left_is_open_in_it(client: FlaskClient) -> None:
    table, (_, invite, _) = create(client, "Ana", INVITED, "Cy")
    claimed = claim(table, "Bo", invite=invite).json
    assert claimed is not None
    table.tokens[1] = claimed["token"]
    leave(table, 1)
    table.play_to_the_end()
    answer = table.post("/rematch", {}, 0)
    assert answer.status_code == 201, answer.text
    assert answer.json is not None
    after = answer.json["match"]
    assert told(table)[-1] == ("rematch", None, {"rematch": after})
    assert [seat["name"] for seat in answer.json["seats"]] == ["Ana", None, "Cy"]
    assert answer.json["view"]["status"] == "open"
    joined = client.post(f"/v1/matches/{after}/seats", json={"name": "Di"})
    assert joined.status_code == 201, "it needs no invite"


def test_an_audit_of_a_match_with_coming_and_going_is_found_honest(client: FlaskClient) -> None:
    from referee.match.verify import verify

    table, (_, invite, _) = create(client, "Ana", INVITED, {"open": True})
    for body in ({"invite": invite, "entropy": "b"}, {"seat": 2, "entropy": "c"}):
        joined = claim(table, f"P{len(body['entropy'])}{body['entropy']}", **body).json
        assert joined is not None
        table.tokens[joined["seat"]] = joined["token"]
    leave(table, 1)
    patch(table, 1, {"open": True})
    fresh = claim(table, "Late", entropy="not mixed in", seat=1)
    assert code(fresh) == (403, "wrong-invite")
    patch(table, 2, {"controller": "bot:random"})
    patch(table, 2, {"open": True})
    assert claim(table, "Later").status_code == 201
    patch(table, 0, {"name": None})
    patch(table, 2, {"controller": "bot:steady"})
    table.play_to_the_end()
    table.post("/rematch", {}, "host")
    assert verify(table.get("/audit").json) == []
