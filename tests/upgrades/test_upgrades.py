"""What an earlier release wrote, this one reads and plays on: every golden record of every game."""

from typing import Any

import pytest
from flask import Flask

from referee.games import GAMES
from referee.match import advance
from referee.match.matches import Matches
from referee.match.verify import verify
from referee.randomness import Stream
from referee.store import Store
from tests.api.checks import refused
from tests.api.kit import Table
from tests.games.kit import stream_for
from tests.upgrades.kit import STAGES, Golden, goldens, kept, put
from tests.upgrades.record import choose

pytestmark = pytest.mark.slow

ALL = goldens()
READABLE = [golden for golden in ALL if golden.current]
each = pytest.mark.parametrize("golden", READABLE, ids=str)


def at(stage: str) -> pytest.MarkDecorator:
    """The golden records of one stage."""
    return pytest.mark.parametrize("golden", [golden for golden in READABLE if golden.stage == stage], ids=str)


def assert_told(recorded: Any, now: Any, where: str = "") -> None:
    """All that was told then is told now; more may have come."""
    if isinstance(recorded, dict):
        assert isinstance(now, dict), where
        for name, value in recorded.items():
            assert name in now, f"{where}/{name}"
            assert_told(value, now[name], f"{where}/{name}")
    elif isinstance(recorded, list):
        assert isinstance(now, list), where
        assert len(recorded) == len(now), where
        for place, (one, other) in enumerate(zip(recorded, now, strict=True)):
            assert_told(one, other, f"{where}/{place}")
    else:
        assert recorded == now, where


def viewers(golden: Golden) -> list[int | str | None]:
    """Whoever may look."""
    seats = [seat for seat, token in enumerate(golden.tokens) if token]
    return [*seats, "host", *([None] if golden.stage != "started" else [])]


def audited(table: Table) -> dict[str, Any]:
    """The match's audit; one that still runs is ended first."""
    app: Flask = table.client.application
    matches: Matches = app.extensions["referee"]
    found = matches.open(table.match, seed=True)
    if not found.over:
        advance.abort(found, "checked")
        assert matches.save(found).verdict == "done"
    answer = table.get("/audit", "host")
    assert answer.status_code == 200, answer.text
    audit: dict[str, Any] = answer.json
    return audit


def play_on(table: Table, stream: Stream, moves: int) -> None:
    """Make legal moves, each of which must be accepted as the next version."""
    for _ in range(moves):
        before = table.get("", "host").json
        if before["status"] != "active":
            return
        seat, move = choose(table, stream)
        answer = table.post("/moves", move, seat)
        assert answer.status_code == 200, answer.text
        assert answer.json["version"] == before["version"] + 1


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_game_has_golden_records_of_every_stage(game: Any) -> None:
    assert {golden.stage for golden in READABLE if golden.game == game.id} == set(STAGES)


@each
def test_what_was_seen_then_is_seen_now(store: Store, golden: Golden) -> None:
    table, _ = put(store, golden)
    view = table.get("", 0)
    assert view.status_code == 200
    assert_told(golden.view, view.json)
    assert_told(golden.told, table.get("/events?limit=500", 0).json["events"])
    for who in viewers(golden):
        answer = table.get("", who)
        assert answer.status_code == 200, answer.text
        assert answer.headers["ETag"].startswith(f'"{golden.record.version}-')
        page = table.get("/events?limit=500", who).json
        assert page["last_event"] == golden.record.events == len(golden.events)
        assert [event["seq"] for event in page["events"]] == list(range(1, min(500, golden.record.events) + 1))
    if golden.stage == "started":
        assert table.get().status_code == 401


@each
def test_looking_writes_nothing(store: Store, golden: Golden) -> None:
    table, _ = put(store, golden)
    before = kept(store, golden)
    for who in viewers(golden):
        for sub in ("", "/events", "/audit"):
            assert table.get(sub, who).status_code in (200, 409)
    assert kept(store, golden) == before


@each
def test_the_log_is_what_the_seed_and_the_moves_bring_about(store: Store, golden: Golden) -> None:
    table, _ = put(store, golden)
    over = golden.view["status"] in ("finished", "aborted")
    assert table.get("/audit", "host").status_code == (200 if over else 409)
    audit = audited(table)
    assert verify(audit) == []
    assert len(audit["moves"]) == golden.record.version
    assert len(audit["events"]) == golden.record.events + (not over)


