"""The folder that keeps the data of one embedded server, locked for it alone."""

import contextlib
import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from referee.store.tether import close_in_forks

LET_GO_SECONDS = 8.0
"""How long a start waits for a folder in use: whoever uses it may be about to end."""

SOCKETS = "valkey*.sock"

_LOCK = "lock"


class FolderError(RuntimeError):
    """The folder cannot be used; the text says why."""


class Folder:
    """A folder, locked while it is held. The lock is with the open file, so whoever inherits that holds it as well."""

    def __init__(self, path: Path, lock: IO[bytes]) -> None:
        """`take` makes one."""
        self.path = path
        self._lock = lock
        self._synced: dict[Path, int] = {}

    @classmethod
    def take(cls, path: Path, say: Callable[[str], None], patience: float = LET_GO_SECONDS) -> "Folder":
        """Make the folder if need be and lock it; wait up to `patience` seconds if it is in use. Raises FolderError."""
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = (path / _LOCK).open("wb", buffering=0)
        except OSError as error:
            raise _unusable(path, error) from None
        try:
            _acquire(path, lock, say, patience)
            for socket in path.glob(SOCKETS):  # of servers that were killed: nobody else is here
                socket.unlink(missing_ok=True)
        except BaseException as error:
            lock.close()
            if isinstance(error, OSError):
                raise _unusable(path, error) from None
            raise
        close_in_forks(lock)
        return cls(path.resolve(), lock)

    def fileno(self) -> int:
        """Return the lock's file, for a process that is to hold it as well."""
        return self._lock.fileno()

    def release(self) -> None:
        """Let go of it."""
        self._lock.close()

    def sync(self) -> None:
        """Bring what was appended to the server's logs to the disk, against the end of the machine. Raises OSError."""
        for log in self.path.glob("appendonlydir/*.aof"):
            with contextlib.suppress(FileNotFoundError):  # rewritten meanwhile
                size = log.stat().st_size
                if self._synced.get(log) != size:
                    file = os.open(log, os.O_RDONLY)
                    try:
                        os.fsync(file)
                    finally:
                        os.close(file)
                    self._synced[log] = size


def probe(path: Path) -> None:
    """Look whether `take` would succeed now, and change nothing. Raises FolderError."""
    there = path
    while not os.path.exists(there) and there != there.parent:  # Path.exists raises where one may not look
        there = there.parent
    if not there.is_dir():
        raise _unusable(path, NotADirectoryError())
    if not os.access(there, os.R_OK | os.W_OK | os.X_OK):
        raise _unusable(path, PermissionError())
    with contextlib.suppress(FileNotFoundError):
        try:
            with (path / _LOCK).open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _in_use(path) from None
        except PermissionError as error:
            raise _unusable(path, error) from None


def _acquire(path: Path, lock: IO[bytes], say: Callable[[str], None], patience: float) -> None:
    until = time.monotonic() + patience
    said = False
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise _in_use(path) from None
            if not said:
                say(f"the folder {path} is in use by another referee: waiting for it, {patience:.0f} s at most")
                said = True
            time.sleep(0.05)
        else:
            return


def _in_use(path: Path) -> FolderError:
    return FolderError(f"another referee is using the folder {path}")


def _unusable(path: Path, error: OSError) -> FolderError:
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        return FolderError(f"the data cannot be kept in {path}: it is no folder, or below something that is none")
    if isinstance(error, PermissionError):
        return FolderError(f"the data cannot be kept in {path}: this user may not write there")
    return FolderError(f"the data cannot be kept in {path}: {error.strerror}")
