"""KINMO's turn: laying off, taking the discard, trading gems, drawing."""

from typing import Any

import pytest

from referee.errors import Invalid, NotYourTurn
from referee.games.kinmo import play, view
from referee.games.kinmo.components import CARDS
from tests.games.kinmo.world import BOOK, build, cards, forms, move, refused
from tests.games.kit import stream_for


@pytest.mark.rule("KIN-6")
def test_the_turn_passes_to_the_left_after_one_action() -> None:
    state = build(3, turn=1, hands={1: "T T C H H", 2: "T T C H H", 0: "T T C H H"})
    for seat in (1, 2, 0, 1):
        assert play.awaiting(state) == {seat}
        move(state, seat, "discard", cards=[state.hands[seat][0]])


@pytest.mark.rule("KIN-6")
def test_out_of_turn_nobody_moves_and_there_is_no_pass() -> None:
    state = build(3, turn=1)
    with pytest.raises(NotYourTurn):
        move(state, 0, "discard", cards=[state.hands[0][0]])
    with pytest.raises(Invalid):
        move(state, 1, "pass")


@pytest.mark.rule("KIN-6", "KIN-7")
def test_a_single_card_can_still_be_discarded() -> None:
    state = build(3, hands={0: "T"})
    assert [form.type for form in play.legal(state, 0)] == ["discard", "offer_exchange"]
    assert forms(state, 0, "discard") == [{"cards": {"pick": ["thief"], "min": 1, "max": 1, "ordered": True}}]
    move(state, 0, "discard", cards=["thief"])
    assert len(state.hands[0]) == 5


@pytest.mark.rule("KIN-7", "KIN-13")
def test_discard_lays_off_in_the_chosen_order_and_draws_up_to_five() -> None:
    state = build(3, hands={0: "T T C H green"}, discards="purple")
    top_of_deck = state.deck[:3]
    discarded, drew = move(state, 0, "discard", cards=cards("H T green"))
    assert state.discards == cards("purple H T green")
    assert sorted(state.hands[0]) == sorted([*cards("T C"), *top_of_deck])
    assert (discarded.type, discarded.data) == ("discarded", {"count": 3, "top": "gem-green"})
    assert discarded.told()[1] == {0: {"cards": cards("H T green")}}
    assert (drew.type, drew.data) == ("drew", {"count": 3, "deck": len(state.deck)})
    assert {seat: sorted(private["cards"]) for seat, private in drew.told()[1].items()} == {0: sorted(top_of_deck)}


@pytest.mark.rule("KIN-7")
def test_from_four_cards_laying_off_one_draws_two() -> None:
    state = build(3, hands={0: "T T C H"})
    _, drew = move(state, 0, "discard", cards=["thief"])
    assert drew.data["count"] == 2
    assert len(state.hands[0]) == 5


@pytest.mark.rule("KIN-7")
@pytest.mark.parametrize("names", ["", "purple", "C C", "T T T", "T T C H green H"])
def test_discard_takes_at_least_one_card_of_the_hand(names: str) -> None:
    state = build(3, hands={0: "T T C H green"})
    answer = refused(state, 0, "discard", cards=cards(names))
    assert (answer["rule"], answer["field"]) == ("KIN-7", "cards")
    assert answer["allowed"].pick == cards("green T T C H")
    assert (answer["allowed"].min, answer["allowed"].max, answer["allowed"].ordered) == (1, 5, True)


@pytest.mark.rule("KIN-8", "KIN-13")
def test_take_discard_takes_the_top_and_lays_off_two_others() -> None:
    state = build(3, hands={0: "T T C H green"}, discards="blue purple")
    (event,) = move(state, 0, "take_discard", cards=cards("C T"))
    assert view.hand(state, 0) == cards("green purple T H")
    assert state.discards == cards("blue C T")
    assert event.type == "took_discard"
    assert event.data == {"card": "gem-purple", "top": "thief"}
    assert event.told()[1] == {0: {"cards": cards("C T")}}
    assert play.awaiting(state) == {1}


@pytest.mark.rule("KIN-8")
def test_the_card_taken_stays_in_hand_even_if_it_is_like_another_held() -> None:
    state = build(3, hands={0: "T C H"}, discards="T")
    answer = refused(state, 0, "take_discard", cards=cards("T T"))
    assert (answer["rule"], answer["field"]) == ("KIN-8", "cards")
    assert answer["allowed"].pick == cards("T C H")
    move(state, 0, "take_discard", cards=cards("C T"))
    assert view.hand(state, 0) == cards("T H")


@pytest.mark.rule("KIN-8")
@pytest.mark.parametrize("names", ["", "T", "T C H", "purple T"])
def test_take_discard_lays_off_exactly_two(names: str) -> None:
    state = build(3, hands={0: "T C H"}, discards="purple")
    assert refused(state, 0, "take_discard", cards=cards(names))["rule"] == "KIN-8"


@pytest.mark.rule("KIN-8")
def test_take_discard_needs_two_cards_in_hand() -> None:
    state = build(3, hands={0: "T"}, discards="T")
    assert forms(state, 0, "take_discard") == []
    assert refused(state, 0, "take_discard", cards=cards("T T"))["rule"] == "KIN-8"
    state = build(3, hands={0: "T C"}, discards="H")
    move(state, 0, "take_discard", cards=cards("T C"))
    assert view.hand(state, 0) == ["healing"]


@pytest.mark.rule("KIN-11")
def test_three_orange_give_two_take_a_blue() -> None:
    state = build(3, gems={0: ["orange", "orange", "orange"]})
    assert forms(state, 0, "trade_gems") == [
        {"give": {"one_of": ["orange"]}, "take": {"one_of": ["green", "blue", "purple"]}}
    ]
    (event,) = move(state, 0, "trade_gems", give="orange", take="blue")
    assert sorted(state.gems[0]) == ["blue", "orange"]
    assert (state.reserve.count("orange"), state.reserve.count("blue")) == (3, 2)
    assert (event.type, event.data, event.private) == ("gems_traded", {"give": "orange", "take": "blue"}, {})
    assert play.awaiting(state) == {1}


