"""Secrets: what a seat cannot know changes no byte it is sent; tokens and seeds are nowhere but with their owner."""

import logging
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.app import create_app
from referee.config import Config
from referee.match.matches import Matches
from referee.store import Store
from tests.api.clocked import ClockedStore
from tests.api.kit import Table

pytestmark = pytest.mark.slow

SEED = "c0ffee" * 10 + "beef"

WORLDS = [
    {
        "rounds": [
            {"hands": [8, 13, 2], "kobayakawa": 7, "deck": [3, 11, 5]},
            {"hands": [4, 9, 14], "kobayakawa": 6, "deck": [1, 2, 3]},
        ]
    },
    {
        "rounds": [
            {"hands": [8, 1, 14], "kobayakawa": 7, "deck": [3, 11, 5]},
            {"hands": [4, 15, 7], "kobayakawa": 6, "deck": [1, 2, 3]},
        ]
    },
]
"""Two deals that differ only in what seats 1 and 2 hold."""

KEPT = [13, 1]
"""What seat 1 keeps in each world, so that it lays the same 11 down."""

COURSE: list[tuple[int, str]] = [
    (0, "draw"),
    (0, "keep"),
    (1, "draw"),
    (1, "keep"),
    (2, "replace"),
    (0, "pass"),
    (1, "fight"),
    (2, "pass"),
    (1, "replace"),
    (2, "replace"),
    (0, "replace"),
]
"""A round that seat 1 wins without showing its card, and the draws of the next."""


def plain(answer: TestResponse, table: Table) -> tuple[int, list[tuple[str, str]], str]:
    """An answer's every byte, less what differs between any two matches: ids, times, the commitment, the history.

    The history in a tag is made of random bytes alone.
    """
    headers = sorted(
        (name, re.sub('-[0-9a-f]{8}"$', '-HISTORY"', value) if name == "ETag" else value)
        for name, value in answer.headers
        if name != "X-Request-Id"
    )
    # the tag of a page follows from its text, times included
    headers = [(name, "PAGE" if re.fullmatch('"[0-9a-f]{32}"', value) else value) for name, value in headers]
    text = answer.text.replace(table.match, "MATCH")
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME", text)
    text = re.sub(r"sha256:[0-9a-f]{64}", "COMMITMENT", text)
    text = re.sub(r'"instance":"\w+"', '"instance":"ID"', text)
    return answer.status_code, headers, text


def attempts(table: Table, who: int | str | None) -> list[Any]:
    """Answers to all that somebody can send at a moment without changing anything."""
    view = table.get("", who)
    headers = table.headers(who)
    moves: list[dict[str, Any]] = [{"type": kind} for kind in ("draw", "replace", "fight", "pass", "dance")]
    moves += [{"type": "keep", "card": card} for card in range(17)]
    moves += [{"type": "draw", "version": version} for version in (0, 1, 99)]
    answers = [
        view,
        table.get("", who, **{"If-None-Match": view.headers["ETag"]}),
        table.client.head(table.path, headers=headers),
        table.get("/events", who),
        table.get("/events?after=3&limit=2", who),
        table.get("/audit", who),
        table.post("/rematch", {}, who),
        table.post("/seats", {"name": "Di"}, who),
        *(table.post("/moves?dry_run=true", body, who) for body in moves),
        *(
            table.client.patch(f"{table.path}/seats/{seat}", json={"name": "Di"}, headers=headers)
            for seat in range(4)
            if seat != who
        ),
    ]
    return [plain(answer, table) for answer in answers]


def test_what_a_seat_cannot_know_changes_no_byte_of_what_it_is_sent(client: FlaskClient) -> None:
    tables = [Table.create(client, deal=deal) for deal in WORLDS]
    assert attempts(tables[0], 1) != attempts(tables[1], 1), "the worlds do differ, for whoever may know"
    for number, (seat, kind) in enumerate(COURSE):
        for who in (0, "host", None):
            assert attempts(tables[0], who) == attempts(tables[1], who), (number, who)
        told = []
        for table, card in zip(tables, KEPT, strict=True):
            fields = {"card": 8 if seat == 0 else card} if kind == "keep" else {}
            answer = table.move(seat, kind, **fields)
            assert answer.status_code == 200, answer.text
            told.append(plain(answer, table))
        if seat == 0:
            assert told[0] == told[1]
    assert tables[0].get().json["table"]["last_round"]["winner"] == 1
    assert attempts(tables[0], 0) == attempts(tables[1], 0)


