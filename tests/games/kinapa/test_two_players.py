"""Kinapa for two: BOT hands, looks, switches, and getting rid of both hands."""

import pytest

from referee.errors import NotYourTurn
from referee.games.kinapa import play, view
from referee.games.kinapa.state import State
from tests.games.kinapa.build import ask, cards, give, move, only, position, refused, start, turn, types
from tests.games.kinapa.world import invariant

A, B, A_BOT, B_BOT = range(4)


def four_hands() -> State:
    """A is Emperor. Each hand has one kind of 1, 2, 3 or 4 alone: 1 and 5 A, 2 and 6 B, 3 A's BOT, 4 B's BOT."""
    return position(["a1 a5 s6 s7", "a2 a6 s8 a7", "a3 s5 s4 s1", "a4 a8 s2 s3"], seats=2)


def last_pair(**options: object) -> State:
    """A's hand holds only the pair of 1, B and both BOT hands are raised, and A is to turn an object."""
    state = position(["a1 s1", "a2 a6 s8 a5", "a3 s5 s4 s6", "a4 a8 s2 s3"], seats=2, **options)
    state.hands[A].pairs, state.bearing[6] = [7], 7
    invariant(state)
    ask(state, 1, {B, A_BOT, B_BOT})
    assert state.phase == "reveal"
    return state


@pytest.mark.rule("KPA-40")
@pytest.mark.parametrize("seat", [A, B])
def test_nobody_looks_into_a_bot_hand(seat: int) -> None:
    state = start(2)
    assert view.hand(state, seat) == state.hands[seat].cards
    assert [place.face_up for place in view.table(state).places] == [[], [], [], []]


@pytest.mark.rule("KPA-42")
def test_the_emperor_sets_the_own_bot_openly_then_the_opponent_answers_for_two_hands() -> None:
    state = four_hands()
    assert refused(state, A, "announce", number=2)["rule"] == "KPA-42"
    events = move(state, A, "announce", number=2, bot_raised=True)
    assert types(events) == ["announced"]
    assert view.table(state).answers == [None, None, True, None]
    assert play.awaiting(state) == {B}
    assert refused(state, B, "answer", raised=True)["rule"] == "KPA-42"
    events = move(state, B, "answer", raised=False, bot_raised=True)
    assert types(events)[:2] == ["answered", "answers"]
    assert events[1].data == {"answers": [None, False, True, True], "shown_pair": None}


@pytest.mark.rule("KPA-42", "KPA-7")
def test_the_opponents_punished_hand_stays_down_and_only_its_bot_is_free() -> None:
    state = four_hands()
    state.hands[B].foxes = 2
    move(state, A, "announce", number=2, bot_raised=True)
    assert view.table(state).answers == [None, False, True, None]
    (form,) = play.legal(state, B)
    assert form.fields["raised"].one_of == [False]  # type: ignore[union-attr]
    assert form.fields["bot_raised"].one_of == [False, True]  # type: ignore[union-attr]
    refusal = refused(state, B, "answer", raised=True, bot_raised=True)
    assert (refusal["rule"], refusal["field"], refusal["allowed"]) == ("KPA-7", "raised", {"one_of": [False]})
    move(state, B, "answer", raised=False, bot_raised=True)
    assert view.table(state).answers == [None, False, True, True]


@pytest.mark.rule("KPA-42", "KPA-7")
def test_a_punished_bot_hand_stays_down_whoever_owns_it() -> None:
    state = four_hands()
    state.hands[B_BOT].foxes = 1
    move(state, A, "announce", number=2, bot_raised=True)
    assert refused(state, B, "answer", raised=True, bot_raised=True)["rule"] == "KPA-7"
    move(state, B, "answer", raised=True)
    assert view.table(state).answers == [None, True, True, False]
    state = four_hands()
    state.hands[A_BOT].foxes = 1
    assert refused(state, A, "announce", number=2, bot_raised=False)["rule"] == "KPA-7"
    move(state, A, "announce", number=2)
    assert view.table(state).answers == [None, None, False, None]


@pytest.mark.rule("KPA-7", "KPA-45")
def test_punished_and_without_a_bot_hand_the_opponent_has_nothing_to_answer() -> None:
    state = position(["a1 a5 s6 s7", "a2 a6 s8 a7", "a3 s5 s1 s2", ""], seats=2)
    state.hands[B_BOT].pairs = [3, 4]
    state.hands[B].foxes = 1
    events = move(state, A, "announce", number=6, bot_raised=True)
    assert types(events) == ["announced", "answers"]
    assert (state.phase, play.awaiting(state)) == ("hand_over", {B})
    assert events[1].data["answers"] == [None, False, True, None]


