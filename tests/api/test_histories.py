"""After a failover that lost moves nobody is told a history that is not there: not by tags, pins, pages or streams."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.store.redis import RedisStore
from tests.api.checks import refused
from tests.api.kit import Table
from tests.api.test_streams import NDJSON, SSE, blocks, lines, opened


@pytest.fixture
def rewind(store: RedisStore) -> Callable[[Table], Callable[[], None]]:
    """Note how a match stands in the store; what is returned puts it back, as a failover does."""

    def note(table: Table) -> Callable[[], None]:
        names = [f"referee:{{{table.match}}}:{part}" for part in ("match", "events", "keys", "seed")]
        kept = {name: store.link.command("DUMP", name) for name in names}

        def back() -> None:
            for name, data in kept.items():
                store.link.command("RESTORE", name, 0, data, "REPLACE")
            store.wake(table.match)

        return back

    return note


Rewind = Callable[[Table], Callable[[], None]]


def test_two_histories_of_one_version_share_no_tag_no_304_and_no_pin(table: Table, rewind: Rewind) -> None:
    back = rewind(table)
    assert table.move(0, "draw").status_code == 200
    lost = table.get("", 1).headers["ETag"]
    back()
    assert table.move(0, "draw").status_code == 200
    found = table.get("", 1, If_None_Match=lost)
    assert found.status_code == 200
    assert found.headers["ETag"] != lost
    assert found.headers["ETag"].rsplit("-", 1)[0] == lost.rsplit("-", 1)[0]
    refused(table.post("/moves", {"type": "keep", "card": 8}, 0, If_Match=lost), 412, "history-rewound")
    three = lost.rsplit("-", 1)[0] + '"'
    assert table.post("/moves", {"type": "keep", "card": 8}, 0, If_Match=three).status_code == 200


def test_a_change_that_is_no_move_splits_no_pin(table: Table, rewind: Rewind) -> None:
    back = rewind(table)
    names = [("Anna", table.get("", 0).headers["ETag"])]
    table.client.patch(f"{table.path}/seats/0", json={"name": "Anna"}, headers=table.headers(0))
    names.append(("Ann", table.get("", 0).headers["ETag"]))
    back()
    table.client.patch(f"{table.path}/seats/0", json={"name": "Ann"}, headers=table.headers(0))
    assert table.get("", 0, If_None_Match=names[1][1]).status_code == 200
    assert table.post("/moves", {"type": "draw"}, 0, If_Match=names[1][1]).status_code == 200


@pytest.mark.parametrize("kind", ["application/json", NDJSON, SSE])
def test_a_cursor_ahead_of_the_log_is_refused_with_where_the_log_ends(table: Table, kind: str) -> None:
    for query, headers in (("?after=2", {}), ("?after=2&wait=1", {}), ("", {"Last-Event-ID": "2"})):
        if kind == "application/json" and headers:
            continue
        answer = table.client.get(f"{table.path}/events{query}", headers={"Accept": kind, **headers})
        problem: Any = refused(answer, 412, "history-rewound")
        assert problem["last_event"] == 1


@pytest.mark.parametrize("again", [0, 1, 2])
def test_an_open_stream_ends_when_the_log_is_another_one(table: Table, rewind: Rewind, again: int) -> None:
    back = rewind(table)
    table.move(0, "draw")
    table.move(0, "keep", card=8)
    answer = opened(table, NDJSON, "?after=1", 1)
    stream = lines(answer)
    assert [next(stream)["seq"] for _ in range(2)] == [2, 3]
    back()
    for move in ({"type": "replace"}, {"type": "replace"})[:again]:
        seat = table.get().json["to_act"][0]
        assert table.post("/moves", move, seat).status_code == 200
    assert list(stream) == []


# Snapshots


def test_the_id_of_a_snapshot_is_the_cursor_it_was_asked_with(table: Table) -> None:
    table.move(0, "draw")
    table.move(0, "keep", card=8)
    for query, cursor in (("&after=1", "1"), ("", "3"), ("&after=0", "0")):
        answer = opened(table, SSE, f"?snapshot=true{query}", 0)
        assert next(block for block in blocks(answer) if "data" in block)["id"] == cursor
        answer.close()


# Tickets


def test_a_second_use_of_a_ticket_closes_the_first_stream_at_once_however_busy(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", "Bo", "Cy"])
    ticket = table.post("/events/ticket", {}, 0).json["ticket"]
    first = opened(table, NDJSON, f"?ticket={ticket}")
    told = lines(first)
    assert next(told)["seq"] == 1
    table.move(0, "draw")
    second = opened(table, NDJSON, f"?ticket={ticket}&after=1")
    table.move(0, "keep", card=8)
    assert len(list(told)) <= 2  # what was there already; then it ends
    assert next(lines(second))["seq"] == 2
    second.close()
