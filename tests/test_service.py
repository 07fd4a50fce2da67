"""The server as a process: killed, reloaded and stopped under load; streams on other workers go on."""

import contextlib
import http.client
import json
import os
import signal
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.serving import Serving

pytestmark = pytest.mark.slow


def call(
    server: Serving, method: str, path: str, token: str | None = None, body: Any = None, key: str | None = None
) -> tuple[int, Any]:
    """One request over a connection of its own. Raises OSError or HTTPException when the connection breaks."""
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if key:
            headers["Idempotency-Key"] = key
        if body is not None:
            headers["Content-Type"] = "application/json"
        link.request(method, path, None if body is None else json.dumps(body), headers)
        answer = link.getresponse()
        data = answer.read()
        return answer.status, json.loads(data) if data else None
    finally:
        link.close()


class Stopped(Exception):
    """The test is over."""


class Load:
    """Clients that each play a match of their own with idempotency keys, and repeat what broke."""

    def __init__(self, server: Serving, clients: int) -> None:
        self.server = server
        self.acknowledged = 0
        self.broken = 0
        self.statuses: set[int] = set()
        self.matches: list[tuple[str, list[int]]] = []
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._play, args=(number,)) for number in range(clients)]

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        self.until(20)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        for thread in self._threads:
            thread.join()

    def until(self, more: int) -> None:
        """Wait until so many more moves are acknowledged."""
        goal = self.acknowledged + more
        deadline = time.monotonic() + 30
        while self.acknowledged < goal:
            assert time.monotonic() < deadline, f"only {self.acknowledged} of {goal} moves"
            time.sleep(0.01)

    def stop(self) -> None:
        """Let every client finish what it is doing, and not wait for answers any more."""
        self._stop.set()

    def _play(self, number: int) -> None:
        with contextlib.suppress(Stopped):
            self._play_matches(number)

    def _play_matches(self, number: int) -> None:
        while not self._stop.is_set():
            body = {"game": "kobayakawa", "seats": 3, "options": {"first_seat": 0}}
            made = self._sure("POST", "/v1/matches", None, body, f"create-{number}-{time.monotonic_ns()}")
            path, tokens = f"/v1/matches/{made['match']}", [seat["token"] for seat in made["seats"]]
            versions: list[int] = []
            self.matches.append((path, versions))
            view = made["view"]
            while view["status"] == "active" and not self._stop.is_set():
                seat = view["to_act"][0]
                kind = {"draw": "replace", "fight": "fight"}[view["phase"]]
                key = f"{path}-{len(versions)}"
                answer = self._sure("POST", f"{path}/moves", tokens[seat], {"type": kind}, key)
                versions.append(answer["version"])
                view = answer["view"]
                with self._lock:
                    self.acknowledged += 1

    def _sure(self, method: str, path: str, token: str | None, body: Any, key: str) -> Any:
        """Repeat a request with its key until it is answered."""
        deadline = time.monotonic() + 20
        while True:
            assert time.monotonic() < deadline, f"{method} {path} is not answered"
            try:
                status, answer = call(self.server, method, path, token, body, key)
            except (OSError, http.client.HTTPException):
                if self._stop.is_set():
                    raise Stopped from None
                with self._lock:
                    self.broken += 1
                continue
            self.statuses.add(status)
            if status in (200, 201):
                return answer
            assert status == 503, answer

    def check(self) -> int:
        """Every acknowledged move is in its match's log exactly once; returns how many were checked."""
        checked = 0
        for path, versions in self.matches:
            assert versions == list(range(1, len(versions) + 1)), f"{path}: {versions}"
            _, view = call(self.server, "GET", path)
            assert view["version"] >= len(versions), "an acknowledged move is lost"
            assert view["version"] <= len(versions) + 1, "a move was applied twice"
            _, page = call(self.server, "GET", f"{path}/events?limit=500")
            assert [event["seq"] for event in page["events"]] == list(range(1, page["last_event"] + 1))
            checked += len(versions)
        return checked


def workers(server: Serving) -> list[int]:
    """The processes that gunicorn forked (not the embedded server, nor its guardian)."""
    pids = []
    for children in Path(f"/proc/{server.process.pid}/task").glob("*/children"):
        for pid in children.read_text().split():
            with contextlib.suppress(OSError):
                if b"\0serve\0" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    pids.append(int(pid))
    return pids


