"""Announcement, answers and exchange, each rule proven on a position built for it."""

import pytest

from referee.errors import NotYourTurn
from referee.games.kinapa import GAME, play, view
from tests.games.kinapa.build import (
    ask,
    cards,
    give,
    move,
    only,
    position,
    refused,
    seven,
    turn,
    types,
)
from tests.games.kit import seen, stream_for

A, B, C, D = range(4)


# Announcement and answers


@pytest.mark.rule("KPA-5")
def test_any_number_in_play_without_a_laid_pair_can_be_announced_held_or_not() -> None:
    state = position(["a2 s2 a7 s8", "s7 a1 a3 s4", "a4 a5 s5 a8", "s1 s3"])
    state.hands[D].pairs, state.bearing[4] = [6], 6
    (form,) = play.legal(state, A)
    assert form.type == "announce"
    assert form.fields["number"].one_of == [1, 2, 3, 4, 5, 7, 8]  # type: ignore[union-attr]
    assert view.table(state).numbers == [1, 2, 3, 4, 5, 7, 8]
    laid = refused(state, A, "announce", number=6)
    assert (laid["rule"], laid["field"]) == ("KPA-5", "number")
    assert laid["allowed"] == {"one_of": [1, 2, 3, 4, 5, 7, 8]}
    assert refused(state, A, "announce", number=9)["rule"] == "KPA-5"
    assert only(move(state, A, "announce", number=2), "announced").data == {"number": 2, "bot_raised": None}
    assert view.table(state).announced == 2


@pytest.mark.rule("KPA-5")
def test_only_the_emperor_announces_and_does_nothing_else() -> None:
    state = seven()
    for other in (B, C, D):
        with pytest.raises(NotYourTurn):
            move(state, other, "announce", number=7)
    assert refused(state, A, "take", place=B)["rule"] == "KPA-5"
    assert refused(state, A, "answer", raised=True)["rule"] == "KPA-5"


@pytest.mark.rule("KPA-6")
def test_answers_are_sealed_until_the_last_one_reveals_them_all() -> None:
    state = seven()
    move(state, A, "announce", number=7)
    assert play.awaiting(state) == {B, C, D}
    assert [event.type for event in move(state, C, "answer", raised=True)] == ["answered"]
    assert play.awaiting(state) == {B, D}
    with pytest.raises(NotYourTurn):
        move(state, C, "answer", raised=False)
    (sealed,) = move(state, B, "answer", raised=False)
    assert (sealed.seat, sealed.data, sealed.private) == (B, {}, {})
    assert view.table(state).answers == [None, "hidden", "hidden", None]
    events = move(state, D, "answer", raised=False)
    assert types(events) == ["answered", "answers"]
    assert events[1].data == {"answers": [None, False, True, False], "shown_pair": None}
    assert view.table(state).answers == [None, False, True, False]


@pytest.mark.rule("KPA-6")
def test_a_sealed_answer_shows_in_nobodys_view() -> None:
    views = []
    for raised in (False, True):
        state = seven()
        move(state, A, "announce", number=7)
        move(state, B, "answer", raised=raised)
        views.append([seen(GAME, state, viewer) for viewer in (A, B, C, D, None)])
    assert views[0] == views[1]


@pytest.mark.rule("KPA-6")
def test_not_raising_without_the_card_is_no_lie() -> None:
    state = seven()
    events = ask(state, 7, {C, D})
    assert only(events, "handed_over").data["place"] == B
    state = seven()
    events = ask(state, 8, {B, C})
    assert only(events, "handed_over").data["place"] == D
    give(state, "s3")
    assert not any(hand.foxes for hand in state.hands)


@pytest.mark.rule("KPA-6")
def test_answering_asks_for_raised_or_not_and_nothing_else() -> None:
    state = seven()
    move(state, A, "announce", number=7)
    assert refused(state, B, "take", place=C)["rule"] == "KPA-6"
    refusal = refused(state, B, "answer", raised=True, bot_raised=True)
    assert refusal["rule"] == "KPA-30"


