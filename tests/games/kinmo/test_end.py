"""How a match of KINMO ends, and its variants for two players and for teams."""

import msgspec
import pytest

from referee.errors import NotYourTurn
from referee.games.events import Event
from referee.games.kinmo import play, view
from referee.games.kinmo.components import Gem
from referee.games.kinmo.state import State
from referee.games.protocol import Result
from tests.games.kinmo.world import BOOK, build, cards, forms, move, play_set, refused


def over(state: State) -> Result:
    """The result of a match that is over in every respect."""
    assert state.phase == "over"
    assert play.awaiting(state) == frozenset()
    assert all(play.legal(state, seat) == [] for seat in range(state.seats))
    found = play.result(state)
    assert found is not None
    return found


def types(events: list[Event]) -> list[str]:
    return [event.type for event in events]


# Four colours


@pytest.mark.rule("KIN-22")
def test_a_gem_set_that_brings_the_fourth_colour_wins_before_any_draw() -> None:
    state = build(3, hands={0: "green green green T C"}, gems={0: ["blue", "purple", "orange"]})
    deck = list(state.deck)
    assert types(play_set(state, 0, "green green green")) == ["set_played", "gem_gained"]
    assert over(state) == Result([0], [10, 0, 0], "four_colours")
    assert (state.deck, len(state.hands[0])) == (deck, 2)
    table = view.table(state)
    assert (table.turn, table.discard_top) == (0, "gem-green")
    with pytest.raises(NotYourTurn):
        move(state, 1, "discard", cards=[state.hands[1][0]])


@pytest.mark.rule("KIN-22")
def test_a_thief_that_brings_the_fourth_colour_wins() -> None:
    state = build(3, turn=1, hands={1: "T T T"}, gems={1: ["green", "blue", "purple"], 2: ["orange", "green"]})
    assert types(play_set(state, 1, "T T T", target=2)) == ["set_played", "gem_stolen"]
    assert over(state) == Result([1], [0, 10, 4], "four_colours")
    assert state.hands[1] == []


@pytest.mark.rule("KIN-22", "KIN-11")
def test_a_trade_that_brings_the_fourth_colour_wins() -> None:
    state = build(4, gems={0: ["orange"] * 3 + ["green", "blue"]})
    move(state, 0, "trade_gems", give="orange", take="purple")
    assert over(state).winners == [0]


@pytest.mark.rule("KIN-22")
def test_a_chipote_that_brings_the_fourth_colour_is_finished_first() -> None:
    state = build(
        3,
        hands={0: "C C C T H"},
        gems={0: ["green", "purple", "orange"], 1: ["blue", "purple", "orange"]},
        bandages={1: 1},
    )
    assert types(play_set(state, 0, "C C C", target=1, gem="blue")) == ["set_played", "hit", "knocked_out"]
    assert over(state) == Result([0], [10, 0, 0], "four_colours")
    assert state.gems[1] == []
    assert (state.reserve.count("purple"), state.reserve.count("orange")) == (2, 3)
    assert (state.bandages[1], state.hearts[1]) == (3, False)


@pytest.mark.rule("KIN-22")
@pytest.mark.parametrize("owned", [["green", "blue", "purple"], ["green", "green", "blue", "orange"]])
def test_three_colours_do_not_win(owned: list[Gem]) -> None:
    state = build(3, hands={0: "T C H H H"}, gems={0: owned})
    move(state, 0, "discard", cards=["thief"])
    assert play.result(state) is None
    assert play.awaiting(state) == {1}


# Points


@pytest.mark.rule("KIN-19", "KIN-23")
def test_the_last_bandage_without_a_heart_ends_the_match_on_points() -> None:
    state = build(
        3,
        hands={0: "C C C T H"},
        gems={0: ["orange", "purple"], 1: ["blue", "purple"], 2: ["green"]},
        bandages={1: 1},
        without_heart=[1],
    )
    deck = list(state.deck)
    events = play_set(state, 0, "C C C", target=1, gem="blue")
    assert types(events) == ["set_played", "hit", "knocked_out"]
    assert events[-1].data == {
        "target": 1,
        "taken": "blue",
        "returned": ["purple"],
        "heart_lost": False,
        "bandages": 0,
    }
    assert over(state) == Result([0], [6, 0, 4], "points")
    assert view.table(state).players[1].bandages == 0
    assert (state.deck, len(state.hands[0])) == (deck, 2)


@pytest.mark.rule("KIN-19", "KIN-22")
def test_four_colours_come_before_the_count_of_points() -> None:
    state = build(
        3,
        hands={0: "C C C T H"},
        gems={0: ["green", "purple", "orange"], 1: ["blue", "purple"], 2: ["green", "blue", "blue", "orange"]},
        bandages={1: 1},
        without_heart=[1],
    )
    play_set(state, 0, "C C C", target=1, gem="blue")
    assert over(state) == Result([0], [10, 0, 11], "four_colours")


