"""Requests out of bytes: when one is there as a whole, and how one that can never be is refused."""

import io
import time
from typing import Any

from gunicorn.http import errors
from gunicorn.http.body import ChunkedReader, LengthReader
from gunicorn.http.parser import RequestParser

from referee.api.requests import MAX_BODY
from referee.serving.chunks import Chunks

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
        self._begun: tuple[Any, int] | None = None
        """The request of which chunks are still to come, and where its body begins."""
        self._chunks: Chunks | None = None

    def add(self, data: bytes) -> None:
        """Take what has arrived."""
        if not self.data:
            self.since = time.monotonic()
        self.data += data

    def restart(self, rest: bytes) -> None:
        """Begin the next request with what came after the one before."""
        self.data, self.since, self._needed = rest, time.monotonic(), 0
        self.expects = self._continued = False
        self._begun = self._chunks = None

    def take(self) -> Whole | None:
        """Return the request if it is whole. Raises Refused for what can never be one."""
        if self.data[:1] not in _BEGINNINGS:
            raise Refused("bad-header", "this is not HTTP")
        if len(self.data) < self._needed or not self._worth_parsing():
            return None
        try:
            return self._whole_of(*(self._begun or self._parsed()))
        except (errors.NoMoreData, StopIteration):
            return None
        except (errors.ParseException, OSError) as error:
            raise Refused(*_refusal(error)) from None

    def _worth_parsing(self) -> bool:
        data = self.data
        return bool(self._begun) or b"\r\n\r\n" in data or b"\n\n" in data or len(data) > MOST_HEAD

    def _parsed(self) -> tuple[Any, int]:
        """Return the request, whose head is there, and where its body begins."""
        parser = RequestParser(self._config, [self.data], self._client)
        request = next(parser)
        _check_host(request)
        return request, len(self.data) - len(parser.unreader.take_buffered())

    def _whole_of(self, request: Any, begin: int) -> Whole | None:
        reader = request.body.reader
        if isinstance(reader, LengthReader):
            return self._of_length(request, begin, reader.length)
        if isinstance(reader, ChunkedReader):
            return self._chunked(request, begin)
        return _whole(request, b"", b"", last=True)

    def _of_length(self, request: Any, begin: int, length: int) -> Whole | None:
        if length > MAX_BODY:
            return _whole(request, b"", b"", last=True)  # it is refused by its length, unread
        end = begin + length
        if len(self.data) < end:
            self._needed = end
            self._await_body(request)
            return None
        return _whole(request, self.data[begin:end], self.data[end:])

    def _chunked(self, request: Any, begin: int) -> Whole | None:
        if self._chunks is None:
            self._begun, self._chunks = (request, begin), Chunks(request, begin, MAX_BODY)
        chunks = self._chunks
        end = chunks.end(self.data)
        if end is None:
            if len(self.data) > MOST_CHUNKED:
                raise Refused("bad-header", "a chunked body takes too many bytes for what it holds")
            self._await_body(request)
            return None
        self._begun = self._chunks = None  # a request that waits is taken once more
        if chunks.too_large:
            return _whole(request, bytes(MAX_BODY + 1), b"", last=True)  # it is refused by its length, unread
        return _whole(request, bytes(chunks.body), self.data[end:])

    def _await_body(self, request: Any) -> None:
        if request._expected_100_continue and not self._continued:
            self.expects = self._continued = True


_BEGINNINGS = {bytes([byte]) for byte in range(0x20, 0x7F)} | {b"\r", b"\n", b""}
"""What a request may begin with; anything else (a TLS greeting, say) need not be waited for."""


def _whole(request: Any, body: bytes, rest: bytes, *, last: bool = False) -> Whole:
    request.body = io.BytesIO(body)
    request._expected_100_continue = False  # it was told, or the body is here
    return Whole(request, rest, last=last)


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
