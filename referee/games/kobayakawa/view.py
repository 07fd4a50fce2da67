"""What may be seen: the table by all, the hand by its seat."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.kobayakawa.state import AnyCard, Card, LastRound, Seat, State
from referee.games.marks import Amount


class Player(msgspec.Struct):
    """What all may know of a player."""

    kamon: Annotated[Amount, Meta(description="Kamon held, stakes not counted")]
    discard: Annotated[AnyCard | None, Meta(description="The card laid face up this round")]
    acted: Annotated[bool, Meta(description="Whether the draw phase's action is done")]
    stake: Annotated[Amount | None, Meta(description="Kamon staked this round, 0 = passed, null = not decided")]
    out: bool


class Table(msgspec.Struct):
    """The public table of Kobayakawa."""

    round: Annotated[Amount, Meta(ge=1, le=7)]
    first_seat: Annotated[Seat, Meta(description="The starting seat of this round")]
    kobayakawa: AnyCard
    covered: Annotated[list[AnyCard], Meta(description="Earlier Kobayakawas of this round, oldest first")]
    deck: Annotated[Amount, Meta(description="Cards left in the deck")]
    centre: Annotated[Amount, Meta(description="Kamon in the centre")]
    pot: Annotated[Amount, Meta(description="Kamon staked")]
    gone: Annotated[Amount, Meta(description="Kamon that left the game (KOB-12)")]
    players: Annotated[list[Player], Meta(description="By seat")]
    last_round: LastRound | None


def table(state: State) -> Table:
    """Build the public table (KOB-5, KOB-6, KOB-8: no hand, no deck card)."""
    return Table(
        round=state.round,
        first_seat=state.first_seat,
        kobayakawa=state.kobayakawa,
        covered=state.covered,
        deck=len(state.deck),
        centre=state.centre,
        pot=state.pot,
        gone=state.gone,
        players=[
            Player(
                kamon=state.kamon[seat],
                discard=state.discards[seat],
                acted=state.acted[seat],
                stake=state.stakes[seat],
                out=state.out[seat],
            )
            for seat in range(state.seats)
        ],
        last_round=state.last_round,
    )


def hand(state: State, seat: int) -> list[Card]:
    """Build the seat's own card, or the two to choose from (KOB-5)."""
    return sorted(state.hands[seat])
