"""Teatime's sensible player, where a move ends the match and all can count what it brings."""

from typing import Any

import msgspec
import pytest

from referee.games import forms
from referee.games.teatime import GAME, play
from referee.games.teatime.state import State
from tests.games.kit import seen, stream_for
from tests.games.teatime.world import BOOK, chips, table_state

FOUR = ("kmakici", "kintaro", "kapa", "sakana")
"""Any Usagi completes these."""


def chosen(state: State) -> dict[str, Any]:
    """What the steady player on turn does, from the seat's view alone; it is legal."""
    view = {**msgspec.json.decode(seen(GAME, state, state.turn)), "you": state.turn}
    made = dict(GAME.steady(view, stream_for("steady")))
    assert forms.fits(play.legal(state, state.turn), made["type"], BOOK.read_move(made))
    return made


def ending(
    hands: list[list[str]], cards: tuple[str, ...], *, sweets: list[list[str]], steaks: list[list[str]]
) -> State:
    """Seat 0 on turn, with one chip of 3 steaks left."""
    state = table_state(hands, cards=cards, path=["sweet-4:3"])
    state.sweets = [chips(*names) for names in sweets]
    state.steaks = [chips(*names) for names in steaks]
    return state


@pytest.mark.rule("TEA-12", "TEA-19")
@pytest.mark.parametrize(
    ("mine", "passes"),
    [([], True), (["sweet-1:1"], True), (["sweet-1:2"], False), (["sweet-1:3", "sweet-2:3"], False)],
)
def test_it_passes_for_the_last_chip_where_that_surely_wins(mine: list[str], passes: bool) -> None:
    # 3 more: 3 and 4 steaks are fewest, or equal with most sweets; 5 and 9 are not
    state = ending(
        [["sakana", "ufo"], ["kapa"]],
        ("kmakici",),
        sweets=[["sweet-1:1"], []],
        steaks=[mine, ["sweet-1:3", "sweet-2:1"]],
    )
    assert (chosen(state) == {"type": "pass"}) == passes


@pytest.mark.rule("TEA-11", "TEA-18", "TEA-19")
@pytest.mark.parametrize(
    ("sweets", "steaks", "completes"),
    [
        ([], ["sweet-1:3"], False),  # 3 steaks against 1: lost
        ([], ["sweet-1:1"], True),  # as few steaks, and one sweet more
        (["sweet-1:1", "sweet-2:1", "sweet-3:1"], ["sweet-1:3"], True),  # the last chip may be the fourth sweet
        (["sweet-1:1", "kmakici:1", "kmakici:2"], ["sweet-1:3"], True),
        (["sweet-1:1", "sweet-1:1", "sweet-3:1"], ["sweet-1:3"], False),
    ],
)
def test_it_completes_for_the_last_chip_unless_that_surely_loses(
    sweets: list[str], steaks: list[str], completes: bool
) -> None:
    state = ending([["usagi-1", "ufo"], ["kapa"]], FOUR, sweets=[sweets, []], steaks=[steaks, ["sweet-2:1"]])
    assert (chosen(state) == {"type": "play", "card": "usagi-1"}) == completes


@pytest.mark.rule("TEA-11")
def test_before_the_last_chip_it_completes_whoever_leads() -> None:
    state = table_state([["usagi-1", "ufo"], ["kapa"]], cards=FOUR, path=["sweet-3:1", "sweet-4:3"])
    state.steaks = [chips("sweet-1:3"), []]
    assert chosen(state) == {"type": "play", "card": "usagi-1"}
