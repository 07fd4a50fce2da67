"""A real Sentinel set: one primary, two replicas, three Sentinels; a failover in the middle of a match."""

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from referee.app import create_app
from referee.config import Config
from referee.store import DONE, OutcomeUnknown, StoreUnavailable
from referee.store.opening import open_store
from tests.api.kit import Table
from tests.serving import free_port
from tests.store.kit import created, following, now
from tests.store.servers import RedisServer, eventually, require


class SentinelSet:
    """One primary, two replicas, three Sentinels."""

    def __init__(self, folder: Path) -> None:
        self.primary = RedisServer(folder / "r0").start()
        follow = ("--replicaof", f"127.0.0.1 {self.primary.port}")
        self.replicas = [RedisServer(folder / f"r{n}", *follow).start() for n in (1, 2)]
        for replica in self.replicas:
            eventually(
                lambda r=replica: r.client().info("replication")["master_link_status"] == "up", "replicas follow"
            )
        self.ports = [free_port() for _ in range(3)]
        self._sentinels = [self._sentinel(folder / f"s{port}", port) for port in self.ports]
        for port in self.ports:
            eventually(lambda port=port: self._sees_everybody(port), "the Sentinels know each other")

    @property
    def url(self) -> str:
        return "redis+sentinel://" + ",".join(f"127.0.0.1:{port}" for port in self.ports) + "/match/0"

    def stop(self) -> None:
        for sentinel in self._sentinels:
            sentinel.send_signal(signal.SIGKILL)
            sentinel.wait(10)
        for server in (self.primary, *self.replicas):
            server.kill()

    def _sentinel(self, folder: Path, port: int) -> subprocess.Popen[bytes]:
        folder.mkdir()
        config = folder / "sentinel.conf"
        config.write_text(
            f"port {port}\nbind 127.0.0.1\ndir {folder}\nlogfile {folder}/log\n"
            f"sentinel monitor match 127.0.0.1 {self.primary.port} 2\n"
            "sentinel down-after-milliseconds match 500\nsentinel failover-timeout match 3000\n"
        )
        command = [require("redis-sentinel"), str(config)]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def _sees_everybody(self, port: int) -> bool:
        master = redis.Redis(port=port, decode_responses=True, socket_timeout=2).sentinel_master("match")
        return master["num-other-sentinels"] == 2 and master["num-slaves"] == 2


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[SentinelSet]:
    running = SentinelSet(tmp_path)
    yield running
    running.stop()


def test_a_match_goes_on_after_a_failover(servers: SentinelSet) -> None:
    store = open_store(servers.url, wait_replicas=1)
    match = created(store)
    assert store.commit(match, following(now(store, match))).word == DONE
    servers.primary.kill()

    def moved() -> bool:
        try:
            return store.commit(match, following(now(store, match), "after the failover")).word in (DONE, "replayed")
        except (StoreUnavailable, OutcomeUnknown):
            return False

    eventually(moved, "a commit after the failover", 30)
    assert now(store, match).version == 2
    assert store.events(match, 0, 10) == [b"event 1", b"event 2", b"event 3"]
    store.close()


def test_the_service_plays_through_a_failover(servers: SentinelSet) -> None:
    store = open_store(servers.url, wait_replicas=1)
    app = create_app(Config(), store)
    client = app.test_client()
    table = Table.create(client)
    assert table.move(0, "replace").status_code == 200
    servers.primary.kill()
    assert client.get("/livez").status_code == 200

    def moved() -> bool:
        answer = table.post("/moves", {"type": "replace", "version": 1}, 1, Idempotency_Key="mine")
        assert answer.status_code in (200, 503), answer.text
        return answer.status_code == 200

    eventually(moved, "a move after the failover", 30)
    assert table.get().json["version"] == 2
    app.extensions["referee-hub"].close()
    store.close()
