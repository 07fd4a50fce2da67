"""The three draw piles: how they are made, who may draw where, and when they are made anew."""

from collections.abc import Iterable, Iterator

from referee.games.events import Event
from referee.games.kanipeli import events
from referee.games.kanipeli.components import PILES
from referee.games.kanipeli.state import State
from referee.randomness import Stream


def sizes(cards: int) -> list[int]:
    """Split so many cards into three piles as even as can be, the larger ones first (KAN-3)."""
    return [cards // PILES + (pile < cards % PILES) for pile in range(PILES)]


def dry(state: State) -> bool:
    """Whether no pile has a card."""
    return not any(state.piles)


def open_piles(state: State, seat: int) -> list[int]:
    """Where the seat may draw its next card: not twice in a row from one pile, unless no other is left (KAN-5)."""
    among: Iterable[int] = state.due if state.phase == "refill" else range(PILES)
    filled = [pile for pile in among if state.piles[pile]]
    others = [pile for pile in filled if pile != state.last_pile[seat]]
    return others or filled


def take_top(state: State, seat: int, pile: int) -> int:
    """Take the top card of a pile, and remember who drew where (KAN-5)."""
    state.last_pile[seat] = pile
    return state.piles[pile].pop(0)


def supply(state: State, stream: Stream) -> Iterator[Event]:
    """Where a card is due and no pile has one, shuffle the discards into new piles, if they may be (KAN-13, KAN-25).

    For the shuffle the discards are first put into catalogue order, so that it depends on the stream alone.
    """
    if not dry(state) or not state.discards or state.reshuffles == state.most_reshuffles:
        return
    cards = sorted(state.discards)
    stream.shuffle(cards)
    state.discards = []
    state.unseen = 0
    state.piles = []
    for size in sizes(len(cards)):
        state.piles.append(cards[:size])
        del cards[:size]
    state.last_pile = [None] * state.seats
    state.reshuffles += 1
    yield events.Reshuffled(piles=[len(pile) for pile in state.piles], reshuffles=state.reshuffles)
