"""How a match of Teatime ends, and what stays secret."""

import random

import msgspec
import pytest

from referee.games.protocol import Result
from referee.games.teatime import GAME, play, view
from referee.games.teatime.state import State
from tests.games.kit import seen
from tests.games.teatime import world
from tests.games.teatime.world import BOOK, chips, move, table_state

FOUR = ["kmakici", "kintaro", "kapa", "sakana"]


def about_to_complete(path: list[str], sweets: list[str]) -> State:
    """Seat 0 holds the fifth friend."""
    state = table_state([["usagi-1", "ufo"], ["kapa"]], FOUR, deck=["kapa"], path=path)
    state.sweets[0] = chips(*sweets)
    return state


@pytest.mark.rule("TEA-18")
@pytest.mark.parametrize(
    ("sweets", "wins"),
    [
        (["sweet-1", "sweet-2", "sweet-3", "sweet-4"], True),
        (["sweet-1", "sweet-2", "sweet-3", "kmakici"], True),
        (["sweet-1", "sweet-1", "sweet-2", "kmakici"], False),
        (["sweet-1", "sweet-2", "kmakici", "kmakici"], True),
        (["sweet-1", "kmakici", "kmakici", "kmakici"], True),
        (["kmakici", "kmakici", "kmakici", "kmakici"], True),
        (["sweet-1", "sweet-2", "sweet-3"], False),
        (["sweet-1", "sweet-2", "sweet-3", "sweet-3", "sweet-3"], False),
        (["kmakici", "kmakici", "kmakici"], False),
    ],
)
def test_four_different_sweets_win_at_once_and_kmakici_is_any(sweets: list[str], wins: bool) -> None:
    *before, last = sweets
    state = about_to_complete([f"{last}:1", "sweet-1:3"], [f"{sweet}:1" for sweet in before])
    move(state, 0, "play", card="usagi-1")
    outcome = play.result(state)
    assert (outcome is not None) == wins
    assert (play.phase(state) == "over") == wins
    if wins:
        assert outcome == Result([0], [0, 0], "four_sweets")
        assert play.awaiting(state) == frozenset()
        assert play.legal(state, 0) == play.legal(state, 1) == []


@pytest.mark.rule("TEA-18", "TEA-13")
def test_the_table_stays_as_it_was_when_a_match_is_won() -> None:
    state = about_to_complete(["sweet-4:1", "sweet-1:3"], ["sweet-1:1", "sweet-2:1", "sweet-3:2"])
    events = move(state, 0, "play", card="usagi-1")
    assert [event.type for event in events] == ["played", "completed"]
    table = view.table(state)
    assert table.showing == [*FOUR, "usagi-1"]
    assert (table.turn, table.played, table.may_pass) == (0, 1, False)
    assert view.hand(state, 0) == ["ufo"]


@pytest.mark.rule("TEA-18", "TEA-19")
def test_four_sweets_with_the_last_chip_win_whatever_the_steaks() -> None:
    state = about_to_complete(["sweet-4:3"], ["sweet-1:1", "sweet-2:1", "sweet-3:2"])
    state.steaks[0] = chips("kmakici:3", "kmakici:3")
    move(state, 0, "play", card="usagi-1")
    assert play.result(state) == Result([0], [6, 0], "four_sweets")


@pytest.mark.rule("TEA-18")
def test_chips_kept_steak_side_up_are_no_sweets() -> None:
    state = about_to_complete(["sweet-4:1", "sweet-1:3"], ["sweet-1:1", "sweet-2:1"])
    state.steaks[0] = chips("sweet-3:2")
    move(state, 0, "play", card="usagi-1")
    assert play.result(state) is None


@pytest.mark.rule("TEA-19")
def test_the_last_chip_ends_the_match() -> None:
    state = table_state([["kmakici"], ["kapa"]], ["sakana"], deck=["kapa"], path=["sweet-2:3"])
    events = move(state, 0, "pass")
    assert [event.type for event in events] == ["passed"]
    assert play.result(state) == Result([1], [3, 0], "fewest_steaks")
    table = view.table(state)
    assert (table.path, table.may_pass, [laid.card for laid in table.cards]) == ([], False, ["sakana"])
    assert play.phase(state) == "over"