@pytest.mark.rule("KIN-11")
def test_two_gems_of_a_colour_are_too_few_to_trade() -> None:
    state = build(3, gems={0: ["orange", "orange", "purple"]})
    assert refused(state, 0, "trade_gems", give="orange", take="blue")["rule"] == "KIN-11"


@pytest.mark.rule("KIN-11")
def test_the_colour_taken_must_be_another_one_that_is_in_the_reserve() -> None:
    state = build(4, gems={0: ["orange"] * 3, 1: ["green"] * 3})
    for take in ("orange", "green"):
        answer = refused(state, 0, "trade_gems", give="orange", take=take)
        assert (answer["rule"], answer["field"]) == ("KIN-11", "take")
        assert answer["allowed"].one_of == ["blue", "purple"]


@pytest.mark.rule("KIN-11")
def test_without_another_colour_in_the_reserve_there_is_no_trade() -> None:
    state = build(3, gems={0: ["purple"] * 3, 1: ["green", "green", "blue", "blue"], 2: ["blue"]})
    assert set(state.reserve) == {"orange"}
    assert forms(state, 0, "trade_gems") == [{"give": {"one_of": ["purple"]}, "take": {"one_of": ["orange"]}}]
    state = build(3, gems={0: ["orange"] * 3, 1: ["green", "green", "blue", "blue"], 2: ["blue", *["purple"] * 3]})
    assert set(state.reserve) == {"orange"}
    assert forms(state, 0, "trade_gems") == []


@pytest.mark.rule("KIN-11")
def test_each_colour_owned_three_times_has_its_own_trades() -> None:
    state = build(5, gems={0: ["orange"] * 3 + ["blue"] * 3})
    assert forms(state, 0, "trade_gems") == [
        {"give": {"one_of": ["blue"]}, "take": {"one_of": ["green", "purple", "orange"]}},
        {"give": {"one_of": ["orange"]}, "take": {"one_of": ["green", "blue", "purple"]}},
    ]


@pytest.mark.rule("KIN-14")
def test_the_discards_but_the_top_are_shuffled_when_the_next_card_is_due() -> None:
    state = build(3, hands={0: "T T C H green"}, deck="purple", discards="blue")
    pile = list(state.discards)
    discarded, reshuffled, drew = move(state, 0, "discard", cards=cards("T C H"))
    new_deck = stream_for("kinmo-moves").shuffled(
        sorted([*pile, "thief", "chipote"], key=lambda card: CARDS.index(card))
    )
    assert state.discards == ["healing"]
    assert sorted(state.hands[0]) == sorted([*cards("T green purple"), *new_deck[:2]])
    assert state.deck == new_deck[2:]
    assert discarded.data == {"count": 3, "top": "healing"}
    assert (reshuffled.type, reshuffled.data, reshuffled.private) == ("reshuffled", {"deck": len(new_deck)}, {})
    assert (drew.data, set(drew.private)) == ({"count": 3, "deck": len(new_deck) - 2}, {0})


@pytest.mark.rule("KIN-14")
def test_an_empty_deck_lies_there_until_a_card_is_due() -> None:
    state = build(3, hands={0: "T T C H green", 1: "T T C H green"}, deck="purple H", discards="blue")
    move(state, 0, "discard", cards=cards("T C"))
    assert view.table(state).deck == 0
    assert view.table(state).discards > 1
    move(state, 1, "take_discard", cards=cards("T H"))
    assert view.table(state).deck == 0
    move(state, 2, "discard", cards=[state.hands[2][0]])
    assert view.table(state).discards == 1
    assert view.table(state).deck > 0


@pytest.mark.rule("KIN-14")
@pytest.mark.parametrize("held", ["T", "T C", "T C H", "T C H green", "T C H green blue"])
def test_a_turn_ends_with_five_cards_at_most(held: str) -> None:
    state = build(3, hands={0: held})
    move(state, 0, "discard", cards=["thief"])
    assert len(state.hands[0]) == 5


@pytest.mark.rule("KIN-13")
def test_of_the_discards_only_the_top_and_the_number_can_be_seen() -> None:
    state = build(3, discards="blue purple H")
    table = view.table(state)
    assert (table.discard_top, table.discards) == ("healing", 3)


@pytest.mark.rule("KIN-2", "KIN-5")
@pytest.mark.parametrize(
    "body",
    [
        {"type": "discard", "cards": ["joker"]},
        {"type": "discard"},
        {"type": "discard", "cards": "thief"},
        {"type": "discard", "cards": ["thief"], "gem": "blue"},
        {"type": "take_discard", "cards": [1, 2]},
        {"type": "offer_exchange", "want": "green"},
        {"type": "offer_exchange", "promise": "gem"},
        {"type": "trade_gems", "give": "orange", "take": "red"},
        {"type": "trade_gems", "give": "orange"},
        {"type": "play_set", "cards": ["thief"] * 3, "target": 10},
        {"type": "play_set", "cards": ["thief"] * 3, "target": "1"},
        {"type": "play_set", "cards": ["healing"] * 3, "gem": "gem-blue"},
        {"type": "accept_exchange", "card": "gem"},
        {"type": "accept_exchange"},
        {"type": "exchange", "partner": -1, "card": "thief"},
        {"type": "swap_team_gem", "give": "orange", "team_mate": None, "take": "blue"},
    ],
)
def test_what_the_game_does_not_have_could_never_be_a_move(body: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        BOOK.read_move(body)