@pytest.mark.rule("KPA-7")
def test_a_punished_hand_is_not_raised_and_owes_no_answer() -> None:
    state = seven()
    state.hands[C].foxes = 1
    move(state, A, "announce", number=7)
    assert play.awaiting(state) == {B, D}
    assert view.table(state).answers == [None, None, False, None]
    with pytest.raises(NotYourTurn):
        move(state, C, "answer", raised=True)
    move(state, B, "answer", raised=True)
    events = move(state, D, "answer", raised=True)
    assert only(events, "answers").data["answers"] == [None, True, False, True]


# Exchange


@pytest.mark.rule("KPA-10", "KPA-11")
def test_two_hands_down_a_random_card_from_one_named_and_the_liar_goes_unpunished() -> None:
    state = seven()
    events = ask(state, 7, {B})
    assert types(events)[-1] == "answers"
    assert state.phase == "take"
    assert play.awaiting(state) == {A}
    refusal = refused(state, A, "take", place=B)
    assert (refusal["rule"], refusal["field"], refusal["allowed"]) == ("KPA-10", "place", {"one_of": [C, D]})
    assert refused(state, A, "take", place=A)["rule"] == "KPA-10"
    (took,) = move(state, A, "take", place=D)
    card = took.told()[1][A]["card"]
    assert card in cards("a6 a8 s1 s5")
    assert took.data == {"place": D, "card": None}
    assert took.told()[1] == {A: {"card": card}, D: {"card": card}}
    assert card in state.hands[A].cards
    gave = only(give(state, "s2"), "gave")
    assert gave.data == {"place": D, "card": None}
    assert gave.told()[1] == {A: {"card": "shelter-2"}, D: {"card": "shelter-2"}}
    assert "shelter-2" in state.hands[D].cards
    assert [len(hand.cards) for hand in state.hands] == [4, 4, 4, 4]
    assert state.hands[B].foxes == 0
    assert state.phase == "reveal"


@pytest.mark.rule("KPA-10", "KPA-22")
@pytest.mark.parametrize("punished", [False, True])
def test_a_random_card_may_be_any_of_the_hand_also_of_a_punished_one(punished: bool) -> None:
    taken = set()
    for n in range(60):
        state = seven()
        if punished:
            state.hands[D].foxes = 2
            state.hands[D].face_up = cards("a6 a8 s1")
        ask(state, 7, {B})
        (took,) = move(state, A, "take", stream_for(f"take-{n}"), place=D)
        taken.add(took.told()[1][A]["card"])
    assert taken == set(cards("a6 a8 s1 s5"))


@pytest.mark.rule("KPA-11", "KPA-18", "KPA-20")
def test_only_d_is_down_and_lacks_it_so_b_who_raised_gives_it_is_punished_and_emperor_next() -> None:
    state = seven()
    events = ask(state, 7, {B, C})
    assert types(events)[-3:] == ["answers", "caught", "handed_over"]
    assert only(events, "caught").data == {"place": B}
    handed = only(events, "handed_over")
    assert handed.data == {"place": B, "number": 7, "card": None}
    assert handed.told()[1] == {A: {"card": "shelter-7"}, B: {"card": "shelter-7"}}
    events = give(state, "s3")
    assert only(events, "punished").data == {"place": B, "face_up": cards("a2 a3 s4"), "freed": None}
    punished = view.table(state).places[B]
    assert (punished.foxes, punished.cards, punished.face_up) == (2, 4, cards("a2 a3 s4"))
    assert view.hand(state, B) == cards("a2 a3 s3 s4")
    events = turn(state, "3-4")
    assert types(events) == ["revealed", "turned_back", "crowned", "round_began"]
    assert state.emperor == B
    assert state.hands[B].sheep


@pytest.mark.rule("KPA-11", "KPA-18")
def test_a_caught_liar_with_a_sheep_has_no_priority() -> None:
    state = seven()
    state.hands[B].sheep = True
    ask(state, 7, {B, C, D})
    give(state, "s3")
    turn(state, "3-4")
    assert state.phase == "crown"
    assert play.legal(state, A)[0].fields["place"].one_of == [C, D]  # type: ignore[union-attr]


@pytest.mark.rule("KPA-11")
def test_nobody_down_the_holder_is_caught() -> None:
    state = seven()
    events = ask(state, 7, {B, C, D})
    assert only(events, "caught").data == {"place": B}


