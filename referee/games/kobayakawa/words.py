"""What the fields of Kobayakawa's events and moves name."""

from referee.games.telling import Families, Means

MEANS: Means = {
    "first_seat": "seat",
    "winner": "seat",
    "card": "component",
    "kobayakawa": "component",
    "covered": "component",
    "discard": "component",
    "fighters": "items",
}

FAMILIES: Families = {r"(?P<number>\d+)": "component-number"}