@pytest.mark.rule("KIN-19")
def test_naming_no_gem_for_the_last_blow_is_refused_by_its_rule() -> None:
    state = build(3, hands={0: "C C C T H"}, gems={1: ["blue", "purple"]}, bandages={1: 1, 2: 1}, without_heart=[1])
    assert refused(state, 0, "play_set", cards=cards("C C C"), target=1)["rule"] == "KIN-19"


@pytest.mark.rule("KIN-23")
def test_the_attacker_may_lose_on_points() -> None:
    state = build(3, hands={0: "C C C T H"}, gems={2: ["green", "orange"]}, bandages={1: 1}, without_heart=[1])
    play_set(state, 0, "C C C", target=1)
    assert over(state) == Result([2], [0, 0, 5], "points")


@pytest.mark.rule("KIN-23")
def test_equal_points_win_together_also_without_any() -> None:
    state = build(3, hands={0: "C C C T H"}, bandages={1: 1}, without_heart=[1])
    play_set(state, 0, "C C C", target=1)
    assert over(state) == Result([0, 1, 2], [0, 0, 0], "points")
    state = build(
        4,
        hands={0: "C C C T H"},
        gems={0: ["purple", "orange"], 2: ["blue"], 3: ["purple"]},
        bandages={1: 1},
        without_heart=[1],
    )
    play_set(state, 0, "C C C", target=1)
    assert over(state) == Result([0, 2], [3, 0, 3, 2], "points")


@pytest.mark.rule("KIN-24", "KIN-13")
def test_the_table_stays_as_it_was_at_the_end_and_hands_stay_hidden() -> None:
    state = build(3, hands={0: "green green green T C"}, gems={0: ["blue", "purple", "orange"]}, offer_spent=True)
    play_set(state, 0, "green green green")
    table = view.table(state)
    assert (table.turn, table.offer_spent, [player.hand for player in table.players]) == (0, True, [2, 5, 5])
    gems = table.players[0].gems
    assert (gems.green, gems.blue, gems.purple, gems.orange) == (1, 1, 1, 1)
    twin = BOOK.decode(BOOK.encode(state))
    twin.hands[1], twin.deck[:5] = twin.deck[:5], twin.hands[1]
    assert twin.hands[1] != state.hands[1]
    assert msgspec.json.encode(view.table(twin)) == msgspec.json.encode(table)


# Two players


@pytest.mark.rule("KIN-25")
def test_two_players_lose_their_gems_and_play_on_as_often_as_it_happens() -> None:
    state = build(2, hands={0: "C C C T H"}, gems={1: ["blue", "orange", "orange"]}, bandages={1: 1})
    out = play_set(state, 0, "C C C", target=1, gem="orange")[2]
    assert out.data == {
        "target": 1,
        "taken": "orange",
        "returned": ["blue", "orange"],
        "heart_lost": False,
        "bandages": 3,
    }
    assert (state.gems, state.bandages) == ([["orange"], []], [3, 3])
    assert (state.reserve.count("blue"), state.reserve.count("orange")) == (2, 2)
    assert (play.result(state), play.awaiting(state)) == (None, {1})


# Teams


@pytest.mark.rule("KIN-30")
@pytest.mark.parametrize(
    ("seats", "teams"),
    [(8, [0, 1, 2, 3, 0, 1, 2, 3]), (9, [0, 1, 2, 0, 1, 2, 0, 1, 2]), (10, [0, 1, 2, 3, 4, 0, 1, 2, 3, 4])],
)
def test_teams_sit_around_the_table_in_turn(seats: int, teams: list[int]) -> None:
    assert [player.team for player in view.table(build(seats)).players] == teams


@pytest.mark.rule("KIN-31")
@pytest.mark.parametrize("seats", [8, 9, 10])
def test_in_teams_the_last_bandage_costs_the_gems_and_the_match_goes_on(seats: int) -> None:
    state = build(seats, hands={0: "C C C T H"}, gems={1: ["green", "blue"]}, bandages={1: 1})
    assert refused(state, 0, "play_set", cards=cards("C C C"), target=1)["rule"] == "KIN-31"
    play_set(state, 0, "C C C", target=1, gem="blue")
    assert (state.gems[0], state.gems[1], state.bandages[1], state.hearts[1]) == (["blue"], [], 3, False)
    assert state.reserve.count("green") == 4
    assert (play.result(state), play.awaiting(state)) == (None, {1})


