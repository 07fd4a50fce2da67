"""Kobayakawa's variants, invariant and other worlds."""

import random

from referee.games.kobayakawa.components import CARDS
from referee.games.kobayakawa.state import State
from tests.games.kit import Variant

VARIANTS = [Variant(str(seats), seats, bound=7 * 4 * seats) for seats in range(3, 7)]


def invariant(state: State) -> None:
    """Kamon held, staked, in the centre and gone make 4 a player and 8; every card is in one place."""
    assert sum(state.kamon) + state.pot + state.centre + state.gone == 4 * state.seats + 8
    laid = [card for card in state.discards if card is not None]
    held = [card for hand in state.hands for card in hand]
    assert sorted([*held, *laid, *state.deck, *state.covered, state.kobayakawa]) == list(CARDS)


def other_world(state: State, viewer: int | None, chance: random.Random) -> State:
    """Shuffle the others' hands and the deck among themselves."""
    others = [seat for seat in range(state.seats) if seat != viewer]
    hidden = [card for seat in others for card in state.hands[seat]] + state.deck
    chance.shuffle(hidden)
    for seat in others:
        state.hands[seat] = [hidden.pop() for _ in state.hands[seat]]
    state.deck = hidden
    return state