@pytest.mark.rule("KPA-43", "KPA-23")
def test_the_emperors_bot_alone_down_its_owner_looks_and_swaps_from_it() -> None:
    state = four_hands()
    events = ask(state, 3, {B, B_BOT})
    looked = only(events, "looked")
    assert (looked.seat, looked.data) == (A, {"place": A_BOT})
    assert looked.told()[1] == {A: {"cards": cards("a3 s1 s4 s5")}}
    handed = only(events, "handed_over")
    assert (handed.seat, handed.data) == (None, {"place": A_BOT, "number": 3, "card": None})
    assert handed.told()[1] == {A: {"card": "animal-3"}}
    assert "caught" not in types(events), "nobody else is checked, though B's BOT hand has a 3"
    gave = only(give(state, "s7"), "gave")
    assert gave.told()[1] == {A: {"card": "shelter-7"}}
    assert state.hands[A_BOT].cards == cards("s1 s4 s5 s7")


@pytest.mark.rule("KPA-43", "KPA-23")
def test_the_opponents_bot_alone_down_the_opponent_looks_and_the_emperor_does_not() -> None:
    state = four_hands()
    events = ask(state, 4, {B, A_BOT})
    looked = only(events, "looked")
    assert (looked.seat, looked.data) == (B, {"place": B_BOT})
    assert looked.told()[1] == {B: {"cards": cards("a4 a8 s2 s3")}}
    assert only(events, "handed_over").told()[1] == {A: {"card": "animal-4"}}


@pytest.mark.rule("KPA-43", "KPA-11", "KPA-20")
def test_the_bot_alone_down_lacks_it_so_the_hand_that_has_it_is_caught() -> None:
    state = four_hands()
    events = ask(state, 7, {B, B_BOT})
    assert types(events)[-4:] == ["answers", "looked", "caught", "handed_over"]
    assert only(events, "caught").data == {"place": B}
    give(state, "a1")
    assert view.table(state).places[B].face_up == cards("a2 a6 s8")
    assert state.hands[B].foxes == 2


@pytest.mark.rule("KPA-43")
def test_a_look_is_for_demands_only() -> None:
    state = position(["a1 s1 s6 s7", "a2 a6 s8 a7", "a3 s5 s4 a5", "a4 a8 s2 s3"], seats=2)
    events = ask(state, 1, {B, B_BOT})
    assert types(events)[-2:] == ["answers", "took"]
    assert only(events, "took").data == {"place": A_BOT, "card": None}
    state = four_hands()
    events = ask(state, 2, {A_BOT, B_BOT})
    assert types(events)[-2:] == ["answers", "handed_over"], "B's hand is no BOT hand"
    assert only(events, "handed_over").told()[1] == {A: {"card": "animal-2"}, B: {"card": "animal-2"}}


@pytest.mark.rule("KPA-43", "KPA-10")
def test_two_of_three_hands_down_a_random_card_from_one_of_them_the_own_bot_included() -> None:
    state = four_hands()
    ask(state, 2, {B})
    assert state.phase == "take"
    assert refused(state, A, "take", place=B)["allowed"] == {"one_of": [A_BOT, B_BOT]}
    (took,) = move(state, A, "take", place=A_BOT)
    assert took.data == {"place": A_BOT, "card": None}
    assert set(took.private) == {A}


@pytest.mark.rule("KPA-43", "KPA-12")
def test_two_hands_exposed_may_be_bot_hands() -> None:
    state = four_hands()
    events = ask(state, 3, {B, A_BOT, B_BOT})
    assert only(events, "exposed").data == {"places": [A_BOT, B_BOT]}
    move(state, A, "choose_liar", place=A_BOT)
    give(state, "a1")
    assert [hand.foxes for hand in state.hands] == [0, 0, 2, 0]
    assert view.table(state).places[A_BOT].face_up == cards("s1 s4 s5")


# The next Emperor


@pytest.mark.rule("KPA-44", "KPA-18", "KPA-21")
def test_the_own_bot_crowned_the_emperor_switches_and_that_counts_as_a_change() -> None:
    state = four_hands()
    state.hands[B].foxes, state.hands[B].face_up = 2, cards("a2 a6")
    held = list(state.hands[A].cards)
    ask(state, 2, {A_BOT, B_BOT})
    give(state, "s7")
    turn(state, "7-8")
    assert play.legal(state, A)[0].fields["place"].one_of == [A_BOT, B_BOT]  # type: ignore[union-attr]
    events = move(state, A, "crown", place=A_BOT)
    assert types(events) == ["switched", "fox_removed", "crowned", "round_began"]
    assert (events[0].seat, events[0].data) == (A, {"place": A_BOT, "emptied": False})
    assert events[0].told()[1] == {A: {"cards": cards("a3 s1 s4 s5")}}
    assert only(events, "fox_removed").data == {"place": B, "foxes": 1}
    assert only(events, "crowned").seat == A
    assert state.emperor == A
    assert view.hand(state, A) == cards("a3 s1 s4 s5")
    assert set(state.hands[A_BOT].cards) == {*held, "animal-2"} - {"shelter-7"}
    assert [hand.sheep for hand in state.hands] == [True, False, True, False]