@pytest.mark.rule("KPA-11")
def test_d_down_gives_the_7_and_b_who_raised_with_the_other_goes_unpunished() -> None:
    state = position(["a1 a2 s2 s3", "s7 a3 s4 s5", "a4 a5 s6 s8", "a7 a6 a8 s1"])
    events = ask(state, 7, {B, C})
    assert only(events, "handed_over").data == {"place": D, "number": 7, "card": None}
    assert "caught" not in types(events)
    give(state, "s3")
    assert not any(hand.foxes for hand in state.hands)
    assert cards("a7")[0] in state.hands[A].cards


@pytest.mark.rule("KPA-12")
@pytest.mark.parametrize("raised", [{C, D}, {B, C, D}])
def test_a_player_with_both_cards_chooses_which_to_give(raised: set[int]) -> None:
    state = position(["a1 a2 s2 s3", "a7 s7 s4 s5", "a4 a5 s6 s8", "a3 a6 a8 s1"])
    ask(state, 7, raised)
    assert state.phase == "hand_over"
    assert play.awaiting(state) == {B}
    refusal = refused(state, B, "hand_over", card="shelter-4")
    assert (refusal["rule"], refusal["allowed"]) == ("KPA-12", {"one_of": ["animal-7", "shelter-7"]})
    (handed,) = move(state, B, "hand_over", card="shelter-7")
    assert handed.told()[1] == {A: {"card": "shelter-7"}, B: {"card": "shelter-7"}}
    give(state, "a1")
    assert state.hands[B].cards == cards("a1 a7 s4 s5")
    assert state.hands[B].foxes == (2 if B in raised else 0)


@pytest.mark.rule("KPA-12", "KPA-30")
def test_a_bot_hand_with_both_cards_gives_one_at_random() -> None:
    given = set()
    for n in range(30):
        state = position(["a1 a2 s2 s3", "a3 s4 s5 s6", "a4 a5 a6 s8", "a7 s7 a8 s1"], seats=3)
        events = ask(state, 7, {1, 2}, stream_for(f"bot-{n}"))
        handed = only(events, "handed_over")
        assert (handed.seat, handed.data["place"]) == (None, 3)
        assert set(handed.private) == {A}
        given.add(handed.told()[1][A]["card"])
    assert given == {"animal-7", "shelter-7"}


@pytest.mark.rule("KPA-12")
def test_two_raised_hands_with_one_each_are_exposed_and_only_the_one_named_is_punished() -> None:
    state = position(["a1 a2 s2 s3", "s7 a3 s4 s5", "a4 a5 s6 s8", "a7 a6 a8 s1"])
    events = ask(state, 7, {B, D})
    assert only(events, "exposed").data == {"places": [B, D]}
    assert view.table(state).exposed == [B, D]
    assert state.phase == "expose"
    assert play.awaiting(state) == {A}
    refusal = refused(state, A, "choose_liar", place=C)
    assert (refusal["rule"], refusal["allowed"]) == ("KPA-12", {"one_of": [B, D]})
    events = move(state, A, "choose_liar", place=D)
    assert types(events) == ["caught"]
    assert (state.phase, play.awaiting(state)) == ("hand_over", {D}), "asked for it, though there is one card only"
    assert types(move(state, D, "hand_over", card="animal-7")) == ["handed_over"]
    give(state, "a1")
    assert [hand.foxes for hand in state.hands] == [0, 0, 0, 2]
    assert view.table(state).exposed == [B, D]
    turn(state, "3-4")
    assert state.emperor == D
    assert view.table(state).exposed == []


@pytest.mark.rule("KPA-13")
def test_the_card_just_received_cannot_be_given_back_but_its_partner_can() -> None:
    state = seven()
    ask(state, 7, {C, D})
    assert view.hand(state, A) == cards("a1 a7 s2 s3 s7")
    refusal = refused(state, A, "give", card="shelter-7")
    assert (refusal["rule"], refusal["field"]) == ("KPA-13", "card")
    assert refusal["allowed"] == {"one_of": cards("a1 a7 s2 s3")}
    assert refused(state, A, "give", card="shelter-8")["rule"] == "KPA-13"
    give(state, "a7")
    assert state.hands[B].cards == cards("a2 a3 a7 s4")