def everything(answer: TestResponse) -> str:
    return answer.text + str(list(answer.headers))


@pytest.fixture
def watched(store: Store) -> FlaskClient:
    """A server that logs every request."""
    app: Flask = create_app(Config(access_log=True), store)
    return app.test_client()


def test_tokens_and_seed_are_in_no_answer_and_no_log(watched: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = Table.create(watched, seats=["Ana", "Bo", {"open": True}], seed=SEED, deal=None)
    claimed = table.post("/seats", {"name": "Cy"}, Idempotency_Key="the-canary-key-is-long-enough")
    table.tokens[2] = claimed.json["token"]
    rotated = watched.patch(f"{table.path}/seats/1", json={"rotate_token": True}, headers=table.headers(1))
    old, table.tokens[1] = str(table.tokens[1]), rotated.json["token"]
    secrets = [table.host_token, *table.tokens, old, "the-canary-key-is-long-enough", SEED]
    answers: list[TestResponse] = []

    def ask() -> None:
        for who in (0, 1, 2, "host", None):
            answers.extend(table.get(sub, who) for sub in ("", "/events", "/nothing", "/events?limit=x"))
            answers.append(table.post("/moves", {"type": "dance"}, who))
            answers.append(
                table.post(
                    "/moves", {"type": str(table.tokens[0])}, who, Idempotency_Key="the-canary-key-is-long-enough"
                )
            )
            answers.append(table.post("/rematch", {}, who))
            answers.append(table.get("", None, Authorization=f"Bearer {old}"))
            answers.append(table.get("", None, Authorization=str(table.tokens[0])))
            answers.append(watched.post("/v1/matches", data=b"[", content_type="application/json"))
        answers.append(watched.delete(table.path, headers=table.headers(0)))

    ask()
    table.move(0, "replace")
    ask()
    while table.get().json["status"] == "active":
        view = table.get().json
        kind = {"draw": "replace", "fight": "pass"}[view["phase"]]
        answers.append(table.move(view["to_act"][0], kind))
    answers.append(table.post("/rematch", {}, "host"))
    found = [secret for answer in answers for secret in secrets if secret in everything(answer)]
    assert not found
    assert SEED in table.get("/audit").text, "the end reveals the seed"
    assert "referee.access" in {record.name for record in caplog.records}
    logged = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    assert not [secret for secret in secrets if secret in logged]


def test_a_crash_logs_neither_token_nor_body(
    store: Store, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    client = create_app(Config(access_log=True), store).test_client()
    table = Table.create(client)

    def crash(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("a fault of our own")

    monkeypatch.setattr(Matches, "change", crash)
    answer = table.post("/moves?dry_run=false", {"type": "canary-in-body"}, 0, Idempotency_Key="canary-key")
    assert answer.status_code == 500
    logged = caplog.text + "".join(str(record.__dict__) for record in caplog.records if "request" in record.name)
    assert "a fault of our own" in caplog.text
    assert not [word for word in ("canary", str(table.tokens[0])) if word in logged]


def test_the_store_is_given_the_seed_sealed_where_the_operator_set_a_secret(store: Store) -> None:
    watched = ClockedStore(store)
    client = create_app(Config(secret="of the operator"), watched).test_client()  # type: ignore[arg-type]
    table = Table.create(client, seed=SEED)
    (commit,) = watched.commits
    assert len(commit.seed) == 32
    assert commit.seed != bytes.fromhex(SEED)
    kept = b"".join([commit.record.head, commit.record.state, *commit.events])
    assert bytes.fromhex(SEED) not in kept
    table.play_to_the_end()
    assert table.get("/audit").json["seed"] == SEED
