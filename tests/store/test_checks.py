"""What is checked of a store at the start, and the least rights that a referee needs, as its guide gives them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.app import create_app
from referee.config import Config
from referee.store import OutcomeUnknown, StoreUnavailable
from referee.store.checks import StoreUnfit, check
from referee.store.opening import open_store
from tests.api.kit import Table
from tests.serving import free_port
from tests.store.kit import created, following, now, record
from tests.store.servers import RedisServer

pytestmark = pytest.mark.slow

GUIDE = Path(__file__).parents[2] / "deploy" / "README.md"


@pytest.fixture
def each(engine: str, tmp_path: Path) -> Iterator[RedisServer]:
    """A server of each engine."""
    with RedisServer(tmp_path / "each", engine=engine) as running:
        yield running


def rights() -> list[str]:
    """The guide's line: what follows ACL SETUSER referee."""
    line = re.search(r"^ACL SETUSER referee (.*)$", GUIDE.read_text(), re.MULTILINE)
    assert line
    return line[1].split()


def allowed(server: RedisServer, *more: str) -> str:
    """The URL of a user with the guide's rights and what is said besides."""
    server.client().execute_command("ACL", "SETUSER", "referee", *rights(), *more)
    return server.url.replace("redis://", "redis://referee:password@")


def test_a_match_is_played_with_the_rights_of_the_guide_and_nothing_is_amiss(each: RedisServer) -> None:
    store = open_store(allowed(each, "+info"))
    assert check(store) == []
    each.client().execute_command("ACL", "SETUSER", "referee", "-info")
    app = create_app(Config(), store)
    table = Table.create(app.test_client(), clock={"move_seconds": 60})
    assert table.move(0, "replace").status_code == 200
    assert table.get("/events?after=1&wait=5").json["last_event"] == 2
    assert table.post("/events/ticket", {}, 0).status_code == 201
    table.play_to_the_end()
    assert app.test_client().get("/readyz").status_code == 200
    assert app.test_client().delete(table.path, headers=table.headers("host")).status_code == 204
    denied = {(entry["reason"], entry["object"]) for entry in each.client().acl_log()}
    assert denied <= {("command", "client|setinfo")}
    app.extensions["referee-hub"].close()
    store.close()


def test_a_rate_is_counted_with_the_rights_of_the_guide(each: RedisServer) -> None:
    store = open_store(allowed(each))
    client = create_app(Config(rate_limit="2 per hour"), store).test_client()
    assert [client.get("/v1/games").status_code for _ in range(3)] == [200, 200, 429]
    assert all(key.startswith("referee:") for key in each.client().scan_iter())
    store.close()


@pytest.mark.parametrize("right", [word for word in rights() if word.startswith("+") and word != "+unsubscribe"])
def test_each_right_of_the_guide_is_needed_and_missed_at_the_start(server: RedisServer, right: str) -> None:
    store = open_store(allowed(server, "-" + right[1:]))
    with pytest.raises(StoreUnfit, match=f"(?i){right[1:]}"):
        check(store)
    store.close()


@pytest.mark.parametrize(
    ("rule", "named"), [("resetchannels", "PUBLISH referee:wake"), ("resetkeys ~other:*", "HSET referee:")]
)
def test_keys_and_channels_that_are_not_allowed_are_missed_at_the_start(
    server: RedisServer, rule: str, named: str
) -> None:
    store = open_store(allowed(server, *rule.split()))
    with pytest.raises(StoreUnfit, match=named):
        check(store)
    store.close()


@pytest.mark.parametrize("right", ["-rpush", "-hset", "-set", "-pexpire", "-evalsha", "resetkeys"])
def test_a_right_that_is_lost_later_applies_nothing(server: RedisServer, right: str) -> None:
    store = open_store(allowed(server))
    match = created(store)
    before = now(store, match)
    server.client().execute_command("ACL", "SETUSER", "referee", right)
    with pytest.raises(StoreUnavailable, match="nothing was applied"):
        store.commit(match, following(before))
    plain = open_store(server.url)
    assert now(plain, match) == record(0)
    assert plain.events(match, 0, 9) == [b"event 1"]
    plain.close()
    store.close()


def test_a_wake_up_that_is_forbidden_fails_no_commit(server: RedisServer) -> None:
    store = open_store(allowed(server, "resetchannels", "-publish"))
    match = created(store)
    assert store.commit(match, following(now(store, match))).verdict == "done"
    assert store.delete(match, 1_000)
    store.close()


def test_a_policy_that_throws_matches_away_is_a_warning(server: RedisServer) -> None:
    store = open_store(server.url)
    server.client().config_set("maxmemory-policy", "allkeys-lru")
    assert [warning for warning in check(store) if "noeviction instead of allkeys-lru" in warning]
    store.close()


def test_a_wrong_password_is_refused_without_being_told(server: RedisServer) -> None:
    server.client().execute_command("ACL", "SETUSER", "referee", *rights())
    store = open_store(server.url.replace("redis://", "redis://referee:hunter2@"))
    with pytest.raises(StoreUnfit, match="WRONGPASS") as refused:
        check(store)
    assert "hunter2" not in str(refused.value)
    store.close()


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
def test_a_store_that_is_not_there_yet_is_only_a_warning(scheme: str) -> None:
    store = open_store(f"{scheme}://127.0.0.1:{free_port()}")
    assert "cannot be reached yet" in check(store)[0]
    store.close()


def test_an_error_that_is_unknown_is_not_called_harmless(server: RedisServer) -> None:
    store = open_store(allowed(server))
    match = created(store)
    server.client().hset(f"referee:{{{match}}}:match", "q", "x" * 9)
    commit = following(now(store, match), ttl=-(2**70))
    with pytest.raises(OutcomeUnknown):
        store.commit(match, commit)
    store.close()
