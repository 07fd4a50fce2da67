"""nginx.conf in a real nginx, before servers that tell what they were sent."""

import json
import re
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.serving import free_port
from tests.store.servers import eventually, require

CONFIG = (Path(__file__).parents[2] / "deploy" / "nginx.conf").read_text(encoding="utf-8")
MATCH = "/v1/matches/abcdefghijklmnopqrstuvwx"
SSE, LINES = "text/event-stream", "application/x-ndjson"


class Echo(BaseHTTPRequestHandler):
    """Answers with its name, the request's path and its headers."""

    protocol_version = "HTTP/1.1"
    name = ""

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path.startswith("/broken"):
            self.close_connection = True
            return
        body = json.dumps({"server": self.name, "path": self.path, "headers": dict(self.headers)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_DELETE = do_GET  # noqa: N815  -- the library's names

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def echoing(name: str) -> Iterator[int]:
    """A server that answers with its name; yields its port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), type("Named", (Echo,), {"name": name})) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The proxy as it is shipped, but for its addresses and folders; yields its own address."""
    program, folder, port = require("nginx"), tmp_path_factory.mktemp("nginx"), free_port()
    with ExitStack() as open_ones:
        moves, streams = (open_ones.enter_context(echoing(name)) for name in ("moves", "streams"))
        site = CONFIG.replace("listen 8080", f"listen 127.0.0.1:{port}").replace("/var/log/nginx/", f"{folder}/")
        site = site.replace("referee:8000", f"127.0.0.1:{moves}").replace("streams:8000", f"127.0.0.1:{streams}")
        kept = "".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("proxy", "client_body", "fastcgi", "uwsgi", "scgi")
        )
        config = folder / "nginx.conf"
        config.write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\nhttp {{ {kept}\n{site}\n}}"
        )
        server = subprocess.Popen([program, "-e", f"{folder}/error.log", "-c", str(config)])
        try:
            url = f"http://127.0.0.1:{port}"
            eventually(lambda: ask(url, "/livez"), "the proxy answers")
            yield url
        finally:
            server.terminate()
            server.wait(20)


def ask(proxy: str, path: str, method: str = "GET", **headers: str) -> dict[str, Any]:
    asked = urllib.request.Request(
        proxy + path,
        b"{}" if method == "POST" else None,
        {name.replace("_", "-"): value for name, value in headers.items()},
        method=method,
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


@pytest.mark.parametrize(
    ("method", "path", "accept", "server"),
    [
        ("GET", f"{MATCH}/events", SSE, "streams"),
        ("GET", f"{MATCH}/events?after=3", f"{LINES};q=0.9, */*", "streams"),
        ("GET", f"{MATCH}/events?after=3&wait=20", "*/*", "streams"),
        ("GET", f"{MATCH}/events?wait=0", "application/json", "streams"),
        ("GET", f"{MATCH}/events?after=3", "application/json", "moves"),
        ("GET", f"{MATCH}/events?await=3", "application/json", "moves"),
        ("GET", MATCH, "*/*", "moves"),
        ("POST", "/v1/matches", SSE, "moves"),
        ("POST", f"{MATCH}/moves?wait=1", LINES, "moves"),
        ("DELETE", MATCH, SSE, "moves"),
    ],
)
def test_what_holds_a_connection_goes_to_the_servers_made_for_it(
    proxy: str, method: str, path: str, accept: str, server: str
) -> None:
    told = ask(proxy, path, method, Accept=accept)
    assert told["server"] == server
    assert told["path"] == path


@pytest.mark.parametrize(
    "path",
    ["/metrics", "/metrics?x=1", "//metrics", "/./metrics", "/%6detrics", "/docs/../metrics", "/v1/..%2fmetrics"],
)
@pytest.mark.parametrize("accept", ["*/*", SSE])
def test_figures_are_denied_however_they_are_spelt(proxy: str, path: str, accept: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        ask(proxy, path, Accept=accept)
    assert refused.value.code == 404
    refused.value.close()


def test_what_a_client_says_of_its_way_is_not_believed(proxy: str) -> None:
    told = ask(
        proxy,
        "/livez",
        X_Forwarded_For="203.0.113.9",
        X_Forwarded_Proto="https",
        X_Forwarded_Host="evil.example",
        X_Forwarded_Prefix="/evil",
        X_Forwarded_Port="99",
    )["headers"]
    assert told["X-Forwarded-For"].split(", ")[-1] == "127.0.0.1"
    assert told["X-Forwarded-Proto"] == "http"
    assert told["X-Forwarded-Host"] == "127.0.0.1"
    assert "X-Forwarded-Prefix" not in told


def test_the_query_is_in_no_log_whatever_becomes_of_the_request(
    proxy: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    def logged() -> str:
        return "".join(path.read_text() for path in tmp_path_factory.getbasetemp().glob("nginx*/*.log"))

    ask(proxy, f"{MATCH}/events?ticket=tkt_canary")
    with pytest.raises(urllib.error.HTTPError) as refused:
        ask(proxy, "/broken?ticket=tkt_canary")
    assert refused.value.code == 502
    refused.value.close()
    eventually(lambda: f'"GET {MATCH}/events" 200' in logged() and '"GET /broken" 502' in logged(), "both are logged")
    assert "canary" not in logged()


def test_the_proxy_needs_no_right_to_its_port() -> None:
    (port,) = re.findall(r"listen (\d+);", CONFIG)
    assert int(port) >= 1024
