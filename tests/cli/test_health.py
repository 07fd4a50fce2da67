"""`referee health`: 0 and nothing said for a server that is ready, 1 and the reason for anything else."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.serving import Serving, free_port

pytestmark = pytest.mark.slow

REFEREE = Path(sys.executable).parent / "referee"


def asked(bind: str, *options: str) -> subprocess.CompletedProcess[str]:
    """The command as a health check runs it, with the server's own variable."""
    env = {**os.environ, "REFEREE_BIND": bind}
    return subprocess.run([REFEREE, "health", *options], env=env, capture_output=True, text=True, timeout=30)


@contextmanager
def answering(answer: bytes, family: socket.AddressFamily, address: tuple[str, int] | str) -> Iterator[list[bytes]]:
    """Something that answers every request so; yields what it was sent."""
    heard: list[bytes] = []
    with socket.socket(family) as server:
        server.bind(address)
        server.listen()
        server.settimeout(20)

        def serve() -> None:
            client, _ = server.accept()
            with client:
                heard.append(client.recv(1000))
                client.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        yield heard
        thread.join()


def test_it_asks_where_the_servers_variable_has_it_listen_unless_an_option_says_otherwise(tmp_path: Path) -> None:
    elsewhere = f"127.0.0.1:{free_port()}"
    with Serving("--memory", "--workers", "1", cwd=tmp_path, env={"REFEREE_BIND": elsewhere}) as server:
        done = asked(f"0.0.0.0:{server.port}")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert asked(elsewhere, "--bind", f"127.0.0.1:{server.port}").returncode == 0
        done = asked(elsewhere)
    assert done.returncode == 1
    assert f"no server answers at {elsewhere}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("family", "host", "bind"),
    [
        (socket.AF_INET, "127.0.0.1", "0.0.0.0:{port}"),
        (socket.AF_INET, "127.0.0.1", ":{port}"),
        (socket.AF_INET, "127.0.0.1", "tcp://localhost:{port}, 127.0.0.1:1"),
        (socket.AF_INET6, "::1", "[::]:{port}"),
        (socket.AF_INET6, "::1", "[::1]:{port}"),
    ],
)
def test_every_address_that_a_server_listens_on_can_be_asked(
    family: socket.AddressFamily, host: str, bind: str
) -> None:
    port = free_port()
    with answering(b"HTTP/1.1 200 OK\r\n\r\n{}", family, (host, port)) as heard:
        assert asked(bind.format(port=port)).returncode == 0
    assert heard[0].startswith(b"GET /readyz HTTP/1.1\r\nHost: ")


def test_a_unix_socket_can_be_asked(tmp_path: Path) -> None:
    path = str(tmp_path / "s")
    with answering(b"HTTP/1.1 200 OK\r\n\r\n{}", socket.AF_UNIX, path):
        assert asked(f"unix:{path}").returncode == 0


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b'HTTP/1.1 503 Service Unavailable\r\n\r\n{"code":"store-unavailable"}', "store-unavailable"),
        (b"HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\n\r\n", "not ready"),
        (b"SSH-2.0-200 200\r\n", "not ready"),
        (b"", "not ready"),
    ],
)
def test_any_other_answer_is_1_and_says_why(answer: bytes, told: str) -> None:
    port = free_port()
    with answering(answer, socket.AF_INET, ("127.0.0.1", port)):
        done = asked(f"127.0.0.1:{port}")
    assert (done.returncode, done.stdout) == (1, "")
    assert told in done.stderr


@pytest.mark.parametrize("bind", ["nonsense", "127.0.0.1:99999999", "[::1", "unix:/nowhere/at/all"])
def test_what_is_no_address_is_1_and_no_traceback(bind: str) -> None:
    done = asked(bind)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: no server answers at ")
    assert "Traceback" not in done.stderr


def test_it_imports_neither_the_command_line_nor_anything_from_outside(tmp_path: Path) -> None:
    code = (
        "import sys; from referee.__main__ import main; sys.argv = ['referee', 'health']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted({'argparse', 'click', 'email', 'http', 'ssl', 'urllib.request'} & set(sys.modules)))"
    )
    env = {**os.environ, "REFEREE_BIND": f"127.0.0.1:{free_port()}"}
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "\n"
