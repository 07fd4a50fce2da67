"""Känipeli: when the discards become new piles."""

from typing import Any

import pytest

from referee.games.events import Event
from referee.games.kanipeli import view
from tests.games.kanipeli.build import build, form, move, types


def reshuffled(events: list[Event]) -> list[Any]:
    return [event.data for event in events if event.type == "reshuffled"]


@pytest.mark.rule("KAN-13")
def test_reshuffle_once_the_obligatory_card_is_down() -> None:
    state = build([["gt", "gt"], ["hwf"] * 20], piles=[[], [], []], rest="discards")
    discards = len(state.discards)
    assert discards == 132
    assert types(state, 0) == ["play"]
    events = move(state, 0, "play")
    assert [event.type for event in events] == ["played", "reshuffled"]
    assert reshuffled(events) == [{"piles": [44, 44, 44], "reshuffles": 1}]
    assert (view.table(state).discards, view.table(state).discard_top) == (0, None)
    assert types(state, 0) == ["play", "draw", "drink"]


@pytest.mark.rule("KAN-13")
def test_the_shuffle_begins_with_the_discards_in_the_order_of_the_catalogue() -> None:
    a, b = (build([["gt", "gt"], ["hwf"] * 20], piles=[[], [], []], rest="discards") for _ in range(2))
    b.discards.reverse()
    for state in (a, b):
        move(state, 0, "play", stream="one")
    assert a.piles == b.piles
    move(c := build([["gt", "gt"], ["hwf"] * 20], piles=[[], [], []], rest="discards"), 0, "play", stream="other")
    assert c.piles != a.piles


@pytest.mark.rule("KAN-13", "KAN-8")
def test_reshuffle_when_a_turn_begins_with_an_empty_hand() -> None:
    state = build([["gt"], []], phase="refill", due=[1], piles=[[], ["kossu"], []], rest="discards")
    events = move(state, 0, "draw", pile=1)
    assert [event.type for event in events] == ["refilled", "turn", "reshuffled"]
    assert (state.turn, state.phase) == (1, "draw")


@pytest.mark.rule("KAN-13")
def test_no_reshuffle_after_the_last_card_of_step_4() -> None:
    state = build([["gt"], ["gt"]], phase="refill", due=[1], piles=[[], ["kossu"], []], rest="discards")
    events = move(state, 0, "draw", pile=1)
    assert [event.type for event in events] == ["refilled", "turn"]
    assert view.table(state).piles == [0, 0, 0]
    assert (state.turn, state.phase) == (1, "play")


@pytest.mark.rule("KAN-13", "KAN-25")
def test_two_reshuffles_used_and_one_card_left_the_second_comes_from_the_new_piles() -> None:
    state = build([["gt"], ["gt"]], phase="draw", piles=[["kossu"], [], []], rest="discards", reshuffles=2)
    events = move(state, 0, "draw", pile=0)
    assert [event.type for event in events] == ["drew", "reshuffled"]
    assert view.table(state).reshuffles == 3
    assert form(state, 0, "draw") == {"pile": {"one_of": [0, 1, 2]}}
    move(state, 0, "draw", pile=0)
    assert len(state.drawn) == 2


@pytest.mark.rule("KAN-13")
def test_no_reshuffle_after_the_second_card_of_step_2_but_before_the_first_of_step_4() -> None:
    state = build([["gt"], ["gt"]], phase="draw", piles=[["kossu"], ["kossu"], []], rest="discards")
    move(state, 0, "draw", pile=0)
    assert reshuffled(move(state, 0, "draw", pile=1)) == []
    assert reshuffled(move(state, 0, "end_trading")) == []
    assert reshuffled(move(state, 0, "place", card="kossu")) == []
    events = move(state, 0, "place", card="kossu")
    assert [event.type for event in events] == ["placed", "reshuffled"]
    assert (state.phase, state.due) == ("refill", [0, 1, 2])


@pytest.mark.rule("KAN-13")
def test_no_reshuffle_within_step_4() -> None:
    piles = [["kossu"], ["kossu"], []]
    state = build([["gt"], ["gt"]], phase="place", drawn=["gt"], piles=piles, rest="discards")
    move(state, 0, "place", card="gt")
    assert reshuffled(move(state, 0, "draw", pile=0)) == []
    assert reshuffled(move(state, 0, "draw", pile=1)) == []
    assert state.reshuffles == 0
    assert state.turn == 1


@pytest.mark.rule("KAN-13")
def test_a_single_discard_makes_one_pile() -> None:
    state = build([["gt", "gt"], []], tables=[{}, {"hauki": 2}], rest="last", discards=["jallu"])
    events = move(state, 0, "play")
    assert reshuffled(events) == [{"piles": [1, 0, 0], "reshuffles": 1}]


@pytest.mark.rule("KAN-13")
def test_discards_made_while_the_second_card_may_still_be_played_become_piles_at_once() -> None:
    state = build([["gt", "gt"], []], tables=[{}, {"hauki": 1}], rest="last")
    assert [event.type for event in move(state, 0, "play")] == ["played"]
    assert types(state, 0) == ["play", "drink"]
    events = move(state, 1, "drink", drink="hauki")
    assert [event.type for event in events] == ["drank", "reshuffled"]
    assert types(state, 0) == ["play", "draw", "drink"]