@pytest.mark.rule("KPA-44")
def test_the_opponents_bot_crowned_the_opponent_switches_with_all_marks() -> None:
    state = position(["a1 a5 s6 s7", "a2 a6 s8 a7", "s5 s4 s1 s2", "a4 a8"], seats=2)
    state.hands[B_BOT].pairs, state.bearing[2] = [3], 3
    state.hands[B].sheep = True
    state.hands[B].foxes, state.hands[B].face_up = 2, cards("a6")
    invariant(state)
    ask(state, 2, {B_BOT})
    move(state, A, "take", place=A_BOT)
    give(state, "s7")
    events = turn(state, "7-8")
    assert types(events)[-4:] == ["switched", "fox_removed", "crowned", "round_began"]
    assert state.emperor == B
    assert view.hand(state, B) == cards("a4 a8")
    assert (state.hands[B].pairs, state.hands[B].foxes) == ([3], 0)
    left = view.table(state).places[B_BOT]
    assert (left.cards, left.face_up, left.foxes, left.sheep, left.pairs) == (4, ["animal-6"], 1, True, [])


@pytest.mark.rule("KPA-44", "KPA-18", "KPA-21")
def test_a_bot_hand_caught_without_sheep_becomes_emperor_by_a_switch_and_keeps_both_foxes() -> None:
    state = four_hands()
    ask(state, 4, {B, A_BOT, B_BOT})
    move(state, A, "choose_liar", place=A_BOT)
    give(state, "a1")
    events = turn(state, "7-8")
    assert types(events)[-3:] == ["switched", "crowned", "round_began"]
    assert state.emperor == A
    assert view.table(state).places[A].foxes == 2
    assert view.table(state).places[A].face_up == cards("a3 s1 s5")
    assert view.hand(state, A) == cards("a1 a3 s1 s5")


# Getting rid of both hands


@pytest.mark.rule("KPA-45")
def test_an_empty_hand_is_laid_down_at_once_and_the_other_is_emperor_with_a_sheep() -> None:
    state = last_pair()
    events = turn(state, "1-2")
    assert types(events)[:4] == ["revealed", "laid", "switched", "crowned"]
    assert only(events, "switched").data == {"place": A_BOT, "emptied": True}
    assert only(events, "switched").told()[1] == {A: {"cards": cards("a3 s4 s5 s6")}}
    assert only(events, "crowned").data == {"sheep": True, "returned": []}
    assert state.phase == "crown", "no further object is turned"
    assert view.hand(state, A) == cards("a3 s4 s5 s6")
    empty = view.table(state).places[A_BOT]
    assert (empty.cards, empty.sheep, empty.foxes, empty.pairs) == (0, False, 0, [7, 1])
    assert play.result(state) is None


@pytest.mark.rule("KPA-45", "KPA-18")
def test_the_hand_taken_up_is_no_candidate_that_round() -> None:
    state = last_pair()
    turn(state, "1-2")
    refusal = refused(state, A, "crown", place=A_BOT)
    assert (refusal["rule"], refusal["allowed"]) == ("KPA-18", {"one_of": [B, B_BOT]})
    assert view.table(state).answers == [None, True, None, True]
    move(state, A, "crown", place=B)
    assert state.emperor == B


@pytest.mark.rule("KPA-45", "KPA-18", "KPA-21")
def test_the_hand_taken_up_has_no_priority_as_a_liar_and_keeps_both_foxes() -> None:
    state = position(["a1 s2", "a2 a6 s8 a5", "a3 s1 s4 s6", "a4 a8 s5 s3"], seats=2)
    state.hands[A].pairs, state.bearing[6] = [7], 7
    invariant(state)
    events = ask(state, 1, {B, A_BOT, B_BOT})
    assert only(events, "caught").data == {"place": A_BOT}
    give(state, "s2")
    assert state.hands[A_BOT].foxes == 2
    turn(state, "1-2")
    assert state.phase == "crown"
    assert play.legal(state, A)[0].fields["place"].one_of == [B, B_BOT]  # type: ignore[union-attr]
    assert (state.hands[A].foxes, state.hands[A].face_up) == (2, cards("a3 s4 s6"))
    assert view.hand(state, A) == cards("a3 s2 s4 s6")
    move(state, A, "crown", place=B_BOT)
    assert state.hands[A].foxes == 2


