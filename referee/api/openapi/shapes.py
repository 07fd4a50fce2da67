"""The shapes of the answers, for the document: what the code builds as plain JSON, written down as structs.

The contract test holds every answer against them.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from referee.errors import Fault
from referee.games.protocol import Result, Rule
from referee.match.record import Status

MatchId: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9]{20,32}$", description="The match's id")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, description="A seat, from 0, clockwise")]
Instant: TypeAlias = Annotated[
    str,
    Meta(
        description="RFC 3339, in UTC", extra_json_schema={"format": "date-time"}, examples=["2026-01-01T12:00:00.000Z"]
    ),
]
Picture: TypeAlias = Annotated[
    str,
    Meta(
        description="Where its picture is; it may be kept for a year",
        extra_json_schema={"format": "uri-reference"},
        examples=["/v1/games/kinmo/cards/gem-green.svg?v=1f0c4a7e"],
    ),
]
AnyJson: TypeAlias = dict[str, Any]


class Form(msgspec.Struct):
    """Stands for `referee.games.forms.Form`, whose untagged domains msgspec cannot describe."""


class View(msgspec.Struct):
    """Stands for `referee.match.view.View`, which is described game by game."""


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
    name: Annotated[str, Meta(description="The slug")]
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


class Rules(msgspec.Struct):
    """A game's rules by id."""

    game: str
    rules: list[Rule]


class CreatedSeat(msgspec.Struct):
    """A seat of a match just made."""

    seat: SeatNumber
    name: Annotated[str | None, Meta(description="null while the seat is open")]
    token: Annotated[str | None, Meta(description="The seat's token, shown this once; null while open")]


class Created(msgspec.Struct):
    """A match just made, with everybody's tokens: hand them out."""

    match: MatchId
    game: str
    host_token: Annotated[
        str, Meta(description="The creator's token: it ends, hands over and rematches, and sees no card")
    ]
    seats: list[CreatedSeat]
    view: View


class Claimed(msgspec.Struct):
    """A seat just claimed, with its token."""

    match: MatchId
    seat: SeatNumber
    name: str
    token: Annotated[str, Meta(description="The seat's token, shown this once")]
    view: View


class Changed(msgspec.Struct):
    """A seat as it is now."""

    seat: SeatNumber
    name: str
    controller: str
    open: bool
    token: Annotated[str | UnsetType, Meta(description="The new token, if one was asked for; shown this once")] = UNSET


class RematchSeat(msgspec.Struct):
    """A seat of the match that follows; its token is the old one."""

    seat: SeatNumber
    name: str


class Rematched(msgspec.Struct):
    """The match that follows."""

    match: MatchId
    game: str
    seats: list[RematchSeat]
    view: View


class Event(msgspec.Struct):
    """Something that happened, as the caller may know it."""

    game: Annotated[str, Meta(description="The match's game, by which events of one type are told apart")]
    seq: Annotated[int, Meta(ge=1, description="Its number in the match's log: 1, 2, 3 … without gaps")]
    version: Annotated[int, Meta(ge=0, description="The match's version after the move it belongs to")]
    at: Instant
    type: str
    seat: Annotated[SeatNumber | None, Meta(description="The seat it is about, if it is about one")]
    data: Annotated[AnyJson, Meta(description="What all may know")]
    private: Annotated[AnyJson | UnsetType, Meta(description="What the caller's seat may know besides")] = UNSET


class AuditEvent(msgspec.Struct):
    """An event with everything that anybody was told; its `data` is that of the event type."""

    seq: Annotated[int, Meta(ge=1)]
    version: Annotated[int, Meta(ge=0)]
    at: Instant
    type: str
    seat: SeatNumber | None
    data: AnyJson
    private: Annotated[dict[str, AnyJson] | UnsetType, Meta(description="What single seats were told, by seat")] = UNSET


class Moved(msgspec.Struct):
    """An accepted move."""

    version: Annotated[int, Meta(ge=1, description="The version that this move made")]
    events: Annotated[
        list[Event], Meta(description="The move's events and all that followed, as the mover may know them")
    ]
    view: Annotated[View | UnsetType, Meta(description="The latest view; left out with `Prefer: return=minimal`")] = (
        UNSET
    )


class Judged(msgspec.Struct):
    """The judgement of a dry run; a move that is not legal is refused as it would be in earnest."""

    legal: Literal[True]


class EventPage(msgspec.Struct):
    """A page of events."""

    events: list[Event]
    last_event: Annotated[int, Meta(ge=0, description="The number of the latest event there is")]


class Snapshot(msgspec.Struct):
    """The first line of a stream that was asked for with `snapshot=true`."""

    type: Literal["view"]
    view: View


class Ticket(msgspec.Struct):
    """A short-lived secret that opens one stream."""

    ticket: Annotated[str, Meta(description="Append it as `?ticket=`", examples=["ticket_6yVb…"])]
    expires_in: Annotated[int, Meta(description="Seconds within which it must open its stream", examples=[30])]


class AuditSeat(msgspec.Struct):
    """A seat at the end of the match."""

    seat: SeatNumber
    name: Annotated[str | None, Meta(description="null if the seat was never claimed")]
    controller: str


class AuditMove(msgspec.Struct):
    """A move as it was made."""

    seat: SeatNumber
    move: Annotated[AnyJson, Meta(description="The move, without fields that have their empty value")]
    version: Annotated[int, Meta(ge=1, description="The version that it made")]


class Audit(msgspec.Struct):
    """Everything needed to check a match that is over: `referee verify` replays it."""

    match: MatchId
    game: str
    rules_version: str
    status: Status
    seats: list[AuditSeat]
    seed: Annotated[str | None, Meta(description="The server's 32 bytes in hex; null if they are no longer there")]
    seeded_by_caller: Annotated[
        bool, Meta(description="Whether the creator gave the seed; then the match id is left out of the match key")
    ]
    entropy: Annotated[
        list[str | None], Meta(description="The creator's, then each seat's in seat order; null where absent")
    ]
    commitment: Annotated[str, Meta(pattern="^sha256:[0-9a-f]{64}$")]
    options: Annotated[AnyJson, Meta(description="The options in effect, with what the referee drew")]
    deal: Annotated[AnyJson | None, Meta(description="The arranged deal as it was given")]
    moves: list[AuditMove]
    events: list[AuditEvent]
    result: Result | None


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


ANSWERS: tuple[type[msgspec.Struct], ...] = (
    Catalogue,
    Rules,
    Created,
    Claimed,
    Changed,
    Rematched,
    Event,
    AuditEvent,
    Moved,
    Judged,
    EventPage,
    Snapshot,
    Ticket,
    Audit,
    Alive,
    Ready,
    Problem,
    ProblemEntry,
    ProblemIndex,
)
"""Every shape that an answer has at its top."""
