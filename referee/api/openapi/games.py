"""Each game's part of the document: its moves, table, options, deal, hand and events."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, Literal

from referee.api.openapi import typed_forms
from referee.api.openapi.components import Json, merged, of_structs, ref
from referee.api.openapi.samples import sample
from referee.games import GAMES
from referee.games.events import EventKind, Started, kind_of
from referee.games.protocol import Game
from referee.match.happenings import HAPPENINGS

STARTED = kind_of(Started)
COMMON = [kind_of(event) for event in HAPPENINGS if event is not Started]
"""The event types that look the same in every game."""


def prefix(game: str) -> str:
    """Return what the names of a game's schemas begin with."""
    return game.capitalize()


def of_happenings(event: Json) -> dict[str, Json]:
    """The event types that are no moves; `started` is described game by game."""
    shapes, definitions = of_structs(_types(COMMON))
    definitions |= _events(COMMON, event, shapes)
    for game in GAMES.values():
        for name, example in sample(game.id).events.items():
            if (schema := definitions.get(_event_name(name))) is not None:
                schema.setdefault("examples", [example])
    return definitions


def of_game(game: Game[Any, Any, Any], view: Json, create: Json, event: Json) -> dict[str, Json]:
    """A game's schemas. `view`, `create` and `event` are what every game's have in common."""
    begins, seen = prefix(game.id), sample(game.id)
    kinds = (*game.kinds, STARTED)
    first = [game.Options, game.Deal, game.Table, game.Card]
    shapes, definitions = of_structs([*first, *game.moves, *_types(kinds)], begins)
    (options, deal, table, card), after = shapes[: len(first)], len(first) + len(game.moves)
    moves = shapes[len(first) : after]
    started, own_hand = (definitions[_name(shape)]["properties"] for shape in shapes[-2:])
    started |= {"options": options, "table": table}
    own_hand["hand"]["items"] = card
    definitions = merged(definitions, _events(kinds, event, shapes[after:], game.id))
    laid_out = dict(_named(game, moves))
    by_type = {kind: (move, definitions[name]) for move, (kind, name) in zip(game.moves, laid_out.items(), strict=True)}
    forms = typed_forms.of_moves(game, begins, by_type)
    for move, (kind, name) in zip(game.moves, laid_out.items(), strict=True):
        schema = definitions[name]
        schema["description"] += f" ({move.rule})"
        schema["properties"]["version"] = _PIN
        if kind in seen.moves:
            schema["examples"] = [seen.moves[kind]]
    definitions[_name(options)]["examples"] = [game.example["options"]]
    definitions[_name(deal)]["examples"] = [game.example["deal"]]
    definitions[_name(table)]["examples"] = [seen.first["table"]]
    for kind, example in seen.events.items():
        if (name := _event_name(kind, begins)) in definitions:
            definitions[name]["examples"] = [example]
    whole = {
        "View": _view(game, view, options, table, card),
        "Move": {"description": f"A move of {game.title}.", **union(laid_out, "type")},
        "Form": {
            "description": f"A way to move in {game.title}; see `Form`.",
            **union({kind: typed_forms.form_name(begins, kind) for kind in laid_out}, "type"),
        },
        "Event": {
            "type": "object",
            "description": f"An event of a match of {game.title}.",
            **_event_union(game, begins),
        },
        "Create": _create(game, create, options, deal),
    }
    for name, schema in whole.items():
        if definitions.setdefault(begins + name, schema) is not schema:
            raise ValueError(f"{game.id} has a type of its own called {name}")
    return merged(definitions, forms)


_PIN: Json = {
    "type": "integer",
    "minimum": 0,
    "description": "The version the move is meant for; refused with `stale-version` when the match has moved on",
}


def union(names: dict[str, str], discriminator: str, kind: Literal["oneOf", "anyOf"] = "oneOf") -> Json:
    """One of the named schemas, told apart by a field; `names` by that field's value.

    It is `anyOf` where something that all of them have, such as the end of a match, is the same schema in each.
    """
    return {
        kind: [ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": discriminator,
            "mapping": {value: ref(name)["$ref"] for value, name in names.items()},
        },
    }


def _name(reference: Json) -> str:
    return str(reference["$ref"]).rsplit("/", 1)[1]


def _named(game: Game[Any, Any, Any], moves: Iterable[Json]) -> list[tuple[str, str]]:
    kinds = [str(move.__struct_config__.tag) for move in game.moves]
    return [(kind, _name(move)) for kind, move in zip(kinds, moves, strict=True)]


def _view(game: Game[Any, Any, Any], view: Json, options: Json, table: Json, card: Json) -> Json:
    schema = deepcopy(view)
    fields = schema["properties"]
    fields["game"] = {"const": game.id}
    fields["phase"] = {
        "enum": ["open", *game.phases],
        "description": "What the match is about just now; `open` until every seat is claimed, `over` at the end",
    }
    fields["legal_moves"] = {**fields["legal_moves"], "items": ref(prefix(game.id) + "Form")}
    fields["options"] = {"description": fields["options"]["description"], **options}
    fields["table"] = {"description": "What all may see; null while open", "anyOf": [table, {"type": "null"}]}
    fields["hand"] = {
        "description": fields["hand"]["description"],
        "anyOf": [{"type": "array", "items": card}, {"type": "null"}],
    }
    return {"description": f"A match of {game.title} as the caller may see it.", **schema} | {
        "examples": [sample(game.id).first]
    }


def _create(game: Game[Any, Any, Any], create: Json, options: Json, deal: Json) -> Json:
    schema = deepcopy(create)
    fields = schema["properties"]
    fields["game"] = {"const": game.id}
    number, listed = fields["seats"]["oneOf"]
    fewest, most = game.seats.start, game.seats.stop - 1
    number |= {"minimum": fewest, "maximum": most}
    listed |= {"minItems": fewest, "maxItems": most}
    fields["options"] = {"description": fields["options"]["description"], **options}
    fields["deal"] = {"description": fields["deal"]["description"], "anyOf": [deal, {"type": "null"}]}
    names = [seat["name"] for seat in sample(game.id).first["seats"]]
    fields["seats"]["examples"] = [names]
    schema["description"] = f"A match of {game.title} to be created."
    schema["examples"] = [{"game": game.id, "seats": names, "options": game.example["options"]}]
    return schema


# Events


def _event_name(kind: str, begins: str = "") -> str:
    return begins + "".join(part.capitalize() for part in kind.split("_")) + "Event"


def _event_union(game: Game[Any, Any, Any], begins: str) -> Json:
    own = {kind.name: _event_name(kind.name, begins) for kind in (*game.kinds, STARTED)}
    return union(own | {kind.name: _event_name(kind.name) for kind in COMMON}, "type")


def _types(kinds: Iterable[EventKind]) -> list[type]:
    return [shape for kind in kinds for shape in (kind.data, kind.private) if shape is not None]


def _events(kinds: Iterable[EventKind], event: Json, shapes: Iterable[Json], game: str = "") -> dict[str, Json]:
    """Describe event types: the event's frame, with each type's own `data` and `private`, in turn from `shapes`.

    Without a game they are those of every game.
    """
    definitions, left = {}, iter(shapes)
    for kind in kinds:
        schema = deepcopy(event)
        fields = schema["properties"]
        if game:
            fields["game"] = {"const": game}
        fields["type"] = {"const": kind.name}
        fields["data"] = next(left)
        if kind.private is None:
            del fields["private"]
        else:
            fields["private"] = {"description": fields["private"]["description"], **next(left)}
        schema["description"] = kind.text
        definitions[_event_name(kind.name, prefix(game))] = schema
    return definitions
