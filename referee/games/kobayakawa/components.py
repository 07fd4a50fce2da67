"""What is in the box, and the numbers of the rules."""

from referee.games.pieces import Piece

CARDS: tuple[int, ...] = tuple(range(1, 16))
"""The fifteen cards (KOB-2)."""

START_KAMON = 4
"""Kamon each player begins with (KOB-2)."""

START_CENTRE = 8
"""Kamon in the centre at the start (KOB-2)."""

LAST_ROUND = 7
"""Six rounds bring the centre from 8 to 2; the seventh is the last (KOB-14)."""

STAKE = 1
LAST_STAKE = 2
"""What fighting costs, before and in the last round (KOB-7, KOB-14)."""

COLORS = (
    "#3b4cc0", "#4a63d3", "#5a7be0", "#5f94dc", "#54a9c9", "#4bb3a6", "#58b57c", "#86b850",
    "#b5b83c", "#d9b23a", "#e59a38", "#e27f3b", "#d9623f", "#c94543", "#b0263c",
)  # fmt: skip
"""The cards' colours, from the coldest to the hottest."""

BOX: tuple[Piece, ...] = (
    *(Piece(str(card), 1, "card", color) for card, color in zip(CARDS, COLORS, strict=True)),
    Piece("kamon", 32, "token", "#8a1f2d"),
)
"""The components as the catalogue lists them."""
