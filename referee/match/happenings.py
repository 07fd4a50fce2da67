"""What happens in a match besides moves: event types that every game has, and the shapes of their data."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from referee.games.protocol import EventKind, Result


class SeatClaimed(msgspec.Struct):
    """Who took the seat."""

    name: Annotated[str, Meta(description="The new player's name")]


class SeatChanged(msgspec.Struct):
    """What changed of the seat; what did not is left out."""

    name: Annotated[str | UnsetType, Meta(description="The new name")] = UNSET
    controller: Annotated[str | UnsetType, Meta(description="Who plays from now on: `player`, or a bot")] = UNSET


class Started(msgspec.Struct):
    """How the match begins."""

    options: Annotated[dict[str, Any], Meta(description="The game's options, with what the referee drew")]
    table: Annotated[dict[str, Any], Meta(description="The table after the deal")]


class OwnHand(msgspec.Struct):
    """What only the seat itself sees."""

    hand: Annotated[list[Any], Meta(description="The seat's own hand after the deal")]


class TimedOut(msgspec.Struct):
    """No data."""


class Aborted(msgspec.Struct):
    """Why there is no result."""

    reason: Annotated[
        Literal["deleted", "too_long"],
        Meta(description="`deleted` by its host; `too_long`: bots alone came to no end"),
    ]


STARTED = EventKind("started", "Every seat is claimed and the cards are dealt.", Started, OwnHand)

HAPPENINGS: tuple[EventKind, ...] = (
    EventKind("seat_claimed", "An open seat was claimed, or given to a bot by the host.", SeatClaimed),
    EventKind("seat_changed", "The seat has another name, or is played by somebody else.", SeatChanged),
    STARTED,
    EventKind("timed_out", "The seat's time was over: the stand-in moves for it.", TimedOut),
    EventKind("aborted", "The match ended without a result.", Aborted),
    EventKind("finished", "The match is over.", Result),
)
"""The event types of a match itself; each game adds its own."""
