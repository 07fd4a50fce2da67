"""Prepared matches: played beforehand in this process, so that the load only has to send what is legal."""

import msgspec

from bench.load import request
from referee.games import GAMES, forms
from referee.games.position import Position
from referee.match import tokens
from referee.match.create import SeatWish, Wish, create
from referee.match.matches import Matches
from referee.randomness import Stream, match_key


class Prepared(msgspec.Struct):
    """A match in the store, the requests that play it, and one that looks at it."""

    match: str
    moves: list[bytes]
    look: bytes


def prepare(matches: Matches, game: str, seats: int, number: int, longest: int = 400) -> Prepared:
    """Create a match and play it in memory with random legal moves, from the same seed."""
    rules = GAMES[game]
    seed = number.to_bytes(32, "big")
    answer = create(
        matches,
        Wish(game=game, seats=[SeatWish() for _ in range(seats)], options={}, seed=seed),
    )
    made = msgspec.json.decode(answer.body)
    keys = [seat["token"] for seat in made["seats"]]
    path = f"/v1/matches/{made['match']}"
    stream = Stream(match_key(seed, "", [None] * (seats + 1)))
    chance = Stream(tokens.digest(str(number)))
    position, _ = Position.begin(rules, seats, rules.Options(), None, stream)
    moves = []
    while len(moves) < longest and (awaited := sorted(position.awaiting())):
        seat = awaited[0]
        legal = position.legal(seat)
        move = forms.sample(legal, chance.below)
        position.play(seat, rules.read_move(move), legal)
        moves.append(request("POST", f"{path}/moves", keys[seat], msgspec.json.encode(move)))
    return Prepared(made["match"], moves, request("GET", path, keys[0]))
