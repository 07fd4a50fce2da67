"""Components, sheets and deals of Teatime."""

import re
from collections import Counter
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from referee.errors import BadDeal, Invalid
from referee.games import GAMES
from referee.games.position import Position
from referee.games.teatime import GAME, play, view
from referee.games.teatime.components import BOX, FRIEND_CARD, HOUSE
from referee.games.teatime.opening import sheet_cards, sheet_chips
from referee.games.teatime.state import Deal, Options, State
from tests.games.kit import begin, stream_for
from tests.games.teatime.world import SMALL, chips


def start(seats: int, options: dict[str, Any] | None = None, deal: dict[str, Any] | None = None) -> State:
    chosen = msgspec.convert({"first_seat": 0, **(options or {})}, Options)
    arranged = None if deal is None else msgspec.convert(deal, Deal)
    return begin(GAME, seats, chosen, arranged, stream_for("opening"))[1]


@pytest.mark.rule("TEA-1")
def test_the_house_box_holds_58_cards_and_21_chips() -> None:
    singles = dict.fromkeys(["kmakici", "kintaro", "kapa", "sakana"], 7)
    usagi = dict.fromkeys(["usagi-1", "usagi-2", "usagi-3"], 4)
    pairs = dict.fromkeys(
        ["kmakici+kintaro", "kmakici+kapa", "kmakici+sakana", "kintaro+kapa", "kintaro+sakana", "kapa+sakana"], 2
    )
    cards = sheet_cards(HOUSE, 4)
    assert len(cards) == 58
    assert Counter(cards) == {**singles, **usagi, **pairs, "ufo": 6}
    assert list(dict.fromkeys(cards)) == [*singles, *usagi, *pairs, "ufo"]
    sweets = {sweet: [1, 1, 2, 3] for sweet in ("sweet-1", "sweet-2", "sweet-3", "sweet-4")}
    found: dict[str, list[int]] = {}
    for chip in sheet_chips(HOUSE, 4):
        found.setdefault(chip.back, []).append(chip.steaks)
    assert found == {**sweets, "kmakici": [1, 2, 2, 3, 3]}


@pytest.mark.rule("TEA-1")
def test_the_catalogue_lists_the_whole_box_each_thing_once() -> None:
    totals = Counter[str]()
    for piece in BOX:
        totals[piece.kind] += piece.count
    sweets = totals.pop("sweet")  # sides of chips
    assert totals == {"card": 58, "chip": 21}
    assert sweets == sum(piece.count for piece in BOX if piece.id.startswith("sweet-") and piece.kind == "chip")
    assert len({piece.id for piece in BOX}) == len(BOX)


@pytest.mark.rule("TEA-2", "TEA-4")
@pytest.mark.parametrize(("seats", "length"), [(2, 13), (3, 15), (4, 21), (5, 21)])
def test_path_length_by_number_of_players_and_three_steaks_last(seats: int, length: int) -> None:
    for n in range(20):
        state = begin(GAME, seats, Options(0), None, stream_for(f"path-{n}"))[1]
        assert len(state.path) == length
        assert state.path[-1].steaks == 3


@pytest.mark.rule("TEA-2")
@pytest.mark.parametrize(
    ("seats", "out"),
    [
        (3, ["sweet-1:2", "sweet-2:2", "sweet-3:2", "sweet-4:2", "kmakici:2", "kmakici:2"]),
        (
            2,
            [
                *("sweet-1:2", "sweet-2:2", "sweet-3:2", "sweet-4:2"),
                *("kmakici:2", "kmakici:2", "kmakici:1", "kmakici:3"),
            ],
        ),
    ],
)
def test_which_chips_stay_in_the_box(seats: int, out: list[str]) -> None:
    assert Counter(sheet_chips(HOUSE, 5)) - Counter(sheet_chips(HOUSE, seats)) == Counter(chips(*out))


@pytest.mark.rule("TEA-4")
def test_two_to_five_players() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]


