"""What may be seen: the table by all, the hand by its seat."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.kinmo.components import Card, Gem, in_order
from referee.games.kinmo.exchange import opened
from referee.games.kinmo.state import Answer, Seat, State, Wish
from referee.games.marks import Amount


class GemCount(msgspec.Struct):
    """How many gems of each colour."""

    green: Amount
    blue: Amount
    purple: Amount
    orange: Amount


class OpenOffer(msgspec.Struct):
    """The offer on the table."""

    want: Annotated[Wish, Meta(description="What the player to move called out")]
    promise: Annotated[Wish | None, Meta(description="What was promised for it, null for nothing")]
    answers: Annotated[
        list[Answer | None],
        Meta(description="By seat: null for the player to move and for who owes one, `hidden` until all are in"),
    ]


class Player(msgspec.Struct):
    """What all may know of a player."""

    hand: Annotated[Amount, Meta(description="Cards in hand")]
    gems: GemCount
    bandages: Annotated[Amount, Meta(ge=0, le=3)]
    heart: Annotated[bool, Meta(description="Whether the player has a heart; false where the variant has none")]
    team: Annotated[Amount | None, Meta(description="The team's number, null where there are no teams")]


class Table(msgspec.Struct):
    """The public table of KINMO."""

    turn: Annotated[Seat, Meta(description="The seat to move")]
    deck: Annotated[Amount, Meta(description="Cards left in the deck")]
    discard_top: Annotated[Card, Meta(description="The top of the discards")]
    discards: Annotated[Amount, Meta(description="Cards in the discards, the top one included")]
    reserve: Annotated[GemCount, Meta(description="Gems in the reserve")]
    offer: OpenOffer | None
    offer_spent: Annotated[bool, Meta(description="Whether this turn's offer came to nothing (KIN-10)")]
    players: Annotated[list[Player], Meta(description="By seat")]


def table(state: State) -> Table:
    """Build the public table (KIN-13, KIN-24: no hand, no card of the deck, of the discards only the top)."""
    return Table(
        turn=state.turn,
        deck=len(state.deck),
        discard_top=state.discards[-1],
        discards=len(state.discards),
        reserve=_count(state.reserve),
        offer=_offer(state),
        offer_spent=state.offer_spent,
        players=[
            Player(
                hand=len(state.hands[seat]),
                gems=_count(state.gems[seat]),
                bandages=state.bandages[seat],
                heart=state.hearts[seat],
                team=state.team(seat),
            )
            for seat in range(state.seats)
        ],
    )


def _count(gems: list[Gem]) -> GemCount:
    return GemCount(gems.count("green"), gems.count("blue"), gems.count("purple"), gems.count("orange"))


def _offer(state: State) -> OpenOffer | None:
    """Show the answers only once all are in, and never the cards (KIN-9)."""
    offer = state.offer
    if offer is None:
        return None
    if state.phase == "partner":
        return OpenOffer(offer.want, offer.promise, [*opened(state, offer)])
    sealed: list[Answer | None] = [
        "hidden" if done and seat != state.turn else None for seat, done in enumerate(offer.answered)
    ]
    return OpenOffer(offer.want, offer.promise, sealed)


def hand(state: State, seat: int) -> list[Card]:
    """Build the seat's own hand, sorted (KIN-24)."""
    return in_order(state.hands[seat])
