"""What the fields of a game's events and moves name, read off the marks of their types (`games/marks.py`)."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from referee.games import GAMES

Kind: TypeAlias = Literal["seat", "place", "component", "name", "plain"] | type[msgspec.Struct]
"""How a value is told: as a player, a hand of cards, a card or piece, what somebody is called, or as it stands; a
struct by a message of its own."""
Kinds: TypeAlias = Mapping[str, Kind]
"""By field. One that is not listed is told as it stands."""

_KIND_OF: Mapping[str, Kind] = {
    "seat": "seat",
    "place": "place",
    "card": "component",
    "drink": "component",
    "gem": "component",
    "sweet": "component",
    "object": "component",
}

_COMMON: Mapping[str, Kinds] = {
    "seat_claimed": {"seat": "seat", "name": "name"},
    "seat_changed": {"seat": "seat", "by": "plain", "name": "name"},
    "finished": {"winners": "seat"},
}
"""Events of every match: their types stand above this package."""


def event_kinds(game: str, event: str) -> Kinds:
    """Return the kinds of an event's own fields, of those that only single seats know as `own_<field>`."""
    return _events(game).get(event) or _COMMON.get(event, {"seat": "seat"})


def move_kinds(game: str, move: str) -> Kinds:
    """Return the kinds of all fields of a move."""
    return _moves(game)[move]


@cache
def fields_of(struct: type[msgspec.Struct]) -> Kinds:
    """Return the kind of each field of a type."""
    hints = get_type_hints(struct, include_extras=True)
    return {field: _kind(hints[field]) for field in struct.__struct_fields__}


@cache
def _events(game: str) -> Mapping[str, Kinds]:
    kinds: dict[str, Kinds] = {}
    for event in GAMES[game].kinds:
        own = {} if event.private is None else fields_of(event.private)
        private = {f"own_{field}": kind for field, kind in own.items()}
        kinds[event.name] = {"seat": "seat", **fields_of(event.data), **private}
    return kinds


@cache
def _moves(game: str) -> Mapping[str, Kinds]:
    return {str(move.__struct_config__.tag): fields_of(move) for move in GAMES[game].moves}


def _kind(hint: Any) -> Kind:
    """Take the first mark of a type; a list's is that of its items."""
    for part in _parts(hint):
        if isinstance(part, type) and issubclass(part, msgspec.Struct):
            return part
        if isinstance(part, Meta) and (marks := part.extra_json_schema or {}):
            return "plain" if "x-of" in marks else _KIND_OF.get(marks["x-is"], "plain")  # an index is told as it stands
    return "plain"


def _parts(hint: Any) -> Iterator[Any]:
    """List a type's marks and what it is made of, from the outside in."""
    yield hint
    args = get_args(hint)
    if get_origin(hint) is Annotated:
        yield from (mark for mark in args[1:] if isinstance(mark, Meta))
        args = args[:1]
    for below in args:
        yield from _parts(below)
