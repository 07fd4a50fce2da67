"""What is in the box, and the numbers of the rules."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

from referee.games.marks import is_a
from referee.games.pieces import Piece

Gem: TypeAlias = Annotated[Literal["green", "blue", "purple", "orange"], is_a("gem")]
Card: TypeAlias = Annotated[
    Literal["gem-green", "gem-blue", "gem-purple", "gem-orange", "thief", "chipote", "healing"], is_a("card")
]
Kind: TypeAlias = Annotated[Literal["gem", "thief", "chipote", "healing"], is_a("card")]
"""The four types of card; three cards of one of them are a set."""

GEMS: tuple[Gem, ...] = ("green", "blue", "purple", "orange")
VALUE: Mapping[Gem, int] = {"green": 4, "blue": 3, "purple": 2, "orange": 1}
"""Points of a gem (KIN-23)."""

COUNTS: Mapping[Card, int] = {
    "gem-green": 4,
    "gem-blue": 6,
    "gem-purple": 8,
    "gem-orange": 8,
    "thief": 24,
    "chipote": 24,
    "healing": 24,
}
"""How many of each card there are (KIN-2)."""

GEM_OF: Mapping[Card, Gem] = {"gem-green": "green", "gem-blue": "blue", "gem-purple": "purple", "gem-orange": "orange"}
"""The colour of a gem card."""

CARDS: tuple[Card, ...] = tuple(card for card, count in COUNTS.items() for _ in range(count))
"""All 98 cards in catalogue order."""

HAND = 5
SET = 3
BANDAGES = 3
"""Cards in a full hand, cards of a set, bandages at most (KIN-3, KIN-12, KIN-4)."""

WITH_HEARTS = range(3, 8)
"""Numbers of seats that play with hearts (KIN-4, KIN-25, KIN-31)."""

TEAMS: Mapping[int, int] = {8: 4, 9: 3, 10: 5}
"""How many teams so many seats form (KIN-30)."""

_RESERVES: Mapping[int, tuple[int, int, int, int]] = {2: (1, 2, 2, 3), 3: (2, 3, 3, 4), 4: (3, 4, 4, 5)}
_LARGEST_RESERVE = (4, 5, 5, 6)


def reserve_for(seats: int) -> list[Gem]:
    """List the gems of the reserve at the start (KIN-5)."""
    counts = _RESERVES.get(seats, _LARGEST_RESERVE)
    return [gem for gem, count in zip(GEMS, counts, strict=True) for _ in range(count)]


def kind_of(card: Card) -> Kind:
    """Tell a card's type."""
    return "gem" if card in GEM_OF else card  # type: ignore[return-value]


_PLACE = {card: place for place, card in enumerate(COUNTS)}


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Sort cards in catalogue order."""
    return sorted(cards, key=_PLACE.__getitem__)


COLOR: Mapping[Gem, str] = {"green": "#2a9d4a", "blue": "#2f6fd0", "purple": "#8b45b5", "orange": "#ec8a1e"}
"""What the gems' colours look like."""

_LOOKS: Mapping[str, str] = {"thief": "#3f4652", "chipote": "#e0564f", "healing": "#17a398"}

BOX: tuple[Piece, ...] = (
    *(Piece(card, count, "card", _LOOKS.get(card) or COLOR[GEM_OF[card]]) for card, count in COUNTS.items()),
    *(Piece(gem, count, "gem", COLOR[gem]) for gem, count in zip(GEMS, _LARGEST_RESERVE, strict=True)),
    Piece("bandage", 14, "token", "#e3b27a"),
    Piece("heart", 7, "token", "#d8343f"),
)
"""The components as the catalogue lists them."""