def test_killed_workers_lose_nothing_and_apply_nothing_twice(tmp_path: Path) -> None:
    with Serving(cwd=tmp_path) as server:
        with Load(server, 6) as load:
            for _ in range(6):
                os.kill(workers(server)[0], signal.SIGKILL)
                load.until(40)
        assert load.check() == load.acknowledged
        assert load.statuses <= {200, 201, 503}
        print(f"acknowledged {load.acknowledged}, lost 0, duplicated 0, connections broken {load.broken}")


def test_a_reload_under_load_fails_no_request(tmp_path: Path) -> None:
    with Serving(cwd=tmp_path) as server:
        with Load(server, 4) as load:
            for _ in range(2):
                before = set(workers(server))
                server.process.send_signal(signal.SIGHUP)
                deadline = time.monotonic() + 30
                while before & set(workers(server)):
                    assert time.monotonic() < deadline, "the old workers do not end"
                    load.until(1)
                load.until(20)
        assert load.check() == load.acknowledged
        assert load.broken == 0
        assert load.statuses == {200, 201}


def test_stopping_finishes_what_was_begun_and_keeps_every_move(tmp_path: Path) -> None:
    with Serving(cwd=tmp_path) as server:
        with Load(server, 4) as load:
            server.process.terminate()
            load.stop()
        assert server.process.wait(40) == 0
    with Serving(cwd=tmp_path) as server:
        load.server = server
        assert load.check() == load.acknowledged


def test_the_store_gone_is_503_live_and_heals_by_itself(tmp_path: Path) -> None:
    from tests.store.servers import RedisServer

    with (
        RedisServer(tmp_path / "redis", "--appendonly", "yes") as redis,
        Serving(cwd=tmp_path, env={"REDIS_URL": redis.url}) as server,
    ):
        made = call(server, "POST", "/v1/matches", None, {"game": "kobayakawa", "seats": 3})[1]
        path = f"/v1/matches/{made['match']}"
        redis.kill()
        for target in (path, f"{path}/events", "/readyz"):
            began = time.monotonic()
            status, problem = call(server, "GET", target)
            assert (status, problem["code"]) == (503, "store-unavailable")
            assert time.monotonic() - began < 3
        assert call(server, "GET", "/livez")[0] == 200
        redis.start()
        deadline = time.monotonic() + 10
        while call(server, "GET", path)[0] != 200:
            assert time.monotonic() < deadline


def test_a_stream_of_a_killed_worker_is_resumed_elsewhere_without_gaps(tmp_path: Path) -> None:
    with Serving(cwd=tmp_path) as server, Load(server, 2) as load:
        path, versions = load.matches[-1]
        seen: list[int] = []
        kills = 0
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            asked = urllib.request.Request(
                f"{server.url}{path}/events",
                headers={"Accept": "application/x-ndjson", "Last-Event-ID": str(seen[-1] if seen else 0)},
            )
            with contextlib.suppress(OSError, http.client.HTTPException), urllib.request.urlopen(asked) as stream:
                for line in stream:
                    if line.strip():
                        event = json.loads(line)
                        seen.append(event["seq"])
                        if kills < 3 and len(seen) % 15 == 0:
                            kills += 1
                            os.kill(workers(server)[0], signal.SIGKILL)
                        if event["type"] == "finished":  # the stream stays open for a rematch
                            break
            if seen and event["type"] == "finished":
                break
        assert event["type"] == "finished"
        assert seen == list(range(1, len(seen) + 1))
        assert kills > 0
        assert len(versions) > 0


@pytest.mark.parametrize("options", [(), ("--streams", "--workers", "1")])
def test_a_server_that_is_told_to_stop_ends_its_streams_soon(tmp_path: Path, options: tuple[str, ...]) -> None:
    with Serving("--memory", *options, cwd=tmp_path) as server:
        made = call(server, "POST", "/v1/matches", None, {"game": "kobayakawa", "seats": 3})[1]
        asked = urllib.request.Request(
            f"{server.url}/v1/matches/{made['match']}/events?after=1", headers={"Accept": "text/event-stream"}
        )
        with urllib.request.urlopen(asked) as stream:
            assert stream.readline() == b"retry: 1000\n"
            server.process.terminate()
            assert stream.read() == b"\n"
        assert server.process.wait(20) == 0
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize("option", ["--memory", None])
def test_the_server_says_in_one_line_where_matches_live(tmp_path: Path, option: str | None) -> None:
    with Serving(*([option] if option else []), cwd=tmp_path) as server:
        pass
    (line,) = [line for line in server.log.read_text().splitlines() if "Matches live" in line]
    assert ("end with it" in line) == (option is not None)
    assert ("survive a restart" in line) == (option is None)


