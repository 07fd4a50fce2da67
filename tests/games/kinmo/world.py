"""KINMO's variants, invariant and other worlds."""

import random
from collections import Counter

from referee.games.kinmo.components import CARDS, GEMS, TEAMS, WITH_HEARTS, reserve_for
from referee.games.kinmo.state import State
from tests.games.kit import Variant

VARIANTS = [
    # Nothing in the rules makes players gather gems, so that random play may go on for as long as it likes.
    Variant(str(seats), seats, bound=10_000, must_end=False, golden=seats in (2, 5, 8, 9))
    for seats in range(2, 11)
]


def invariant(state: State) -> None:
    """98 cards and the table's gems are all there; hands, bandages and hearts are as they may be."""
    held = [card for hand in state.hands for card in hand]
    assert Counter([*held, *state.deck, *state.discards]) == Counter(CARDS)
    owned = [gem for gems in state.gems for gem in gems]
    assert Counter([*state.reserve, *owned]) == Counter(reserve_for(state.seats))
    assert state.discards
    assert all(1 <= len(hand) <= 5 for hand in state.hands)
    assert all(0 <= bandages <= 3 for bandages in state.bandages)
    assert state.seats in WITH_HEARTS or not any(state.hearts)
    if state.phase != "over":
        assert 0 not in state.bandages
        assert all(set(gems) != set(GEMS) for gems in state.gems)
    assert (state.offer is not None) == (state.phase in ("answer", "partner"))
    if state.offer:
        assert state.offer.answered[state.turn]
        assert state.offer.cards[state.turn] is None
        assert all(state.offer.answered) == (state.phase == "partner")
        for hand, done, card in zip(state.hands, state.offer.answered, state.offer.cards, strict=True):
            assert card is None or (done and card in hand)
    assert state.seats not in TEAMS or state.team(0) == 0


def other_world(state: State, viewer: int | None, chance: random.Random) -> State:
    """Shuffle the others' hands, the deck and the discards under the top among themselves.

    Sealed answers become any others; once they are opened, still any card may be meant.
    """
    others = [seat for seat in range(state.seats) if seat != viewer]
    hidden = [card for seat in others for card in state.hands[seat]] + state.deck + state.discards[:-1]
    chance.shuffle(hidden)
    for seat in others:
        state.hands[seat] = [hidden.pop() for _ in state.hands[seat]]
    state.deck = [hidden.pop() for _ in state.deck]
    state.discards = [*hidden, state.discards[-1]]
    if state.offer:
        for seat in others:
            sealed = state.phase == "answer" and state.offer.answered[seat] and seat != state.turn
            if sealed or state.offer.cards[seat]:
                may_decline = sealed and chance.random() < 0.5
                state.offer.cards[seat] = None if may_decline else chance.choice(state.hands[seat])
    return state
