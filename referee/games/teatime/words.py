"""How Teatime is told where its types do not say it."""

from referee.games.telling import Families, Groups

GROUPS: Groups = {}

FAMILIES: Families = {
    r"(?P<first>[^+]+)\+(?P<others>.+)": "component-joined",
    r"sweet-(?P<number>\d+)": "component-sweet",
    r"(?P<back>.+)-steaks-(?P<steaks>\d+)": "component-chip",
}
