"""Objects, pairs, and the next Emperor, for three players and more."""

import pytest

from referee.games.kinapa import play, view
from referee.games.kinapa.state import State
from tests.games.kinapa.build import ask, cards, give, move, obliged, only, position, refused, turn, types
from tests.games.kinapa.world import invariant

A, B, C, D = range(4)


def pairs() -> State:
    """A has the pairs of 5 and 6 and is to turn an object; B, C and D are raised."""
    state = position(["a5 s5 a6 s6", "s7 a1 a3 s4", "a4 a7 s2 s8", "a2 a8 s1 s3"])
    ask(state, 5, {B, C, D})
    assert state.phase == "reveal"
    return state


def one_pair() -> State:
    """A has the pair of 5 and is to turn an object; B, C and D are raised."""
    state = position(["a5 s5 a6 s7", "s6 a1 a3 s4", "a4 a7 s2 s8", "a2 a8 s1 s3"])
    ask(state, 5, {B, C, D})
    return state


@pytest.mark.rule("KPA-15", "KPA-16")
def test_an_object_without_a_pair_for_it_is_shown_and_turned_back() -> None:
    state = one_pair()
    events = move(state, A, "reveal", object=0)
    assert events[0].type == "revealed"
    assert events[0].data == {"object": 0, "numbers": "1-2"}
    assert events[1].type == "turned_back"
    assert events[1].data == {"object": 0}
    assert view.table(state).objects[0].object is None
    assert state.phase == "crown", "only one object is turned without a pair"


@pytest.mark.rule("KPA-15", "KPA-16")
def test_a_pair_of_one_of_its_numbers_is_laid_and_another_object_must_be_turned() -> None:
    state = one_pair()
    events = turn(state, "5-6")
    assert types(events) == ["revealed", "laid"]
    assert only(events, "laid").data == {"object": 4, "number": 5}
    assert view.hand(state, A) == cards("a6 s7")
    shown = view.table(state)
    assert shown.places[A].pairs == [5]
    assert (shown.objects[4].object, shown.objects[4].pair) == ("5-6", 5)
    assert 5 not in shown.numbers
    assert state.phase == "reveal"
    assert play.awaiting(state) == {A}
    refusal = refused(state, A, "reveal", object=4)
    assert (refusal["rule"], refusal["field"]) == ("KPA-16", "object")
    assert refusal["allowed"] == {"one_of": [0, 1, 2, 3, 5, 6, 7]}
    assert refused(state, A, "reveal", object=8)["rule"] == "KPA-15"
    assert refused(state, A, "crown", place=B)["rule"] == "KPA-15"
    invariant(state)
    assert types(turn(state, "3-4"))[:2] == ["revealed", "turned_back"]


@pytest.mark.rule("KPA-15")
def test_with_pairs_of_both_numbers_the_emperor_chooses() -> None:
    state = pairs()
    assert types(turn(state, "5-6")) == ["revealed"]
    assert state.phase == "lay"
    assert view.table(state).objects[4].object == "5-6"
    refusal = refused(state, A, "lay", number=7)
    assert (refusal["rule"], refusal["allowed"]) == ("KPA-15", {"one_of": [5, 6]})
    move(state, A, "lay", number=6)
    assert view.hand(state, A) == cards("a5 s5")
    assert view.table(state).objects[4].pair == 6


