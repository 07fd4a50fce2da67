"""The state of a match, the moves, and what may be chosen and arranged."""

from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from referee.games import protocol
from referee.games.kinmo.components import GEMS, TEAMS, Card, Gem
from referee.games.marks import CardName, SeatNumber, is_a

Phase: TypeAlias = Literal["action", "answer", "partner", "over"]
Wish: TypeAlias = Annotated[
    Literal["gem-green", "gem-blue", "gem-purple", "gem-orange", "thief", "chipote", "healing", "gem"], is_a("card")
]
"""What an offer may name: a card, or a gem card of any colour."""
Verdict: TypeAlias = Literal["accepted", "declined"]
Answer: TypeAlias = Literal["hidden"] | Verdict
"""How an answer to an offer is shown; `hidden` until all are in."""
Seat: TypeAlias = Annotated[SeatNumber, Meta(ge=0, le=9)]

T = TypeVar("T")


class Options(protocol.Options, frozen=True):
    """Match options of KINMO."""

    first_seat: Annotated[Seat | None, Meta(description="The seat that moves first; left out, it is drawn")] = None


class Deal(protocol.Deal, frozen=True):
    """An arranged deal; what it does not name is shuffled."""

    hands: Annotated[list[list[CardName] | None], Meta(description="Five cards by seat, null for any")] = []
    deck: Annotated[list[CardName], Meta(description="The deck's top cards in order, below the card turned up")] = []
    discard: Annotated[CardName | None, Meta(description="The card turned up to begin the discards, null for any")] = (
        None
    )


class Offer(msgspec.Struct, array_like=True):
    """An offered exchange of cards and its answers, by seat (KIN-9)."""

    want: Wish
    promise: Wish | None
    answered: list[bool]
    cards: list[Card | None]
    """The card an acceptor means to give; null for whoever declined or has not answered."""


class State(msgspec.Struct, array_like=True):
    """Everything about a match; lists of lists, bandages and hearts are by seat."""

    turn: int
    hands: list[list[Card]]
    deck: list[Card]
    """The top card first."""
    discards: list[Card]
    """The top card last."""
    reserve: list[Gem]
    gems: list[list[Gem]]
    bandages: list[int]
    hearts: list[bool]
    offer: Offer | None = None
    offer_spent: bool = False
    phase: Phase = "action"

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return len(self.hands)

    def team(self, seat: int) -> int | None:
        """Tell a seat's team, None where everyone plays for themselves (KIN-30)."""
        teams = TEAMS.get(self.seats)
        return None if teams is None else seat % teams

    def others(self, seat: int) -> list[int]:
        """Everybody else."""
        return [other for other in range(self.seats) if other != seat]

    def team_mates(self, seat: int) -> list[int]:
        """The others of the seat's team (KIN-30)."""
        team = self.team(seat)
        return [other for other in self.others(seat) if team is not None and self.team(other) == team]

    def opponents(self, seat: int) -> list[int]:
        """Those whom a thief or a chipote may be aimed at (KIN-33)."""
        mates = self.team_mates(seat)
        return [other for other in self.others(seat) if other not in mates]

    def colours(self, seat: int) -> list[Gem]:
        """List the colours of gem the seat owns."""
        return [gem for gem in GEMS if gem in self.gems[seat]]

    def in_reserve(self) -> list[Gem]:
        """List the colours of gem left in the reserve."""
        return [gem for gem in GEMS if gem in self.reserve]


def pass_on(thing: T, giver: list[T], getter: list[T]) -> None:
    """Move a card or a gem from one place to another."""
    giver.remove(thing)
    getter.append(thing)


class Discard(protocol.Move, frozen=True, tag="discard"):
    """Lay off cards in this order, the last on top, and draw back up to five."""

    rule: ClassVar[str] = "KIN-7"
    cards: Annotated[tuple[Card, ...], Meta(description="At least one", examples=[["thief", "healing"]])]


class TakeDiscard(protocol.Move, frozen=True, tag="take_discard"):
    """Take the top of the discards, then lay off two other cards in this order."""

    rule: ClassVar[str] = "KIN-8"
    cards: Annotated[
        tuple[Card, ...],
        Meta(description="Two cards of the hand as it is before the move", examples=[["thief", "gem-orange"]]),
    ]


class OfferExchange(protocol.Move, frozen=True, tag="offer_exchange"):
    """Call out the card you need, and maybe what you promise for it."""

    rule: ClassVar[str] = "KIN-9"
    want: Annotated[Wish, Meta(description="A card, or `gem` for a gem card of any colour", examples=["thief"])]
    promise: Annotated[
        Wish | None, Meta(description="Left out or null: nothing is promised", examples=["gem", None])
    ] = None


class AcceptExchange(protocol.Move, frozen=True, tag="accept_exchange"):
    """Be ready to give one card of your choice, the one asked for or not."""

    rule: ClassVar[str] = "KIN-9"
    card: Annotated[Card, Meta(description="The card you would give", examples=["thief"])]


class DeclineExchange(protocol.Move, frozen=True, tag="decline_exchange"):
    """Do not take part in the exchange."""

    rule: ClassVar[str] = "KIN-9"


class Exchange(protocol.Move, frozen=True, tag="exchange"):
    """Swap one card of your choice with one of those who accepted."""

    rule: ClassVar[str] = "KIN-9"
    partner: Annotated[Seat, Meta(description="A seat that accepted", examples=[2])]
    card: Annotated[Card, Meta(description="The card you give", examples=["healing"])]


class CallOff(protocol.Move, frozen=True, tag="call_off"):
    """Swap with nobody and take another action."""

    rule: ClassVar[str] = "KIN-9"


class TradeGems(protocol.Move, frozen=True, tag="trade_gems"):
    """Return two of at least three gems of one colour and take one of another from the reserve."""

    rule: ClassVar[str] = "KIN-11"
    give: Annotated[Gem, Meta(description="The colour of which two go back", examples=["orange"])]
    take: Annotated[Gem, Meta(description="The colour taken", examples=["blue"])]


class PlaySet(protocol.Move, frozen=True, tag="play_set"):
    """Show and lay off three cards of one type in this order, have the benefit, and draw back up to five."""

    rule: ClassVar[str] = "KIN-12"
    cards: Annotated[
        tuple[Card, ...], Meta(description="Three of one type", examples=[["gem-blue", "gem-blue", "gem-orange"]])
    ]
    target: Annotated[
        Seat | None, Meta(description="The opponent a thief or chipote set is aimed at", examples=[1, None])
    ] = None
    gem: Annotated[Gem | None, Meta(description="The gem taken, where there is a choice", examples=["blue", None])] = (
        None
    )


class SwapTeamGem(protocol.Move, frozen=True, tag="swap_team_gem"):
    """Swap one of at least two gems of a colour for one of another colour that a team mate owns."""

    rule: ClassVar[str] = "KIN-34"
    give: Annotated[Gem, Meta(description="The colour you give", examples=["orange"])]
    team_mate: Annotated[Seat, Meta(description="The team mate's seat", examples=[4])]
    take: Annotated[Gem, Meta(description="The colour you get", examples=["green"])]


AnyMove: TypeAlias = (
    Discard
    | TakeDiscard
    | OfferExchange
    | TradeGems
    | PlaySet
    | SwapTeamGem
    | AcceptExchange
    | DeclineExchange
    | Exchange
    | CallOff
)


EXAMPLE: dict[str, Any] = {
    "options": {"first_seat": 0},
    "deal": {
        "hands": [["thief", "thief", "thief", "gem-blue", "healing"], None],
        "deck": ["chipote", "gem-green"],
        "discard": "thief",
    },
}
