"""Set-up, options and arranged deals of Kinapa."""

from typing import Any

import pytest

from referee.errors import BadDeal, Invalid
from referee.games.kinapa import GAME, play, view
from referee.games.kinapa.components import ORDER
from tests.games.kinapa.build import BOOK, cards, start
from tests.games.kit import stream_for


@pytest.mark.rule("KPA-1", "KPA-40")
@pytest.mark.parametrize(
    ("seats", "options", "owners"),
    [
        (2, {}, [0, 1, 0, 1]),
        (3, {}, [0, 1, 2, None]),
        (4, {}, [0, 1, 2, 3]),
        (4, {"bot": False}, [0, 1, 2, 3]),
        (4, {"bot": True}, [0, 1, 2, 3, None]),
        (7, {}, [0, 1, 2, 3, 4, 5, 6]),
        (7, {"bot": True}, [0, 1, 2, 3, 4, 5, 6, None]),
        (8, {}, [0, 1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_a_hand_each_and_bot_hands_for_two_for_three_and_by_option(
    seats: int, options: dict[str, Any], owners: list[int | None]
) -> None:
    places = view.table(start(seats, **options)).places
    assert [place.seat for place in places] == owners
    assert [place.bot for place in places] == [False] * seats + [True] * (len(owners) - seats)


@pytest.mark.rule("KPA-1")
def test_two_to_eight_players() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7, 8]


@pytest.mark.rule("KPA-1", "KPA-45")
@pytest.mark.parametrize(
    ("seats", "options", "pointer"),
    [
        (2, {"bot": True}, "/options/bot"),
        (3, {"bot": True}, "/options/bot"),
        (3, {"bot": False}, "/options/bot"),
        (8, {"bot": True}, "/options/bot"),
        (3, {"two_player_goal": "both_hands"}, "/options/two_player_goal"),
        (8, {"two_player_goal": "one_hand"}, "/options/two_player_goal"),
    ],
)
def test_an_option_without_meaning_for_the_number_of_players_is_refused(
    seats: int, options: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(Invalid) as error:
        start(seats, **options)
    assert error.value.code == "validation-failed"
    assert [fault.pointer for fault in error.value.faults] == [pointer]


@pytest.mark.rule("KPA-2", "KPA-40")
@pytest.mark.parametrize(
    ("seats", "options", "hands"),
    [(2, {}, 4), (3, {}, 4), (4, {}, 4), (5, {}, 5), (5, {"bot": True}, 6), (6, {}, 6), (7, {}, 7), (8, {}, 8)],
)
def test_numbers_to_twice_the_hands_four_cards_a_hand_and_two_of_each_object(
    seats: int, options: dict[str, Any], hands: int
) -> None:
    state = start(seats, **options)
    assert [len(hand.cards) for hand in state.hands] == [4] * hands
    numbers = range(1, 2 * hands + 1)
    every = [*(f"animal-{n}" for n in numbers), *(f"shelter-{n}" for n in numbers)]
    assert sorted((c for hand in state.hands for c in hand.cards), key=lambda c: ORDER[c]) == every
    pairs = [f"{n}-{n + 1}" for n in range(1, 2 * hands, 2)]
    assert sorted(state.objects) == sorted(pairs * 2)
    assert view.table(state).numbers == list(numbers)


@pytest.mark.rule("KPA-2")
def test_five_players_use_twenty_cards_and_ten_objects() -> None:
    state = start(5)
    assert sum(len(hand.cards) for hand in state.hands) == 20
    assert len(state.objects) == 10


@pytest.mark.rule("KPA-2")
def test_objects_lie_face_down_in_an_order_of_chance() -> None:
    state = start(4)
    assert all(one.object is None and one.pair is None for one in view.table(state).objects)
    orders = {tuple(play.setup(4, GAME.Options(), None, stream_for(str(n))).objects) for n in range(20)}
    assert len(orders) > 10


@pytest.mark.rule("KPA-3")
@pytest.mark.parametrize("holder", range(4))
def test_who_holds_animal_1_is_emperor_first_and_has_a_sheep(holder: int) -> None:
    hands: list[Any] = [None] * 4
    hands[holder] = cards("a1 a8 s8 s7")
    state = start(4, {"hands": hands})
    assert state.emperor == holder
    assert [hand.sheep for hand in state.hands] == [place == holder for place in range(4)]
    assert play.awaiting(state) == {holder}
    assert state.phase == "announce"
    assert state.round == 1


@pytest.mark.rule("KPA-3")
def test_with_a_bot_hand_the_lowest_animal_among_the_players_decides() -> None:
    hands = [cards("a6 s1 s2 s3"), cards("a8 s4 s5 s6"), cards("a4 a7 s7 s8"), cards("a1 a2 a3 a5")]
    assert start(3, {"hands": hands}).emperor == 2
    hands[3], hands[1] = cards("a2 a3 a5 s4"), cards("a1 a8 s5 s6")
    assert start(3, {"hands": hands}).emperor == 1


@pytest.mark.rule("KPA-41")
def test_two_players_switch_when_neither_holds_animal_1() -> None:
    hands = [cards("a2 a3 a4 a5"), cards("a6 a7 a8 s1"), cards("s2 s3 s4 s5"), cards("a1 s6 s7 s8")]
    state = start(2, {"hands": hands})
    assert [hand.cards for hand in state.hands] == [hands[2], hands[3], hands[0], hands[1]]
    assert state.emperor == 1
    assert [hand.sheep for hand in state.hands] == [False, True, False, False]


@pytest.mark.rule("KPA-41")
def test_two_players_keep_their_hands_when_one_holds_animal_1() -> None:
    hands = [cards("a1 a3 a4 a5"), cards("a6 a7 a8 s1"), cards("s2 s3 s4 s5"), cards("a2 s6 s7 s8")]
    state = start(2, {"hands": hands})
    assert [hand.cards for hand in state.hands] == hands
    assert state.emperor == 0


@pytest.mark.rule("KPA-2")
def test_an_arranged_deal_names_hands_whole_and_the_first_objects() -> None:
    named = ["shelter-8", "animal-2", "shelter-1", "animal-7"]
    state = start(4, {"hands": [None, named], "objects": ["5-6", "1-2", "5-6"]})
    assert state.hands[1].cards == ["animal-2", "animal-7", "shelter-1", "shelter-8"]
    assert state.objects[:3] == ["5-6", "1-2", "5-6"]
    assert sorted(state.objects[3:]) == ["1-2", "3-4", "3-4", "7-8", "7-8"]
    assert view.hand(state, 1) == state.hands[1].cards


@pytest.mark.rule("KPA-2")
def test_the_shuffle_starts_from_the_catalogue_and_deals_hands_whole_then_objects() -> None:
    numbers = range(1, 9)
    rest = [*(f"animal-{n}" for n in numbers), *(f"shelter-{n}" for n in numbers)]
    named = ["animal-2", "animal-7", "shelter-1", "shelter-8"]
    rest = [card for card in rest if card not in named]
    circle = ["1-2", "1-2", "3-4", "3-4", "5-6", "7-8", "7-8"]
    stream = stream_for("kinapa")
    stream.shuffle(rest)
    stream.shuffle(circle)
    state = start(4, {"hands": [None, named], "objects": ["5-6"]})
    assert set(state.hands[0].cards) == set(rest[:4])
    assert set(state.hands[2].cards) == set(rest[4:8])
    assert set(state.hands[3].cards) == set(rest[8:])
    assert state.objects == ["5-6", *circle]


@pytest.mark.rule("KPA-2")
@pytest.mark.parametrize(
    ("deal", "pointer"),
    [
        ({"hands": [["animal-9", "animal-2", "animal-3", "animal-4"]]}, "/deal/hands/0/0"),
        ({"hands": [["animal-1", "animal-2", "animal-3", "cow"]]}, "/deal/hands/0/3"),
        ({"hands": [cards("a1 a2 a3 a4"), cards("a4 a5 a6 a7")]}, "/deal/hands/1/0"),
        ({"hands": [None, ["animal-1"]]}, "/deal/hands/1"),
        ({"hands": [[]]}, "/deal/hands/0"),
        ({"hands": [cards("a1 a2 a3 a4 a5")]}, "/deal/hands/0"),
        ({"hands": [None, None, None, None, cards("a1 a2 a3 a4")]}, "/deal/hands/4"),
        ({"objects": ["9-10"]}, "/deal/objects/0"),
        ({"objects": ["5-6", "5-6", "5-6"]}, "/deal/objects/2"),
        ({"objects": ["1-2", "1-2", "3-4", "3-4", "5-6", "5-6", "7-8", "7-8", "1-2"]}, "/deal/objects/8"),
    ],
)
def test_a_deal_the_components_cannot_provide_is_refused_with_a_pointer(deal: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadDeal) as error:
        start(4, deal)
    assert error.value.faults[0].pointer == pointer


@pytest.mark.rule("KPA-5", "KPA-13")
@pytest.mark.parametrize(
    "body",
    [
        {"type": "announce", "number": 0},
        {"type": "announce", "number": 17},
        {"type": "announce", "number": "7"},
        {"type": "announce", "number": True},
        {"type": "announce"},
        {"type": "announce", "number": 7, "bot": True},
        {"type": "answer", "raised": 1},
        {"type": "answer", "bot_raised": True},
        {"type": "take", "place": 8},
        {"type": "give", "card": "animal-17"},
        {"type": "give", "card": None},
        {"type": "reveal", "object": 16},
        {"type": "lay", "number": 17},
        {"type": "crown", "place": -1},
        {"type": "take_up_bot", "seat": 8},
        {"type": "fight"},
    ],
)
def test_what_the_game_does_not_have_could_never_be_a_move(body: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        BOOK.read_move(body)
