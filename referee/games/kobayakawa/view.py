"""What may be seen: the table by all, the hand by its seat."""

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.kobayakawa.state import LastRound, State


class Player(msgspec.Struct):
    """What all may know of a player."""

    kamon: Annotated[int, Meta(description="Kamon held, stakes not counted")]
    discard: Annotated[int | None, Meta(description="The card laid face up this round")]
    acted: Annotated[bool, Meta(description="Whether the draw phase's action is done")]
    stake: Annotated[int | None, Meta(description="Kamon staked this round, 0 = passed, null = not decided")]
    out: bool


class Table(msgspec.Struct):
    """The public table of Kobayakawa."""

    round: Annotated[int, Meta(ge=1, le=7)]
    first_seat: Annotated[int, Meta(description="The starting seat of this round")]
    kobayakawa: int
    covered: Annotated[list[int], Meta(description="Earlier Kobayakawas of this round, oldest first")]
    deck: Annotated[int, Meta(description="Cards left in the deck")]
    centre: Annotated[int, Meta(description="Kamon in the centre")]
    pot: Annotated[int, Meta(description="Kamon staked")]
    gone: Annotated[int, Meta(description="Kamon that left the game (KOB-12)")]
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


def hand(state: State, seat: int) -> list[int]:
    """Build the seat's own card, or the two to choose from (KOB-5)."""
    return sorted(state.hands[seat])
