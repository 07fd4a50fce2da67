"""Unwelcome clients, half-sent and broken requests, and streams by the hundred, against a running server."""

import contextlib
import json
import re
import socket
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.serving import Serving

pytestmark = pytest.mark.slow

HEAD = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
SHARED = 200


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("unwelcome")
    with Serving("--memory", cwd=folder) as running:
        yield running


def connect(server: Serving) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", server.port), timeout=15)
    sock.settimeout(15)
    return sock


def exchange(server: Serving, *sent: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send bytes, and read one answer."""
    with connect(server) as sock:
        for data in sent:
            sock.sendall(data)
        return answer(sock.makefile("rb"))


def answer(stream: Any) -> tuple[int, dict[str, str], bytes]:
    status = int(stream.readline().split()[1])
    headers = {}
    while (line := stream.readline().strip()) != b"":
        name, _, value = line.decode().partition(":")
        headers[name.lower()] = value.strip()
    if status == 100:
        return answer(stream)
    return status, headers, stream.read(int(headers.get("content-length", 0)))


def ask(server: Serving, path: str, body: Any = None, token: str | None = None, seconds: float = 10) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, data, headers)
    with urllib.request.urlopen(request, timeout=seconds) as found:
        return json.loads(found.read() or b"null")


def made(server: Serving) -> tuple[str, str]:
    """A match's path, and the token of the seat on turn."""
    match = ask(server, "/v1/matches", {"game": "kobayakawa", "seats": 3, "options": {"first_seat": 0}})
    return f"/v1/matches/{match['match']}", match["seats"][0]["token"]


# Half-sent


HALVES: dict[str, bytes] = {
    "nothing": b"",
    "half a line": b"POST /v1/mat",
    "half a head": HEAD + b"Content-Ty",
    "half a body": HEAD + b"Content-Length: 100\r\n\r\n{",
    "half a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n64\r\n{",
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_halves_of_requests_keep_nobody_waiting(server: Serving, half: bytes) -> None:
    with contextlib.ExitStack() as open_ones:
        for _ in range(SHARED):
            open_ones.enter_context(connect(server)).sendall(half)
        path, token = made(server)
        began = time.monotonic()
        ask(server, "/livez")
        ask(server, f"{path}/moves", {"type": "draw"}, token)
        assert time.monotonic() - began < 4  # under 1 s each where nothing else runs


def test_a_byte_now_and_then_keeps_nobody_waiting(server: Serving) -> None:
    with contextlib.ExitStack() as open_ones:
        slow = [open_ones.enter_context(connect(server)) for _ in range(SHARED)]
        for byte in b"GET /livez HT":
            for sock in slow:
                sock.sendall(bytes([byte]))
            began = time.monotonic()
            ask(server, "/livez")
            assert time.monotonic() - began < 3  # under 1 s where nothing else runs


@pytest.mark.slow
def test_a_request_has_ten_seconds_to_arrive_whole(server: Serving) -> None:
    with connect(server) as sock:
        sock.sendall(HEAD + b"Content-Length: 9\r\n\r\n{")
        began = time.monotonic()
        status, headers, body = answer(sock.makefile("rb"))
        assert (status, json.loads(body)["code"]) == (408, "request-timeout")
        assert 9 < time.monotonic() - began < 14
        assert headers["content-type"] == "application/problem+json"


@pytest.mark.slow
def test_thousands_of_silent_connections_keep_nobody_waiting(server: Serving) -> None:
    with contextlib.ExitStack() as open_ones:
        for _ in range(2_300):
            open_ones.enter_context(connect(server))
        path, token = made(server)
        began = time.monotonic()
        ask(server, "/livez")
        ask(server, f"{path}/moves", {"type": "draw"}, token)
        assert time.monotonic() - began < 4  # under 1 s each where nothing else runs


# Refused before they are requests


REFUSED: dict[str, tuple[bytes, int]] = {
    "no request line": (b"hello\r\n\r\n", 400),
    "a TLS greeting": (b"\x16\x03\x01\x02\x00\x01", 400),
    "another protocol": (b"GET / SPDY/3\r\nHost: x\r\n\r\n", 400),
    "HTTP/2 without asking": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "no Host": (b"GET /livez HTTP/1.1\r\n\r\n", 400),
    "two Hosts": (b"GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    "a name with a space": (b"GET /livez HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n", 400),
    "bare line feeds": (b"GET /livez HTTP/1.1\nHost: x\n\n", 400),
    "a line too long": (b"GET /" + 9000 * b"x" + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    "a header too long": (b"GET /livez HTTP/1.1\r\nHost: x\r\nA: " + 9000 * b"x" + b"\r\n\r\n", 431),
    "too many headers": (b"GET /livez HTTP/1.1\r\nHost: x\r\n" + 200 * b"A: b\r\n" + b"\r\n", 431),
    "a head without end": (70_000 * b"x", 414),
    "two lengths": (HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400),
    "a length that is none": (HEAD + b"Content-Length: +2\r\n\r\n{}", 400),
    "length and chunks": (HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "an unknown coding": (HEAD + b"Transfer-Encoding: zip\r\n\r\n", 400),
    "a size that is none": (HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    "a size with a sign": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n", 400),
    "a size in Python's way": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n", 400),
    "a chunk that goes on": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}more\r\n0\r\n\r\n", 400),
    "an extension too long": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n2;" + 9000 * b"x", 400),
    "a trailer that is none": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nA b: c\r\n\r\n", 400),
}


@pytest.mark.parametrize(("sent", "status"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_request_is_refused_with_a_problem_document(server: Serving, sent: bytes, status: int) -> None:
    found, headers, body = exchange(server, sent)
    assert found == status, body
    assert headers["content-type"] == "application/problem+json"
    assert headers["x-content-type-options"] == "nosniff"
    problem = json.loads(body)
    assert (problem["status"], problem["instance"]) == (status, headers["x-request-id"])
    assert problem["detail"]
    assert problem["type"] == f"/problems/{problem['code']}"


TRUSTED = {
    "a prefix that is not the path's": b"SCRIPT_NAME: /elsewhere",
    "a prefix that is the path's": b"SCRIPT_NAME: /live",
    "another path": b"PATH_INFO: /readyz",
    "two schemes": b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off",
    "another user": b"REMOTE_USER: root",
}


@pytest.mark.parametrize("header", TRUSTED.values(), ids=TRUSTED)
def test_no_header_of_a_client_says_what_a_proxy_would(server: Serving, header: bytes) -> None:
    found, _, body = exchange(server, b"GET /livez HTTP/1.1\r\nHost: x\r\n" + header + b"\r\n\r\n")
    assert (found, json.loads(body)["status"]) == (200, "alive")


@pytest.mark.parametrize("target", [b"http://evil.example", b"http://evil.example/"])
def test_an_address_without_a_path_is_the_root_and_redirects_to_no_host(server: Serving, target: bytes) -> None:
    found, headers, _ = exchange(server, b"GET " + target + b" HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    assert (found, headers["location"]) == (302, "/docs")


def test_what_is_refused_is_logged_without_anything_of_what_was_sent(server: Serving) -> None:
    token = "seat_" + 43 * "s"
    exchange(server, f"GET /livez HTTP/1.1\r\nHost: x\r\nAuthorization Bearer: {token}\r\n\r\n".encode())
    exchange(server, HEAD + b"Transfer-Encoding: chunked\r\n\r\nsecret\r\n")
    log = server.log.read_text()
    refusals = [json.loads(line) for line in log.splitlines() if "refused" in line]
    assert {"refused: a header cannot be understood", "refused: the size of a chunk cannot be understood"} & {
        line["message"] for line in refusals
    }
    assert token not in log
    assert "secret" not in log
    assert "Traceback" not in log


# One connection, several requests


def test_a_request_answered_early_costs_the_next_one_nothing(server: Serving) -> None:
    body = b'{"game":"kobayakawa","seats":3}'
    head = b"HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    early = (b"POST /none " + head, b"PUT /livez " + head, b"POST /v1/matches/nothing/moves " + head)
    with connect(server) as sock:
        stream = sock.makefile("rb")
        for start in early:
            sock.sendall(start + body)
            assert answer(stream)[0] in (401, 404, 405)
        sock.sendall(b"POST /v1/matches " + head + body)
        assert answer(stream)[0] == 201


def test_requests_sent_together_are_answered_in_turn(server: Serving) -> None:
    one = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
    with connect(server) as sock:
        sock.sendall(3 * one + one[:20])
        stream = sock.makefile("rb")
        assert [answer(stream)[0] for _ in range(3)] == [200, 200, 200]
        sock.sendall(one[20:])
        assert answer(stream)[0] == 200


def test_a_body_too_large_is_told_so_and_the_answer_arrives(server: Serving) -> None:
    for framing in (b"Content-Length: 400000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n61A80\r\n"):
        status, headers, body = exchange(server, HEAD + framing, 100_000 * b" ")
        assert (status, json.loads(body)["code"]) == (413, "body-too-large")
        assert headers["connection"] == "close"


def test_a_body_comes_in_pieces_when_the_client_waits_for_leave(server: Serving) -> None:
    body = b'{"game":"kobayakawa","seats":3}'
    with connect(server) as sock:
        stream = sock.makefile("rb")
        sock.sendall(HEAD + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))
        assert stream.readline() == b"HTTP/1.1 100 Continue\r\n"
        assert stream.readline() == b"\r\n"
        for byte in body:
            sock.sendall(bytes([byte]))
        assert answer(stream)[0] == 201


def test_chunks_are_put_together(server: Serving) -> None:
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in b'{"game":"kobayakawa","seats":3}')
    assert exchange(server, HEAD + b"Transfer-Encoding: chunked\r\n\r\n", chunks, b"0\r\nT: t\r\n", b"\r\n")[0] == 201


def test_http_1_0_is_served_and_closed(server: Serving) -> None:
    with connect(server) as sock:
        sock.sendall(b"GET /livez HTTP/1.0\r\n\r\n")
        data = b"".join(iter(lambda: sock.recv(4096), b""))
    assert data.startswith((b"HTTP/1.0 200", b"HTTP/1.1 200"))
    assert b'"alive"' in data


# Streams


def held(server: Serving) -> int:
    with urllib.request.urlopen(server.url + "/metrics", timeout=5) as answered:
        found = re.search(r"^referee_streams (\d+)", answered.read().decode(), re.M)
    return int(found[1]) if found else 0


def until(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.05)


def stream(server: Serving, path: str, token: str | None, accept: str = "text/event-stream") -> socket.socket:
    sock = connect(server)
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    sock.sendall(f"GET {path}/events HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\n{bearer}\r\n".encode())
    assert b" 200 " in sock.recv(15)
    return sock


def test_a_server_as_it_comes_holds_five_hundred_streams_and_feeds_them_all(server: Serving) -> None:
    path, token = made(server)
    with contextlib.ExitStack() as open_ones:
        streams = [open_ones.enter_context(stream(server, path, token)) for _ in range(500)]
        assert held(server) == 500
        ask(server, f"{path}/moves", {"type": "replace"}, token)
        for sock in streams:
            seen = b""
            while b'"replaced"' not in seen:
                data = sock.recv(65536)
                assert data
                seen += data
    until(lambda: held(server) == 0, 5)


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson"])
def test_a_client_that_has_gone_frees_its_place_within_three_seconds(server: Serving, accept: str) -> None:
    path, token = made(server)
    for _ in range(20):
        stream(server, path, token, accept).close()
    until(lambda: held(server) == 0, 3)


def test_a_poll_whose_client_has_gone_frees_its_place_within_three_seconds(server: Serving) -> None:
    path, token = made(server)
    sock = connect(server)
    line = f"GET {path}/events?after=1&wait=30 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n"
    sock.sendall(line.encode())
    until(lambda: held(server) == 1, 3)
    sock.close()
    until(lambda: held(server) == 0, 3)


def test_head_of_a_poll_does_not_wait_and_has_the_headers_of_the_page(server: Serving) -> None:
    path, _ = made(server)
    heads = []
    for method in ("GET", "HEAD"):
        request = urllib.request.Request(f"{server.url}{path}/events?after=1&wait={2 if method == 'GET' else 30}")
        request.method = method
        with urllib.request.urlopen(request, timeout=10) as found:
            heads.append({name: found.headers[name] for name in ("Content-Type", "ETag", "Content-Length", "Vary")})
    assert heads[0] == heads[1]


def test_polls_cost_no_thread_and_are_answered_by_the_move(server: Serving) -> None:
    path, token = made(server)
    line = f"GET {path}/events?after=1&wait=20 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    with contextlib.ExitStack() as open_ones:
        polls = [open_ones.enter_context(connect(server)) for _ in range(100)]
        for sock in polls:
            sock.sendall(line)
        until(lambda: held(server) == 100, 5)
        ask(server, f"{path}/moves", {"type": "replace"}, token)
        for sock in polls:
            status, _, body = answer(sock.makefile("rb"))
            assert status == 200
            assert [event["type"] for event in json.loads(body)["events"]] == ["replaced"]
            sock.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
            assert answer(sock.makefile("rb"))[0] == 200


def test_one_thread_is_enough_for_streams_and_liveness(tmp_path: Path) -> None:
    with Serving("--memory", "--threads", "1", "--workers", "1", cwd=tmp_path) as single:
        path, token = made(single)
        with contextlib.ExitStack() as open_ones:
            for _ in range(30):
                open_ones.enter_context(stream(single, path, token))
            began = time.monotonic()
            ask(single, "/livez")
            ask(single, f"{path}/moves", {"type": "draw"}, token)
            assert time.monotonic() - began < 4  # under 1 s each where nothing else runs
