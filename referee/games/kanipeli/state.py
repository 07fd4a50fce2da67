"""The state of a match, the moves, and what may be chosen and arranged.

Inside the state a card is its kind's index in `DRINKS`; whatever leaves the game tells its name.
"""

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from referee.games import protocol
from referee.games.forms import Between, ListOf, OneOf, Pick
from referee.games.kanipeli.components import Drink
from referee.games.marks import Amount, SeatNumber, is_a

Phase: TypeAlias = Literal["play", "draw", "trade", "place", "refill", "over"]
Seat: TypeAlias = Annotated[SeatNumber, Meta(ge=0, le=6)]
Pile: TypeAlias = Annotated[int, Meta(ge=0, le=2, description="A draw pile, 0 to 2", examples=[1]), is_a("pile")]
OfferId: TypeAlias = Annotated[
    int, Meta(ge=1, description="An offer's number, from 1 in a match", examples=[7]), is_a("offer")
]
InHand: TypeAlias = Annotated[int, Meta(ge=0, le=153), is_a("position", "hand")]
InDrawn: TypeAlias = Annotated[int, Meta(ge=0, le=153), is_a("position", "table.drawn")]
Kani: TypeAlias = Annotated[Amount, Meta(ge=0, le=154)]
DrinkName: TypeAlias = Annotated[str, is_a("drink")]
"""A drink as a deal names it: whether there is one, `setup` says."""


class Options(protocol.Options, frozen=True):
    """Match options of Känipeli."""

    first_seat: Annotated[
        Seat | None,
        Meta(description="The seat with the first turn; left out, it is drawn"),
    ] = None
    reshuffles: Annotated[
        Amount, Meta(ge=0, le=5, description="How often the discards become new piles before the match ends")
    ] = 3


class Deal(protocol.Deal, frozen=True):
    """An arranged deal: hands by seat, and the top cards of the piles."""

    hands: Annotated[
        list[list[DrinkName] | None], Meta(description="A whole hand of five drinks by seat, front first, null for any")
    ] = []
    piles: Annotated[
        list[list[DrinkName] | None], Meta(description="The top drinks of each pile in order, null for any")
    ] = []


class Offer(msgspec.Struct, array_like=True):
    """An open offer. `hand` and `drawn` are where its cards are now, ascending."""

    id: int
    maker: int
    to: int
    hand: list[int]
    drawn: list[int]
    kani: int
    want: list[int]
    want_kani: int


class State(msgspec.Struct, array_like=True):
    """Everything about a match; lists are by seat, but for the piles."""

    turn: int
    most_reshuffles: int
    hands: list[list[int]]
    """The front card first."""
    piles: list[list[int]]
    """The top card first."""
    tables: list[dict[int, int]]
    """Cards by kind, in the order the kinds were laid."""
    kanit: list[list[int]]
    """The last card won last."""
    aside: list[list[int]]
    spaces: list[int]
    last_pile: list[int | None]
    discards: list[int] = []
    """The top card last."""
    phase: Phase = "play"
    played: int = 0
    drawn: list[int] = []
    due: list[int] = []
    """Piles that step 4 still has to draw from."""
    offers: list[Offer] = []
    """In the order they were made."""
    offered: int = 0
    reshuffles: int = 0
    unseen: int = 0
    """Discards at the bottom that nobody sees (KAN-18)."""

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return len(self.hands)


class Play(protocol.Move, frozen=True, tag="play"):
    """Step 1: lay the front card of your hand on your table."""

    rule: ClassVar[str] = "KAN-6"


class Draw(protocol.Move, frozen=True, tag="draw"):
    """Draw the top card of a pile: face up in step 2, to the back of your hand in step 4."""

    rule: ClassVar[str] = "KAN-9"
    pile: Pile


class MakeOffer(protocol.Move, frozen=True, tag="offer"):
    """Offer a trade: the player on turn to anyone, anyone to the player on turn."""

    rule: ClassVar[str] = "KAN-24"
    to: Annotated[Seat, Meta(description="The seat that may accept", examples=[2])]
    hand: Annotated[
        list[InHand], Meta(description="Positions of the hand cards you give, 0 = front", examples=[[0, 3]])
    ] = []
    drawn: Annotated[
        list[InDrawn], Meta(description="Positions of the drawn cards you give; only on your turn", examples=[[1]])
    ] = []
    kani: Annotated[Kani, Between, Meta(description="Känit you give", examples=[1])] = 0
    want: Annotated[
        list[Drink], ListOf, Meta(description="Drinks you ask for, at most three", examples=[["gt", "jallu"]])
    ] = []
    want_kani: Annotated[Kani, Between, Meta(description="Känit you ask for", examples=[0])] = 0


class Accept(protocol.Move, frozen=True, tag="accept"):
    """Accept an offer made to you, with the cards of yours that fill it."""

    rule: ClassVar[str] = "KAN-24"
    offer: OfferId
    hand: Annotated[
        list[InHand],
        Pick,
        OneOf,
        Meta(description="Positions of the hand cards you give, 0 = front, in any order", examples=[[2]]),
    ] = []
    drawn: Annotated[
        list[InDrawn],
        Pick,
        OneOf,
        Meta(description="Positions of the drawn cards you give; only on your turn", examples=[[]]),
    ] = []

    def __post_init__(self) -> None:
        """Put the positions in order: they are sets."""
        for name in ("hand", "drawn"):
            msgspec.structs.force_setattr(self, name, sorted(getattr(self, name)))


class Decline(protocol.Move, frozen=True, tag="decline"):
    """Turn down an offer made to you."""

    rule: ClassVar[str] = "KAN-24"
    offer: OfferId


class Withdraw(protocol.Move, frozen=True, tag="withdraw"):
    """Take back an offer of yours."""

    rule: ClassVar[str] = "KAN-24"
    offer: OfferId


class EndTrading(protocol.Move, frozen=True, tag="end_trading"):
    """End the trading of your turn; all open offers lapse."""

    rule: ClassVar[str] = "KAN-10"


class Place(protocol.Move, frozen=True, tag="place"):
    """Step 3: lay a card that you drew or received on your table."""

    rule: ClassVar[str] = "KAN-11"
    card: Annotated[Drink, Meta(description="The drink to place", examples=["kossu"])]


class DrinkUp(protocol.Move, frozen=True, tag="drink"):
    """Drink all cards of one kind on your table, at any time."""

    rule: ClassVar[str] = "KAN-15"
    drink: Annotated[Drink, Meta(description="The drink on your table", examples=["tuoppi"])]


class BuyThirdHand(protocol.Move, frozen=True, tag="buy_third_hand"):
    """Spend three känit on a third hand space, once, at any time."""

    rule: ClassVar[str] = "KAN-18"


AnyMove: TypeAlias = Play | Draw | MakeOffer | Accept | Decline | Withdraw | EndTrading | Place | DrinkUp | BuyThirdHand

EXAMPLE: dict[str, Any] = {
    "options": {"first_seat": 0, "reshuffles": 3},
    "deal": {"hands": [["tuoppi", "tuoppi", "gt", "hwf", "kossu"], None], "piles": [["hauki", "hauki"], ["jallu"], []]},
}
