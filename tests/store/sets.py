"""Servers that keep matches together: a primary with replicas and Sentinels, and a Cluster."""

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.store.servers import RedisServer, Sentinel, eventually

SLOTS = 16_384

PATIENT, IMPATIENT = 60_000, 1_000
"""Milliseconds of silence after which a server counts as gone: on a busy machine one that is well is silent, too."""


class SentinelSet:
    """A primary, its replicas, and Sentinels of which more than half decide."""

    def __init__(
        self,
        folder: Path,
        *,
        replicas: int = 1,
        sentinels: int = 1,
        patience: int = PATIENT,
        engine: str | None = None,
    ) -> None:
        self.primary = RedisServer(folder / "primary", engine=engine)
        follow = ("--replicaof", f"127.0.0.1 {self.primary.port}")
        self.replicas = [RedisServer(folder / f"replica {n}", *follow, engine=engine) for n in range(replicas)]
        lines = (f"sentinel down-after-milliseconds match {patience}", "sentinel failover-timeout match 3000")
        self._sentinels = [
            Sentinel(folder / f"sentinel-{n}", self.primary.port, *lines, quorum=sentinels // 2 + 1, engine=engine)
            for n in range(sentinels)
        ]
        self._running = ExitStack()

    @property
    def url(self) -> str:
        return "redis+sentinel://" + ",".join(f"127.0.0.1:{one.port}" for one in self._sentinels) + "/match/0"

    def __enter__(self) -> Self:
        with ExitStack() as started:
            for server in (self.primary, *self.replicas):
                started.enter_context(server)
            for replica in self.replicas:
                eventually(lambda one=replica: _follows(one), "the replicas follow")
            for sentinel in self._sentinels:
                started.enter_context(sentinel)
            for sentinel in self._sentinels:
                eventually(lambda one=sentinel: self._is_known_to(one), "every Sentinel knows the whole set")
            self._running = started.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._running.close()

    def _is_known_to(self, sentinel: Sentinel) -> bool:
        told = sentinel.client().sentinel_master("match")
        return bool(
            told["num-other-sentinels"] == len(self._sentinels) - 1 and told["num-slaves"] == len(self.replicas)
        )


class Cluster:
    """Primaries that share the slots evenly, each with as many replicas."""

    def __init__(
        self,
        folder: Path,
        *,
        primaries: int = 3,
        replicas: int = 0,
        patience: int = PATIENT,
        engine: str | None = None,
    ) -> None:
        timing = ("--cluster-node-timeout", str(patience), "--cluster-replica-validity-factor", "0")
        options = ("--cluster-enabled", "yes", *timing)
        count = primaries * (1 + replicas)
        self.nodes = [RedisServer(folder / f"node {n}", *options, engine=engine) for n in range(count)]
        self._primaries = self.nodes[:primaries]
        self._running = ExitStack()

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self._primaries)

    def __enter__(self) -> Self:
        with ExitStack() as started:
            for node in self.nodes:
                started.enter_context(node)
            self._join()
            for node in self.nodes:
                eventually(lambda one=node: self._is_whole_for(one), "every node knows the whole Cluster")
            self._running = started.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._running.close()

    def ports_of(self, match: str) -> tuple[int, list[int]]:
        """The slot of a match and the ports of its primary and replicas."""
        client = next(node for node in self.nodes if node.process is not None).client()
        slot = client.cluster("keyslot", f"referee:{{{match}}}:match")
        for first, last, *holders in client.execute_command("CLUSTER SLOTS"):
            if first <= slot <= last:
                return slot, [holder[1] for holder in holders]
        raise AssertionError(f"nobody has slot {slot}")

    def node(self, port: int) -> RedisServer:
        return next(node for node in self.nodes if node.port == port)

    def _join(self) -> None:
        """Deal the slots, and let everybody meet the first node and follow whom it should."""
        count = len(self._primaries)
        for n, node in enumerate(self.nodes):
            client = node.client()
            client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", n + 1)
            if n:
                client.execute_command("CLUSTER", "MEET", "127.0.0.1", self.nodes[0].port)
            if n < count:
                client.execute_command("CLUSTER", "ADDSLOTSRANGE", n * SLOTS // count, (n + 1) * SLOTS // count - 1)
        for n, node in enumerate(self.nodes[count:]):
            leader = self.nodes[n % count].client().execute_command("CLUSTER", "MYID")
            eventually(
                lambda one=node, leader=leader: one.client().execute_command("CLUSTER", "REPLICATE", leader),
                "a replica knows whom it follows",
            )

    def _is_whole_for(self, node: RedisServer) -> bool:
        told = node.client().cluster("info")
        known = int(told["cluster_known_nodes"]) == len(self.nodes) and told["cluster_state"] == "ok"
        return known and _follows(node)


def _follows(server: RedisServer) -> bool:
    """Whether a replica has its primary's data; one that is a primary has."""
    return bool(server.client().info("replication").get("master_link_status", "up") == "up")
