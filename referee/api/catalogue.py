"""What the catalogue says of each game, built once from the game's own types."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import msgspec

from referee.bots import NAMES
from referee.games import GAMES
from referee.games.pieces import Piece
from referee.games.protocol import Game
from referee.pictures import address, back
from referee.words import LANGUAGES, Language, component_name, field_text, option_about, option_text


def schema(target: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type, whole in itself."""
    whole: dict[str, Any] = _raised(_inlined(msgspec.json.schema(target)))
    return whole


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """Put definitions in the place of references, so that a schema can be read by itself."""
    definitions = schema.pop("$defs", {})

    def resolve(node: Any) -> Any:
        if isinstance(node, dict):
            if "$ref" in node:
                inner = resolve(definitions[node["$ref"].rsplit("/", 1)[1]])
                return {**inner, **{name: resolve(value) for name, value in node.items() if name != "$ref"}}
            return {name: resolve(value) for name, value in node.items()}
        if isinstance(node, list):
            return [resolve(value) for value in node]
        return node

    resolved: dict[str, Any] = resolve(schema)
    return resolved


_MARKS = ("x-is", "x-of")


def _raised(node: Any) -> Any:
    """Say of a list, and of what may be null, what its values name, so that a property says it itself."""
    if isinstance(node, list):
        return [_raised(one) for one in node]
    if not isinstance(node, dict):
        return node
    raised = {name: _raised(one) for name, one in node.items()}
    inner = [raised["items"]] if isinstance(raised.get("items"), dict) else raised.get("anyOf", ())
    marks = [{mark: one[mark] for mark in _MARKS if mark in one} for one in inner if one != {"type": "null"}]
    return {**marks[0], **raised} if marks and all(one == marks[0] for one in marks) else raised


def _component(game: str, piece: Piece) -> dict[str, Any]:
    return {
        "id": piece.id,
        "name": piece.id,
        "count": piece.count,
        "kind": piece.kind,
        "color": piece.color,
        "picture": address(game, piece.id),
    }


def entry(game: Game[Any, Any, Any]) -> dict[str, Any]:
    """Describe a game for a client that knows nothing of it."""
    return {
        "id": game.id,
        "title": game.title,
        "original_title": game.original_title,
        "language": game.language,
        "rules_version": game.rules_version,
        "seats": {"min": game.seats.start, "max": game.seats.stop - 1},
        "options": schema(game.Options),
        "components": [_component(game.id, piece) for piece in game.components],
        "backs": {kind: address(game.id, back(kind)) for kind in dict.fromkeys(one.kind for one in game.components)},
        "phases": game.phases,
        "moves": [
            {"type": move.__struct_config__.tag, "rule": move.rule, "schema": schema(move)} for move in game.moves
        ],
        "events": [
            {
                "type": kind.name,
                "text": kind.text,
                "data": schema(kind.data),
                "private": schema(kind.private) if kind.private else None,
            }
            for kind in game.kinds
        ],
        "deal": schema(game.Deal),
        "table": schema(game.Table),
        "card": schema(game.Card),
        "examples": game.example,
        "links": {"rules": f"/v1/games/{game.id}/rules"},
    }


ENTRIES: dict[str, dict[str, Any]] = {game.id: entry(game) for game in GAMES.values()}
"""The catalogue, by game id."""


@lru_cache(maxsize=32)
def catalogue(root: str = "", lang: Language | None = None) -> dict[str, Any]:
    """Return the whole catalogue; addresses of pictures follow the path under which the service is reached.

    With a language, names and descriptions are those that people read.
    """
    entries = ENTRIES.values() if lang is None else [_told(entry, lang) for entry in ENTRIES.values()]
    return {
        "games": [_below(root, entry) for entry in entries],
        "bots": [f"bot:{name}" for name in NAMES],
        "languages": list(LANGUAGES),
    }


def _below(root: str, entry: dict[str, Any]) -> dict[str, Any]:
    return {
        **entry,
        "components": [{**one, "picture": root + one["picture"]} for one in entry["components"]],
        "backs": {kind: root + where for kind, where in entry["backs"].items()},
    }


def _told(entry: dict[str, Any], lang: Language) -> dict[str, Any]:
    """Put the words of a language in the place of names, titles and descriptions."""
    game = entry["id"]
    return {
        **entry,
        "components": [
            {**one, "name": component_name(game, one["id"], lang), "picture": address(game, one["id"], lang)}
            for one in entry["components"]
        ],
        "backs": {kind: address(game, back(kind), lang) for kind in entry["backs"]},
        "options": _described(
            entry["options"],
            lambda option: {
                "title": option_text(game, option, lang),
                "description": option_about(game, option, lang),
            },
        ),
        "moves": [
            {**move, "schema": _described(move["schema"], partial(_field_told, game, move["type"], lang))}
            for move in entry["moves"]
        ],
    }


def _field_told(game: str, move: str, lang: Language, field: str) -> dict[str, str]:
    return {} if field == "type" else {"description": field_text(game, move, field, lang)}


def _described(schema: dict[str, Any], tell: Callable[[str], dict[str, str]]) -> dict[str, Any]:
    """Describe the properties of a schema in other words."""
    properties = schema.get("properties", {})
    return {**schema, "properties": {name: {**prop, **tell(name)} for name, prop in properties.items()}}
