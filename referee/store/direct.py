"""One server at a time: the one that a URL names, or the primary that Sentinels name."""

import contextlib
import os
import re
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import hiredis
import redis
from redis.connection import AbstractConnection, SSLConnection
from redis.exceptions import NoScriptError, ReadOnlyError, ResponseError
from redis.sentinel import MasterNotFoundError, Sentinel

from referee.store.links import (
    CONNECT_TIMEOUT,
    MOST_CONNECTIONS,
    WAIT_MS,
    Arg,
    NeverSent,
    Script,
    TooFewReplicas,
    no_retry,
)

Address: TypeAlias = tuple[type[AbstractConnection], dict[str, Any]]
"""A kind of connection, and the settings it takes: where to, who, how."""

SENTINEL_TIMEOUT = 0.4
"""Seconds to wait for a Sentinel: another one is asked within the time that a request has."""

_SENTINEL_CAUSE = re.compile(r" - (\w+)\(['\"](.*?)['\"]\)(?=, |$)")


class _Pool:
    """Connections of one process, last in first out, each used by one thread at a time.

    A place is taken for the time of a call and not for the life of a connection, so that no fault can lose one; since
    a connection is opened only when none is idle, there are never more of them than places.
    """

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.idle: list[AbstractConnection] = []
        self.places = threading.Semaphore(MOST_CONNECTIONS)

    def take(self) -> AbstractConnection | None:
        """Return an idle connection that is still good; what was closed meanwhile is thrown away."""
        while True:
            try:
                connection = self.idle.pop()
            except IndexError:
                return None
            with contextlib.suppress(redis.RedisError, OSError):
                if not connection.can_read():  # nothing is expected: whatever is there is its end
                    return connection
            connection.disconnect()

    def clear(self) -> None:
        """Let go of the idle connections."""
        with contextlib.suppress(IndexError):
            while True:
                self.idle.pop().disconnect()


class DirectLink:
    """Connections to one server, opened after the fork."""

    def __init__(self, find: Callable[[], Address]) -> None:
        """`find` is asked for every new connection."""
        self._find = find
        self._pool = _Pool()

    def run(self, script: Script, keys: Sequence[Arg], args: Sequence[Arg], replicas: int = 0) -> Any:
        """Run a script by its SHA-1, and by its source where the server does not know it yet."""
        tail: list[Arg] = [len(keys), *keys, *args]
        try:
            return self.send(["EVALSHA", script.sha, *tail], replicas)
        except NoScriptError:
            return self.send(["EVAL", script.source, *tail], replicas)

    def command(self, *words: Arg) -> Any:
        """Run a command."""
        return self.send(list(words))

    def everywhere(self, *words: Arg) -> list[Any]:
        """Run a command on the one server."""
        return [self.send(list(words))]

    def subscriber(self) -> redis.Redis:
        """Return a client of its own."""
        kind, settings = self._find()
        pool = redis.ConnectionPool(kind, **no_retry(**settings, socket_timeout=None))
        return redis.Redis.from_pool(pool)  # closing it closes the pool

    def close(self) -> None:
        """Let go of the idle connections."""
        self._pool.clear()

    def send(self, words: list[Arg], replicas: int = 0, *, asking: bool = False) -> Any:
        """Run a command, with `replicas` wait for so many; `asking`: of a Cluster's node that is getting the slot."""
        if self._pool.pid != os.getpid():
            self._pool = _Pool()  # what was opened before a fork belongs to the parent
        pool = self._pool
        if not pool.places.acquire(timeout=CONNECT_TIMEOUT):
            raise NeverSent("every connection is in use")
        try:
            return self._exchange(pool, words, replicas, asking)
        finally:
            pool.places.release()

    def _exchange(self, pool: _Pool, words: list[Arg], replicas: int, asking: bool) -> Any:
        connection = pool.take() or self._open()
        acknowledged: Any = replicas
        try:
            packed = _pack(words)
            if replicas:
                packed += _pack(["WAIT", replicas, WAIT_MS])
            if asking:
                packed = _pack(["ASKING"]) + packed
            connection.send_packed_command([packed])
            if asking:
                _reply(connection)
            reply = _reply(connection)
            if replicas:
                acknowledged = _reply(connection)
        except BaseException:
            connection.disconnect()
            pool.clear()  # what befell one connection has befallen the others: none of them is to cost another call
            raise
        pool.idle.append(connection)
        if isinstance(reply, ReadOnlyError):
            pool.clear()  # a primary that became a replica: the next attempt finds the new one
        if isinstance(reply, ResponseError):
            raise reply
        if isinstance(acknowledged, ResponseError) or acknowledged < replicas:
            raise TooFewReplicas(f"{acknowledged} of {replicas} replicas have it")
        return reply

    def _open(self) -> AbstractConnection:
        """Open a connection. Whatever goes wrong here, the command was not sent."""
        try:
            kind, settings = self._find()
            connection = kind(**no_retry(**settings))
            connection.connect()
        except (redis.RedisError, OSError, ValueError) as error:
            raise NeverSent(str(error)) from error
        return connection


def _pack(words: Sequence[Arg]) -> bytes:
    packed: bytes = hiredis.pack_command(tuple(words))  # type: ignore[arg-type]  # typed as a tuple of one word
    return packed


def _reply(connection: AbstractConnection) -> Any:
    """Read a reply; an error is returned, since it leaves the connection good."""
    try:
        return connection.read_response()
    except ResponseError as error:
        return error


def sentinel(
    kind: type[AbstractConnection],
    hosts: Sequence[tuple[str, int]],
    service: str,
    settings: dict[str, Any],
    own: dict[str, Any],
) -> DirectLink:
    """Reach the primary that Sentinels name for a service; a new connection asks them anew.

    `settings` are for the primary, `own` for the Sentinels.
    """
    secure = issubclass(kind, SSLConnection)
    watch = Sentinel(list(hosts), sentinel_kwargs=no_retry(**own, ssl=secure, socket_timeout=SENTINEL_TIMEOUT))

    def find() -> Address:
        try:
            host, port = watch.discover_master(service)
        except MasterNotFoundError as error:
            causes = [f"{name}: {text}" for name, text in _SENTINEL_CAUSE.findall(str(error))]
            reasons = "; ".join(causes) or "the Sentinels know none"
            raise redis.ConnectionError(f"no primary found for the service {service}: {reasons}") from None
        return kind, {"host": host, "port": port, **settings}

    return DirectLink(find)
