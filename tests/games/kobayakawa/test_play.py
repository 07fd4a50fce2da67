"""The rules of Kobayakawa, each proven on a state built for it."""

from typing import Any

import msgspec
import pytest

from referee.errors import BadDeal, IllegalMove, Invalid, NotYourTurn
from referee.games import GAMES
from referee.games.events import Event
from referee.games.kobayakawa import GAME, play, view
from referee.games.kobayakawa.state import Deal, Fighter, Options, State
from referee.games.protocol import judge
from tests.games.kit import begin, stream_for

BOOK = GAMES["kobayakawa"]


def start(seats: int = 3, first_seat: int = 0, **deal: Any) -> State:
    arranged = msgspec.convert({"rounds": [deal]}, Deal) if deal else None
    return begin(GAME, seats, Options(first_seat), arranged, stream_for("kobayakawa"))[1]


def move(state: State, seat: int, kind: str, **fields: Any) -> list[Event]:
    made = BOOK.read_move({"type": kind, **fields})
    return judge(BOOK, state, seat, made, stream_for("moves"), play.legal(state, seat))


def fight_phase(
    hands: list[int], kobayakawa: int, first_seat: int = 0, round_: int = 1, kamon: list[int] | None = None
) -> State:
    """A state in which all have acted and the starting seat is to fight or pass."""
    seats = len(hands)
    state = start(seats, first_seat)
    state.hands = [[card] for card in hands]
    state.kobayakawa = kobayakawa
    state.deck = [card for card in range(1, 16) if card not in (*hands, kobayakawa)]
    state.acted = [True] * seats
    state.phase = "fight"
    state.round = round_
    state.centre = 9 - round_
    state.gone = round_ - 1
    if kamon:
        state.gone = 0
        state.kamon = kamon
    return state


def replaced(state: State) -> list[int]:
    """All who are awaited until the fight replace; returns who they were, in order."""
    seats = []
    while state.phase == "draw":
        (seat,) = play.awaiting(state)
        move(state, seat, "replace")
        seats.append(seat)
    return seats


def fought(state: State, fighters: set[int]) -> list[Event]:
    events: list[Event] = []
    while state.phase == "fight":
        (seat,) = play.awaiting(state)
        events += move(state, seat, "fight" if seat in fighters else "pass")
    return events


@pytest.mark.rule("KOB-1")
def test_three_to_six_players() -> None:
    assert list(GAME.seats) == [3, 4, 5, 6]


@pytest.mark.rule("KOB-2", "KOB-3")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everyone_begins_with_four_kamon_and_a_card_and_eight_lie_in_the_centre(seats: int) -> None:
    state = start(seats)
    assert state.kamon == [4] * seats
    assert state.centre == 8
    assert [len(hand) for hand in state.hands] == [1] * seats
    assert len(state.deck) == 15 - seats - 1
    assert sorted([*state.deck, state.kobayakawa, *(hand[0] for hand in state.hands)]) == list(range(1, 16))


@pytest.mark.rule("KOB-3")
def test_a_new_round_shuffles_all_fifteen_cards_and_deals_only_to_players_still_in() -> None:
    state = fight_phase([3, 15, 12], 1, kamon=[1, 10, 1])
    fought(state, {0, 1})
    assert state.out == [True, False, False]
    assert [len(hand) for hand in state.hands] == [0, 1, 1]
    assert len(state.deck) == 15 - 2 - 1
    assert state.covered == []
    assert state.discards == [None, None, None]


@pytest.mark.rule("KOB-4")
def test_draw_phase_goes_once_round_from_the_starting_seat_without_passing() -> None:
    state = start(3, first_seat=1)
    order = []
    while state.phase == "draw":
        (seat,) = play.awaiting(state)
        order.append(seat)
        assert [form.type for form in play.legal(state, seat)] == ["draw", "replace"]
        with pytest.raises(IllegalMove) as refused:
            move(state, seat, "pass")
        assert refused.value.extra["rule"]["id"] == "KOB-4"
        move(state, seat, "replace")
    assert order == [1, 2, 0]
    assert state.phase == "fight"


