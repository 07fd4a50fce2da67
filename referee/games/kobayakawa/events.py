"""What happens in a match, as all may know it and as those concerned may."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.events import Event
from referee.games.kobayakawa.state import Fighter


class OwnCard(msgspec.Struct):
    """A card that only its owner sees."""

    card: int


class Dealt(Event, frozen=True, kw_only=True):
    """A new round was dealt (the first is in `started`)."""

    Private = OwnCard
    round: int
    first_seat: int
    kobayakawa: int


class Drew(Event, frozen=True, kw_only=True):
    """The seat took the top card of the deck."""

    Private = OwnCard
    deck: Annotated[int, Meta(description="Cards left in the deck")]


class Kept(Event, frozen=True, kw_only=True):
    """The seat kept one card and laid the other face up."""

    Private = OwnCard
    discard: Annotated[int, Meta(description="The card laid face up")]


class Replaced(Event, frozen=True, kw_only=True):
    """The seat turned the deck's top card over onto the Kobayakawa."""

    kobayakawa: int
    covered: Annotated[int, Meta(description="The card that was the Kobayakawa before")]


class Fought(Event, frozen=True, kw_only=True):
    """The seat staked and fights."""

    stake: int


class Passed(Event, frozen=True):
    """The seat stays out of the fight."""


class RoundOver(Event, frozen=True, kw_only=True):
    """The fight was decided and paid out."""

    kobayakawa: int
    fighters: Annotated[list[Fighter], Meta(description="In the order of the round, from the starting seat")]
    winner: Annotated[int | None, Meta(description="A seat, null when nobody fought")]
    won: Annotated[int, Meta(description="Kamon the winner took: the pot and the centre's share")]


class Out(Event, frozen=True):
    """The seat has no kamon left and is out."""
