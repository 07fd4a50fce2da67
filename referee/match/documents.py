"""The documents that leave the house about a match: what use cases return, and what OpenAPI, samples and checks read.

Tokens stand in the fields `token`, `invite` and `host_token` at the top of a document or of its `seats`, nowhere else:
`answers` relies on it when an answer is remembered without them.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from referee.games.forms import Form
from referee.games.protocol import Result
from referee.match.record import Status

MatchId: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9]{20,32}$", description="The match's id")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, description="A seat, from 0, clockwise")]
Instant: TypeAlias = Annotated[
    str,
    Meta(
        description="RFC 3339, in UTC", extra_json_schema={"format": "date-time"}, examples=["2026-01-01T12:00:00.000Z"]
    ),
]
AnyJson: TypeAlias = Mapping[str, Any]


class ViewSeat(msgspec.Struct):
    """A seat as all may know it."""

    seat: int
    name: Annotated[str | None, Meta(description="null while the seat is open")]
    controller: Annotated[str, Meta(description="`player`, or the bot that plays: `bot:steady`, `bot:random`")]
    open: bool


class Fairness(msgspec.Struct):
    """What was promised at creation."""

    commitment: Annotated[str, Meta(description="SHA-256 over label, match id and seed", examples=["sha256:9f…"])]
    arranged: Annotated[bool, Meta(description="Whether the creator arranged the deal")]
    seeded_by_caller: Annotated[bool, Meta(description="Whether the creator gave the seed")]


class MatchClock(msgspec.Struct):
    """How long seats have."""

    move_seconds: Annotated[int, Meta(description="Seconds that every awaited seat has")]


class View(msgspec.Struct):
    """A match as the caller may see it."""

    match: str
    game: str
    rules_version: str
    version: Annotated[int, Meta(description="Accepted moves so far, 0 after the deal")]
    status: Status
    seats: list[ViewSeat]
    you: Annotated[int | None, Meta(description="The caller's seat; null for a spectator or the host")]
    phase: str
    to_act: Annotated[list[int], Meta(description="The seats that the match waits for")]
    options: Annotated[AnyJson, Meta(description="The game's options: as they were given while open, then in effect")]
    clock: MatchClock | None
    spectators: Annotated[bool, Meta(description="Whether the match may be watched without a token")]
    labels: Annotated[dict[str, str], Meta(description="What the creator noted, for all to see")]
    created_at: Instant
    table: Annotated[Any, Meta(description="What all may see, per game; null while open")]
    hand: Annotated[list[Any] | None, Meta(description="The caller's own; null for a spectator or the host")]
    legal_moves: Annotated[list[Form], Meta(description="The caller's move forms, complete and exact")]
    deadline: Annotated[str | None, Meta(description="When the seats in to_act run out of time")]
    expires_at: Annotated[str, Meta(description="When the match is removed unless something happens in it")]
    last_event: Annotated[int, Meta(description="The number of the latest event")]
    rematch: Annotated[str | None, Meta(description="The match that follows this one, if any")]
    result: Result | None
    fairness: Fairness
    phase_text: Annotated[str | UnsetType, Meta(description="With `lang`: the phase in words")] = UNSET
    status_text: Annotated[str | UnsetType, Meta(description="With `lang`: how the match stands, in words")] = UNSET


class CreatedSeat(msgspec.Struct):
    """A seat of a match just made."""

    seat: SeatNumber
    name: Annotated[str | None, Meta(description="null while the seat is open")]
    token: Annotated[str | None, Meta(description="The seat's token, shown this once; null while open")]
    invite: Annotated[
        str | UnsetType, Meta(description="What the seat is claimed with, if it was asked for; shown this once")
    ] = UNSET


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
    name: Annotated[str | None, Meta(description="null while the seat is open")]
    controller: str
    open: bool
    token: Annotated[str | UnsetType, Meta(description="The new token, if one was asked for; shown this once")] = UNSET
    invite: Annotated[
        str | UnsetType, Meta(description="The new invite, where an invited seat was opened; shown this once")
    ] = UNSET


class RematchSeat(msgspec.Struct):
    """A seat of the match that follows; its token is the old one."""

    seat: SeatNumber
    name: Annotated[str | None, Meta(description="null where the seat was left: it is open")]


class Rematched(msgspec.Struct):
    """The match that follows."""

    match: MatchId
    game: str
    seats: list[RematchSeat]
    view: View


class MatchEvent(msgspec.Struct):
    """Something that happened, as the caller may know it."""

    game: Annotated[str, Meta(description="The match's game, by which events of one type are told apart")]
    seq: Annotated[int, Meta(ge=1, description="Its number in the match's log: 1, 2, 3 … without gaps")]
    version: Annotated[int, Meta(ge=0, description="The match's version after the move it belongs to")]
    at: Instant
    type: str
    seat: Annotated[SeatNumber | None, Meta(description="The seat it is about, if it is about one")]
    data: Annotated[AnyJson, Meta(description="What all may know")]
    private: Annotated[AnyJson | UnsetType, Meta(description="What the caller's seat may know besides")] = UNSET
    text: Annotated[str | UnsetType, Meta(description="With `lang`: what happened, in words")] = UNSET


class AuditEvent(msgspec.Struct):
    """An event with everything that anybody was told; its `data` is that of the event type."""

    seq: Annotated[int, Meta(ge=1)]
    version: Annotated[int, Meta(ge=0)]
    at: Instant
    type: str
    seat: SeatNumber | None
    data: AnyJson
    private: Annotated[dict[str, AnyJson] | UnsetType, Meta(description="What single seats were told, by seat")] = UNSET
    text: Annotated[str | UnsetType, Meta(description="With `lang`: what happened, as all may know it, in words")] = (
        UNSET
    )


class Moved(msgspec.Struct):
    """An accepted move."""

    version: Annotated[int, Meta(ge=1, description="The version that this move made")]
    events: Annotated[
        list[MatchEvent], Meta(description="The move's events and all that followed, as the mover may know them")
    ]
    match_version: Annotated[
        int, Meta(ge=1, description="The match's version after all that followed: what to pin next")
    ]
    view: Annotated[View | UnsetType, Meta(description="The latest view; left out with `Prefer: return=minimal`")] = (
        UNSET
    )


class Judged(msgspec.Struct):
    """The judgement of a dry run; a move that is not legal is refused as it would be in earnest."""

    legal: Literal[True]


class EventPage(msgspec.Struct):
    """A page of events."""

    events: list[MatchEvent]
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
    status_text: Annotated[str | UnsetType, Meta(description="With `lang`: how the match ended, in words")] = UNSET