@pytest.mark.rule("KOB-4")
def test_out_of_turn_nobody_moves() -> None:
    with pytest.raises(NotYourTurn):
        move(start(3, first_seat=1), 0, "draw")


@pytest.mark.rule("KOB-5")
@pytest.mark.parametrize(("kept", "laid"), [(8, 3), (3, 8)])
def test_draw_then_keep_either_card_and_the_other_lies_face_up(kept: int, laid: int) -> None:
    state = start(hands=[8, 13, 2], kobayakawa=7, deck=[3])
    (drew,) = move(state, 0, "draw")
    assert drew.data == {"deck": 10}
    assert drew.told()[1] == {0: {"card": 3}}
    assert view.hand(state, 0) == [3, 8]
    assert state.phase == "keep"
    (kept_event,) = move(state, 0, "keep", card=kept)
    assert kept_event.data == {"discard": laid}
    assert kept_event.told()[1] == {0: {"card": kept}}
    assert view.hand(state, 0) == [kept]
    assert view.table(state).players[0].discard == laid
    assert play.awaiting(state) == {1}


@pytest.mark.rule("KOB-5")
def test_only_one_of_the_two_cards_can_be_kept() -> None:
    state = start(hands=[8, 13, 2], kobayakawa=7, deck=[3])
    move(state, 0, "draw")
    with pytest.raises(IllegalMove) as refused:
        move(state, 0, "keep", card=13)
    assert refused.value.extra["field"] == "card"
    assert msgspec.to_builtins(refused.value.extra["allowed"]) == {"one_of": [3, 8]}
    assert refused.value.extra["rule"]["id"] == "KOB-5"
    with pytest.raises(IllegalMove):
        move(state, 0, "replace")


