"""KINMO's set-up: cards, hands, reserve, options and arranged deals."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from referee.errors import BadDeal, Invalid
from referee.games.kinmo import GAME, play, view
from referee.games.kinmo.components import CARDS
from referee.games.kinmo.state import Deal, Options, State
from tests.games.kinmo.world import cards
from tests.games.kit import begin, stream_for


def start(seats: int = 3, first_seat: int = 0, **deal: Any) -> State:
    arranged = msgspec.convert(deal, Deal) if deal else None
    return begin(GAME, seats, Options(first_seat), arranged, stream_for("kinmo"))[1]


@pytest.mark.rule("KIN-1", "KIN-30")
@pytest.mark.parametrize("seats", range(2, 11))
def test_up_to_seven_play_for_themselves_and_from_eight_on_in_teams(seats: int) -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    teams = {player.team for player in view.table(start(seats)).players}
    assert (teams == {None}) == (seats <= 7)


@pytest.mark.rule("KIN-2")
def test_98_cards() -> None:
    state = start(4)
    everywhere = [*state.deck, *state.discards, *(card for hand in state.hands for card in hand)]
    assert Counter(everywhere) == {
        "gem-green": 4,
        "gem-blue": 6,
        "gem-purple": 8,
        "gem-orange": 8,
        "thief": 24,
        "chipote": 24,
        "healing": 24,
    }
    assert len(everywhere) == 98


@pytest.mark.rule("KIN-3")
@pytest.mark.parametrize("seats", [2, 7, 10])
def test_five_cards_each_and_one_turned_up(seats: int) -> None:
    table = view.table(start(seats))
    assert [player.hand for player in table.players] == [5] * seats
    assert table.discards == 1
    assert table.deck == 98 - 5 * seats - 1
    assert table.turn == 0


@pytest.mark.rule("KIN-3")
def test_the_deal_is_the_shuffled_catalogue_from_the_top_hand_by_hand() -> None:
    shuffled = stream_for("kinmo").shuffled(CARDS)
    state = start(3)
    assert state.hands == [shuffled[:5], shuffled[5:10], shuffled[10:15]]
    assert state.discards == [shuffled[15]]
    assert state.deck == shuffled[16:]


@pytest.mark.rule("KIN-4", "KIN-25", "KIN-31")
@pytest.mark.parametrize(("seats", "heart"), [(2, False), (3, True), (7, True), (8, False), (9, False), (10, False)])
def test_three_bandages_and_a_heart_unless_two_or_teams_play(seats: int, heart: bool) -> None:
    players = view.table(start(seats)).players
    assert {(player.bandages, player.heart) for player in players} == {(3, heart)}


@pytest.mark.rule("KIN-5")
@pytest.mark.parametrize(
    ("seats", "reserve"),
    [
        (2, (1, 2, 2, 3)),
        (3, (2, 3, 3, 4)),
        (4, (3, 4, 4, 5)),
        (5, (4, 5, 5, 6)),
        (6, (4, 5, 5, 6)),
        (7, (4, 5, 5, 6)),
        (8, (4, 5, 5, 6)),
        (9, (4, 5, 5, 6)),
        (10, (4, 5, 5, 6)),
    ],
)
def test_the_reserve_by_number_of_players(seats: int, reserve: tuple[int, ...]) -> None:
    found = view.table(start(seats)).reserve
    assert (found.green, found.blue, found.purple, found.orange) == reserve


@pytest.mark.rule("KIN-6")
def test_first_seat_is_drawn_when_left_out_and_must_exist() -> None:
    drawn = {begin(GAME, 3, Options(), None, stream_for(str(n)))[0].first_seat for n in range(50)}
    assert drawn == {0, 1, 2}
    assert play.awaiting(start(3, first_seat=2)) == {2}
    with pytest.raises(Invalid) as caught:
        start(3, first_seat=3)
    assert caught.value.faults[0].pointer == "/options/first_seat"


@pytest.mark.rule("KIN-6")
@pytest.mark.parametrize("options", [{"hearts": True}, {"first_seat": "0"}, {"first_seat": 10}, {"first_seat": -1}])
def test_other_options_are_none(options: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, GAME.Options)


@pytest.mark.rule("KIN-3")
def test_an_arranged_deal_names_hands_the_decks_top_and_the_card_turned_up() -> None:
    hand = cards("T T C H green")
    state = start(3, hands=[None, hand], deck=cards("H purple"), discard="thief")
    assert state.hands[1] == hand
    assert state.discards == ["thief"]
    assert state.deck[:2] == cards("H purple")
    rest = list(CARDS)
    for card in [*hand, *cards("H purple T")]:
        rest.remove(card)
    shuffled = stream_for("kinmo").shuffled(rest)
    assert (state.hands[0], state.hands[2]) == (shuffled[:5], shuffled[5:10])
    assert state.deck[2:] == shuffled[10:]


@pytest.mark.rule("KIN-3")
def test_the_card_turned_up_comes_from_the_shuffle_when_only_the_deck_is_named() -> None:
    state = start(2, deck=cards("green green green green"))
    assert state.deck[:4] == cards("green green green green")
    assert state.discards[0] != "gem-green"


@pytest.mark.rule("KIN-3")
def test_setting_up_twice_from_one_deal_gives_two_matches_of_their_own() -> None:
    deal = msgspec.convert({"hands": [cards("T T C H green")]}, Deal)
    one, two = (begin(GAME, 2, Options(0), deal, stream_for("kinmo"))[1] for _ in range(2))
    one.hands[0].clear()
    assert two.hands[0] == deal.hands[0] == cards("T T C H green")


@pytest.mark.rule("KIN-2", "KIN-3")
@pytest.mark.parametrize(
    ("deal", "pointer"),
    [
        ({"hands": [["joker", *cards("T T T T")]]}, "/deal/hands/0/0"),
        ({"hands": [None, cards("T T T T")]}, "/deal/hands/1"),
        ({"hands": [cards("T T T T T T")]}, "/deal/hands/0"),
        ({"hands": [[]]}, "/deal/hands/0"),
        ({"hands": [None, None, None, cards("T T T T T")]}, "/deal/hands/3"),
        ({"hands": [cards("green green green green H")], "deck": ["gem-green"]}, "/deal/deck/0"),
        ({"hands": [cards("green green H H H"), cards("T T green green green")]}, "/deal/hands/1/4"),
        ({"deck": cards("green green green green"), "discard": "gem-green"}, "/deal/discard"),
        ({"discard": "green"}, "/deal/discard"),
        ({"deck": ["T"]}, "/deal/deck/0"),
        ({"deck": list(CARDS[:83])}, "/deal/deck"),
        ({"deck": list(CARDS)}, "/deal/deck"),
    ],
)
def test_a_deal_the_cards_cannot_provide_is_refused_with_a_pointer(deal: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadDeal) as caught:
        start(3, **deal)
    assert caught.value.faults[0].pointer == pointer


@pytest.mark.rule("KIN-3")
def test_a_deal_may_name_every_card() -> None:
    hands = [list(CARDS[5 * seat : 5 * seat + 5]) for seat in range(3)]
    state = start(3, hands=hands, discard=CARDS[15], deck=list(CARDS[16:]))
    assert (state.hands, state.discards, state.deck) == (hands, [CARDS[15]], list(CARDS[16:]))


@pytest.mark.rule("KIN-24", "KIN-13")
def test_the_table_shows_gems_bandages_and_hearts_and_no_hand_or_deck() -> None:
    state = start(3)
    table = msgspec.to_builtins(view.table(state))
    assert table["players"][1] == {
        "hand": 5,
        "gems": {"green": 0, "blue": 0, "purple": 0, "orange": 0},
        "bandages": 3,
        "heart": True,
        "team": None,
    }
    assert set(table) == {
        "turn",
        "deck",
        "discard_top",
        "discards",
        "reserve",
        "offer",
        "offer_spent",
        "players",
    }
    state.hands[2] = cards("H T orange C green")
    assert view.hand(state, 2) == cards("green orange T C H")
