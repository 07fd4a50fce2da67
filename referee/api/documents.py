"""The documents that are not about a match: what is built as plain JSON, written down as structs.

The contract test holds every answer against them. What is told of a match is in `match/documents.py`.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from referee.errors import Fault
from referee.games.forms import Form
from referee.games.protocol import Rule

Picture: TypeAlias = Annotated[
    str,
    Meta(
        description="Where its picture is; it may be kept for a year",
        extra_json_schema={"format": "uri-reference"},
        examples=["/v1/games/kinmo/cards/gem-green.svg?v=1f0c4a7e"],
    ),
]
AnyJson: TypeAlias = dict[str, Any]


class GameEntry(msgspec.Struct):
    """A game of the catalogue, for a client that knows nothing of it."""

    id: str
    title: str
    original_title: str
    language: Annotated[str, Meta(description="Language of the original title, as a BCP 47 tag")]
    rules_version: str
    seats: "SeatRange"
    options: Annotated[AnyJson, Meta(description="JSON Schema of the options, with defaults and bounds")]
    components: Annotated[list["Component"], Meta(description="Cards and pieces, in the order the shuffle starts from")]
    backs: Annotated[dict[str, Picture], Meta(description="The pictures of the backs, by kind")]
    phases: list[str]
    moves: list["MoveEntry"]
    events: list["EventEntry"]
    deal: Annotated[AnyJson, Meta(description="JSON Schema of an arranged deal")]
    table: Annotated[AnyJson, Meta(description="JSON Schema of a view's table")]
    card: Annotated[AnyJson, Meta(description="JSON Schema of one entry of a hand")]
    examples: Annotated[AnyJson, Meta(description="An example of `options` and of a `deal`")]
    links: "GameLinks"


class SeatRange(msgspec.Struct):
    """How many seats a game takes, both ends included."""

    min: int
    max: int


class Component(msgspec.Struct):
    """A kind of card or piece."""

    id: Annotated[str, Meta(description="The slug by which views name it")]
    name: Annotated[str, Meta(description="The slug; with `lang` the name that people read")]
    count: Annotated[int, Meta(description="How many there are in the box")]
    kind: str
    color: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", description="What it looks like")]
    picture: Picture


class MoveEntry(msgspec.Struct):
    """A move type of a game."""

    type: str
    rule: Annotated[str, Meta(description="The rule the move stands under")]
    schema: Annotated[AnyJson, Meta(description="JSON Schema of the move")]


class EventEntry(msgspec.Struct):
    """An event type of a game."""

    type: str
    text: str
    data: Annotated[AnyJson, Meta(description="JSON Schema of `data`: what all may know")]
    private: Annotated[AnyJson | None, Meta(description="JSON Schema of `private`: what one seat may know besides")]


class GameLinks(msgspec.Struct):
    """Where to go from here."""

    rules: str


class Catalogue(msgspec.Struct):
    """Every game of this server."""

    games: list[GameEntry]
    bots: Annotated[
        list[str], Meta(description="The controllers that are bots", examples=[["bot:random", "bot:steady"]])
    ]
    languages: Annotated[list[str], Meta(description="What `lang` may ask for", examples=[["en", "es", "fi"]])]


class Rules(msgspec.Struct):
    """A game's rules by id."""

    game: str
    rules: list[Rule]


class Alive(msgspec.Struct):
    """The process answers."""

    status: Literal["alive"]
    version: Annotated[str, Meta(description="The version of the server")]


class Ready(msgspec.Struct):
    """The store answers."""

    status: Literal["ready"]


class CitedRule(msgspec.Struct):
    """The most specific rule that forbids the move."""

    id: str
    text: str


class Problem(msgspec.Struct):
    """A refusal (RFC 9457). `code` is stable; `detail` is for people."""

    type: Annotated[str, Meta(description="A page that explains the code", examples=["/problems/illegal-move"])]
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    code: str
    detail: str
    instance: Annotated[str, Meta(description="The request id, as in the header X-Request-Id")]
    errors: Annotated[
        list[Fault] | UnsetType, Meta(description="With `validation-failed` and `bad-deal`: every fault found")
    ] = UNSET
    rule: Annotated[CitedRule | UnsetType, Meta(description="With `illegal-move`")] = UNSET
    field: Annotated[str | UnsetType, Meta(description="With `illegal-move`, where one field is at fault")] = UNSET
    allowed: Annotated[Any, Meta(description="What that field could be: a domain, as in a form")] = UNSET
    legal_moves: Annotated[list[Form] | UnsetType, Meta(description="With `illegal-move`: the caller's forms now")] = (
        UNSET
    )
    last_event: Annotated[
        int | UnsetType, Meta(description="With `history-rewound` of a cursor: the number of the latest event there is")
    ] = UNSET


class ProblemEntry(msgspec.Struct):
    """A problem code, explained."""

    code: str
    status: int
    title: str
    text: str
    type: Annotated[str, Meta(description="The page of the code")]


class ProblemIndex(msgspec.Struct):
    """Every problem code."""

    problems: list[ProblemEntry]
