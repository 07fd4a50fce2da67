"""What grows and what does not: memory, the number of matches, the age of a match, the number of workers."""

import secrets
import time
from collections.abc import Iterator

import msgspec

from bench import load, scripts
from bench.serving import Server
from referee.games import GAMES, forms
from referee.games.position import Position
from referee.match import tokens
from referee.match.create import SeatWish, Wish, create
from referee.match.matches import Matches, Times
from referee.match.moving import move
from referee.randomness import Stream, match_key
from referee.store.opening import open_store
from referee.store.redis import RedisStore

HOUR = 3_600_000


def _used(store: RedisStore) -> int:
    info: dict[str, int] = dict(
        line.split(":", 1)  # type: ignore[misc]
        for line in store.link.command("INFO", "memory").decode().splitlines()
        if ":" in line
    )
    return int(info["used_memory"])


def _apply(uses: Matches, match: str, sent: bytes) -> None:
    """Make the move of a prepared request without HTTP."""
    head, _, body = sent.partition(b"\r\n\r\n")
    token = head.decode().partition("Bearer ")[2].partition("\r\n")[0]
    move(uses, match, token, msgspec.json.decode(body))


def memory(url: str, matches: int = 500) -> Iterator[tuple[str, float, float]]:
    """Yield game, bytes in Redis of a fresh match, and bytes of an event more (its share of the record included)."""
    store = open_store(url)
    uses = Matches(store, Times(HOUR, HOUR))
    for game in GAMES.values():
        seats = max(game.seats.start, min(4, game.seats.stop - 1))
        before = _used(store)
        ready = [scripts.prepare(uses, game.id, seats, number, longest=60) for number in range(matches)]
        fresh = (_used(store) - before) / matches
        events = 0
        grown = _used(store)
        for one in ready[:50]:
            for sent in one.moves:
                _apply(uses, one.match, sent)
            record = store.load(one.match).record
            assert record is not None
            events += record.events - 1
        yield game.id, fresh, (_used(store) - grown) / events
        for one in ready:
            store.delete(one.match, 1)
    store.close()


def playouts(seconds: float = 3.0) -> Iterator[tuple[str, float, float]]:
    """Yield game, random moves a second in one process, and microseconds of a move (rules and forms)."""
    for game in GAMES.values():
        seats = max(game.seats.start, min(4, game.seats.stop - 1))
        moves, began = 0, time.process_time()
        number = 0
        while time.process_time() - began < seconds:
            moves += _playout(game.id, seats, number, 500)
            number += 1
        took = time.process_time() - began
        yield game.id, moves / took, 1e6 * took / moves


def _playout(game_id: str, seats: int, number: int, longest: int) -> int:
    game = GAMES[game_id]
    stream = Stream(match_key(number.to_bytes(32, "big"), "", [None] * (seats + 1)))
    chance = Stream(tokens.digest(str(number)))
    position, _ = Position.begin(game, seats, game.Options(), None, stream)
    while position.version < longest and (awaited := sorted(position.awaiting())):
        legal = position.legal(awaited[0])
        position.play(awaited[0], game.read_move(forms.sample(legal, chance.below)), legal)
    return position.version


def crowd(url: str, server: Server, matches: int, seconds: float) -> tuple[load.Figures, load.Figures]:
    """Measure GET view and POST move with so many matches in the store."""
    store = open_store(url)
    uses = Matches(store, Times(HOUR, HOUR))
    have = int(store.link.command("DBSIZE")) // 5
    wish = Wish(game="kobayakawa", seats=[SeatWish() for _ in range(4)], options={})
    for _ in range(max(0, matches - have)):
        create(uses, wish)
    ready = [
        [scripts.prepare(uses, "kobayakawa", 4, secrets.randbits(60)) for _ in range(int(12 * seconds))]
        for _ in range(16)
    ]
    looks = load.run(server.port, [[one.look for one in some] for some in ready], seconds, True)
    moves = load.run(server.port, [[m for one in some for m in one.moves] for some in ready], seconds, False)
    store.close()
    return looks, moves


def aged(url: str, server: Server, age: int, seconds: float) -> load.Figures:
    """Measure POST move of KINMO matches that have had so many moves."""
    store = open_store(url)
    uses = Matches(store, Times(HOUR, HOUR))
    scripted = []
    for number in range(16):
        one = scripts.prepare(uses, "kinmo", 7, 50_000 + 100 * age + number, longest=age + int(200 * seconds))
        for sent in one.moves[:age]:
            _apply(uses, one.match, sent)
        scripted.append(one.moves[age:])
    store.close()
    return load.run(server.port, scripted, seconds, False)
