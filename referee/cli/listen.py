"""The sockets that a server listens on: bound before anything else is done, so that what is said of them is true."""

import contextlib
import errno
import os
import socket
import stat
import time

from gunicorn.util import parse_address

BIND_SECONDS = 3.0
"""How long a port in use is waited for: the workers of a server that was killed hold it for a moment."""

_BACKLOG = 2048


class BindError(RuntimeError):
    """An address cannot be listened on; the text says why."""


class Listening:
    """Sockets bound to addresses, `host:port`, `[v6]:port` or `unix:path`, separated by commas."""

    def __init__(self, bind: str) -> None:
        """Bind them. Raises BindError."""
        self._sockets: list[socket.socket] = []
        self._given = bind if _inherited() or "fd://" in bind else ""
        if self._given:
            return
        try:
            for address in bind.split(","):
                self._sockets.append(_bound(address.strip()))
        except BaseException:
            self.close()
            raise

    def listen(self) -> None:
        """Let clients in, who wait until somebody accepts them. Raises BindError."""
        for one in self._sockets:
            try:
                one.listen(_BACKLOG)
            except OSError as error:
                raise BindError(f"cannot listen on {_url(one)}: {error.strerror}") from None

    def __str__(self) -> str:
        return self._given or ", ".join(_url(one) for one in self._sockets)

    def hand_over(self) -> str:
        """Return the addresses by which gunicorn takes the sockets; they are its own from then on."""
        return self._given or ",".join(f"fd://{one.detach()}" for one in self._sockets)

    def close(self) -> None:
        """Let go of what was not handed over."""
        for one in self._sockets:
            path = one.getsockname() if one.fileno() >= 0 and one.family == socket.AF_UNIX else ""
            one.close()
            if path:
                with contextlib.suppress(OSError):
                    os.unlink(path)


def _inherited() -> bool:
    """Whether sockets were handed to this process, by systemd or by the gunicorn before it."""
    return "GUNICORN_FD" in os.environ or os.environ.get("LISTEN_PID") == str(os.getpid())


def _bound(text: str) -> socket.socket:
    until = time.monotonic() + BIND_SECONDS
    while True:
        try:
            address = parse_address(text)
            return _unix(address) if isinstance(address, str) else _tcp(*address)
        except RuntimeError as error:
            raise BindError(f"{text} is no address to listen on: {error}") from None
        except (OverflowError, UnicodeError, ValueError):
            raise BindError(f"{text} is no address to listen on: a port is a number up to 65535") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > until:
                raise BindError(f"cannot listen on {text}: {error.strerror or error}") from None
            time.sleep(0.1)


def _tcp(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:  # getaddrinfo takes the remainder
        raise OverflowError
    addresses = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, _, _, address = addresses[0]
    sock = socket.socket(family, kind)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
    except BaseException:
        sock.close()
        raise
    return sock


def _unix(path: str) -> socket.socket:
    if os.path.exists(path) and stat.S_ISSOCK(os.stat(path).st_mode):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            if probe.connect_ex(path) == 0:
                raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
        os.unlink(path)  # of a server that was killed
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0)  # whoever may enter the folder may connect, as gunicorn has it
    try:
        sock.bind(path)
    except BaseException:
        sock.close()
        raise
    finally:
        os.umask(before)
    return sock


def _url(one: socket.socket) -> str:
    name = one.getsockname()
    if one.family == socket.AF_UNIX:
        return f"unix:{name}"
    return f"http://[{name[0]}]:{name[1]}" if one.family == socket.AF_INET6 else f"http://{name[0]}:{name[1]}"
