"""What this release cannot read it says so about, on every endpoint, and leaves as it is, byte for byte."""

import logging
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from flask import Flask

from referee.app import create_app
from referee.config import Config
from referee.errors import UnreadableRecord
from referee.match.matches import Matches
from referee.match.record import Match
from referee.match.sealing import SEED_BYTES
from referee.store import Loaded, Record, Store
from tests.api.checks import refused
from tests.api.kit import Table
from tests.upgrades.kit import Golden, goldens, kept, put

pytestmark = pytest.mark.slow

GOLDEN = next(golden for golden in goldens() if str(golden).endswith("kobayakawa-middle") and golden.current)
FINISHED = next(golden for golden in goldens() if str(golden).endswith("kobayakawa-finished") and golden.current)

Damage = Callable[[Record], Record]

_pack = msgspec.msgpack.encode


def _head(change: Callable[[list[Any]], Any]) -> Damage:
    """A record whose head is written another way."""
    return lambda record: msgspec.structs.replace(record, head=_pack(change(msgspec.msgpack.decode(record.head))))


def _state(change: Callable[[list[Any]], Any]) -> Damage:
    """A record whose state is written another way."""
    return lambda record: msgspec.structs.replace(record, state=_pack(change(msgspec.msgpack.decode(record.state))))


def _with(fields: list[Any], place: int, value: Any) -> list[Any]:
    return [*fields[:place], value, *fields[place + 1 :]]


def _deep(levels: int) -> Any:
    value: Any = {}
    for _ in range(levels):
        value = {"a": value}
    return value


