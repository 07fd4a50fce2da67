"""What every way to reach Redis has in common; `direct` and `cluster` are the ways, `urls` chooses one.

None of them ever repeats a command by itself: redis-py's own retries are off, since a command whose reply was lost may
have been applied. Repeating is the store's business, which knows what may be repeated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha1
from typing import Any, Protocol, TypeAlias

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

CONNECT_TIMEOUT = 0.5
"""Seconds to wait for a connection."""

REPLY_TIMEOUT = 0.9
"""Seconds to wait for a reply: two attempts fit into the 2 seconds within which a request learns that Redis is gone."""

WAIT_MS = 500
"""Milliseconds to wait for replicas."""

MOST_CONNECTIONS = 32
"""Connections of one process to a server; a call that finds none free waits for one."""

Arg: TypeAlias = bytes | str | int


class NeverSent(redis.ConnectionError):
    """The command was certainly not sent."""


class TooFewReplicas(redis.ConnectionError):
    """The command was applied, but not acknowledged by as many replicas as were asked for."""


@dataclass(frozen=True)
class Script:
    """A Lua script with its SHA-1."""

    source: str
    sha: str

    @classmethod
    def of(cls, source: str) -> "Script":
        """Make a script of its source."""
        return cls(source, sha1(source.encode()).hexdigest())  # noqa: S324  -- Redis names scripts so


class Link(Protocol):
    """A way to run a command or a script. Raises redis-py's exceptions; NeverSent where nothing was sent."""

    def run(self, script: Script, keys: Sequence[Arg], args: Sequence[Arg], replicas: int = 0) -> Any:
        """Run a script; with `replicas`, wait for so many. Raises TooFewReplicas."""

    def command(self, *words: Arg) -> Any:
        """Run a command whose key is the second word."""

    def everywhere(self, *words: Arg) -> list[Any]:
        """Run a command without a key on every server that takes writes."""

    def subscriber(self) -> redis.Redis:
        """Return a client of its own for publish and subscribe, with no time limit on replies."""

    def close(self) -> None:
        """Let go of all connections."""


def no_retry(**more: Any) -> dict[str, Any]:
    """Return connection settings that never repeat a command and never wait long."""
    return {
        "retry": Retry(NoBackoff(), 0),
        "socket_timeout": REPLY_TIMEOUT,
        "socket_connect_timeout": CONNECT_TIMEOUT,
        **more,
    }


class FakeLink:
    """fakeredis in this process."""

    def __init__(self, client: redis.Redis) -> None:
        """`client` is a FakeRedis with Lua."""
        self._client = client

    def run(self, script: Script, keys: Sequence[Arg], args: Sequence[Arg], replicas: int = 0) -> Any:
        """Run a script; there are no replicas."""
        return self._client.eval(script.source, len(keys), *keys, *args)

    def command(self, *words: Arg) -> Any:
        """Run a command."""
        return self._client.execute_command(*words)

    def everywhere(self, *words: Arg) -> list[Any]:
        """There is no server to ask."""
        return []

    def subscriber(self) -> redis.Redis:
        """Return the same client: it is in this process."""
        return self._client

    def close(self) -> None:
        """Nothing to let go of."""
