"""Write golden records of this release: ``python -m tests.upgrades.record [GAME …]``, of every game by default.

What a release has written stays as it is: a file that is there already is left alone.
"""

import hashlib
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import msgspec
from flask.testing import FlaskClient

from referee import __version__
from referee.app import create_app
from referee.config import Config
from referee.games import GAMES
from referee.games.protocol import Game
from referee.match import advance
from referee.match.matches import Matches
from referee.randomness import Stream
from referee.store import Commit, Store
from referee.store.opening import open_store
from tests.api.clocked import ClockedStore
from tests.api.kit import Table
from tests.upgrades.kit import RECORDS, SECRET, STAGES, Golden, Remembered, deflate, write

AnyGame = Game[Any, Any, Any]

NOW = 1_767_225_600_000
"""2026-01-01T00:00:00Z."""

MOVES = 8
"""Moves of a match in the middle."""

SHORTER: dict[str, dict[str, Any]] = {"kanipeli": {"reshuffles": 0}}
"""Options with which a game's matches end sooner."""

LONGEST = 450
"""Moves after which a match that will not end is aborted."""


def record(game: AnyGame, stage: str, store: Store) -> Golden:
    """Play a match up to a stage, with all that chance decides taken from its name, and take it as it lies there."""
    stream = Stream(hashlib.sha256(f"golden {game.id} {stage}".encode()).digest())
    with chance(stream):
        clocked = ClockedStore(store)
        clocked.now = NOW
        secret = stage == "middle"
        app = create_app(Config(secret=SECRET if secret else None), clocked)  # type: ignore[arg-type]  # it passes on
        table, remembered = _STAGES[stage](game, app.test_client(), clocked, stream)
        view = table.get("", 0).json
        events = table.get("/events?limit=500", 0).json["events"]
        loaded = store.load(table.match, seed=True)
    assert loaded.record is not None
    assert loaded.seed is not None
    return Golden(
        release=__version__,
        game=game.id,
        stage=stage,
        rules_version=game.rules_version,
        match=table.match,
        now=clocked.now,
        host_token=table.host_token,
        tokens=table.tokens,
        record=loaded.record,
        seed=loaded.seed,
        log=deflate(msgspec.msgpack.encode(store.events(table.match, 0, 100_000))),
        seen=deflate(msgspec.json.encode({"view": view, "events": events})),
        secret=secret,
        remembered=remembered,
    )


