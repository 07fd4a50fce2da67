"""The client: refusals as exceptions, strange servers by name, and tokens for nobody else."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from referee.cli.client import Client, Problem, Unreachable, split_match


class Strange(BaseHTTPRequestHandler):
    """Answers as no referee does, by path."""

    seen: list[str] = []

    def do_GET(self) -> None:
        self.seen.append(self.path)
        if self.path == "/redirect":
            self.send_response(302)
            self.send_header("Location", "/stolen")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body = {"/text": b"hello", "/deep": b"[" * 100_000}.get(self.path, b"<html>")
        self.send_response(500 if self.path == "/broken" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def strange() -> Iterator[Client]:
    Strange.seen = []
    server = HTTPServer(("127.0.0.1", 0), Strange)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield Client(f"127.0.0.1:{server.server_port}")
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_refusal_is_raised_with_its_code_and_detail(url: str) -> None:
    with pytest.raises(Problem) as refused:
        Client(url).get("/v1/matches/" + "a" * 24)
    assert (refused.value.status, refused.value.code) == (404, "not-found")
    assert refused.value.rule is None


@pytest.mark.parametrize("path", ["/text", "/deep", "/broken"])
def test_what_is_no_referee_is_called_so(strange: Client, path: str) -> None:
    with pytest.raises(Unreachable, match="is it a referee"):
        strange.get(path)


def test_a_redirect_is_not_followed_so_that_no_token_goes_astray(strange: Client) -> None:
    with pytest.raises(Unreachable):
        strange.get("/redirect", token="seat_x")
    assert Strange.seen == ["/redirect"]


@pytest.mark.parametrize("address", ["ftp://host", "file:///etc/passwd", "http://", ""])
def test_only_http_addresses_are_taken(address: str) -> None:
    with pytest.raises(Unreachable, match="not an address"):
        Client(address)


def test_the_address_of_a_match_is_split() -> None:
    match = "a1" * 12
    assert split_match(f"https://host/below/v1/matches/{match}/audit") == ("https://host/below", match)
    assert split_match(f"http://host:8000/v1/matches/{match}") == ("http://host:8000", match)
    assert split_match(f"http://host/v1/matches/{match}/events") is None
    assert split_match("audit.json") is None