@pytest.mark.rule("KIN-32")
def test_one_players_four_colours_win_for_the_whole_team() -> None:
    state = build(9, turn=4, hands={4: "green green green T C"}, gems={4: ["blue", "purple", "orange"]})
    play_set(state, 4, "green green green")
    assert over(state) == Result([1, 4, 7], [0, 0, 0, 0, 10, 0, 0, 0, 0], "four_colours")


@pytest.mark.rule("KIN-32")
def test_four_colours_of_a_team_together_do_not_win() -> None:
    state = build(8, hands={0: "green green green T C"}, gems={0: ["blue", "purple"], 4: ["orange", "blue", "green"]})
    play_set(state, 0, "green green green")
    assert play.result(state) is None


@pytest.mark.rule("KIN-33")
@pytest.mark.parametrize("names", ["T T T", "C C C"])
def test_thieves_and_chipotes_are_not_aimed_at_team_mates(names: str) -> None:
    gems: dict[int, list[Gem]] = {seat: ["blue"] for seat in (1, 3, 4)}
    state = build(9, hands={0: names}, gems=gems)
    aimed_at = [1, 4] if names == "T T T" else [1, 2, 4, 5, 7, 8]
    (form,) = forms(state, 0, "play_set")
    assert form["target"] == {"one_of": aimed_at}
    answer = refused(state, 0, "play_set", cards=cards(names), target=3)
    assert (answer["rule"], answer["field"], answer["allowed"].one_of) == ("KIN-33", "target", aimed_at)


@pytest.mark.rule("KIN-21", "KIN-33")
def test_no_thief_set_when_only_team_mates_own_gems() -> None:
    state = build(10, hands={0: "T T T"}, gems={5: ["blue"]})
    assert forms(state, 0, "play_set") == []
    assert refused(state, 0, "play_set", cards=cards("T T T"), target=5)["rule"] == "KIN-21"


@pytest.mark.rule("KIN-34")
def test_a_gem_owned_twice_is_swapped_for_another_colour_of_a_team_mate() -> None:
    state = build(9, gems={0: ["orange", "orange", "blue"], 3: ["green", "orange"], 6: ["purple"], 1: ["blue"]})
    assert forms(state, 0, "swap_team_gem") == [
        {"give": {"one_of": ["orange"]}, "team_mate": {"one_of": [3]}, "take": {"one_of": ["green"]}},
        {"give": {"one_of": ["orange"]}, "team_mate": {"one_of": [6]}, "take": {"one_of": ["purple"]}},
    ]
    (event,) = move(state, 0, "swap_team_gem", give="orange", team_mate=3, take="green")
    assert sorted(state.gems[0]) == ["blue", "green", "orange"]
    assert sorted(state.gems[3]) == ["orange", "orange"]
    assert (event.type, event.data) == ("team_gem_swapped", {"team_mate": 3, "give": "orange", "take": "green"})
    assert play.awaiting(state) == {1}


@pytest.mark.rule("KIN-34")
@pytest.mark.parametrize(
    ("give", "mate", "take"),
    [
        ("blue", 3, "green"),
        ("orange", 3, "orange"),
        ("orange", 3, "purple"),
        ("orange", 1, "blue"),
        ("orange", 0, "blue"),
        ("orange", 6, "green"),
    ],
)
def test_what_cannot_be_swapped_with_a_team_mate(give: str, mate: int, take: str) -> None:
    state = build(9, gems={0: ["orange", "orange", "blue"], 3: ["green", "orange"], 6: ["purple"], 1: ["blue"]})
    assert refused(state, 0, "swap_team_gem", give=give, team_mate=mate, take=take)["rule"] == "KIN-34"


@pytest.mark.rule("KIN-34")
@pytest.mark.parametrize("seats", [2, 7])
def test_without_teams_no_gem_is_swapped(seats: int) -> None:
    state = build(seats, gems={0: ["orange", "orange"], 1: ["blue"]})
    assert refused(state, 0, "swap_team_gem", give="orange", team_mate=1, take="blue")["rule"] == "KIN-34"


@pytest.mark.rule("KIN-22", "KIN-34")
@pytest.mark.parametrize(
    ("mine", "theirs", "complete"),
    [
        (["orange", "orange", "blue", "purple"], ["green"], 0),
        (["orange", "orange"], ["green", "green", "blue", "purple"], 4),
    ],
)
def test_a_swap_that_completes_either_of_the_two_wins(mine: list[Gem], theirs: list[Gem], complete: int) -> None:
    state = build(8, gems={0: mine, 4: theirs})
    move(state, 0, "swap_team_gem", give="orange", team_mate=4, take="green")
    found = over(state)
    assert (found.winners, found.reason) == ([0, 4], "four_colours")
    assert set(state.gems[complete]) == {"green", "blue", "purple", "orange"}
