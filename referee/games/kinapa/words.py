"""How Kinapa is told where its types do not say it."""

from referee.games.telling import Families, Grouped, Groups

GROUPS: Groups = {"answers": Grouped("place", ("yes", "no"))}

FAMILIES: Families = {
    r"animal-(?P<number>\d+)": "component-animal",
    r"shelter-(?P<number>\d+)": "component-shelter",
    r"(?P<low>\d+)-(?P<high>\d+)": "component-object",
}
