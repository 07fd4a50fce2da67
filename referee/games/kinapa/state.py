"""The state of a match, the moves, and what may be chosen and arranged."""

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from referee.games import protocol
from referee.games.kinapa.components import NUMBER, Card, Object, numbers_for
from referee.games.marks import Amount, CardName, SeatNumber, is_a

Number: TypeAlias = Annotated[int, Meta(ge=1, le=16), is_a("number")]
Place: TypeAlias = Annotated[int, Meta(ge=0, le=7), is_a("place")]
Seat: TypeAlias = Annotated[SeatNumber, Meta(ge=0, le=7)]
InTheCircle: TypeAlias = Annotated[
    int, Meta(ge=0, le=15, description="Its index in the circle"), is_a("object", "table.objects")
]
ObjectName: TypeAlias = Annotated[str, is_a("object")]
"""An object as a deal names it: whether there is one, `setup` says."""
Phase: TypeAlias = Literal[
    "announce", "answer", "take", "hand_over", "expose", "give", "reveal", "lay", "crown", "take_up", "over"
]


class Options(protocol.Options, frozen=True):
    """Match options of Kinapa."""

    bot: Annotated[
        bool | None, Meta(description="4 to 7 players only: play with a BOT hand more; left out, without (KPA-1)")
    ] = None
    two_player_goal: Annotated[
        Literal["both_hands", "one_hand"] | None,
        Meta(description="2 players only: what has to be emptied to win; left out, both hands (KPA-45)"),
    ] = None
    stall_rounds: Annotated[
        Amount,
        Meta(ge=0, le=1000, description="So many rounds in a row without a pair laid end the match; 0: never (KPA-46)"),
    ] = 0


class Deal(protocol.Deal, frozen=True):
    """An arranged deal: hands by place, BOT hands after the players'; what is not named is shuffled."""

    hands: Annotated[list[list[CardName] | None], Meta(description="Four cards by place, null for any")] = []
    objects: Annotated[list[ObjectName], Meta(description="The first objects of the circle in order")] = []


class Hand(msgspec.Struct, array_like=True):
    """A hand of cards with its marks: a player's, or a BOT hand. All of it moves in a switch (KPA-31, KPA-44)."""

    cards: list[Card]
    """Sorted."""
    sheep: bool = False
    foxes: int = 0
    face_up: list[Card] = []
    pairs: list[int] = []

    def of(self, number: int) -> list[Card]:
        """Return the cards of a number, none to two."""
        return [card for card in self.cards if NUMBER[card] == number]


class State(msgspec.Struct, array_like=True):
    """Everything about a match. A place is an index of `hands`: seat s holds place s, BOT hands follow."""

    seats: int
    hands: list[Hand]
    objects: list[Object]
    bearing: list[int | None]
    """By object: the pair it bears."""
    emperor: int
    answers: list[bool | None]
    """By place: raised or not; null for the Emperor's hand, an empty one, and one that has not answered."""
    stall_rounds: int = 0
    one_hand: bool = False
    phase: Phase = "announce"
    round: int = 1
    last_laid: int = 0
    """The last round in which a pair was laid."""
    announced: int | None = None
    pair_shown: bool = False
    exposed: list[int] = []
    giver: int = 0
    """The place the Emperor exchanges with, from the card asked for to the end of the round."""
    liar: int | None = None
    """The place of the hand caught lying this round."""
    received: Card | None = None
    turned: int | None = None
    """The object that lies open while the Emperor chooses the pair to lay."""
    winner: int | None = None
    """Null once over: the match stalled."""

    @property
    def two_players(self) -> bool:
        """Whether each of two players has a BOT hand beside (KPA-40)."""
        return self.seats == 2

    @property
    def asked(self) -> int:
        """The number announced, from the announcement on."""
        return self.announced or 0

    @property
    def numbers(self) -> list[int]:
        """The numbers in play whose pair is not laid (KPA-5)."""
        return [number for number in numbers_for(len(self.hands)) if number not in self.bearing]

    def bot_of(self, seat: int) -> int | None:
        """Return the place of the BOT hand for which a seat speaks: its own, or the one of all (KPA-30, KPA-42)."""
        if self.two_players:
            return seat + 2
        return self.seats if seat == self.emperor and len(self.hands) > self.seats else None

    def can_raise(self, place: int) -> bool:
        """Whether a hand is neither punished nor empty (KPA-7, KPA-45)."""
        return bool(self.hands[place].cards) and not self.hands[place].foxes


class Announce(protocol.Move, frozen=True, tag="announce"):
    """Ask who does not have a number; say whether your BOT hand, or the BOT hand of all, is raised."""

    rule: ClassVar[str] = "KPA-5"
    number: Annotated[Number, Meta(description="A number whose pair is not laid", examples=[7])]
    bot_raised: Annotated[
        bool | None, Meta(description="Only where there is a BOT hand that can be raised", examples=[True])
    ] = None


class Answer(protocol.Move, frozen=True, tag="answer"):
    """Raise your hand (you do not have it) or not (maybe)."""

    rule: ClassVar[str] = "KPA-6"
    raised: Annotated[bool, Meta(examples=[True])]
    bot_raised: Annotated[
        bool | None, Meta(description="Two players, where your BOT hand can be raised", examples=[False])
    ] = None


class Take(protocol.Move, frozen=True, tag="take"):
    """Take a card at random from a hand that is not raised."""

    rule: ClassVar[str] = "KPA-10"
    place: Annotated[Place, Meta(examples=[2])]


class HandOver(protocol.Move, frozen=True, tag="hand_over"):
    """Holding both cards of the demanded number, choose the one to give."""

    rule: ClassVar[str] = "KPA-12"
    card: Annotated[Card, Meta(examples=["shelter-7"])]


class ChooseLiar(protocol.Move, frozen=True, tag="choose_liar"):
    """Of two exposed liars, name the one that gives the card and is punished."""

    rule: ClassVar[str] = "KPA-12"
    place: Annotated[Place, Meta(examples=[1])]


class Give(protocol.Move, frozen=True, tag="give"):
    """Give a card in return, not the one just received."""

    rule: ClassVar[str] = "KPA-13"
    card: Annotated[Card, Meta(examples=["animal-3"])]


class Reveal(protocol.Move, frozen=True, tag="reveal"):
    """Turn over an object that bears no pair."""

    rule: ClassVar[str] = "KPA-15"
    object: Annotated[InTheCircle, Meta(examples=[5])]


class Lay(protocol.Move, frozen=True, tag="lay"):
    """Holding pairs of both numbers of the object, choose the one to lay."""

    rule: ClassVar[str] = "KPA-15"
    number: Annotated[Number, Meta(examples=[6])]


class Crown(protocol.Move, frozen=True, tag="crown"):
    """Choose the hand that is Emperor next."""

    rule: ClassVar[str] = "KPA-18"
    place: Annotated[Place, Meta(examples=[3])]


class TakeUpBot(protocol.Move, frozen=True, tag="take_up_bot"):
    """Name the player who takes up the BOT hand and is Emperor."""

    rule: ClassVar[str] = "KPA-31"
    seat: Annotated[SeatNumber, Meta(ge=0, le=6, examples=[1])]


AnyMove: TypeAlias = Announce | Answer | Take | HandOver | ChooseLiar | Give | Reveal | Lay | Crown | TakeUpBot

EXAMPLE: dict[str, Any] = {
    "options": {"two_player_goal": "both_hands", "stall_rounds": 50},
    "deal": {"hands": [["animal-1", "animal-5", "shelter-5", "shelter-8"], None], "objects": ["5-6", "1-2"]},
}
