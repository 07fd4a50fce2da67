"""Ways to reach Redis: one server, the primary that Sentinel names, a Cluster, or fakeredis.

None of them ever repeats a command by itself: redis-py's own retries are off, since a command whose reply was lost may
have been applied. Repeating is the store's business, which knows what may be repeated.
"""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha1
from typing import Any, Protocol, TypeAlias, cast

import hiredis
import redis
from redis.backoff import NoBackoff
from redis.cluster import RedisCluster
from redis.connection import Connection
from redis.exceptions import NoScriptError, ReadOnlyError, ResponseError
from redis.retry import Retry
from redis.sentinel import Sentinel

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


def _pack(words: Sequence[Arg]) -> bytes:
    packed: bytes = hiredis.pack_command(tuple(words))  # type: ignore[arg-type]  # typed as a tuple of one word
    return packed


class Link(Protocol):
    """A way to run a command or a script. Raises redis-py's exceptions; NeverSent where nothing was sent."""

    def run(self, script: Script, keys: Sequence[Arg], args: Sequence[Arg], replicas: int = 0) -> Any:
        """Run a script; with `replicas`, wait for so many. Raises TooFewReplicas."""

    def command(self, *words: Arg) -> Any:
        """Run a command whose key is the second word."""

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


class DirectLink:
    """Connections to one server, last in first out, each used by one thread at a time; opened after the fork."""

    def __init__(self, connect: Callable[[], Connection], subscribe: Callable[[], redis.Redis]) -> None:
        """`connect` makes a connection, not yet open; `subscribe` a client for publish and subscribe."""
        self._connect = connect
        self._subscribe = subscribe
        self._idle: list[Connection] = []
        self._made = 0
        self._waiting = 0
        self._changed = threading.Condition()
        self._pid = os.getpid()

    def run(self, script: Script, keys: Sequence[Arg], args: Sequence[Arg], replicas: int = 0) -> Any:
        """Run a script by its SHA-1, and by its source where the server does not know it yet."""
        tail: list[Arg] = [len(keys), *keys, *args]
        try:
            return self._send(["EVALSHA", script.sha, *tail], replicas)
        except NoScriptError:
            return self._send(["EVAL", script.source, *tail], replicas)

    def command(self, *words: Arg) -> Any:
        """Run a command."""
        return self._send(list(words), 0)

    def subscriber(self) -> redis.Redis:
        """Return a client of its own."""
        return self._subscribe()

    def close(self) -> None:
        """Let go of the idle connections."""
        with contextlib.suppress(IndexError):
            while True:
                self._lose(self._idle.pop())

    def _send(self, words: list[Arg], replicas: int) -> Any:
        connection = self._take()
        try:
            packed = _pack(words)
            if replicas:
                packed += _pack(["WAIT", replicas, WAIT_MS])
            connection.send_packed_command([packed])
            reply = self._reply(connection)
            if replicas:
                acknowledged = self._reply(connection)
        except BaseException:
            self._lose(connection)
            raise
        self._give_back(connection)
        if isinstance(reply, ReadOnlyError):
            self.close()  # a primary that became a replica: the next attempt finds the new one
        if isinstance(reply, ResponseError):
            raise reply
        if replicas and (isinstance(acknowledged, ResponseError) or acknowledged < replicas):
            raise TooFewReplicas(f"{acknowledged} of {replicas} replicas have it")
        return reply

    def _reply(self, connection: Connection) -> Any:
        try:
            return connection.read_response()
        except ResponseError as error:
            return error

    def _take(self) -> Connection:
        """Take the connection used last, without a lock; make one if there is none and there may be more."""
        if self._pid != os.getpid():
            self._idle, self._made, self._pid = [], 0, os.getpid()
        try:
            return self._idle.pop()
        except IndexError:
            pass
        until = time.monotonic() + CONNECT_TIMEOUT
        with self._changed:
            while self._made >= MOST_CONNECTIONS:
                self._waiting += 1
                self._changed.wait(max(until - time.monotonic(), 0))
                self._waiting -= 1
                try:
                    return self._idle.pop()
                except IndexError:
                    if time.monotonic() >= until:
                        raise NeverSent("every connection is in use") from None
            self._made += 1
        connection = self._connect()
        try:
            connection.connect()
        except BaseException as error:
            self._lose(connection)
            if isinstance(error, (redis.ConnectionError, redis.TimeoutError, OSError)):
                raise NeverSent(str(error)) from error
            raise
        return connection

    def _give_back(self, connection: Connection) -> None:
        self._idle.append(connection)
        if self._waiting:
            with self._changed:
                self._changed.notify()

    def _lose(self, connection: Connection) -> None:
        connection.disconnect()
        with self._changed:
            self._made -= 1
            self._changed.notify()


