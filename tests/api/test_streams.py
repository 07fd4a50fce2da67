"""Streams: one cursor, no gaps, closed at the end, in the eyes of whoever asks."""

import itertools
import random
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.api import streams
from referee.app import create_app
from referee.config import Config
from referee.match import feed, record
from referee.match.matches import Matches
from referee.store import Store
from tests.api.clocked import ClockedStore
from tests.api.kit import Table

pytestmark = pytest.mark.slow

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"


def opened(table: Table, kind: str, query: str = "", who: int | str | None = None, **headers: str) -> TestResponse:
    return table.client.get(
        f"{table.path}/events{query}",
        headers={**table.headers(who), "Accept": kind, **{k.replace("_", "-"): v for k, v in headers.items()}},
        buffered=False,
    )


def lines(answer: TestResponse) -> Iterator[dict[str, Any]]:
    """The objects of an NDJSON stream, blanks left out."""
    assert answer.status_code == 200, answer.text
    for chunk in answer.response:
        for line in chunk.splitlines():
            if line.strip():
                yield msgspec.json.decode(line)


def blocks(answer: TestResponse) -> Iterator[dict[str, str]]:
    """The blocks of a server-sent stream as their fields, comments left out."""
    assert answer.status_code == 200, answer.text
    for chunk in answer.response:
        for block in chunk.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
            if fields:
                yield fields


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams do not linger after the end."""
    monkeypatch.setattr(record, "LINGER_MS", 0)


@pytest.mark.parametrize("kind", [NDJSON, SSE])
def test_something_goes_out_at_once(table: Table, kind: str) -> None:
    answer = opened(table, kind)
    assert answer.status_code == 200
    assert answer.content_type.startswith(kind)
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert next(iter(answer.response)).strip() in (b"", b"retry: 1000")
    answer.close()


def test_ndjson_tells_all_events_and_closes_after_the_end(table: Table, brief: None) -> None:
    table.play_to_the_end()
    told = list(lines(opened(table, NDJSON)))
    assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
    assert told[0]["type"] == "started"
    assert told[-1]["type"] == "finished"
    assert told == table.get("/events?limit=500").json["events"]


def test_sse_gives_every_event_its_number_as_id(table: Table, brief: None) -> None:
    table.play_to_the_end()
    told = [block for block in blocks(opened(table, SSE)) if "data" in block]
    assert [int(block["id"]) for block in told] == list(range(1, len(told) + 1))
    assert all(msgspec.json.decode(block["data"])["seq"] == int(block["id"]) for block in told)


def test_views_follow_the_events_that_tell_of_a_change(table: Table) -> None:
    stream = lines(opened(table, NDJSON, "?after=1&views=true", 0))
    mover = threading.Thread(target=table.move, args=(0, "draw"))
    mover.start()
    event, pushed = next(stream), next(stream)
    mover.join()
    assert event["type"] == "drew"
    assert pushed["type"] == "view"
    assert pushed["view"] == table.get(who=0).json
    assert pushed["view"]["last_event"] == event["seq"]


def test_a_pushed_view_has_a_name_and_no_id_and_is_the_callers_own(table: Table) -> None:
    stream = blocks(opened(table, SSE, "?after=1&views=true"))
    mover = threading.Thread(target=table.move, args=(0, "draw"))
    mover.start()
    told = [block for block in itertools.islice(stream, 3) if "data" in block]
    mover.join()
    assert told[0]["id"] == "2"
    assert told[1]["event"] == "view"
    assert "id" not in told[1]
    seen = msgspec.json.decode(told[1]["data"])
    assert seen["you"] is None
    assert seen["hand"] is None


def test_views_follow_only_where_they_were_asked_for(table: Table, brief: None) -> None:
    table.play_to_the_end()
    assert [line for line in lines(opened(table, NDJSON)) if line["type"] == "view"] == []
    told = list(lines(opened(table, NDJSON, "?views=true")))
    assert [line["type"] for line in told].count("view") == 1, "what happened before is one change"
    assert told[-1]["view"] == table.get().json


def test_a_stream_tells_what_happens_while_it_is_open(table: Table) -> None:
    stream = lines(opened(table, NDJSON, "?after=1", 0))
    mover = threading.Thread(target=table.move, args=(0, "draw"))
    mover.start()
    event = next(stream)
    mover.join()
    assert (event["seq"], event["type"], event["private"]) == (2, "drew", {"card": 3})


@pytest.mark.parametrize(("who", "private"), [(0, {"card": 3}), (1, None), (None, None), ("host", None)])
def test_private_parts_only_in_the_eyes_of_those_entitled(
    table: Table, who: int | str | None, private: dict[str, int] | None
) -> None:
    table.move(0, "draw")
    stream = opened(table, NDJSON, "?after=1", who)
    assert next(lines(stream)).get("private") == private
    stream.close()


def test_snapshot_comes_first_and_events_follow_on_it(table: Table) -> None:
    table.move(0, "draw")
    answer = opened(table, NDJSON, "?snapshot=true", 0)
    stream = lines(answer)
    first = next(stream)
    assert first["type"] == "view"
    assert first["view"] == table.get(who=0).json
    table.move(0, "keep", card=8)
    assert next(stream)["seq"] == first["view"]["last_event"] + 1
    answer.close()


def test_snapshot_with_a_cursor_goes_on_from_the_cursor(table: Table) -> None:
    table.move(0, "draw")
    answer = opened(table, SSE, "?snapshot=true&after=1", 0)
    stream = (block for block in blocks(answer) if "data" in block)
    assert next(stream)["event"] == "view"
    assert next(stream)["id"] == "2"
    answer.close()


def test_last_event_id_beats_after(table: Table, brief: None) -> None:
    table.play_to_the_end()
    told = list(lines(opened(table, NDJSON, "?after=0", Last_Event_ID="3")))
    assert told[0]["seq"] == 4


def test_a_stream_cut_at_random_points_and_resumed_delivers_every_event_once(table: Table) -> None:
    chance = random.Random(7)
    player = threading.Thread(target=table.play_to_the_end)
    player.start()
    seen: list[int] = []
    while True:
        answer = opened(table, SSE, Last_Event_ID=str(seen[-1] if seen else 0))
        cut = chance.randrange(1, 6)
        got = []
        for block in blocks(answer):
            if "data" in block:
                event = msgspec.json.decode(block["data"])
                got.append(event["seq"])
                if event["type"] == "finished" or len(got) == cut:
                    break
        answer.close()
        seen += got
        if event["type"] == "finished":
            break
    player.join()
    assert seen == list(range(1, table.get().json["last_event"] + 1))


def test_deleting_a_match_tells_its_streams_and_closes_them(table: Table) -> None:
    stream = lines(opened(table, NDJSON, "?after=1"))
    thread = threading.Thread(target=table.client.delete, args=(table.path,), kwargs={"headers": table.headers("host")})
    thread.start()
    told = list(stream)
    thread.join()
    assert [(event["seq"], event["type"], event["data"]) for event in told] == [(2, "aborted", {"reason": "deleted"})]


def test_rotating_a_token_closes_the_streams_of_the_old_one(table: Table) -> None:
    stream = opened(table, NDJSON, "?after=1", 1)
    body = {"rotate_token": True}
    answer = table.client.patch(f"{table.path}/seats/1", json=body, headers=table.headers(1))
    assert answer.status_code == 200
    assert list(lines(stream)) == []
    assert opened(table, NDJSON, "?after=1", 1).status_code == 401


def test_keep_alives_are_blank(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.02)
    answer = opened(table, NDJSON, "?after=1")
    chunks = iter(answer.response)
    assert [next(chunks) for _ in range(3)] == [b"\n"] * 3
    answer.close()


def test_a_missed_wake_up_is_found_by_looking_again(table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "LONGEST_NAP", 0.02)
    monkeypatch.setattr(app.extensions["referee-hub"], "wake", lambda match: None)
    stream = lines(opened(table, NDJSON, "?after=1"))
    table.move(0, "draw")
    assert next(stream)["type"] == "drew"


def test_streams_and_waiters_are_capped_and_give_their_places_back(store: Store) -> None:
    client = create_app(Config(streams=2), store).test_client()
    table = Table.create(client)
    first, second = opened(table, NDJSON), opened(table, SSE)
    for refused in (opened(table, NDJSON), table.get("/events?after=1&wait=5")):
        assert refused.status_code == 503
        assert refused.json["code"] == "stream-capacity"
        assert refused.headers["Retry-After"]
    first.close()
    third = opened(table, NDJSON)
    assert third.status_code == 200
    second.close()
    third.close()


def test_a_worker_that_is_told_to_stop_ends_its_streams(table: Table, app: Flask) -> None:
    stream = opened(table, NDJSON, "?after=1")
    chunks = iter(stream.response)
    assert next(chunks) == b"\n"
    app.extensions["referee-hub"].close()
    assert list(chunks) == []


def ticket(table: Table, who: int | str | None) -> TestResponse:
    return table.client.post(f"{table.path}/events/ticket", headers=table.headers(who))


def test_a_ticket_opens_a_stream_in_its_owners_eyes(table: Table) -> None:
    table.move(0, "draw")
    answer = ticket(table, 0)
    assert answer.status_code == 201
    assert answer.json["expires_in"] == 30
    stream = opened(table, SSE, f"?after=1&ticket={answer.json['ticket']}")
    event = next(block for block in blocks(stream) if "data" in block)
    assert msgspec.json.decode(event["data"])["private"] == {"card": 3}
    stream.close()


def test_a_newer_stream_on_a_ticket_replaces_the_older_one(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.02)
    good = ticket(table, 0).json["ticket"]
    older = opened(table, NDJSON, f"?after=1&ticket={good}")
    newer = opened(table, NDJSON, f"?after=1&ticket={good}")
    assert list(lines(older)) == []
    chunks = iter(newer.response)
    assert [next(chunks) for _ in range(3)] == [b"\n"] * 3
    newer.close()


def test_what_is_no_ticket_of_the_match_opens_nothing(table: Table, client: FlaskClient) -> None:
    other = Table.create(client)
    for wrong in ("ticket_x", "", ticket(other, 0).json["ticket"], table.tokens[0]):
        answer = opened(table, SSE, f"?ticket={wrong}")
        assert (answer.status_code, answer.json["code"]) == (401, "invalid-token")
    assert ticket(table, None).json["code"] == "missing-token"


def test_a_ticket_is_the_same_for_the_same_key(table: Table) -> None:
    headers = {**table.headers(0), "Idempotency-Key": "t-1"}
    first = table.client.post(f"{table.path}/events/ticket", headers=headers)
    again = table.client.post(f"{table.path}/events/ticket", headers=headers)
    assert first.json == again.json
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"


def test_long_poll_answers_as_soon_as_something_happens(table: Table) -> None:
    mover = threading.Timer(0.05, table.move, args=(0, "draw"))
    mover.start()
    page = table.get("/events?after=1&wait=20", 0).json
    mover.join()
    assert [event["type"] for event in page["events"]] == ["drew"]
    assert page["last_event"] == 2


def test_other_formats_are_not_acceptable(table: Table) -> None:
    answer = opened(table, "text/csv")
    assert (answer.status_code, answer.json["code"]) == (406, "not-acceptable")


@pytest.mark.parametrize("kind", [NDJSON, SSE])
def test_a_stream_lingers_for_a_minute_after_the_end_and_then_none_is_opened(client: FlaskClient, kind: str) -> None:
    matches: Matches = client.application.extensions["referee"]
    clocked = ClockedStore(matches.store)
    matches.store = clocked  # type: ignore[assignment]  # it passes everything else on
    table = Table.create(client)
    table.play_to_the_end()
    last = table.get().json["last_event"]  # type: ignore[index]
    clocked.wait(59)
    lingering = opened(table, kind, f"?after={last}")
    assert lingering.status_code == 200
    lingering.close()
    clocked.wait(2)
    closed = opened(table, kind, f"?after={last}")
    assert (closed.status_code, closed.data) == (204, b"")
    behind = opened(table, kind, f"?after={last - 1}")
    assert behind.status_code == 200
    assert str(last) in "".join(chunk.decode() for chunk in behind.response)


def test_a_match_that_is_deleted_while_its_stream_lingers_ends_it_without_another_word(client: FlaskClient) -> None:
    table = Table.create(client)
    table.play_to_the_end()
    last = table.get().json["last_event"]  # type: ignore[index]
    answer = opened(table, NDJSON, f"?after={last - 1}")
    stream = lines(answer)
    assert next(stream)["type"] == "finished"
    assert client.delete(table.path, headers=table.headers("host")).status_code == 204
    assert list(stream) == []
