"""What the fields of KINMO's events and moves name."""

from referee.games.telling import Families, Grouped, Means

MEANS: Means = {
    "target": "seat",
    "partner": "seat",
    "team_mate": "seat",
    "answers": Grouped("seat", ("accepted", "declined")),
    "card": "component",
    "cards": "component",
    "top": "component",
    "gem": "component",
    "give": "component",
    "take": "component",
    "taken": "component",
    "returned": "component",
    "want": "component",
    "promise": "component",
    "gave": "component",
    "got": "component",
}

FAMILIES: Families = {}
