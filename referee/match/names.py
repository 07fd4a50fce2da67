"""Names of players: what is kept of them, and that they differ."""

import re
import unicodedata
from collections.abc import Iterable

from referee.errors import Invalid

MAX_LENGTH = 40
"""Characters of a name, after normalisation."""

MOST_MARKS = 3
"""Combining marks in a row: more of them reach into the lines above and below."""

_UNSEEN_CATEGORIES = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}

_UNSEEN = re.compile(
    "["
    # Unicode's property Default_Ignorable_Code_Point, which Python does not know
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    # the Braille pattern and the note head without anything to see
    "\u2800\U0001d159"
    "]"
)


def clean(name: str, pointer: str) -> str:
    """Normalise a name: NFKC, nothing that nobody sees, single spaces, trimmed.

    Raises Invalid unless 1–40 characters remain, one of them more than a mark, and no more than 3 marks in a row.
    """
    kept = unicodedata.normalize("NFKC", _seen(unicodedata.normalize("NFKC", name)))
    # again: what was removed may have kept an accent apart
    kept = re.sub(" +", " ", "".join(" " if unicodedata.category(c) == "Zs" else c for c in _seen(kept))).strip()
    kinds = "".join(unicodedata.category(c)[0] for c in kept)
    if len(kept) > MAX_LENGTH or not set(kinds) & set("LNSP"):
        raise Invalid.at(
            pointer, f"a name has 1 to {MAX_LENGTH} visible characters, one of them a letter, digit, symbol or point"
        )
    if "M" * (MOST_MARKS + 1) in kinds:
        raise Invalid.at(pointer, f"a name has at most {MOST_MARKS} combining marks in a row")
    return kept


def _seen(text: str) -> str:
    return "".join(c for c in _UNSEEN.sub("", text) if unicodedata.category(c) not in _UNSEEN_CATEGORIES)


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
