"""How Känipeli is told where its types do not say it."""

from referee.games.telling import Families, Groups

GROUPS: Groups = {}

FAMILIES: Families = {}
