"""Idempotency keys: a lost answer is asked for again, and nothing happens twice."""

import zlib
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config
from referee.store import Store
from tests.api.checks import refused, standing
from tests.api.clocked import ClockedStore
from tests.api.kit import Table

OPEN = {"open": True}
LONG = "a key that nobody guesses"
WISH = {"game": "kobayakawa", "seats": ["Ana", "Bo", OPEN]}


def create(client: FlaskClient, key: str, **wish: Any) -> Any:
    return client.post("/v1/matches", json={**WISH, **wish}, headers={"Idempotency-Key": key.ljust(22, ".")})


def same(first: Any, again: Any) -> None:
    """Check that the second answer is the first, and says so."""
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (again.status_code, again.data) == (first.status_code, first.data)
    for name in ("ETag", "Location", "Cache-Control", "Content-Type"):
        assert again.headers.get(name) == first.headers.get(name)


# Moves


def test_a_move_sent_again_is_answered_again_and_applied_once(table: Table) -> None:
    first = table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="k")
    before = standing(table)
    same(first, table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="k"))
    assert standing(table) == before
    assert before[1]["version"] == 1


def test_a_move_is_answered_again_long_after_whatever_it_pinned(table: Table) -> None:
    body = {"type": "replace", "version": 0}
    first = table.post("/moves", body, 0, Idempotency_Key="k", If_Match='"0-0-0"')
    table.play_to_the_end()
    same(first, table.post("/moves", body, 0, Idempotency_Key="k", If_Match='"0-0-0"'))


def test_the_key_goes_with_the_parsed_body_and_not_with_its_bytes(table: Table) -> None:
    headers = {**table.headers(0), "Idempotency-Key": "k", "Content-Type": "application/json"}
    path = table.path + "/moves"
    first = table.client.post(path, data=b'{"type":"draw","version":0}', headers=headers)
    same(first, table.client.post(path, data=b' { "version" : 0, "type": "dr\\u0061w" } ', headers=headers))


def test_a_key_with_another_body_is_refused(table: Table) -> None:
    table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="k")
    before = standing(table)
    for body in ({"type": "replace"}, {"type": "draw", "version": 0}, {"type": "keep", "card": 3}, [], {}):
        refused(table.post("/moves", body, 0, Idempotency_Key="k"), 422, "idempotency-key-reused")
    assert standing(table) == before


def test_only_accepted_moves_are_remembered(table: Table) -> None:
    for body in ({"type": "fight"}, {"type": "dance"}, {"type": "draw", "version": 7}):
        assert table.post("/moves", body, 0, Idempotency_Key="k").status_code in (412, 422)
    refused(table.post("/moves", {"type": "draw"}, 1, Idempotency_Key="k"), 409, "not-your-turn")
    assert table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="k").status_code == 200


def test_seats_and_matches_have_keys_of_their_own(table: Table, client: FlaskClient) -> None:
    assert table.post("/moves", {"type": "replace"}, 0, Idempotency_Key="k").json["version"] == 1
    assert table.post("/moves", {"type": "draw"}, 1, Idempotency_Key="k").json["version"] == 2
    other = Table.create(client)
    assert other.post("/moves", {"type": "draw"}, 0, Idempotency_Key="k").json["version"] == 1


def test_a_dry_run_uses_no_key_up(table: Table) -> None:
    for _ in range(2):
        answer = table.post("/moves?dry_run=true", {"type": "draw"}, 0, Idempotency_Key="k")
        assert (answer.json, answer.headers.get("Idempotent-Replayed")) == ({"legal": True}, None)
    assert table.post("/moves", {"type": "replace"}, 0, Idempotency_Key="k").status_code == 200


def test_another_callers_key_shows_nothing_to_a_wrong_token(table: Table) -> None:
    table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="k")
    refused(table.post("/moves", {"type": "draw"}, None, Idempotency_Key="k"), 401, "missing-token")
    assert "private" not in table.post("/moves", {"type": "draw"}, 1, Idempotency_Key="k").text


@pytest.mark.parametrize("key", ["", 129 * "k", "t\tb", "\xe9", "\x7f"])
def test_a_key_that_is_none_is_refused_before_anything_else(table: Table, key: str) -> None:
    for sub in ("/moves", "/seats", "/rematch"):
        refused(table.post(sub, {}, None, Idempotency_Key=key), 400, "bad-header", "1 to 128 printable")
    refused(table.client.post("/v1/matches", json=WISH, headers={"Idempotency-Key": key}), 400, "bad-header")


