"""Answers: what a request is told, and told again under its idempotency key."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from referee.errors import KeyReused, UnreadableRecord
from referee.match.record import Match
from referee.match.view import View, etag, event, view
from referee.store import Key

_SMALL = 200
"""Bytes up to which an answer is kept as it is."""


class Answer(msgspec.Struct, array_like=True):
    """What a request is answered with: the status, the JSON body, and headers that belong to it."""

    status: int
    body: bytes
    etag: str | None = None
    location: str | None = None
    replayed: bool = False

    def remember(self) -> bytes:
        """Encode for keeping under an idempotency key."""
        data = msgspec.msgpack.encode(self)
        return b"z" + zlib.compress(data, 1) if len(data) > _SMALL else b"-" + data

    @classmethod
    def recall(cls, data: bytes) -> "Answer":
        """Decode what was kept. Raises UnreadableRecord for what this release cannot read."""
        try:
            raw = zlib.decompress(data[1:]) if data[:1] == b"z" else data[1:]
            answer = msgspec.msgpack.decode(raw, type=cls)
        except (zlib.error, msgspec.DecodeError) as error:
            raise UnreadableRecord("this release cannot read the answer that is remembered under the key") from error
        answer.replayed = True
        return answer


@dataclass(frozen=True)
class Page:
    """Events as a viewer may know them, ready to be encoded, and where the log ends."""

    events: list[Any]
    last_event: int
    version: int
    over: bool
    closed: bool
    """Whether nothing can follow any more."""


def replay(remembered: Answer, first: bytes, wanted: Key) -> Answer:
    """Return the first answer again. Raises KeyReused when the request was another one."""
    if first != wanted.fingerprint:
        raise KeyReused("this idempotency key came with another request before")
    return remembered


class Moved(msgspec.Struct, omit_defaults=True):
    """The answer to a move."""

    version: int
    events: Sequence[Mapping[str, Any]]
    view: View | None = None


def moved(match: Match, seat: int, version: int, minimal: bool) -> Answer:
    """Answer a move with what it set off, as its seat may know it, and the latest view unless `minimal`."""
    first = match.record.events + 1
    told = [event(match.head.game, n, entry, seat) for n, entry in enumerate(match.log, first)]
    body = Moved(version, told, None if minimal else view(match, seat))
    return Answer(200, msgspec.json.encode(body), etag(match, seat))
