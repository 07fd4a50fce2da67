"""What people wait for is moved on before matches of bots alone."""

import pytest
from flask.testing import FlaskClient

from referee.match import matches as use_cases
from referee.match.matches import Matches
from referee.store import CAN_WAIT, Store
from tests.api.kit import Table

BOTS = [{"controller": "bot:random"}] * 6


def due(store: Store) -> list[str]:
    found = store.due(1000)
    for match in found:
        store.schedule(match, 0)
    return found


def test_whoever_can_wait_is_due_after_all_others(store: Store) -> None:
    due(store)
    now = store.ping()
    for name, at in (("a" * 24, CAN_WAIT + now - 90_000), ("b" * 24, now - 10), ("c" * 24, now - 20)):
        store.schedule(name, at)
    store.schedule("d" * 24, CAN_WAIT + now + 60_000)
    store.schedule("e" * 24, now + 60_000)
    assert store.due(10) == ["c" * 24, "b" * 24, "a" * 24]
    assert store.due(2) == ["c" * 24, "b" * 24]
    for name in "abcde":
        store.schedule(name * 24, 0)


def test_a_match_of_bots_alone_can_wait_and_one_with_a_clock_for_people_cannot(
    client: FlaskClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    due(store)
    bots = Table.create(client, seats=BOTS, deal=None)
    person = Table.create(client, clock={"move_seconds": 1})
    noted = {}
    real = store.schedule
    monkeypatch.setattr(store, "schedule", lambda match, at: (noted.__setitem__(match, at), real(match, at)))
    person.move(0, "draw")
    bots.get()
    assert noted.get(bots.match, CAN_WAIT) >= CAN_WAIT
    assert noted[person.match] < CAN_WAIT


def test_a_sweep_goes_on_with_bots_only_for_so_long(
    client: FlaskClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    due(store)
    tables = [Table.create(client, seats=BOTS, deal=None) for _ in range(4)]
    now = store.ping()
    for table in tables:
        store.schedule(table.match, CAN_WAIT + now)
    matches: Matches = client.application.extensions["referee"]
    monkeypatch.setattr(use_cases, "BOTS_SECONDS", 0)
    assert matches.sweep() == 1, "time is over after the first: then it is looked for people again"
    monkeypatch.setattr(use_cases, "BOTS_SECONDS", 60)
    assert matches.sweep() >= 3
    due(store)
