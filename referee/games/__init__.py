"""The rules of the games, pure: no HTTP, no Redis, no clock."""

from pathlib import Path
from typing import Any

from referee.games import kanipeli, kinapa, kinmo, kobayakawa, teatime
from referee.games.protocol import Game, Rulebook

GAMES: tuple[Game[Any, Any, Any], ...] = (kobayakawa.GAME, kinmo.GAME, kinapa.GAME, kanipeli.GAME, teatime.GAME)
"""The registry: every game the referee knows, in the order of the catalogue."""

BOOKS: dict[str, Rulebook] = {game.id: Rulebook(game, Path(__file__).parent / game.id) for game in GAMES}
"""Each game's codec and rules text, by game id."""
