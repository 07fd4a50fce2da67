"""The rules of the games, pure: no HTTP, no Redis, no clock."""

from referee.games import kanipeli, kinapa, kinmo, kobayakawa, teatime
from referee.games.protocol import AnyGame

GAMES: dict[str, AnyGame] = {
    game.id: game for game in (kobayakawa.GAME, kinmo.GAME, kinapa.GAME, kanipeli.GAME, teatime.GAME)
}
"""The registry: every game the referee knows by its id, in the order of the catalogue."""
