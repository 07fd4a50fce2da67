"""Names of players: what is kept of them, and that they differ."""

import unicodedata
from collections.abc import Iterable

from referee.errors import Invalid

MAX_LENGTH = 40
"""Characters of a name, after normalisation."""


def clean(name: str, pointer: str) -> str:
    """Normalise a name: NFKC, no control or format characters, trimmed. Raises Invalid unless 1–40 remain."""
    kept = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) not in ("Cc", "Cf"))
    kept = unicodedata.normalize("NFKC", kept).strip()  # again: what was removed may have kept an accent apart
    if not 1 <= len(kept) <= MAX_LENGTH:
        raise Invalid.at(pointer, f"a name has 1 to {MAX_LENGTH} visible characters")
    return kept


def check_unique(name: str, others: list[str | None], pointer: str) -> None:
    """Raise Invalid when another seat has the name, upper or lower case."""
    if any(other is not None and _folded(other) == _folded(name) for other in others):
        raise Invalid.at(pointer, "another seat has this name")


def default(number: int, taken: Iterable[str | None]) -> str:
    """Return a name for a seat that was given none: one that nobody has."""
    others = {_folded(name) for name in taken if name is not None}
    name = f"Seat {number}"
    while _folded(name) in others:
        name += "'"
    return name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name.casefold())
