"""KINMO's variants, invariant and other worlds, and states built for a test."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from referee.errors import IllegalMove
from referee.games import GAMES
from referee.games.events import Event
from referee.games.forms import to_json
from referee.games.kinmo import play
from referee.games.kinmo.components import CARDS, GEMS, WITH_HEARTS, Card, Gem, reserve_for
from referee.games.kinmo.state import State
from referee.games.protocol import judge
from tests.games.kit import Variant, stream_for

VARIANTS = [
    # Nothing in the rules makes players gather gems, so that random play may go on for as long as it likes.
    Variant(str(seats), seats, bound=500, must_end=False, golden=seats in (2, 5, 8, 9))
    for seats in range(2, 11)
]


def invariant(state: State) -> None:
    """98 cards and the table's gems are all there; hands, bandages and hearts are as they may be."""
    held = [card for hand in state.hands for card in hand]
    assert sorted([*held, *state.deck, *state.discards]) == _ALL_CARDS
    owned = [gem for gems in state.gems for gem in gems]
    assert sorted([*state.reserve, *owned]) == _ALL_GEMS[state.seats]
    assert state.discards
    assert all(len(hand) <= 5 for hand in state.hands)
    assert all(0 <= bandages <= 3 for bandages in state.bandages)
    assert state.seats in WITH_HEARTS or not any(state.hearts)
    if state.phase != "over":
        assert all(state.hands), "an empty hand can only be left by a set that ends the match"
        assert 0 not in state.bandages
        assert all(set(gems) != set(GEMS) for gems in state.gems)
    assert (state.offer is not None) == (state.phase in ("answer", "partner"))
    if state.offer:
        assert state.offer.answered[state.turn]
        assert state.offer.cards[state.turn] is None
        assert all(state.offer.answered) == (state.phase == "partner")
        for hand, done, card in zip(state.hands, state.offer.answered, state.offer.cards, strict=True):
            assert card is None or (done and card in hand)


_ALL_CARDS = sorted(CARDS)
_ALL_GEMS = {seats: sorted(reserve_for(seats)) for seats in range(2, 11)}


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
                declines = sealed and chance.random() < 0.5
                state.offer.cards[seat] = None if declines else chance.choice(state.hands[seat])
    return state


# States and moves for the tests of the rules

BOOK = GAMES["kinmo"]


def cards(names: str) -> list[Any]:
    """Cards in short: ``"T C H green"`` is a thief, a chipote, a healing and a green gem card."""
    short = {"T": "thief", "C": "chipote", "H": "healing"}
    return [short.get(name) or f"gem-{name}" for name in names.split()]


def build(
    seats: int = 3,
    *,
    hands: Mapping[int, str] | None = None,
    gems: Mapping[int, Sequence[Gem]] | None = None,
    bandages: Mapping[int, int] | None = None,
    without_heart: Sequence[int] = (),
    turn: int = 0,
    deck: str | None = None,
    discards: str = "T",
    offer_spent: bool = False,
) -> State:
    """A state in the middle of a match; what is not named is any.

    A `deck` that is named is all of it, and the cards left over lie under `discards`.
    """
    named = {seat: cards(names) for seat, names in (hands or {}).items()}
    top, whole_deck = cards(discards), None if deck is None else cards(deck)
    rest: list[Card] = list(CARDS)
    for card in [*(card for hand in named.values() for card in hand), *top, *(whole_deck or [])]:
        rest.remove(card)
    random.Random(1).shuffle(rest)
    hand_of = [named.get(seat) or [rest.pop() for _ in range(5)] for seat in range(seats)]
    owned = [list((gems or {}).get(seat, ())) for seat in range(seats)]
    reserve = reserve_for(seats)
    for gem in [gem for its in owned for gem in its]:
        reserve.remove(gem)
    state = State(
        turn=turn,
        hands=hand_of,
        deck=rest if whole_deck is None else whole_deck,
        discards=top if whole_deck is None else [*rest, *top],
        reserve=reserve,
        gems=owned,
        bandages=[(bandages or {}).get(seat, 3) for seat in range(seats)],
        hearts=[seats in WITH_HEARTS and seat not in without_heart for seat in range(seats)],
        offer_spent=offer_spent,
    )
    invariant(state)
    return state


def move(state: State, seat: int, kind: str, **fields: Any) -> list[Event]:
    """Make a move; the invariant holds afterwards."""
    made = BOOK.read_move({"type": kind, **fields})
    events = judge(BOOK, state, seat, made, stream_for("kinmo-moves"), play.legal(state, seat))
    invariant(state)
    return events


def play_set(state: State, seat: int, names: str, **fields: Any) -> list[Event]:
    """Play a set of cards in short."""
    return move(state, seat, "play_set", cards=cards(names), **fields)


def refused(state: State, seat: int, kind: str, **fields: Any) -> dict[str, Any]:
    """Make a move that is refused and changes nothing; returns what the refusal says, the rule by its id."""
    before = BOOK.encode(state)
    with pytest.raises(IllegalMove) as caught:
        move(state, seat, kind, **fields)
    assert BOOK.encode(state) == before
    return {**caught.value.extra, "rule": caught.value.extra["rule"]["id"]}


def forms(state: State, seat: int, kind: str) -> list[dict[str, Any]]:
    """The fields of the seat's forms of a type, as plain JSON."""
    return [dict(form.get("fields", {})) for form in to_json(play.legal(state, seat)) if form["type"] == kind]
