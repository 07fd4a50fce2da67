"""What happens in a match, as all may know it and as those concerned may."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.events import Event
from referee.games.kanipeli.components import Drink
from referee.games.kanipeli.state import OfferId, Pile, Seat
from referee.games.marks import Amount


class OwnCard(msgspec.Struct):
    """A card that only its owner sees."""

    card: Drink


class Played(Event, frozen=True, kw_only=True):
    """The seat laid its front card on its table."""

    card: Drink


class Drew(Event, frozen=True, kw_only=True):
    """The seat drew a card face up."""

    pile: Pile
    card: Drink


class Offered(Event, frozen=True, kw_only=True):
    """The seat offered a trade."""

    offer: OfferId
    to: Annotated[Seat, Meta(description="The seat that may accept")]
    give: Annotated[list[Drink], Meta(description="Cards the maker gives")]
    kani: Annotated[Amount, Meta(description="Känit the maker gives")]
    want: Annotated[list[Drink], Meta(description="Drinks the maker asks for")]
    want_kani: Annotated[Amount, Meta(description="Känit the maker asks for")]
    replaces: Annotated[OfferId | None, Meta(description="The earlier offer to the same seat that it ends, if any")]


class Traded(Event, frozen=True, kw_only=True):
    """The seat accepted an offer."""

    offer: OfferId
    maker: Annotated[Seat, Meta(description="The seat that had made the offer")]
    got: Annotated[list[Drink], Meta(description="Cards the accepting seat received, laid aside")]
    got_kani: Annotated[Amount, Meta(description="Känit the accepting seat received")]
    gave: Annotated[list[Drink], Meta(description="Cards the maker received, laid aside")]
    gave_kani: Annotated[Amount, Meta(description="Känit the maker received")]


class Declined(Event, frozen=True, kw_only=True):
    """The seat turned an offer down."""

    offer: OfferId


class Withdrew(Event, frozen=True, kw_only=True):
    """The seat took its offer back."""

    offer: OfferId


class Lapsed(Event, frozen=True, kw_only=True):
    """Offers ended: their maker no longer has what they give, or the trading is over."""

    offers: list[OfferId]


class TradingEnded(Event, frozen=True):
    """The seat ended the trading of its turn."""


class Placed(Event, frozen=True, kw_only=True):
    """The seat laid a card that it drew or received on its table."""

    card: Drink


class Refilled(Event, frozen=True, kw_only=True):
    """The seat drew a card to the back of its hand."""

    Private = OwnCard
    pile: Pile


class Turn(Event, frozen=True):
    """The seat's turn began (the first is in `started`)."""


class Drank(Event, frozen=True, kw_only=True):
    """The seat drank all cards of one kind; at the end the referee drinks for it."""

    drink: Drink
    cards: Annotated[Amount, Meta(description="Cards drunk")]
    kani: Annotated[Amount, Meta(description="Cards of them that became känit; the others were discarded")]


class ThirdHand(Event, frozen=True):
    """The seat spent three känit on a third hand space."""


class Reshuffled(Event, frozen=True, kw_only=True):
    """The discards became three new piles, and who drew where is forgotten."""

    piles: Annotated[list[Amount], Meta(description="Cards in each of the new piles")]
    reshuffles: Annotated[Amount, Meta(description="Reshuffles used so far")]