@pytest.mark.rule("KPA-14")
def test_the_pair_already_held_all_raised_it_is_shown_and_nothing_is_exchanged() -> None:
    state = position(["a2 s2 a7 s3", "s7 a1 a3 s4", "a4 a5 s6 s8"])
    before = [list(hand.cards) for hand in state.hands]
    events = ask(state, 2, {B, C, D})
    assert types(events)[-1] == "answers"
    assert only(events, "answers").data["shown_pair"] == 2
    assert view.table(state).shown_pair == 2
    assert state.phase == "reveal"
    assert [hand.cards for hand in state.hands] == before


@pytest.mark.rule("KPA-14")
def test_the_pair_already_held_one_hand_down_a_random_card_must_be_taken_from_it() -> None:
    state = position(["a2 s2 a7 s3", "s7 a1 a3 s4", "a4 a5 s6 s8"])
    events = ask(state, 2, {B, C})
    assert only(events, "answers").data["shown_pair"] == 2
    took = only(events, "took")
    assert took.data == {"place": D, "card": None}
    assert state.phase == "give"
    assert refused(state, A, "give", card=took.told()[1][A]["card"])["rule"] == "KPA-13"
    give(state, "a2")
    assert "animal-2" in state.hands[D].cards


@pytest.mark.rule("KPA-14")
def test_the_pair_already_held_two_hands_down_the_emperor_names_one() -> None:
    state = position(["a2 s2 a7 s3", "s7 a1 a3 s4", "a4 a5 s6 s8"])
    ask(state, 2, {B})
    assert state.phase == "take"
    assert refused(state, A, "take", place=B)["rule"] == "KPA-14"
    move(state, A, "take", place=C)
    assert len(state.hands[C].cards) == 3


@pytest.mark.rule("KPA-14")
def test_the_pair_shown_is_forgotten_when_the_next_round_begins() -> None:
    state = position(["a2 s2 a7 s3", "s7 a1 a3 s4", "a4 a5 s6 s8"])
    ask(state, 2, {B, C, D})
    turn(state, "5-6")
    move(state, A, "crown", place=C)
    shown = view.table(state)
    assert (shown.shown_pair, shown.announced, shown.answers) == (None, None, [None] * 4)
    assert shown.round == 2
    move(state, C, "announce", number=4)
    assert (view.table(state).announced, view.table(state).shown_pair) == (4, None)


@pytest.mark.rule("KPA-23")
@pytest.mark.parametrize("hand", ["s7 a2 a3 s4", "s7 a7 a3 s4"])
def test_a_player_is_asked_for_the_card_demanded_with_one_as_with_two(hand: str) -> None:
    other = "a7" if "a7" not in hand else "a2"
    state = position([f"a1 s2 s3 {other}", hand, "a4 a5 s6 s8", "a6 a8 s1 s5"])
    move(state, A, "announce", number=7)
    for seat in (B, C, D):
        move(state, seat, "answer", raised=seat != B)
    assert (state.phase, play.awaiting(state)) == ("hand_over", {B})


@pytest.mark.rule("KPA-23")
def test_a_player_is_asked_for_a_card_that_lies_open_too() -> None:
    state = position(["a1 s2 s3 a7", "s7 a2 a3 s4", "a4 a5 s6 s8", "a6 a8 s1 s5"])
    state.hands[B].foxes, state.hands[B].face_up = 2, list(state.hands[B].cards)
    move(state, A, "announce", number=7)
    for seat in (C, D):
        move(state, seat, "answer", raised=True)
    assert (state.phase, play.awaiting(state)) == ("hand_over", {B})
    (handed,) = move(state, B, "hand_over", card="shelter-7")
    assert handed.data["card"] == "shelter-7"


@pytest.mark.rule("KPA-23")
def test_a_bot_hand_is_asked_for_nothing() -> None:
    state = position(["a1 a2 s2 s3", "a3 s4 s5 s6", "a4 a5 a6 s8", "a7 s1 a8 s7"], seats=3)
    move(state, A, "announce", number=7, bot_raised=False)
    for seat in (B, C):
        events = move(state, seat, "answer", raised=True)
    assert types(events)[-1] == "handed_over"
    assert state.phase == "give"
