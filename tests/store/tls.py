"""TLS before a server that speaks plainly: the wheel's Valkey has none, and a client does not see the difference."""

import contextlib
import datetime
import ipaddress
import selectors
import socket
import ssl
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HANDSHAKE = b"\x16"
"""The first byte of whoever speaks TLS."""


def certificate(folder: Path) -> Path:
    """A file with a certificate for loopback that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    addresses = [x509.IPAddress(ipaddress.ip_address(address)) for address in ("127.0.0.1", "::1")]
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost"), *addresses]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file = folder / "certificate.pem"
    file.write_bytes(signed.public_bytes(serialization.Encoding.PEM) + pem)
    return file


class Front:
    """Takes connections with TLS and a known certificate and passes them on without; what comes plainly stays so.

    So one port serves clients, and the servers that know each other by it.
    """

    def __init__(self, target: int, known: Path) -> None:
        self._target = target
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(known)
        self._context.load_verify_locations(known)
        self._context.verify_mode = ssl.CERT_REQUIRED
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # ends who waits in accept
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        with contextlib.suppress(OSError), contextlib.ExitStack() as links:
            links.enter_context(near)
            far = links.enter_context(socket.create_connection(("127.0.0.1", self._target)))
            if near.recv(1, socket.MSG_PEEK) == HANDSHAKE:
                near = links.enter_context(self._context.wrap_socket(near, server_side=True))
            _pass(near, far)


def _pass(near: socket.socket, far: socket.socket) -> None:
    """Bring to each what the other says, in one thread, until one of them ends."""
    with selectors.DefaultSelector() as ready:
        ready.register(near, selectors.EVENT_READ, far)
        ready.register(far, selectors.EVENT_READ, near)
        while True:
            for key, _ in ready.select():
                source, sink = key.fileobj, key.data
                data = source.recv(65_536)  # more than a record of TLS holds: none of it stays behind unnoticed
                if not data:
                    return
                sink.sendall(data)
