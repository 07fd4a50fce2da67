"""Teatime's variants, invariant and other worlds, and states built for its tests."""

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from referee.games import GAMES
from referee.games.events import Event
from referee.games.protocol import judge
from referee.games.teatime import play
from referee.games.teatime.components import CHARACTERS, HOUSE, ORDER, UFO, Chip, Components
from referee.games.teatime.opening import sheet_cards, sheet_chips
from referee.games.teatime.state import Laid, State
from tests.games.kit import Variant, stream_for

SMALL: dict[str, Any] = {
    "note": "Few cards, some with three characters: the deck runs out, and hands may.",
    "cards": [
        {"card": "kmakici", "count": 2},
        {"card": "kintaro", "count": 2},
        {"card": "kapa", "count": 2},
        {"card": "sakana", "count": 1},
        {"card": "usagi-1", "count": 1},
        {"card": "usagi-2", "count": 1},
        {"card": "usagi-3", "count": 1},
        {"card": "sakana+usagi-1", "count": 1},
        {"card": "kmakici+kintaro+kapa", "count": 1},
        {"card": "ufo", "count": 3},
    ],
    "chips": [
        {"back": "sweet-1", "steaks": 1, "count": 2},
        {"back": "sweet-2", "steaks": 1, "count": 2},
        {"back": "sweet-3", "steaks": 2, "count": 2},
        {"back": "sweet-4", "steaks": 2, "count": 2},
        {"back": "kmakici", "steaks": 3, "count": 2},
        {"back": "kmakici", "steaks": 1, "count": 1},
    ],
    "removals": [{"players": 3, "chips": [{"back": "kmakici", "steaks": 1, "count": 1}]}],
}
"""15 cards, 11 chips, 10 of them with three players."""

UFOS: dict[str, Any] = {
    "cards": [
        *({"card": card, "count": 1} for card in ("kmakici", "kintaro", "kapa", "sakana", "usagi-1", "usagi-2")),
        {"card": "ufo", "count": 16},
    ],
    "chips": [{"back": f"sweet-{n}", "steaks": steaks, "count": 1} for n in (1, 2, 3, 4) for steaks in (1, 2, 3)],
}
"""22 cards, most of them UFOs, and 12 chips: many are made to pass."""


def bound(cards: int, chips: int) -> int:
    """No match is longer. A card on the table stays there until a chip is taken, so at most all cards are
    played between two chips; every turn that takes no chip plays one or more and then ends; one pass more."""
    return chips * (2 * cards + 1)


VARIANTS = [
    Variant("2", 2, bound=bound(58, 13)),
    Variant("3", 3, bound=bound(58, 15)),
    Variant("4", 4, bound=bound(58, 21), golden=False),
    Variant("5", 5, bound=bound(58, 21)),
    Variant("components", 3, {"components": SMALL}, bound=bound(15, 10)),
    Variant("ufos", 2, {"components": UFOS}, bound=bound(22, 12), golden=False),
]


@cache
def box(cards: int, seats: int) -> tuple[Counter[str], Counter[Chip]]:
    """The cards and chips of the sheet with so many cards."""
    sheet = {58: HOUSE, 15: msgspec.convert(SMALL, Components), 22: msgspec.convert(UFOS, Components)}[cards]
    return Counter(sheet_cards(sheet, seats)), Counter(sheet_chips(sheet, seats))


def invariant(state: State) -> None:
    """Every card and chip is in one place; nothing shows twice; the path ends with 3 steaks; someone can move."""
    cards = Counter([*state.deck, *state.discards])
    for hand in state.hands:
        cards.update(hand)
    for laid in state.cards:
        cards.update([laid.card, UFO] if laid.covered else [laid.card])
    chips = Counter(state.path)
    for taken in (*state.sweets, *state.steaks):
        chips.update(taken)
    assert (cards, chips) == box(cards.total(), state.seats)
    shown = [friend for laid in state.cards if not laid.covered for friend in CHARACTERS[laid.card]]
    assert len(shown) == len(set(shown))
    assert 0 <= state.played <= 3
    if state.path:
        assert state.path[-1].steaks == 3
    if play.result(state) is None:
        assert len({friend.split("-")[0] for friend in shown}) < 5
        assert state.cards or set(state.hands[state.turn]) - {UFO}


def other_world(state: State, viewer: int | None, chance: random.Random) -> State:
    """Shuffle the others' hands and the deck among themselves, and the backs of chips with equal steaks.

    Whoever has to lay a friend card is known to hold one, else the referee would have passed (TEA-15).
    """
    others = [seat for seat in range(state.seats) if seat != viewer]
    hidden = [card for seat in others for card in state.hands[seat]] + state.deck
    while True:
        chance.shuffle(hidden)
        left = list(hidden)
        for seat in others:
            state.hands[seat] = [left.pop() for _ in state.hands[seat]]
        if state.cards or not state.path or set(state.hands[state.turn]) - {UFO}:
            break
    state.deck = left
    piles = [state.path, *state.steaks]
    for steaks in (1, 2, 3):
        backs = [chip.back for pile in piles for chip in pile if chip.steaks == steaks]
        chance.shuffle(backs)
        for pile in piles:
            pile[:] = [Chip(backs.pop(), steaks) if chip.steaks == steaks else chip for chip in pile]
    return state


BOOK = GAMES["teatime"]


def chips(*names: str) -> list[Chip]:
    """Chips from names like `sweet-1:3`."""
    return [Chip(back, int(steaks)) for back, steaks in (name.split(":") for name in names)]


def table_state(
    hands: Iterable[Iterable[str]],
    cards: Iterable[str] = (),
    deck: Iterable[str] = (),
    path: Iterable[str] = ("sweet-1:1", "sweet-2:2", "sweet-3:3"),
    played: int = 0,
    discards: Iterable[str] = (),
) -> State:
    """A state with seat 0 on turn; a card on the table with a star is covered by a UFO."""
    held = [list(hand) for hand in hands]
    return State(
        hands=held,
        deck=list(deck),
        path=chips(*path),
        sweets=[[] for _ in held],
        steaks=[[] for _ in held],
        turn=0,
        played=played,
        cards=[Laid(card.rstrip("*"), card.endswith("*")) for card in cards],
        discards=list(discards),
    )


def move(state: State, seat: int, kind: str, **fields: Any) -> list[Event]:
    """Submit a move."""
    made = BOOK.read_move({"type": kind, **fields})
    return judge(BOOK, state, seat, made, stream_for("moves"), play.legal(state, seat))


def forms(state: State, seat: int) -> list[dict[str, Any]]:
    """The seat's forms as JSON."""
    found: list[dict[str, Any]] = msgspec.to_builtins(play.legal(state, seat))
    return found


def by_catalogue(cards: Iterable[str]) -> list[str]:
    """Cards in catalogue order."""
    return sorted(cards, key=ORDER.__getitem__)
