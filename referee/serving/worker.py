"""A worker for gunicorn: every thread waits on one epoll itself, and a request is had whole before a thread is its.

gunicorn's threaded worker gives a thread to a connection that has sent anything, so that forty halves of a request
stop it, and hands each request from a polling thread to another. Bodies have at most 16 KiB here, so a request costs
little until it is whole: `reading.Inbox` says when. What is sent never waits for a slow client either, and answers
that come bit by bit go to one feeder, so that threads are for work alone. gunicorn's master, parser and response are
used as they are.
"""

import contextlib
import logging
import os
import select
import socket
import threading
import time
from collections.abc import Iterable
from typing import Any

from gunicorn.http import wsgi
from gunicorn.workers.base import Worker as Base

from referee.api import problems
from referee.api.fed import AGAIN, FEEDS, Fed
from referee.serving.connection import SLOWEST, Connection
from referee.serving.feeder import Feeder
from referee.serving.reading import Refused, Whole

WHOLE = 10.0
"""Seconds within which a request arrives whole, and a new connection sends its first byte."""

LINGER = 2.0
"""Seconds that a connection waits for the client to close its side, and a stopping worker for requests on their way."""

_ONCE = select.EPOLLIN | select.EPOLLONESHOT
_OUT = select.EPOLLOUT | select.EPOLLONESHOT
_QUIET = 10.0
"""Seconds in which refusals of one kind are logged once."""

_log = logging.getLogger("referee.http")


