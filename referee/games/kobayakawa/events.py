"""What happens in a match, as all may know it and as those concerned may."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.events import Event
from referee.games.kobayakawa.state import AnyCard, Fighter, Seat
from referee.games.marks import Amount


class OwnCard(msgspec.Struct):
    """A card that only its owner sees."""

    card: AnyCard


class Dealt(Event, frozen=True, kw_only=True):
    """A new round was dealt (the first is in `started`)."""

    Private = OwnCard
    round: Amount
    first_seat: Seat
    kobayakawa: AnyCard


class Drew(Event, frozen=True, kw_only=True):
    """The seat took the top card of the deck."""

    Private = OwnCard
    deck: Annotated[Amount, Meta(description="Cards left in the deck")]


class Kept(Event, frozen=True, kw_only=True):
    """The seat kept one card and laid the other face up."""

    Private = OwnCard
    discard: Annotated[AnyCard, Meta(description="The card laid face up")]


class Replaced(Event, frozen=True, kw_only=True):
    """The seat turned the deck's top card over onto the Kobayakawa."""

    kobayakawa: AnyCard
    covered: Annotated[AnyCard, Meta(description="The card that was the Kobayakawa before")]


class Fought(Event, frozen=True, kw_only=True):
    """The seat staked and fights."""

    stake: Amount


class Passed(Event, frozen=True):
    """The seat stays out of the fight."""


class RoundOver(Event, frozen=True, kw_only=True):
    """The fight was decided and paid out."""

    kobayakawa: AnyCard
    fighters: Annotated[list[Fighter], Meta(description="In the order of the round, from the starting seat")]
    winner: Annotated[Seat | None, Meta(description="A seat, null when nobody fought")]
    won: Annotated[Amount, Meta(description="Kamon the winner took: the pot and the centre's share")]


class Out(Event, frozen=True):
    """The seat has no kamon left and is out."""
