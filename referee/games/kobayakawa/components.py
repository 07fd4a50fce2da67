"""What is in the box, and the numbers of the rules."""

from collections.abc import Mapping
from typing import Any

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

BOX: tuple[Mapping[str, Any], ...] = (
    *({"name": str(card), "count": 1, "kind": "card"} for card in CARDS),
    {"name": "kamon", "count": 32, "kind": "token"},
)
"""The components as the catalogue lists them."""
