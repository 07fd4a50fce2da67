"""What may be seen: the table by all, the hand by its seat."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.marks import Amount, CardName
from referee.games.teatime.components import FRIENDS, ORDER, BackName
from referee.games.teatime.play import may_pass, showing
from referee.games.teatime.state import Card, Seat, State


class TableCard(msgspec.Struct):
    """A friend card on the table."""

    card: CardName
    covered: Annotated[bool, Meta(description="Whether a UFO lies on it: then its characters do not show")]


class Player(msgspec.Struct):
    """What all may know of a player."""

    hand: Annotated[Amount, Meta(description="Cards in hand")]
    sweets: Annotated[
        list[BackName], Meta(description="Backs of the chips turned over (sweet-1 … sweet-4, kmakici), oldest first")
    ]
    steaks: Annotated[list[Amount], Meta(description="Steaks on each chip kept steak side up, oldest first")]


class Table(msgspec.Struct):
    """The public table of Teatime."""

    turn: Annotated[Seat, Meta(description="The seat on turn")]
    played: Annotated[Amount, Meta(ge=0, le=3, description="Cards played this turn")]
    may_pass: Annotated[bool, Meta(description="Whether the seat on turn may pass")]
    cards: Annotated[list[TableCard], Meta(description="Friend cards on the table, oldest first")]
    showing: Annotated[list[CardName], Meta(description="Characters showing")]
    deck: Annotated[Amount, Meta(description="Cards left in the deck")]
    discards: Annotated[Amount, Meta(description="Cards in the discards")]
    path: Annotated[list[Amount], Meta(description="Steaks on each chip of the sweets path, first chip first")]
    players: Annotated[list[Player], Meta(description="By seat")]


def table(state: State) -> Table:
    """Build the public table (TEA-20: no hand, no deck card, no back that was not turned over)."""
    shown = showing(state)
    return Table(
        turn=state.turn,
        played=state.played,
        may_pass=may_pass(state),
        cards=[TableCard(laid.card, laid.covered) for laid in state.cards],
        showing=[friend for friend in FRIENDS if friend in shown],
        deck=len(state.deck),
        discards=len(state.discards),
        path=[chip.steaks for chip in state.path],
        players=[
            Player(
                hand=len(state.hands[seat]),
                sweets=[chip.back for chip in state.sweets[seat]],
                steaks=[chip.steaks for chip in state.steaks[seat]],
            )
            for seat in range(state.seats)
        ],
    )


def hand(state: State, seat: int) -> list[Card]:
    """Build the seat's own cards, sorted (TEA-20)."""
    return sorted(state.hands[seat], key=ORDER.__getitem__)
