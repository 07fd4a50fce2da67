"""Chunked bodies, taken apart as they arrive.

Gunicorn's reader begins anew with each packet and copies what is left with each chunk, so that forty clients that drip
chunks of one byte keep every thread busy. Here each chunk is looked at once; what a chunk may look like is gunicorn's.
"""

from typing import Any

from gunicorn.http import errors
from gunicorn.http.body import CHUNK_EXT_RE

_LONGEST_LINE = 8190
"""Bytes of a line with a chunk's size and extensions, and of the trailers."""

_HEX = frozenset(b"0123456789abcdefABCDEF")


class Chunks:
    """The chunks of one body, in bytes that grow between the calls of `end`."""

    def __init__(self, request: Any, begin: int, most: int) -> None:
        """`begin`: where the body begins in the bytes; `most` bytes in it are read."""
        self._request, self._at, self._most = request, begin, most
        self.body = bytearray()
        self.too_large = False
        """Whether there is more than `most`: the rest is not read."""

    def end(self, data: bytes) -> int | None:
        """Return where the body ends, or None while more is to come. Raises gunicorn's ParseException."""
        while (line := data.find(b"\r\n", self._at, self._at + _LONGEST_LINE + 2)) >= 0:
            size, begin = _size(data[self._at : line]), line + 2
            if not size:
                return self._after_trailers(data, begin)
            if len(self.body) + size > self._most:
                self.too_large = True
                return len(data)
            end = begin + size
            if not b"\r\n".startswith(data[end : end + 2]):
                raise errors.ChunkMissingTerminator(data[end : end + 2])
            if len(data) < end + 2:
                return None
            self.body += data[begin:end]
            self._at = end + 2
        if len(data) - self._at > _LONGEST_LINE:
            raise errors.InvalidChunkSize(b"a line without end")
        return None

    def _after_trailers(self, data: bytes, begin: int) -> int | None:
        if data[begin : begin + 2] == b"\r\n":
            return begin + 2
        end = data.find(b"\r\n\r\n", begin, begin + _LONGEST_LINE + 4)
        if end >= 0:
            self._request.parse_headers(data[begin:end], from_trailer=True)
            return end + 4
        if len(data) - begin > _LONGEST_LINE:
            raise errors.LimitRequestHeaders("trailers without end")
        if data.count(b"\n", begin) != data.count(b"\r\n", begin):
            raise errors.InvalidHeader("a bare line feed")
        return None


def _size(line: bytes) -> int:
    digits, extended, extension = line.partition(b";")
    if extended:
        digits = digits.rstrip(b" \t")
    if not digits or not _HEX.issuperset(digits):
        raise errors.InvalidChunkSize(digits)
    if extended and not CHUNK_EXT_RE.fullmatch(b";" + extension):
        raise errors.InvalidChunkExtension("no extension")
    return int(digits, 16)
