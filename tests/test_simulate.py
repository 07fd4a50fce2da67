"""Simulating: the same matches as on a server, reproducible, and nothing but the seat's view for a player."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from referee import bots
from referee.app import create_app
from referee.config import Config
from referee.errors import Invalid
from referee.games import GAMES
from referee.match.documents import View
from referee.randomness import Stream
from referee.simulate import PlayerError, simulate
from referee.store.opening import open_store
from tests.api.kit import Table

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


def through_the_view(view: Mapping[str, Any], stream: Stream) -> Any:
    """What bot:random does, given a view rather than forms."""
    return bots.random(view, stream)


def always_fights(view: Mapping[str, Any], stream: Stream) -> Any:
    return {"type": "fight"}


def fails(view: Mapping[str, Any], stream: Stream) -> Any:
    return view["no such thing"]


def waits(view: Mapping[str, Any], stream: Stream) -> None:
    return None


@each_game
def test_bot_random_moves_by_the_forms_as_it_would_by_the_view(game: Any) -> None:
    seats = game.seats.start
    by_forms = list(simulate(game.id, ["bot:random"] * seats, matches=3, seed="a", moves=True, max_moves=300))
    by_view = list(simulate(game.id, [through_the_view] * seats, matches=3, seed="a", moves=True, max_moves=300))
    assert [played.moves for played in by_forms] == [played.moves for played in by_view]
    assert all(played.moves for played in by_forms)


@each_game
def test_every_game_is_played_by_steady_bots_to_an_end_or_the_limit(game: Any) -> None:
    (played,) = simulate(game.id, ["bot:steady"] * game.seats.start, seed="a", max_moves=400)
    assert (played.result is None) == (played.move_count == 400)


def test_a_match_follows_from_seed_and_number_alone() -> None:
    players = ["bot:steady", "bot:random", "bot:random"]
    few = list(simulate("kobayakawa", players, matches=3, seed="a", moves=True))
    many = list(simulate("kobayakawa", players, matches=6, seed="a", moves=True, jobs=2))
    other = list(simulate("kobayakawa", players, matches=3, seed="b", moves=True))
    plain = [(m.number, m.seed, m.moves, m.result) for m in few]
    assert [(m.number, m.seed, m.moves, m.result) for m in many[:3]] == plain
    assert [m.number for m in many] == list(range(6))
    assert len({m.seed for m in [*many, *other]}) == 9


@pytest.fixture(scope="module")
def client() -> Any:
    store = open_store(None, memory=True)
    yield create_app(Config(), store).test_client()
    store.close()


@each_game
def test_the_seed_of_a_match_plays_it_again_on_a_server(client: FlaskClient, game: Any) -> None:
    seats = game.seats.start
    (played,) = simulate(game.id, ["bot:random"] * seats, seed="server", moves=True, max_moves=120)
    table = Table.create(client, game=game.id, seats=seats, seed=played.seed, options={}, deal=None)
    assert played.moves
    for made in played.moves:
        answer = table.post("/moves", made["move"], made["seat"])
        assert answer.status_code == 200, answer.text
    view = table.get().json
    assert view["version"] == played.move_count
    assert view["result"] == (None if played.result is None else msgspec.to_builtins(played.result))


@each_game
def test_a_player_is_given_the_view_that_a_server_answers_to_its_seat(client: FlaskClient, game: Any) -> None:
    seen: list[Mapping[str, Any]] = []

    def looks(view: Mapping[str, Any], stream: Stream) -> Any:
        seen.append(view)
        return bots.random(view, stream)

    seats = game.seats.start
    (played,) = simulate(game.id, [looks] * seats, seed="view", max_moves=1)
    table = Table.create(client, game=game.id, seats=seats, seed=played.seed, options={}, deal=None)
    answered = table.get("", seen[0]["you"]).json
    own = {"match", "fairness", "created_at", "expires_at"}
    assert set(seen[0]) == {field.name for field in msgspec.structs.fields(View) if field.required}
    assert {k: v for k, v in seen[0].items() if k not in own} == {k: v for k, v in answered.items() if k not in own}


def test_what_a_player_does_to_its_view_does_not_change_the_match() -> None:
    def vandal(view: Any, stream: Stream) -> Any:
        move = bots.random(view, stream)
        view["hand"].clear()
        view["table"]["players"].clear()
        view["table"]["covered"].append(99)
        return move

    (honest,) = simulate("kobayakawa", ["bot:random"] * 3, seed="v", moves=True)
    (vandalised,) = simulate("kobayakawa", [vandal] * 3, seed="v", moves=True)
    assert vandalised.moves == honest.moves


def test_a_refused_move_ends_the_run_with_the_rule_and_what_was_legal() -> None:
    with pytest.raises(PlayerError) as refused:
        list(simulate("kobayakawa", [always_fights, "bot:random", "bot:random"], options={"first_seat": 0}))
    text = str(refused.value)
    assert text.startswith('match 0: always_fights in seat 0 was refused {"type":"fight"}')
    assert "KOB-4" in text
    assert '{"type":"draw"}' in text


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_player_that_fails_ends_the_run_with_its_traceback(jobs: int) -> None:
    with pytest.raises(PlayerError, match="no such thing"):
        list(simulate("kobayakawa", ["tests.test_simulate:fails"] * 3, matches=4, jobs=jobs))


def test_when_everybody_waits_somebody_makes_a_random_legal_move() -> None:
    (waited,) = simulate("kobayakawa", [waits] * 3, seed="w", moves=True)
    (random,) = simulate("kobayakawa", ["bot:random"] * 3, seed="w", moves=True)
    assert waited.moves == random.moves
    assert waited.result is not None


def test_a_match_that_goes_on_too_long_is_left_unfinished() -> None:
    (played,) = simulate("kobayakawa", ["bot:random"] * 3, max_moves=7)
    assert (played.move_count, played.result) == (7, None)


def test_options_are_the_games_own() -> None:
    (played,) = simulate("kobayakawa", ["bot:random"] * 3, options={"first_seat": 2}, moves=True, max_moves=1)
    assert played.options == {"first_seat": 2}
    assert played.moves
    assert played.moves[0]["seat"] == 2


@pytest.mark.parametrize(
    ("game", "players", "options", "pointer"),
    [
        ("chess", ["bot:random"] * 3, {}, "/game"),
        ("kobayakawa", ["bot:random"] * 2, {}, "/seats"),
        ("kobayakawa", ["bot:random", "bot:random", "bot:brilliant"], {}, "/seats"),
        ("kobayakawa", ["no_such_module:f"] * 3, {}, "/seats"),
        ("kobayakawa", ["tests.test_simulate:__doc__"] * 3, {}, "/seats"),
        ("kobayakawa", ["bot:random"] * 3, {"first_seat": 3}, "/options/first_seat"),
        ("kobayakawa", ["bot:random"] * 3, {"colour": 1}, "/options/colour"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(game: str, players: Any, options: Any, pointer: str) -> None:
    with pytest.raises(Invalid) as refused:
        list(simulate(game, players, options=options))
    assert refused.value.faults[0].pointer == pointer
