"""Whether a server on this machine is ready: asked every few seconds, so it imports next to nothing."""

import socket
import sys

ADDRESS = "127.0.0.1:8000"
"""Where a server listens unless it is told otherwise."""

SECONDS = 2.5
"""How long an answer is waited for: a server whose store is gone says so within 2 seconds."""

_ASK = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
_MOST = 16 * 1024
_ANYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  -- asked at home, not bound


def health(bind: str) -> int:
    """Ask `/readyz` of the server that `serve --bind` made listen (of several addresses the first).

    Returns an exit code: 0 if it is ready; 1 if not, and standard error says why.
    """
    address = bind.split(",")[0].strip()
    try:
        head, _, body = _answer(address).partition(b"\r\n\r\n")
    except (OSError, ValueError) as error:
        sys.stderr.write(f"Error: no server answers at {address}: {error}\n")
        return 1
    status = head.partition(b"\r\n")[0].split(b" ")
    if status[0].startswith(b"HTTP/1.") and status[1:2] == [b"200"]:
        return 0
    sys.stderr.write(f"Error: the server at {address} is not ready: {body.decode(errors='replace')}\n")
    return 1


def _answer(address: str) -> bytes:
    """Return what the server says. Raises OSError, and ValueError for what is no address."""
    answer = b""
    with _connected(address) as sock:
        sock.sendall(_ASK)
        while len(answer) < _MOST and (data := sock.recv(_MOST)):
            answer += data
    return answer


def _connected(address: str) -> socket.socket:
    if address.startswith("unix:"):
        sock = socket.socket(socket.AF_UNIX)
        sock.settimeout(SECONDS)
        sock.connect(address.removeprefix("unix:").removeprefix("//"))
        return sock
    address = address.removeprefix("tcp://")
    host, _, port = address.rpartition(":")
    if not port.isdecimal():
        host, port = address, ADDRESS.rpartition(":")[2]
    host = host.strip("[]")
    return socket.create_connection((_ANYWHERE.get(host, host), int(port)), SECONDS)
