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


def free_port(below: int = 65_536) -> int:
    """A port that nobody listens on just now; `below` leaves room for ports that follow from it."""
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", 0 if below > 65_535 else random.randrange(20_000, below)))
            port: int = probe.getsockname()[1]
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
