"""What can be refused, as exceptions: each has a stable code; `api.problems` gives it a status."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with an input: where (a JSON pointer, "" for the whole) and what."""

    pointer: str
    message: str


class RefereeError(Exception):
    """A refusal. `code` is stable; `detail` is for people; `extra` goes into the answer beside them."""

    code: ClassVar[str] = "internal"

    def __init__(self, detail: str = "", **extra: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.extra: Mapping[str, Any] = extra


class Invalid(RefereeError):
    """The input could never be right; `faults` says where."""

    code = "validation-failed"

    def __init__(self, faults: Sequence[Fault], detail: str = "") -> None:
        super().__init__(detail or "; ".join(f"{f.pointer or '/'}: {f.message}" for f in faults), errors=list(faults))
        self.faults = faults

    @classmethod
    def at(cls, pointer: str, message: str) -> "Invalid":
        """Return the error with one fault."""
        return cls([Fault(pointer, message)])


class BadDeal(Invalid):
    """An arranged deal asks for what the components cannot provide."""

    code = "bad-deal"


class NotYourTurn(RefereeError):
    """The seat has no legal move at the moment."""

    code = "not-your-turn"


class IllegalMove(RefereeError):
    """The move fits none of the seat's forms. `extra` has rule, legal_moves and maybe field and allowed."""

    code = "illegal-move"


class QuotaExceeded(RefereeError):
    """More than is allowed; `retry_after` says after how many seconds it may be otherwise."""

    code = "quota-exceeded"

    def __init__(self, detail: str, retry_after: int) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class MissingToken(RefereeError):
    """The request needs a token and has none."""

    code = "missing-token"


class InvalidToken(RefereeError):
    """The token is none of this match, or no token at all."""

    code = "invalid-token"


class Forbidden(RefereeError):
    """The token is good, but not for this."""

    code = "forbidden"


class NotYourSeat(RefereeError):
    """The token belongs to another seat."""

    code = "not-your-seat"


class NotFound(RefereeError):
    """There is no such thing."""

    code = "not-found"


class MatchOver(RefereeError):
    """The match has ended."""

    code = "match-over"


class MatchNotStarted(RefereeError):
    """The match still has open seats."""

    code = "match-not-started"


class MatchNotOver(RefereeError):
    """The match has not ended yet."""

    code = "match-not-over"


class WrongInvite(RefereeError):
    """The seat is claimed with its invite, and with no other."""

    code = "wrong-invite"


class SeatTaken(RefereeError):
    """The seat that was named is not open."""

    code = "seat-taken"


class MatchFull(RefereeError):
    """No seat is open."""

    code = "match-full"


class MatchExpired(RefereeError):
    """There was such a match, but it was removed."""

    code = "match-expired"


class StaleVersion(RefereeError):
    """The match has moved on from the pinned version. `etag` is the current one."""

    code = "stale-version"

    def __init__(self, detail: str, etag: str, **extra: Any) -> None:
        super().__init__(detail, **extra)
        self.etag = etag


class HistoryRewound(StaleVersion):
    """The pinned version or the cursor is ahead of the match, or of another history: a failover lost moves."""

    code = "history-rewound"


class KeyReused(RefereeError):
    """The idempotency key came with another request before."""

    code = "idempotency-key-reused"


class UnreadableRecord(RefereeError):
    """What is stored of the match cannot be read by this server; it stays as it is. `why` is for the operator alone."""

    code = "match-unreadable"

    def __init__(self, detail: str, why: str = "") -> None:
        super().__init__(detail)
        self.why = why or detail
