"""Känipeli: drinking, and the third hand."""

import pytest

from referee.errors import Invalid
from referee.games.kanipeli import view
from referee.games.kanipeli.components import KIND, kanit_for
from referee.games.kanipeli.state import Phase
from tests.games.kanipeli.build import BOOK, build, form, move, names, refused, types


@pytest.mark.rule("KAN-15", "KAN-16")
@pytest.mark.parametrize(
    ("drink", "cards", "kani"),
    [
        ("hwf", 9, 2),
        ("hwf", 3, 0),
        ("hwf", 13, 4),
        ("jallu", 1, 0),
        ("jallu", 2, 2),
        ("jallu", 3, 3),
        ("jallu", 5, 3),
        ("hauki", 1, 0),
        ("hauki", 2, 2),
        ("hauki", 4, 4),
        ("kossu", 3, 1),
        ("minttukaakao", 5, 3),
    ],
)
def test_drinking_takes_the_last_column_reached_and_discards_the_rest(drink: str, cards: int, kani: int) -> None:
    state = build([["gt"], []], tables=[{"punkku": 1, drink: cards}])
    (event,) = move(state, 0, "drink", drink=drink)
    assert (event.type, event.seat, event.private) == ("drank", 0, {})
    assert event.data == {"drink": drink, "cards": cards, "kani": kani}
    assert names(state.kanit[0]) == [drink] * kani
    assert names(state.discards) == [drink] * (cards - kani)
    assert view.table(state).players[0].drinks == [view.Stack("punkku", 1)]
    assert view.table(state).players[0].kani == kani
    assert view.table(state).discard_top == (drink if cards > kani else None)


@pytest.mark.rule("KAN-17")
@pytest.mark.parametrize(
    ("drink", "needed"),
    [
        ("hwf", {4: 1, 7: 2, 10: 3, 12: 4}),
        ("lappari", {4: 1, 7: 2, 9: 3, 11: 4}),
        ("tuoppi", {4: 1, 6: 2, 8: 3, 10: 4}),
        ("stoutti", {3: 1, 6: 2, 8: 3, 9: 4}),
        ("punkku", {3: 1, 5: 2, 7: 3, 8: 4}),
        ("taskulammin", {3: 1, 5: 2, 6: 3, 7: 4}),
        ("kossu", {2: 1, 4: 2, 6: 3, 7: 4}),
        ("minttukaakao", {2: 1, 4: 2, 5: 3, 6: 4}),
        ("gt", {2: 1, 3: 2, 4: 3, 5: 4}),
        ("jallu", {2: 2, 3: 3}),
        ("hauki", {2: 2, 3: 3, 4: 4}),
    ],
)
def test_cards_needed_for_each_number_of_kanit(drink: str, needed: dict[int, int]) -> None:
    kani = 0
    for cards in range(1, 25):
        kani = needed.get(cards, kani)
        assert kanit_for(KIND[drink], cards) == kani


@pytest.mark.rule("KAN-15")
@pytest.mark.parametrize("phase", ["play", "draw", "trade", "place", "refill"])
def test_anyone_drinks_at_any_time_on_turn_or_not(phase: Phase) -> None:
    state = build([["gt"], ["gt"]], phase=phase, tables=[{"kossu": 2}, {"kossu": 2, "hwf": 1}], due=[0])
    state.drawn = [state.piles[0].pop()]
    for seat in (1, 0):
        assert "drink" in types(state, seat)
        move(state, seat, "drink", drink="kossu")
    assert [len(kanit) for kanit in state.kanit] == [1, 1]
    assert (state.phase, state.turn) == (phase, 0)


@pytest.mark.rule("KAN-15")
def test_only_what_lies_on_ones_own_table_can_be_drunk() -> None:
    state = build([["gt"], []], tables=[{"kossu": 1, "hwf": 1}, {"jallu": 1}])
    assert refused(state, 0, "drink", drink="jallu") == ("KAN-15", "drink", {"one_of": ["kossu", "hwf"]})
    assert form(state, 1, "drink") == {"drink": {"one_of": ["jallu"]}}
    with pytest.raises(Invalid):
        BOOK.read_move({"type": "drink", "drink": "vodka"})
    with pytest.raises(Invalid):
        BOOK.read_move({"type": "drink"})


@pytest.mark.rule("KAN-18")
def test_a_third_hand_needs_three_kanit() -> None:
    state = build([["gt"], ["gt"]], kanit=[2, 4])
    assert refused(state, 0, "buy_third_hand")[0] == "KAN-18"
    assert types(state, 1) == ["buy_third_hand"]
    move(state, 1, "buy_third_hand")
    assert [player.kani for player in view.table(state).players] == [2, 1]
    assert [player.spaces for player in view.table(state).players] == [2, 3]


@pytest.mark.rule("KAN-18")
def test_a_third_hand_only_once_a_game() -> None:
    state = build([["gt"], []], kanit=[8])
    move(state, 0, "buy_third_hand")
    assert refused(state, 0, "buy_third_hand")[0] == "KAN-18"
    assert len(state.kanit[0]) == 5


@pytest.mark.rule("KAN-18")
def test_kanit_leave_last_in_first_out() -> None:
    state = build([["gt"], []], tables=[{"hauki": 2, "jallu": 3}])
    move(state, 0, "drink", drink="jallu")
    move(state, 0, "drink", drink="hauki")
    move(state, 0, "buy_third_hand")
    assert names(state.kanit[0]) == ["jallu", "jallu"]
    assert names(state.discards) == ["hauki", "hauki", "jallu"]


@pytest.mark.rule("KAN-18", "KAN-6")
def test_with_three_spaces_a_third_drink_has_room_and_a_fourth_has_not() -> None:
    state = build([["gt", "jallu"], []], tables=[{"hwf": 1, "kossu": 1}], spaces=[3, 2])
    move(state, 0, "play")
    assert refused(state, 0, "play")[0] == "KAN-7"


@pytest.mark.rule("KAN-18")
def test_the_kanit_of_a_third_hand_go_under_the_discards_unseen() -> None:
    state = build([["gt"], ["gt"]], kanit=[3, 4])
    move(state, 0, "buy_third_hand")
    table = view.table(state)
    assert (table.discards, table.discard_top) == (3, None)
    state.discards.append(state.hands[0].pop())
    assert view.table(state).discard_top == "gt"
    move(state, 1, "buy_third_hand")
    table = view.table(state)
    assert (table.discards, table.discard_top) == (7, "gt")