@pytest.mark.rule("KPA-16", "KPA-17")
def test_the_other_5_6_takes_the_other_pair_and_the_second_pair_wins_at_once() -> None:
    state = pairs()
    turn(state, "5-6")
    move(state, A, "lay", number=5)
    events = turn(state, "5-6")
    assert types(events) == ["revealed", "laid"]
    assert [state.bearing[4], state.bearing[5]] == [5, 6]
    outcome = play.result(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ([A], [2, 0, 0, 0], "all_laid")
    assert state.phase == "over"
    assert play.awaiting(state) == frozenset()
    assert [play.legal(state, seat) for seat in range(4)] == [[], [], [], []]
    invariant(state)


@pytest.mark.rule("KPA-17")
def test_a_pair_laid_earlier_counts_so_the_second_wins() -> None:
    state = position(["a5 s5", "s6 a1 a3 s4", "a4 a7 s2 s8", "a2 a8 s1 s3"])
    state.hands[A].pairs = [6]
    state.bearing[4] = 6
    ask(state, 5, {B, C, D})
    assert play.result(state) is None
    turn(state, "5-6")
    outcome = play.result(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ([A], [2, 0, 0, 0])


@pytest.mark.rule("KPA-15", "KPA-20")
def test_an_open_pair_of_a_punished_emperor_is_laid_like_any_other() -> None:
    state = position(["a5 s5 a6 s7", "s6 a1 a3 s4", "a4 a7 s2 s8", "a2 a8 s1 s3"])
    state.hands[A].foxes = 2
    state.hands[A].face_up = cards("a5 a6 s7")
    ask(state, 5, {B, C, D})
    turn(state, "5-6")
    assert view.table(state).places[A].face_up == cards("a6 s7")


# The next Emperor


@pytest.mark.rule("KPA-18")
def test_the_emperor_chooses_among_raised_hands_first_those_without_sheep() -> None:
    state = one_pair()
    state.hands[B].sheep = True
    move(state, A, "reveal", object=0)
    refusal = refused(state, A, "crown", place=B)
    assert (refusal["rule"], refusal["field"], refusal["allowed"]) == ("KPA-18", "place", {"one_of": [C, D]})
    assert refused(state, A, "crown", place=A)["rule"] == "KPA-18"
    events = move(state, A, "crown", place=D)
    assert types(events) == ["crowned", "round_began"]
    assert (events[0].seat, events[0].data) == (D, {"sheep": True, "returned": []})
    assert events[1].data == {"round": 2, "emperor": D}
    assert (state.emperor, state.phase) == (D, "announce")


@pytest.mark.rule("KPA-18")
def test_raised_b_with_a_sheep_and_c_without_leave_no_choice() -> None:
    state = position(["a5 s5 a6 s7", "s6 a1 a3 s4", "a4 a7 s2 s8"], sheep=[A, B])
    ask(state, 5, {B, C})
    give(state, "a6")
    assert types(turn(state, "1-2"))[-2:] == ["crowned", "round_began"]
    assert state.emperor == C


@pytest.mark.rule("KPA-18", "KPA-19")
def test_all_raised_hands_have_a_sheep_so_any_of_them_may_be_chosen() -> None:
    state = position(["a5 s5 a6 s7", "s6 a1 a3 s4", "a4 a7 s2 s8"], sheep=[A, B, C])
    ask(state, 5, {B, C})
    give(state, "a6")
    turn(state, "1-2")
    refusal = refused(state, A, "crown", place=D)
    assert refusal["allowed"] == {"one_of": [B, C]}
    events = move(state, A, "crown", place=B)
    assert only(events, "crowned").data == {"sheep": False, "returned": []}
    assert [hand.sheep for hand in state.hands] == [True, True, True, False]


@pytest.mark.rule("KPA-18")
def test_nobody_raised_the_emperor_stays() -> None:
    state = position(["a5 s5 a6 s7", "s6 a1 a3 s4", "a4 a7 s2 s8"])
    ask(state, 5, set())
    move(state, A, "take", place=B)
    give(state, "a5")
    numbers = next(each for each in state.objects if not any(state.hands[A].of(n) for n in map(int, each.split("-"))))
    events = turn(state, numbers)
    assert types(events) == ["revealed", "turned_back", "round_began"]
    assert (state.emperor, state.round) == (A, 2)


@pytest.mark.rule("KPA-18", "KPA-12")
def test_an_exposed_hand_that_was_not_caught_has_no_priority() -> None:
    state = position(["a1 a2 s2 s3", "s7 a3 s4 s5", "a4 a5 s6 s8", "a7 a6 a8 s1"], sheep=[A, D])
    ask(state, 7, {B, D})
    move(state, A, "choose_liar", place=D)
    obliged(state)
    give(state, "a1")
    turn(state, "3-4")
    assert state.emperor == B, "the only raised hand without Sheep"
    state = position(["a1 a2 s2 s3", "s7 a3 s4 s5", "a4 a5 s6 s8", "a7 a6 a8 s1"], sheep=[A, D])
    ask(state, 7, {B, C, D})
    move(state, A, "choose_liar", place=D)
    obliged(state)
    give(state, "a1")
    turn(state, "3-4")
    assert play.legal(state, A)[0].fields["place"].one_of == [B, C]  # type: ignore[union-attr]


@pytest.mark.rule("KPA-19")
def test_when_the_last_hand_gets_its_sheep_the_others_go_back() -> None:
    state = position(["a5 s5 a6 s7", "s6 a1 a3 s4", "a4 a7 s2 s8"], sheep=[A, B, C])
    ask(state, 5, {B, C, D})
    events = turn(state, "1-2")
    assert only(events, "crowned").data == {"sheep": True, "returned": [A, B, C]}
    assert [hand.sheep for hand in state.hands] == [False, False, False, True]
    assert state.emperor == D


# A BOT hand as Emperor


@pytest.mark.rule("KPA-31", "KPA-19")
def test_only_the_bot_hand_raised_the_emperor_names_who_takes_it_up_with_all_its_marks() -> None:
    state = position(["a5 s5 a6 s7", "s6 a3", "a7 s2 a2 s8", "a8 s1 s3 a1"], seats=3)
    state.hands[1].pairs, state.bearing[2] = [4], 4
    state.hands[1].sheep = True
    ask(state, 5, {3})
    move(state, A, "take", place=1)
    give(state, "a5")
    numbers = "1-2" if not state.hands[A].of(1) else "3-4"
    assert types(turn(state, numbers)) == ["revealed", "turned_back", "bot_chosen"]
    assert state.phase == "take_up"
    refusal = refused(state, A, "take_up_bot", seat=0)
    assert (refusal["rule"], refusal["field"], refusal["allowed"]) == ("KPA-31", "seat", {"one_of": [1, 2]})
    assert refused(state, A, "take_up_bot", seat=3)["rule"] == "KPA-31"
    left = list(state.hands[1].cards)
    events = move(state, A, "take_up_bot", seat=1)
    assert types(events) == ["took_up", "crowned", "round_began"]
    assert (events[0].seat, events[0].data) == (1, {"place": 3})
    assert events[0].told()[1] == {1: {"cards": cards("a1 a8 s1 s3")}}
    assert events[1].data == {"sheep": True, "returned": []}
    assert state.emperor == 1
    assert view.hand(state, 1) == cards("a1 a8 s1 s3")
    assert (state.hands[1].pairs, state.hands[1].sheep) == ([], True)
    assert state.hands[3].cards == left
    assert (state.hands[3].pairs, state.hands[3].sheep) == ([4], True)
    invariant(state)


@pytest.mark.rule("KPA-31", "KPA-18", "KPA-21")
def test_a_bot_hand_caught_without_sheep_is_taken_up_with_its_foxes() -> None:
    state = position(["a5 s5 a6 s7", "s6 a3 s4 a4", "a7 s2 a2 s8", "a8 s1 s3 a1"], seats=3)
    ask(state, 1, {1, 2, 3})
    assert state.phase == "give"
    give(state, "s7")
    turn(state, "1-2")
    assert state.phase == "take_up", "it has priority"
    events = move(state, A, "take_up_bot", seat=2)
    assert "fox_removed" not in types(events)
    assert (state.emperor, state.hands[2].foxes) == (2, 2)
    assert view.table(state).places[2].face_up != []
    assert state.hands[3].foxes == 0


@pytest.mark.rule("KPA-31")
def test_the_hand_left_behind_takes_its_foxes_along_and_loses_one() -> None:
    state = position(["a5 s5 a6 s7", "s6 a3 s4 a4", "a7 s2 a2 s8", "a8 s1 s3 a1"], seats=3)
    state.hands[1].foxes = 2
    state.hands[1].face_up = cards("s6 a3")
    ask(state, 5, {2, 3})
    give(state, "s7")
    turn(state, "1-2")
    move(state, A, "crown", place=3)
    events = move(state, A, "take_up_bot", seat=1)
    assert only(events, "fox_removed").data == {"place": 3, "foxes": 1}
    assert [hand.foxes for hand in state.hands] == [0, 0, 0, 1]


@pytest.mark.rule("KPA-46")
@pytest.mark.parametrize("rounds", [1, 2])
def test_so_many_rounds_without_a_pair_end_the_match_and_most_pairs_win(rounds: int) -> None:
    state = position(["a5 s5 a6 s7", "s6 a1", "a4 a7 s2 s8", "a2 a8 s1 s4"], stall_rounds=rounds)
    state.hands[B].pairs, state.bearing[2] = [3], 3
    state.round, state.last_laid = 7, 6
    ask(state, 5, {B, C, D})
    turn(state, "1-2")
    if rounds == 2:
        assert state.phase == "crown"
        move(state, A, "crown", place=C)
        ask(state, 8, {B, A})
        give(state, "s2")
        turn(state, "1-2")
    outcome = play.result(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ([B], [0, 1, 0, 0], "stalled")
    assert play.awaiting(state) == frozenset()


@pytest.mark.rule("KPA-46")
def test_a_pair_laid_begins_the_count_anew_and_equals_win_jointly() -> None:
    state = position(["a5 s5 a6 s7", "s6 a1", "a4 a7 s2 s8", "a2 a8 s1 s4"], stall_rounds=1)
    state.hands[B].pairs, state.bearing[2] = [3], 3
    state.round, state.last_laid = 7, 6
    ask(state, 5, {B, C, D})
    turn(state, "5-6")
    turn(state, "1-2")
    assert state.phase == "crown", "a pair was laid in this round"
    move(state, A, "crown", place=C)
    ask(state, 8, {A, B})
    give(state, "s2")
    turn(state, "1-2")
    outcome = play.result(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ([A, B], [1, 1, 0, 0])


@pytest.mark.rule("KPA-46")
def test_by_default_nothing_ends_a_match_that_nobody_finishes() -> None:
    state = position(["a5 s5 a6 s7", "s6 a1 a3 s4", "a4 a7 s2 s8"])
    state.round = 10_000
    ask(state, 5, {B, C, D})
    turn(state, "1-2")
    assert state.phase == "crown"


@pytest.mark.rule("KPA-23")
@pytest.mark.parametrize("hand", ["a5 s5 a6 s7", "a5 s5 a6 s6"])
def test_an_emperor_with_a_pair_is_asked_to_lay_it_with_one_as_with_two(hand: str) -> None:
    state = position([hand, "a1 a2 s1 s2", "a3 a4 s3 s4"])
    state.phase = "reveal"
    index = state.objects.index("5-6")
    assert types(move(state, A, "reveal", object=index)) == ["revealed"]
    assert (state.phase, play.awaiting(state)) == ("lay", {A})
    assert "laid" in types(move(state, A, "lay", number=5))
