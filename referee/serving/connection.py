"""One client's connection: what came, what is still to go out, and how it ends."""

import contextlib
import socket
import time
from typing import Any

from referee.serving.reading import Inbox

SLOWEST = 30.0
"""Seconds in which a client must take something of what goes out to it."""

_READ = 64 * 1024
"""Bytes read at once."""


class Connection:
    """A socket that never blocks. `busy` while one thread, or the feeder, has it; nobody else touches it then."""

    def __init__(self, sock: socket.socket, client: Any, server: Any, config: Any) -> None:
        sock.setblocking(False)
        with contextlib.suppress(OSError):  # a unix socket has no such thing
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # the system takes more than the client does, and would try for a quarter of an hour to reach one that is
            # gone without a word: a telephone in a tunnel
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * SLOWEST))
        self.sock, self.client, self.server = sock, client or ("", -1), server
        self.inbox = Inbox(config, self.client)
        self.out: list[bytes] = []
        self.busy = True
        self.fresh = True
        """Whether nothing was asked on it yet."""
        self.again = False
        """Whether its request waited for something, and is to be answered now."""
        self.more = False
        """Whether what came with the request before is still to be looked at."""
        self.last = False
        """Whether it ends once everything is out."""
        self.ended = 0.0
        """When our side was closed, and it waits for the client's; 0 before."""
        self.moved = time.monotonic()
        """When something last went out, or began to wait to."""

    def fileno(self) -> int:
        """The socket's descriptor."""
        return self.sock.fileno()

    def getsockname(self) -> Any:
        """The address at which the client came in, as a socket tells it."""
        return self.sock.getsockname()

    def receive(self) -> bool:
        """Take what has arrived; False once the client has closed its side."""
        try:
            data = self.sock.recv(_READ)
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False
        if data and not self.ended:
            self.inbox.add(data)
        return bool(data)

    def unread(self) -> bool:
        """Whether something has arrived that nobody has taken yet."""
        try:
            return bool(self.sock.recv(1, socket.MSG_PEEK))
        except OSError:
            return False

    def sendall(self, data: bytes) -> None:
        """Take what is to go out; `flush` sends it. The name is the one by which gunicorn writes."""
        if not self.out:
            self.moved = time.monotonic()
        self.out.append(data)

    send = sendall

    def flush(self) -> bool:
        """Send as much as the client takes now. Returns whether all of it is out. Raises OSError if it has gone."""
        if not self.out:
            return True
        data = memoryview(b"".join(self.out))
        while data:
            try:
                sent = self.sock.send(data)
            except (BlockingIOError, InterruptedError):
                break
            self.moved = time.monotonic()
            data = data[sent:]
        self.out = [bytes(data)] if data else []
        return not self.out

    @property
    def waiting(self) -> int:
        """Bytes that the client has not taken yet."""
        return sum(map(len, self.out))

    def end(self) -> None:
        """Close our side, so that what is out arrives although the client still sends."""
        self.ended = time.monotonic()
        with contextlib.suppress(OSError):
            self.sock.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Close it altogether."""
        with contextlib.suppress(OSError):
            self.sock.close()
