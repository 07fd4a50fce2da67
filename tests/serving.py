"""`referee serve` as a process of its own, on a free port."""

import contextlib
import os
import random
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Self

READY_SECONDS = 20.0


PORTS = range(10_000, 22_768)
"""Below those that systems give to connections, which would take the port of a server that is down for a moment."""

BUS = 10_000
"""A Cluster's node has its port and, so much higher, one for the other nodes."""


def free_port() -> int:
    """A port that nobody listens on just now, nor on the one that a Cluster's node has beside it."""
    while True:
        port = random.choice(PORTS)
        with contextlib.suppress(OSError), socket.socket() as probe, socket.socket() as bus:
            probe.bind(("127.0.0.1", port))
            bus.bind(("127.0.0.1", port + BUS))
            return port


class Serving:
    """A running server; leaving the context stops it."""

    def __init__(self, *options: str, cwd: Path, env: dict[str, str] | None = None) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = cwd / f"serve-{self.port}.log"
        self._command = [
            str(Path(sys.executable).parent / "referee"),
            "serve",
            "--bind",
            f"127.0.0.1:{self.port}",
            *options,
        ]
        self._cwd = cwd
        self._env = {**os.environ, **(env or {})}

    def __enter__(self) -> Self:
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                self._command, cwd=self._cwd, env=self._env, stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(self.url + "/readyz", timeout=1):
                    return self
            except (urllib.error.URLError, OSError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        self.stop()
        raise AssertionError(f"the server did not start: {self.log.read_text()}")

    def stop(self) -> int:
        """Ask the server to stop, and wait for it."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(timeout=40)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
