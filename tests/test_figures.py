"""Figures of a real server: of all its processes, and on a port of their own."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from referee.health import health
from tests.serving import Serving, free_port
from tests.store.servers import eventually

pytestmark = pytest.mark.slow


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return str(answer.read().decode())


def workers(text: str) -> set[str]:
    return set(re.findall(r'^process_resident_memory_bytes\{pid="(\d+)"\} [1-9]', text, re.M))


def test_figures_have_a_port_of_their_own_and_tell_of_every_living_process(tmp_path: Path) -> None:
    port = free_port()
    with Serving(
        "--data", str(tmp_path / "data"), cwd=tmp_path, env={"REFEREE_METRICS_BIND": f"127.0.0.1:{port}"}
    ) as server:
        url = f"http://127.0.0.1:{port}/metrics"
        eventually(lambda: len(workers(get(url))) == 3, "both workers tell of themselves")
        told = get(url)
        assert str(server.process.pid) in workers(told)
        assert "referee_stream_places 1000.0" in told
        for absent in (f"{server.url}/metrics", f"http://127.0.0.1:{port}/livez"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                get(absent)
            assert refused.value.code == 404
            refused.value.close()
        assert f"at http://127.0.0.1:{port}/metrics" in server.log.read_text()
        victim = min(workers(told) - {str(server.process.pid)})
        os.kill(int(victim), signal.SIGKILL)
        eventually(lambda: victim not in (now := workers(get(url))) and len(now) == 3, "another is in its place")


def test_a_server_listens_at_every_address_that_it_is_given(tmp_path: Path) -> None:
    first, second, path = free_port(), free_port(), tmp_path / "socket"
    bind = f"127.0.0.1:{first},127.0.0.1:{second},unix:{path}"
    server = Serving("--memory", "--bind", bind, cwd=tmp_path)
    server.url = f"http://127.0.0.1:{first}"
    with server:
        assert "alive" in get(f"http://127.0.0.1:{second}/livez")
        assert health(f"unix:{path}") == 0


def test_a_port_for_figures_that_is_taken_is_told_by_a_check_and_keeps_it_from_starting(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        command = [Path(sys.executable).parent / "referee", "serve", "--memory", "--bind", f"127.0.0.1:{free_port()}"]
        env = {**os.environ, "REFEREE_METRICS_BIND": address}
        ways = [
            subprocess.Popen([*command, *more], cwd=tmp_path, env=env, stderr=subprocess.PIPE, text=True)
            for more in ([], ["--check"])
        ]
        for one in ways:
            _, told = one.communicate(timeout=60)
            assert one.returncode == 1
            assert told.startswith(f"Error: cannot listen on {address}")
