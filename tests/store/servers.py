"""Servers that tests start on loopback: Redis, Sentinel, Cluster, and a proxy that makes faults."""

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

from tests.serving import free_port

START_SECONDS = 20.0


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


class RedisServer:
    """A redis-server in a folder of its own."""

    def __init__(self, folder: Path, *options: str, port: int | None = None, program: str = "redis-server") -> None:
        self.port = port or free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._command = [
            require(program), "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "",
            "--logfile", "server.log", "--repl-diskless-sync-delay", "0", *options,
        ]  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start it, or start it again with the data it has."""
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(lambda: self.client().ping(), f"the server on {self.port} answers")
        return self

    def client(self) -> redis.Redis:
        """A plain client."""
        return redis.Redis(port=self.port, socket_timeout=2, decode_responses=True)

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
