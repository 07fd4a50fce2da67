"""Känipeli: the four steps of a turn."""

from typing import Any

import pytest

from referee.errors import Invalid, NotYourTurn
from referee.games.kanipeli import play, view
from tests.games.kanipeli.build import BOOK, build, form, move, names, refused, types

# Drawing


@pytest.mark.rule("KAN-5")
def test_never_two_cards_in_a_row_from_one_pile_across_turns() -> None:
    state = build([[], []], phase="draw", last_pile=[0, None])
    assert form(state, 0, "draw") == {"pile": {"one_of": [1, 2]}}
    assert refused(state, 0, "draw", pile=0) == ("KAN-5", "pile", {"one_of": [1, 2]})
    move(state, 0, "draw", pile=1)
    assert form(state, 0, "draw") == {"pile": {"one_of": [0, 2]}}
    assert refused(state, 0, "draw", pile=1)[0] == "KAN-5"


@pytest.mark.rule("KAN-5", "KAN-12")
def test_the_last_pile_of_step_2_is_not_the_first_of_step_4() -> None:
    state = build([[], []], phase="draw", piles=[["gt", "hwf"], ["gt", "hwf"], ["hwf"]])
    move(state, 0, "draw", pile=0)
    move(state, 0, "draw", pile=1)
    move(state, 0, "end_trading")
    move(state, 0, "place", card="gt")
    move(state, 0, "place", card="gt")
    assert state.phase == "refill"
    assert form(state, 0, "draw") == {"pile": {"one_of": [0, 2]}}
    assert refused(state, 0, "draw", pile=1) == ("KAN-5", "pile", {"one_of": [0, 2]})


@pytest.mark.rule("KAN-5")
def test_the_same_pile_again_if_no_other_has_a_card() -> None:
    state = build([[], []], phase="draw", piles=[[], [], ["gt", "hwf"]], rest="discards", last_pile=[2, None])
    assert form(state, 0, "draw") == {"pile": {"one_of": [2]}}
    move(state, 0, "draw", pile=2)
    assert names(state.drawn) == ["gt"]


@pytest.mark.rule("KAN-5")
def test_what_others_drew_does_not_bind() -> None:
    state = build([[], []], phase="draw", last_pile=[None, 0])
    assert form(state, 0, "draw") == {"pile": {"one_of": [0, 1, 2]}}


@pytest.mark.rule("KAN-5", "KAN-13")
def test_a_reshuffle_forgets_who_drew_where() -> None:
    state = build([[], []], phase="draw", piles=[["gt"], [], []], rest="discards", last_pile=[1, 2])
    move(state, 0, "draw", pile=0)
    assert state.reshuffles == 1
    assert state.last_pile == [None, None]
    assert form(state, 0, "draw") == {"pile": {"one_of": [0, 1, 2]}}


# Step 1


@pytest.mark.rule("KAN-6")
def test_the_front_card_goes_onto_the_same_drink_or_into_an_empty_space() -> None:
    state = build([["gt", "kossu", "gt"], []], tables=[{"gt": 1}])
    assert types(state, 0) == ["play", "drink"]
    (event,) = move(state, 0, "play")
    assert (event.type, event.seat, event.data, event.private) == ("played", 0, {"card": "gt"}, {})
    assert view.hand(state, 0) == ["kossu", "gt"]
    assert view.table(state).players[0].drinks == [view.Stack("gt", 2)]
    assert types(state, 0) == ["play", "draw", "drink"]
    move(state, 0, "play")
    assert view.table(state).players[0].drinks == [view.Stack("gt", 2), view.Stack("kossu", 1)]
    assert view.table(state).played == 2


@pytest.mark.rule("KAN-6")
def test_the_same_drink_needs_no_empty_space() -> None:
    state = build([["gt"], []], tables=[{"gt": 1, "hwf": 1}])
    move(state, 0, "play")
    assert view.table(state).players[0].drinks == [view.Stack("gt", 2), view.Stack("hwf", 1)]


