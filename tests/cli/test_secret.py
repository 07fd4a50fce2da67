"""REFEREE_SECRET and the store: servers that share a store share a secret, or do not start."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from referee.app import create_app
from referee.cli.client import Client
from referee.config import Config
from referee.match.joining import WrongSecret
from tests.api.checks import refused
from tests.cli.kit import run
from tests.serving import Serving, free_port
from tests.store.servers import RedisServer

pytestmark = pytest.mark.slow

OURS, NEXT, OTHER = "the secret of our servers", "the secret that follows it", "a secret of somebody else"

SEATS = {"game": "kobayakawa", "seats": ["Ana", "Bo", "Cy"], "options": {"first_seat": 0}}


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "always") as running:
        yield running


def environment(server: RedisServer, secret: str | None) -> dict[str, str]:
    return {"REDIS_URL": server.url, "REFEREE_SECRET": secret or ""}


def started(*command: str, server: RedisServer, secret: str | None) -> subprocess.CompletedProcess[str]:
    """What became of a server that should not start."""
    return subprocess.run(
        [sys.executable, "-m", *command, "--bind", f"127.0.0.1:{free_port()}", "--workers", "1"],
        env={**os.environ, **environment(server, secret)},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_second_server_starts_only_with_the_secret_of_the_first(server: RedisServer, tmp_path: Path) -> None:
    with Serving("--workers", "1", cwd=tmp_path, env=environment(server, OURS)) as first:
        made = Client(first.url).post("/v1/matches", SEATS)
        match, token = made["match"], made["seats"][0]["token"]
        for secret in (OTHER, None):
            refusal = started("referee", "serve", server=server, secret=secret)
            assert refusal.returncode == 1
            assert refusal.stderr.count("\n") == 1
            assert "REFEREE_SECRET" in refusal.stderr
            assert OTHER not in refusal.stderr
        plain = started("gunicorn", "referee.app:create_app()", server=server, secret=OTHER)
        assert plain.returncode != 0
        assert "REFEREE_SECRET" in plain.stderr
        assert OTHER not in plain.stderr
        done = run("sweep", "--once", env=environment(server, OTHER))
        assert (done.exit_code, "REFEREE_SECRET" in done.output) == (1, True)
        with Serving("--workers", "1", cwd=tmp_path, env=environment(server, f"{NEXT},{OURS}")) as second:
            moved = Client(second.url).post(f"/v1/matches/{match}/moves", {"type": "replace"}, token=token)
            assert moved["version"] == 1
        assert started("referee", "serve", server=server, secret=OURS).returncode == 1, "it has changed over"
    with Serving("--workers", "1", cwd=tmp_path, env=environment(server, NEXT)) as third:
        assert Client(third.url).get(f"/v1/matches/{match}", token=token)["version"] == 1
    assert not [key for key in server.client().scan_iter() if not key.startswith("referee:")]


@pytest.mark.parametrize("secret", [OTHER, None])
def test_a_store_that_was_away_at_the_start_is_asked_before_anything_is_written(
    server: RedisServer, secret: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    ours = create_app(Config(redis_url=server.url, secret=OURS)).test_client()
    assert ours.post("/v1/matches", json=SEATS).status_code == 201
    server.stop()
    late, right = (create_app(Config(redis_url=server.url, secret=one)).test_client() for one in (secret, OURS))
    server.start()
    before = server.client().dbsize()
    for _ in range(2):
        refused(late.post("/v1/matches", json=SEATS), 503, "store-unavailable")
        refused(late.get("/readyz"), 503, "store-unavailable")
    assert late.get("/livez").status_code == 200
    assert server.client().dbsize() == before
    told = [record.getMessage() for record in caplog.records if record.levelname == "CRITICAL"]
    assert len(told) == 1
    assert "REFEREE_SECRET" in told[0]
    assert right.post("/v1/matches", json=SEATS).status_code == 201
    assert right.get("/readyz").status_code == 200


def test_a_secret_may_be_set_where_there_was_none_and_not_be_taken_away_again(server: RedisServer) -> None:
    create_app(Config(redis_url=server.url))
    create_app(Config(redis_url=server.url, secret=OURS))
    with pytest.raises(WrongSecret):
        create_app(Config(redis_url=server.url))
    create_app(Config(redis_url=server.url, secret=OURS))


def test_what_lies_in_the_store_of_the_secret_is_sixteen_bytes_that_are_not_it(server: RedisServer) -> None:
    create_app(Config(redis_url=server.url, secret=OURS))
    noted = Redis(port=server.port).get("referee:secret")
    assert isinstance(noted, bytes)
    assert len(noted) == 16
    assert noted not in OURS.encode()
