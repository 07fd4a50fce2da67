"""KINMO's sensible player."""

from collections.abc import Collection
from typing import Any

import msgspec
import pytest

from referee.games import forms
from referee.games.kinmo import GAME, play
from referee.games.kinmo.components import Gem
from referee.games.kinmo.state import Options, State
from referee.games.protocol import judge
from referee.randomness import Stream
from tests.games.kinmo.world import BOOK, build, cards, move
from tests.games.kit import begin, seen, stream_for


def steady(state: State, seat: int, chance: Stream) -> dict[str, Any]:
    """What the steady player does, from the seat's view alone."""
    view = {**msgspec.json.decode(seen(GAME, state, seat)), "you": seat}
    return dict(GAME.steady(view, chance))


def chosen(state: State, seat: int) -> dict[str, Any]:
    """The same, and it is legal."""
    made = steady(state, seat, stream_for("steady"))
    assert forms.fits(play.legal(state, seat), made["type"], BOOK.read_move(made))
    return made


def winners(seats: int, steady_seats: Collection[int], name: str, most: int) -> list[int]:
    """Play a match to its end, the other seats at random."""
    stream, chance = stream_for(name), stream_for(f"{name}-chance")
    state = begin(GAME, seats, Options(), None, stream)[1]
    for _ in range(most):
        seat = min(play.awaiting(state), default=None)
        if seat is None:
            break
        found = play.legal(state, seat)
        made = steady(state, seat, chance) if seat in steady_seats else forms.sample(found, chance.below)
        judge(BOOK, state, seat, BOOK.read_move(made), stream, found)
    result = play.result(state)
    assert result is not None, f"not over after {most} moves"
    return result.winners


@pytest.mark.rule("KIN-22")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_steady_player_beats_random_ones(seats: int) -> None:
    won = [n % seats in winners(seats, {n % seats}, f"{seats}-{n}", 2_000) for n in range(20)]
    assert sum(won) >= 18


@pytest.mark.rule("KIN-22", "KIN-32")
@pytest.mark.parametrize("seats", range(2, 11))
def test_steady_players_bring_the_match_to_an_end(seats: int) -> None:
    for n in range(5):
        assert winners(seats, range(seats), f"all-{seats}-{n}", 1_000)


@pytest.mark.rule("KIN-22")
def test_it_takes_the_fourth_colour_rather_than_another_gem() -> None:
    owned: dict[int, list[Gem]] = {0: ["blue", "purple", "orange"], 1: ["green", "blue"], 2: ["blue", "purple"]}
    state = build(3, hands={0: "C C C T T"}, gems=owned, bandages={1: 1, 2: 1})
    assert chosen(state, 0) == {"type": "play_set", "cards": cards("C C C"), "target": 1, "gem": "green"}


@pytest.mark.rule("KIN-11", "KIN-34")
def test_it_swaps_gems_for_a_new_colour() -> None:
    state = build(3, hands={0: "T T C C H"}, gems={0: ["orange"] * 3})
    assert chosen(state, 0) == {"type": "trade_gems", "give": "orange", "take": "green"}
    state = build(8, hands={0: "T T C C H"}, gems={0: ["orange"] * 2, 4: ["blue"]})
    assert chosen(state, 0) == {"type": "swap_team_gem", "give": "orange", "team_mate": 4, "take": "blue"}


@pytest.mark.rule("KIN-34")
@pytest.mark.parametrize("seats", [8, 9, 10])
def test_it_gives_a_team_mate_the_fourth_colour(seats: int) -> None:
    mate = {8: 4, 9: 3, 10: 5}[seats]
    owned: dict[int, list[Gem]] = {
        0: ["orange", "orange", "purple", "purple"],
        mate: ["green", "blue", "blue", "purple"],
    }
    state = build(seats, hands={0: "T T T C H"}, gems={**owned, 1: ["orange"]})
    assert chosen(state, 0) == {"type": "swap_team_gem", "give": "orange", "team_mate": mate, "take": "blue"}


@pytest.mark.rule("KIN-8")
def test_it_takes_the_card_that_completes_a_set() -> None:
    state = build(3, hands={0: "blue blue T C H"}, discards="orange")
    made = chosen(state, 0)
    assert (made["type"], sorted(made["cards"])) == ("take_discard", ["chipote", "thief"])


@pytest.mark.rule("KIN-19", "KIN-23")
@pytest.mark.parametrize(("rival", "ends"), [(["orange"], True), (["green", "blue"], False)])
def test_it_ends_the_match_on_points_only_when_that_wins(rival: list[Gem], ends: bool) -> None:
    state = build(
        3,
        hands={0: "C C C T H"},
        gems={0: ["purple"], 1: ["blue"], 2: rival},
        bandages={1: 1},
        without_heart=[1],
    )
    made = chosen(state, 0)
    assert (made["type"] == "play_set" and made["target"] == 1) == ends


@pytest.mark.rule("KIN-9")
def test_it_accepts_for_what_it_gathers_and_declines_otherwise() -> None:
    hands = {0: "T T C H H", 1: "blue blue T C H", 2: "blue blue C C H"}
    state = build(3, hands=hands)
    move(state, 0, "offer_exchange", want="thief", promise="gem-orange")
    assert chosen(state, 1) == {"type": "accept_exchange", "card": "thief"}
    assert chosen(state, 2) == {"type": "decline_exchange"}
    state = build(3, hands=hands)
    move(state, 0, "offer_exchange", want="gem", promise="gem-orange")
    assert chosen(state, 1) == {"type": "decline_exchange"}


@pytest.mark.rule("KIN-9", "KIN-10")
def test_it_offers_at_most_once_a_turn_and_swaps_with_who_accepted() -> None:
    state = build(3, hands={0: "blue blue T C H", 2: "blue T T H H"}, discards="H")
    offers = [made for n in range(40) if (made := steady(state, 0, stream_for(str(n))))["type"] == "offer_exchange"]
    assert 0 < len(offers) < 40
    assert offers[0]["want"] == "gem"
    assert offers[0]["promise"] in state.hands[0]
    state.offer_spent = True
    assert all(steady(state, 0, stream_for(str(n)))["type"] == "discard" for n in range(40))
    state.offer_spent = False
    move(state, 0, "offer_exchange", want="gem", promise=offers[0]["promise"])
    move(state, 1, "decline_exchange")
    move(state, 2, "accept_exchange", card="gem-blue")
    assert chosen(state, 0) == {"type": "exchange", "partner": 2, "card": offers[0]["promise"]}
