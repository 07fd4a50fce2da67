"""Känipeli's variants, invariant and other worlds."""

import random
from itertools import chain

from referee.games.kanipeli.components import COUNTS
from referee.games.kanipeli.state import State
from tests.games.kit import Variant

# KAN-10 lets the player on turn trade for ever, and random players nearly do: with several players or reshuffles a
# match takes them thousands of moves. There the bound ends the test; test_steady.py plays such matches to the end.
VARIANTS = [
    Variant("2", 2, {"reshuffles": 0}, bound=2_500),
    Variant("3", 3, {"reshuffles": 1}, bound=500, must_end=False, golden=False),
    Variant("4", 4, bound=400, must_end=False),
    Variant("5", 5, {"reshuffles": 0}, bound=400, must_end=False, golden=False),
    Variant("6", 6, {"reshuffles": 5}, bound=400, must_end=False, golden=False),
    Variant("7", 7, bound=400, must_end=False),
]


def invariant(state: State) -> None:
    """All 154 cards are somewhere, no table is too full, and open offers name what their makers have."""
    places = [*state.hands, *state.piles, *state.kanit, *state.aside, state.drawn, state.discards]
    places += [[kind] * count for table in state.tables for kind, count in table.items()]
    cards = b"".join(map(bytes, places))
    assert tuple(map(cards.count, range(len(COUNTS)))) == COUNTS
    for table, spaces in zip(state.tables, state.spaces, strict=True):
        assert len(table) <= spaces
    assert state.reshuffles <= state.most_reshuffles
    assert state.phase == "trade" or not state.offers
    assert state.phase in ("trade", "place") or not any(state.aside)
    for offer in state.offers:
        assert state.turn in (offer.maker, offer.to)
        assert offer.maker != offer.to
        assert offer.hand or offer.drawn or offer.want
        assert sorted({*offer.hand}) == offer.hand
        assert max(offer.hand, default=-1) < len(state.hands[offer.maker])
        assert max(offer.drawn, default=-1) < len(state.drawn)
        assert offer.maker == state.turn or not offer.drawn
        assert offer.kani <= len(state.kanit[offer.maker])
    assert len({(offer.maker, offer.to) for offer in state.offers}) == len(state.offers)


def other_world(state: State, viewer: int | None, chance: random.Random) -> State:
    """Rearrange all that no view shows: others' hands, the piles, what the känit and lower discards are.

    Of a hand that has cards on offer their kinds are known, but not where in the hand they are.
    """
    others = [seat for seat in range(state.seats) if seat != viewer]
    shown = {seat: {i for offer in state.offers if offer.maker == seat for i in offer.hand} for seat in others}
    hidden = [card for seat in others for i, card in enumerate(state.hands[seat]) if i not in shown[seat]]
    hidden += chain.from_iterable([*state.piles, *state.kanit, state.discards[:-1]])
    chance.shuffle(hidden)
    for seat in others:
        hand = [card if i in shown[seat] else hidden.pop() for i, card in enumerate(state.hands[seat])]
        order = chance.sample(range(len(hand)), len(hand))
        state.hands[seat] = [hand[i] for i in order]
        for offer in state.offers:
            if offer.maker == seat:
                offer.hand = sorted(order.index(i) for i in offer.hand)
    state.piles = [[hidden.pop() for _ in pile] for pile in state.piles]
    state.kanit = [[hidden.pop() for _ in kanit] for kanit in state.kanit]
    state.discards = [hidden.pop() for _ in state.discards[:-1]] + state.discards[-1:]
    assert not hidden
    return state