def test_where_no_token_guards_it_a_key_must_be_too_long_to_guess(client: FlaskClient) -> None:
    def making(key: str) -> Any:
        return client.post("/v1/matches", json=WISH, headers={"Idempotency-Key": key})

    refused(making(21 * "k"), 400, "bad-header", "at least 22")
    table = Table.create(client, seats=["Ana", "Bo", OPEN])
    refused(table.post("/seats", {"name": "Cy"}, 0, Idempotency_Key=21 * "k"), 400, "bad-header", "at least 22")
    assert making(22 * "k").status_code == 201
    assert table.post("/seats", {"name": "Cy"}, 0, Idempotency_Key=22 * "k").status_code == 201


def test_an_api_key_guards_short_keys(store: Store) -> None:
    key = "key_" + 20 * "x"
    client = create_app(Config(api_keys=(key,)), store).test_client()
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "1"}
    assert client.post("/v1/matches", json=WISH, headers=headers).status_code == 201


def changed(table: Table, who: int | str, seat: int, key: str, **change: Any) -> Any:
    headers = {**table.headers(who), "Idempotency-Key": key}
    return table.client.patch(f"{table.path}/seats/{seat}", json=change, headers=headers)


def test_a_new_token_whose_answer_was_lost_is_told_again_also_to_the_old_one(table: Table) -> None:
    first = changed(table, 0, 0, "rotate", rotate_token=True)
    same(first, changed(table, 0, 0, "rotate", rotate_token=True))
    refused(changed(table, 0, 0, "another", rotate_token=True), 401, "invalid-token")
    refused(table.get("", 0), 401, "invalid-token")
    fresh = {"Authorization": f"Bearer {first.json['token']}"}
    assert table.client.get(table.path, headers=fresh).json["you"] == 0


def test_the_same_key_of_two_callers_makes_two_tokens(table: Table) -> None:
    tokens = [changed(table, who, 1, "1", rotate_token=True).json["token"] for who in (1, "host")]
    assert tokens[0] != tokens[1]
    refused(table.client.get(table.path, headers={"Authorization": f"Bearer {tokens[0]}"}), 401, "invalid-token")


def test_a_change_sent_again_happens_once(table: Table) -> None:
    first = changed(table, 0, 0, "k", name="Anna")
    assert changed(table, 0, 0, "l", name="Ann").status_code == 200
    same(first, changed(table, 0, 0, "k", name="Anna"))
    assert table.get().json["seats"][0]["name"] == "Ann"
    refused(changed(table, 0, 0, "k", name="Annabel"), 422, "idempotency-key-reused")


def test_a_replaced_token_is_told_again_what_it_moved_and_moves_no_more(table: Table) -> None:
    first = table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="k")
    assert changed(table, "host", 0, "r", rotate_token=True).status_code == 200
    same(first, table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="k"))
    refused(table.post("/moves", {"type": "keep", "card": 8}, 0, Idempotency_Key="l"), 401, "invalid-token")


def test_a_deletion_sent_again_is_told_that_it_was_done(table: Table) -> None:
    headers = {**table.headers("host"), "Idempotency-Key": "gone"}
    first = table.client.delete(table.path, headers=headers)
    again = table.client.delete(table.path, headers=headers)
    assert (first.status_code, again.status_code) == (204, 204)
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    refused(table.client.delete(table.path, headers=table.headers("host")), 410, "match-expired")
    others = {**table.headers(0), "Idempotency-Key": "gone"}
    refused(table.client.delete(table.path, headers=others), 410, "match-expired")


@pytest.mark.slow
def test_the_latest_thousand_keys_of_a_match_are_kept(table: Table) -> None:
    first = changed(table, 0, 0, "key 0", name="Anna")
    for number in range(1, 1_000):
        assert changed(table, 1, 1, f"key {number}", controller="player").status_code == 200
    same(first, changed(table, 0, 0, "key 0", name="Anna"))
    assert changed(table, 1, 1, "key 1000", controller="player").status_code == 200
    assert "Idempotent-Replayed" not in changed(table, 0, 0, "key 0", name="Anna").headers
    assert "Idempotent-Replayed" in changed(table, 1, 1, "key 2", controller="player").headers


@pytest.mark.parametrize("key", ["k", 128 * "k", " ", "~!{}\"'", "a, b"])
def test_any_printable_text_is_a_key(table: Table, key: str) -> None:
    first = table.post("/moves", {"type": "draw"}, 0, Idempotency_Key=key)
    same(first, table.post("/moves", {"type": "draw"}, 0, Idempotency_Key=key))


# Creating


