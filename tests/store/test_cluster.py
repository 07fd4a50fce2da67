"""A real Cluster: three primaries, three replicas; a slot on its way and a failover in the middle of a match."""

from collections.abc import Iterator

import pytest

from referee.app import create_app
from referee.config import Config
from referee.store import OutcomeUnknown, StoreUnavailable, Verdict
from referee.store.opening import open_store
from tests.api.kit import Table
from tests.store.kit import created, following, now
from tests.store.servers import engines, eventually
from tests.store.sets import IMPATIENT, Cluster

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=engines())
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    with Cluster(folder, replicas=1, patience=IMPATIENT, engine=request.param) as running:
        yield running


def test_a_match_lives_in_one_slot_and_goes_on_while_the_slot_moves(cluster: Cluster) -> None:
    store = open_store(cluster.url)
    match = created(store)
    slot, (source_port, *_) = cluster.ports_of(match)
    source = cluster.node(source_port).client()
    target = next(
        node.client()
        for node in cluster.nodes
        if node.port != source_port and node.client().info("replication")["role"] == "master"
    )
    names = {client: client.execute_command("CLUSTER MYID") for client in (source, target)}
    target.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", names[source])
    source.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", names[target])
    assert store.commit(match, following(now(store, match))).verdict == Verdict.DONE  # still served by the source
    keys = source.execute_command("CLUSTER GETKEYSINSLOT", slot, 100)
    assert len(keys) >= 4
    port = target.connection_pool.connection_kwargs["port"]
    source.execute_command("MIGRATE", "127.0.0.1", port, "", 0, 5000, "KEYS", *keys)
    assert now(store, match).version == 1  # by ASK
    for client in (target, source):
        client.execute_command("CLUSTER SETSLOT", slot, "NODE", names[target])
    assert store.commit(match, following(now(store, match))).verdict == Verdict.DONE  # by MOVED
    assert now(store, match).version == 2
    assert store.events(match, 0, 10) == [b"event 1", b"event 2", b"event 3"]
    store.close()


def test_the_service_plays_on_a_cluster_and_wakes_its_waiters(cluster: Cluster) -> None:
    store = open_store(cluster.url, wait_replicas=1)
    app = create_app(Config(), store)
    table = Table.create(app.test_client(), clock={"move_seconds": 60})
    assert table.move(0, "replace").status_code == 200
    assert table.get("/events?after=1&wait=5").json["last_event"] == 2
    table.play_to_the_end()
    assert table.get("/audit").status_code == 200
    assert app.test_client().delete(table.path, headers=table.headers("host")).status_code == 204
    assert table.get().status_code == 410
    app.extensions["referee-hub"].close()
    store.close()


def test_a_match_goes_on_after_its_primary_died(cluster: Cluster) -> None:
    store = open_store(cluster.url, wait_replicas=1)
    match = created(store)
    _, (primary, *_) = cluster.ports_of(match)
    cluster.node(primary).kill()

    def moved() -> bool:
        try:
            return store.commit(match, following(now(store, match), "after")).verdict in (Verdict.DONE, "replayed")
        except (StoreUnavailable, OutcomeUnknown):
            return False

    # with its only replica promoted there is none left to wait for
    careless = open_store(cluster.url)

    def there() -> bool:
        try:
            return careless.load(match).record is not None
        except StoreUnavailable:
            return False

    eventually(there, "the replica takes over", 30)
    store.close()
    store = careless
    eventually(moved, "a commit after the failover", 30)
    assert now(store, match).version == 1
    cluster.node(primary).start()
    store.close()
