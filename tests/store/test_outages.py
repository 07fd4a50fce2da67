"""After any outage the store is used again within 5 s, on every way to it; a store that hangs keeps nobody waiting."""

import json
import logging
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from referee import logs
from referee.app import create_app
from referee.config import Config
from referee.match.joining import WrongSecret, join
from referee.store import DamagedMatch, StoreUnavailable
from referee.store.links import MOST_CONNECTIONS
from referee.store.opening import open_store
from referee.store.redis import RedisStore
from tests.api.checks import refused
from tests.api.kit import Table
from tests.serving import free_port
from tests.store.kit import created, following, now
from tests.store.servers import RedisServer, Sentinel, eventually
from tests.store.tls import Front, certificate

pytestmark = pytest.mark.slow

HEALED = 5.0


def answers(store: RedisStore) -> bool:
    try:
        return store.ping() > 0
    except StoreUnavailable:
        return False


class Way:
    """A server that can be killed, the Sentinel beside it and TLS before both, and the URL that leads there."""

    def __init__(self, kind: str, folder: Path) -> None:
        self._running = ExitStack()
        self._known = certificate(folder) if kind.startswith("rediss") else None
        options = ["--unixsocket", str(folder / "s")] if kind == "unix" else []
        port = free_port()
        public = self._fronted(port)
        if kind.endswith("cluster"):
            options += ["--cluster-enabled", "yes", "--cluster-announce-port", str(public)]
        self.server = self._running.enter_context(RedisServer(folder / "redis", *options, port=port))
        if kind.endswith("cluster"):
            self.server.client().execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            eventually(lambda: self.server.client().cluster("info")["cluster_state"] == "ok", "the Cluster serves")
        path, parameters = "", []
        if self._known:
            parameters = [f"{name}={self._known}" for name in ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")]
        if kind.endswith("sentinel"):
            lines = ("sentinel down-after-milliseconds match 60000",)
            watching = self._running.enter_context(Sentinel(folder / "s", public, *lines, password="its/own"))
            public, path = self._fronted(watching.port), "/match"
            parameters.append("sentinel_password=its%2Fown")
        self.url = f"{kind}://127.0.0.1:{public}{path}" + ("?" if parameters else "") + "&".join(parameters)
        if kind == "unix":
            self.url = f"unix://{folder / 's'}"

    def _fronted(self, port: int) -> int:
        """The port that leads to another, with TLS if the way has it."""
        return self._running.enter_context(Front(port, self._known)).port if self._known else port

    def stop(self) -> None:
        self._running.close()


KINDS = [
    "redis", "rediss", "unix", "redis+sentinel", "rediss+sentinel",
    *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("redis+cluster", "rediss+cluster")),
]  # fmt: skip


@pytest.fixture(params=KINDS)
def way(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Way]:
    running = Way(request.param, tmp_path)
    yield running
    running.stop()


def test_after_each_outage_the_store_is_used_again(way: Way) -> None:
    store = open_store(way.url)
    eventually(lambda: answers(store), "the store is reached", 20)
    woken = threading.Event()
    stop = store.listen(lambda _: woken.set())
    assert woken.wait(10)
    for _ in range(2):
        way.server.kill()
        with ThreadPoolExecutor(8) as pool:
            refused = list(pool.map(lambda _: answers(store), range(MOST_CONNECTIONS * 4)))
        assert not any(refused)
        woken.clear()
        way.server.start()
        eventually(lambda: answers(store), "the store is used again", HEALED)
        assert woken.wait(HEALED), "the subscription is back"
    match = created(store)
    assert store.commit(match, following(now(store, match))).verdict == "done"
    stop()
    store.close()


def test_connections_that_were_killed_cost_no_call(server: RedisServer) -> None:
    store = open_store(server.url)
    match = created(store)
    for _ in range(5):
        with ThreadPoolExecutor(16) as pool:
            assert all(pool.map(lambda _: answers(store), range(64)))
        for one in server.client().client_list():
            server.client().client_kill_filter(_id=one["id"], skipme=True)
        with ThreadPoolExecutor(16) as pool:
            assert all(pool.map(lambda _: answers(store), range(64)))
    assert store.commit(match, following(now(store, match))).verdict == "done"
    store.close()


def probes() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "store-probe"}


def test_a_store_that_hangs_is_known_to_hang_until_it_answers(server: RedisServer) -> None:
    store = open_store(server.url)
    match = created(store)
    assert server.process
    others = probes()  # of stores that other tests have left
    server.process.send_signal(signal.SIGSTOP)
    try:
        with pytest.raises(StoreUnavailable):
            store.load(match)
        began = time.monotonic()
        for _ in range(20):
            with pytest.raises(StoreUnavailable):
                store.load(match)
            with pytest.raises(StoreUnavailable):
                store.ready()
        assert time.monotonic() - began < 4
        assert len(probes() - others) == 1
    finally:
        server.process.send_signal(signal.SIGCONT)
    eventually(lambda: answers(store), "it answers again", HEALED)
    store.close()


