"""Känipeli: what is dealt, and what may be chosen and arranged."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from referee.errors import BadDeal, Invalid
from referee.games.kanipeli import GAME, play, view
from referee.games.kanipeli.components import BOX, CARDS
from referee.games.kanipeli.state import Options
from referee.games.protocol import convert
from tests.games.kanipeli.build import build, move, names, refused, start
from tests.games.kanipeli.world import invariant
from tests.games.kit import begin, stream_for


@pytest.mark.rule("KAN-1")
def test_two_to_seven_players() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7]


@pytest.mark.rule("KAN-2")
def test_154_cards_of_eleven_drinks() -> None:
    assert {card.id: card.count for card in BOX} == {
        "hwf": 24,
        "lappari": 22,
        "tuoppi": 20,
        "stoutti": 18,
        "punkku": 16,
        "taskulammin": 14,
        "kossu": 12,
        "minttukaakao": 10,
        "gt": 8,
        "jallu": 6,
        "hauki": 4,
    }
    assert len(CARDS) == 154


@pytest.mark.rule("KAN-3")
@pytest.mark.parametrize(
    ("seats", "piles"),
    [
        (2, [48, 48, 48]),
        (3, [47, 46, 46]),
        (4, [45, 45, 44]),
        (5, [43, 43, 43]),
        (6, [42, 41, 41]),
        (7, [40, 40, 39]),
    ],
)
def test_five_cards_each_and_three_even_piles_the_larger_first(seats: int, piles: list[int]) -> None:
    state = start(seats)
    invariant(state)
    assert [len(hand) for hand in state.hands] == [5] * seats
    assert view.table(state).piles == piles
    assert play.awaiting(state) == {0}
    assert state.phase == "play"


@pytest.mark.rule("KAN-3")
def test_the_shuffle_deals_whole_hands_from_the_top_then_the_piles() -> None:
    shuffled = list(CARDS)
    stream_for("kanipeli").shuffle(shuffled)
    state = start(2)
    assert state.hands == [shuffled[:5], shuffled[5:10]]
    assert state.piles == [shuffled[10:58], shuffled[58:106], shuffled[106:]]


@pytest.mark.rule("KAN-3")
def test_the_front_card_is_the_oldest_and_new_ones_go_to_the_back() -> None:
    hand = ["gt", "hwf", "kossu", "hauki", "jallu"]
    state = start(2, {"hands": [hand], "piles": [["tuoppi", "punkku"], ["tuoppi", "stoutti"], ["gt"]]})
    assert view.hand(state, 0) == hand
    move(state, 0, "play")
    assert view.table(state).players[0].drinks == [view.Stack("gt", 1)]
    for pile in (0, 1):
        move(state, 0, "draw", pile=pile)
    move(state, 0, "end_trading")
    move(state, 0, "drink", drink="gt")
    for _ in range(2):
        move(state, 0, "place", card="tuoppi")
    for pile in (2, 0, 1):
        move(state, 0, "draw", pile=pile)
    assert view.hand(state, 0) == [*hand[1:], "gt", "punkku", "stoutti"]


@pytest.mark.rule("KAN-3")
def test_first_seat_is_drawn_when_left_out_and_must_exist() -> None:
    drawn = {begin(GAME, 3, Options(), None, stream_for(str(n)))[0].first_seat for n in range(50)}
    assert drawn == {0, 1, 2}
    assert play.awaiting(start(3, first_seat=2)) == {2}
    with pytest.raises(Invalid) as error:
        begin(GAME, 3, Options(3), None, stream_for("x"))
    assert error.value.faults[0].pointer == "/options/first_seat"


@pytest.mark.rule("KAN-25")
@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"reshuffles": 6}, "/options/reshuffles"),
        ({"reshuffles": -1}, "/options/reshuffles"),
        ({"reshuffles": None}, "/options/reshuffles"),
        ({"reshuffles": True}, "/options/reshuffles"),
        ({"rounds": 3}, "/options/rounds"),
        ({"first_seat": 7}, "/options/first_seat"),
    ],
)
def test_options_the_game_does_not_have_are_refused(options: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Invalid) as error:
        convert(options, Options, "/options")
    assert error.value.faults[0].pointer == pointer


@pytest.mark.rule("KAN-25")
def test_three_reshuffles_unless_the_option_says_otherwise() -> None:
    assert start().most_reshuffles == 3
    assert [start(reshuffles=n).most_reshuffles for n in (0, 5)] == [0, 5]


@pytest.mark.rule("KAN-3")
def test_an_arranged_deal_names_hands_and_the_tops_of_piles_and_the_rest_is_shuffled() -> None:
    hand = ["hauki", "hauki", "hauki", "hauki", "gt"]
    state = start(3, {"hands": [None, hand], "piles": [None, ["jallu", "jallu"]]})
    assert view.hand(state, 1) == hand
    assert names(state.piles[1][:2]) == ["jallu", "jallu"]
    assert [len(pile) for pile in state.piles] == [47, 46, 46]
    invariant(state)
    assert start(3, {}) == start(3)
    left = Counter(CARDS) - Counter([10, 10, 10, 10, 8, 9, 9])
    shuffled = sorted(left.elements())
    stream_for("kanipeli").shuffle(shuffled)
    assert state.hands[0] == shuffled[:5]
    assert state.hands[2] == shuffled[5:10]
    assert state.piles[0] == shuffled[10:57]
    assert state.piles[1][2:] == shuffled[57:101]


@pytest.mark.rule("KAN-3")
def test_a_deal_may_name_every_card() -> None:
    state = start(2)
    deal = {"hands": [names(hand) for hand in state.hands], "piles": [names(pile) for pile in state.piles]}
    assert start(2, deal, stream="another") == state


@pytest.mark.rule("KAN-3")
@pytest.mark.parametrize(
    ("deal", "pointer"),
    [
        ({"hands": [["gt", "hwf", "kossu", "hauki", "vodka"]]}, "/deal/hands/0/4"),
        ({"hands": [["hauki"] * 5]}, "/deal/hands/0/4"),
        ({"hands": [None, ["gt"] * 4]}, "/deal/hands/1"),
        ({"hands": [["gt"] * 6]}, "/deal/hands/0"),
        ({"hands": [[]]}, "/deal/hands/0"),
        ({"hands": [None, None, None]}, "/deal/hands/2"),
        ({"hands": [["hauki"] * 4 + ["gt"]], "piles": [[], ["hauki"]]}, "/deal/piles/1/0"),
        ({"piles": [["jallu"] * 4, ["jallu"] * 3]}, "/deal/piles/1/2"),
        ({"piles": [[], [], [], []]}, "/deal/piles/3"),
        ({"piles": [[], [], ["hwf"] * 24 + ["lappari"] * 22 + ["tuoppi"] * 3]}, "/deal/piles/2/48"),
    ],
)
def test_a_deal_the_cards_cannot_provide_is_refused_with_a_pointer(deal: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadDeal) as error:
        start(2, deal)
    assert error.value.faults[0].pointer == pointer


@pytest.mark.rule("KAN-4", "KAN-7")
def test_everyone_has_two_hand_spaces() -> None:
    assert [player.spaces for player in view.table(start(4)).players] == [2, 2, 2, 2]
    state = build([["gt"], []], tables=[{"hwf": 1, "kossu": 1}])
    assert refused(state, 0, "play")[0] == "KAN-7"


@pytest.mark.rule("KAN-28")
def test_the_table_shows_sizes_and_the_top_discard_but_no_hand_no_pile_and_not_what_the_kanit_are() -> None:
    state = build(
        [["hauki", "gt"], ["jallu"]],
        phase="place",
        tables=[{"hwf": 2, "kossu": 1}],
        kanit=[2, 4],
        aside=[["punkku"], ["tuoppi"]],
        drawn=["stoutti"],
        discards=["minttukaakao", "lappari"],
        piles=[[], ["taskulammin"]],
        last_pile=[1, None],
        rest="discards",
    )
    state.discards.append(state.discards.pop(-2))
    assert msgspec.to_builtins(view.table(state)) == {
        "turn": 0,
        "piles": [0, 1, 0],
        "discards": 154 - 3 - 3 - 6 - 2 - 1 - 1,
        "discard_top": "minttukaakao",
        "reshuffles": 0,
        "drawn": ["stoutti"],
        "played": 0,
        "offers": [],
        "players": [
            {
                "hand": 2,
                "kani": 2,
                "spaces": 2,
                "drinks": [{"drink": "hwf", "count": 2}, {"drink": "kossu", "count": 1}],
                "aside": ["punkku"],
                "last_pile": 1,
            },
            {"hand": 1, "kani": 4, "spaces": 2, "drinks": [], "aside": ["tuoppi"], "last_pile": None},
        ],
    }
    assert view.hand(state, 0) == ["hauki", "gt"]
    assert view.hand(state, 1) == ["jallu"]
