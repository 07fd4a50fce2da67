"""The sensible player of Kinapa, which sees nothing but its own view."""

from typing import Any

import msgspec
import pytest

from referee.games import forms
from referee.games.kinapa import GAME
from referee.games.kinapa.steady import steady
from referee.games.protocol import judge
from tests.games.kinapa.build import ask, move, position
from tests.games.kit import Case, cases, seen, stream_for

CASES = {case.variant.name: case for case in cases() if case.game is GAME}


def winners(case: Case, number: int, steadies: set[int]) -> list[int]:
    """Play a match, steady seats against random ones, to its end."""
    stream, chance = stream_for(f"steady-{number}"), stream_for(f"chance-{number}")
    state = case.start(stream)
    for _ in range(5_000):
        seat = min(GAME.awaiting(state), default=None)
        if seat is None:
            break
        legal = GAME.legal(state, seat)
        chosen = steady(view(state, seat), chance) if seat in steadies else forms.sample(legal, chance.below)
        judge(case.book, state, seat, case.book.read_move(chosen), stream, legal)
    outcome = GAME.result(state)
    assert outcome is not None
    return outcome.winners


def view(state: Any, seat: int) -> dict[str, Any]:
    return {**msgspec.json.decode(seen(GAME, state, seat)), "you": seat}


@pytest.mark.rule("KPA-17", "KPA-45")
@pytest.mark.parametrize(("name", "seats"), [("2", 2), ("3", 3), ("4", 4)])
def test_one_among_random_players_wins_clearly_more_than_its_share(name: str, seats: int) -> None:
    wins = sum(n % seats in winners(CASES[name], n, {n % seats}) for n in range(40))
    assert wins > 40 / seats * 1.3


@pytest.mark.rule("KPA-17", "KPA-45")
@pytest.mark.parametrize("name", ["2", "3", "5-bot", "8"])
def test_among_themselves_they_bring_matches_to_an_end(name: str) -> None:
    case = CASES[name]
    for number in range(3):
        assert winners(case, number, set(range(case.variant.seats)))


@pytest.mark.rule("KPA-6")
def test_it_answers_truly() -> None:
    state = position(["a7 a1 s2 s3", "s7 a2 a3 s4", "a4 a5 s6 s8"])
    move(state, 0, "announce", number=7)
    assert steady(view(state, 1), stream_for("x")) == {"type": "answer", "raised": False}
    assert steady(view(state, 2), stream_for("x")) == {"type": "answer", "raised": True}


@pytest.mark.rule("KPA-13")
def test_it_keeps_pairs_together() -> None:
    state = position(["a7 a1 s2 a2", "s7 a5 a3 s4", "a4 s1 s6 s8"])
    ask(state, 7, {2, 3})
    given = {steady(view(state, 0), stream_for(str(n)))["card"] for n in range(20)}
    assert given == {"animal-1"}


@pytest.mark.rule("KPA-5")
def test_it_asks_for_the_partner_of_a_single_card_best_an_open_one() -> None:
    state = position(["a7 a1 s2 a2", "s7 a5 a3 s4", "a4 s1 s6 s8"])
    assert {steady(view(state, 0), stream_for(str(n)))["number"] for n in range(20)} == {1, 7}
    state.hands[1].foxes, state.hands[1].face_up = 2, ["shelter-7"]
    assert {steady(view(state, 0), stream_for(str(n)))["number"] for n in range(20)} == {7}