def direct(url: str) -> DirectLink:
    """Reach the server of a `redis://`, `rediss://` or `unix://` URL."""
    pool = redis.ConnectionPool.from_url(url, **no_retry())

    def subscribe() -> redis.Redis:
        return redis.Redis.from_url(url, **no_retry(socket_timeout=None))

    return DirectLink(lambda: cast(Connection, pool.make_connection()), subscribe)


def sentinel(hosts: Sequence[tuple[str, int]], service: str, **settings: Any) -> DirectLink:
    """Reach the primary that Sentinels name for a service; a new connection asks them anew."""
    watch = Sentinel(list(hosts), sentinel_kwargs=no_retry(), **no_retry(**settings))

    def connect() -> Connection:
        try:
            host, port = watch.discover_master(service)
        except (redis.ConnectionError, redis.TimeoutError) as error:
            raise NeverSent(str(error)) from error
        return Connection(host=host, port=port, **no_retry(**settings))

    def subscribe() -> redis.Redis:
        host, port = watch.discover_master(service)
        return redis.Redis(host=host, port=port, **no_retry(**{**settings, "socket_timeout": None}))

    return DirectLink(connect, subscribe)


class ClusterLink:
    """A Cluster; redirections are followed, nothing else is repeated."""

    def __init__(self, hosts: Sequence[tuple[str, int]], **settings: Any) -> None:
        """`hosts` are some of its nodes."""
        self._hosts = hosts
        self._settings = settings
        self._client: RedisCluster | None = None
        self._pid = 0

    def run(self, script: Script, keys: Sequence[Arg], args: Sequence[Arg], replicas: int = 0) -> Any:
        """Run a script on the node that has its keys."""
        tail: list[Arg] = [len(keys), *keys, *args]
        if replicas:
            return self._with_replicas(script, keys[0], tail, replicas)
        try:
            return self._cluster().execute_command("EVALSHA", script.sha, *tail)
        except NoScriptError:
            return self._cluster().execute_command("EVAL", script.source, *tail)

    def _with_replicas(self, script: Script, key: Arg, tail: list[Arg], replicas: int) -> Any:
        """EVAL and WAIT on one connection to the node that has the key."""
        cluster = self._cluster()
        pool = cluster.get_node_from_key(key).redis_connection.connection_pool
        connection = pool.get_connection()
        try:
            packed = connection.pack_commands([["EVAL", script.source, *tail], ["WAIT", replicas, WAIT_MS]])
            connection.send_packed_command(packed)
            replies = []
            for _ in range(2):
                try:
                    replies.append(connection.read_response())
                except ResponseError as error:
                    replies.append(error)
        except BaseException:
            connection.disconnect()
            raise
        finally:
            pool.release(connection)
        if isinstance(replies[0], ResponseError):
            cluster.nodes_manager.initialize()
            raise replies[0]
        if isinstance(replies[1], ResponseError) or replies[1] < replicas:
            raise TooFewReplicas(f"{replies[1]} of {replicas} replicas have it")
        return replies[0]

    def command(self, *words: Arg) -> Any:
        """Run a command on the node that has its key."""
        return self._cluster().execute_command(*words)

    def subscriber(self) -> redis.Redis:
        """Return a client of one node: wake-ups reach every node."""
        node = self._cluster().get_random_node()
        settings = {**self._settings, "socket_timeout": None}
        return redis.Redis(host=node.host, port=int(node.port), **no_retry(**settings))

    def close(self) -> None:
        """Let go of all connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _cluster(self) -> RedisCluster:
        if self._client is None or self._pid != os.getpid():
            nodes = [redis.cluster.ClusterNode(host, port) for host, port in self._hosts]
            try:
                self._client = RedisCluster(startup_nodes=nodes, **no_retry(**self._settings))
            except redis.RedisError as error:
                raise NeverSent(str(error)) from error
            self._pid = os.getpid()
        return self._client


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

    def subscriber(self) -> redis.Redis:
        """Return the same client: it is in this process."""
        return self._client

    def close(self) -> None:
        """Nothing to let go of."""


def split_hosts(text: str, default_port: int) -> list[tuple[str, int]]:
    """Read `h1:p1,h2:p2`. Raises ValueError."""
    hosts = []
    for part in text.split(","):
        host, _, port = part.strip().rpartition(":") if ":" in part else (part.strip(), "", str(default_port))
        if not host or not port.isdigit():
            raise ValueError(f"not a host and port: {part!r}")
        hosts.append((host, int(port)))
    return hosts
