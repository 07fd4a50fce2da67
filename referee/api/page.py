"""What the documentation page shows, and how schemas read in it."""

from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from referee.api import fairness, openapi
from referee.api.catalogue import ENTRIES
from referee.api.openapi.games import prefix
from referee.api.openapi.parts import SPELLED
from referee.api.problems import PROBLEMS
from referee.api.reading import Json, inline, kind, pretty, prose, value_of
from referee.games import GAMES


class Row(msgspec.Struct, frozen=True):
    """A property of an object: its name, what it may be, and what it means."""

    name: str
    kind: Markup
    required: bool
    text: Markup


class Shown(msgspec.Struct, frozen=True):
    """A schema: its name and meaning, its properties, or what it is if it is no object."""

    name: str
    text: Markup
    rows: list[Row]
    kind: Markup
    example: str | None


class Shape(msgspec.Struct, frozen=True):
    """One part of an operation's input or output: a media type, its schema and that one's properties."""

    media: str
    kind: Markup
    rows: list[Row]


class Reply(msgspec.Struct, frozen=True):
    """An answer: its status, when it comes, its shapes and headers, and the problem codes with their titles."""

    status: str
    text: Markup
    shapes: list[Shape]
    headers: list[Row]
    codes: list[tuple[str, str]]


class Block(msgspec.Struct, frozen=True):
    """An operation."""

    id: str
    method: str
    path: str
    summary: str
    text: Markup
    bearer: str
    parameters: list[tuple[str, Row]]
    body: Shape | None
    body_required: bool
    curl: str
    replies: list[Reply]


class Told(msgspec.Struct, frozen=True):
    """An event type: its schema's name, what it tells, and an example."""

    type: str
    name: str
    text: Markup
    data: Shown
    private: Shown | None
    example: str | None


class Chapter(msgspec.Struct, frozen=True):
    """A game."""

    entry: Json
    moves: list[tuple[str, str, Shown]]
    """Type, rule and shape."""
    view: Shown
    table: Shown
    options: Shown
    deal: Shown
    events: list[Told]
    others: list[Shown]
    """All that is shown nowhere else."""


def content() -> Json:
    """Return all that the template `docs.html` shows."""
    page = _Page(openapi.document())
    return {
        "info": page.document["info"],
        "about": prose(page.document["info"]["description"]),
        "tags": page.document["tags"],
        "blocks": page.blocks(),
        "bearer": prose(page.document["components"]["securitySchemes"]["bearer"]["description"]),
        "games": [page.chapter(game.id) for game in GAMES],
        "schemas": page.shared(),
        "headers": page.headers(),
        "problems": [(code, problem.status, problem.title) for code, problem in PROBLEMS.items()],
        **fairness.content(),
    }


