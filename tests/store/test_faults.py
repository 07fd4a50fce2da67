"""What a store does when Redis or the way to it fails."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from referee.store import DamagedMatch, OutcomeUnknown, StoreUnavailable, Verdict
from referee.store.opening import open_store
from referee.store.redis import DEADLINE, RedisStore
from tests.store.kit import created, following, now, record
from tests.store.servers import FaultProxy, RedisServer, eventually

pytestmark = pytest.mark.slow


@pytest.fixture
def proxy(server: RedisServer) -> Iterator[FaultProxy]:
    """A way to the server that can be broken."""
    with FaultProxy(server.port) as between:
        yield between


@pytest.fixture
def store(proxy: FaultProxy) -> Iterator[RedisStore]:
    """A store that goes through the proxy."""
    opened = open_store(f"redis://127.0.0.1:{proxy.port}")
    yield opened
    opened.close()


def test_a_commit_whose_reply_is_lost_is_found_out_and_applied_once(store: RedisStore, proxy: FaultProxy) -> None:
    match = created(store)
    for round_ in range(1, 6):
        before = now(store, match)
        proxy.mode = "cut"
        assert store.commit(match, following(before)).verdict == Verdict.DONE
        assert proxy.cuts == round_
        assert now(store, match).version == round_
    assert len(store.events(match, 0, 100)) == 6


def in_the_pause(monkeypatch: pytest.MonkeyPatch, others: Callable[[], None]) -> None:
    """What others do while the caller pauses before its second attempt; threads of other things sleep as ever."""
    caller, sleep = threading.current_thread(), time.sleep

    def pause(seconds: float) -> None:
        if threading.current_thread() is caller:
            others()
        else:
            sleep(seconds)

    monkeypatch.setattr(time, "sleep", pause)


def test_a_lost_reply_is_found_out_even_when_others_have_written_since(
    store: RedisStore, proxy: FaultProxy, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = created(store)
    other = open_store(server.url)
    before = now(store, match)

    def meanwhile() -> None:
        assert other.commit(match, following(now(other, match))).verdict == Verdict.DONE

    in_the_pause(monkeypatch, meanwhile)
    proxy.mode = "cut"
    assert store.commit(match, following(before)).verdict == Verdict.DONE
    assert proxy.cuts == 1
    assert now(other, match).version == 2
    assert len(other.events(match, 0, 100)) == 3
    other.close()


def test_a_lost_reply_that_cannot_be_found_out_any_more_is_unknown(
    store: RedisStore, proxy: FaultProxy, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = created(store)
    other = open_store(server.url)
    before = now(store, match)

    def meanwhile() -> None:
        for _ in range(17):
            assert other.commit(match, following(now(other, match))).verdict == Verdict.DONE

    in_the_pause(monkeypatch, meanwhile)
    proxy.mode = "cut"
    with pytest.raises(OutcomeUnknown):
        store.commit(match, following(before))
    assert now(other, match).version == 18
    other.close()


def test_a_remembered_answer_is_told_again_only_when_replicas_have_it(server: RedisServer) -> None:
    plain, careful = open_store(server.url), open_store(server.url, wait_replicas=1)
    match = created(plain)
    assert plain.commit(match, following(now(plain, match), "key")).verdict == Verdict.DONE
    with pytest.raises(OutcomeUnknown):
        careful.load(match, key=b"key".ljust(16, b"."))
    with pytest.raises(OutcomeUnknown):
        careful.commit(match, following(now(plain, match), "key"))
    assert careful.load(match).record is not None
    plain.close()
    careful.close()


def test_a_commit_that_is_never_answered_is_unknown_within_two_seconds(store: RedisStore, proxy: FaultProxy) -> None:
    match = created(store)
    before = now(store, match)
    proxy.mode = "hole"
    began = time.monotonic()
    with pytest.raises(OutcomeUnknown):
        store.commit(match, following(before))
    assert time.monotonic() - began < DEADLINE + 0.5


def test_a_redis_that_does_not_answer_is_unavailable_within_two_seconds_and_heals(
    store: RedisStore, proxy: FaultProxy
) -> None:
    match = created(store)
    proxy.mode = "hole"
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        store.load(match)
    assert time.monotonic() - began < DEADLINE + 0.5
    proxy.mode = "pass"
    proxy.drop()
    assert now(store, match) == record(0)


def test_a_redis_that_is_gone_is_unavailable_and_nothing_is_applied(store: RedisStore, server: RedisServer) -> None:
    match = created(store)
    before = now(store, match)
    store.link.close()
    server.kill()
    began = time.monotonic()
    for call in (lambda: store.load(match), lambda: store.commit(match, following(before)), store.ping):
        with pytest.raises((StoreUnavailable, OutcomeUnknown)):
            call()
    assert time.monotonic() - began < 3 * (DEADLINE + 0.5)
    server.start()
    assert now(store, match) == record(0)
    assert store.commit(match, following(before)).verdict == Verdict.DONE


def test_a_server_that_restarts_between_two_calls_is_not_noticed(server: RedisServer) -> None:
    store = open_store(server.url)
    match = created(store)
    server.stop()
    server.start()
    assert store.commit(match, following(now(store, match))).verdict == Verdict.DONE
    store.close()


def test_scripts_that_the_server_forgot_are_sent_again(server: RedisServer) -> None:
    store = open_store(server.url)
    match = created(store)
    server.client().script_flush()
    assert store.commit(match, following(now(store, match))).verdict == Verdict.DONE
    store.close()


def test_kill_9_under_load_loses_no_acknowledged_commit(server: RedisServer) -> None:
    store = open_store(server.url)
    matches = [created(store) for _ in range(4)]
    acknowledged = dict.fromkeys(matches, 0)

    def write(match: str) -> None:
        try:
            while True:
                before = now(store, match)
                if store.commit(match, following(before)).verdict == Verdict.DONE:
                    acknowledged[match] = before.version + 1
        except (StoreUnavailable, OutcomeUnknown):
            return

    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(write, match) for match in matches]
        eventually(lambda: sum(acknowledged.values()) > 200, "there is load")
        server.kill()
        for one in done:
            one.result()
    server.start()
    for match, version in acknowledged.items():
        kept = now(store, match)
        assert kept.version >= version, "an acknowledged commit is lost"
        assert kept.version <= version + 1, "a commit was applied twice"
        assert store.events(match, 0, 10_000) == [b"event %d" % n for n in range(1, kept.events + 1)]
    print(f"kill -9 of Redis: acknowledged {sum(acknowledged.values())}, lost 0, duplicated 0")
    store.close()


@pytest.mark.parametrize("setting", [("maxmemory", "1"), ("min-replicas-to-write", "3")])
def test_a_redis_that_refuses_to_write_is_unavailable_and_heals(server: RedisServer, setting: tuple[str, str]) -> None:
    store = open_store(server.url)
    match = created(store)
    before = now(store, match)
    server.client().config_set(*setting)
    with pytest.raises(StoreUnavailable):
        store.commit(match, following(before))
    server.client().config_set(setting[0], "0")
    assert now(store, match) == record(0)
    assert store.commit(match, following(before)).verdict == Verdict.DONE
    store.close()


def test_without_enough_replicas_the_outcome_is_unknown(server: RedisServer) -> None:
    plain, careful = open_store(server.url), open_store(server.url, wait_replicas=1)
    match = created(plain)
    with pytest.raises(OutcomeUnknown):
        careful.commit(match, following(now(plain, match)))
    plain.close()
    careful.close()


def test_the_listener_comes_back_and_says_that_something_may_be_missed(server: RedisServer) -> None:
    from queue import Queue

    store = open_store(server.url)
    woken: Queue[str] = Queue()
    stop = store.listen(woken.put)
    try:
        assert woken.get(timeout=10) == ""
        server.kill()
        server.start()
        assert woken.get(timeout=20) == ""
        match = created(store)
        assert woken.get(timeout=10) == match
    finally:
        stop()
        store.close()


def test_a_match_that_lost_a_part_is_unreadable_and_no_crash(server: RedisServer) -> None:
    store = open_store(server.url)
    match = created(store)
    server.client().hdel(f"referee:{{{match}}}:match", "h")
    with pytest.raises(DamagedMatch, match="damaged"):
        store.load(match)
    store.close()