def test_a_create_sent_again_gives_the_same_match_and_tokens(client: FlaskClient) -> None:
    first = create(client, "create-again")
    same(first, create(client, "create-again"))
    body = first.json
    assert body["seats"][2] == {"seat": 2, "name": None, "token": None}
    for token in (body["host_token"], body["seats"][0]["token"], body["seats"][1]["token"]):
        answer = client.get(f"/v1/matches/{body['match']}", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200


def test_a_create_is_answered_as_at_first_even_when_the_match_went_on(client: FlaskClient) -> None:
    first = create(client, "create-late", seats=3)
    table = Table(client, first.json["match"], first.json["host_token"], [s["token"] for s in first.json["seats"]])
    table.play_to_the_end()
    same(first, create(client, "create-late", seats=3))


def test_a_create_key_with_another_body_is_refused(client: FlaskClient) -> None:
    create(client, "create-other")
    refused(create(client, "create-other", spectators=False), 422, "idempotency-key-reused")
    refused(create(client, "create-other", seats=["Ana", "Bo", "Cy"]), 422, "idempotency-key-reused")


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ["Ana", "ana", OPEN]},
        {"seats": ["Ana", "\u200b", OPEN]},
        {"seats": 2},
        {"options": {"first_seat": 3}},
        {"deal": {"rounds": [{"hands": [8, 8]}]}},
        {"game": "chess"},
    ],
)
def test_a_refused_create_leaves_its_key_free(client: FlaskClient, wrong: dict[str, Any]) -> None:
    key = f"create-refused-{wrong}"
    assert create(client, key, **wrong).status_code == 422
    assert create(client, key).status_code == 201


def test_a_create_sent_again_after_its_match_was_deleted_says_so(client: FlaskClient) -> None:
    first = create(client, "create-deleted").json
    headers = {"Authorization": f"Bearer {first['host_token']}"}
    assert client.delete(f"/v1/matches/{first['match']}", headers=headers).status_code == 204
    refused(create(client, "create-deleted"), 410, "match-expired")


def test_tokens_follow_from_a_key_in_one_match_only(client: FlaskClient) -> None:
    one, other = (Table.create(client, seats=["Ana", "Bo", OPEN]) for _ in range(2))
    claims = [table.post("/seats", {"name": "Cy"}, Idempotency_Key=LONG).json["token"] for table in (one, other)]
    assert claims[0] != claims[1]


# Claiming, and the rematch


def test_a_claim_sent_again_gives_the_same_seat_and_token(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", OPEN, OPEN])
    first = table.post("/seats", {"name": "Bo"}, Idempotency_Key=LONG)
    same(first, table.post("/seats", {"name": "Bo"}, Idempotency_Key=LONG))
    assert [seat["open"] for seat in table.get().json["seats"]] == [False, False, True]
    seen = client.get(table.path, headers={"Authorization": f"Bearer {first.json['token']}"})
    assert seen.json["you"] == 1


def test_a_claim_is_answered_again_after_the_match_filled_up(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", OPEN, OPEN])
    first = table.post("/seats", {"name": "Bo"}, Idempotency_Key=LONG)
    table.post("/seats", {"name": "Cy"})
    same(first, table.post("/seats", {"name": "Bo"}, Idempotency_Key=LONG))


def test_a_claim_key_with_another_body_is_refused(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", OPEN, OPEN])
    table.post("/seats", {"name": "Bo"}, Idempotency_Key=LONG)
    refused(table.post("/seats", {"name": "Cy"}, Idempotency_Key=LONG), 422, "idempotency-key-reused")


def test_a_refused_claim_leaves_its_key_free(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", OPEN, OPEN])
    refused(table.post("/seats", {"name": "ana"}, Idempotency_Key=LONG), 422, "validation-failed")
    assert table.post("/seats", {"name": "Bo"}, Idempotency_Key=LONG).status_code == 201


def test_a_rematch_sent_again_is_answered_again(table: Table) -> None:
    table.play_to_the_end()
    first = table.post("/rematch", {}, 0, Idempotency_Key="k")
    assert first.status_code == 201
    same(first, table.post("/rematch", {}, 0, Idempotency_Key="k"))
    refused(table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="k"), 422, "idempotency-key-reused")


# What is kept


def test_the_store_is_given_neither_tokens_nor_keys(store: Store) -> None:
    watched = ClockedStore(store)
    client = create_app(Config(), watched).test_client()  # type: ignore[arg-type]  # it passes on what it has not
    made = create(client, "the-key-of-create").json
    claimed = client.post(
        f"/v1/matches/{made['match']}/seats",
        json={"name": "Cy"},
        headers={"Idempotency-Key": "the-key-of-claim-is-long"},
    ).json
    secrets = [made["host_token"], made["seats"][0]["token"], claimed["token"], "the-key-of"]
    assert len(watched.commits) == 2
    for commit in watched.commits:
        assert commit.key
        answer = zlib.decompress(commit.answer[1:]) if commit.answer[:1] == b"z" else commit.answer
        assert b'"token":' in answer
        kept = b"".join([commit.record.head, commit.record.state, *commit.events, commit.key.name, answer])
        assert not [secret for secret in secrets if secret.encode() in kept]
