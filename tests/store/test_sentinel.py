"""A real Sentinel set: one primary, two replicas, three Sentinels; a failover in the middle of a match."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.app import create_app
from referee.config import Config
from referee.store import OutcomeUnknown, StoreUnavailable, Verdict
from referee.store.opening import open_store
from tests.api.kit import Table
from tests.store.kit import created, following, now
from tests.store.servers import eventually
from tests.store.sets import IMPATIENT, SentinelSet

pytestmark = pytest.mark.slow


@pytest.fixture
def servers(engine: str, tmp_path: Path) -> Iterator[SentinelSet]:
    with SentinelSet(tmp_path, replicas=2, sentinels=3, patience=IMPATIENT, engine=engine) as running:
        yield running


@pytest.mark.slow
def test_a_match_goes_on_after_a_failover(servers: SentinelSet) -> None:
    store = open_store(servers.url, wait_replicas=1)
    match = created(store)
    assert store.commit(match, following(now(store, match))).verdict == Verdict.DONE
    servers.primary.kill()

    def moved() -> bool:
        try:
            return store.commit(match, following(now(store, match), "after the failover")).verdict in (
                Verdict.DONE,
                "replayed",
            )
        except (StoreUnavailable, OutcomeUnknown):
            return False

    eventually(moved, "a commit after the failover", 30)
    assert now(store, match).version == 2
    assert store.events(match, 0, 10) == [b"event 1", b"event 2", b"event 3"]
    store.close()


@pytest.mark.slow
def test_the_service_plays_through_a_failover(servers: SentinelSet) -> None:
    store = open_store(servers.url, wait_replicas=1)
    app = create_app(Config(), store)
    client = app.test_client()
    table = Table.create(client)
    assert table.move(0, "replace").status_code == 200
    servers.primary.kill()
    assert client.get("/livez").status_code == 200

    def moved() -> bool:
        answer = table.post("/moves", {"type": "replace", "version": 1}, 1, Idempotency_Key="mine")
        assert answer.status_code in (200, 503), answer.text
        return answer.status_code == 200

    eventually(moved, "a move after the failover", 30)
    assert table.get().json["version"] == 2
    app.extensions["referee-hub"].close()
    store.close()
