"""The rematch: the same seats and tokens once more, with a fresh seed and no deal."""

import pytest
from flask.testing import FlaskClient

from tests.api.checks import pointers, refused
from tests.api.kit import Table


@pytest.mark.parametrize("who", [0, 2, "host"])
def test_the_host_or_a_seat_plays_again_with_the_same_seats_and_tokens(table: Table, who: int | str) -> None:
    table.play_to_the_end()
    answer = table.post("/rematch", {}, who)
    assert answer.status_code == 201
    body = answer.json
    assert answer.headers["Location"] == f"/v1/matches/{body['match']}"
    assert body["match"] != table.match
    again = Table(table.client, body["match"], table.host_token, table.tokens)
    assert again.get("", who).json == body["view"]
    assert again.get("", who).headers["ETag"] == answer.headers["ETag"]
    assert [again.get("", seat).json["you"] for seat in range(3)] == [0, 1, 2]
    view = again.get().json
    assert (view["status"], view["version"], view["to_act"]) == ("active", 0, [0])
    assert [seat["name"] for seat in view["seats"]] == ["Ana", "Bo", "Cy"]
    assert view["fairness"]["arranged"] is False
    assert view["fairness"]["commitment"] != table.get().json["fairness"]["commitment"]
    assert "token" not in answer.text.replace("_token", "")
    assert table.get().json["rematch"] == body["match"]


def test_a_rematch_has_a_fresh_seed_and_no_deal(client: FlaskClient) -> None:
    table = Table.create(client, seed=64 * "5", entropy="mine", clock={"move_seconds": 600})
    table.play_to_the_end()
    body = table.post("/rematch", {}, "host").json
    assert body["view"]["fairness"]["seeded_by_caller"] is False
    assert body["view"]["deadline"] is not None
    again = Table(client, body["match"], table.host_token, table.tokens)
    again.play_to_the_end()
    audit = again.get("/audit").json
    assert (audit["deal"], audit["entropy"], audit["options"]) == (None, [None] * 4, {"first_seat": 0})
    assert audit["seed"] != table.get("/audit").json["seed"]


def test_whoever_asks_second_gets_the_same_rematch_in_their_own_eyes(table: Table) -> None:
    table.play_to_the_end()
    first, second = table.post("/rematch", {}, 0), table.post("/rematch", {}, 1)
    assert (first.status_code, second.status_code) == (201, 200)
    assert second.json["match"] == first.json["match"]
    assert (first.json["view"]["you"], second.json["view"]["you"]) == (0, 1)


def test_a_token_replaced_in_the_rematch_opens_nothing_there_by_way_of_the_old_match(table: Table) -> None:
    table.play_to_the_end()
    path = table.post("/rematch", {}, 0).headers["Location"]
    rotated = table.client.patch(f"{path}/seats/0", json={"rotate_token": True}, headers=table.headers(0))
    assert rotated.status_code == 200
    refused(table.post("/rematch", {}, 0), 401, "invalid-token")


def test_a_rematch_needs_no_body_but_takes_no_fields_either(table: Table) -> None:
    table.play_to_the_end()
    assert table.client.post(table.path + "/rematch", headers=table.headers(0)).status_code == 201
    assert pointers(refused(table.post("/rematch", {"seed": "x"}, 0), 422, "validation-failed")) == ["/seed"]
    assert pointers(refused(table.post("/rematch", [], 0), 422, "validation-failed")) == [""]


def test_a_rematch_is_for_after_the_end(table: Table) -> None:
    refused(table.post("/rematch", {}, 0), 409, "match-not-over")


def test_a_spectator_asks_for_no_rematch(table: Table) -> None:
    table.play_to_the_end()
    refused(table.post("/rematch", {}), 401, "missing-token")


def test_a_stand_in_does_not_follow_into_the_rematch(client: FlaskClient) -> None:
    bot = {"controller": "bot:random"}
    table = Table.create(client, seats=["Ana", "Bo", "Cy", bot], deal=None)
    for seat in (0, 1, 2):
        handed = {"controller": "bot:steady"}
        assert (
            table.client.patch(f"{table.path}/seats/{seat}", json=handed, headers=table.headers(seat)).status_code
            == 200
        )
    while table.get().json["status"] == "active":
        pass
    seats = table.post("/rematch", {}, 0).json["view"]["seats"]
    assert [seat["controller"] for seat in seats] == ["player", "player", "player", "bot:random"]


def test_a_seat_that_was_made_a_bots_and_asks_for_the_rematch_plays_itself(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", "Bo", {"controller": "bot:steady"}])
    table.play_to_the_end()
    seats = table.post("/rematch", {}, 2).json["view"]["seats"]
    assert [seat["controller"] for seat in seats] == ["player", "player", "player"]


def test_an_open_seat_that_was_given_to_a_bot_is_a_bots_in_the_rematch(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", "Bo", {"open": True}], deal=None)
    for seat, who in ((2, "host"), (1, 1), (0, 0)):
        answer = client.patch(
            f"{table.path}/seats/{seat}", json={"controller": "bot:steady"}, headers=table.headers(who)
        )
        assert answer.status_code == 200
    while table.get().json["status"] == "active":
        pass
    seats = table.post("/rematch", {}, "host").json["view"]["seats"]
    assert [seat["controller"] for seat in seats] == ["player", "player", "bot:steady"], "nobody has its token"


def test_a_rematch_that_was_deleted_makes_room_for_another(table: Table) -> None:
    table.play_to_the_end()
    first = table.post("/rematch", {}, 0).json["match"]
    assert table.client.delete(f"/v1/matches/{first}", headers=table.headers("host")).status_code == 204
    second = table.post("/rematch", {}, 1)
    assert second.status_code == 201
    assert second.json["match"] != first
    assert table.get().json["rematch"] == second.json["match"]
