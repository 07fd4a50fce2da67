"""A Cluster: the node that has the keys of a match. Redirections are followed, nothing else is repeated."""

import random
import threading
from collections.abc import Sequence
from typing import Any, TypeAlias

import redis
from redis.connection import AbstractConnection
from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, MovedError, NoScriptError

from referee.store.direct import DirectLink
from referee.store.links import CONNECT_TIMEOUT, Arg, NeverSent, Script

Address: TypeAlias = tuple[str, int]

REDIRECTIONS = 5
"""How often a command is sent elsewhere before it is given up."""


class ClusterLink:
    """A link to each node, and a map of who has which slot, made anew after every loss."""

    def __init__(self, kind: type[AbstractConnection], hosts: Sequence[Address], settings: dict[str, Any]) -> None:
        """`hosts` are some of its nodes; `settings` tell who connects, and how."""
        self._kind = kind
        self._hosts = tuple(hosts)
        self._settings = settings
        self._nodes: dict[Address, DirectLink] = {}
        self._slots: dict[int, Address] = {}
        self._mapping = threading.Lock()

    def run(self, script: Script, keys: Sequence[Arg], args: Sequence[Arg], replicas: int = 0) -> Any:
        """Run a script on the node that has its keys."""
        tail: list[Arg] = [len(keys), *keys, *args]
        try:
            return self._send(keys[0], ["EVALSHA", script.sha, *tail], replicas)
        except NoScriptError:
            return self._send(keys[0], ["EVAL", script.source, *tail], replicas)

    def command(self, *words: Arg) -> Any:
        """Run a command on the node that has its key."""
        return self._send(words[1], list(words), 0)

    def everywhere(self, *words: Arg) -> list[Any]:
        """Run a command on every primary."""
        return [self._node(address).send(list(words)) for address in sorted(set(self._map().values()))]

    def subscriber(self) -> redis.Redis:
        """Return a client of one primary: wake-ups reach every node."""
        address = random.choice(sorted(set(self._map().values())))  # noqa: S311  -- no secret
        return self._node(address).subscriber()

    def close(self) -> None:
        """Let go of the idle connections."""
        for node in list(self._nodes.values()):
            node.close()

    def _send(self, key: Arg, words: list[Arg], replicas: int) -> Any:
        slot = key_slot(key if isinstance(key, bytes) else str(key).encode())
        address = self._map().get(slot)
        if address is None:
            self._slots = {}
            raise ClusterDownError(f"nobody serves the slot {slot}", status_code="CLUSTERDOWN")
        asking = False
        for _ in range(REDIRECTIONS):
            try:
                return self._node(address).send(words, replicas, asking=asking)
            except AskError as error:
                asking = not isinstance(error, MovedError)
                address = (error.host or address[0], error.port)
                if not asking:
                    self._slots[slot] = address
            except (redis.ConnectionError, redis.TimeoutError, ClusterDownError):
                self._slots = {}
                raise
        raise ClusterDownError(f"the slot {slot} is on its way", status_code="CLUSTERDOWN")

    def _node(self, address: Address) -> DirectLink:
        node = self._nodes.get(address)
        if node is None:
            host, port = address
            where = {"host": host, "port": port, **self._settings}
            node = self._nodes.setdefault(address, DirectLink(lambda: (self._kind, where)))
        return node

    def _map(self) -> dict[int, Address]:
        """Return who has which slot. Raises NeverSent when no node can tell."""
        slots = self._slots
        if slots:
            return slots
        if not self._mapping.acquire(timeout=CONNECT_TIMEOUT):
            raise NeverSent("the nodes of the Cluster are being asked for their slots")
        try:
            if not self._slots:
                self._slots = self._ask_somebody()
            return self._slots
        finally:
            self._mapping.release()

    def _ask_somebody(self) -> dict[int, Address]:
        causes = []
        for host, port in dict.fromkeys((*self._hosts, *self._nodes)):
            try:
                ranges = self._node((host, port)).send(["CLUSTER", "SLOTS"])
            except (redis.RedisError, OSError) as error:
                causes.append(error)
                continue
            # a node that does not know its own address leaves it out
            return {
                slot: (primary[0].decode() if primary[0] else host, primary[1])
                for first, last, primary, *_ in ranges
                for slot in range(first, last + 1)
            }
        raise NeverSent("; ".join(dict.fromkeys(map(str, causes)))) from causes[-1]