class _Page:
    """The document, read piece by piece."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.schemas: dict[str, Json] = document["components"]["schemas"]

    def rows(self, schema: Json) -> list[Row]:
        """The properties of an object; of a wrapped one, those of what it wraps."""
        if "$ref" in schema:
            return self.rows(self.schemas[schema["$ref"].rsplit("/", 1)[1]])
        needed = schema.get("required", ())
        return [
            Row(name, kind(one), name in needed, self._meaning(one))
            for name, one in schema.get("properties", {}).items()
        ]

    def _meaning(self, schema: Json) -> Markup:
        text = inline(schema.get("description", ""))
        if schema.get("default") is not None:
            text += Markup(' <span class="default">default {}</span>').format(value_of(schema["default"]))
        return text

    def shown(self, name: str) -> Shown:
        """A named schema."""
        schema = self.schemas[name]
        example = schema["examples"][0] if "examples" in schema else None
        return Shown(
            name,
            prose(schema.get("description", "")),
            self.rows(schema),
            kind(schema),
            pretty(example) if example is not None else None,
        )

    def shared(self) -> list[Shown]:
        """The schemas that no game has for itself."""
        own = tuple(prefix(game.id) for game in GAMES)
        return [self.shown(name) for name in self.schemas if not name.startswith(own)]

    def headers(self) -> list[Row]:
        """Every header that an answer may have."""
        return [
            Row(name, kind(one["schema"]), False, inline(one["description"]))
            for name, one in self.document["components"]["headers"].items()
            if name not in SPELLED
        ]

    # Operations

    def blocks(self) -> dict[str, list[Block]]:
        """The operations, by tag."""
        found: dict[str, list[Block]] = {tag["name"]: [] for tag in self.document["tags"]}
        for path, item in self.document["paths"].items():
            for method, operation in item.items():
                found[operation["tags"][0]].append(self._block(path, method, operation))
        return found

    def _block(self, path: str, method: str, operation: Json) -> Block:
        parameters = [self._resolved(one) for one in operation.get("parameters", [])]
        body = operation.get("requestBody")
        schema = body["content"]["application/json"]["schema"] if body else {}
        return Block(
            id=operation["operationId"],
            method=method.upper(),
            path=path,
            summary=operation["summary"],
            text=prose(operation["description"]),
            bearer=_bearer(self._security(operation)),
            parameters=[(one["in"], self._parameter(one)) for one in parameters],
            body=Shape("application/json", kind(schema), self.rows(schema)) if body else None,
            body_required=bool(body and body["required"]),
            curl=self._curl(path, method, operation, parameters, schema),
            replies=[
                self._reply(status, self._resolved(answer), operation.get("x-problems", ()))
                for status, answer in operation["responses"].items()
            ],
        )

    def _resolved(self, node: Json) -> Json:
        if "$ref" not in node:
            return node
        _, kind_of, name = node["$ref"].rsplit("/", 2)
        found: Json = self.document["components"][kind_of][name]
        return found

    def _parameter(self, one: Json) -> Row:
        meaning = self._meaning({**one["schema"], "description": one.get("description", "")})
        return Row(one["name"], kind(one["schema"]), one.get("required", False), meaning)

    def _reply(self, status: str, answer: Json, refusals: Sequence[str]) -> Reply:
        media = answer.get("content", {})
        headers = {name: self._resolved(one) for name, one in answer.get("headers", {}).items()}
        codes = [code for code in refusals if str(PROBLEMS[code].status) == status]
        return Reply(
            status,
            Markup("") if codes else prose(answer["description"]),
            [Shape(name, kind(one["schema"]), self.rows(one["schema"])) for name, one in media.items()],
            [
                Row(name, kind(one["schema"]), one.get("required", False), inline(one["description"]))
                for name, one in headers.items()
            ],
            [(code, PROBLEMS[code].title) for code in codes],
        )

    def _curl(self, path: str, method: str, operation: Json, parameters: list[Json], schema: Json) -> str:
        for one in parameters:
            if one["in"] == "path":
                value = one.get("example", one["schema"].get("enum", ["0"])[0])
                path = path.replace("{" + one["name"] + "}", "$MATCH" if one["name"] == "match" else value)
        parts = ["curl -s"]
        if method not in ("get", "post"):
            parts.append(f"-X {method.upper()}")
        parts.append(f"$URL{path}")
        if {"bearer": []} in self._security(operation) and operation["operationId"] != "createMatch":
            parts.append('-H "Authorization: Bearer $TOKEN"')
        if schema:
            parts.append(f"--json '{pretty(self._body(schema))}'")
        return " ".join(parts)

    def _security(self, operation: Json) -> list[Json]:
        found: list[Json] = {**self.document, **operation}["security"]
        return found

    def _body(self, schema: Json) -> Any:
        """An example of a body: its own, or that of the first of its alternatives."""
        while "$ref" in schema or "oneOf" in schema or ("anyOf" in schema and "properties" not in schema):
            if "examples" in schema:
                break
            alternatives = schema.get("oneOf") or schema.get("anyOf") or [{}]
            schema = self.schemas[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else alternatives[0]
        if "examples" in schema:
            return schema["examples"][0]
        fields = schema.get("properties", {})
        return {name: one["examples"][0] for name, one in fields.items() if "examples" in one}

    # Games

    def chapter(self, game: str) -> Chapter:
        """A game, with all schemas of its own."""
        begins, entry = prefix(game), ENTRIES[game]
        moves = self.schemas[begins + "Move"]["discriminator"]["mapping"]
        rules = {move["type"]: move["rule"] for move in entry["moves"]}
        laid_out = [(kind_of, rules[kind_of], self._at(reference)) for kind_of, reference in moves.items()]
        view, table, options, deal = (self.shown(begins + name) for name in ("View", "Table", "Options", "Deal"))
        events: list[Told] = []
        for kind_of, reference in self.schemas[begins + "Event"]["discriminator"]["mapping"].items():
            name = reference.rsplit("/", 1)[1]
            if not name.startswith(begins):
                continue
            event = self.schemas[name]
            private = event["properties"].get("private")
            events.append(
                Told(
                    type=kind_of,
                    name=name,
                    text=prose(event["description"]),
                    data=self._at(event["properties"]["data"]["$ref"]),
                    private=self._at(private["$ref"]) if private else None,
                    example=pretty(event["examples"][0]) if "examples" in event else None,
                )
            )
        above = {shown.name for shown in (view, table, options, deal, *(move[2] for move in laid_out))}
        above |= {told.name for told in events}
        others = [self.shown(name) for name in self.schemas if name.startswith(begins) and name not in above]
        return Chapter(entry, laid_out, view, table, options, deal, events, others)

    def _at(self, reference: str) -> Shown:
        return self.shown(reference.rsplit("/", 1)[1])


def _bearer(security: list[Json]) -> str:
    if not security:
        return "No token"
    return "Token optional" if {} in security else "Token required"