def test_no_token_seed_or_query_reaches_the_log(tmp_path: Path) -> None:
    with Serving("--memory", "--access-log", "--log-level", "debug", cwd=tmp_path) as server:
        seed = "5eed" * 16
        made = call(server, "POST", "/v1/matches", None, {"game": "kobayakawa", "seats": 3, "seed": seed})[1]
        path, token = f"/v1/matches/{made['match']}", made["seats"][0]["token"]
        ticket = call(server, "POST", f"{path}/events/ticket", token, {})[1]["ticket"]
        call(server, "GET", f"{path}/events?ticket={ticket}")
        call(server, "POST", f"{path}/moves", token, {"type": "fight"})
        call(server, "GET", "/nothing?secret=canary")
    log = server.log.read_text()
    records = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert any(record.get("code") == "not-found" and record["request_id"] for record in records)
    for secret in (seed, token, ticket, made["host_token"], "canary"):
        assert secret not in log


def embedded(server: Serving) -> list[int]:
    """The store's processes below a server."""
    found = []
    for children in Path(f"/proc/{server.process.pid}/task").glob("*/children"):
        for pid in children.read_text().split():
            with contextlib.suppress(OSError):
                if b"valkey" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]:
                    found.append(int(pid))
    return found


def until(condition: Callable[[], object], what: str) -> None:
    """Wait for a condition; a broken connection counts as no."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, http.client.HTTPException):
            if condition():
                return
        time.sleep(0.05)
    raise AssertionError(f"not in time: {what}")


def reloaded(server: Serving) -> None:
    """Send HUP, and wait until all workers are new ones."""
    before = set(workers(server))
    server.process.send_signal(signal.SIGHUP)
    until(lambda: not before & set(workers(server)), "the workers are new ones")


def metrics(server: Serving) -> str:
    """The figures of all workers."""
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=5) as answer:
        return str(answer.read().decode())


def gone(pid: int) -> bool:
    """Whether a process has ended, even if nobody asked for its end yet."""
    try:
        return not Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return True


@pytest.mark.slow
def test_a_killed_embedded_store_comes_back_each_time_also_after_a_reload_and_none_is_left(tmp_path: Path) -> None:
    with Serving(cwd=tmp_path) as server:
        paths = []
        for turn in range(4):
            made = call(server, "POST", "/v1/matches", None, {"game": "kobayakawa", "seats": 3})[1]
            paths.append(f"/v1/matches/{made['match']}")
            (store,) = embedded(server)
            os.kill(store, signal.SIGKILL)
            until(lambda: all(call(server, "GET", path)[0] == 200 for path in paths), "every match is there again")
            if turn == 1:
                reloaded(server)
        (store,) = embedded(server)
        server.process.kill()
        server.process.wait()
        until(lambda: gone(store), "the store ends with its master")
    with Serving(cwd=tmp_path) as server:
        assert [call(server, "GET", path)[0] for path in paths] == [200] * 4
        (store,) = embedded(server)
    assert gone(store)


def test_liveness_is_quick_while_the_store_hangs_and_forty_wait(tmp_path: Path) -> None:
    with Serving("--data", str(tmp_path / "data"), cwd=tmp_path) as server:
        _, match = call(server, "POST", "/v1/matches", body={"game": "kobayakawa", "seats": 3})
        path = f"/v1/matches/{match['match']}/events?after=1&wait=20"
        with contextlib.ExitStack() as open_ones:
            for _ in range(40):
                sock = open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                sock.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            until(lambda: "referee_streams 40" in metrics(server), "all forty wait")
            (store,) = embedded(server)
            os.kill(store, signal.SIGSTOP)
            try:
                slowest = 0.0
                for _ in range(30):
                    began = time.monotonic()
                    assert call(server, "GET", "/livez")[0] == 200
                    slowest = max(slowest, time.monotonic() - began)
                assert slowest < 2  # 0.1 s where nothing else runs; without the circuit it is over 3
            finally:
                os.kill(store, signal.SIGCONT)
        until(lambda: call(server, "GET", "/readyz")[0] == 200, "the server is ready again")
