"""The clock: who is late is played for by the stand-in, whoever looks next finds out."""

from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config
from referee.match import advance
from referee.store import Store
from tests.api.checks import pointers, refused, tag
from tests.api.clocked import ClockedStore
from tests.api.kit import Table


@pytest.fixture
def clock(store: Store) -> ClockedStore:
    return ClockedStore(store)


@pytest.fixture
def app(clock: ClockedStore) -> Flask:
    return create_app(Config(), clock)  # type: ignore[arg-type]  # it passes on what it does not have


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Seat 0 holds 8 and is to act within a minute; the deck's top card is the 3."""
    return Table.create(client, clock={"move_seconds": 60})


def deadline(view: dict[str, Any]) -> int:
    """The deadline in milliseconds since 1970."""
    assert view["deadline"].endswith("Z")
    return round(1000 * datetime.fromisoformat(view["deadline"]).timestamp())


def told(table: Table) -> list[tuple[str, int | None]]:
    """Types and seats of all events after the start."""
    return [(event["type"], event["seat"]) for event in table.get("/events?after=1").json["events"]]


def test_every_awaited_seat_has_the_time_agreed_from_the_start(table: Table, clock: ClockedStore) -> None:
    assert deadline(table.get().json) == clock.now + 60_000


def test_a_match_without_a_clock_has_no_deadline_and_waits_for_ever(client: FlaskClient, clock: ClockedStore) -> None:
    table = Table.create(client)
    clock.wait(24 * 3600)
    view = table.get().json
    assert view["deadline"] is None
    assert view["version"] == 0


def test_a_move_gives_the_next_seat_its_time_anew(table: Table, clock: ClockedStore) -> None:
    clock.wait(40)
    answer = table.move(0, "replace")
    assert deadline(answer.json["view"]) == clock.now + 60_000
    assert deadline(table.get().json) == clock.now + 60_000


def test_an_instant_before_the_deadline_nothing_has_happened(table: Table, clock: ClockedStore) -> None:
    clock.wait(59.999)
    assert table.get().json["version"] == 0
    assert table.move(0, "replace").status_code == 200


@pytest.mark.parametrize("look", ["", "/events?after=0", "/events?after=1&wait=30"])
def test_whoever_looks_next_finds_the_deadline_passed(table: Table, clock: ClockedStore, look: str) -> None:
    clock.wait(60)
    assert table.get(look).status_code == 200
    assert told(table) == [("timed_out", 0), ("drew", 0)]
    assert table.get().json["version"] == 1


def test_the_stand_in_plays_as_the_steady_bot_would(table: Table, clock: ClockedStore) -> None:
    clock.wait(60)
    assert table.get("", 0).json["hand"] == [3, 8]  # steady draws on an 8 …
    clock.wait(60)
    assert table.get("", 0).json["hand"] == [8]  # … and keeps the higher card
    assert table.get().json["to_act"] == [1]


def test_missed_deadlines_chain_from_the_one_missed_and_not_from_the_look(table: Table, clock: ClockedStore) -> None:
    start = clock.now
    clock.wait(150)
    view = table.get().json
    assert told(table) == [("timed_out", 0), ("drew", 0), ("timed_out", 0), ("kept", 0)]
    assert view["version"] == 2
    assert deadline(view) == start + 180_000


def test_looking_again_finds_nothing_more(table: Table, clock: ClockedStore) -> None:
    clock.wait(60)
    first = table.get("", 1)
    assert table.get("", 1).json == first.json
    assert table.get("", 1, **{"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_a_move_at_the_deadline_loses_even_if_nobody_had_looked(table: Table, clock: ClockedStore) -> None:
    assert table.move(0, "draw").status_code == 200
    clock.wait(60)
    refused(table.move(0, "keep", card=3), 409, "not-your-turn", "seat 1")
    assert told(table) == [("drew", 0), ("timed_out", 0), ("kept", 0)]
    assert table.get("", 0).json["hand"] == [8]


def test_a_late_move_that_pins_its_version_is_stale(table: Table, clock: ClockedStore) -> None:
    clock.wait(60)
    answer = table.post("/moves", {"type": "draw"}, 0, If_Match='"0-0-0"')
    refused(answer, 412, "stale-version")
    assert answer.headers["ETag"] == table.get("", 0).headers["ETag"]
    assert tag(answer) == '"1-0-0"'


def test_a_move_overtaken_by_its_deadline_on_the_way_to_the_store_loses(table: Table, clock: ClockedStore) -> None:
    assert table.move(0, "draw").status_code == 200
    clock.wait(59.999)
    clock.jump = 1
    refused(table.move(0, "keep", card=3), 409, "not-your-turn")
    assert told(table) == [("drew", 0), ("timed_out", 0), ("kept", 0)]


def test_a_dry_run_after_the_deadline_is_judged_like_the_move(table: Table, clock: ClockedStore) -> None:
    assert table.move(0, "draw").status_code == 200
    clock.wait(60)
    refused(table.post("/moves?dry_run=true", {"type": "keep", "card": 3}, 0), 409, "not-your-turn")


def test_an_accepted_move_is_still_answered_from_its_key_after_the_deadline(table: Table, clock: ClockedStore) -> None:
    first = table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="draw")
    clock.wait(60)
    again = table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="draw")
    assert (again.status_code, again.data) == (200, first.data)
    assert again.headers["Idempotent-Replayed"] == "true"


