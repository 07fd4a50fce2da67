"""Secrets in what operators see: no token, seed, key or card in metrics, logs or refusals, for every game.

`tests/api/test_secrecy.py` does so for answers; here it is the same match in two worlds that differ only in what the
caller cannot know: refusals, logs and figures must not differ either.
"""

import base64
import logging
import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config
from referee.games import GAMES
from referee.logs import JsonFormatter
from referee.match.matches import Matches
from referee.store import Commit, Store, Verdict
from tests.api.kit import Table
from tests.games.kit import Case, cases, copy, stream_for
from tests.upgrades.record import choose

pytestmark = pytest.mark.slow

SEED = "c0ffee" * 10 + "beef"
NAMES = ["Canary Ana", "Canary Bo", "Canary Cy", "Canary Di", "Canary Ed", "Canary Flo"]
ENTROPY = "canary entropy"
KEY = "canary key"
API_KEY = "key_canary_of_the_operator"

BY_GAME = {
    game.id: next(case for case in cases() if case.game is game and case.variant.golden) for game in GAMES.values()
}
"""One variant a game."""

each_game = pytest.mark.parametrize("case", BY_GAME.values(), ids=BY_GAME)

MOVES = 25


class Ears(logging.Handler):
    """Keeps every line that any logger of this process writes, as the server writes it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonFormatter())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def ears() -> Iterator[Ears]:
    listening, root, own = Ears(), logging.getLogger(), logging.getLogger("referee")
    before = root.level, own.level, own.propagate
    root.addHandler(listening)
    root.setLevel(logging.DEBUG)
    own.setLevel(logging.DEBUG)
    own.propagate = True
    yield listening
    root.removeHandler(listening)
    root.setLevel(before[0])
    own.setLevel(before[1])
    own.propagate = before[2]


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(Config(access_log=True, api_keys=(API_KEY,)), store)


def created(case: Case, client: FlaskClient, **asked: Any) -> Table:
    """A match of the case's variant."""
    body = {"game": case.game.id, "seats": NAMES[: case.variant.seats], "options": case.variant.options, **asked}
    answer = client.post("/v1/matches", json=body, headers={"Authorization": f"Bearer {API_KEY}"})
    assert answer.status_code == 201, answer.text
    tokens = [seat["token"] for seat in answer.json["seats"]]
    return Table(client, answer.json["match"], answer.json["host_token"], tokens)


def figures(client: FlaskClient) -> str:
    """The metrics."""
    return client.get("/metrics").text


# Secrets as such


def spellings(secret: str | bytes) -> Iterator[str]:
    """A secret in every way in which it could be written."""
    raw = secret.encode() if isinstance(secret, str) else secret
    yield raw.hex()
    yield base64.b64encode(raw).decode().rstrip("=")
    yield base64.urlsafe_b64encode(raw).decode().rstrip("=")
    yield repr(raw)[2:-1]
    if isinstance(secret, str):
        yield secret


def cards(case: Case) -> set[str]:
    """The names of the game's components that are nobody's everyday word or number."""
    words = {component.id for component in case.game.components}
    return {word for word in words if not word.isdigit() and word != case.game.id and len(word) > 2}


@each_game
def test_no_secret_no_name_and_no_card_reaches_logs_or_metrics(case: Case, app: Flask, ears: Ears) -> None:
    client = app.test_client()
    stream = stream_for(f"canary {case.game.id}")
    table = created(case, client, seed=SEED, entropy=ENTROPY, clock={"move_seconds": 600})
    rotated = client.patch(f"{table.path}/seats/1", json={"rotate_token": True}, headers=table.headers(1))
    old, table.tokens[1] = table.tokens[1], rotated.json["token"]
    ticket = table.post("/events/ticket", {}, 0, Idempotency_Key=KEY).json["ticket"]
    problems: list[str] = []
    for number in range(MOVES):
        if table.get("", 0).json["status"] != "active":
            break
        seat, move = choose(table, stream)
        answer = table.post("/moves", move, seat, Idempotency_Key=f"{KEY} {number}")
        assert answer.status_code == 200, answer.text
        for who in (*range(case.variant.seats), "host", None):
            problems.append(table.post("/moves", {**move, "canary": old}, who, Idempotency_Key=KEY).text)
            problems.append(table.post("/moves", {"type": "dance"}, who).text)
            problems.append(table.get(f"/events?ticket={ticket}&limit=x", who).text)
    problems.append(client.get(table.path, headers={"Authorization": f"Bearer {old}"}).text)
    problems.append(client.get(table.path, headers={"Authorization": f"Basic {old}"}).text)
    problems.append(client.get(f"/v1/matches/{table.tokens[0]}?token={table.tokens[0]}").text)
    client.patch(f"{table.path}/seats/0", json={"controller": "bot:steady"}, headers=table.headers("host"))
    matches: Matches = app.extensions["referee"]
    head = matches.open(table.match, seed=True).head

    secrets = [*table.tokens, table.host_token, old, ticket, API_KEY, KEY, ENTROPY, bytes.fromhex(SEED)]
    hidden = {spelling for secret in [*secrets, head.salt] for spelling in spellings(secret)} | {SEED}
    seen = {"logs": "\n".join(ears.lines), "metrics": figures(client), "problems": "\n".join(problems)}
    assert len(ears.lines) > 3 * MOVES
    for where, text in seen.items():
        assert not [spelling for spelling in hidden if spelling in text], where
    for where in ("logs", "metrics"):
        assert "Canary" not in seen[where]
        words = set(re.findall(r"[\w+-]+", seen[where]))
        assert not cards(case) & words, where


