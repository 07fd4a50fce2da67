"""The drink cards, and the numbers of the rules."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

from referee.games.marks import is_a, names
from referee.games.pieces import Piece

Drink: TypeAlias = Annotated[
    Literal[
        "hwf", "lappari", "tuoppi", "stoutti", "punkku", "taskulammin", "kossu", "minttukaakao", "gt", "jallu", "hauki"
    ],
    is_a("drink"),
]

DRINKS: tuple[Drink, ...] = names(Drink)
"""The eleven kinds in catalogue order. Inside the state a card is its kind's index in this list."""

KIND: Mapping[str, int] = {drink: kind for kind, drink in enumerate(DRINKS)}
"""A drink's index in `DRINKS`."""

COUNTS: tuple[int, ...] = (24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4)
"""Cards of each kind (KAN-2)."""

NEEDED: tuple[tuple[int | None, int | None, int | None, int | None], ...] = (
    (4, 7, 10, 12),
    (4, 7, 9, 11),
    (4, 6, 8, 10),
    (3, 6, 8, 9),
    (3, 5, 7, 8),
    (3, 5, 6, 7),
    (2, 4, 6, 7),
    (2, 4, 5, 6),
    (2, 3, 4, 5),
    (None, 2, 3, None),
    (None, 2, 3, 4),
)
"""Cards needed for one, two, three and four känit, by kind (KAN-17)."""

CARDS: tuple[int, ...] = tuple(kind for kind, count in enumerate(COUNTS) for _ in range(count))
"""All 154 cards, in catalogue order."""

HAND = 5
"""Cards dealt to each player (KAN-3)."""

PILES = 3
"""Draw piles (KAN-3)."""

SPACES = 2
"""Hand spaces at the start (KAN-4)."""

MOST_PLAYED = 2
"""Cards played in step 1, at most (KAN-6)."""

DRAWN = 2
"""Cards drawn in step 2 (KAN-9)."""

THIRD_HAND = 3
"""Känit a third hand costs (KAN-18)."""

MOST_WANTED = 3
"""Cards one offer may ask for (KAN-24)."""

COLORS = (
    "#a0448c", "#f0c93a", "#e0962a", "#4a2c20", "#a3203a", "#7d8a99",
    "#9cc9e8", "#3aa876", "#a5c84a", "#c2602a", "#4f8a86",
)  # fmt: skip
"""What the kinds look like."""

BOX: tuple[Piece, ...] = tuple(
    Piece(drink, count, "card", color) for drink, count, color in zip(DRINKS, COUNTS, COLORS, strict=True)
)
"""The components as the catalogue lists them."""


def drinks_of(cards: Iterable[int]) -> list[Drink]:
    """Name cards."""
    return [DRINKS[card] for card in cards]


def cards_of(drinks: Iterable[str]) -> list[int]:
    """Return the cards with these names."""
    return [KIND[drink] for drink in drinks]


def kanit_for(kind: int, cards: int) -> int:
    """Känit for drinking so many cards of a kind: the last column reached (KAN-16, KAN-17)."""
    return max((kani for kani, needed in enumerate(NEEDED[kind], 1) if needed and cards >= needed), default=0)
