"""Many clients waiting on streams while moves are made: how long from a commit to its delivery."""

import contextlib
import selectors
import socket
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from bench import load, scripts
from referee.match.matches import Matches, Times
from referee.store.opening import open_store


@dataclass
class Delivery:
    """What the waiting clients have seen."""

    delays: list[float] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    gaps: int = 0


class Waiters:
    """So many server-sent streams over plain sockets, read by one thread."""

    def __init__(self, port: int, matches: list[str], clients: int) -> None:
        self.delivery = Delivery()
        self._selector = selectors.DefaultSelector()
        self._stop = False
        for number in range(clients):
            match = matches[number % len(matches)]
            link = socket.create_connection(("127.0.0.1", port), timeout=30)
            link.sendall(
                f"GET /v1/matches/{match}/events?after=1 HTTP/1.1\r\nHost: bench\r\n"
                "Accept: application/x-ndjson\r\n\r\n".encode()
            )
            link.setblocking(False)
            self._selector.register(link, selectors.EVENT_READ, [match, b"", 1])
        self._thread = threading.Thread(target=self._read)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """Stop reading and close."""
        self._stop = True
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            self._selector.unregister(key.fileobj)
            key.fileobj.close()  # type: ignore[union-attr]

    def _read(self) -> None:
        while not self._stop:
            for key, _ in self._selector.select(0.1):
                with contextlib.suppress(BlockingIOError):
                    data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                    now = time.time()
                    if not data:
                        self._selector.unregister(key.fileobj)
                        continue
                    self._take(key.data, data, now)

    def _take(self, client: list[object], data: bytes, now: float) -> None:
        match, rest, last = client
        *lines, client[1] = (bytes(rest) + data).split(b"\n")  # type: ignore[arg-type]
        for line in lines:
            if not line.startswith(b'{"seq"'):
                continue
            event = msgspec.json.decode(line)
            if event["seq"] != last + 1:  # type: ignore[operator]
                self.delivery.gaps += 1
            last = client[2] = event["seq"]
            self.delivery.seen[str(match)] += 1
            at = datetime.fromisoformat(event["at"]).timestamp()
            self.delivery.delays.append(1000 * (now - at))


def measure(streams: int, moves: int, url: str, clients: int, rate: float, seconds: float) -> dict[str, float]:
    """Let `clients` wait at the port `streams` while `rate` moves a second go to the port `moves`."""
    store = open_store(url)
    matches = Matches(store, Times(3_600_000, 3_600_000))
    ready = [scripts.prepare(matches, "kobayakawa", 4, 77_000 + number) for number in range(50)]
    waiters = Waiters(streams, [one.match for one in ready], clients)
    waiters.start()
    time.sleep(2)
    queues = [list(one.moves) for one in ready]
    sent = failed = 0
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", moves)) as link:
        while time.monotonic() - began < seconds:
            queue = queues[sent % len(queues)]
            if not queue:
                break
            link.sendall(queue.pop(0))
            failed += not load._ok(link)
            sent += 1
            time.sleep(max(0.0, began + sent / rate - time.monotonic()))
    took = time.monotonic() - began
    time.sleep(2)
    waiters.stop()
    expected = sum((store.load(one.match).record.events - 1) * waiters_of(n, clients) for n, one in enumerate(ready))  # type: ignore[union-attr]
    store.close()
    delays = sorted(waiters.delivery.delays)
    return {
        "clients": clients,
        "moves_per_second": round(sent / took, 1),
        "moves_failed": failed,
        "deliveries": len(delays),
        "expected": expected,
        "gaps": waiters.delivery.gaps,
        "p50_ms": round(delays[len(delays) // 2], 1),
        "p99_ms": round(delays[len(delays) * 99 // 100], 1),
    }


def waiters_of(number: int, clients: int) -> int:
    """How many of the clients wait for match `number` of 50."""
    return clients // 50 + (number < clients % 50)
