"""Tickets: short-lived secrets that open one event stream, for clients that cannot send headers.

A ticket is good for 30 s to open its stream; while that stream lives, and for 10 minutes after it dropped,
the same ticket resumes it. A newer stream on a ticket replaces the older one at once.
"""

import contextlib
import hashlib
import secrets

import msgspec

from referee.errors import InvalidToken
from referee.match import rights, tokens
from referee.match.answers import Answer
from referee.match.documents import Ticket
from referee.match.matches import Matches
from referee.match.rights import entitled
from referee.store import StoreUnavailable

OPEN_MS = 30_000
"""Milliseconds within which a ticket must open its stream."""

RESUME_MS = 600_000
"""Milliseconds after a stream's last sign of life within which its ticket resumes it."""


class Hold(msgspec.Struct, array_like=True):
    """What a ticket stands for: a match, the SHA-256 of a token, and the stream that holds it now."""

    match: str
    digest: bytes
    holder: bytes


_decode = msgspec.msgpack.Decoder(Hold).decode
_encode = msgspec.msgpack.Encoder().encode


def issue(matches: Matches, match_id: str, token: str, key: str | None) -> Answer:
    """Give out a ticket for whom the token belongs to. Raises InvalidToken.

    With an idempotency key the ticket follows from it, so that a lost answer can be asked for again.
    """
    match = matches.current(match_id)
    entitled(match, rights.LOOK, token)
    if key is None:
        ticket = tokens.mint(tokens.TICKET)
    else:
        ticket = tokens.derive(tokens.TICKET, match.head.salt, token, key)
    fresh = _encode(Hold(match_id, tokens.digest(token), secrets.token_bytes(8)))
    replayed = matches.store.reserve(_name(ticket), fresh, OPEN_MS) != fresh
    return Answer(201, Ticket(ticket, OPEN_MS // 1000), replayed=replayed)


class Holding:
    """A stream's hold on a ticket."""

    def __init__(self, matches: Matches, match_id: str, ticket: str) -> None:
        """Read the ticket, and take nothing yet. Raises InvalidToken for one that is not good (any more)."""
        self._store = matches.store
        self._key = _name(ticket)
        kept = self._store.take(self._key)
        hold = _decode(kept) if kept else None
        if hold is None or hold.match != match_id:
            raise InvalidToken("the ticket is not good, or no longer: ask for a new one")
        self.digest = hold.digest
        self.name = f"ticket:{hashlib.sha256(self._key).hexdigest()}"
        """By which others are told that somebody took the ticket."""
        self._ours = Hold(match_id, hold.digest, secrets.token_bytes(8))

    def take(self) -> None:
        """Take the ticket, from an older stream if need be, which is told at once."""
        self._store.put(self._key, _encode(self._ours), RESUME_MS)
        with contextlib.suppress(StoreUnavailable):  # then it finds out by itself, when it shows a sign of life
            self._store.wake(self.name)

    def renew(self) -> bool:
        """Show a sign of life; False when a newer stream holds the ticket."""
        kept = self._store.take(self._key, RESUME_MS)
        return kept is not None and _decode(kept) == self._ours


def _name(ticket: str) -> bytes:
    return b"ticket:" + hashlib.sha256(ticket.encode()).digest()