@pytest.mark.rule("KOB-5")
@pytest.mark.parametrize("fields", [{"card": 0}, {"card": 16}, {"card": "9"}, {"card": True}, {}, {"card": 9, "x": 1}])
def test_what_is_no_card_could_never_be_kept(fields: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        BOOK.read_move({"type": "keep", **fields})


@pytest.mark.rule("KOB-6")
def test_replace_turns_the_top_card_onto_the_kobayakawa_and_the_covered_stay_known() -> None:
    state = start(hands=[8, 13, 2], kobayakawa=7, deck=[3, 11])
    (event,) = move(state, 0, "replace")
    assert event.data == {"kobayakawa": 3, "covered": 7}
    assert not event.private
    move(state, 1, "replace")
    assert view.table(state).kobayakawa == 11
    assert view.table(state).covered == [7, 3]
    assert view.table(state).deck == 9


@pytest.mark.rule("KOB-7")
def test_fight_stakes_one_kamon_pass_stakes_none_openly_in_order() -> None:
    state = fight_phase([9, 15, 12], 8, first_seat=2)
    assert play.awaiting(state) == {2}
    assert [form.type for form in play.legal(state, 2)] == ["fight", "pass"]
    assert move(state, 2, "fight")[0].data == {"stake": 1}
    assert move(state, 0, "pass")[0].type == "passed"
    players = view.table(state).players
    assert [player.stake for player in players] == [0, None, 1]
    assert [player.kamon for player in players] == [4, 4, 3]
    assert state.pot == 1


@pytest.mark.rule("KOB-8")
def test_lowest_fighter_adds_the_kobayakawa_8_plus_7_beats_13() -> None:
    state = fight_phase([8, 13, 2], 7)
    fought(state, {0, 1})
    assert state.last_round is not None
    assert state.last_round.winner == 0
    assert state.last_round.fighters == [Fighter(0, 8, 15), Fighter(1, 13, 13)]


@pytest.mark.rule("KOB-8")
@pytest.mark.parametrize(("fighters", "winner", "total"), [({0, 1, 2}, 2, 13), ({1, 2}, 1, 15)])
def test_only_those_fighting_count_as_lowest(fighters: set[int], winner: int, total: int) -> None:
    state = fight_phase([1, 5, 13], 10)
    fought(state, fighters)
    assert state.last_round is not None
    assert state.last_round.winner == winner
    assert {f.total for f in state.last_round.fighters if f.seat == winner} == {total}


@pytest.mark.rule("KOB-9")
@pytest.mark.parametrize(("first_seat", "winner"), [(0, 0), (1, 1), (2, 0)])
def test_equal_totals_go_to_the_earlier_in_the_rounds_order(first_seat: int, winner: int) -> None:
    state = fight_phase([12, 5, 1], 7, first_seat=first_seat)
    fought(state, {0, 1})
    assert state.last_round is not None
    assert state.last_round.winner == winner


@pytest.mark.rule("KOB-10")
def test_a_lone_fighter_wins_without_revealing() -> None:
    state = fight_phase([9, 15, 12], 8)
    events = fought(state, {0})
    assert state.last_round is not None
    assert state.last_round.fighters == [Fighter(0, None, None)]
    assert state.last_round.winner == 0
    (over,) = [event for event in events if event.type == "round_over"]
    assert over.data["fighters"] == [{"seat": 0, "card": None, "total": None}]


@pytest.mark.rule("KOB-10")
def test_those_who_passed_never_reveal() -> None:
    state = fight_phase([9, 15, 12], 8)
    fought(state, {0, 1})
    assert state.last_round is not None
    assert {fighter.seat for fighter in state.last_round.fighters} == {0, 1}


@pytest.mark.rule("KOB-11")
def test_winner_takes_stakes_and_one_from_the_centre_and_starts_next() -> None:
    state = fight_phase([9, 1, 15, 12], 8, first_seat=3)
    fought(state, {0, 2, 3})
    assert state.last_round is not None
    assert {f.seat: f.total for f in state.last_round.fighters} == {0: 17, 2: 15, 3: 12}
    assert state.kamon == [4 + 3, 4, 3, 3]
    assert state.centre == 7
    assert state.last_round.won == 4
    assert state.first_seat == 0
    assert state.round == 2


@pytest.mark.rule("KOB-12")
def test_nobody_fights_the_centres_kamon_leaves_the_game_and_the_starting_seat_stays() -> None:
    state = fight_phase([9, 15, 12], 8, first_seat=2, round_=3)
    assert state.centre == 6
    fought(state, set())
    assert state.kamon == [4, 4, 4]
    assert state.centre == 5
    assert state.gone == 3
    assert state.round == 4
    assert state.first_seat == 2
    assert state.last_round is not None
    assert (state.last_round.winner, state.last_round.fighters, state.last_round.won) == (None, [], 0)


@pytest.mark.rule("KOB-13")
def test_without_kamon_after_the_pot_is_paid_a_player_is_out_and_skipped() -> None:
    state = fight_phase([3, 15, 12], 1, kamon=[1, 10, 1])
    events = fought(state, {0, 1})
    assert [event.seat for event in events if event.type == "out"] == [0]
    assert view.hand(state, 0) == []
    assert play.legal(state, 0) == []
    assert replaced(state) == [1, 2]
    assert [event.seat for event in fought(state, {1, 2}) if event.type in ("fought", "passed")] == [1, 2]


@pytest.mark.rule("KOB-13")
def test_staking_the_last_kamon_and_winning_keeps_a_player_in() -> None:
    state = fight_phase([15, 3, 12], 1, kamon=[1, 10, 1])
    fought(state, {0, 1})
    assert state.out == [False, False, False]
    assert state.kamon == [3, 9, 1]


@pytest.mark.rule("KOB-14", "KOB-15")
def test_last_round_stakes_two_or_ones_last_and_the_winner_takes_all() -> None:
    state = fight_phase([2, 15, 9], 3, round_=7, kamon=[5, 1, 3])
    fought(state, {0, 1})
    assert state.kamon == [3, 5, 3]
    assert (state.centre, state.pot) == (0, 0)
    outcome = play.result(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ([1], [3, 5, 3], "most_kamon")
    assert state.phase == "over"
    assert play.awaiting(state) == frozenset()


@pytest.mark.rule("KOB-14")
@pytest.mark.parametrize(("kamon", "stake"), [(1, 1), (2, 2), (3, 2)])
def test_stake_in_the_last_round(kamon: int, stake: int) -> None:
    state = fight_phase([2, 15, 9], 3, round_=7, kamon=[kamon, 1, 3])
    assert move(state, 0, "fight")[0].data == {"stake": stake}


@pytest.mark.rule("KOB-14", "KOB-12")
def test_six_rounds_bring_the_centre_to_two_and_the_seventh_is_the_last() -> None:
    state = start(3)
    for round_ in range(1, 8):
        assert (state.round, state.centre) == (round_, 9 - round_)
        assert replaced(state) == [0, 1, 2]
        fought(state, set())
    assert state.phase == "over"
    assert (state.centre, state.gone) == (0, 8)


@pytest.mark.rule("KOB-15")
def test_equal_kamon_at_the_end_win_jointly() -> None:
    state = fight_phase([2, 15, 9], 3, round_=7, kamon=[5, 5, 3])
    fought(state, set())
    outcome = play.result(state)
    assert outcome is not None
    assert outcome.winners == [0, 1]


@pytest.mark.rule("KOB-16")
def test_the_only_player_with_kamon_wins_at_once() -> None:
    state = fight_phase([15, 3, 4], 1, round_=2, kamon=[10, 1, 1])
    fought(state, {0, 1, 2})
    outcome = play.result(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ([0], "last_player")
    assert state.round == 2


@pytest.mark.rule("KOB-3")
def test_an_arranged_deal_names_any_round_and_the_rest_is_shuffled() -> None:
    rounds = [{}, {"hands": [None, 4], "kobayakawa": 9, "deck": [1, 2]}]
    state = begin(GAME, 3, Options(0), msgspec.convert({"rounds": rounds}, Deal), stream_for("deal"))[1]
    for seat in range(3):
        move(state, seat, "replace")
    fought(state, set())
    assert state.hands[1] == [4]
    assert state.kobayakawa == 9
    assert state.deck[:2] == [1, 2]
    assert state.deals == []


@pytest.mark.rule("KOB-3")
@pytest.mark.parametrize(
    ("rounds", "pointer"),
    [
        ([{"hands": [16]}], "/deal/rounds/0/hands/0"),
        ([{"hands": [4, 4]}], "/deal/rounds/0/hands/1"),
        ([{"kobayakawa": 0}], "/deal/rounds/0/kobayakawa"),
        ([{"hands": [None, None, None, 2]}], "/deal/rounds/0/hands/3"),
        ([{}, {"hands": [3], "deck": [3]}], "/deal/rounds/1/deck/0"),
        ([{}] * 8, "/deal/rounds/7"),
        ([{"deck": list(range(1, 16))}], "/deal/rounds/0/deck"),
    ],
)
def test_a_deal_the_cards_cannot_provide_is_refused_with_a_pointer(rounds: list[Any], pointer: str) -> None:
    with pytest.raises(BadDeal) as refused:
        begin(GAME, 3, Options(0), msgspec.convert({"rounds": rounds}, Deal), stream_for("deal"))
    assert refused.value.faults[0].pointer == pointer


@pytest.mark.rule("KOB-3")
def test_first_seat_is_drawn_when_left_out_and_must_exist() -> None:
    drawn = {begin(GAME, 3, Options(), None, stream_for(str(n)))[0].first_seat for n in range(50)}
    assert drawn == {0, 1, 2}
    with pytest.raises(Invalid):
        begin(GAME, 3, Options(3), None, stream_for("x"))
