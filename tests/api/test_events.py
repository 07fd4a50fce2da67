"""GET …/events as pages: numbered without gaps, in the eyes of whoever asks, at once or when there is something."""

import threading
import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config
from referee.store import Store
from tests.api.checks import pointers, refused
from tests.api.kit import Table


def page(table: Table, query: str = "", who: int | str | None = None) -> Any:
    answer = table.get(f"/events{query}", who)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_events_are_numbered_from_one_without_gaps(table: Table) -> None:
    table.play_to_the_end()
    body = page(table, "?limit=500")
    assert set(body) == {"events", "last_event"}
    assert [event["seq"] for event in body["events"]] == list(range(1, body["last_event"] + 1))
    versions = [event["version"] for event in body["events"]]
    assert versions == sorted(versions)
    assert set(versions) == set(range(table.get().json["version"] + 1))
    assert body["last_event"] == table.get().json["last_event"]
    assert (body["events"][0]["type"], body["events"][-1]["type"]) == ("started", "finished")
    assert body["events"][-1]["data"] == table.get().json["result"]


def test_an_event_has_everything_the_contract_lists(table: Table) -> None:
    table.move(0, "draw")
    event = page(table)["events"][1]
    assert set(event) == {"game", "seq", "version", "at", "type", "seat", "data"}
    assert event["at"].endswith("Z")


def test_pages_join_without_gaps_or_repeats(table: Table) -> None:
    table.play_to_the_end()
    whole = page(table, "?limit=500")["events"]
    joined: list[Any] = []
    while True:
        part = page(table, f"?after={len(joined)}&limit=7")
        joined += part["events"]
        assert part["last_event"] == len(whole)
        if len(joined) == len(whole):
            break
        assert len(part["events"]) == 7
    assert joined == whole


def test_after_the_last_event_there_is_nothing(table: Table) -> None:
    assert page(table, "?after=1") == {"events": [], "last_event": 1}


def test_private_parts_are_shown_to_their_own_seat_alone(table: Table) -> None:
    table.move(0, "draw")
    table.move(0, "keep", card=8)
    for who in (0, 1, "host", None):
        started, drew, kept = page(table, "", who)["events"]
        assert drew.get("private") == ({"card": 3} if who == 0 else None)
        assert kept.get("private") == ({"card": 8} if who == 0 else None)
        assert kept["data"] == {"discard": 3}
        assert started.get("private") == ({"hand": [[8], [13]][who]} if isinstance(who, int) else None)


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("limit=0", "/limit"),
        ("limit=501", "/limit"),
        ("limit=-1", "/limit"),
        ("limit=1.5", "/limit"),
        ("limit=1e2", "/limit"),
        ("limit=1_0", "/limit"),
        ("limit=%2B5", "/limit"),
        ("limit=%205", "/limit"),
        ("limit=", "/limit"),
        ("limit=%D9%A3", "/limit"),
        ("limit=" + 5000 * "9", "/limit"),
        ("after=-1", "/after"),
        ("after=x", "/after"),
        (f"after={2**53 + 1}", "/after"),
        ("wait=31", "/wait"),
        ("wait=-1", "/wait"),
        ("wait=true", "/wait"),
    ],
)
def test_numbers_out_of_bounds_or_no_numbers_are_refused(table: Table, query: str, pointer: str) -> None:
    assert pointers(refused(table.get(f"/events?{query}"), 422, "validation-failed")) == [pointer]


def test_a_page_has_at_most_limit_events(table: Table) -> None:
    table.play_to_the_end()
    assert len(page(table, "?limit=1")["events"]) == 1
    assert len(page(table)["events"]) == min(100, table.get().json["last_event"])


def test_accept_without_a_page_or_a_stream_is_not_acceptable(table: Table) -> None:
    refused(table.get("/events", None, Accept="text/html"), 406, "not-acceptable", "application/json")


# Long polls


def test_a_wait_returns_at_once_when_there_is_something(table: Table) -> None:
    began = time.monotonic()
    assert page(table, "?after=0&wait=30")["last_event"] == 1
    assert time.monotonic() - began < 10


def test_a_wait_ends_with_an_empty_page(table: Table) -> None:
    began = time.monotonic()
    assert page(table, "?after=1&wait=1") == {"events": [], "last_event": 1}
    assert 0.9 < time.monotonic() - began < 20


def test_a_wait_after_the_end_waits_as_ever(table: Table) -> None:
    table.play_to_the_end()
    last = table.get().json["last_event"]
    began = time.monotonic()
    assert page(table, f"?after={last}&wait=1") == {"events": [], "last_event": last}
    assert 0.9 < time.monotonic() - began < 20


def test_a_wait_is_woken_by_the_next_move(table: Table, app: Flask) -> None:
    found: list[Any] = []
    other = Table(app.test_client(), table.match, table.host_token, table.tokens)
    waiting = threading.Thread(target=lambda: found.append((page(other, "?after=1&wait=30", 1), time.monotonic())))
    waiting.start()
    hub = app.extensions["referee-hub"]
    while not hub.count:
        time.sleep(0.01)
    table.move(0, "draw")
    moved = time.monotonic()
    waiting.join(10)
    (body, at) = found[0]
    assert [event["type"] for event in body["events"]] == ["drew"]
    assert "private" not in body["events"][0]
    assert at - moved < 10
    assert hub.count == 0


def test_a_worker_holds_only_so_many_waiters(store: Store) -> None:
    client: FlaskClient = create_app(Config(streams=0), store).test_client()
    table = Table.create(client)
    answer = table.get("/events?after=1&wait=30")
    refused(answer, 503, "stream-capacity")
    assert table.get("/events?after=0&wait=30").status_code == 200, "nothing to wait for takes no place"
