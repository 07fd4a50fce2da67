"""The schemas of the document, made from the types that the code reads and writes."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields

from referee.api import schemas
from referee.api.documents import Problem
from referee.api.endpoint import Document
from referee.api.endpoints import ENDPOINTS
from referee.games.forms import Between, Domain, Form, ListOf, OneOf, Pick
from referee.match.documents import Judged, MatchEvent, Moved, Snapshot, View

Json = dict[str, Any]

TEMPLATE = "#/components/schemas/{name}"


def ref(name: str) -> Json:
    """Return a reference to a schema of the document."""
    return {"$ref": TEMPLATE.format(name=name)}


UNIONS: Mapping[Document, str] = {Moved | Judged: "MovedOrJudged", MatchEvent | Snapshot: "StreamLine"}
"""What answers are called that are one document or another."""


def document(shape: Document) -> Json:
    """Return a reference to what an answer looks like."""
    return ref(shape.__name__ if isinstance(shape, type) else UNIONS[shape])


_SPELLED = {
    "Result": "MatchResult",
    "Component": "GameComponent",
    "OneOf": "OneOfDomain",
    "Pick": "PickDomain",
    "ListOf": "ListOfDomain",
    "Between": "BetweenDomain",
}
"""What types are called in the document whose own names are words of a client's language."""


def of_structs(types: Iterable[Any], prefix: str = "") -> tuple[list[Json], dict[str, Json]]:
    """Return the schemas of types, and the components that they refer to, whose names begin with `prefix`.

    Where two types have one name, it is preceded by their modules'.
    """
    roots, components = msgspec.json.schema_components(types, schema_hook=_domain, ref_template=TEMPLATE)
    names = {name: _spelled(name, prefix) for name in components}
    targets = {TEMPLATE.format(name=name): TEMPLATE.format(name=short) for name, short in names.items()}
    schemas = {
        names[name]: _worded(names[name], _readable(_retargeted(schema, targets)))
        for name, schema in components.items()
    }
    return [_retargeted(schema, targets) for schema in roots], schemas


def _domain(target: type) -> Json:
    """Describe what msgspec cannot: the domain of a form's field. Raises NotImplementedError for anything else."""
    if target is not Domain:
        raise NotImplementedError
    return {"anyOf": [ref(_SPELLED[domain.__name__]) for domain in (OneOf, Pick, ListOf, Between)]}


def _spelled(name: str, prefix: str) -> str:
    if not prefix:
        return _SPELLED.get(name, _short(name))
    return name if name == "NoData" else prefix + _short(name)


def _short(name: str) -> str:
    *modules, own = name.split(".")
    return (modules[-1].capitalize() if modules else "") + own


def _retargeted(node: Any, targets: Mapping[str, str]) -> Any:
    """Let references lead to the components' names in the document."""
    if isinstance(node, list):
        return [_retargeted(value, targets) for value in node]
    if not isinstance(node, dict):
        return node
    return {
        name: targets.get(value, value) if isinstance(value, str) and name == "$ref" else _retargeted(value, targets)
        for name, value in node.items()
    }


def _readable(schema: Json) -> Json:
    """Drop what only repeats the component's name or says nothing."""
    schema.pop("title", None)
    if not schema.get("required", True):
        del schema["required"]
    return schema


TEXT: Json = {"type": "string", "description": "With `lang`: the same in words"}

_WORDED = ("MatchResult", "OneOfDomain", "PickDomain", "ListOfDomain", "BetweenDomain")
"""What the rules speak of in values, to which words are added for people."""


def _worded(name: str, schema: Json) -> Json:
    if name in _WORDED:
        schema["properties"]["text"] = TEXT
    return schema


def shared() -> dict[str, Json]:
    """The answers' shapes and the move forms, whatever the game."""
    replies = [reply for part in ENDPOINTS for reply in part.contract.replies.values()]
    shapes = [shape for reply in replies for shape in reply.media.values() if shape]
    _, definitions = of_structs({part for shape in shapes for part in get_args(shape) or (shape,)} | {Problem})
    domains, more = of_structs([OneOf, Pick, ListOf, Between])
    definitions |= more
    del definitions["View"]  # described game by game
    definitions["Form"] = {
        "type": "object",
        "description": f"{Form.__doc__}\n\nA move is legal if and only if it fits one of the forms. The fields are "
        "independent of each other. A field may be left out of a move when its domain holds the empty value (null, "
        "no items, 0), and then means that.",
        "required": ["type"],
        "properties": {
            "type": {"type": "string", "description": "The move's type"},
            "fields": {
                "type": "object",
                "description": "A domain for every field of the move",
                "additionalProperties": {"anyOf": domains},
            },
            "text": TEXT,
        },
        "examples": [
            {"type": "fight"},
            {"type": "keep", "fields": {"card": {"one_of": [3, 9]}}},
            {"type": "discard", "fields": {"cards": {"pick": ["a", "a", "b"], "min": 1, "max": 3, "ordered": True}}},
        ],
    }
    definitions["Problem"]["properties"]["allowed"] = {
        "description": "With `illegal-move`: what that field could be",
        "anyOf": domains,
    }
    return definitions


