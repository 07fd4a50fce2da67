"""What happens in a match, as all may know it and as those concerned may."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.events import Event
from referee.games.kinmo.components import Card, Gem, Kind
from referee.games.kinmo.state import Seat, Verdict, Wish
from referee.games.marks import Amount


class Cards(msgspec.Struct):
    """Cards that only their owner knows."""

    cards: list[Card]


class OwnAnswer(msgspec.Struct):
    """An answer that only its author knows."""

    accepted: bool
    card: Annotated[Card | None, Meta(description="The card meant to be given, null when declined")]


class Swapped(msgspec.Struct):
    """What one of the two gave and got."""

    gave: Card
    got: Card


class Discarded(Event, frozen=True, kw_only=True):
    """The seat laid off cards."""

    Private = Cards
    count: Annotated[Amount, Meta(description="How many cards were laid off")]
    top: Annotated[Card, Meta(description="The new top of the discards")]


class TookDiscard(Event, frozen=True, kw_only=True):
    """The seat took the top of the discards and laid off two others."""

    Private = Cards
    card: Annotated[Card, Meta(description="The card taken")]
    top: Annotated[Card, Meta(description="The new top of the discards")]


class Offered(Event, frozen=True, kw_only=True):
    """The seat offered an exchange of cards."""

    want: Wish
    promise: Wish | None


class Answered(Event, frozen=True):
    """The seat answered the offer, for now in secret."""

    Private = OwnAnswer


class AnswersOpened(Event, frozen=True, kw_only=True):
    """Everybody has answered the offer of the seat."""

    answers: Annotated[list[Verdict | None], Meta(description="By seat; null for the one who offered")]


class Exchanged(Event, frozen=True, kw_only=True):
    """The seat swapped a card with a partner."""

    Private = Swapped
    partner: Annotated[Seat, Meta(description="The seat swapped with")]


class CalledOff(Event, frozen=True):
    """The seat called its offer off."""


class GemsTraded(Event, frozen=True, kw_only=True):
    """The seat returned two gems and took another."""

    give: Annotated[Gem, Meta(description="The colour of the two gems returned")]
    take: Annotated[Gem, Meta(description="The colour of the gem taken")]


class TeamGemSwapped(Event, frozen=True, kw_only=True):
    """The seat swapped a gem with a team mate."""

    team_mate: Seat
    give: Gem
    take: Gem


class SetPlayed(Event, frozen=True, kw_only=True):
    """The seat showed a set and laid it off."""

    set: Annotated[Kind, Meta(description="The type of the three cards")]
    cards: Annotated[list[Card], Meta(description="In the order laid off, the last on top of the discards")]


class GemGained(Event, frozen=True, kw_only=True):
    """The seat got a gem for a set of gem cards."""

    gem: Gem


class GemStolen(Event, frozen=True, kw_only=True):
    """The seat got an opponent's gem for a set of thieves."""

    target: Seat
    gem: Gem


class Hit(Event, frozen=True, kw_only=True):
    """An opponent lost a bandage to the seat's chipote set."""

    target: Seat
    bandages: Annotated[Amount, Meta(description="Bandages the target has left")]


class KnockedOut(Event, frozen=True, kw_only=True):
    """It was the last one: the opponent lost all gems."""

    target: Seat
    taken: Annotated[Gem | None, Meta(description="The gem the attacker took, null when the target had none")]
    returned: Annotated[list[Gem], Meta(description="The gems that went back to the reserve")]
    heart_lost: bool
    bandages: Annotated[Amount, Meta(description="Bandages the target has now; 0 ends the game")]


class Healed(Event, frozen=True, kw_only=True):
    """The seat recovered a bandage."""

    bandages: Annotated[Amount, Meta(description="Bandages the seat has now")]


class Drew(Event, frozen=True, kw_only=True):
    """The seat drew cards."""

    Private = Cards
    count: Annotated[Amount, Meta(description="How many cards were drawn")]
    deck: Annotated[Amount, Meta(description="Cards left in the deck")]


class Reshuffled(Event, frozen=True, kw_only=True):
    """The deck had run out and was made anew from the discards."""

    deck: Annotated[Amount, Meta(description="Cards in the new deck")]
