"""Servers under measurement: gunicorn as `referee serve` runs it, and what its workers use of the processor."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

OURS = "referee.serving.worker.Worker"

_TICKS = os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """Return a port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """gunicorn with an application, until the context is left."""

    def __init__(
        self,
        application: str,
        redis_url: str,
        workers: int = 2,
        threads: int = 8,
        worker_class: str | None = None,
        streams: int = 500,
    ) -> None:
        """`worker_class` is our own for Referee and gthread for the references, unless given."""
        if worker_class is None:
            worker_class = OURS if application.startswith("referee.") else "gthread"
        self.port = free_port()
        self._command = [
            sys.executable, "-m", "gunicorn", application,
            "--bind", f"127.0.0.1:{self.port}", "--workers", str(workers), "--threads", str(threads),
            "--worker-class", worker_class, "--worker-connections", "4000",
            "--keep-alive", "75", "--log-level", "error",
        ]  # fmt: skip
        if Path("/dev/shm").is_dir():
            self._command += ["--worker-tmp-dir", "/dev/shm"]
        self._env = {**os.environ, "REDIS_URL": redis_url, "REFEREE_STREAMS": str(streams)}
        self._workers = workers

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(self._command, env=self._env)
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
                continue
            if len(self._pids()) == self._workers:
                time.sleep(1.0)  # until the workers have imported everything
                return self
        raise RuntimeError("the server did not start")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait(30)

    def _pids(self) -> list[int]:
        path = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    def cpu_seconds(self) -> float:
        """Return the processor time that the workers have used, user and system."""
        total = 0
        for pid in self._pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        return total / _TICKS
