"""What is in the box, and the numbers of the rules."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from referee.games.marks import is_a, names
from referee.games.pieces import Piece

Card: TypeAlias = Annotated[Literal[
    "animal-1", "animal-2", "animal-3", "animal-4", "animal-5", "animal-6", "animal-7", "animal-8",
    "animal-9", "animal-10", "animal-11", "animal-12", "animal-13", "animal-14", "animal-15", "animal-16",
    "shelter-1", "shelter-2", "shelter-3", "shelter-4", "shelter-5", "shelter-6", "shelter-7", "shelter-8",
    "shelter-9", "shelter-10", "shelter-11", "shelter-12", "shelter-13", "shelter-14", "shelter-15", "shelter-16",
], is_a("card")]  # fmt: skip
Object: TypeAlias = Annotated[Literal["1-2", "3-4", "5-6", "7-8", "9-10", "11-12", "13-14", "15-16"], is_a("object")]

CARDS: tuple[Card, ...] = names(Card)
"""All cards, the animals first: their sorted order."""

OBJECTS: tuple[Object, ...] = names(Object)
"""The eight different objects (KPA-2)."""

MOST_HANDS = 8
"""The cards are enough for so many hands (KPA-1)."""

HAND_SIZE = 4
"""Cards dealt to a hand (KPA-2)."""

COPIES = 2
"""Cards of each object (KPA-2)."""

FOXES = 2
"""Fox cards, both for the liar caught last (KPA-20)."""

NUMBER: Mapping[Card, int] = {card: i % 16 + 1 for i, card in enumerate(CARDS)}
"""The number of each card."""

ORDER: Mapping[Card, int] = {card: i for i, card in enumerate(CARDS)}
"""The place of each card in the sorted order."""

CARRIES: Mapping[Object, tuple[int, int]] = {each: (2 * i + 1, 2 * i + 2) for i, each in enumerate(OBJECTS)}
"""The two numbers of each object."""


def numbers_for(hands: int) -> range:
    """Return the numbers in play with so many hands (KPA-2)."""
    return range(1, 2 * hands + 1)


def cards_for(hands: int) -> list[Card]:
    """Return the cards in play with so many hands, sorted (KPA-2)."""
    return [card for card in CARDS if NUMBER[card] <= 2 * hands]


def objects_for(hands: int) -> list[Object]:
    """Return the object cards in play with so many hands, sorted (KPA-2)."""
    return [each for each in OBJECTS[:hands] for _ in range(COPIES)]


COLORS = ("#d64541", "#e08a1e", "#c9b01f", "#4c9f50", "#1f9e9e", "#3a6fc4", "#7a52b3", "#c0508f")
"""What the objects look like, and the cards of their two numbers."""

BOX: tuple[Piece, ...] = (
    *(Piece(card, 1, "card", COLORS[(NUMBER[card] - 1) // 2]) for card in CARDS),
    *(Piece(each, COPIES, "object", color) for each, color in zip(OBJECTS, COLORS, strict=True)),
    Piece("emperor", 1, "mark", "#efe9da"),
    Piece("fox", FOXES, "mark", "#e0762b"),
    Piece("sheep", 8, "mark", "#c3cfd9"),
)
"""The components as the catalogue lists them."""
