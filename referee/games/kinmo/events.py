"""What happens in a match, as all may know it and as those concerned may."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.games.kinmo.components import Card, Gem, Kind
from referee.games.kinmo.state import Wish
from referee.games.protocol import EventKind


class Cards(msgspec.Struct):
    """Cards that only their owner knows."""

    cards: list[Card]


class Discarded(msgspec.Struct):
    """Cards were laid off."""

    count: Annotated[int, Meta(description="How many cards were laid off")]
    top: Annotated[Card, Meta(description="The new top of the discards")]


class TookDiscard(msgspec.Struct):
    """The top of the discards was taken, and two cards laid off."""

    card: Annotated[Card, Meta(description="The card taken")]
    top: Annotated[Card, Meta(description="The new top of the discards")]


class Offered(msgspec.Struct):
    """An exchange was offered."""

    want: Wish
    promise: Wish | None


class Nothing(msgspec.Struct):
    """No data."""


class OwnAnswer(msgspec.Struct):
    """An answer that only its author knows."""

    accepted: bool
    card: Annotated[Card | None, Meta(description="The card meant to be given, null when declined")]


class Answers(msgspec.Struct):
    """The answers to an offer, opened together."""

    answers: Annotated[
        list[Literal["accepted", "declined"] | None],
        Meta(description="By seat; null for the one who offered"),
    ]


class Exchanged(msgspec.Struct):
    """Two seats swapped a card each."""

    partner: Annotated[int, Meta(description="The seat swapped with")]


class Swapped(msgspec.Struct):
    """What one of the two gave and got."""

    gave: Card
    got: Card


class GemsTraded(msgspec.Struct):
    """Gems went to and came from the reserve."""

    give: Annotated[Gem, Meta(description="The colour of the two gems returned")]
    take: Annotated[Gem, Meta(description="The colour of the gem taken")]


class TeamGemSwapped(msgspec.Struct):
    """A gem each was swapped between team mates."""

    team_mate: int
    give: Gem
    take: Gem


class SetPlayed(msgspec.Struct):
    """A set was shown and laid off."""

    set: Annotated[Kind, Meta(description="The type of the three cards")]
    cards: Annotated[list[Card], Meta(description="In the order laid off, the last on top of the discards")]


class GemGained(msgspec.Struct):
    """A gem came from the reserve."""

    gem: Gem


class GemStolen(msgspec.Struct):
    """A gem came from an opponent."""

    target: int
    gem: Gem


class Hit(msgspec.Struct):
    """An opponent lost a bandage."""

    target: int
    bandages: Annotated[int, Meta(description="Bandages the target has left")]


class KnockedOut(msgspec.Struct):
    """An opponent lost the third bandage, and all gems with it."""

    target: int
    taken: Annotated[Gem | None, Meta(description="The gem the attacker took, null when the target had none")]
    returned: Annotated[list[Gem], Meta(description="The gems that went back to the reserve")]
    heart_lost: bool
    bandages: Annotated[int, Meta(description="Bandages the target has now; 0 ends the game")]


class Healed(msgspec.Struct):
    """A bandage was recovered."""

    bandages: Annotated[int, Meta(description="Bandages the seat has now")]


class Drew(msgspec.Struct):
    """Cards were drawn from the deck."""

    count: Annotated[int, Meta(description="How many cards were drawn")]
    deck: Annotated[int, Meta(description="Cards left in the deck")]


class Reshuffled(msgspec.Struct):
    """All discards but the top one became the deck."""

    deck: Annotated[int, Meta(description="Cards in the new deck")]


EVENTS: tuple[EventKind, ...] = (
    EventKind("discarded", "The seat laid off cards.", Discarded, Cards),
    EventKind("took_discard", "The seat took the top of the discards and laid off two others.", TookDiscard, Cards),
    EventKind("offered", "The seat offered an exchange of cards.", Offered),
    EventKind("answered", "The seat answered the offer, for now in secret.", Nothing, OwnAnswer),
    EventKind("answers_opened", "Everybody has answered the offer of the seat.", Answers),
    EventKind("exchanged", "The seat swapped a card with a partner.", Exchanged, Swapped),
    EventKind("called_off", "The seat called its offer off.", Nothing),
    EventKind("gems_traded", "The seat returned two gems and took another.", GemsTraded),
    EventKind("team_gem_swapped", "The seat swapped a gem with a team mate.", TeamGemSwapped),
    EventKind("set_played", "The seat showed a set and laid it off.", SetPlayed),
    EventKind("gem_gained", "The seat got a gem for a set of gem cards.", GemGained),
    EventKind("gem_stolen", "The seat got an opponent's gem for a set of thieves.", GemStolen),
    EventKind("hit", "An opponent lost a bandage to the seat's chipote set.", Hit),
    EventKind("knocked_out", "It was the last one: the opponent lost all gems.", KnockedOut),
    EventKind("healed", "The seat recovered a bandage.", Healed),
    EventKind("drew", "The seat drew cards.", Drew, Cards),
    EventKind("reshuffled", "The deck had run out and was made anew from the discards.", Reshuffled),
)
