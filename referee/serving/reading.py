"""Requests out of bytes: when one is there as a whole, and how one that can never be is refused."""

import io
import time
from typing import Any

from gunicorn.http import errors
from gunicorn.http.body import ChunkedReader, LengthReader
from gunicorn.http.parser import RequestParser

from referee.api.requests import MAX_BODY

MOST_HEAD = 64 * 1024
"""Bytes after which a head that has not ended is given to the parser, which then refuses it."""

MOST_CHUNKED = 256 * 1024
"""Bytes of a chunked body, sizes and extensions counted in."""


class Refused(Exception):
    """Bytes that can be no request: the problem's code and what is wrong, with nothing in it of what was sent."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


class Whole:
    """A request with its body, and what came after it."""

    def __init__(self, request: Any, rest: bytes, *, last: bool) -> None:
        """`last`: nothing more can be read from this connection."""
        self.request, self.rest, self.last = request, rest, last


class Inbox:
    """What has arrived of a connection's next request."""

    def __init__(self, config: Any, client: Any) -> None:
        self._config, self._client = config, client
        self.data = b""
        self.since = time.monotonic()
        """When its first byte came, or the connection became idle."""
        self._needed = 0
        self.expects = False
        """Whether the client waits for `100 Continue` before it sends the body."""
        self._continued = False

    def add(self, data: bytes) -> None:
        """Take what has arrived."""
        if not self.data:
            self.since = time.monotonic()
        self.data += data

    def restart(self, rest: bytes) -> None:
        """Begin the next request with what came after the one before."""
        self.data, self.since, self._needed = rest, time.monotonic(), 0
        self.expects = self._continued = False

    def take(self) -> Whole | None:
        """Return the request if it is whole. Raises Refused for what can never be one."""
        if self.data[:1] not in _BEGINNINGS:
            raise Refused("bad-header", "this is not HTTP")
        if len(self.data) < self._needed or not self._worth_parsing():
            return None
        try:
            return self._parsed()
        except errors.NoMoreData:
            return None
        except (errors.ParseException, OSError) as error:
            raise Refused(*_refusal(error)) from None

    def _worth_parsing(self) -> bool:
        data = self.data
        return b"\r\n\r\n" in data or b"\n\n" in data or len(data) > MOST_HEAD

    def _parsed(self) -> Whole | None:
        parser = RequestParser(self._config, [self.data], self._client)
        try:
            request = next(parser)
        except StopIteration:
            return None
        _check_host(request)
        reader = request.body.reader
        if isinstance(reader, LengthReader):
            body, last = self._of_length(request, reader.length, parser)
        elif isinstance(reader, ChunkedReader):
            body, last = self._chunked(request)
        else:
            body, last = b"", True
        if body is None:
            return None
        request.body = io.BytesIO(body)
        request._expected_100_continue = False  # it was told, or the body is here
        return Whole(request, b"" if last else parser.unreader.take_buffered(), last=last)

    def _of_length(self, request: Any, length: int, parser: Any) -> tuple[bytes | None, bool]:
        if length > MAX_BODY:
            return b"", True  # it is refused by its length, unread
        head = self.data.find(b"\r\n\r\n") + 4
        if len(self.data) - head < length:
            self._needed = head + length
            self._await_body(request)
            return None, False
        return request.body.read(length), False

    def _chunked(self, request: Any) -> tuple[bytes | None, bool]:
        try:
            body: bytes = request.body.read(MAX_BODY + 2)
        except (errors.NoMoreData, errors.ChunkMissingTerminator) as error:
            if getattr(error, "term", b"") not in (b"", b"\r"):
                raise
            if len(self.data) > MOST_CHUNKED:
                raise Refused("bad-header", "a chunked body takes too many bytes for what it holds") from None
            self._await_body(request)
            return None, False
        return body, len(body) > MAX_BODY

    def _await_body(self, request: Any) -> None:
        if request._expected_100_continue and not self._continued:
            self.expects = self._continued = True


_BEGINNINGS = {bytes([byte]) for byte in range(0x20, 0x7F)} | {b"\r", b"\n", b""}
"""What a request may begin with; anything else (a TLS greeting, say) need not be waited for."""


def _check_host(request: Any) -> None:
    hosts = sum(name == "HOST" for name, _ in request.headers)
    if hosts > 1 or (not hosts and request.version >= (1, 1)):
        raise Refused("bad-header", "a request of HTTP/1.1 has one Host header")


def _refusal(error: Exception) -> tuple[str, str]:
    for kind, code, detail in _REFUSALS:
        if isinstance(error, kind):
            return code, detail
    return "bad-header", "the request cannot be understood as HTTP"


_REFUSALS: tuple[tuple[type[Exception], str, str], ...] = (
    (errors.LimitRequestLine, "uri-too-long", "the request line is too long"),
    (errors.LimitRequestHeaders, "headers-too-large", "the headers are too many or too long"),
    (errors.InvalidRequestLine, "bad-header", "the request line cannot be understood"),
    (errors.InvalidRequestMethod, "bad-header", "the method is none"),
    (errors.InvalidHTTPVersion, "bad-header", "this server speaks HTTP/1.0 and HTTP/1.1"),
    (errors.InvalidHeaderName, "bad-header", "the name of a header has characters that no name has"),
    (errors.InvalidHeader, "bad-header", "a header cannot be understood"),
    (errors.ObsoleteFolding, "bad-header", "a header goes on over two lines"),
    (errors.UnsupportedTransferCoding, "bad-header", "the only transfer coding is chunked"),
    (errors.InvalidChunkSize, "bad-header", "the size of a chunk cannot be understood"),
    (errors.InvalidChunkExtension, "bad-header", "the extension of a chunk cannot be understood"),
    (errors.ChunkMissingTerminator, "bad-header", "a chunk does not end where its size says"),
)
