"""What the fields of Kinapa's events and moves name."""

from referee.games.telling import Families, Grouped, Means

MEANS: Means = {
    "emperor": "seat",
    "place": "place",
    "places": "place",
    "freed": "place",
    "returned": "place",
    "answers": Grouped("place", ("yes", "no")),
    "card": "component",
    "cards": "component",
    "face_up": "component",
    "numbers": "component",
}

FAMILIES: Families = {
    r"animal-(?P<number>\d+)": "component-animal",
    r"shelter-(?P<number>\d+)": "component-shelter",
    r"(?P<low>\d+)-(?P<high>\d+)": "component-object",
}
