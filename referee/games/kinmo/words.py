"""How KINMO is told where its types do not say it."""

from referee.games.telling import Families, Grouped, Groups

GROUPS: Groups = {"answers": Grouped("seat", ("accepted", "declined"))}

FAMILIES: Families = {}