@pytest.mark.rule("KPA-45", "KPA-18")
def test_nobody_else_raised_the_emperor_stays_with_the_hand_taken_up() -> None:
    state = position(["a1 s1", "a2 a6 s8 a5", "a3 s5 s4 s6", "a4 a8 s2 s3"], seats=2)
    state.hands[A].pairs, state.bearing[6] = [7], 7
    state.pair_shown, state.announced, state.phase = True, 1, "reveal"
    state.answers = [None, False, True, False]
    events = turn(state, "1-2")
    assert types(events)[-3:] == ["switched", "crowned", "round_began"]
    assert (state.emperor, state.round) == (A, 2)


@pytest.mark.rule("KPA-45", "KPA-21")
def test_foxes_of_the_empty_hand_go_back_and_a_switch_removes_one_elsewhere() -> None:
    state = last_pair()
    state.hands[A].foxes, state.hands[A].face_up = 2, cards("a1")
    events = turn(state, "1-2")
    assert "fox_removed" not in types(events)
    assert [hand.foxes for hand in state.hands] == [0, 0, 0, 0]
    state = last_pair()
    state.hands[A_BOT].foxes, state.hands[A_BOT].face_up = 2, cards("a3")
    events = turn(state, "1-2")
    assert only(events, "fox_removed").data == {"place": A, "foxes": 1}
    assert view.table(state).places[A].face_up == ["animal-3"]


@pytest.mark.rule("KPA-45", "KPA-19")
def test_an_empty_hand_does_not_count_for_the_sheep() -> None:
    state = last_pair()
    state.hands[B].sheep = state.hands[B_BOT].sheep = True
    events = turn(state, "1-2")
    assert only(events, "crowned").data == {"sheep": True, "returned": [B, B_BOT]}
    assert [hand.sheep for hand in state.hands] == [True, False, False, False]


@pytest.mark.rule("KPA-45")
def test_an_empty_hand_answers_nothing() -> None:
    state = last_pair()
    turn(state, "1-2")
    move(state, A, "crown", place=B)
    events = move(state, B, "announce", number=3, bot_raised=True)
    assert types(events) == ["announced"]
    assert refused(state, A, "answer", raised=True, bot_raised=True)["rule"] == "KPA-45"
    move(state, A, "answer", raised=False)
    assert view.table(state).answers == [False, None, None, True]
    state = position(["a1 a5 s6 s7", "a2 a6 s8 a7", "", "a8 s1 s2 s5"], seats=2)
    state.hands[A_BOT].pairs = [3, 4]
    assert refused(state, A, "announce", number=1, bot_raised=True)["rule"] == "KPA-45"
    move(state, A, "announce", number=1)
    assert view.table(state).answers == [None, None, None, None]
    with pytest.raises(NotYourTurn):
        move(state, A, "announce", number=1)


@pytest.mark.rule("KPA-45", "KPA-17")
def test_who_empties_the_second_hand_wins() -> None:
    state = position(["a1 s1", "a2 a6 s8 s6", "", "a8 s2 a7 s7"], seats=2)
    state.hands[A].pairs, state.hands[A_BOT].pairs = [3], [4, 5]
    state.bearing[2], state.bearing[3], state.bearing[4] = 3, 4, 5
    invariant(state)
    ask(state, 1, {B, B_BOT})
    events = turn(state, "1-2")
    assert types(events) == ["revealed", "laid"]
    outcome = play.result(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ([A], [4, 0], "all_laid")
    assert play.legal(state, B) == []


@pytest.mark.rule("KPA-45", "KPA-17")
def test_by_option_one_empty_hand_is_enough() -> None:
    state = last_pair(two_player_goal="one_hand")
    events = turn(state, "1-2")
    assert types(events) == ["revealed", "laid"]
    outcome = play.result(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ([A], [2, 0])


@pytest.mark.rule("KPA-46", "KPA-44")
def test_a_stalled_match_counts_the_pairs_of_both_hands() -> None:
    state = position(["a1 s1", "a2 a6", "a3 s4 s6 s3", "a4 s2"], seats=2, stall_rounds=1)
    state.hands[A].pairs, state.hands[B].pairs, state.hands[B_BOT].pairs = [7], [8], [5]
    state.bearing[6], state.bearing[7], state.bearing[4] = 7, 8, 5
    invariant(state)
    ask(state, 1, {B, A_BOT, B_BOT})
    turn(state, "3-4")
    outcome = play.result(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ([B], [1, 2], "stalled")
