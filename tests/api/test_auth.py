"""Who is asking: tokens of seats, of the host, API keys, and nobody."""

import base64
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config
from referee.store import Store
from tests.api.checks import refused
from tests.api.kit import Table

pytestmark = pytest.mark.slow

KEY = "key_0123456789abcdef0123"

MALFORMED = [
    "",
    "Bearer",
    "Bearer ",
    "Bearer seat_short",
    "Bearer \xfc\xdf",
    "Basic " + base64.b64encode(b"ana:secret").decode(),
    "seat_" + 43 * "A",
    "Bearer seat_" + 43 * "A" + " more",
    "Bearer seat_" + 44 * "A",
    "Bearer key_" + 43 * "A",
    "Bearer host_" + 42 * "A" + "\xe9",
]


def test_tokens_are_256_random_bits_with_a_prefix_that_tells_their_kind(table: Table) -> None:
    seen = [table.host_token, *table.tokens]
    assert [token.split("_", 1)[0] for token in seen] == ["host", "seat", "seat", "seat"]
    assert [len(base64.urlsafe_b64decode(token.split("_", 1)[1] + "=")) for token in seen] == [32] * 4
    assert len(set(seen)) == 4


@pytest.mark.parametrize("header", MALFORMED)
@pytest.mark.parametrize("sub", ["", "/events", "/audit"])
def test_what_is_no_token_is_refused_and_not_taken_for_a_spectator(table: Table, header: str, sub: str) -> None:
    refused(table.client.get(table.path + sub, headers={"Authorization": header}), 401, "invalid-token")


@pytest.mark.parametrize("sub", ["", "/events", "/audit"])
def test_a_token_of_another_match_is_refused(table: Table, client: FlaskClient, sub: str) -> None:
    other = Table.create(client)
    for who in (0, "host"):
        refused(client.get(table.path + sub, headers=other.headers(who)), 401, "invalid-token", "this match")


def test_the_scheme_is_read_in_any_case(table: Table) -> None:
    answer = table.client.get(table.path, headers={"Authorization": f"bEARER  {table.tokens[1]} "})
    assert answer.json["you"] == 1


def test_a_seats_token_with_the_hosts_prefix_is_nothing(table: Table) -> None:
    forged = str(table.tokens[0]).replace("seat_", "host_")
    refused(table.client.get(table.path, headers={"Authorization": f"Bearer {forged}"}), 401, "invalid-token")


def test_without_a_token_a_caller_is_a_spectator(table: Table) -> None:
    view = table.get().json
    assert (view["you"], view["hand"], view["legal_moves"]) == (None, None, [])


def test_the_host_sees_no_hidden_card(table: Table) -> None:
    host, spectator = table.get("", "host").json, table.get().json
    assert host == spectator
    assert table.get("/events", "host").json == table.get("/events").json


@pytest.mark.parametrize("sub", ["", "/events", "/audit"])
def test_a_match_without_spectators_asks_for_a_token(client: FlaskClient, sub: str) -> None:
    table = Table.create(client, spectators=False)
    refused(table.get(sub), 401, "missing-token", "spectators")
    for who in (0, "host"):
        assert table.get(sub, who).status_code in (200, 409)


def test_a_match_that_does_not_exist_is_not_found_with_a_token_or_without(table: Table) -> None:
    for path in ("/v1/matches/" + 24 * "z", "/v1/matches/short", "/v1/matches/" + table.match.upper()):
        for headers in ({}, table.headers(0)):
            refused(table.client.get(path, headers=headers), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "sub", "body"),
    [
        ("POST", "/moves", {"type": "draw"}),
        ("POST", "/moves?dry_run=true", {"type": "draw"}),
        ("PATCH", "/seats/0", {"name": "Di"}),
        ("POST", "/rematch", {}),
        ("DELETE", "", None),
    ],
)
def test_whoever_changes_something_needs_a_token(table: Table, method: str, sub: str, body: Any) -> None:
    refused(table.client.open(table.path + sub, method=method, json=body), 401, "missing-token", "token")
    wrong = {"Authorization": "Bearer seat_" + 43 * "A"}
    refused(table.client.open(table.path + sub, method=method, json=body, headers=wrong), 401, "invalid-token")
    assert table.get().json["seats"][0]["name"] == "Ana"


def test_the_host_does_not_move(table: Table) -> None:
    refused(table.post("/moves", {"type": "draw"}, "host"), 403, "forbidden", "seat")
    refused(table.post("/moves?dry_run=true", {"type": "draw"}, "host"), 403, "forbidden", "seat")


def test_only_the_host_deletes(table: Table) -> None:
    refused(table.client.delete(table.path, headers=table.headers(0)), 403, "forbidden", "host")
    assert table.get().status_code == 200


def test_a_token_in_the_url_or_the_body_counts_for_nothing(table: Table) -> None:
    token = table.tokens[0]
    assert table.get(f"?token={token}&access_token={token}").json["you"] is None
    refused(table.post(f"/moves?access_token={token}", {"type": "draw", "token": token}), 401, "missing-token")


# API keys


@pytest.fixture
def guarded(store: Store) -> FlaskClient:
    """A server whose operator set an API key."""
    return create_app(Config(api_keys=("key_another_0123456789", KEY)), store).test_client()


WISH = {"game": "kobayakawa", "seats": 3}


def test_with_api_keys_creating_needs_one(guarded: FlaskClient) -> None:
    refused(guarded.post("/v1/matches", json=WISH), 401, "missing-token", "API key")
    for wrong in (KEY[:-1], KEY + "0", "key_", "\xfc", "seat_" + 43 * "A"):
        answer = guarded.post("/v1/matches", json=WISH, headers={"Authorization": f"Bearer {wrong}"})
        refused(answer, 401, "invalid-token", "API key")
    assert guarded.post("/v1/matches", json=WISH, headers={"Authorization": f"Bearer {KEY}"}).status_code == 201


def test_an_api_key_is_asked_for_before_the_body_is_judged(guarded: FlaskClient) -> None:
    refused(guarded.post("/v1/matches", json={"game": "chess"}), 401, "missing-token")


def test_an_api_key_opens_no_match(guarded: FlaskClient) -> None:
    answer = guarded.post("/v1/matches", json=WISH, headers={"Authorization": f"Bearer {KEY}"}).json
    path = f"/v1/matches/{answer['match']}"
    refused(guarded.get(path, headers={"Authorization": f"Bearer {KEY}"}), 401, "invalid-token")
    assert guarded.get(path).status_code == 200


def test_two_api_keys_have_idempotency_keys_of_their_own(guarded: FlaskClient) -> None:
    made = [
        guarded.post("/v1/matches", json=WISH, headers={"Authorization": f"Bearer {key}", "Idempotency-Key": "same"})
        for key in (KEY, "key_another_0123456789")
    ]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].json["match"] != made[1].json["match"]
