"""Quotas by address or API key."""

import time
import uuid

import pytest
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config, ConfigError, from_environment
from referee.store import Store
from referee.store.opening import open_place
from referee.store.redis import RedisStore
from tests.api.kit import stranger
from tests.serving import free_port

pytestmark = pytest.mark.slow

KEY = "key_" + "x" * 30


def client_with(rate: str, store: Store) -> FlaskClient:
    client = create_app(Config(rate_limit=rate, api_keys=(KEY,)), store).test_client()
    client.environ_base["REMOTE_ADDR"] = stranger()
    return client


def test_beyond_the_quota_requests_are_refused_and_told_when_to_come_back(store: Store) -> None:
    client = client_with("3 per hour", store)
    assert [client.get("/v1/games").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = client.get("/v1/games")
    assert refused.content_type == "application/problem+json"
    assert refused.json["code"] == "quota-exceeded"
    assert refused.json["instance"] == refused.headers["X-Request-Id"] != ""
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600


def test_only_who_is_refused_is_told_to_come_back_later(store: Store) -> None:
    client = create_app(Config(rate_limit="9 per hour", streams=0), store).test_client()
    client.environ_base["REMOTE_ADDR"] = stranger()
    made = client.post("/v1/matches", json={"game": "kobayakawa", "seats": 3})
    assert made.headers["X-RateLimit-Remaining"] == "8"
    for answer in (made, client.get("/v1/games"), client.get("/v1/nothing")):
        assert "Retry-After" not in answer.headers
    no_place = client.get(f"{made.headers['Location']}/events", headers={"Accept": "text/event-stream"})
    assert (no_place.status_code, no_place.headers["Retry-After"]) == (503, "1")


def test_who_is_refused_never_comes_back_at_once(store: Store) -> None:
    client = client_with("1 per second", store)
    answers = [client.get("/v1/games") for _ in range(20)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert {answer.headers["Retry-After"] for answer in refused} == {"1"}


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER "])
def test_an_api_key_has_a_quota_of_its_own(store: Store, scheme: str) -> None:
    key = f"key_{scheme.strip()}_{uuid.uuid4()}"
    client = create_app(Config(rate_limit="1 per hour", api_keys=(key,)), store).test_client()
    client.environ_base["REMOTE_ADDR"] = stranger()
    assert client.get("/v1/games").status_code == 200
    assert client.get("/v1/games").status_code == 429
    assert client.get("/v1/games", headers={"Authorization": f"{scheme} {key}"}).status_code == 200
    assert client.get("/v1/games", headers={"Authorization": "Bearer key_of_nobody_at_all_here"}).status_code == 429


def test_probes_have_no_quota(store: Store) -> None:
    client = client_with("1 per hour", store)
    assert {client.get(path).status_code for path in ("/livez", "/readyz", "/metrics") for _ in range(3)} == {200}


def test_without_a_limit_nothing_is_refused(client: FlaskClient) -> None:
    assert {client.get("/v1/games").status_code for _ in range(50)} == {200}


@pytest.mark.parametrize(
    ("first", "others", "stranger"),
    [
        ("2001:db8:1:2::1", ["2001:db8:1:2::2", "2001:db8:1:2:ffff::"], "2001:db8:1:3::1"),
        ("192.0.2.7", ["::ffff:192.0.2.7", "192.0.2.7"], "192.0.2.8"),
        ("192.0.2.17:4001", ["192.0.2.17:4002", "192.0.2.17", "[::ffff:192.0.2.17]:9"], "192.0.2.18:4001"),
        (
            "[2001:db8:2:2::1]:41",
            ["[2001:db8:2:2::1]:42", "[2001:db8:2:2::9]", "2001:db8:2:2::1"],
            "[2001:db8:2:3::1]:41",
        ),
        ("fe80::1%eth0", ["fe80::2%eth0"], "fe80:0:0:1::1%eth0"),
    ],
)
def test_a_customer_with_many_addresses_has_one_quota(
    store: Store, first: str, others: list[str], stranger: str
) -> None:
    client = client_with("1 per hour", store)

    def asked(address: str) -> int:
        return client.get("/v1/games", environ_overrides={"REMOTE_ADDR": address}).status_code

    assert asked(first) == 200
    assert {asked(address) for address in others} == {429}
    assert asked(stranger) == 200


def test_servers_of_one_store_count_together(store: Store) -> None:
    who = {"REMOTE_ADDR": stranger()}
    answers = [client_with("5 per hour", store).get("/v1/games", environ_overrides=who).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]


@pytest.mark.parametrize(
    "url",
    [
        "redis://127.0.0.1:{}",
        "rediss://[::1]:{}",
        "unix:///nowhere/{}.sock",
        "redis+sentinel://127.0.0.1:{}/match/0",
        "rediss+sentinel://[::1]:{}/match/0",
        "redis+cluster://127.0.0.1:{}",
        "rediss+cluster://127.0.0.1:{}",
    ],
)
def test_with_every_way_to_a_store_that_is_gone_it_starts_and_lets_pass(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(Config(redis_url=url.format(free_port()), rate_limit="1 per hour"))
    began = time.monotonic()
    assert {app.test_client().get("/v1/games").status_code for _ in range(5)} == {200}
    assert time.monotonic() - began < 4
    assert sum("rate limit is not enforced" in message for message in caplog.messages) == 1
    app.extensions["referee"].store.close()


def test_a_limit_that_cannot_be_read_is_refused_at_the_start() -> None:
    with pytest.raises(ConfigError, match="REFEREE_RATE_LIMIT"):
        from_environment({"REFEREE_RATE_LIMIT": "much"})


def test_what_is_counted_lies_below_referee_and_shows_neither_key_nor_address() -> None:
    place = open_place(None, memory=True)
    try:
        app = create_app(Config(redis_url=place.url, rate_limit="9 per hour", api_keys=(KEY,)))
        client = app.test_client()
        for headers in ({}, {"Authorization": f"Bearer {KEY}"}):
            assert client.get("/v1/games", headers=headers).status_code == 200
        store: RedisStore = app.extensions["referee"].store
        keys = [key.decode() for key in store.link.command("KEYS", "*")]
        assert any("quota" in key for key in keys)
        assert all(key.startswith("referee:") for key in keys)
        assert not [key for key in keys if KEY in key or "127.0.0.1" in key]
        store.close()
    finally:
        place.close()


def test_a_store_that_does_not_count_refuses_nothing_and_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    place = open_place(None, memory=True)
    app = create_app(Config(redis_url=place.url, rate_limit="2 per hour"))
    client = app.test_client()
    place.close()
    began = time.monotonic()
    assert {client.get("/v1/games").status_code for _ in range(20)} == {200}
    assert time.monotonic() - began < 3
    assert sum("rate limit is not enforced" in message for message in caplog.messages) == 1
    app.extensions["referee"].store.close()
