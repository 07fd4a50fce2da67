"""REFEREE_SECRET: what is sealed, what opens it, and that nothing is dealt from a seed nobody committed to."""

import hashlib
import logging
from typing import Any

import msgspec
import pytest
from flask import Flask

from referee.app import create_app
from referee.bots import random
from referee.config import Config
from referee.errors import UnreadableRecord
from referee.games import GAMES
from referee.match.matches import Matches
from referee.match.sealing import sealing
from referee.match.verify import verify
from referee.store import Store
from tests.api.checks import refused
from tests.api.clocked import ClockedStore
from tests.api.kit import Table
from tests.api.test_streams import NDJSON, lines, opened
from tests.games.kit import stream_for

pytestmark = pytest.mark.slow

OLD, NEW, OTHER = "the old secret of the operator", "the new secret of the operator", "a secret of somebody else"

OPEN_SEAT: dict[str, Any] = {"seats": ["Ana", "Bo", {"open": True}], "deal": None, "options": {}}
ALL_SEATED: dict[str, Any] = {"seats": ["Ana", "Bo", "Cy"], "deal": None, "options": {}}


def server(store: Any, secret: str | None) -> Flask:
    return create_app(Config(secret=secret), store)


def restarted(table: Table, store: Any, secret: str | None) -> Table:
    """The same match behind a server with another secret."""
    return Table(server(store, secret).test_client(), table.match, table.host_token, list(table.tokens))


def sample(forms: list[dict[str, Any]], stream: Any) -> dict[str, Any]:
    """One of the legal moves."""
    return dict(random({"legal_moves": forms}, stream))


