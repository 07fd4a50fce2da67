"""What may be seen: the table by all, the hand by its seat."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.kanipeli import trade
from referee.games.kanipeli.components import DRINKS, Drink, drinks_of
from referee.games.kanipeli.state import OfferId, Pile, Seat, State
from referee.games.marks import Amount


class OpenOffer(msgspec.Struct, rename={"maker": "from"}):
    """An offer that waits for an answer."""

    offer: OfferId
    maker: Annotated[Seat, Meta(description="The seat that made it")]
    to: Annotated[Seat, Meta(description="The seat that may accept")]
    give: Annotated[list[Drink], Meta(description="Cards its maker gives, sorted")]
    kani: Annotated[Amount, Meta(description="Känit its maker gives")]
    want: Annotated[list[Drink], Meta(description="Drinks its maker asks for, sorted")]
    want_kani: Annotated[Amount, Meta(description="Känit its maker asks for")]


class Stack(msgspec.Struct):
    """All cards of one drink on a player's table."""

    drink: Drink
    count: Amount


class Player(msgspec.Struct):
    """What all may know of a player."""

    hand: Annotated[Amount, Meta(description="Cards in hand")]
    kani: Annotated[Amount, Meta(description="Känit held")]
    spaces: Annotated[Amount, Meta(description="Hand spaces: 2, or 3 with the third hand")]
    drinks: Annotated[list[Stack], Meta(description="The table, in the order the drinks were laid")]
    aside: Annotated[list[Drink], Meta(description="Cards received in trades, still to be placed")]
    last_pile: Annotated[Pile | None, Meta(description="The pile last drawn from, null if that is forgotten")]


class Table(msgspec.Struct):
    """The public table of Känipeli."""

    turn: Annotated[Seat, Meta(description="The seat on turn")]
    piles: Annotated[list[Amount], Meta(description="Cards in each draw pile")]
    discards: Annotated[Amount, Meta(description="Cards discarded")]
    discard_top: Drink | None
    reshuffles: Annotated[Amount, Meta(description="Reshuffles used so far")]
    drawn: Annotated[list[Drink], Meta(description="Face-up cards of step 2, neither traded nor placed yet")]
    played: Annotated[Amount, Meta(description="Cards played in step 1 of this turn")]
    offers: Annotated[list[OpenOffer], Meta(description="Open offers, oldest first")]
    players: Annotated[list[Player], Meta(description="By seat")]


def table(state: State) -> Table:
    """Build the public table (KAN-28: no hand, no pile, not what the känit were)."""
    return Table(
        turn=state.turn,
        piles=[len(pile) for pile in state.piles],
        discards=len(state.discards),
        discard_top=DRINKS[state.discards[-1]] if len(state.discards) > state.unseen else None,
        reshuffles=state.reshuffles,
        drawn=drinks_of(state.drawn),
        played=state.played,
        offers=[
            OpenOffer(
                offer=offer.id,
                maker=offer.maker,
                to=offer.to,
                give=drinks_of(trade.given(state, offer)),
                kani=offer.kani,
                want=drinks_of(offer.want),
                want_kani=offer.want_kani,
            )
            for offer in state.offers
        ],
        players=[
            Player(
                hand=len(state.hands[seat]),
                kani=len(state.kanit[seat]),
                spaces=state.spaces[seat],
                drinks=[Stack(DRINKS[kind], count) for kind, count in state.tables[seat].items()],
                aside=drinks_of(state.aside[seat]),
                last_pile=state.last_pile[seat],
            )
            for seat in range(state.seats)
        ],
    )


def hand(state: State, seat: int) -> list[Drink]:
    """Build the seat's own hand, front first (KAN-3)."""
    return drinks_of(state.hands[seat])
