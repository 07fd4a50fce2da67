"""What the documentation says a seed deals is what the rules deal."""

from typing import Any

import msgspec
import pytest

from referee.api.fairness import MATCH, SEED
from referee.games import GAMES
from referee.games.protocol import Vector
from referee.randomness import Stream, match_key
from tests.games.kit import begin

VECTORS = [(game, vector) for game in GAMES.values() for vector in GAMES[game.id].vectors]


def opening(game: Any, seats: int, options: Any, deal: Any, key: bytes) -> tuple[Any, bytes]:
    """The effective options, and the first state."""
    options = msgspec.convert(options, game.Options)
    deal = None if deal is None else msgspec.convert(deal, game.Deal)
    options, state = begin(game, seats, options, deal, Stream(key))
    return msgspec.to_builtins(options), GAMES[game.id].encode(state)


@pytest.mark.parametrize(("game", "vector"), VECTORS, ids=lambda one: getattr(one, "id", ""))
def test_the_documented_seed_deals_the_documented_cards(game: Any, vector: Vector) -> None:
    key = match_key(SEED, MATCH, [None] * (vector.seats + 1))
    drawn = {name: value for name, value in vector.options.items() if name != "first_seat"}
    options, state = opening(game, vector.seats, drawn, None, key)
    assert {name: options[name] for name in vector.options} == vector.options
    # the whole deal arranged leaves the stream nothing to decide
    for other in (key, bytes(32)):
        assert opening(game, vector.seats, vector.options, vector.deal, other)[1] == state


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_game_has_a_vector_that_gives_its_first_seat(game: Any) -> None:
    assert GAMES[game.id].vectors
    for vector in GAMES[game.id].vectors:
        assert ("first_seat" in vector.options) == ("first_seat" in game.Options.__struct_fields__)


def test_every_way_of_dealing_has_a_vector() -> None:
    kinapa = [(vector.seats, vector.options.get("bot", False)) for vector in GAMES["kinapa"].vectors]
    assert {(2, False), (3, False), (4, False), (4, True)} <= set(kinapa)
    assert {2, 3, 4} <= {vector.seats for vector in GAMES["teatime"].vectors}, "each uses other chips"
