"""A Redis that takes no writes (its disk fails, its memory is full, it is a replica): 503, nothing applied, healed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from referee.app import create_app
from referee.config import Config
from referee.store.opening import open_store
from tests.api.checks import refused, standing
from tests.api.kit import Table
from tests.serving import free_port
from tests.store.servers import RedisServer, eventually

pytestmark = pytest.mark.slow

Client = redis.Redis


def _background_save(client: Client, status: str) -> None:
    client.bgsave()
    eventually(lambda: client.info("persistence")["rdb_last_bgsave_status"] == status, f"saving: {status}")


def _disk_fails(client: Client, folder: Path) -> None:
    """A folder stands where the dump should be written: as on a full disk, saving fails and Redis takes no writes."""
    (folder / "dump.rdb").mkdir()
    client.config_set("save", "3600 1")
    _background_save(client, "err")


def _disk_heals(client: Client, folder: Path) -> None:
    (folder / "dump.rdb").rmdir()
    _background_save(client, "ok")


TROUBLES: dict[str, tuple[Callable[[Client, Path], Any], Callable[[Client, Path], Any]]] = {
    "its disk fails": (_disk_fails, _disk_heals),
    "its memory is full": (
        lambda client, folder: client.config_set("maxmemory", "1"),
        lambda client, folder: client.config_set("maxmemory", "0"),
    ),
    "it is a replica": (
        lambda client, folder: client.slaveof("127.0.0.1", str(free_port())),
        lambda client, folder: client.slaveof(),
    ),
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    with RedisServer(tmp_path / "redis") as running:
        yield running


@pytest.mark.parametrize(("fail", "heal"), TROUBLES.values(), ids=TROUBLES)
def test_where_nothing_can_be_written_nothing_is_applied_and_looking_goes_on(
    server: RedisServer, fail: Callable[[Client, Path], Any], heal: Callable[[Client, Path], Any]
) -> None:
    store = open_store(server.url)
    client = create_app(Config(), store).test_client()
    table = Table.create(client)
    lobby = Table.create(client, seats=["Ana", "Bo", {"open": True}])
    over = Table.create(client)
    over.play_to_the_end()
    before = [standing(one) for one in (table, lobby, over)]
    move, key = {"type": "draw"}, {"Idempotency_Key": "sent before it healed"}

    fail(server.client(), server.folder)
    answers = [
        client.post("/v1/matches", json={"game": "kobayakawa", "seats": 3}),
        lobby.post("/seats", {"name": "Cy"}),
        client.patch(f"{table.path}/seats/0", json={"name": "Anna"}, headers=table.headers(0)),
        table.post("/moves", move, 0, **key),
        over.post("/rematch", {}, 0),
    ]
    if fail is not TROUBLES["its memory is full"][0]:  # which takes no more, but lets go of what it holds
        answers.append(client.delete(table.path, headers=table.headers("host")))
    for answer in answers:
        assert refused(answer, 503, "store-unavailable")["detail"].endswith("nothing was applied")
    assert [standing(one) for one in (table, lobby, over)] == before
    refused(table.post("/moves", {"type": "pass"}, 0), 422, "illegal-move")
    assert table.post("/moves?dry_run=true", move, 0).json == {"legal": True}
    assert over.get("/audit").status_code == 200
    assert client.get("/readyz").status_code == 503

    heal(server.client(), server.folder)
    assert [standing(one) for one in (table, lobby, over)] == before
    made = table.post("/moves", move, 0, **key)
    assert (made.status_code, made.json["version"]) == (200, 1)
    assert "Idempotent-Replayed" not in made.headers
    assert table.post("/moves", move, 0, **key).data == made.data
    assert lobby.post("/seats", {"name": "Cy"}).status_code == 201
    assert over.post("/rematch", {}, 0).status_code == 201
    store.close()
