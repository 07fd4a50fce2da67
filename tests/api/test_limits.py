"""Quotas by address or API key."""

import time

import pytest
from flask.testing import FlaskClient

from referee.api.limits import storage
from referee.app import create_app
from referee.config import Config, ConfigError, from_environment
from referee.store import Store
from referee.store.opening import open_place
from referee.store.redis import RedisStore

KEY = "key_" + "x" * 30


def client_with(rate: str, store: Store) -> FlaskClient:
    return create_app(Config(rate_limit=rate, api_keys=(KEY,)), store).test_client()


def test_beyond_the_quota_requests_are_refused_and_told_when_to_come_back(store: Store) -> None:
    client = client_with("3 per hour", store)
    assert [client.get("/v1/games").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = client.get("/v1/games")
    assert refused.content_type == "application/problem+json"
    assert refused.json["code"] == "quota-exceeded"
    assert refused.json["instance"] == refused.headers["X-Request-Id"] != ""
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600


def test_an_api_key_has_a_quota_of_its_own(store: Store) -> None:
    client = client_with("1 per hour", store)
    assert client.get("/v1/games").status_code == 200
    assert client.get("/v1/games").status_code == 429
    assert client.get("/v1/games", headers={"Authorization": f"Bearer {KEY}"}).status_code == 200
    assert client.get("/v1/games", headers={"Authorization": "Bearer key_of_nobody_at_all_here"}).status_code == 429


def test_probes_have_no_quota(store: Store) -> None:
    client = client_with("1 per hour", store)
    assert {client.get(path).status_code for path in ("/livez", "/readyz", "/metrics") for _ in range(3)} == {200}


def test_without_a_limit_nothing_is_refused(client: FlaskClient) -> None:
    assert {client.get("/v1/games").status_code for _ in range(50)} == {200}


@pytest.mark.parametrize(
    ("url", "uri"),
    [
        (None, "memory://"),
        ("redis://h:1/2", "redis://h:1/2"),
        ("unix:///run/redis.sock", "redis+unix:///run/redis.sock"),
        ("redis+sentinel://h:1,i:2/match/3", "redis+sentinel://h:1,i:2/match"),
        ("redis+cluster://h:1,i:2", "redis+cluster://h:1,i:2"),
    ],
)
def test_the_quota_is_counted_where_the_matches_are(url: str | None, uri: str) -> None:
    assert storage(url) == uri


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