@contextmanager
def chance(stream: Stream) -> Iterator[None]:
    """Let ids, salts, tokens, seeds and bots be the same in every run."""

    def token_bytes(length: int) -> bytes:
        return b"".join(stream.word().to_bytes(4, "big") for _ in range(-(-length // 4)))[:length]

    with mock.patch.object(secrets, "token_bytes", token_bytes), mock.patch.object(secrets, "choice", stream.choice):
        yield


# The stages


def _open(game: AnyGame, client: FlaskClient, clocked: ClockedStore, stream: Stream) -> tuple[Table, Remembered]:
    """Claimed with a key, one seat still open; entropy, a clock."""
    seats = ["Ana", {"open": True}, {"open": True}, "Di", "Ed", "Flo"][: max(game.seats.start, 3)]
    table = Table.create(
        client, game=game.id, seats=seats, options={}, deal=None, clock={"move_seconds": 90}, entropy="4 1 6 6 2"
    )
    answered = _keyed(table, clocked, "/seats", None, {"name": "Bo", "entropy": "heads"})
    table.tokens[1] = msgspec.json.decode(answered.answered)["token"]
    return table, answered


def _started(game: AnyGame, client: FlaskClient, clocked: ClockedStore, stream: Stream) -> tuple[Table, None]:
    """Dealt as the documentation's example says; a clock, no spectators."""
    table = Table.create(
        client,
        game=game.id,
        seats=game.seats.start,
        options=game.example["options"],
        deal=game.example["deal"],
        clock={"move_seconds": 60},
        spectators=False,
    )
    return table, None


def _middle(game: AnyGame, client: FlaskClient, clocked: ClockedStore, stream: Stream) -> tuple[Table, Remembered]:
    """Some moves, the last of them with a key; the seed is sealed."""
    table = Table.create(client, game=game.id, seats=game.seats.stop - 1, options={}, deal=None)
    for _ in range(MOVES - 1):
        seat, move = choose(table, stream)
        assert table.post("/moves", move, seat).status_code == 200
    seat, move = choose(table, stream)
    return table, _keyed(table, clocked, "/moves", seat, move)


def _bots(game: AnyGame, client: FlaskClient, clocked: ClockedStore, stream: Stream) -> tuple[Table, None]:
    """Players and bots, a seed that the creator gave, a name and a token changed, a deadline missed, a stand-in."""
    others = ["Cy", "Di"][: max(game.seats.start - 2, 1)] if game.seats.stop > 3 else []
    seats = ["Ana", {"name": "Bot", "controller": "bot:steady"}, *others]
    table = Table.create(
        client, game=game.id, seats=seats, options={}, deal=None, clock={"move_seconds": 30}, seed="5eed" * 16
    )
    last = len(seats) - 1
    path = f"{table.path}/seats/0"
    changed = client.patch(path, json={"name": "Anna", "rotate_token": True}, headers=table.headers(0))
    assert changed.status_code == 200, changed.text
    table.tokens[0] = changed.json["token"]
    clocked.wait(31)
    assert table.get().status_code == 200
    if last > 1:
        path = f"{table.path}/seats/{last}"
        assert client.patch(path, json={"controller": "bot:random"}, headers=table.headers("host")).status_code == 200
    clocked.wait(1)
    for _ in range(3):
        if table.get().json["to_act"]:
            seat, move = choose(table, stream)
            assert table.post("/moves", move, seat).status_code == 200
    return table, None


def _finished(game: AnyGame, client: FlaskClient, clocked: ClockedStore, stream: Stream) -> tuple[Table, None]:
    """Played to its end by bots, with entropy; aborted where it will not end."""
    seats = [{"name": f"Bot {number}", "controller": "bot:steady"} for number in range(game.seats.start)]
    options = SHORTER.get(game.id, {})
    table = Table.create(client, game=game.id, seats=seats, options=options, deal=None, entropy="tails")
    view = table.get().json
    while view["status"] == "active":
        view = table.get().json
        if view["version"] >= LONGEST:
            matches: Matches = client.application.extensions["referee"]
            found = matches.open(table.match, seed=True)
            if not found.over:
                advance.abort(found, "too_long")
                matches.save(found)
            break
    return table, None


_Stage = Callable[[AnyGame, FlaskClient, ClockedStore, Stream], tuple[Table, Remembered | None]]
_STAGES: dict[str, _Stage] = dict(zip(STAGES, (_open, _started, _middle, _bots, _finished), strict=True))


def choose(table: Table, stream: Stream) -> tuple[int, dict[str, Any]]:
    """A seat that may move, and one of its legal moves."""
    from referee.bots import random

    may = [seat for seat, token in enumerate(table.tokens) if token and table.get("", seat).json["legal_moves"]]
    seat = stream.choice(may)
    return seat, dict(random(table.get("", seat).json, stream))


def _keyed(table: Table, clocked: ClockedStore, sub: str, who: int | None, body: dict[str, Any]) -> Remembered:
    """Send a request with an idempotency key, and note what is kept of it."""
    key = "a golden key that nobody guesses"
    answer = table.post(sub, body, who, Idempotency_Key=key)
    assert answer.status_code in (200, 201), answer.text
    commit: Commit = clocked.commits[-1]
    assert commit.key is not None
    return Remembered(sub, who, body, key, commit.key, commit.answer, answer.data)


def main(wanted: list[str]) -> None:
    """Write what is missing."""
    store = open_store(None, memory=True)
    for game in GAMES.values():
        if wanted and game.id not in wanted:
            continue
        for stage in STAGES:
            if (RECORDS / __version__ / f"{game.id}-{stage}.json").exists():
                print(f"{game.id}-{stage}: kept")
                continue
            path = write(record(game, stage, store))
            print(f"{game.id}-{stage}: {path.stat().st_size} bytes")
    store.close()


if __name__ == "__main__":
    main(sys.argv[1:])
