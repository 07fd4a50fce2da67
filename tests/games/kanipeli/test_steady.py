"""Känipeli: what the steady player does, from its view alone."""

from typing import Any

import msgspec
import pytest

from referee.games import forms
from referee.games.kanipeli import GAME, play
from referee.games.kanipeli.state import State
from tests.games.kanipeli.build import BOOK, build, move, offer, start
from tests.games.kit import seen, stream_for

pytestmark = pytest.mark.slow


def chosen(state: State, seat: int, stream: str = "steady") -> dict[str, Any]:
    looked = {**msgspec.json.decode(seen(GAME, state, seat)), "you": seat}
    return dict(GAME.steady(looked, stream_for(stream)))


def play_out(seats: int, steady: set[int], name: str, limit: int, **options: Any) -> State:
    """A match of steady and random players; who has something to answer comes before the player on turn."""
    state = start(seats, stream=name, **options)
    chance = stream_for(f"chance-{name}")
    for n in range(limit):
        awaited = sorted(play.awaiting(state), key=lambda seat: (seat == state.turn, seat))
        if not awaited:
            break
        seat = awaited[0]
        if seat in steady:
            made = chosen(state, seat, f"{name}-{n}")
        else:
            made = forms.sample(play.legal(state, seat), chance.below)
        fields = {field: value for field, value in made.items() if field != "type"}
        move(state, seat, made["type"], **fields)
    return state


@pytest.mark.rule("KAN-10", "KAN-25")
@pytest.mark.parametrize(("seats", "limit"), [(2, 1_500), (4, 1_800), (7, 2_500)])
def test_steady_players_bring_a_match_to_its_end(seats: int, limit: int) -> None:
    state = play_out(seats, set(range(seats)), f"all-{seats}", limit)
    assert play.result(state) is not None
    assert state.reshuffles == 3


@pytest.mark.rule("KAN-27")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_steady_player_beats_random_ones(seats: int) -> None:
    for n in range(3):
        result = play.result(play_out(seats, {n % seats}, f"beats-{seats}-{n}", 5_000))
        assert result is not None
        assert result.winners == [n % seats]


@pytest.mark.rule("KAN-7", "KAN-16")
def test_it_drinks_a_stack_that_can_bring_no_more_and_otherwise_the_one_with_least_ahead() -> None:
    assert chosen(build([["kossu"], []], tables=[{"gt": 5, "hwf": 1}]), 0) == {"type": "drink", "drink": "gt"}
    assert chosen(build([["kossu"], []], tables=[{"gt": 4, "hwf": 6}]), 0) == {"type": "drink", "drink": "gt"}


@pytest.mark.rule("KAN-24")
@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"drawn": [0]}, {"type": "accept", "offer": 1}),
        ({"drawn": [1]}, {"type": "decline", "offer": 1}),
        ({"want": ["jallu"]}, {"type": "decline", "offer": 1}),
        ({"drawn": [0], "want": ["hwf"]}, {"type": "accept", "offer": 1, "hand": [2]}),
        ({"drawn": [0], "want": ["hauki"]}, {"type": "decline", "offer": 1}),
        ({"drawn": [0], "want": ["gt"], "want_kani": 1}, {"type": "decline", "offer": 1}),
    ],
)
def test_it_accepts_what_it_collects_for_what_it_does_not(fields: dict[str, Any], answer: dict[str, Any]) -> None:
    state = build(
        [["kossu"], ["hwf", "jallu", "hwf", "gt"]],
        phase="trade",
        drawn=["gt", "lappari"],
        tables=[{}, {"gt": 3, "jallu": 1}],
        kanit=[0, 1],
    )
    offer(state, 0, 1, **fields)
    assert chosen(state, 1) == answer


@pytest.mark.rule("KAN-10")
def test_it_offers_what_the_other_collects_and_does_so_only_a_few_times() -> None:
    state = build([["kossu"], ["hwf"]], phase="trade", drawn=["gt", "lappari"], tables=[{"kossu": 1}, {"gt": 1}])
    made = [chosen(state, 0, str(n)) for n in range(60)]
    ended = sum(one["type"] == "end_trading" for one in made)
    assert 5 <= ended <= 40
    offers = [one for one in made if one["type"] == "offer"]
    assert all(one["drawn"] == [0] and one["to"] == 1 for one in offers)
    for one in offers:
        assert forms.fits(play.legal(state, 0), "offer", BOOK.read_move(one))