# The same match in two worlds


def plain_log(line: str) -> Any:
    """A line of the log less its time, its duration and the request's id."""
    fields = msgspec.json.decode(line)
    return {name: value for name, value in fields.items() if name not in ("at", "ms", "request_id")}


def refusals(case: Case, table: Table, viewer: int | None, moves: list[dict[str, Any]]) -> list[Any]:
    """What a viewer is answered to everything that changes nothing, less the request's id."""
    answers = [table.get(sub, viewer) for sub in ("", "/events?limit=500", "/audit", "/nothing")]
    for move in moves:
        answers.append(table.post("/moves?dry_run=true", move, viewer))
        answers.append(table.post("/moves", {**move, "version": 10_000}, viewer))
    answers.append(table.post("/rematch", {}, viewer))
    answers.append(table.post("/seats", {"name": "Di"}, viewer))
    return [
        (
            answer.status_code,
            answer.headers.get("ETag"),
            re.sub(r'"instance":"\w+"', "", answer.text),
        )
        for answer in answers
    ]


def counted(client: FlaskClient) -> list[str]:
    """What is counted of refusals and moves, as far as one match can tell."""
    return [line for line in figures(client).splitlines() if line.startswith(("referee_refusals", "referee_moves"))]


def increases(before: list[str], after: list[str]) -> dict[str, float]:
    """How much each figure grew; when figures were begun does not count."""
    start = dict(line.rsplit(" ", 1) for line in before)
    grown = {name: float(value) - float(start.get(name, 0)) for name, value in (x.rsplit(" ", 1) for x in after)}
    return {name: by for name, by in grown.items() if by and "_created" not in name}


@each_game
def test_what_a_caller_cannot_know_changes_no_refusal_no_log_and_no_figure(
    case: Case, app: Flask, ears: Ears, store: Store
) -> None:
    client = app.test_client()
    stream = stream_for(f"worlds {case.game.id}")
    chance = random.Random(case.game.id)
    matches: Matches = app.extensions["referee"]
    table = created(case, client, seed=SEED)
    tried: list[dict[str, Any]] = []
    different = 0
    for number in range(MOVES):
        if table.get("", 0).json["status"] != "active":
            break
        seat, move = choose(table, stream)
        tried = [*tried[-5:], move]
        if number % 4 == 0:
            found = matches.open(table.match, seed=True)
            for viewer in (*range(case.variant.seats), None):
                world = case.other_world(copy(case, found.started.state), viewer, chance)
                different += case.book.encode(world) != case.book.encode(found.started.state)
                told = []
                for state in (found.started.state, world):
                    replace(matches, table.match, state)
                    ears.lines.clear()
                    before = counted(client)
                    answers = refusals(case, table, viewer, tried)
                    log = [plain_log(line) for line in ears.lines]
                    told.append((answers, log, increases(before, counted(client))))
                assert told[0] == told[1], f"viewer {viewer}"
                assert told[0][1], "something was logged"
                replace(matches, table.match, found.started.state)
        assert table.post("/moves", move, seat).status_code == 200
    assert different > 5


def replace(matches: Matches, match: str, state: Any) -> None:
    """Put another state under a match: same version, same revision, same log."""
    found = matches.open(match, seed=True)
    found.started.state = state
    record, _ = found.pack()
    commit = Commit(record.version, record.revision, record, ttl=3_600_000)
    assert matches.store.commit(match, commit).verdict == Verdict.DONE
