"""One test body, every backend."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import fakeredis
import pytest

from referee.store import Store
from referee.store.embedded import binary
from referee.store.links import FakeLink
from referee.store.opening import open_store
from referee.store.redis import RedisStore
from tests.store.servers import RedisServer, engines
from tests.store.sets import Cluster, SentinelSet

WAYS = {"server": RedisServer, "sentinel": SentinelSet, "cluster": Cluster}
"""What a URL may lead to; each is run with each engine."""

BACKENDS = [
    "fakeredis",
    *(["embedded"] if binary() else []),
    *(f"{engine}-{way}" for engine in engines() for way in WAYS),
]


@contextmanager
def backend(name: str, folder: Path) -> Iterator[Store]:
    """A store on a backend that is started for it."""
    if name == "fakeredis":
        yield RedisStore(FakeLink(fakeredis.FakeRedis()), "this process", lasting=False)
    elif name == "embedded":
        store = open_store(None, memory=True)
        yield store
        store.close()
    else:
        engine, _, way = name.partition("-")
        with WAYS[way](folder, engine=engine) as running:
            store = open_store(running.url)
            yield store
            store.close()


@pytest.fixture(scope="session", params=BACKENDS)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store on each backend in turn, started once; matches of different tests do not meet."""
    with backend(request.param, tmp_path_factory.mktemp(request.param)) as opened:
        yield opened


@pytest.fixture(params=engines())
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine that this machine has."""
    return str(request.param)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A server of the test's own, which it may kill."""
    with RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "always") as running:
        yield running
