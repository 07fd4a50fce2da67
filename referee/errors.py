"""What can be refused, as exceptions: each has a stable code; what HTTP makes of it stands in `api.problems`."""

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
        super().__init__(detail or "; ".join(f"{f.pointer or '/'}: {f.message}" for f in faults), errors=faults)
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
