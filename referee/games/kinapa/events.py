"""What a match of Kinapa tells as it goes on."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.events import Event
from referee.games.kinapa.components import Card, Object
from referee.games.kinapa.state import InTheCircle, Number, Place, Seat
from referee.games.marks import Amount

OpenCard = Annotated[Card | None, Meta(description="Named only where it lay face up (KPA-23)")]


class OneCard(msgspec.Struct):
    """A card, known to the two hands it moves between."""

    card: Card


class Cards(msgspec.Struct):
    """The cards of a hand, known to one player."""

    cards: list[Card]


class Announced(Event, frozen=True, kw_only=True):
    """The Emperor announced a number."""

    number: Number
    bot_raised: Annotated[bool | None, Meta(description="Null where no BOT hand could be raised")]


class Answered(Event, frozen=True):
    """The seat answered; how, all learn once everyone has."""


class Answers(Event, frozen=True, kw_only=True):
    """Everyone has answered."""

    answers: Annotated[list[bool | None], Meta(description="By place; null for a hand that has no answer to give")]
    shown_pair: Annotated[Number | None, Meta(description="The number announced, when the Emperor holds its pair")]


class Looked(Event, frozen=True, kw_only=True):
    """The seat looked into its BOT hand, from which a card is demanded."""

    Private = Cards
    place: Place


class Exposed(Event, frozen=True, kw_only=True):
    """Two raised hands have one card each of the number demanded."""

    places: list[Place]


class Caught(Event, frozen=True, kw_only=True):
    """A raised hand has the card demanded."""

    place: Place


class Took(Event, frozen=True, kw_only=True):
    """The Emperor took a card at random."""

    Private = OneCard
    place: Annotated[Place, Meta(description="The other hand")]
    card: OpenCard


class HandedOver(Event, frozen=True, kw_only=True):
    """The Emperor got the card demanded."""

    Private = OneCard
    place: Place
    number: Number
    card: OpenCard


class Gave(Event, frozen=True, kw_only=True):
    """The Emperor gave a card in return."""

    Private = OneCard
    place: Annotated[Place, Meta(description="The other hand")]
    card: OpenCard


class Punished(Event, frozen=True, kw_only=True):
    """A caught liar got both Foxes; its cards lie open, but for the one received."""

    place: Place
    face_up: list[Card]
    freed: Annotated[Place | None, Meta(description="The hand that had Foxes until now")]


class Revealed(Event, frozen=True, kw_only=True):
    """The Emperor turned over an object."""

    object: InTheCircle
    numbers: Object


class TurnedBack(Event, frozen=True, kw_only=True):
    """The object was turned face down again."""

    object: InTheCircle


class Laid(Event, frozen=True, kw_only=True):
    """The Emperor laid a pair on the object."""

    object: InTheCircle
    number: Number


class Switched(Event, frozen=True, kw_only=True):
    """The player took up the own BOT hand."""

    Private = Cards
    place: Annotated[Place, Meta(description="Where the BOT hand lay and the other hand lies now")]
    emptied: Annotated[bool, Meta(description="Whether the hand laid down is empty and out (KPA-45)")]


class BotChosen(Event, frozen=True, kw_only=True):
    """The BOT hand is to be Emperor; who takes it up is still to be chosen."""

    place: Place


class TookUp(Event, frozen=True, kw_only=True):
    """The player took up the BOT hand and left the own one in its stead."""

    Private = Cards
    place: Place


class FoxRemoved(Event, frozen=True, kw_only=True):
    """The Emperor changed, so a Fox went back."""

    place: Place
    foxes: Annotated[Amount, Meta(description="Foxes left; with none the cards are hidden again")]


class Crowned(Event, frozen=True, kw_only=True):
    """The seat's hand became Emperor."""

    sheep: Annotated[bool, Meta(description="Whether the hand got a Sheep")]
    returned: Annotated[list[Place], Meta(description="Hands whose Sheep went back because all had one (KPA-19)")]


class RoundBegan(Event, frozen=True, kw_only=True):
    """A new round began."""

    round: Amount
    emperor: Seat
