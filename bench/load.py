"""A load: connections that each send prepared requests one after the other, and time every answer."""

import socket
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """What came of a load."""

    requests: int
    seconds: float
    failed: int
    p50: float
    """Milliseconds."""
    p99: float

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.requests / self.seconds


def request(method: str, path: str, token: str | None = None, body: bytes = b"") -> bytes:
    """Return the bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: bench"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def run(port: int, scripts: Sequence[Sequence[bytes]], seconds: float, repeat: bool) -> Figures:
    """Send every script over a connection of its own, for so long at most; `repeat` begins a script anew at its end."""
    times: list[list[float]] = [[] for _ in scripts]
    failed = [0] * len(scripts)
    begin = threading.Barrier(len(scripts) + 1)
    until = [0.0]

    def client(number: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as link:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            begin.wait()
            while True:
                for sent in scripts[number]:
                    started = time.perf_counter()
                    if started > until[0]:
                        return
                    link.sendall(sent)
                    failed[number] += not _ok(link)
                    times[number].append(time.perf_counter() - started)
                if not repeat:
                    return

    threads = [threading.Thread(target=client, args=(number,)) for number in range(len(scripts))]
    for thread in threads:
        thread.start()
    until[0] = time.perf_counter() + seconds
    started = time.perf_counter()
    begin.wait()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - started
    every = sorted(one for series in times for one in series)
    return Figures(
        len(every),
        took,
        sum(failed),
        1000 * every[len(every) // 2],
        1000 * every[min(len(every) - 1, len(every) * 99 // 100)],
    )


def _ok(link: socket.socket) -> bool:
    """Read one answer; whether its status is 2xx."""
    data = link.recv(65536)
    while b"\r\n\r\n" not in data:
        data += _more(link)
    head, _, body = data.partition(b"\r\n\r\n")
    lower = head.lower()
    at = lower.index(b"content-length:") + 15
    length = int(lower[at : lower.find(b"\r\n", at)] if lower.find(b"\r\n", at) > 0 else lower[at:])
    while len(body) < length:
        body += _more(link)
    return head[9:10] == b"2"


def _more(link: socket.socket) -> bytes:
    data = link.recv(65536)
    if not data:
        raise ConnectionError("the server closed the connection")
    return data