def test_a_hand_over_after_the_deadline_does_not_hide_that_it_was_missed(table: Table, clock: ClockedStore) -> None:
    clock.wait(60)
    answer = table.client.patch(f"{table.path}/seats/0", json={"controller": "bot:steady"}, headers=table.headers(0))
    assert answer.status_code == 200
    assert told(table) == [("timed_out", 0), ("drew", 0), ("seat_changed", 0), ("kept", 0)]


def test_bots_that_follow_a_missed_deadline_move_at_once(client: FlaskClient, clock: ClockedStore) -> None:
    bot = {"name": "Bot", "controller": "bot:steady"}
    table = Table.create(client, seats=["Ana", bot, "Cy"], clock={"move_seconds": 60})
    start = clock.now
    table.move(0, "draw")
    clock.wait(65)
    view = table.get().json
    assert view["to_act"] == [2]
    assert deadline(view) == start + 120_000


def test_the_sweep_finds_deadlines_in_matches_that_nobody_looks_at(
    app: Flask, table: Table, clock: ClockedStore
) -> None:
    matches = app.extensions["referee"]
    assert matches.sweep() == 0
    clock.wait(60)
    assert matches.sweep() == 1
    assert matches.sweep() == 0
    assert told(table) == [("timed_out", 0), ("drew", 0)]


def test_a_match_left_alone_is_played_to_its_end(table: Table, clock: ClockedStore) -> None:
    clock.wait(7 * 24 * 3600)
    while table.get().json["status"] == "active":
        pass
    view = table.get().json
    assert view["status"] == "finished"
    assert view["deadline"] is None
    assert view["result"]["winners"]
    events = table.get("/events?limit=500").json["events"]
    moved = [entry["seat"] for entry in table.get("/audit").json["moves"]]
    assert [event["seat"] for event in events if event["type"] == "timed_out"] == moved


def test_the_clock_stops_with_the_match(client: FlaskClient, clock: ClockedStore) -> None:
    table = Table.create(client, clock={"move_seconds": 60})
    table.play_to_the_end()
    before = table.get().json
    clock.wait(3600)
    assert before["deadline"] is None
    assert table.get().json == before


def test_an_open_match_has_no_deadline_until_it_starts(client: FlaskClient, clock: ClockedStore) -> None:
    table = Table.create(client, seats=["Ana", "Bo", {"open": True}], clock={"move_seconds": 60})
    assert table.get().json["deadline"] is None
    clock.wait(3600)
    assert table.get().json["status"] == "open"
    view = table.post("/seats", {"name": "Cy"}).json["view"]
    assert deadline(view) == clock.now + 60_000


@pytest.mark.parametrize("seconds", [1, 7 * 24 * 3600])
def test_the_time_for_a_move_is_a_second_to_a_week(client: FlaskClient, clock: ClockedStore, seconds: int) -> None:
    table = Table.create(client, clock={"move_seconds": seconds})
    assert deadline(table.get().json) == clock.now + 1000 * seconds


@pytest.mark.parametrize("seconds", [0, -1, 7 * 24 * 3600 + 1, 1.5, "60", True, None])
def test_another_time_for_a_move_is_refused(client: FlaskClient, seconds: Any) -> None:
    answer = client.post("/v1/matches", json={"game": "kobayakawa", "seats": 3, "clock": {"move_seconds": seconds}})
    assert pointers(refused(answer, 422, "validation-failed")) == ["/clock/move_seconds"]


@pytest.mark.parametrize(
    ("clock", "pointer"), [(5, "/clock"), ({}, "/clock/move_seconds"), ({"move_seconds": 5, "x": 1}, "/clock/x")]
)
def test_a_clock_of_another_shape_is_refused_where_it_is_wrong(client: FlaskClient, clock: Any, pointer: str) -> None:
    answer = client.post("/v1/matches", json={"game": "kobayakawa", "seats": 3, "clock": clock})
    assert pointers(refused(answer, 422, "validation-failed")) == [pointer]


def test_a_match_that_only_the_clock_moves_ends_after_as_many_moves_as_any(
    table: Table, clock: ClockedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advance, "LONGEST", 2)
    clock.wait(3600)
    view = table.get().json
    assert (view["status"], view["version"], view["deadline"]) == ("aborted", 2, None)
    assert table.get("/events?limit=500").json["events"][-1]["data"] == {"reason": "too_long"}
