"""From a configuration to a store."""

import sys
from collections.abc import Callable
from pathlib import Path

from referee.store import links
from referee.store.embedded import Embedded, binary
from referee.store.redis import RedisStore
from referee.store.urls import describe, link

WARNING = (
    "matches live in this process (fakeredis): one worker, slower, gone with it. "
    "There is no embedded server for this machine; set REDIS_URL."
)


class Opened:
    """A place for matches that this process may have started: its URL for workers, and how to end it."""

    def __init__(self, url: str | None, place: str, lasting: bool, end: Callable[[], None]) -> None:
        """`url` is None for fakeredis, which no other process can reach."""
        self.url = url
        self.place = place
        self.lasting = lasting
        self.close = end


def open_place(
    url: str | None, *, data: Path = Path("referee-data"), memory: bool = False, memory_limit: int | None = None
) -> Opened:
    """Find the place for matches: the given Redis, or a server started here. Raises EmbeddedError."""
    if url:
        return Opened(url, describe(url), True, lambda: None)
    if binary() is None:
        return Opened(None, WARNING, False, lambda: None)
    server = Embedded(None if memory else data, memory_limit=memory_limit)
    started = server.start()
    place = "an embedded server in memory: they end with it"
    if not memory:
        place = f"an embedded server in the folder {data}: they survive a restart"
    place += f" (room for {server.memory_limit >> 20} MB)"
    return Opened(started, place, not memory, server.stop)


def open_store(
    url: str | None,
    *,
    data: Path = Path("referee-data"),
    memory: bool = False,
    memory_limit: int | None = None,
    wait_replicas: int = 0,
) -> RedisStore:
    """Open a store. Raises ValueError for a URL that cannot be used, EmbeddedError."""
    place = open_place(url, data=data, memory=memory, memory_limit=memory_limit)
    return RedisStore(
        _fake() if place.url is None else link(place.url),
        place.place,
        lasting=place.lasting,
        replicas=wait_replicas,
        on_close=place.close,
    )


def _fake() -> links.Link:
    import fakeredis

    print(f"Warning: {WARNING}", file=sys.stderr)  # noqa: T201  -- whoever starts this must see it
    return links.FakeLink(fakeredis.FakeRedis())
