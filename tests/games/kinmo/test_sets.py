"""KINMO's sets and what they bring."""

from collections.abc import Sequence
from typing import Any

import pytest

from referee.games.kinmo import play
from referee.games.kinmo.components import Gem
from referee.games.kinmo.sets import gem_choices
from tests.games.kinmo.world import build, cards, forms, play_set, refused


def three(names: str) -> dict[str, Any]:
    """The form's domain of `cards`, with cards in short."""
    return {"pick": cards(names), "min": 3, "max": 3, "ordered": True}


# The set itself


@pytest.mark.rule("KIN-12", "KIN-13")
def test_a_set_is_shown_laid_off_in_the_chosen_order_and_replaced() -> None:
    state = build(3, hands={0: "blue orange blue T C"}, discards="H")
    played, gained, drew = play_set(state, 0, "blue orange blue")
    assert state.discards == cards("H blue orange blue")
    assert (played.type, played.data) == ("set_played", {"set": "gem", "cards": cards("blue orange blue")})
    assert (gained.type, gained.data) == ("gem_gained", {"gem": "blue"})
    assert (drew.data["count"], len(state.hands[0])) == (3, 5)
    assert set(drew.private) == {0}
    assert not played.private
    assert play.awaiting(state) == {1}


@pytest.mark.rule("KIN-12", "KIN-20")
def test_a_hand_of_four_with_three_healing_has_its_bandage_and_draws_four() -> None:
    state = build(3, hands={0: "H H H T"}, bandages={0: 2})
    _, healed, drew = play_set(state, 0, "H H H")
    assert state.bandages[0] == 3
    assert healed.data == {"bandages": 3}
    assert (drew.data["count"], len(state.hands[0])) == (4, 5)


@pytest.mark.rule("KIN-12")
@pytest.mark.parametrize("names", ["", "T", "T T", "T T C", "blue T T", "C C C", "T T T T", "green green green"])
def test_a_set_is_three_cards_of_one_type_from_the_hand(names: str) -> None:
    state = build(3, hands={0: "T T T C green"}, gems={1: ["green"]})
    assert refused(state, 0, "play_set", cards=cards(names), target=1)["rule"] == "KIN-12"


@pytest.mark.rule("KIN-12")
@pytest.mark.parametrize("held", ["T T C C H", "blue blue T T C", "H H C C blue"])
def test_without_three_of_a_type_there_is_no_set(held: str) -> None:
    state = build(3, hands={0: held}, gems={1: ["green"]}, bandages={0: 2})
    assert forms(state, 0, "play_set") == []


# Gem cards


@pytest.mark.rule("KIN-15")
@pytest.mark.parametrize(
    ("names", "reserve", "choices"),
    [
        ("blue blue blue", ["green", "blue", "orange"], ["blue"]),
        ("blue blue blue", ["green", "orange"], ["green", "orange"]),
        ("blue blue blue", ["orange"], ["orange"]),
        ("purple purple orange", ["purple", "orange", "green"], ["purple"]),
        ("purple orange purple", ["orange", "green"], ["orange"]),
        ("purple purple orange", ["green", "blue"], ["green", "blue"]),
        ("green blue orange", ["green", "blue", "purple", "orange"], ["green", "blue", "orange"]),
        ("green blue orange", ["purple", "orange", "blue"], ["blue", "orange"]),
        ("green blue orange", ["purple", "orange"], ["orange"]),
        ("green blue orange", ["purple"], ["purple"]),
        ("green blue orange", [], []),
    ],
)
def test_the_colour_a_set_brings(names: str, reserve: Sequence[Gem], choices: Sequence[Gem]) -> None:
    assert gem_choices(cards(names), reserve) == choices


@pytest.mark.rule("KIN-15")
def test_purple_purple_orange_brings_purple_then_orange_then_any() -> None:
    hand = {0: "purple purple orange T C"}
    state = build(3, hands=hand)
    assert forms(state, 0, "play_set") == [{"cards": three("purple purple orange")}]
    play_set(state, 0, "purple purple orange")
    assert state.gems[0] == ["purple"]
    state = build(3, hands=hand, gems={1: ["purple"] * 3})
    play_set(state, 0, "orange purple purple")
    assert state.gems[0] == ["orange"]
    state = build(3, hands=hand, gems={1: ["purple"] * 3, 2: ["orange"] * 4})
    assert forms(state, 0, "play_set") == [
        {"cards": three("purple purple orange"), "gem": {"one_of": ["green", "blue"]}}
    ]
    play_set(state, 0, "purple purple orange", gem="green")
    assert state.gems[0] == ["green"]
    assert state.reserve.count("green") == 1


