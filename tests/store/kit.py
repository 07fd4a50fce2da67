"""What tests of the store share."""

import itertools

import msgspec

from referee.match.tokens import new_match_id
from referee.store import Commit, Key, Record, Store

TTL = 600_000
_numbers = itertools.count()


def record(version: int, revision: int = 0, events: int = 1, **more: int | bytes) -> Record:
    return msgspec.structs.replace(Record(version, revision, events, 0, b"head", b"state %d" % version), **more)


def created(store: Store, match: str | None = None, **more: object) -> str:
    """A match at version 0 with one event."""
    match = match or new_match_id()
    commit = Commit(-1, -1, record(0), [b"event 1"], seed=b"seed", ttl=TTL)
    assert store.commit(match, msgspec.structs.replace(commit, **more)).verdict == "done"
    return match


def following(was: Record, name: str | None = None, **more: object) -> Commit:
    """The commit that makes one move, with one event, after `was`."""
    after = record(was.version + 1, was.revision, was.events + 1, head=b"")
    key = Key(name.encode().ljust(16, b"."), b"f" * 16) if name else None
    commit = Commit(was.version, was.revision, after, [b"event %d" % after.events], key=key, answer=b"answer", ttl=TTL)
    return msgspec.structs.replace(commit, **more)


def now(store: Store, match: str) -> Record:
    """The match as it stands."""
    found = store.load(match).record
    assert found is not None
    return found
