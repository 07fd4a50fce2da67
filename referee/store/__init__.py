"""What a store keeps of a match, and the one atomic commit. A store knows nothing of rules: all is opaque bytes."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol, TypeAlias

import msgspec

from referee.errors import RefereeError, UnreadableRecord


class Record(msgspec.Struct, frozen=True):
    """A match as it stands in the store. Times are milliseconds since 1970 by the store's own clock."""

    version: int
    revision: int
    events: int
    """How many events its log holds; they are numbered from 1."""
    deadline: int
    """When the awaited seats' time is over; 0 when there is no clock running."""
    head: bytes
    """What seldom changes: seats, token hashes, options, status."""
    state: bytes
    """What every move changes; empty while the match is open."""


class Answered(msgspec.Struct, frozen=True):
    """What is remembered under an idempotency key: the request's fingerprint and the first answer."""

    fingerprint: bytes
    answer: bytes


class Loaded(msgspec.Struct, frozen=True):
    """What one round trip brings."""

    now: int
    """The store's clock, in milliseconds."""
    record: Record | None
    seed: bytes | None = None
    answered: Answered | None = None
    gone: bool = False
    """No such match any more, but there was one: deleted or expired."""


class Key(msgspec.Struct, frozen=True):
    """An idempotency key (already scoped to match and caller) with the request's fingerprint."""

    name: bytes
    fingerprint: bytes


class Commit(msgspec.Struct, frozen=True):
    """All that one atomic step writes. Nothing is written unless version and revision are the expected ones."""

    version: int
    """The expected version; -1 and revision -1: the match must not exist yet."""
    revision: int
    record: Record
    """What becomes of it. An empty `head` keeps the stored one; `record.events` counts the new `events` in."""
    events: Sequence[bytes] = ()
    """Appended to the log, in order."""
    key: Key | None = None
    answer: bytes = b""
    """Remembered under `key`."""
    seed: bytes = b""
    """Written under its own key, at creation and when it is sealed anew."""
    before: int = 0
    """Refused as LATE unless the store's clock is before this time (milliseconds); 0: no such condition."""
    ttl: int = 0
    """Milliseconds after which everything of the match expires, set anew by every commit; a mark that it
    existed stays 24 h longer."""


CAN_WAIT = 10**15
"""Added to the time of a match for which nobody waits: whatever somebody waits for is due before it."""


class Verdict(StrEnum):
    """What became of a commit."""

    DONE = "done"
    CONFLICT = "conflict"
    """The version or revision is another: load and judge anew."""
    LATE = "late"
    """The deadline has passed: the clock moves first."""
    REPLAYED = "replayed"
    """The key was used already: `Outcome.answered` is what is remembered."""
    GONE = "gone"
    """The match is no longer there."""


class Outcome(msgspec.Struct, frozen=True):
    """What a commit is answered with."""

    verdict: Verdict
    answered: Answered | None = None


class StoreUnavailable(RefereeError):
    """The store cannot be reached; nothing was applied."""

    code = "store-unavailable"


class DamagedMatch(UnreadableRecord):
    """What is stored of one match is damaged; nothing was applied, and all others are well."""


class OutcomeUnknown(RefereeError):
    """A commit was sent and its answer lost, and it could not be found out whether it was applied."""

    code = "outcome-unknown"


Wake: TypeAlias = Callable[[str], None]
"""Called with a match id when the match has changed; with "" when anything may have been missed."""


class Store(Protocol):
    """Where matches are kept. Every method may raise StoreUnavailable, within 2 seconds."""

    lasting: bool
    """Whether matches survive a restart of the server."""
    place: str
    """Where the data lives, for people; no secrets."""

    def load(self, match: str, *, seed: bool = False, key: bytes | None = None) -> Loaded:
        """Bring a match, the clock, and on demand its seed and what is remembered under a key: one round trip."""

    def commit(self, match: str, commit: Commit) -> Outcome:
        """Write everything or nothing, and wake whoever waits for the match: one round trip.

        Raises OutcomeUnknown when the reply was lost and asking again did not settle it.
        """

    def events(self, match: str, after: int, limit: int) -> list[bytes]:
        """Return the events numbered after+1 … after+limit, as far as there are."""

    def delete(self, match: str, mark_ms: int) -> bool:
        """Remove a match, leave a mark that it existed for `mark_ms`, wake its waiters; False if there was none."""

    def reserve(self, name: bytes, value: bytes, ttl: int) -> bytes:
        """Keep `value` under `name` for `ttl` ms unless something is kept there; return what is kept there now."""

    def put(self, name: bytes, value: bytes, ttl: int) -> None:
        """Keep `value` under `name` for `ttl` ms, in place of what is kept there."""

    def take(self, name: bytes, renew: int = 0) -> bytes | None:
        """Return what is kept under `name`, None if nothing is; `renew`: keep it for so many ms from now."""

    def schedule(self, match: str, at: int) -> None:
        """Note that somebody should look at the match at that time (ms), in place of an earlier note; 0 forgets it.

        With `CAN_WAIT` added to the time, others come first.
        """

    def due(self, limit: int) -> list[str]:
        """Return matches whose noted time has come: the most overdue first, those that can wait last."""

    def overdue(self) -> tuple[int, int]:
        """Return how many matches should have been looked at by now, and for how long (ms) the first of them has.

        Those that can wait do not count: nobody waits for them. 10,000 stand for more.
        """

    def admit(self, fingerprints: Sequence[bytes], *, again: bool = False) -> bool:
        """Whether a server with these secrets (the one it seals with first) may use this store; notes the first if so.

        A store that no server with a secret has used admits everybody, one that has been admits who has that secret.
        `again`: who was admitted before notes its secret only where the store has lost the note.
        """

    def count(self, name: str, amount: int, window: int) -> tuple[int, int]:
        """Add `amount` to what is counted under `name` for `window` ms from the first count; 0 only looks.

        Returns the count and the milliseconds until it ends; a lost reply may count twice.
        """

    def ping(self) -> int:
        """Return the store's clock in milliseconds."""

    def ready(self) -> None:
        """Raise StoreUnavailable unless it answers and takes writes."""

    def listen(self, wake: Wake) -> Callable[[], None]:
        """Call `wake` from a thread of its own whenever a match changes, until the returned function is called.

        It takes one connection, reconnects by itself and then calls `wake("")`. A wake-up may be missed; the
        log is the truth.
        """

    def wake(self, name: str) -> None:
        """Call the `wake` of everybody who listens with this name, as a commit does with its match's; may be missed."""

    def close(self) -> None:
        """Let go of all connections and of a server that was started for this store."""