def view() -> Json:
    """A view, with the table and the hand still open to every game."""
    schema = of_structs([View])[1]["View"]
    del schema["description"]  # each game has its own
    return schema


def of_view() -> dict[str, Json]:
    """The components that a view refers to."""
    return {name: schema for name, schema in of_structs([View])[1].items() if name not in ("View", "Form")}


def _seats(_: Any, field: fields.Field[Any], **__: Any) -> Json:
    """Describe the field `Seats` to apispec, which knows only marshmallow's own."""
    if not isinstance(field, schemas.Seats):
        return {}
    return {
        "oneOf": [
            {"type": "integer", "minimum": 1, "maximum": schemas.MAX_SEATS, "description": "So many, named Seat 0 …"},
            {
                "type": "array",
                "minItems": 1,
                "maxItems": schemas.MAX_SEATS,
                "items": {"oneOf": [{"type": "string", "maxLength": schemas.MAX_NAME}, ref("SeatWish")]},
            },
        ],
        "examples": [["Ana", {"name": "Bo", "controller": "bot:steady"}, {"open": True}]],
    }


def _converter() -> tuple[APISpec, Any]:
    plugin = MarshmallowPlugin(schema_name_resolver=lambda _: "")
    spec = APISpec("Referee", "1", "3.1.0", plugins=[plugin])
    assert plugin.converter is not None  # noqa: S101  -- set by the line above
    plugin.converter.add_attribute_function(_seats)  # type: ignore[no-untyped-call]
    return spec, plugin.converter


def requests() -> dict[str, Json]:
    """What clients send, from the marshmallow schemas that read it."""
    spec, _ = _converter()
    bodies = {endpoint.contract.body for endpoint in ENDPOINTS if endpoint.contract.body}
    read = {body.name: type(body.schema) for body in bodies if body.schema}
    for name, schema in {"Clock": schemas.ClockSchema, "SeatWish": schemas.SeatSchema, **read}.items():
        spec.components.schema(name, schema=schema)
        spec.components.schemas[name]["description"] = schema.__doc__
    definitions: dict[str, Json] = spec.to_dict()["components"]["schemas"]
    definitions["CreateMatch"]["properties"]["seed"]["pattern"] = "^[0-9A-Fa-f]{64}$"  # \\Z is Python's own
    definitions["CreateMatch"]["properties"]["labels"]["propertyNames"] = {"pattern": f"^{schemas.LABEL.pattern}$"}
    for name in ("SeatWish", "ClaimSeat", "ChangeSeat"):
        definitions[name]["properties"]["name"]["minLength"] = 1
    definitions["ClaimSeat"]["examples"] = [{"name": "Di", "entropy": "my own dice: 4 1 6 6 2"}]
    definitions["ChangeSeat"]["examples"] = [{"controller": "bot:steady"}]
    definitions["Empty"]["examples"] = [{}]
    definitions["ChangeSeat"]["minProperties"] = 1
    definitions["SeatWish"]["if"] = {"required": ["open"], "properties": {"open": {"const": True}}}
    definitions["SeatWish"]["then"] = {"properties": {"name": False, "controller": {"const": "player"}}}
    return definitions


def query(schema: type[Schema]) -> list[Json]:
    """The parameters of a query, from the marshmallow schema that reads it."""
    _, converter = _converter()
    parameters: list[Json] = converter.schema2parameters(schema, location="query")
    for parameter in parameters:
        inner = parameter["schema"]
        if isinstance(inner["type"], list):  # null stands for "left out", which a query does by leaving it out
            inner["type"] = inner["type"][0]
            del inner["default"]
    return parameters


def merged(*parts: Mapping[str, Json]) -> dict[str, Json]:
    """Put components together. Raises ValueError when two different ones have one name."""
    definitions: dict[str, Json] = {}
    for part in parts:
        for name, schema in part.items():
            if definitions.setdefault(name, schema) != schema:
                raise ValueError(f"two schemas are named {name}")
    return dict(sorted(definitions.items()))
