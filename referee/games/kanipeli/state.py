"""The state of a match, the moves, the events, and what may be chosen and arranged.

Inside the state a card is its kind's index in `DRINKS`; whatever leaves the game tells its name.
"""

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from referee.games import protocol
from referee.games.kanipeli.components import Drink
from referee.games.protocol import EventKind

Phase: TypeAlias = Literal["play", "draw", "trade", "place", "refill", "over"]
Pile: TypeAlias = Annotated[int, Meta(ge=0, le=2, description="A draw pile, 0 to 2", examples=[1])]
OfferId: TypeAlias = Annotated[int, Meta(ge=1, description="An offer's number, from 1 in a match", examples=[7])]
Position: TypeAlias = Annotated[int, Meta(ge=0, le=153)]
Kani: TypeAlias = Annotated[int, Meta(ge=0, le=154)]


class Options(protocol.Options, frozen=True):
    """Match options of Känipeli."""

    first_seat: Annotated[
        Annotated[int, Meta(ge=0, le=6)] | None,
        Meta(description="The seat with the first turn; left out, it is drawn"),
    ] = None
    reshuffles: Annotated[
        int, Meta(ge=0, le=5, description="How often the discards become new piles before the match ends")
    ] = 3


class Deal(protocol.Deal, frozen=True):
    """An arranged deal: hands by seat, and the top cards of the piles."""

    hands: Annotated[
        list[list[str] | None], Meta(description="A whole hand of five drinks by seat, front first, null for any")
    ] = []
    piles: Annotated[
        list[list[str] | None], Meta(description="The top drinks of each pile in order, null for any")
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
    to: Annotated[int, Meta(ge=0, le=6, description="The seat that may accept", examples=[2])]
    hand: Annotated[
        list[Position], Meta(description="Positions of the hand cards you give, 0 = front", examples=[[0, 3]])
    ] = []
    drawn: Annotated[
        list[Position], Meta(description="Positions of the drawn cards you give; only on your turn", examples=[[1]])
    ] = []
    kani: Annotated[Kani, Meta(description="Känit you give", examples=[1])] = 0
    want: Annotated[list[Drink], Meta(description="Drinks you ask for, at most three", examples=[["gt", "jallu"]])] = []
    want_kani: Annotated[Kani, Meta(description="Känit you ask for", examples=[0])] = 0


class Accept(protocol.Move, frozen=True, tag="accept"):
    """Accept an offer made to you, with the cards of yours that fill it."""

    rule: ClassVar[str] = "KAN-24"
    offer: OfferId
    hand: Annotated[
        list[Position],
        Meta(description="Positions of the hand cards you give, 0 = front, ascending", examples=[[2]]),
    ] = []
    drawn: Annotated[
        list[Position], Meta(description="Positions of the drawn cards you give; only on your turn", examples=[[]])
    ] = []


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


MOVES: tuple[type[protocol.Move], ...] = (
    Play,
    Draw,
    MakeOffer,
    Accept,
    Decline,
    Withdraw,
    EndTrading,
    Place,
    DrinkUp,
    BuyThirdHand,
)
AnyMove: TypeAlias = Play | Draw | MakeOffer | Accept | Decline | Withdraw | EndTrading | Place | DrinkUp | BuyThirdHand


class Nothing(msgspec.Struct):
    """No data."""


class Laid(msgspec.Struct):
    """A card came to the seat's table."""

    card: Drink


class Drew(msgspec.Struct):
    """A card was drawn face up."""

    pile: Pile
    card: Drink


class Refilled(msgspec.Struct):
    """A card was drawn to the back of the hand."""

    pile: Pile


class OwnCard(msgspec.Struct):
    """A card that only its owner sees."""

    card: Drink


class Reshuffled(msgspec.Struct):
    """New piles."""

    piles: Annotated[list[int], Meta(description="Cards in each of the new piles")]
    reshuffles: Annotated[int, Meta(description="Reshuffles used so far")]


class Offered(msgspec.Struct):
    """A new offer."""

    offer: OfferId
    to: Annotated[int, Meta(description="The seat that may accept")]
    give: Annotated[list[Drink], Meta(description="Cards the maker gives")]
    kani: Annotated[int, Meta(description="Känit the maker gives")]
    want: Annotated[list[Drink], Meta(description="Drinks the maker asks for")]
    want_kani: Annotated[int, Meta(description="Känit the maker asks for")]
    replaces: Annotated[OfferId | None, Meta(description="The earlier offer to the same seat that it ends, if any")]


class Answered(msgspec.Struct):
    """One offer, by its number."""

    offer: OfferId


class Traded(msgspec.Struct):
    """A deal, as the seat that accepted sees it."""

    offer: OfferId
    maker: Annotated[int, Meta(description="The seat that had made the offer")]
    got: Annotated[list[Drink], Meta(description="Cards the accepting seat received, laid aside")]
    got_kani: Annotated[int, Meta(description="Känit the accepting seat received")]
    gave: Annotated[list[Drink], Meta(description="Cards the maker received, laid aside")]
    gave_kani: Annotated[int, Meta(description="Känit the maker received")]


class Lapsed(msgspec.Struct):
    """Offers that ended unanswered."""

    offers: list[OfferId]


class Drank(msgspec.Struct):
    """All cards of one kind left the seat's table."""

    drink: Drink
    cards: Annotated[int, Meta(description="Cards drunk")]
    kani: Annotated[int, Meta(description="Cards of them that became känit; the others were discarded")]


EVENTS: tuple[EventKind, ...] = (
    EventKind("played", "The seat laid its front card on its table.", Laid),
    EventKind("drew", "The seat drew a card face up.", Drew),
    EventKind("offered", "The seat offered a trade.", Offered),
    EventKind("traded", "The seat accepted an offer.", Traded),
    EventKind("declined", "The seat turned an offer down.", Answered),
    EventKind("withdrew", "The seat took its offer back.", Answered),
    EventKind("lapsed", "Offers ended: their maker no longer has what they give, or the trading is over.", Lapsed),
    EventKind("trading_ended", "The seat ended the trading of its turn.", Nothing),
    EventKind("placed", "The seat laid a card that it drew or received on its table.", Laid),
    EventKind("refilled", "The seat drew a card to the back of its hand.", Refilled, OwnCard),
    EventKind("turn", "The seat's turn began (the first is in `started`).", Nothing),
    EventKind("drank", "The seat drank all cards of one kind; at the end the referee drinks for it.", Drank),
    EventKind("third_hand", "The seat spent three känit on a third hand space.", Nothing),
    EventKind("reshuffled", "The discards became three new piles, and who drew where is forgotten.", Reshuffled),
)

EXAMPLE: dict[str, Any] = {
    "options": {"first_seat": 0, "reshuffles": 3},
    "deal": {
        "hands": [["tuoppi", "tuoppi", "gt", "hwf", "kossu"], None],
        "piles": [["hauki", "hauki"], ["jallu"], []],
    },
}
