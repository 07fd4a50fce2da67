"""`referee games`: the catalogue, as a table and as JSON."""

import json

from referee.api.catalogue import ENTRIES
from referee.games import GAMES
from tests.cli.kit import run


def test_a_line_a_game_with_seats_options_and_moves() -> None:
    told = run("games").output
    for game in GAMES.values():
        line = next(line for line in told.splitlines() if f" {game.id} " in line)
        assert f"{game.seats.start}–{game.seats.stop - 1}" in line
        assert all(str(move.__struct_config__.tag) in line for move in game.moves)


def test_json_is_what_the_server_answers() -> None:
    told = json.loads(run("games", "--json").output)
    assert [game["id"] for game in told["games"]] == list(ENTRIES)
    assert told["games"][0]["moves"][0]["type"] == "draw"
