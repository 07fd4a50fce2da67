"""`referee serve`: what it says is true, and what keeps it from starting is one line."""

import os
import pty
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.serving import free_port
from tests.store.servers import RedisServer, eventually

pytestmark = pytest.mark.slow

REFEREE = str(Path(sys.executable).parent / "referee")
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("REFEREE_", "REDIS_"))}


def serve(folder: Path, *options: str, env: dict[str, str] | None = None) -> "subprocess.CompletedProcess[str]":
    """Run `referee serve`, which is to end by itself."""
    return subprocess.run(
        [REFEREE, "serve", *options],
        cwd=folder,
        env={**CLEAN, **(env or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


def refused(done: "subprocess.CompletedProcess[str]") -> str:
    """The one line with which a start was refused."""
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: ")
    return line


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
def test_a_port_that_is_taken_is_one_line_and_nothing_is_started(tmp_path: Path, host: str) -> None:
    family = socket.AF_INET6 if "[" in host else socket.AF_INET
    with socket.create_server((host.strip("[]"), 0), family=family) as taken:
        bind = f"{host}:{taken.getsockname()[1]}"
        assert "in use" in refused(serve(tmp_path, "--bind", bind))
        assert "in use" in refused(serve(tmp_path, "--bind", bind, "--check"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "bind",
    ["127.0.0.1:x", "127.0.0.1:99999", "192.0.2.1:8000", "host.invalid:8000", "unix:/nowhere/at/all", "unix:/dev/null"],
)
def test_an_address_that_cannot_be_listened_on_is_one_line(tmp_path: Path, bind: str) -> None:
    line = refused(serve(tmp_path, "--memory", "--bind", bind))
    assert bind in line


@pytest.mark.parametrize("data", ["file", "file/below"])
def test_data_that_cannot_be_kept_is_one_line(tmp_path: Path, data: str) -> None:
    (tmp_path / "file").touch()
    for more in ([], ["--check"]):
        assert "no folder" in refused(serve(tmp_path, "--bind", "127.0.0.1:0", "--data", data, *more))


@pytest.mark.parametrize(
    "env",
    [
        {"REFEREE_SECRT": "canary"},
        {"REDIS_URL": "redis://h/canary"},
        {"REDIS_URL": "redis://:can/ary@h:6379/0"},
        {"REFEREE_MATCH_TTL": "canary"},
        {"REFEREE_MEMORY_LIMIT": "canary"},
    ],
)
def test_a_configuration_that_cannot_be_used_is_one_line_that_repeats_nothing(
    tmp_path: Path, env: dict[str, str]
) -> None:
    for more in ([], ["--check"]):
        line = refused(serve(tmp_path, "--bind", "127.0.0.1:0", *more, env=env))
        assert "can" not in line.replace("cannot", "")
        assert next(iter(env)) in line


def test_a_check_tells_everything_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    wrong = {"REFEREE_SECRT": "x", "REFEREE_MATCH_TTL": "x", "REFEREE_DATA": "file"}
    done = serve(tmp_path, "--check", "--bind", "127.0.0.1:x", env=wrong)
    assert done.returncode == 1
    for told in ("REFEREE_SECRET", "REFEREE_MATCH_TTL", "127.0.0.1:x", "no folder"):
        assert told in done.stderr
    assert len(done.stderr.splitlines()) == 4


def test_a_check_that_finds_nothing_starts_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    done = serve(tmp_path, "--check", "--bind", "127.0.0.1:0")
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_is_not_there_is_told_by_a_check(tmp_path: Path) -> None:
    url = f"redis://127.0.0.1:{free_port()}/0"
    done = serve(tmp_path, "--check", "--bind", "127.0.0.1:0", env={"REDIS_URL": url})
    assert done.returncode == 1
    assert "Error: the store cannot be used" in done.stderr


def test_a_store_without_the_rights_that_are_needed_is_refused(tmp_path: Path) -> None:
    with RedisServer(tmp_path / "redis") as redis:
        redis.client().execute_command(
            "ACL", "SETUSER", "poor", "on", ">canary", "~referee:*", "+@all", "resetchannels"
        )
        url = f"redis://poor:canary@127.0.0.1:{redis.port}/0"
        for more in ([], ["--check"]):
            line = refused(serve(tmp_path, "--bind", "127.0.0.1:0", *more, env={"REDIS_URL": url}))
            assert "referee:wake" in line
            assert "canary" not in line


@pytest.mark.parametrize("terminal", [True, False])
def test_a_hangup_ends_what_was_started_in_a_terminal_and_reloads_a_service(tmp_path: Path, terminal: bool) -> None:
    """With it, also: it says that it listens when it does, on port 0 with the port that it got."""
    master, slave = pty.openpty()
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(
            [REFEREE, "serve", "--memory", "--bind", "127.0.0.1:0", "--workers", "1"],
            cwd=tmp_path,
            env=CLEAN,
            stdin=slave if terminal else subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    os.close(slave)
    try:
        eventually(lambda: "listens on http://" in (tmp_path / "log").read_text(), "it listens")
        url = (tmp_path / "log").read_text().partition("listens on ")[2].partition(";")[0]
        assert not url.endswith(":0")
        with urllib.request.urlopen(f"{url}/readyz", timeout=20) as answer:
            assert answer.status == 200
        server.send_signal(signal.SIGHUP)
        if terminal:
            assert server.wait(30) == 0
        else:
            with urllib.request.urlopen(f"{url}/readyz", timeout=20) as answer:
                assert answer.status == 200
            assert server.poll() is None
    finally:
        os.close(master)
        server.terminate()
        server.wait(40)
    assert "Traceback" not in (tmp_path / "log").read_text()