@pytest.mark.rule("KAN-6")
def test_one_card_must_be_played_a_second_may_a_third_never() -> None:
    state = build([["gt", "gt", "gt"], []])
    assert refused(state, 0, "draw", pile=0)[0] == "KAN-6"
    move(state, 0, "play")
    assert state.phase == "play"
    move(state, 0, "play")
    assert state.phase == "draw"
    assert refused(state, 0, "play")[0] == "KAN-6"


@pytest.mark.rule("KAN-6", "KAN-9")
def test_the_second_card_may_be_left_in_hand() -> None:
    state = build([["gt", "gt"], []])
    move(state, 0, "play")
    move(state, 0, "draw", pile=0)
    assert state.phase == "draw"
    assert len(state.drawn) == 1
    assert "play" not in types(state, 0)


@pytest.mark.rule("KAN-6")
def test_with_one_card_in_hand_there_is_no_second() -> None:
    state = build([["gt"], []])
    move(state, 0, "play")
    assert state.phase == "draw"


@pytest.mark.rule("KAN-7", "KAN-15", "KAN-16")
def test_without_room_for_kossu_drinking_four_tuoppi_makes_it() -> None:
    state = build([["kossu", "gt"], []], tables=[{"tuoppi": 4, "punkku": 1}])
    assert refused(state, 0, "play")[0] == "KAN-7"
    assert types(state, 0) == ["drink"]
    assert play.awaiting(state) == {0}
    move(state, 0, "drink", drink="tuoppi")
    assert len(state.kanit[0]) == 1
    move(state, 0, "play")
    assert view.table(state).players[0].drinks == [view.Stack("punkku", 1), view.Stack("kossu", 1)]


@pytest.mark.rule("KAN-7", "KAN-18")
def test_without_room_for_kossu_the_third_hand_makes_it() -> None:
    state = build([["kossu", "gt"], []], tables=[{"tuoppi": 4, "punkku": 1}], kanit=[3])
    discarded = len(state.discards)
    (event,) = move(state, 0, "buy_third_hand")
    assert (event.type, event.seat, event.data, event.private) == ("third_hand", 0, {}, {})
    assert state.kanit[0] == []
    assert len(state.discards) == discarded + 3
    move(state, 0, "play")
    assert len(view.table(state).players[0].drinks) == 3
    assert view.table(state).players[0].spaces == 3


@pytest.mark.rule("KAN-7")
def test_a_second_card_without_room_waits_for_a_drink_too() -> None:
    state = build([["gt", "hwf"], []], tables=[{"gt": 1, "punkku": 1}])
    move(state, 0, "play")
    assert types(state, 0) == ["draw", "drink"]
    assert refused(state, 0, "play")[0] == "KAN-7"
    move(state, 0, "drink", drink="gt")
    move(state, 0, "play")
    assert state.phase == "draw"


@pytest.mark.rule("KAN-12")
def test_only_the_player_on_turn_plays_and_draws() -> None:
    state = build([["gt"], ["gt"], ["gt"]], tables=[{}, {"hwf": 1}])
    assert refused(state, 1, "play")[0] == "KAN-12"
    assert refused(state, 1, "draw", pile=0)[0] == "KAN-12"
    with pytest.raises(NotYourTurn):
        move(state, 2, "play")


@pytest.mark.rule("KAN-8", "KAN-12")
def test_a_turn_with_an_empty_hand_begins_with_drawing() -> None:
    state = build([["gt"], []], phase="refill", due=[1])
    events = move(state, 0, "draw", pile=1)
    assert [(event.type, event.seat) for event in events] == [("refilled", 0), ("turn", 1)]
    assert (state.turn, state.phase, state.played) == (1, "draw", 0)
    assert types(state, 1) == ["draw"]
    for pile in (0, 1):
        move(state, 1, "draw", pile=pile)
    assert state.phase == "trade"


# Step 2


