"""What the fields of events and moves name, so that they can be told in words.

Each game says it in its `words.py`: `MEANS` by field, or by `type.field` where a name means something else in one
type; `FAMILIES` for components whose names follow a pattern. A field that is not listed is what it looks like: a
number, a slug, yes or no.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["seat", "place", "component", "name", "slug", "items"]
"""`place` is a hand of cards by its place, `name` what a player is called, `items` a list of small structs."""


class Grouped(NamedTuple):
    """A list by seat or place whose values put them into groups: `answers` is told as who accepted and who declined."""

    by: Kind
    values: tuple[str, ...]


Means: TypeAlias = Mapping[str, Kind | Grouped]
Families: TypeAlias = Mapping[str, str]
"""Regular expressions for whole slugs, and the message that names them; its arguments are the groups."""