@pytest.mark.rule("KIN-15")
def test_of_green_blue_orange_the_player_picks_green_but_not_purple() -> None:
    state = build(3, hands={0: "green blue orange T C"})
    answer = refused(state, 0, "play_set", cards=cards("green blue orange"), gem="purple")
    assert (answer["rule"], answer["field"]) == ("KIN-15", "gem")
    assert answer["allowed"].one_of == ["green", "blue", "orange"]
    assert refused(state, 0, "play_set", cards=cards("green blue orange"))["rule"] == "KIN-15"
    play_set(state, 0, "green blue orange", gem="green")
    assert state.gems[0] == ["green"]
    state = build(3, hands={0: "green blue orange T C"}, gems={1: ["green", "green"]})
    assert refused(state, 0, "play_set", cards=cards("green blue orange"), gem="green")["rule"] == "KIN-15"


@pytest.mark.rule("KIN-15")
def test_where_the_colour_is_given_none_may_be_named() -> None:
    state = build(3, hands={0: "blue blue orange T C"})
    for gem in ("blue", "orange"):
        assert refused(state, 0, "play_set", cards=cards("blue blue orange"), gem=gem)["rule"] == "KIN-15"


@pytest.mark.rule("KIN-15")
def test_each_three_of_the_hand_that_leaves_another_choice_is_a_form() -> None:
    state = build(3, hands={0: "green blue orange orange T"})
    choice = {"gem": {"one_of": ["green", "blue", "orange"]}}
    assert forms(state, 0, "play_set") == [
        {"cards": three("green blue orange"), **choice},
        {"cards": three("green orange orange")},
        {"cards": three("blue orange orange")},
    ]


@pytest.mark.rule("KIN-15")
def test_threes_that_leave_the_same_choice_are_one_form() -> None:
    state = build(3, hands={0: "blue blue blue orange orange"})
    assert forms(state, 0, "play_set") == [{"cards": three("blue blue blue orange orange")}]
    play_set(state, 0, "orange blue orange")
    assert state.gems[0] == ["orange"]


@pytest.mark.rule("KIN-15", "KIN-16", "KIN-20")
@pytest.mark.parametrize(("names", "rule"), [("blue blue blue", "KIN-15"), ("H H H", "KIN-20")])
@pytest.mark.parametrize("target", [0, 1])
def test_sets_that_aim_at_nobody_name_no_target(names: str, rule: str, target: int) -> None:
    state = build(3, turn=2, hands={2: names}, bandages={2: 2})
    assert refused(state, 2, "play_set", cards=cards(names), target=target)["rule"] == rule


@pytest.mark.rule("KIN-21")
def test_no_gem_set_when_the_reserve_is_empty() -> None:
    everything = {1: ["green", "blue", "blue"], 0: ["purple", "purple", *["orange"] * 3]}
    state = build(2, hands={0: "blue blue blue T C"}, gems=everything)
    assert forms(state, 0, "play_set") == []
    assert refused(state, 0, "play_set", cards=cards("blue blue blue"))["rule"] == "KIN-21"


# Thieves


@pytest.mark.rule("KIN-16")
def test_a_thief_takes_the_lowest_valued_gem() -> None:
    state = build(3, hands={0: "T T T C H"}, gems={1: ["green", "orange"], 2: ["green", "blue", "blue"]})
    assert forms(state, 0, "play_set") == [{"cards": three("T T T"), "target": {"one_of": [1, 2]}}]
    _, stolen, _ = play_set(state, 0, "T T T", target=1)
    assert (state.gems[0], state.gems[1]) == (["orange"], ["green"])
    assert (stolen.type, stolen.seat, stolen.data) == ("gem_stolen", 0, {"target": 1, "gem": "orange"})
    state = build(3, hands={0: "T T T C H"}, gems={1: ["green", "orange"], 2: ["green", "blue", "blue"]})
    play_set(state, 0, "T T T", target=2)
    assert state.gems[0] == ["blue"]


@pytest.mark.rule("KIN-16")
@pytest.mark.parametrize("target", [0, 2, 3, None])
def test_a_thief_needs_an_opponent_who_owns_a_gem(target: int | None) -> None:
    state = build(3, hands={0: "T T T C H"}, gems={0: ["blue"], 1: ["green"]})
    answer = refused(state, 0, "play_set", cards=cards("T T T"), target=target)
    assert (answer["rule"], answer["field"], answer["allowed"].one_of) == ("KIN-16", "target", [1])


@pytest.mark.rule("KIN-16")
def test_a_thief_leaves_no_choice_of_gem() -> None:
    state = build(3, hands={0: "T T T C H"}, gems={1: ["green", "orange"]})
    assert refused(state, 0, "play_set", cards=cards("T T T"), target=1, gem="green")["rule"] == "KIN-16"


@pytest.mark.rule("KIN-21")
def test_no_thief_set_when_no_opponent_owns_a_gem() -> None:
    state = build(3, hands={0: "T T T C H"}, gems={0: ["blue"]})
    assert forms(state, 0, "play_set") == []
    assert refused(state, 0, "play_set", cards=cards("T T T"), target=1)["rule"] == "KIN-21"


# Chipotes


