"""What happens in a match, as all may know it and as those concerned may."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.events import Event
from referee.games.marks import Amount, CardName
from referee.games.teatime.components import Back
from referee.games.teatime.state import OnTheTable


class OwnCard(msgspec.Struct):
    """A card that only its owner sees."""

    card: CardName


class TurnBegan(Event, frozen=True, kw_only=True):
    """The seat's turn began."""

    may_pass: Annotated[bool, Meta(description="False on a first turn (TEA-14)")]


class Reshuffled(Event, frozen=True, kw_only=True):
    """The deck was empty; the discards were shuffled."""

    deck: Annotated[Amount, Meta(description="Cards in the new deck")]


class Drew(Event, frozen=True, kw_only=True):
    """The seat drew the deck's top card."""

    Private = OwnCard
    deck: Annotated[Amount, Meta(description="Cards left in the deck")]


class Played(Event, frozen=True, kw_only=True):
    """The seat played a friend card."""

    card: CardName


class Covered(Event, frozen=True, kw_only=True):
    """The seat covered a friend card with a UFO."""

    on: OnTheTable
    card: Annotated[CardName, Meta(description="The card covered")]


class Completed(Event, frozen=True, kw_only=True):
    """Complete: the seat took the first chip and turned it to its sweet."""

    sweet: Annotated[Back, Meta(description="The chip's back")]
    path: Annotated[Amount, Meta(description="Chips left on the path")]


class Passed(Event, frozen=True, kw_only=True):
    """The seat took the first chip steak side up."""

    steaks: Annotated[Amount, Meta(description="Steaks on the chip")]
    forced: Annotated[bool, Meta(description="Whether the referee passed for the seat (TEA-15, TEA-17)")]
    path: Annotated[Amount, Meta(description="Chips left on the path")]


class Cleared(Event, frozen=True, kw_only=True):
    """The table was cleared; the same seat goes on."""

    discards: Annotated[Amount, Meta(description="Cards in the discards now")]


class EndedTurn(Event, frozen=True):
    """The seat stopped playing cards."""