@pytest.mark.rule("TEA-4", "TEA-5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_three_cards_each_and_the_seat_that_begins_has_drawn_one(seats: int) -> None:
    state = start(seats, {"first_seat": 1})
    assert [len(hand) for hand in state.hands] == [4 if seat == 1 else 3 for seat in range(seats)]
    assert len(state.deck) == 58 - 3 * seats - 1
    assert play.awaiting(state) == {1}


@pytest.mark.rule("TEA-4")
def test_any_chip_with_three_steaks_may_end_the_path() -> None:
    ends = {begin(GAME, 2, Options(0), None, stream_for(f"end-{n}"))[1].path[-1].back for n in range(80)}
    assert ends == {"sweet-1", "sweet-2", "sweet-3", "sweet-4", "kmakici"}


@pytest.mark.rule("TEA-3")
def test_a_sheet_replaces_the_house_manifest() -> None:
    state = start(3, {"components": SMALL})
    cards = Counter([*state.deck, *(card for hand in state.hands for card in hand)])
    assert cards.total() == 15
    assert cards["kmakici+kintaro+kapa"] == 1
    assert len(state.path) == 10, "one of eleven stays in the box with three players"
    assert len(start(2, {"components": SMALL}).path) == 11, "no removal is named for two"


@pytest.mark.rule("TEA-3")
def test_rows_of_a_sheet_may_come_in_any_order() -> None:
    turned = {**SMALL, "cards": SMALL["cards"][::-1], "chips": SMALL["chips"][::-1]}
    assert start(3, {"components": turned}) == start(3, {"components": SMALL})


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The small sheet with one thing changed."""
    sheet: Any = deepcopy(SMALL)
    at = sheet
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return dict(sheet)


CARDS = SMALL["cards"]
CHIPS = SMALL["chips"]


@pytest.mark.rule("TEA-3")
@pytest.mark.parametrize(
    ("sheet", "pointer", "says"),
    [
        (changed("cards", 0, "card", to="taopurin"), "/cards/0/card", 'no card "taopurin"'),
        (changed("cards", 7, "card", to="usagi-1+sakana"), "/cards/7/card", "in the order"),
        (changed("cards", 7, "card", to="sakana+sakana"), "/cards/7/card", "no card"),
        (changed("cards", 7, "card", to="usagi"), "/cards/7/card", "no card"),
        (changed("cards", 7, "card", to=""), "/cards/7/card", "no card"),
        (changed("cards", to=[*CARDS, {"card": "kapa", "count": 186}]), "/cards", "201 cards"),
        (changed("cards", to=CARDS[:5]), "/cards", "need 9 to 200"),
        (
            changed("cards", to=[row for row in CARDS if "usagi" not in row["card"]]),
            "/cards",
            "no cards that can lie together show all five kinds",
        ),
        (
            changed(
                "cards",
                to=[
                    {"card": "kmakici+kintaro+kapa", "count": 9},
                    {"card": "kapa+sakana", "count": 9},
                    {"card": "usagi-1", "count": 9},
                    {"card": "kmakici+sakana", "count": 9},
                ],
            ),
            "/cards",
            "no cards that can lie together show all five kinds",
        ),
        (changed("cards", 9, "count", to=16), "/cards", "could be gone at once"),
        (changed("chips", 0, "count", to=52), "/chips", "more than 60 chips"),
        (changed("chips", to=CHIPS[1:]), "/chips", "no sweet-1"),
        (changed("chips", 4, "steaks", to=2), "/chips", "no chip with 3 steaks"),
        (
            changed("removals", 0, "chips", to=[CHIPS[5], {"back": "kmakici", "steaks": 3, "count": 3}]),
            "/removals/0/chips/1",
            "not so many of kmakici with 3 steaks",
        ),
        (
            changed("removals", 0, "chips", to=[{"back": "sweet-1", "steaks": 2, "count": 1}]),
            "/removals/0/chips/0",
            "not so many",
        ),
        (changed("removals", 0, "chips", to=[CHIPS[2]]), "/chips", "no sweet-3"),
    ],
)
def test_a_sheet_that_cannot_be_played_is_refused(sheet: dict[str, Any], pointer: str, says: str) -> None:
    with pytest.raises(Invalid) as refused:
        start(3, {"components": sheet})
    assert refused.value.code == "validation-failed"
    (fault,) = refused.value.faults
    assert fault.pointer == f"/options/components{pointer}"
    assert says in fault.message


@pytest.mark.rule("TEA-3")
def test_pairs_that_share_nobody_are_a_way_to_show_all_five() -> None:
    cards = [
        {"card": "kmakici+kintaro", "count": 3},
        {"card": "kapa+sakana", "count": 3},
        {"card": "usagi-2", "count": 3},
    ]
    assert len(sheet_cards(msgspec.convert(changed("cards", to=cards), type(HOUSE)), 3)) == 9


@pytest.mark.rule("TEA-3")
@pytest.mark.parametrize(
    "sheet",
    [
        changed("cards", 0, "count", to=0),
        changed("cards", 0, "count", to=201),
        changed("chips", 0, "count", to=61),
        changed("chips", 0, "steaks", to=4),
        changed("chips", 0, "back", to="sweet-5"),
        changed("removals", 0, "players", to=6),
        changed("cards", to=[CARDS[0]] * 129),
        changed("chips", to=[CHIPS[0]] * 61),
        changed("removals", to=SMALL["removals"] * 5),
        changed("note", to="x" * 201),
        changed("title", to="x"),
    ],
)
def test_what_is_no_sheet_at_all_does_not_fit_its_shape(sheet: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"components": sheet}, Options)


@pytest.mark.rule("TEA-3", "TEA-15")
def test_so_many_ufos_as_a_sheet_may_have_cannot_take_the_whole_path_before_the_first_move() -> None:
    sheet = changed("cards", 9, "count", to=15)
    deal = {"hands": [["ufo"] * 3] * 3, "deck": ["ufo"] * 6}
    state = start(3, {"components": sheet}, deal)
    assert state.path
    assert play.phase(state) == "play"
    assert play.legal(state, state.turn)


@pytest.mark.rule("TEA-4")
def test_a_named_deal_is_dealt_and_the_rest_is_shuffled() -> None:
    deal = {
        "hands": [["kmakici", "kapa+sakana", "ufo"], None, ["usagi-1", "usagi-1", "usagi-1"]],
        "deck": ["usagi-2", "kintaro"],
        "path": [{"back": "sweet-1", "steaks": 1}, {"back": "kmakici", "steaks": 3}],
    }
    state = start(3, deal=deal)
    assert state.hands[0] == ["kmakici", "kapa+sakana", "ufo", "usagi-2"], "seat 0 has drawn the deck's top card"
    assert len(state.hands[1]) == 3
    assert state.hands[2] == ["usagi-1"] * 3
    assert state.deck[0] == "kintaro"
    assert state.path[:2] == chips("sweet-1:1", "kmakici:3")
    assert len(state.path) == 15


@pytest.mark.rule("TEA-4")
def test_a_whole_path_may_be_named() -> None:
    named = sheet_chips(HOUSE, 2)
    assert named[-1].steaks == 3
    state = start(2, deal={"path": [{"back": chip.back, "steaks": chip.steaks} for chip in named]})
    assert state.path == named


SHORT_OF_THREES = [{"back": back, "steaks": 3} for back in ("sweet-1", "sweet-2", "sweet-3", "sweet-4", "kmakici")]
WHOLE_PATH = [{"back": chip.back, "steaks": chip.steaks} for chip in reversed(sheet_chips(HOUSE, 2))]


@pytest.mark.rule("TEA-4")
@pytest.mark.parametrize(
    ("deal", "pointer"),
    [
        ({"hands": [["kmakici", "taopurin", "ufo"]]}, "/deal/hands/0/1"),
        ({"hands": [["kmakici"] * 3, ["kmakici"] * 3], "deck": ["kmakici", "kmakici"]}, "/deal/deck/1"),
        ({"hands": [["kmakici+kintaro"] * 3]}, "/deal/hands/0/2"),
        ({"hands": [["kmakici", "kapa"]]}, "/deal/hands/0"),
        ({"hands": [None, []]}, "/deal/hands/1"),
        ({"hands": [["kmakici"] * 4]}, "/deal/hands/0"),
        ({"hands": [None, None, ["kmakici"] * 3]}, "/deal/hands/2"),
        ({"deck": ["kintaro+kmakici"]}, "/deal/deck/0"),
        ({"deck": sheet_cards(HOUSE, 2)[:53]}, "/deal/deck"),
        ({"path": [{"back": "sweet-1", "steaks": 2}]}, "/deal/path/0"),
        ({"path": [{"back": "sweet-9", "steaks": 1}]}, "/deal/path/0"),
        ({"path": [{"back": "sweet-1", "steaks": 3}, {"back": "sweet-1", "steaks": 3}]}, "/deal/path/1"),
        ({"path": SHORT_OF_THREES}, "/deal/path"),
        ({"path": WHOLE_PATH}, "/deal/path/12"),
    ],
)
def test_a_deal_the_box_cannot_provide_is_refused_with_a_pointer(deal: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadDeal) as refused:
        start(2, deal=deal)
    assert refused.value.faults[0].pointer == pointer


@pytest.mark.rule("TEA-4")
def test_the_same_words_deal_the_same_whatever_the_path_names() -> None:
    assert start(2, deal={"path": SHORT_OF_THREES[:2]}).hands == start(2).hands, "cards are shuffled before chips"


@pytest.mark.rule("TEA-4")
def test_first_seat_is_drawn_when_left_out_and_must_exist() -> None:
    drawn = {begin(GAME, 3, Options(), None, stream_for(str(n)))[0].first_seat for n in range(50)}
    assert drawn == {0, 1, 2}
    with pytest.raises(Invalid) as refused:
        start(3, {"first_seat": 3})
    assert refused.value.faults[0].pointer == "/options/first_seat"


@pytest.mark.rule("TEA-15", "TEA-5", "TEA-20")
def test_a_deal_that_makes_the_first_seat_pass_is_played_out_before_the_first_move() -> None:
    deal = {
        "hands": [["ufo", "ufo", "ufo"], ["kmakici", "kapa", "sakana"]],
        "deck": ["ufo", "kintaro", "usagi-3"],
        "path": [{"back": "kmakici", "steaks": 3}],
    }
    state = start(2, deal=deal)
    assert view.hand(state, 0) == ["kintaro", "ufo", "ufo", "ufo", "ufo"]
    assert view.hand(state, 1) == ["kmakici", "kapa", "sakana", "usagi-3"]
    table = view.table(state)
    assert (table.turn, table.may_pass, table.cards, len(table.path)) == (1, False, [], 12)
    assert (table.players[0].steaks, table.players[0].sweets) == ([3], [])


@pytest.mark.rule("TEA-9")
def test_friend_cards_are_named_in_one_way_only() -> None:
    assert re.fullmatch(FRIEND_CARD, "kmakici+kapa+usagi-3")
    for wrong in ("", "ufo", "kapa+kmakici", "kmakici+", "+kmakici", "kmakici+kmakici", "usagi", "kmakicikintaro"):
        assert not re.fullmatch(FRIEND_CARD, wrong)


@pytest.mark.rule("TEA-15")
def test_a_pass_forced_before_the_first_move_is_told_after_the_start() -> None:
    deal = {
        "hands": [["ufo", "ufo", "ufo"], ["kmakici", "kapa", "sakana"]],
        "deck": ["ufo", "kintaro", "usagi-3"],
        "path": [{"back": "kmakici", "steaks": 3}],
    }
    options = msgspec.convert({"first_seat": 0}, Options)
    arranged = msgspec.convert(deal, GAME.Deal)
    position, (started, *told) = Position.begin(GAME, 2, options, arranged, stream_for("told"))
    assert started.told()[1][0] == {"hand": ["ufo", "ufo", "ufo", "ufo"]}
    assert len(started.data["table"]["path"]) == 13
    assert [(event.type, event.seat) for event in told] == [
        ("passed", 0),
        ("drew", 0),
        ("turn_began", 1),
        ("drew", 1),
    ]
    assert told[0].data == {"steaks": 3, "forced": True, "path": 12}
    assert view.table(position.state).turn == 1


@pytest.mark.parametrize("card", ["kmakici\n", "ufo\n", "kapa+kmakici", "KMAKICI", "", "kmakici+", "x" * 500])
def test_what_is_no_card_is_told_what_a_card_is_in_a_few_words(card: str) -> None:
    with pytest.raises(Invalid) as refusal:
        GAMES["teatime"].read_move({"type": "play", "card": card})
    (fault,) = refusal.value.faults
    assert fault.pointer == "/card"
    assert "kmakici+kintaro" in fault.message
    assert len(fault.message) < 120
