"""How Kobayakawa is told where its types do not say it."""

from referee.games.telling import Families, Groups

GROUPS: Groups = {}

FAMILIES: Families = {r"(?P<number>\d+)": "component-number"}
