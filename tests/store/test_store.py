"""What a store promises, on every backend."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

import msgspec
import pytest

from referee.match.tokens import new_match_id
from referee.store import (
    CAN_WAIT,
    Commit,
    DamagedMatch,
    Key,
    Store,
    Verdict,
)
from tests.store.kit import TTL, created, following, now, record
from tests.store.servers import eventually

pytestmark = pytest.mark.slow


def test_what_is_created_can_be_loaded(store: Store) -> None:
    match = created(store)
    loaded = store.load(match, seed=True)
    assert loaded.record == record(0)
    assert loaded.seed == b"seed"
    assert not loaded.gone
    assert store.load(match).seed is None
    assert abs(loaded.now - store.ping()) < 5_000


def test_what_never_was_is_not_gone(store: Store) -> None:
    loaded = store.load(new_match_id())
    assert (loaded.record, loaded.gone) == (None, False)


def test_a_commit_writes_record_events_and_keeps_the_head(store: Store) -> None:
    match = created(store)
    assert store.commit(match, following(now(store, match))).verdict == Verdict.DONE
    assert now(store, match) == record(1, events=2, head=b"head")
    assert store.events(match, 0, 10) == [b"event 1", b"event 2"]
    assert store.events(match, 1, 1) == [b"event 2"]
    assert store.events(match, 2, 10) == []


def test_bytes_are_opaque(store: Store) -> None:
    match = new_match_id()
    wild = bytes(range(256)) * 3
    after = record(0, head=wild, state=wild, events=2, deadline=2**50)
    assert store.commit(match, Commit(-1, -1, after, [wild, b""], seed=wild, ttl=TTL)).verdict == Verdict.DONE
    assert store.load(match, seed=True).record == after
    assert store.load(match, seed=True).seed == wild
    assert store.events(match, 0, 10) == [wild, b""]


def test_what_is_counted_ends_with_its_window_and_looking_counts_nothing(store: Store) -> None:
    name = new_match_id()
    assert store.count(name, 0, 60_000) == (0, 0)
    assert store.count(name, 1, 60_000)[0] == 1
    count, left = store.count(name, 2, 1)
    assert count == 3
    assert 30_000 < left <= 60_000
    assert store.count(name, 0, 60_000)[0] == 3
    brief = new_match_id()
    assert store.count(brief, 5, 20)[0] == 5
    eventually(lambda: store.count(brief, 0, 20) == (0, 0), "the window ends")


def test_many_events_in_one_commit(store: Store) -> None:
    match = created(store)
    events = [b"%d" % n for n in range(5_000)]
    after = record(1, events=5_001)
    assert store.commit(match, Commit(0, 0, after, events, ttl=TTL)).verdict == Verdict.DONE
    assert store.events(match, 1, 5_000) == events


@pytest.mark.parametrize(("version", "revision"), [(1, 0), (0, 1), (-1, -1), (7, 7)])
def test_another_version_or_revision_is_a_conflict_and_writes_nothing(
    store: Store, version: int, revision: int
) -> None:
    match = created(store)
    commit = Commit(version, revision, record(9, events=2), [b"x"], key=Key(b"k" * 16, b"f" * 16), seed=b"y", ttl=TTL)
    assert store.commit(match, commit).verdict == Verdict.CONFLICT
    loaded = store.load(match, seed=True, key=b"k" * 16)
    assert (loaded.record, loaded.seed, loaded.answered) == (record(0), b"seed", None)
    assert store.events(match, 0, 10) == [b"event 1"]


def test_one_of_many_commits_to_the_same_version_wins(store: Store) -> None:
    match = created(store)
    before = now(store, match)
    with ThreadPoolExecutor(16) as pool:
        words = Counter(pool.map(lambda _: store.commit(match, following(before)).verdict, range(16)))
    assert words == {Verdict.DONE: 1, Verdict.CONFLICT: 15}
    assert len(store.events(match, 0, 100)) == 2


def test_one_of_many_creations_wins(store: Store) -> None:
    match = new_match_id()
    commit = Commit(-1, -1, record(0), [b"event 1"], seed=b"seed", ttl=TTL)
    with ThreadPoolExecutor(16) as pool:
        words = Counter(pool.map(lambda _: store.commit(match, commit).verdict, range(16)))
    assert words == {Verdict.DONE: 1, Verdict.CONFLICT: 15}


def test_eight_writers_leave_versions_without_gaps(store: Store) -> None:
    match = created(store)

    def write(_: int) -> list[int]:
        made = []
        while len(made) < 10:
            before = now(store, match)
            if store.commit(match, following(before)).verdict == Verdict.DONE:
                made.append(before.version + 1)
        return made

    with ThreadPoolExecutor(8) as pool:
        versions = [version for made in pool.map(write, range(8)) for version in made]
    assert sorted(versions) == list(range(1, 81))
    assert store.events(match, 0, 500) == [b"event %d" % n for n in range(1, 82)]


def test_a_key_is_remembered_and_applies_once(store: Store) -> None:
    match = created(store)
    before = now(store, match)
    assert store.commit(match, following(before, "key")).verdict == Verdict.DONE
    again = store.commit(match, following(now(store, match), "key"))
    assert again.verdict == Verdict.REPLAYED
    assert again.answered is not None
    assert (again.answered.fingerprint, again.answered.answer) == (b"f" * 16, b"answer")
    assert store.load(match, key=b"key".ljust(16, b".")).answered == again.answered
    assert now(store, match).version == 1
    assert store.load(match, key=b"other".ljust(16, b".")).answered is None


def test_the_same_key_at_once_applies_once(store: Store) -> None:
    match = created(store)
    before = now(store, match)
    with ThreadPoolExecutor(8) as pool:
        words = Counter(pool.map(lambda _: store.commit(match, following(before, "key")).verdict, range(8)))
    assert words == {Verdict.DONE: 1, Verdict.REPLAYED: 7}


def test_after_the_deadline_a_commit_is_late_by_the_stores_own_clock(store: Store) -> None:
    match = created(store)
    before = now(store, match)
    assert store.commit(match, following(before, before=store.ping() - 1)).verdict == Verdict.LATE
    assert now(store, match).version == 0
    assert store.commit(match, following(before, before=store.ping() + 60_000)).verdict == Verdict.DONE


def test_a_match_expires_with_all_that_belongs_to_it_and_is_then_gone(store: Store) -> None:
    match = created(store, ttl=30)
    eventually(lambda: store.load(match, seed=True).record is None, "the match expires")
    loaded = store.load(match, seed=True)
    assert (loaded.gone, loaded.seed, store.events(match, 0, 10)) == (True, None, [])
    assert store.commit(match, Commit(0, 0, record(1, events=1), ttl=TTL)).verdict == Verdict.GONE


def test_a_commit_sets_the_time_to_live_anew(store: Store) -> None:
    match = created(store, ttl=300)
    assert store.commit(match, following(now(store, match), ttl=TTL)).verdict == Verdict.DONE
    until = store.ping() + 400
    eventually(lambda: store.ping() > until, "time passes")
    assert store.load(match, seed=True).seed == b"seed"


def test_deleting_leaves_only_a_mark(store: Store) -> None:
    match = created(store)
    assert store.delete(match, 60_000)
    loaded = store.load(match, seed=True)
    assert (loaded.record, loaded.gone, loaded.seed) == (None, True, None)
    assert store.events(match, 0, 10) == []
    assert not store.delete(match, 60_000)
    assert not store.delete(new_match_id(), 60_000)


def test_a_late_creation_does_not_bring_a_deleted_match_back(store: Store) -> None:
    match = created(store)
    store.delete(match, 60_000)
    assert store.commit(match, Commit(-1, -1, record(0), [b"event 1"], seed=b"seed", ttl=TTL)).verdict == Verdict.GONE
    assert store.load(match).record is None


def test_the_mark_goes_too(store: Store) -> None:
    match = created(store)
    store.delete(match, 30)
    eventually(lambda: not store.load(match).gone, "the mark expires")


def test_one_of_many_reservations_wins_and_all_learn_whose(store: Store) -> None:
    name = new_match_id().encode()
    with ThreadPoolExecutor(16) as pool:
        kept = set(pool.map(lambda n: store.reserve(name, b"%d" % n, TTL), range(16)))
    assert len(kept) == 1
    assert store.take(name) in kept


def test_kept_values_can_be_replaced_renewed_and_expire(store: Store) -> None:
    name = new_match_id().encode()
    assert store.take(name) is None
    store.put(name, b"one", 300)
    assert store.take(name, renew=TTL) == b"one"
    until = store.ping() + 400
    eventually(lambda: store.ping() > until, "time passes")
    assert store.take(name) == b"one"
    store.put(name, b"two", 30)
    eventually(lambda: store.take(name) is None, "the value expires")


def test_what_is_due_is_found_in_order_until_it_is_forgotten(store: Store) -> None:
    late, later, future = (new_match_id() for _ in range(3))
    clock = store.ping()
    store.schedule(later, clock - 1_000)
    store.schedule(late, clock - 2_000)
    store.schedule(future, clock + 60_000)
    mine = {late, later, future}
    assert [match for match in store.due(100) if match in mine] == [late, later]
    store.schedule(late, clock + 60_000)
    store.schedule(later, 0)
    assert not mine & set(store.due(100))
    store.schedule(future, 0)
    store.schedule(late, 0)


def heard(woken: Queue[str], *mine: str) -> str:
    """Which of these is woken next: on a Cluster, others of earlier tests may still be on their way to a node."""
    while (name := woken.get(timeout=10)) not in mine:
        pass
    return name


def test_what_is_overdue_is_counted_since_when_and_what_can_wait_is_not(store: Store) -> None:
    before, _ = store.overdue()
    clock = store.ping()
    times = (clock - 2_000, clock - 90_000, clock + 60_000, CAN_WAIT + clock - 500_000)
    names = {new_match_id(): at for at in times}
    for name, at in names.items():
        store.schedule(name, at)
    count, late = store.overdue()
    assert count == before + 2
    assert 90_000 <= late < 3_600_000
    for name in names:
        store.schedule(name, 0)
    assert store.overdue()[0] == before


def test_listeners_are_woken_by_commits_and_deletions(store: Store) -> None:
    match = created(store)
    woken: Queue[str] = Queue()
    stop = store.listen(woken.put)
    try:
        assert woken.get(timeout=10) == ""  # it listens from now on
        assert store.commit(match, following(now(store, match))).verdict == Verdict.DONE
        assert heard(woken, match) == match
        store.delete(match, 1_000)
        assert heard(woken, match) == match
    finally:
        stop()


def test_a_conflict_wakes_nobody(store: Store) -> None:
    woken: Queue[str] = Queue()
    stop = store.listen(woken.put)
    try:
        assert woken.get(timeout=10) == ""
        match, other = created(store), created(store)
        assert {heard(woken, match, other), heard(woken, match, other)} == {match, other}
        assert store.commit(match, Commit(5, 5, record(6), [b"x"], ttl=TTL)).verdict == Verdict.CONFLICT
        assert store.commit(other, following(now(store, other))).verdict == Verdict.DONE
        assert heard(woken, match, other) == other
    finally:
        stop()


def test_a_stopped_listener_ends(store: Store) -> None:
    before = threading.active_count()
    woken: Queue[str] = Queue()
    stop = store.listen(woken.put)
    assert woken.get(timeout=10) == ""
    stop()
    eventually(lambda: threading.active_count() <= before, "the thread ends", 5)


def test_events_must_add_up(store: Store) -> None:
    match = created(store)
    wrong = msgspec.structs.replace(following(now(store, match)), events=[b"one", b"too many"])
    with pytest.raises(DamagedMatch):
        store.commit(match, wrong)
    assert now(store, match) == record(0)


def test_a_creation_is_remembered_though_a_thousand_other_keys_came_since(store: Store) -> None:
    match = created(store, key=Key(b"creation".ljust(16, b"."), b"f" * 16), answer=b"created")
    was = now(store, match)
    for number in range(1_001):
        commit = following(was, f"key {number}")
        assert store.commit(match, commit).verdict == "done"
        was = commit.record
    kept = [store.load(match, key=name.ljust(16, b".")).answered for name in (b"creation", b"key 0", b"key 1")]
    assert [found and found.answer for found in kept] == [b"created", None, b"answer"]


def test_a_store_admits_who_has_the_secret_in_use(store: Store) -> None:
    one, two, three = (letter * 16 for letter in (b"1", b"2", b"\0"))
    assert store.admit([]), "no server with a secret has used it"
    assert store.admit([one])
    assert not store.admit([])
    assert not store.admit([two])
    assert store.admit([one, two])
    assert store.admit([two, one]), "changes over to the first"
    assert not store.admit([one])
    assert store.admit([three, one, two])
    assert not store.admit([two, one])
    assert store.admit([three])
    store.link.command("DEL", "referee:secret")  # type: ignore[attr-defined]  # other tests use it without a secret
    assert store.admit([])


def test_who_was_admitted_notes_its_secret_again_only_where_the_note_was_lost(store: Store) -> None:
    one, two = b"1" * 16, b"2" * 16
    assert store.admit([one], again=True)
    assert not store.admit([two], again=True)
    assert store.admit([two, one], again=True), "it opens all, but two servers must not change the note to and fro"
    assert store.admit([one])
    assert not store.admit([two])
    store.link.command("DEL", "referee:secret")  # type: ignore[attr-defined]  # other tests use it without a secret
    assert store.admit([], again=True)


def test_of_two_servers_that_start_at_once_with_different_secrets_one_is_admitted(store: Store) -> None:
    with ThreadPoolExecutor(8) as pool:
        admitted = list(pool.map(lambda number: store.admit([b"%016d" % number]), range(8)))
    store.link.command("DEL", "referee:secret")  # type: ignore[attr-defined]  # other tests use it without a secret
    assert Counter(admitted) == {True: 1, False: 7}
