"""Liars and their punishment, and the one BOT hand."""

from typing import Any

import pytest

from referee.games.kinapa import play, view
from referee.games.kinapa.state import State
from tests.games.kinapa.build import (
    ask,
    cards,
    give,
    move,
    only,
    pass_round,
    position,
    refused,
    seven,
    start,
    turn,
    types,
)

A, B, C, D = range(4)

# Lying


@pytest.mark.rule("KPA-20")
def test_both_foxes_come_from_wherever_they_are_and_who_had_them_is_free() -> None:
    state = seven()
    state.hands[D].foxes = 1
    state.hands[D].face_up = cards("a6 a8")
    ask(state, 7, {B, C})
    events = give(state, "s3")
    assert only(events, "punished").data == {"place": B, "face_up": cards("a2 a3 s4"), "freed": D}
    assert [hand.foxes for hand in state.hands] == [0, 2, 0, 0]
    assert view.table(state).places[D].face_up == []


@pytest.mark.rule("KPA-20")
def test_cards_received_later_while_punished_stay_hidden() -> None:
    state = seven()
    state.hands[D].foxes = 2
    state.hands[D].face_up = cards("a6 a8 s1")
    ask(state, 7, {B})
    move(state, A, "take", place=D)
    open_before = list(view.table(state).places[D].face_up)
    give(state, "a1")
    assert view.table(state).places[D].face_up == open_before
    assert "animal-1" in view.hand(state, D)


@pytest.mark.rule("KPA-20", "KPA-22", "KPA-23")
def test_a_punished_emperor_stays_punished_hides_what_comes_and_gives_open_cards_openly() -> None:
    state = seven()
    state.hands[A].foxes = 2
    state.hands[A].face_up = cards("a1 s2 s3")
    ask(state, 7, {C, D})
    assert view.table(state).places[A].face_up == cards("a1 s2 s3")
    gave = only(give(state, "s2"), "gave")
    assert gave.data == {"place": B, "card": "shelter-2"}
    assert view.table(state).places[A].face_up == cards("a1 s3")
    assert view.table(state).places[B].face_up == []
    assert state.hands[A].foxes == 2


@pytest.mark.rule("KPA-21", "KPA-18")
def test_caught_in_round_5_two_foxes_in_6_one_in_7_none_in_8() -> None:
    state = seven()
    state.round = 5
    ask(state, 7, {B, C})
    give(state, "s3")
    events = turn(state, "3-4")
    assert "fox_removed" not in types(events)
    assert (state.round, state.emperor, state.hands[B].foxes) == (6, B, 2)
    events = pass_round(state, C)
    assert only(events, "fox_removed").data == {"place": B, "foxes": 1}
    assert (state.round, state.emperor, state.hands[B].foxes) == (7, C, 1)
    assert view.table(state).places[B].face_up != []
    events = pass_round(state, D)
    assert only(events, "fox_removed").data == {"place": B, "foxes": 0}
    assert (state.round, state.hands[B].foxes) == (8, 0)
    assert view.table(state).places[B].face_up == []


@pytest.mark.rule("KPA-21", "KPA-18")
def test_an_emperor_who_stays_removes_no_fox() -> None:
    state = seven()
    state.hands[C].foxes = 2
    ask(state, 7, set())
    move(state, A, "take", place=D)
    give(state, "s3")
    events = turn(state, "5-6")
    assert types(events)[-2:] == ["turned_back", "round_began"]
    assert state.emperor == A
    assert state.hands[C].foxes == 2


@pytest.mark.rule("KPA-23")
def test_a_hidden_card_is_named_to_two_hands_an_open_one_to_all() -> None:
    state = seven()
    state.hands[B].foxes = 2
    state.hands[B].face_up = cards("s7 a2")
    handed = only(ask(state, 7, {C, D}), "handed_over")
    assert handed.data == {"place": B, "number": 7, "card": "shelter-7"}
    assert view.table(state).places[B].face_up == ["animal-2"]
    assert view.table(state).places[A].face_up == []


# One BOT hand


def with_bot() -> State:
    """Three players; the BOT hand, place 3, has a 7 and a 5."""
    return position(["a1 a2 s2 s3", "a3 s4 s5 s6", "a4 a7 a6 s8", "s7 a8 s1 a5"], seats=3)


@pytest.mark.rule("KPA-30")
def test_the_emperor_says_openly_whether_the_bot_hand_is_raised() -> None:
    state = with_bot()
    assert refused(state, A, "announce", number=7)["rule"] == "KPA-30"
    events = move(state, A, "announce", number=7, bot_raised=True)
    assert events[0].data == {"number": 7, "bot_raised": True}
    assert play.awaiting(state) == {1, 2}
    assert view.table(state).answers == [None, None, None, True]


@pytest.mark.rule("KPA-30")
def test_without_a_bot_hand_there_is_none_to_raise() -> None:
    assert refused(seven(), A, "announce", number=7, bot_raised=False)["rule"] == "KPA-30"


@pytest.mark.rule("KPA-30", "KPA-11")
def test_the_bot_hand_counts_among_the_hands_down() -> None:
    state = with_bot()
    ask(state, 7, {1})
    assert state.phase == "take"
    assert play.legal(state, A)[0].fields["place"].one_of == [2, 3]  # type: ignore[union-attr]
    (took,) = move(state, A, "take", place=3)
    assert set(took.private) == {A}
    gave = only(give(state, "a1"), "gave")
    assert set(gave.private) == {A}
    assert "animal-1" in state.hands[3].cards


@pytest.mark.rule("KPA-30", "KPA-11")
def test_the_referee_looks_into_a_bot_hand_alone_down_and_tells_nobody() -> None:
    state = with_bot()
    events = ask(state, 7, {1, 2})
    assert types(events)[-2:] == ["answers", "handed_over"]
    assert only(events, "handed_over").told()[1] == {A: {"card": "shelter-7"}}


@pytest.mark.rule("KPA-30", "KPA-20", "KPA-7")
def test_a_bot_hand_caught_lying_lies_face_up_and_cannot_be_raised() -> None:
    state = with_bot()
    state.hands[3].sheep = True
    events = ask(state, 1, {1, 2, 3})
    assert only(events, "caught").data == {"place": 3}
    give(state, "s2")
    bot = view.table(state).places[3]
    assert (bot.foxes, bot.face_up) == (2, cards("a5 a8 s7"))
    turn(state, "7-8")
    move(state, A, "crown", place=1)
    refusal = refused(state, 1, "announce", number=7, bot_raised=True)
    assert refusal["rule"] == "KPA-7"
    assert refused(state, 1, "announce", number=7, bot_raised=False)["rule"] == "KPA-7"
    events = move(state, 1, "announce", number=7)
    assert events[0].data == {"number": 7, "bot_raised": None}
    assert view.table(state).answers == [None, None, None, False]


@pytest.mark.rule("KPA-23")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_hand_of_another_is_in_a_view(seats: int) -> None:
    state = start(seats)
    for viewer in range(seats):
        assert view.hand(state, viewer) == state.hands[viewer].cards
    shown: Any = view.table(state)
    assert all(place.face_up == [] for place in shown.places)
