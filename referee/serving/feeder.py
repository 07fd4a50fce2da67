"""Answers that come bit by bit, fed to any number of clients by one thread."""

import contextlib
import logging
import os
import select
import threading
import time
from collections.abc import Callable
from typing import Any

from referee.api.fed import Fed
from referee.serving.connection import SLOWEST, Connection

MOST_BEHIND = 1 << 20
"""Bytes that a client may leave untaken before it is cut off: it comes back with its cursor."""

_TICK = 1.0

_log = logging.getLogger("referee.http")


class _Client:
    def __init__(self, connection: Connection, fed: Fed, response: Any) -> None:
        self.connection, self.fed, self.response = connection, fed, response
        self.polled = select.EPOLLIN | select.EPOLLRDHUP


class Feeder:
    """Sends each client what its answer has for it: when that is told to have something, and now and then."""

    def __init__(self, resume: Callable[[Connection], None], discard: Callable[[Connection], None]) -> None:
        """`resume` serves a connection's request anew, `discard` closes a connection."""
        self._resume, self._discard = resume, discard
        self._clients: dict[int, _Client] = {}
        self._rung: set[_Client] = set()
        self._lock = threading.Lock()
        self._epoll = select.epoll()
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._epoll.register(self._bell, select.EPOLLIN)
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="feeder", daemon=True)
        self._thread.start()

    def __len__(self) -> int:
        return len(self._clients)

    def feed(self, connection: Connection, fed: Fed, response: Any) -> None:
        """Take over a connection whose answer's head has been written to it."""
        client = _Client(connection, fed, response)
        self._epoll.register(connection.fileno(), client.polled)  # first: from the next line on the thread may have it
        with self._lock:
            self._clients[connection.fileno()] = client
        fed.attach(lambda: self._ring(client))
        self._ring(client)

    def stop(self) -> None:
        """End the thread; what is still fed is dropped."""
        self._stopped = True
        self._wake()
        self._thread.join(2)

    def _ring(self, client: _Client) -> None:
        with self._lock:
            self._rung.add(client)
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            os.eventfd_write(self._bell, 1)

    def _run(self) -> None:
        ticked = time.monotonic()
        while not self._stopped:
            for fd, events in self._epoll.poll(_TICK):
                if fd == self._bell:
                    with contextlib.suppress(OSError):
                        os.eventfd_read(self._bell)
                elif client := self._clients.get(fd):
                    self._guarded(client, self._polled, events)
            with self._lock:
                rung, self._rung = self._rung, set()
            if time.monotonic() - ticked >= _TICK:
                ticked = time.monotonic()
                with self._lock:
                    rung.update(self._clients.values())
            for client in rung:
                self._guarded(client, self._step)

    def _guarded(self, client: _Client, attend: Callable[..., None], *what: int) -> None:
        """Attend to one client; whatever goes wrong with it ends it alone, and never the thread that feeds all."""
        try:
            attend(client, *what)
        except Exception:
            _log.exception("a fed answer failed")
            with contextlib.suppress(Exception):
                self._drop(client)

    def _polled(self, client: _Client, events: int) -> None:
        if events & (select.EPOLLHUP | select.EPOLLERR | select.EPOLLRDHUP):
            self._drop(client)
        elif events & select.EPOLLIN and client.fed.again:
            self._poll(client, select.EPOLLRDHUP)  # the next request is read once this one is answered
        elif events & select.EPOLLIN:
            if not client.connection.receive():
                self._drop(client)
            client.connection.inbox.restart(b"")  # a stream is the last answer: whatever comes now is for nobody
        elif events & select.EPOLLOUT:
            self._ring(client)

    def _step(self, client: _Client) -> None:
        """Ask for what is due, and send it; an answer that fails is at its end."""
        if self._clients.get(client.connection.fileno()) is not client:
            return
        if client.connection.out:
            self._send(client)
            return
        try:
            data, done = client.fed.due()
        except Exception:
            _log.exception("an answer has nothing more to say")
            data, done = b"", True
        if done and client.fed.again:
            self._let_go(client)
            self._resume(client.connection)
            return
        if data:
            client.response.write(data)
            self._ring(client)  # there may be more
        if done:
            client.response.close()
            client.connection.last = True
        self._send(client)

    def _send(self, client: _Client) -> None:
        connection = client.connection
        try:
            out = connection.flush()
        except OSError:
            self._drop(client)
            return
        slow = not out and time.monotonic() - connection.moved > SLOWEST
        if slow or connection.waiting > MOST_BEHIND or _gone(connection):
            self._drop(client)
        elif out and connection.last:
            self._let_go(client)
            connection.end()
            self._discard(connection)
        else:
            both = select.EPOLLRDHUP if client.fed.again else select.EPOLLIN | select.EPOLLRDHUP
            self._poll(client, both if out else both | select.EPOLLOUT)

    def _poll(self, client: _Client, wanted: int) -> None:
        if client.polled != wanted:
            client.polled = wanted
            self._epoll.modify(client.connection.fileno(), wanted)

    def _let_go(self, client: _Client) -> None:
        with self._lock:
            self._clients.pop(client.connection.fileno(), None)
            self._rung.discard(client)
        with contextlib.suppress(OSError):
            self._epoll.unregister(client.connection.fileno())
        client.fed.close()

    def _drop(self, client: _Client) -> None:
        self._let_go(client)
        self._discard(client.connection)


def _gone(connection: Connection) -> bool:
    """Whether the client has closed its side."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLRDHUP)
    return bool(poll.poll(0))
