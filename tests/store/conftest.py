"""One test body, every backend."""

from collections.abc import Iterator
from pathlib import Path

import fakeredis
import pytest

from referee.store import Store
from referee.store.links import FakeLink
from referee.store.opening import open_store
from referee.store.redis import RedisStore
from tests.store.servers import RedisServer

BACKENDS = ("redis", "embedded", "fakeredis")


@pytest.fixture(scope="session", params=BACKENDS)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store on each backend in turn; matches of different tests do not meet."""
    if request.param == "redis":
        with RedisServer(tmp_path_factory.mktemp("redis")) as server:
            opened = open_store(server.url)
            yield opened
            opened.close()
    elif request.param == "embedded":
        opened = open_store(None, memory=True)
        yield opened
        opened.close()
    else:
        yield RedisStore(FakeLink(fakeredis.FakeRedis()), "this process", lasting=False)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A redis-server of the test's own, which it may kill."""
    with RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "always") as running:
        yield running