@pytest.mark.rule("KIN-17")
def test_a_chipote_costs_a_bandage() -> None:
    state = build(3, hands={0: "C C C T H"}, gems={1: ["green", "orange"]}, bandages={1: 2})
    assert forms(state, 0, "play_set") == [{"cards": three("C C C"), "target": {"one_of": [1, 2]}}]
    _, hit, drew = play_set(state, 0, "C C C", target=1)
    assert state.bandages == [3, 1, 3]
    assert (hit.type, hit.seat, hit.data) == ("hit", 0, {"target": 1, "bandages": 1})
    assert state.gems[1] == ["green", "orange"]
    assert drew.type == "drew"


@pytest.mark.rule("KIN-17")
@pytest.mark.parametrize("target", [0, 3, None])
def test_a_chipote_is_aimed_at_an_opponent(target: int | None) -> None:
    state = build(3, hands={0: "C C C T H"})
    answer = refused(state, 0, "play_set", cards=cards("C C C"), target=target)
    assert (answer["rule"], answer["field"], answer["allowed"].one_of) == ("KIN-17", "target", [1, 2])


@pytest.mark.rule("KIN-17")
def test_a_chipote_that_leaves_a_bandage_takes_no_gem() -> None:
    state = build(3, hands={0: "C C C T H"}, gems={1: ["green", "orange"]})
    assert refused(state, 0, "play_set", cards=cards("C C C"), target=1, gem="green")["rule"] == "KIN-17"


@pytest.mark.rule("KIN-18")
def test_the_last_bandage_with_a_heart_costs_the_heart_and_all_gems() -> None:
    state = build(3, hands={0: "C C C T H"}, gems={1: ["green", "orange"]}, bandages={1: 1})
    assert forms(state, 0, "play_set") == [
        {"cards": three("C C C"), "target": {"one_of": [2]}},
        {"cards": three("C C C"), "target": {"one_of": [1]}, "gem": {"one_of": ["green", "orange"]}},
    ]
    played, hit, out, drew = play_set(state, 0, "C C C", target=1, gem="green")
    assert (state.gems[0], state.gems[1]) == (["green"], [])
    assert state.reserve.count("orange") == 4
    assert (state.bandages[1], state.hearts[1]) == (3, False)
    assert (played.type, hit.type, out.type, drew.type) == ("set_played", "hit", "knocked_out", "drew")
    assert hit.data == {"target": 1, "bandages": 0}
    assert out.data == {"target": 1, "taken": "green", "returned": ["orange"], "heart_lost": True, "bandages": 3}
    assert play.awaiting(state) == {1}


@pytest.mark.rule("KIN-18")
@pytest.mark.parametrize("gem", ["blue", None])
def test_the_attacker_chooses_among_the_victims_gems(gem: str | None) -> None:
    state = build(2, hands={0: "C C C T H"}, gems={1: ["green", "orange"]}, bandages={1: 1})
    answer = refused(state, 0, "play_set", cards=cards("C C C"), target=1, gem=gem)
    assert (answer["rule"], answer["field"], answer["allowed"].one_of) == ("KIN-25", "gem", ["green", "orange"])
    state = build(3, hands={0: "C C C T H"}, gems={1: ["green", "orange"]}, bandages={1: 1})
    assert refused(state, 0, "play_set", cards=cards("C C C"), target=1, gem=gem)["rule"] == "KIN-18"


@pytest.mark.rule("KIN-18")
@pytest.mark.parametrize(("owned", "taken", "returned"), [([], None, []), (["blue", "blue"], "blue", ["blue"])])
def test_without_a_choice_no_gem_is_named(owned: list[Gem], taken: str | None, returned: list[str]) -> None:
    state = build(3, hands={0: "C C C T H"}, gems={1: owned}, bandages={1: 1})
    assert forms(state, 0, "play_set") == [{"cards": three("C C C"), "target": {"one_of": [1, 2]}}]
    out = play_set(state, 0, "C C C", target=1)[2]
    assert (out.data["taken"], out.data["returned"]) == (taken, returned)
    assert state.gems[1] == []
    assert len(state.gems[0]) == (1 if owned else 0)
    assert (state.bandages[1], state.hearts[1]) == (3, False)


# Healing


@pytest.mark.rule("KIN-20")
def test_healing_restores_one_bandage_and_never_a_heart() -> None:
    state = build(3, hands={0: "H H H T C"}, bandages={0: 1}, without_heart=[0])
    play_set(state, 0, "H H H")
    assert (state.bandages[0], state.hearts[0]) == (2, False)


@pytest.mark.rule("KIN-21")
def test_no_healing_set_at_three_bandages() -> None:
    state = build(3, hands={0: "H H H H H"})
    assert forms(state, 0, "play_set") == []
    assert refused(state, 0, "play_set", cards=cards("H H H"))["rule"] == "KIN-21"
    state = build(3, hands={0: "H H H H H"}, bandages={0: 2})
    assert forms(state, 0, "play_set") == [{"cards": three("H H H")}]
