"""Känipeli: when the match ends, the last drink, and who wins."""

import pytest

from referee.games.kanipeli import play, view
from referee.games.kanipeli.state import State
from tests.games.kanipeli.build import build, form, move, types


def assert_over(state: State, scores: list[int], winners: list[int]) -> None:
    assert state.phase == "over"
    assert play.awaiting(state) == frozenset()
    assert all(play.legal(state, seat) == [] for seat in range(state.seats))
    result = play.result(state)
    assert result is not None
    assert (result.scores, result.winners, result.reason) == (scores, winners, "most_kani")


@pytest.mark.rule("KAN-25", "KAN-9", "KAN-27")
def test_one_card_left_at_step_2_is_drawn_step_3_follows_and_then_the_end() -> None:
    state = build(
        [["gt"], ["gt"]], phase="draw", piles=[[], ["kossu"], []], tables=[{"kossu": 1}], rest="discards", reshuffles=3
    )
    move(state, 0, "draw", pile=1)
    assert state.phase == "trade"
    assert play.result(state) is None
    move(state, 0, "end_trading")
    events = move(state, 0, "place", card="kossu")
    assert [(event.type, event.seat) for event in events] == [("placed", 0), ("drank", 0)]
    assert_over(state, [1, 0], [0])


@pytest.mark.rule("KAN-25")
def test_no_card_left_when_the_turn_begins_with_an_empty_hand_is_the_end() -> None:
    state = build([["gt"], []], phase="refill", due=[2], piles=[[], [], ["kossu"]], rest="discards", reshuffles=3)
    events = move(state, 0, "draw", pile=2)
    assert [event.type for event in events] == ["refilled", "turn"]
    assert_over(state, [0, 0], [0, 1])


@pytest.mark.rule("KAN-25")
def test_without_cards_to_draw_the_obligatory_card_and_a_second_that_fits_are_still_played() -> None:
    state = build([["gt", "kossu", "gt"], []], tables=[{"gt": 1}], rest="discards", reshuffles=3)
    move(state, 0, "play")
    assert (state.phase, types(state, 0)) == ("play", ["play", "drink"])
    events = move(state, 0, "play")
    assert [(event.type, event.data.get("kani")) for event in events] == [("played", None), ("drank", 1), ("drank", 0)]
    assert view.hand(state, 0) == ["gt"]
    assert_over(state, [1, 0], [0])


@pytest.mark.rule("KAN-25")
def test_without_cards_to_draw_a_second_card_that_does_not_fit_is_not_played() -> None:
    state = build([["gt", "kossu"], []], tables=[{"gt": 1, "hwf": 4}], rest="discards", reshuffles=3)
    events = move(state, 0, "play")
    assert [event.type for event in events] == ["played", "drank", "drank"]
    assert view.hand(state, 0) == ["kossu"]
    assert_over(state, [2, 0], [0])


@pytest.mark.rule("KAN-25")
def test_the_obligatory_card_is_played_even_if_nothing_can_be_drawn_after_it() -> None:
    state = build([["gt"], []], rest="discards", reshuffles=3)
    assert types(state, 0) == ["play"]
    move(state, 0, "play")
    assert_over(state, [0, 0], [0, 1])


@pytest.mark.rule("KAN-25", "KAN-13")
@pytest.mark.parametrize(("used", "most", "over"), [(2, 3, False), (3, 3, True), (0, 0, True), (3, 5, False)])
def test_the_option_says_how_often_the_piles_are_made_anew(used: int, most: int, over: bool) -> None:
    state = build([["gt"], []], rest="discards", reshuffles=used, most_reshuffles=most)
    move(state, 0, "play")
    assert (state.phase == "over") == over
    assert state.reshuffles == (used if over else used + 1)


@pytest.mark.rule("KAN-25", "KAN-12")
def test_step_4_with_fewer_cards_than_piles_does_not_end_the_match() -> None:
    state = build(
        [["gt"], ["gt"]], phase="place", drawn=["hwf"], piles=[[], ["kossu"], []], rest="discards", reshuffles=3
    )
    move(state, 0, "place", card="hwf")
    assert form(state, 0, "draw") == {"pile": {"one_of": [1]}}
    move(state, 0, "draw", pile=1)
    assert (state.turn, state.phase) == (1, "play")


@pytest.mark.rule("KAN-26")
def test_without_piles_and_discards_a_card_due_ends_the_match() -> None:
    state = build([["gt"], []], rest="last")
    move(state, 0, "play")
    assert state.reshuffles == 0
    assert_over(state, [0, 0], [0, 1])


@pytest.mark.rule("KAN-26")
def test_without_piles_and_discards_a_missing_second_card_only_ends_the_drawing() -> None:
    state = build([["gt"], []], phase="draw", piles=[[], ["kossu"], []], rest="last")
    move(state, 0, "draw", pile=1)
    assert (state.phase, view.table(state).drawn) == ("trade", ["kossu"])
    move(state, 0, "end_trading")
    move(state, 0, "place", card="kossu")
    assert state.phase == "over"


@pytest.mark.rule("KAN-26", "KAN-13")
def test_a_drink_in_step_3_brings_the_discards_that_step_4_needs() -> None:
    state = build([["gt"], []], phase="place", drawn=["kossu"], tables=[{}, {"hwf": 3}], rest="last")
    move(state, 1, "drink", drink="hwf")
    events = move(state, 0, "place", card="kossu")
    assert [event.type for event in events] == ["placed", "reshuffled"]
    assert events[1].data == {"piles": [1, 1, 1], "reshuffles": 1}
    assert state.phase == "refill"


@pytest.mark.rule("KAN-27", "KAN-16")
def test_the_referee_drinks_every_table_at_the_end_and_hands_are_worth_nothing() -> None:
    state = build(
        [["gt"], ["hauki", "hauki"], ["hauki", "hauki"]],
        tables=[{"hwf": 4, "gt": 2}, {"jallu": 2}, {"jallu": 3, "kossu": 2}],
        kanit=[1, 2, 0],
        rest="discards",
        reshuffles=3,
    )
    events = move(state, 0, "play")
    assert [(event.seat, dict(event.data)) for event in events if event.type == "drank"] == [
        (0, {"drink": "hwf", "cards": 4, "kani": 1}),
        (0, {"drink": "gt", "cards": 3, "kani": 2}),
        (1, {"drink": "jallu", "cards": 2, "kani": 2}),
        (2, {"drink": "jallu", "cards": 3, "kani": 3}),
        (2, {"drink": "kossu", "cards": 2, "kani": 1}),
    ]
    assert all(player.drinks == [] for player in view.table(state).players)
    assert view.hand(state, 1) == ["hauki", "hauki"]
    assert_over(state, [4, 4, 4], [0, 1, 2])


@pytest.mark.rule("KAN-27")
def test_most_kanit_win_and_no_one_wins_before_the_end() -> None:
    state = build([["gt"], [], []], kanit=[1, 3, 3], rest="discards", reshuffles=3)
    assert play.result(state) is None
    move(state, 0, "play")
    assert_over(state, [1, 3, 3], [1, 2])
