"""What the fields of Känipeli's events and moves name."""

from referee.games.telling import Families, Means

MEANS: Means = {
    "to": "seat",
    "maker": "seat",
    "card": "component",
    "drink": "component",
    "give": "component",
    "want": "component",
    "got": "component",
    "gave": "component",
}

FAMILIES: Families = {}
