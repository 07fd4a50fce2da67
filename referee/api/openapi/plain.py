"""Schemas as every client generator reads them: what JSON Schema can say in several ways, said in the plain one.

Generators stumble over a boolean `items`, a `const` without a type, a default (which makes a field required in
TypeScript), and make a type of their own of every enum that stands inline.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from referee.api import schemas
from referee.api.openapi.components import Json, ref
from referee.api.problems import PROBLEMS
from referee.games import GAMES
from referee.match.record import Status

_TYPES: dict[type, str] = {str: "string", bool: "boolean", int: "integer"}

SHARED: dict[str, Json] = {
    "Controller": {
        "type": "string",
        "enum": list(schemas.CONTROLLERS),
        "description": "Who plays a seat: a person or program with the token, or one of the referee's bots.",
    },
    "GameId": {"type": "string", "enum": [game.id for game in GAMES.values()], "description": "A game of this server."},
    "MatchStatus": {"type": "string", "enum": list(get_args(Status)), "description": "Where a match stands."},
    "ProblemCode": {"type": "string", "enum": list(PROBLEMS), "description": "Why a request was refused; stable."},
}
"""The enums that every game shares."""

_BY_FIELD = {"controller": "Controller", "code": "ProblemCode", "game": "GameId"}
"""What a string of this name is, outside the games' own schemas."""


def tidied(node: Any) -> Any:
    """Return a schema, and all within it, in the plain way."""
    if not isinstance(node, dict):
        return [tidied(value) for value in node] if isinstance(node, list) else node
    kept = ("examples", "example", "default", "const", "enum", "required", "discriminator")
    tidy = {
        name: {key: _optional(tidied(inner)) for key, inner in value.items()}
        if name in ("properties", "$defs")
        else value
        if name in kept
        else tidied(value)
        for name, value in node.items()
        if not (name == "default" and value is None)
    }
    if len(values := tidy.get("enum", ())) == 1:
        tidy["const"] = values[0]
        del tidy["enum"]
    for value in tidy.get("enum", [tidy["const"]] if "const" in tidy else [])[:1]:
        tidy.setdefault("type", _TYPES[type(value)])
    if "prefixItems" in tidy:
        tidy["items"] = tidy.pop("prefixItems")[0]  # a pair of equals is all that there is
    if tidy.get("type") == "array":
        tidy.setdefault("items", {})
    return tidy


def _optional(field: Any) -> Any:
    """Tell a field's default in words."""
    if not isinstance(field, dict) or "default" not in field:
        return field
    default = msgspec.json.encode(field["default"]).decode()
    kept = {key: one for key, one in field.items() if key != "default"}
    return kept | {"description": "; ".join(filter(None, (field.get("description"), f"`{default}` if left out")))}


def named(components: Mapping[str, Json]) -> dict[str, Json]:
    """Give every enum a name: that of its type in the code, or else one made of where it stands."""
    known = {
        (begins, frozenset(schema["enum"])): begins + name
        for begins, enums in (
            {"": SHARED} | {game.id.capitalize(): _aliases(game.id) for game in GAMES.values()}
        ).items()
        for name, schema in enums.items()
    }
    lifted = dict(SHARED)

    def place(begins: str, path: str, schema: Any, field: str = "") -> Any:
        if isinstance(schema, list):
            return [place(begins, path, one) for one in schema]
        if not isinstance(schema, dict):
            return schema
        if not begins and field in _BY_FIELD and schema.get("type") == "string" and "const" not in schema:
            schema = {**schema, "enum": SHARED[_BY_FIELD[field]]["enum"]}
        if "enum" in schema:
            values = frozenset(schema["enum"])
            name = known.get(("", values)) or known.setdefault((begins, values), path)
            about = {"description": f"One of the values of {path}."}
            lifted.setdefault(name, about | {key: schema[key] for key in ("type", "enum", "x-is") if key in schema})
            kept = {key: one for key, one in schema.items() if key in ("description", "default", "examples")}
            return kept | ref(name)
        return {
            name: {key: place(begins, path + _capital(key), inner, key) for key, inner in one.items()}
            if name == "properties"
            else place(begins, path, one)
            if name in ("items", "anyOf", "oneOf", "allOf", "additionalProperties", "then", "schema")
            else one
            for name, one in schema.items()
        }

    prefixes = [game.id.capitalize() for game in GAMES.values()]
    placed = {}
    for name, schema in components.items():
        begins = next((prefix for prefix in prefixes if name.startswith(prefix)), "")
        placed[name] = schema if "enum" in schema else place(begins, name, schema)
    return dict(sorted((lifted | placed).items()))


def _aliases(game: str) -> dict[str, Json]:
    """The enums that a game's own code has names for."""
    enums: dict[str, Json] = {
        "Phase": {"enum": ["open", *next(entry for entry in GAMES.values() if entry.id == game).phases]}
    }
    for name, values in _literals(game):
        enums.setdefault(name, {"enum": list(values)})
    return enums


def _literals(game: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for room in ("components", "state"):
        for name, alias in vars(import_module(f"referee.games.{game}.{room}")).items():
            literal = get_args(alias)[0] if get_origin(alias) is Annotated else alias  # marked with what it names
            if get_origin(literal) is Literal:
                yield name, get_args(literal)


def _capital(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))
