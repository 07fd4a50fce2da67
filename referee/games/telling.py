"""What a game's `words.py` says beside its types, so that it can be told in words."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias


class Grouped(NamedTuple):
    """A list by seat or place whose values make groups: `answers` is told as who accepted and who declined."""

    by: Literal["seat", "place"]
    values: tuple[str, ...]


Groups: TypeAlias = Mapping[str, Grouped]
"""Fields that are told in groups."""

Families: TypeAlias = Mapping[str, str]
"""Regular expressions for whole slugs, and the message that names such components; its arguments are the groups."""