@pytest.mark.parametrize("setting", [("maxmemory", "1"), ("min-replicas-to-write", "3")])
def test_readiness_tells_that_writes_are_refused_and_the_log_why_once(
    server: RedisServer, setting: tuple[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    store = open_store(server.url)
    client = create_app(Config(), store).test_client()
    assert client.get("/readyz").status_code == 200
    server.client().config_set(*setting)
    with caplog.at_level(logging.WARNING, "referee.store"):
        assert [client.get("/readyz").status_code for _ in range(3)] == [503, 503, 503]
        assert client.get("/livez").status_code == 200
        server.client().config_set(setting[0], "0")
        assert client.get("/readyz").status_code == 200
    lines = [json.loads(logs.JsonFormatter().format(line)) for line in caplog.records]
    assert [line["message"] for line in lines] == ["the store refuses", "the store takes writes again"]
    assert lines[0]["cause"].split()[0].strip(":") in ("OOM", "NOREPLICAS")
    store.close()


def test_a_replica_is_not_ready(server: RedisServer) -> None:
    store = open_store(server.url)
    server.client().replicaof("127.0.0.1", str(free_port()))
    with pytest.raises(StoreUnavailable, match="READONLY"):
        store.ready()
    store.close()


def test_the_cause_of_an_outage_is_logged_once_and_shows_no_password(
    server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.client().config_set("requirepass", "right")
    store = open_store(server.url.replace("redis://", "redis://:hunter2@"))
    with caplog.at_level(logging.WARNING, "referee.store"):
        assert not any(answers(store) for _ in range(4))
    lines = [logs.JsonFormatter().format(line) for line in caplog.records]
    assert len(lines) == 1
    assert "WRONGPASS" in lines[0]
    assert "hunter2" not in lines[0]
    store.close()


def test_a_match_is_deleted_though_memory_is_full(server: RedisServer) -> None:
    store = open_store(server.url)
    client = create_app(Config(), store).test_client()
    table = Table.create(client)
    server.client().config_set("maxmemory", "1")
    assert client.delete(table.path, headers=table.headers("host")).status_code == 204
    assert table.get().status_code == 410
    store.close()


@pytest.mark.parametrize(
    "damage",
    [("HDEL", "match", "s"), ("HDEL", "match", "v"), ("HSET", "match", "n", "many"), ("DEL", "events")],
)
def test_a_damaged_match_is_damaged_alone_and_not_made_worse(server: RedisServer, damage: tuple[str, ...]) -> None:
    store = open_store(server.url)
    match, other = created(store), created(store)
    commit = following(now(store, match))
    word, part, *more = damage
    server.client().execute_command(word, f"referee:{{{match}}}:{part}", *more)
    call = (lambda: store.load(match)) if part == "match" else (lambda: store.commit(match, commit))
    with pytest.raises(DamagedMatch):
        call()
    assert store.commit(other, following(now(store, other))).verdict == "done"
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        ("HDEL", "match", "h"),
        ("HSET", "match", "s", "torn"),
        ("SET", "match", "x"),
        ("SET", "seed", "short"),
        ("DEL", "events"),
    ],
    ids=["head lost", "state torn", "another type", "seed torn", "log lost"],
)
def test_a_damaged_match_is_told_from_a_store_that_is_gone(
    server: RedisServer, damage: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    store = open_store(server.url)
    table = Table.create(create_app(Config(), store).test_client())
    word, part, *more = damage
    server.client().execute_command(word, f"referee:{{{table.match}}}:{part}", *more)
    for _ in range(2):
        refused(table.post("/moves", {"type": "draw"}, 0), 409, "match-unreadable")
    told = [entry.getMessage() for entry in caplog.records if entry.levelname == "ERROR"]
    assert [table.match in line for line in told] == [True], "the log says why, once"
    store.close()


def test_a_match_whose_log_is_damaged_can_be_deleted(server: RedisServer) -> None:
    store = open_store(server.url)
    table = Table.create(create_app(Config(), store).test_client())
    server.client().delete(f"referee:{{{table.match}}}:events")
    refused(table.post("/moves", {"type": "draw"}, 0), 409, "match-unreadable")
    assert table.client.delete(table.path, headers=table.headers("host")).status_code == 204
    refused(table.get(), 410, "match-expired")
    store.close()


def test_a_store_that_was_emptied_still_refuses_other_secrets(server: RedisServer) -> None:
    ours, others = "a secret of ours", "a secret of others"
    store = open_store(server.url)
    app = create_app(Config(secret=ours), store)
    server.client().flushall()
    app.extensions["referee"].sweep()
    with pytest.raises(WrongSecret):
        join(store, others)
    with pytest.raises(WrongSecret):
        join(store, None)
    store.close()


def test_the_clocks_of_others_go_on_beside_a_damaged_match_and_odd_members(server: RedisServer) -> None:
    store = open_store(server.url)
    app = create_app(Config(), store)
    tables = [Table.create(app.test_client(), clock={"move_seconds": 60}) for _ in range(2)]
    raw = server.client()
    raw.hdel(f"referee:{{{tables[0].match}}}:match", "s")
    raw.execute_command("ZADD", "referee:due", 1, b"\xff\xfe", 2, "{odd}", 3, "")
    for number, table in enumerate(tables):
        raw.zadd("referee:due", {table.match: 4 + number})
    assert app.extensions["referee"].sweep() == 4
    left = {name for name, _ in raw.zrange("referee:due", 0, -1, withscores=True)}
    assert left == {table.match for table in tables}
    assert app.extensions["referee"].sweep() == 0
    store.close()
