"""What happens in a match besides moves: the event types that every match has."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from referee.games.events import Event, Finished, Started

AbortReason: TypeAlias = Literal["deleted", "too_long"]


class SeatClaimed(Event, frozen=True, kw_only=True):
    """An open seat was claimed, or given to a bot by the host."""

    name: Annotated[str, Meta(description="The new player's name")]


class SeatChanged(Event, frozen=True, kw_only=True):
    """The seat has another name or token, or is played by somebody else; what did not change is left out."""

    by: Annotated[Literal["seat", "host", "clock"], Meta(description="Who changed it")]
    name: Annotated[str | UnsetType, Meta(description="The new name")] = UNSET
    controller: Annotated[str | UnsetType, Meta(description="Who plays from now on: `player`, or a bot")] = UNSET
    token: Annotated[Literal[True] | UnsetType, Meta(description="True when the seat has a new token")] = UNSET


class SeatLeft(Event, frozen=True):
    """The seat's player has left: before the start the seat is open again, afterwards a bot plays on."""


class SeatOpened(Event, frozen=True):
    """The host opened the seat of a player who left, or of a bot: who claims it plays on with its hand."""


class TimedOut(Event, frozen=True):
    """The seat's time was over: the stand-in moves for it."""


class Aborted(Event, frozen=True, kw_only=True):
    """The match ended without a result."""

    reason: Annotated[AbortReason, Meta(description="`deleted` by its host; `too_long`: it came to no end")]


class Rematch(Event, frozen=True, kw_only=True):
    """A match that follows this one was made."""

    rematch: Annotated[str, Meta(description="The id of the match that follows")]


HAPPENINGS: tuple[type[Event], ...] = (
    SeatClaimed,
    SeatChanged,
    SeatLeft,
    SeatOpened,
    Started,
    TimedOut,
    Aborted,
    Finished,
    Rematch,
)
"""The event types of a match itself; each game adds its own."""