def lying(store: Store, match: str) -> tuple[Any, list[bytes]]:
    """All that lies in the store of a match, less the clock."""
    return msgspec.structs.replace(store.load(match, seed=True), now=0), store.events(match, 0, 10_000)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_state_and_deal_lie_sealed_and_the_match_is_played_all_the_same(store: Store, game: Any) -> None:
    watched = ClockedStore(store)
    table = Table.create(
        server(watched, NEW).test_client(), game=game.id, seats=game.seats.start, options={}, deal=game.example["deal"]
    )
    (commit,) = watched.commits
    plain = sealing(None)
    for part in ("head", "state"):
        sealed = getattr(commit.record, part)
        with pytest.raises(UnreadableRecord):
            plain.open(table.match, part, sealed)
        opened = sealing(NEW).open(table.match, part, sealed)
        assert not [start for start in range(len(opened) - 8) if opened[start : start + 8] in sealed]
    assert table.get("", 0).json["hand"] == table.get("/events", 0).json["events"][0]["private"]["hand"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_nothing_that_lies_in_the_store_shows_a_card_or_a_name(store: Store, game: Any) -> None:
    watched = ClockedStore(store)
    seats = [f"Somebody {seat}" for seat in range(game.seats.start)]
    table = Table.create(server(watched, NEW).test_client(), game=game.id, seats=seats, options={}, deal=None)
    for number in range(5):
        seat = table.get().json["to_act"][0]
        move = sample(table.get("", seat).json["legal_moves"], stream_for(f"{game.id} {number}"))
        answer = table.post("/moves", move, seat, Idempotency_Key=f"key number {number}")
        assert answer.status_code == 200, answer.text
        again = table.post("/moves", move, seat, Idempotency_Key=f"key number {number}")
        assert again.headers["Idempotent-Replayed"] == "true"
        assert again.data == answer.data
    lies = [
        piece
        for commit in watched.commits
        for piece in (commit.record.head, commit.record.state, commit.answer, *commit.events)
        if piece
    ]
    assert len(lies) > 15
    for word in (b"Somebody", b"hand", b"private", b"table", b"started", game.id.encode()):
        assert not [piece for piece in lies if word in piece]
    told = table.get("/events?limit=500", 0).json["events"]
    assert told[0]["private"]["hand"], "and yet all is told to whom it concerns"
    stream = table.get("/events?limit=500&wait=1", 0)
    assert stream.json["events"] == told


@pytest.mark.parametrize("secret", [OTHER, f"{OTHER},{NEW}", None], ids=["changed", "changed both", "lost"])
@pytest.mark.parametrize("seats", [OPEN_SEAT, ALL_SEATED], ids=["open", "active"])
def test_with_another_secret_the_match_is_unreadable_everywhere_and_stays_as_it_is(
    store: Store, seats: dict[str, Any], secret: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    table = restarted(Table.create(server(store, OLD).test_client(), **seats), store, secret)
    before = lying(store, table.match)
    for _ in range(2):
        for who in (0, "host"):
            for sub in ("", "/events", "/audit"):
                refused(table.get(sub, who), 409, "match-unreadable")
            for sub, body in (("/moves", {"type": "draw"}), ("/seats", {"name": "Di"}), ("/rematch", {})):
                refused(table.post(sub, body, who), 409, "match-unreadable")
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert [table.match in line and "REFEREE_SECRET" in line for line in told] == [True], "the log says why, once"
    assert not [one for one in (OLD, NEW, OTHER) if one in caplog.text]
    assert lying(store, table.match) == before
    assert restarted(table, store, OLD).get("", 0).status_code == 200


def played_on(table: Table, moves: int = 100) -> None:
    """Let everybody replace and pass, until it is over or often enough."""
    for _ in range(moves):
        view = table.get("", 0).json
        if view["status"] != "active":
            return
        (seat,) = view["to_act"]
        move = {"draw": {"type": "replace"}, "fight": {"type": "pass"}}.get(view["phase"])
        if move is None:  # the stand-in drew
            move = {"type": "keep", "card": table.get("", seat).json["hand"][0]}
        assert table.post("/moves", move, seat).status_code == 200


def test_a_match_changes_over_to_the_new_secret_as_soon_as_it_is_written(store: Store) -> None:
    first = Table.create(server(store, OLD).test_client(), **OPEN_SEAT)
    both = restarted(first, store, f"{NEW},{OLD}")
    claimed = both.post("/seats", {"name": "Cy", "entropy": "mine"})
    assert claimed.status_code == 201, claimed.text
    both.tokens[2] = claimed.json["token"]
    refused(restarted(both, store, OLD).get("", 0), 409, "match-unreadable")
    alone = restarted(both, store, NEW)
    assert alone.get("/events", 2).json["events"][-1]["private"], "also what was told under the old one"
    played_on(alone)
    assert verify(alone.get("/audit", 0).json) == []
    assert alone.post("/rematch", {}, 0).status_code == 201


@pytest.mark.parametrize("change", ["move", "rename", "sweep"])
def test_whatever_writes_it_changes_it_over(store: Store, change: str) -> None:
    watched = ClockedStore(store)
    first = Table.create(server(watched, OLD).test_client(), **ALL_SEATED, clock={"move_seconds": 10})
    app = server(watched, f"{NEW},{OLD}")
    both = restarted(first, watched, f"{NEW},{OLD}")
    if change == "move":
        played_on(both, 1)
    elif change == "rename":
        path = f"{both.path}/seats/0"
        assert both.client.patch(path, json={"name": "Anna"}, headers=both.headers(0)).status_code == 200
    else:
        watched.wait(11)
        matches: Matches = app.extensions["referee"]
        assert matches.sweep() == 1
    alone = restarted(both, watched, NEW)
    played_on(alone)
    assert verify(alone.get("/audit", 0).json) == []


def test_a_match_that_cannot_be_read_keeps_no_other_waiting_and_is_told_of_once(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    watched = ClockedStore(store)
    apps = [server(watched, secret) for secret in (OTHER, NEW)]
    sealed, ours = (Table.create(app.test_client(), **ALL_SEATED, clock={"move_seconds": 10}) for app in apps)
    matches: Matches = apps[1].extensions["referee"]
    before = lying(store, sealed.match)
    for _ in range(3):
        watched.wait(100)
        matches.sweep()
    assert ours.get().json["version"] >= 3
    assert lying(store, sealed.match) == before
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert [sealed.match in line for line in told] == [True]


def test_a_match_that_nobody_wrote_is_read_as_long_as_its_secret_is_listed(store: Store) -> None:
    table = Table.create(server(store, OLD).test_client(), **ALL_SEATED)
    before = lying(store, table.match)
    assert restarted(table, store, f"{NEW}, {OTHER} ,{OLD}").get("", 0).json["hand"]
    assert lying(store, table.match) == before
    refused(restarted(table, store, f"{NEW},{OTHER}").get("", 0), 409, "match-unreadable")


def test_a_match_made_without_a_secret_is_played_on_with_one_and_sealed_by_it(store: Store) -> None:
    table = restarted(Table.create(server(store, None).test_client(), **ALL_SEATED), store, NEW)
    played_on(table, 1)
    refused(restarted(table, store, None).get("", 0), 409, "match-unreadable")
    played_on(table)
    assert verify(table.get("/audit", 0).json) == []


def test_keys_and_tickets_outlive_a_change_of_the_secret_and_are_refused_without_it(store: Store) -> None:
    asked = {"json": {"game": "kobayakawa", **ALL_SEATED}, "headers": {"Idempotency-Key": "5ec2e7" * 4}}
    made = server(store, OLD).test_client().post("/v1/matches", **asked)
    body = made.json
    tokens = [seat["token"] for seat in body["seats"]]
    table = Table(server(store, OLD).test_client(), body["match"], body["host_token"], tokens)
    ticket = table.post("/events/ticket", {}, 0).json["ticket"]
    both = restarted(table, store, f"{NEW},{OLD}")
    played_on(both, 1)
    alone = restarted(table, store, NEW)
    again = alone.client.post("/v1/matches", **asked)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert again.json == body
    stream = opened(alone, NDJSON, f"?ticket={ticket}")
    assert next(lines(stream))["private"]["hand"]
    stream.close()
    wrong = restarted(table, store, OTHER)
    refused(wrong.client.post("/v1/matches", **asked), 409, "match-unreadable")
    refused(wrong.post("/events/ticket", {}, 0), 409, "match-unreadable")


def test_what_was_sealed_for_one_match_or_part_does_not_pass_for_another(store: Store) -> None:
    seals = sealing(NEW)
    sealed = seals.seal("one", "state", b"cards")
    assert seals.open("one", "state", sealed) == b"cards"
    assert seals.seal("one", "state", b"cards") != sealed, "never the same bytes twice"
    for match, part, data in (
        ("two", "state", sealed),
        ("one", "head", sealed),
        ("one", "state", sealed[:-1]),
        ("one", "state", sealed[:-1] + bytes([sealed[-1] ^ 1])),
        ("one", "state", sealed[:12]),
        ("one", "state", sealed[:1]),
    ):
        with pytest.raises(UnreadableRecord):
            seals.open(match, part, data)  # type: ignore[arg-type]  # a part


def test_what_may_be_told_of_a_secret_is_slow_to_guess_and_names_no_other() -> None:
    one, two = sealing(f"{OLD},{NEW}").fingerprints
    assert sealing(NEW).fingerprints == [two]
    assert len(one) == len(two) == 16
    assert one != two
    assert hashlib.sha256(OLD.encode()).digest()[:16] != one
