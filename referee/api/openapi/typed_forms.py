"""Each game's move forms, one schema a move type, so that a form becomes a move of the same types."""

from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec

from referee.api.openapi.components import TEXT, Json, ref
from referee.games.forms import Between, ListOf, OneOf, Pick
from referee.games.protocol import Game, Move

_ABOUT_VALUE = ("description", "default", "examples")


def of_moves(game: Game[Any, Any, Any], begins: str, moves: dict[str, tuple[type[Move], Json]]) -> dict[str, Json]:
    """Return the schemas of a game's forms, by name; `moves` are the move types and their schemas, by `type`."""
    return {
        form_name(begins, kind): {
            "description": f"A way to `{kind}` in {game.title}, with a domain for every field of the move.",
            **_form(kind, move, schema["properties"]),
        }
        for kind, (move, schema) in moves.items()
    }


def form_name(begins: str, kind: str) -> str:
    """Name the schema of a move type's forms."""
    return begins + "".join(part.capitalize() for part in kind.split("_")) + "Form"


def _form(kind: str, move: type[Move], properties: Json) -> Json:
    needed = [field.name for field in msgspec.structs.fields(move) if field.required]
    domains = {
        name: _domain(properties[name], tuple(_declared(hint)))
        for name, hint in get_type_hints(move, include_extras=True).items()
        if name in properties
    }
    form: Json = {"type": "object", "required": ["type"], "properties": {"type": {"const": kind}, "text": TEXT}}
    if domains:
        form["properties"]["fields"] = {"type": "object", "properties": domains}
    if needed:
        form["required"] = ["type", "fields"]
        form["properties"]["fields"]["required"] = needed
    return form


def _declared(hint: Any) -> Iterator[type]:
    """The domains that a move's field is annotated with, where they are not those of its type."""
    return (one for one in getattr(hint, "__metadata__", ()) if one in (Between, ListOf, OneOf, Pick))


def _domain(field: Json, declared: tuple[type, ...]) -> Json:
    value = {name: one for name, one in field.items() if name not in _ABOUT_VALUE}
    usual = Pick if value.get("type") == "array" else OneOf
    domains = [_of_kind(kind, value) for kind in declared or (usual,)]
    return domains[0] if len(domains) == 1 else {"anyOf": domains}


def _of_kind(kind: type, value: Json) -> Json:
    if kind is Between:
        return ref("BetweenDomain")
    if kind is OneOf:
        return _object({"one_of": {"type": "array", "items": value}}, ["one_of"])
    number = {"type": "integer", "minimum": 0}
    name = "pick" if kind is Pick else "list_of"
    fields = {name: {"type": "array", "items": value["items"]}, "min": number, "max": number}
    if kind is Pick:
        fields["ordered"] = {"type": "boolean", "default": False}
    return _object(fields, [name, "min", "max"])


def _object(properties: Json, required: list[str]) -> Json:
    return {"type": "object", "properties": {**properties, "text": TEXT}, "required": required}
