"""What one client, or one signal, may not do to a worker: keep it busy, end its feeder, hold up its end."""

import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import gunicorn.config
import pytest

from referee.api.fed import Fed
from referee.serving.connection import Connection
from referee.serving.feeder import Feeder
from tests.serving import Serving

pytestmark = pytest.mark.slow

CHUNKED = (
    b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)


def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.02)


def status(sock: socket.socket) -> bytes:
    with sock.makefile("rb") as stream:
        return stream.readline().split()[1]


def lively(server: Serving) -> bool:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        sock.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
        return status(sock) == b"200"


def family(pid: int) -> list[int]:
    """A process and all below it."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return [pid, *(one for child in children for one in family(child))]


def seconds_used(pids: list[int]) -> float:
    def of(pid: int) -> int:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    return sum(map(of, pids)) / os.sysconf("SC_CLK_TCK")


def test_a_signal_to_reopen_the_logs_leaves_the_workers_asleep(tmp_path: Path) -> None:
    with Serving("--memory", cwd=tmp_path) as server:
        everyone = family(server.process.pid)
        server.process.send_signal(signal.SIGUSR1)
        until(lambda: lively(server))
        before, began = seconds_used(everyone), time.monotonic()
        while time.monotonic() - began < 2:
            assert lively(server)
            threading.Event().wait(0.2)
        assert seconds_used(everyone) - before < 1  # a worker that spins takes all of the two seconds


@pytest.mark.slow
def test_half_a_request_holds_up_the_end_no_longer_than_it_may_take_to_arrive(tmp_path: Path) -> None:
    with Serving("--memory", cwd=tmp_path) as server, contextlib.ExitStack() as open_ones:
        for half in (b"POST /v1/mat", CHUNKED[:60], CHUNKED + b"64\r\n{"):
            address = ("127.0.0.1", server.port)
            open_ones.enter_context(socket.create_connection(address)).sendall(half)
        assert lively(server)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 20  # 10 s for the request; gunicorn would kill after 30


def test_chunks_that_drip_in_keep_nobody_waiting(tmp_path: Path) -> None:
    body = b"1\r\n \r\n" * 14_000
    with Serving("--memory", cwd=tmp_path) as server, contextlib.ExitStack() as open_ones:
        slow = []
        for _ in range(40):
            slow.append(open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=15)))
            slow[-1].sendall(CHUNKED + body)
        everyone = family(server.process.pid)
        before = seconds_used(everyone)
        for _ in range(20):
            for sock in slow:
                sock.sendall(b"1\r\n \r\n")
            began = time.monotonic()
            assert lively(server)
            assert time.monotonic() - began < 4  # over seconds each time before; what it takes is asked below
        assert seconds_used(everyone) - before < 5  # each chunk looked at once; anew with each packet it is over 20
        for sock in slow:
            sock.sendall(b"0\r\n\r\n")
            assert status(sock) == b"400"  # blanks alone are no JSON: the body was had whole


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        (b"2;a=b\r\n{}\r\n0\r\n\r\n", b"422"),
        (b"2 ;a\r\n{}\r\n0\r\nT: t\r\nU: u\r\n\r\n", b"422"),
        (b"02\r\n{}\r\n000\r\n\r\n", b"422"),
        (b"4001\r\n", b"413"),
        (b"-2\r\n{}\r\n0\r\n\r\n", b"400"),
        (b"1_0\r\n", b"400"),
        (b" 2\r\n{}\r\n0\r\n\r\n", b"400"),
        (b"\r\n", b"400"),
        (b"2;\x00\r\n{}\r\n0\r\n\r\n", b"400"),
        (b"2\r\n{}0\r\n\r\n", b"400"),
        (b"2\n{}\n0\n\n\r\n", b"400"),
        (b"0\r\nContent-Length: 3\r\n\r\n", b"400"),
        (b"0\r\nT: t\nU: u\n", b"400"),
        (b"0\r\n" + b"T: t\r\n" * 2_000, b"431"),
    ],
)
@pytest.mark.parametrize("size", [1, 1 << 20], ids=["byte by byte", "at once"])
def test_a_chunked_body_is_judged_alike_however_it_arrives(
    served: Serving, rest: bytes, expected: bytes, size: int
) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=15) as sock:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.sendall(CHUNKED)
        with contextlib.suppress(ConnectionError):  # refused, and closed, before all was sent
            for start in range(0, len(rest), size):
                sock.sendall(rest[start : start + size])
        assert status(sock) == expected


@pytest.mark.parametrize("path", ["/v1/games", "/openapi.json", "/nowhere"])
def test_requests_sent_together_wait_for_their_turn_behind_other_connections(served: Serving, path: str) -> None:
    asked = f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    with contextlib.ExitStack() as stack:
        for _ in range(16):
            sock = stack.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            stack.callback(sock.shutdown, socket.SHUT_RDWR)
            threading.Thread(target=drain, args=(sock,), daemon=True).start()
            sock.sendall(60_000 // len(asked) * asked)
        for _ in range(3):
            began = time.monotonic()
            assert lively(served)
            assert time.monotonic() - began < 3  # a few hundredths where nothing else runs; it was ten seconds


@pytest.mark.slow
def test_what_is_built_when_it_is_first_asked_for_is_built_by_one_thread(tmp_path: Path) -> None:
    def seconds_until_lively(asking: int) -> float:
        with Serving("--memory", cwd=tmp_path) as server, contextlib.ExitStack() as stack:
            began = time.monotonic()
            for _ in range(asking):
                sock = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=60))
                sock.sendall(b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
            if asking == 1:
                assert status(sock) == b"200"
            assert lively(server)
            return time.monotonic() - began

    assert (
        seconds_until_lively(24) < 3 * seconds_until_lively(1) + 1
    )  # where all build it, it takes eight times as long


def drain(sock: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while sock.recv(1 << 20):
            pass


def test_all_requests_sent_together_are_answered_though_the_client_says_no_more(served: Serving) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as sock:
        sock.sendall(300 * b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
        sock.shutdown(socket.SHUT_WR)
        told = b"".join(iter(lambda: sock.recv(1 << 16), b""))
    assert told.count(b"HTTP/1.1 200 OK") == 300


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving("--memory", cwd=tmp_path_factory.mktemp("worker")) as running:
        yield running


# The feeder


class Answer(Fed):
    """An answer without anything to say that may be served anew, unless it fails."""

    again = True

    def __init__(self, *, rung: bool = False, fails: bool = False) -> None:
        self._rung, self._fails = rung, fails
        self.closed = threading.Event()
        self.asked = threading.Event()

    def attach(self, wake: Callable[[], None]) -> None:
        """Be woken while the feeder still takes the connection over."""
        if self._rung:
            wake()
            self.asked.wait(0.5)

    def due(self) -> tuple[bytes, bool]:
        self.asked.set()
        if self._fails:
            raise ValueError
        return b"", False

    def close(self) -> None:
        self.closed.set()
        if self._fails:
            raise ValueError


class Talk(Answer):
    """A stream that has begun and says nothing more."""

    again = False


def test_what_a_stream_s_client_sends_is_not_kept() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        feeder = Feeder(Connection.close, Connection.close)
        connection = Connection(ours, None, None, gunicorn.config.Config())
        talk = Talk()
        feeder.feed(connection, talk, None)
        theirs.settimeout(10)
        theirs.sendall(bytes(1 << 24))
        until(lambda: not connection.unread())
        assert len(connection.inbox.data) <= 1 << 17  # at most what was read a moment ago
        theirs.close()
        assert talk.closed.wait(3)  # and it is still seen that the client has gone
        feeder.stop()


@pytest.mark.parametrize("unlucky", [Answer(rung=True), Answer(fails=True)], ids=["woken at once", "fails"])
def test_no_answer_ends_the_feeding_of_others(unlucky: Answer) -> None:
    with contextlib.ExitStack() as stack:
        pairs = [socket.socketpair() for _ in range(2)]
        for pair in pairs:
            for sock in pair:
                stack.callback(sock.close)
        feeder = Feeder(Connection.close, Connection.close)
        stack.callback(feeder.stop)
        other = Answer()
        for answer, (ours, _) in zip((unlucky, other), pairs, strict=True):
            feeder.feed(Connection(ours, None, None, gunicorn.config.Config()), answer, None)
            assert answer.asked.wait(5)
        pairs[1][1].close()
        assert other.closed.wait(3)  # it is still seen that a client has gone


def test_a_client_that_takes_nothing_has_gone_although_the_system_still_holds_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.serving.connection.SLOWEST", 0.5)
    with socket.socket() as theirs, socket.create_server(("127.0.0.1", 0)) as listener:
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        theirs.connect(listener.getsockname())
        ours = listener.accept()[0]
        feeder = Feeder(Connection.close, Connection.close)
        connection = Connection(ours, None, None, gunicorn.config.Config())
        connection.sendall(bytes(100_000))
        assert connection.flush()  # for us everything is out
        talk = Talk()
        feeder.feed(connection, talk, None)
        assert talk.closed.wait(20)
        feeder.stop()


def test_a_client_that_sends_but_takes_nothing_is_seen_to_take_nothing() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        connection = Connection(ours, None, None, gunicorn.config.Config())
        connection.sendall(bytes(1 << 22))
        assert not connection.flush()
        took = connection.moved
        theirs.sendall(b"x")
        assert connection.receive()
        assert connection.moved == took