@pytest.mark.rule("TEA-19")
def test_a_complete_may_take_the_last_chip() -> None:
    state = about_to_complete(["sweet-1:3"], ["sweet-1:1"])
    state.steaks[0] = chips("sweet-2:1")
    move(state, 0, "play", card="usagi-1")
    assert play.result(state) == Result([1], [1, 0], "fewest_steaks")


def at_the_end(steaks: list[list[str]], sweets: list[list[str]], cards: list[int]) -> Result | None:
    state = table_state([["kapa"] * n for n in cards], path=[])
    state.steaks = [chips(*kept) for kept in steaks]
    state.sweets = [chips(*turned) for turned in sweets]
    return play.result(state)


@pytest.mark.rule("TEA-19")
@pytest.mark.parametrize(
    ("steaks", "sweets", "cards", "winners", "scores"),
    [
        ([["sweet-1:3"], ["sweet-1:1", "sweet-2:1"]], [[], []], [1, 9], [1], [3, 2]),  # steaks, not chips
        ([["sweet-1:2"], ["sweet-1:1"]], [["sweet-2:1", "sweet-3:1"], []], [1, 9], [1], [2, 1]),  # steaks first
        ([["sweet-1:2"], ["sweet-1:1", "sweet-2:1"]], [["sweet-2:1"], []], [9, 1], [0], [2, 2]),  # then sweets
        ([[], []], [["sweet-2:1", "sweet-2:1"], ["sweet-1:1"]], [9, 1], [0], [0, 0]),  # chips, not kinds
        ([[], []], [["kmakici:3"], []], [9, 1], [0], [0, 0]),  # a wild chip counts
        ([["sweet-1:1"], ["sweet-2:1"]], [["sweet-2:1"], ["sweet-3:1"]], [4, 3], [1], [1, 1]),  # then cards
        ([["sweet-1:1"], ["sweet-2:1"]], [["sweet-2:1"], ["kmakici:1"]], [3, 3], [0, 1], [1, 1]),  # then jointly
        ([["sweet-1:1"], ["sweet-2:1"], ["sweet-2:1"]], [[], [], []], [2, 3, 2], [0, 2], [1, 1, 1]),
    ],
)
def test_fewest_steaks_then_most_sweets_then_fewest_cards_then_jointly(
    steaks: list[list[str]], sweets: list[list[str]], cards: list[int], winners: list[int], scores: list[int]
) -> None:
    assert at_the_end(steaks, sweets, cards) == Result(winners, scores, "fewest_steaks")


@pytest.mark.rule("TEA-20")
def test_hand_sizes_table_steaks_and_chips_are_public() -> None:
    state = table_state([["kmakici"], ["kapa", "ufo"]], ["sakana", "usagi-2*"], deck=["kapa"], discards=["kintaro"])
    state.sweets[1] = chips("kmakici:3", "sweet-2:1")
    state.steaks[0] = chips("sweet-4:2")
    assert msgspec.to_builtins(view.table(state)) == {
        "turn": 0,
        "played": 0,
        "may_pass": True,
        "cards": [{"card": "sakana", "covered": False}, {"card": "usagi-2", "covered": True}],
        "showing": ["sakana"],
        "deck": 1,
        "discards": 1,
        "path": [1, 2, 3],
        "players": [
            {"hand": 1, "sweets": [], "steaks": [2]},
            {"hand": 2, "sweets": ["kmakici", "sweet-2"], "steaks": []},
        ],
    }


@pytest.mark.rule("TEA-20", "TEA-12")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_hands_deck_and_unturned_backs_are_not_to_be_seen(viewer: int | None) -> None:
    state = table_state([["kmakici", "kapa"], ["kapa", "ufo"]], ["sakana"], deck=["usagi-1", "kintaro"])
    state.steaks[0] = chips("sweet-4:2", "kmakici:3")
    other = BOOK.decode(BOOK.encode(state))
    chance = random.Random(1)
    while other.path == state.path or other.steaks == state.steaks or other.deck == state.deck:
        other = world.other_world(other, viewer, chance)
    assert seen(GAME, other, viewer) == seen(GAME, state, viewer)


@pytest.mark.rule("TEA-20")
def test_a_hand_is_sorted_as_the_cards_are_listed() -> None:
    state = table_state([["ufo", "kapa+sakana", "usagi-3", "kmakici"]])
    assert view.hand(state, 0) == ["kmakici", "usagi-3", "kapa+sakana", "ufo"]