@pytest.mark.rule("KAN-9", "KAN-28")
def test_two_cards_are_drawn_face_up() -> None:
    state = build([["hwf"], []], phase="draw", piles=[["gt"], [], ["kossu"]])
    (event,) = move(state, 0, "draw", pile=2)
    assert (event.type, event.seat, event.data) == ("drew", 0, {"pile": 2, "card": "kossu"})
    assert event.private == {}
    assert state.phase == "draw"
    move(state, 0, "draw", pile=0)
    assert view.table(state).drawn == ["kossu", "gt"]
    assert view.table(state).players[0].last_pile == 0
    assert state.phase == "trade"
    assert view.hand(state, 0) == ["hwf"]
    assert refused(state, 0, "draw", pile=1)[0] == "KAN-9"


@pytest.mark.rule("KAN-9")
def test_an_empty_pile_cannot_be_drawn_from() -> None:
    state = build([["hwf"], []], phase="draw", piles=[["gt"], [], ["kossu"]], rest="discards")
    assert refused(state, 0, "draw", pile=1) == ("KAN-9", "pile", {"one_of": [0, 2]})


@pytest.mark.rule("KAN-9")
@pytest.mark.parametrize("fields", [{"pile": 3}, {"pile": -1}, {"pile": "0"}, {"pile": True}, {}, {"pile": 0, "x": 1}])
def test_what_is_no_pile_could_never_be_drawn_from(fields: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        BOOK.read_move({"type": "draw", **fields})


@pytest.mark.rule("KAN-9", "KAN-26")
def test_if_a_single_card_is_left_it_is_drawn_alone_and_the_step_goes_on() -> None:
    state = build([["hwf"], []], phase="draw", piles=[[], ["gt"], []], rest="last")
    move(state, 0, "draw", pile=1)
    assert state.phase == "trade"
    assert view.table(state).drawn == ["gt"]
    assert state.reshuffles == 0


# Step 3


def placing(**other: Any) -> Any:
    cards: dict[str, Any] = {"drawn": ["gt", "hwf"], "aside": [["kossu"], ["gt", "kossu"], []], **other}
    return build([["hwf"], ["jallu"], ["jallu"]], phase="place", **cards)


@pytest.mark.rule("KAN-11")
def test_drawn_and_received_cards_are_placed_by_everyone_in_any_order_and_step_4_waits() -> None:
    state = placing(tables=[{"gt": 1, "hwf": 1}, {"punkku": 1}], spaces=[3, 2, 2])
    assert play.awaiting(state) == {0, 1}
    assert form(state, 0, "place") == {"card": {"one_of": ["hwf", "kossu", "gt"]}}
    assert form(state, 1, "place") == {"card": {"one_of": ["kossu", "gt"]}}
    move(state, 0, "place", card="kossu")
    move(state, 0, "place", card="hwf")
    assert view.table(state).drawn == ["gt"]
    (event,) = move(state, 0, "place", card="gt")
    assert (event.type, event.seat, event.data, event.private) == ("placed", 0, {"card": "gt"}, {})
    assert (state.phase, play.awaiting(state)) == ("place", {1})
    move(state, 1, "place", card="gt")
    move(state, 1, "drink", drink="punkku")
    move(state, 1, "place", card="kossu")
    assert (state.phase, play.awaiting(state)) == ("refill", {0})
    assert [view.hand(state, seat) for seat in range(3)] == [["hwf"], ["jallu"], ["jallu"]]


@pytest.mark.rule("KAN-11", "KAN-7")
def test_only_what_has_room_can_be_placed() -> None:
    state = placing(tables=[{"gt": 1, "punkku": 1}])
    assert form(state, 0, "place") == {"card": {"one_of": ["gt"]}}
    assert refused(state, 0, "place", card="kossu") == ("KAN-7", "card", {"one_of": ["gt"]})
    move(state, 0, "place", card="gt")
    assert types(state, 0) == ["drink"]
    assert refused(state, 0, "place", card="hwf")[0] == "KAN-7"
    move(state, 0, "drink", drink="gt")
    assert form(state, 0, "place") == {"card": {"one_of": ["hwf", "kossu"]}}


@pytest.mark.rule("KAN-11")
def test_only_ones_own_drawn_and_received_cards_can_be_placed_and_only_in_step_3() -> None:
    state = placing()
    assert refused(state, 0, "place", card="jallu")[0] == "KAN-11"
    assert refused(state, 1, "place", card="hwf")[0] == "KAN-11"
    with pytest.raises(NotYourTurn):
        move(state, 2, "place", card="jallu")
    trading = build([["hwf"], []], phase="trade", drawn=["gt", "hwf"])
    assert refused(trading, 0, "place", card="gt")[0] == "KAN-11"
    with pytest.raises(Invalid):
        BOOK.read_move({"type": "place", "card": "vodka"})


@pytest.mark.rule("KAN-11")
def test_a_drink_both_drawn_and_received_is_placed_twice() -> None:
    state = build([["hwf"], []], phase="place", drawn=["gt"], aside=[["gt"]])
    move(state, 0, "place", card="gt")
    assert play.awaiting(state) == {0}
    move(state, 0, "place", card="gt")
    assert view.table(state).players[0].drinks == [view.Stack("gt", 2)]
    assert state.phase == "refill"


# Step 4


@pytest.mark.rule("KAN-12", "KAN-28")
def test_one_card_from_each_pile_to_the_back_of_the_hand_in_a_chosen_order_then_the_left_neighbour() -> None:
    state = build(
        [["hwf"], ["hwf"], ["hwf"]], phase="refill", due=[0, 1, 2], piles=[["gt"], ["kossu"], ["jallu"]], turn=2
    )
    (event,) = move(state, 2, "draw", pile=1)
    assert (event.type, event.seat, event.data) == ("refilled", 2, {"pile": 1})
    assert event.told()[1] == {2: {"card": "kossu"}}
    assert refused(state, 2, "draw", pile=1)[0] == "KAN-5"
    move(state, 2, "draw", pile=2)
    assert form(state, 2, "draw") == {"pile": {"one_of": [0]}}
    assert refused(state, 2, "draw", pile=1) == ("KAN-12", "pile", {"one_of": [0]})
    events = move(state, 2, "draw", pile=0)
    assert view.hand(state, 2) == ["hwf", "kossu", "jallu", "gt"]
    assert [(one.type, one.seat) for one in events] == [("refilled", 2), ("turn", 0)]
    assert (state.turn, state.phase, play.awaiting(state)) == (0, "play", {0})


@pytest.mark.rule("KAN-12")
def test_piles_that_are_empty_give_nothing() -> None:
    state = build([["hwf"], ["hwf"]], phase="place", drawn=["gt"], piles=[["kossu"], [], ["jallu"]], rest="discards")
    move(state, 0, "place", card="gt")
    assert state.phase == "refill"
    assert form(state, 0, "draw") == {"pile": {"one_of": [0, 2]}}
    move(state, 0, "draw", pile=0)
    move(state, 0, "draw", pile=2)
    assert view.hand(state, 0) == ["hwf", "kossu", "jallu"]
    assert state.turn == 1


@pytest.mark.rule("KAN-12")
def test_played_and_drawn_begin_anew_each_turn() -> None:
    state = build([["gt"], ["hwf"]])
    move(state, 0, "play")
    move(state, 0, "draw", pile=0)
    move(state, 0, "draw", pile=1)
    move(state, 0, "end_trading")
    while play.awaiting(state) == {0}:
        kinds = types(state, 0)
        if "place" in kinds:
            move(state, 0, "place", card=form(state, 0, "place")["card"]["one_of"][0])
        elif "draw" in kinds:
            move(state, 0, "draw", pile=form(state, 0, "draw")["pile"]["one_of"][0])
        else:
            move(state, 0, "drink", drink="gt")
    assert (view.table(state).turn, view.table(state).played, view.table(state).drawn) == (1, 0, [])
    assert types(state, 1) == ["play"]