class Worker(Base):  # type: ignore[misc]  # gunicorn has no types
    """Serves connections with `threads` threads; holds `worker_connections` connections at most."""

    alive: bool

    def init_process(self) -> None:
        """Prepare what the main loop needs; the last line enters it."""
        self._epoll = select.epoll()
        self._connections: dict[int, Connection] = {}
        self._lock = threading.Lock()
        self._done = False
        self._logged: dict[str, float] = {}
        self._feeder = Feeder(self._resume, self._linger)
        super().init_process()

    def run(self) -> None:
        """Accept, look after what lies idle, and stop when told to, what was begun finished."""
        listening = select.epoll()
        listeners = {listener.fileno(): listener for listener in self.sockets}
        for listener in self.sockets:
            listener.setblocking(False)
            listening.register(listener.fileno(), select.EPOLLIN)
        listening.register(self.PIPE[0], select.EPOLLIN)
        threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(self.cfg.threads)]
        for thread in threads:
            thread.start()
        looked = 0.0
        while self.alive:
            for fd, _ in listening.poll(1.0):
                if fd in listeners:
                    self._accept(listeners[fd])
                else:
                    self._heard()
            if time.monotonic() - looked >= 1.0:
                looked = time.monotonic()
                self.notify()
                self._look_after()
                self.alive = self.alive and self.ppid == os.getppid()
        self._finish()
        self._done = True
        self._feeder.stop()

    def _heard(self) -> None:
        """Take the bytes by which signals wake the main loop: what stays there would wake it for ever."""
        with contextlib.suppress(BlockingIOError):
            os.read(self.PIPE[0], 4096)

    def _finish(self) -> None:
        """Serve what is under way or on its way, for as long as gunicorn gives."""
        until, idle = time.monotonic() + self.cfg.graceful_timeout, time.monotonic() + LINGER
        while self._connections and time.monotonic() < until:
            self.notify()
            self._look_after()  # nor may a request that never becomes whole hold up the end
            if time.monotonic() > idle:
                for connection in self._claim_all(lambda one: not one.inbox.data and not one.out):
                    self._close(connection)
            select.select([], [], [], 0.05)

    # Accepting, and what lies idle

    def _accept(self, listener: socket.socket) -> None:
        try:
            sock, client = listener.accept()
        except (BlockingIOError, ConnectionAbortedError, InterruptedError):
            return
        except OSError as error:  # no descriptor is left: the oldest idle connection makes room
            self._note("accept", type(error).__name__)
            self._make_room()
            return
        if len(self._connections) >= self.cfg.worker_connections:
            self._make_room()
        connection = Connection(sock, client, listener.getsockname(), self.cfg)
        with self._lock:
            self._connections[sock.fileno()] = connection
            connection.busy = False
            self._epoll.register(sock.fileno(), _ONCE)

    def _make_room(self) -> None:
        for connection in self._claim_all(lambda one: not one.out, most=1):
            self._close(connection)

    def _claim_all(self, wanted: Any, most: int = 1 << 30) -> list[Connection]:
        """Take connections that nobody has, the oldest first."""
        claimed: list[Connection] = []
        with self._lock:
            for connection in self._connections.values():
                if len(claimed) < most and not connection.busy and wanted(connection):
                    connection.busy = True
                    claimed.append(connection)
        return claimed

    def _look_after(self) -> None:
        now = time.monotonic()

        def late(one: Connection) -> bool:
            if one.ended:
                return now - one.ended > LINGER
            if one.out:
                return now - one.moved > SLOWEST
            if one.more or one.unread():  # it waits for a thread, and not for the client
                return False
            limit = WHOLE if one.inbox.data or one.fresh else self.cfg.keepalive
            return bool(now - one.inbox.since > limit)

        for connection in self._claim_all(late):
            if connection.inbox.data and not connection.out and not connection.ended:
                self._refuse(connection, Refused("request-timeout", f"a request has {WHOLE:.0f} s to arrive whole"))
                self._go_on(connection)
            else:
                self._close(connection)

    # Serving

    def _serve(self) -> None:
        while not self._done:
            for fd, _ in self._epoll.poll(1.0, 1):
                with self._lock:
                    connection = self._connections.get(fd)
                    if connection is None or connection.busy:
                        continue
                    connection.busy = True
                try:
                    self._attend(connection)
                except Exception:  # nothing that a client does may cost a thread
                    _log.exception("a connection failed")
                    self._close(connection)

    def _attend(self, connection: Connection) -> None:
        """Do what a connection is ready for, and wait for it again, or end it."""
        try:
            if connection.out:
                connection.flush()
            elif not connection.again and not connection.more and not connection.receive():
                self._close(connection)
                return
            if self._answer(connection):
                self._go_on(connection)
        except OSError:
            self._close(connection)

    def _go_on(self, connection: Connection) -> None:
        """Wait until the client takes more, or sends more; a connection that is at its end is closed on our side."""
        try:
            out = connection.flush()
        except OSError:
            self._close(connection)
            return
        if out and connection.last and not connection.ended:
            connection.end()
        with self._lock:
            connection.busy = False
            self._epoll.modify(connection.fileno(), _ONCE if out and not connection.more else _OUT)

    def _answer(self, connection: Connection) -> bool:
        """Answer one request, if it is there; False when the feeder has the connection now.

        What came with it waits for its turn behind other connections.
        """
        if not connection.inbox.data or connection.out or connection.last:
            return True
        connection.more = False
        try:
            whole = connection.inbox.take()
        except Refused as refusal:
            self._refuse(connection, refusal)
            return True
        if whole is None:
            if connection.inbox.expects:
                connection.inbox.expects = False
                connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            return True
        again, connection.again, connection.fresh = connection.again, False, False
        return not self._handle(connection, whole, again)

    def _handle(self, connection: Connection, whole: Whole, again: bool) -> bool:
        """Let the application answer; whether the feeder has the connection now."""
        response, environ = wsgi.create(whole.request, connection, connection.client, connection.server, self.cfg)
        environ |= {"wsgi.multithread": True, FEEDS: True, AGAIN: again}
        environ["PATH_INFO"] = environ["PATH_INFO"] or "/"  # `GET http://host` asks for the root
        self._count()
        if whole.last or not self.alive:
            response.force_close()
        result = self.wsgi(environ, response.start_response)
        if isinstance(result, Fed):
            return self._hand_over(connection, result, response, whole)
        self._write(result, response)
        connection.inbox.restart(whole.rest)
        connection.last = response.should_close()
        connection.more = bool(whole.rest) and not connection.last
        return False

    def _hand_over(self, connection: Connection, fed: Fed, response: Any, whole: Whole) -> bool:
        if not fed.again:
            connection.inbox.restart(b"")
            response.force_close()
            response.send_headers()
        self._epoll.unregister(connection.fileno())
        self._feeder.feed(connection, fed, response)
        return True

    def _resume(self, connection: Connection) -> None:
        """Let a thread answer a request that waited; it is still in the inbox."""
        with self._lock:
            connection.again, connection.busy = True, False
            self._epoll.register(connection.fileno(), _OUT)

    @staticmethod
    def _write(result: Iterable[bytes], response: Any) -> None:
        try:
            for data in result:
                response.write(data)
            response.close()
        finally:
            if hasattr(result, "close"):
                result.close()

    def _count(self) -> None:
        self.nr += 1
        if self.nr >= self.max_requests:
            self.alive = False

    # Refusing and ending

    def _refuse(self, connection: Connection, refusal: Refused) -> None:
        self._note(refusal.code, refusal.detail)
        connection.sendall(problems.raw(refusal.code, refusal.detail))
        connection.inbox.restart(b"")
        connection.last = True

    def _note(self, kind: str, cause: str) -> None:
        now = time.monotonic()
        if now - self._logged.get(cause, -_QUIET) >= _QUIET:
            self._logged[cause] = now
            _log.warning("refused: %s", cause, extra={"fields": {"code": kind}})

    def _linger(self, connection: Connection) -> None:
        """Take a connection back from the feeder, to wait for the client to close its side."""
        if connection.ended:
            self._epoll.register(connection.fileno(), 0)
            self._go_on(connection)
        else:
            self._close(connection)

    def _close(self, connection: Connection) -> None:
        with self._lock:
            self._connections.pop(connection.fileno(), None)
        connection.close()