@each
def test_the_match_is_played_on_as_if_nothing_had_happened(store: Store, golden: Golden) -> None:
    table, _ = put(store, golden)
    stream = stream_for(str(golden))
    for seat, token in enumerate(golden.tokens):
        if token is None:
            claimed = table.post("/seats", {"name": f"New {seat}", "seat": seat})
            assert claimed.status_code == 201, claimed.text
            table.tokens[seat] = claimed.json["token"]
    play_on(table, stream, 30)
    view = table.get("", "host").json
    assert view["version"] > golden.record.version or golden.stage == "finished"
    audit = audited(table)
    assert verify(audit) == []
    assert len(audit["moves"]) == view["version"]


@at("finished")
def test_a_rematch_follows_a_match_of_an_earlier_release(store: Store, golden: Golden) -> None:
    table, _ = put(store, golden)
    answer = table.post("/rematch", {}, 0)
    assert answer.status_code == 201, answer.text
    assert answer.json["view"]["you"] == 0
    assert table.get().json["rematch"] == answer.json["match"]


GUESSABLE = [golden for golden in READABLE if golden.remembered and golden.remembered.sub == "/seats"]
"""The first release took short keys for claims."""


@pytest.mark.parametrize("golden", GUESSABLE, ids=str)
def test_a_claim_whose_key_can_be_guessed_is_told_to_nobody_again(store: Store, golden: Golden) -> None:
    table, _ = put(store, golden)
    asked = golden.remembered
    assert asked is not None
    assert len(asked.idempotency_key) < 22
    answer = table.post(asked.sub, asked.body, asked.who, Idempotency_Key=asked.idempotency_key)
    refused(answer, 400, "bad-header", "at least 22")


@pytest.mark.parametrize(
    "golden", [golden for golden in READABLE if golden.remembered and golden not in GUESSABLE], ids=str
)
def test_a_request_answered_by_an_earlier_release_gets_that_answer_again(store: Store, golden: Golden) -> None:
    table, _ = put(store, golden)
    before = kept(store, golden)
    asked = golden.remembered
    assert asked is not None
    answer = table.post(asked.sub, asked.body, asked.who, Idempotency_Key=asked.idempotency_key)
    assert answer.status_code in (200, 201), answer.text
    assert answer.headers["Idempotent-Replayed"] == "true"
    assert answer.data == asked.answered
    other = table.post(asked.sub, {**asked.body, "other": 1}, asked.who, Idempotency_Key=asked.idempotency_key)
    assert other.json["code"] in ("idempotency-key-reused", "validation-failed")
    assert kept(store, golden) == before


@pytest.mark.parametrize("golden", [golden for golden in READABLE if golden.record.deadline], ids=str)
def test_a_deadline_set_by_an_earlier_release_is_kept(store: Store, golden: Golden) -> None:
    table, clocked = put(store, golden)
    clocked.now = golden.record.deadline - 1
    assert table.get("", "host").json["version"] == golden.record.version
    clocked.now = golden.record.deadline
    assert table.get("", "host").json["version"] > golden.record.version
    events = table.get(f"/events?after={golden.record.events}&limit=500", "host").json["events"]
    assert events[0]["type"] == "timed_out"
    assert events[0]["seat"] in golden.view["to_act"]
    assert verify(audited(table)) == []


@at("bots")
def test_changes_to_seats_by_an_earlier_release_hold(store: Store, golden: Golden) -> None:
    table, _ = put(store, golden)
    view = table.get("", 0).json
    assert view["you"] == 0, "the token that replaced the first one"
    assert view["seats"][0]["name"] == "Anna"
    assert view["seats"][1]["controller"] == "bot:steady"
    assert view["fairness"]["seeded_by_caller"]


@at("middle")
def test_without_the_operators_secret_the_seed_stays_sealed(store: Store, golden: Golden) -> None:
    assert golden.secret
    table, _ = put(store, golden)
    audit = audited(table)
    assert bytes.fromhex(audit["seed"]) != golden.seed
    assert verify(audit) == []