DAMAGES: dict[str, Damage] = {
    "a game that is not known": _head(lambda head: _with(head, 0, "chess")),
    "newer rules": _head(lambda head: _with(head, 1, "2")),
    "older rules": _head(lambda head: _with(head, 1, "0")),
    "a status that is not known": _head(lambda head: _with(head, 2, "paused")),
    "a head by names": _head(lambda head: {"game": head[0], "rules_version": head[1]}),
    "a head of fewer fields": _head(lambda head: head[:10]),
    "seats of another shape": _head(lambda head: _with(head, 3, [{"name": "Ana"}])),
    "no head": lambda record: msgspec.structs.replace(record, head=b"\xc0"),
    "a head in JSON": lambda record: msgspec.structs.replace(record, head=b'{"game":"kobayakawa"}'),
    "half a head": lambda record: msgspec.structs.replace(record, head=record.head[: len(record.head) // 2]),
    "a state by names": _state(lambda live: {"expires": live[0]}),
    "a state in JSON": _state(lambda live: _with(live, 2, b'{"kamon":[4,4,4]}')),
    "half a state": lambda record: msgspec.structs.replace(record, state=record.state[: len(record.state) // 2]),
    "a game's state of fewer fields": _state(lambda live: _with(live, 2, _pack(msgspec.msgpack.decode(live[2])[:3]))),
    "a game's state of another shape": _state(
        lambda live: _with(live, 2, _pack(["1", *msgspec.msgpack.decode(live[2])[1:]]))
    ),
    "options nested beyond measure": lambda record: msgspec.structs.replace(
        record,
        head=record.head[:1]
        + _pack(GOLDEN.game)
        + b"\xa11\xa6active\x90\xc4\x00\xc4\x00\xa0\x81\xa1a"
        + b"\x91" * 100_000,
    ),
}


def endpoints(table: Table) -> list[tuple[str, str]]:
    """Every method of every address of a match, as the application lists them."""
    app: Flask = table.client.application
    return sorted(
        (method, rule.rule.replace("<match>", table.match).replace("<int:seat>", "0"))
        for rule in app.url_map.iter_rules()
        if "match" in rule.arguments
        for method in (rule.methods or set()) - {"OPTIONS", "HEAD"}
    )


BODIES = {"/seats": {"name": "Di"}, "/seats/0": {"name": "Di"}, "/moves": {"type": "draw"}}
"""What each address wants to be sent; an empty object where nothing is said."""


def ask(table: Table, who: int | str | None, key: str | None = None) -> list[Any]:
    """Answers of every endpoint."""
    answers = []
    for method, path in endpoints(table):
        headers = {**table.headers(who), **({"Idempotency-Key": key} if key and method == "POST" else {})}
        body = None if method == "GET" else BODIES.get(path.removeprefix(table.path), {})
        answers.append(table.client.open(path, method=method, json=body, headers=headers))
        if path.endswith("/events"):
            kinds = ("application/x-ndjson", "text/event-stream")
            answers += [table.client.get(path, headers={**table.headers(who), "Accept": kind}) for kind in kinds]
            answers.append(table.client.get(path + "?wait=5", headers=table.headers(who)))
        if path.endswith("/moves"):
            answers.append(table.client.post(path + "?dry_run=true", json=body, headers=table.headers(who)))
    return answers


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_record_that_cannot_be_read_is_a_conflict_everywhere_and_stays(store: Store, damage: Damage) -> None:
    commit = GOLDEN.commit()
    commit = msgspec.structs.replace(commit, record=damage(commit.record))
    table, _ = put(store, GOLDEN, commit)
    before = kept(store, GOLDEN)
    assert before[0].record == commit.record
    for who in (0, "host", None):
        for answer in ask(table, who, "a golden key that nobody guesses"):
            # whoever sends no token where one is needed is told that first
            if answer.status_code == 401 and who is None:
                refused(answer, 401, "missing-token")
            else:
                refused(answer, 409, "match-unreadable")
    assert kept(store, GOLDEN) == before


def test_the_refusal_names_both_versions_of_the_rules(store: Store) -> None:
    commit = GOLDEN.commit()
    commit = msgspec.structs.replace(commit, record=DAMAGES["newer rules"](commit.record))
    table, _ = put(store, GOLDEN, commit)
    refused(table.get(), 409, "match-unreadable", "version 2", "version 1", "kobayakawa")


@pytest.mark.parametrize("golden", [golden for golden in goldens() if golden.current], ids=str)
def test_no_piece_of_a_record_is_taken_for_the_whole(golden: Golden) -> None:
    for name in ("head", "state"):
        whole = getattr(golden.record, name)
        for length in range(len(whole)):
            piece = msgspec.structs.replace(golden.record, **{name: whole[:length]})
            with pytest.raises(UnreadableRecord):
                Match.unpack(golden.match, Loaded(golden.now, piece, golden.seed), golden.config.secret)


@pytest.mark.parametrize("entry", [b"\xc1", b"\x90", b"{}", _pack({"type": "drew"}), b""])
def test_a_log_that_cannot_be_read_is_a_conflict_for_whoever_reads_it(store: Store, entry: bytes) -> None:
    commit = FINISHED.commit()
    commit = msgspec.structs.replace(commit, events=[*commit.events[:-3], entry, *commit.events[-2:]])
    table, _ = put(store, FINISHED, commit)
    before = kept(store, FINISHED)
    for sub in ("/events?limit=500", "/audit"):
        refused(table.get(sub, 0), 409, "match-unreadable")
    with_stream = table.get("/events", 0, Accept="application/x-ndjson")
    assert with_stream.status_code == 200
    assert with_stream.data.strip() == b"", "the stream ends, so that its client asks again and is told"
    assert table.get("", 0).status_code == 200
    assert kept(store, FINISHED) == before


@pytest.mark.parametrize("answer", [b"", b"z", b"-", b"zzzz", b"-\xc1", b"-\x90", b"-" + _pack({"status": 200})])
def test_an_answer_that_cannot_be_read_is_a_conflict_for_its_key_alone(store: Store, answer: bytes) -> None:
    asked = GOLDEN.remembered
    assert asked is not None
    table, _ = put(store, GOLDEN, msgspec.structs.replace(GOLDEN.commit(), answer=answer))
    before = kept(store, GOLDEN)
    again = table.post(asked.sub, asked.body, asked.who, Idempotency_Key=asked.idempotency_key)
    refused(again, 409, "match-unreadable")
    assert kept(store, GOLDEN) == before
    assert table.get("", 0).status_code == 200


@pytest.mark.parametrize("seed", [b"", b"x", bytes(SEED_BYTES + 1)])
def test_a_seed_that_is_lost_or_no_seed_makes_no_move(store: Store, seed: bytes) -> None:
    table, _ = put(store, GOLDEN, msgspec.structs.replace(GOLDEN.commit(), seed=seed))
    before = kept(store, GOLDEN)
    assert table.get("", 0).status_code == 200
    for seat in GOLDEN.view["to_act"]:
        form = table.get("", seat).json["legal_moves"][0]
        refused(table.post("/moves", {"type": form["type"]}, seat), 409, "match-unreadable")
    assert kept(store, GOLDEN) == before


def test_the_sweep_leaves_it_for_later_and_does_the_others(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    commit = GOLDEN.commit()
    table, clocked = put(store, GOLDEN, msgspec.structs.replace(commit, record=DAMAGES["newer rules"](commit.record)))
    app: Flask = create_app(Config(), clocked)  # type: ignore[arg-type]  # it passes on what it does not have
    matches: Matches = app.extensions["referee"]
    other = Table.create(app.test_client(), clock={"move_seconds": 10})
    clocked.schedule(table.match, clocked.now)
    clocked.wait(10)
    before = kept(store, GOLDEN)
    assert matches.sweep() == 2
    assert store.load(other.match).record.version > 0
    assert kept(store, GOLDEN) == before
    assert matches.sweep() == 0
    assert table.match in caplog.text
