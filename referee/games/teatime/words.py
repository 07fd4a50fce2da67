"""What the fields of Teatime's events and moves name."""

from referee.games.telling import Families, Means

MEANS: Means = {
    "card": "component",
    "sweet": "component",
}

FAMILIES: Families = {
    r"(?P<first>[^+]+)\+(?P<others>.+)": "component-joined",
    r"sweet-(?P<number>\d+)": "component-sweet",
    r"(?P<back>\S+) with (?P<steaks>\d+) steaks?": "component-chip",
}
