"""What an integer or a name stands for, written beside its type: `x-is` in every schema made from it.

A front end that knows no game learns from it which integers are seats, and which names have a picture.
"""

from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import Meta

What: TypeAlias = Literal[
    "seat", "place", "card", "drink", "gem", "sweet", "position", "pile", "object", "offer", "number"
]
"""What there is to name; a count or an amount is a `number`."""

List: TypeAlias = Literal["hand", "table.drawn", "table.cards", "table.objects"]
"""The lists of a view into which an integer may be an index."""


def is_a(what: What, of: List | None = None) -> Meta:
    """Say what a type's values name, and which list of the view they are indices into."""
    return Meta(extra_json_schema={"x-is": what} | ({"x-of": of} if of else {}))


def names(marked: Any) -> tuple[Any, ...]:
    """Return the names of a marked `Literal`, in order."""
    return get_args(marked.__origin__)


SeatNumber: TypeAlias = Annotated[int, is_a("seat")]
"""A seat; how many there are is the game's business."""

CardName: TypeAlias = Annotated[str, is_a("card")]
"""A card by its name; whether there is such a card is checked elsewhere."""

Amount: TypeAlias = Annotated[int, is_a("number")]
"""A count, an amount, or a number that is just that."""
