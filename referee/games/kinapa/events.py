"""What a match of Kinapa tells as it goes on."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.kinapa.components import Card, Object
from referee.games.kinapa.state import Number, Place
from referee.games.protocol import EventKind

OpenCard = Annotated[Card | None, Meta(description="Named only where it lay face up (KPA-23)")]


class OneCard(msgspec.Struct):
    """A card, known to the two hands it moves between."""

    card: Card


class Cards(msgspec.Struct):
    """The cards of a hand, known to one player."""

    cards: list[Card]


class Nothing(msgspec.Struct):
    """No data."""


class Announced(msgspec.Struct):
    """An announcement."""

    number: Number
    bot_raised: Annotated[bool | None, Meta(description="Null where no BOT hand could be raised")]


class Answers(msgspec.Struct):
    """All answers, and whether the Emperor shows the pair."""

    answers: Annotated[list[bool | None], Meta(description="By place; null for a hand that has no answer to give")]
    shown_pair: Annotated[Number | None, Meta(description="The number announced, when the Emperor holds its pair")]


class AtPlace(msgspec.Struct):
    """A hand, by its place."""

    place: Place


class Exposed(msgspec.Struct):
    """The two raised hands that have one card each."""

    places: list[Place]


class Moved(msgspec.Struct):
    """A card between the Emperor and another hand."""

    place: Annotated[Place, Meta(description="The other hand")]
    card: OpenCard


class HandedOver(msgspec.Struct):
    """A demanded card."""

    place: Place
    number: Number
    card: OpenCard


class Punished(msgspec.Struct):
    """A hand with both Foxes."""

    place: Place
    face_up: list[Card]
    freed: Annotated[Place | None, Meta(description="The hand that had Foxes until now")]


class Revealed(msgspec.Struct):
    """An object turned over."""

    object: Annotated[int, Meta(description="Its index in the circle")]
    numbers: Object


class TurnedBack(msgspec.Struct):
    """An object face down again."""

    object: int


class Laid(msgspec.Struct):
    """A pair on an object."""

    object: int
    number: Number


class Switched(msgspec.Struct):
    """A player's hand for a BOT hand."""

    place: Annotated[Place, Meta(description="Where the BOT hand lay and the other hand lies now")]
    emptied: Annotated[bool, Meta(description="Whether the hand laid down is empty and out (KPA-45)")]


class Crowned(msgspec.Struct):
    """A new Emperor."""

    sheep: Annotated[bool, Meta(description="Whether the hand got a Sheep")]
    returned: Annotated[list[Place], Meta(description="Hands whose Sheep went back because all had one (KPA-19)")]


class FoxRemoved(msgspec.Struct):
    """One Fox less."""

    place: Place
    foxes: Annotated[int, Meta(description="Foxes left; with none the cards are hidden again")]


class RoundBegan(msgspec.Struct):
    """A new round."""

    round: int
    emperor: Annotated[int, Meta(description="A seat")]


EVENTS: tuple[EventKind, ...] = (
    EventKind("announced", "The Emperor announced a number.", Announced),
    EventKind("answered", "The seat answered; how, all learn once everyone has.", Nothing),
    EventKind("answers", "Everyone has answered.", Answers),
    EventKind("looked", "The seat looked into its BOT hand, from which a card is demanded.", AtPlace, Cards),
    EventKind("exposed", "Two raised hands have one card each of the number demanded.", Exposed),
    EventKind("caught", "A raised hand has the card demanded.", AtPlace),
    EventKind("took", "The Emperor took a card at random.", Moved, OneCard),
    EventKind("handed_over", "The Emperor got the card demanded.", HandedOver, OneCard),
    EventKind("gave", "The Emperor gave a card in return.", Moved, OneCard),
    EventKind("punished", "A caught liar got both Foxes; its cards lie open, but for the one received.", Punished),
    EventKind("revealed", "The Emperor turned over an object.", Revealed),
    EventKind("turned_back", "The object was turned face down again.", TurnedBack),
    EventKind("laid", "The Emperor laid a pair on the object.", Laid),
    EventKind("switched", "The player took up the own BOT hand.", Switched, Cards),
    EventKind("bot_chosen", "The BOT hand is to be Emperor; who takes it up is still to be chosen.", AtPlace),
    EventKind("took_up", "The player took up the BOT hand and left the own one in its stead.", AtPlace, Cards),
    EventKind("fox_removed", "The Emperor changed, so a Fox went back.", FoxRemoved),
    EventKind("crowned", "The seat's hand became Emperor.", Crowned),
    EventKind("round_began", "A new round began.", RoundBegan),
)
