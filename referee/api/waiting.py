"""Waiting for a match to change: one wake-up subscription a worker, whoever waits."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from referee.errors import RefereeError
from referee.match.answers import Page
from referee.match.matches import Matches
from referee.match.record import Match, Viewer, decode_entry
from referee.match.view import event

LONGEST_NAP = 2.0
"""Seconds after which a waiter looks again by itself: a wake-up may be missed, the log is the truth."""


_KEPT = 1000
"""Events of a match that its feed keeps."""


class StreamCapacity(RefereeError):
    """The worker holds as many streams and long polls as it can."""

    code = "stream-capacity"


class Told:
    """An event of the log, encoded once for all who see no private part of it."""

    def __init__(self, seq: int, data: bytes) -> None:
        self._seq = seq
        self._entry = decode_entry(data)
        self._public = msgspec.Raw(msgspec.json.encode(event(seq, self._entry, None)))

    def to(self, viewer: Viewer) -> Any:
        """Return the event as the viewer may know it, encoded or ready to be."""
        if viewer in self._entry.private:
            return event(self._seq, self._entry, viewer)
        return self._public


class Feed:
    """The latest of one match for all who wait for it here: read once for every wake-up, whoever waits."""

    def __init__(self, matches: Matches, match: str) -> None:
        self._matches = matches
        self._match = match
        self._lock = threading.Lock()
        self._stale = True
        self._looked = 0.0
        self._found: Match | None = None
        self._start = 0
        self._told: list[Told] = []

    def spoil(self) -> None:
        """Note that the match has changed."""
        self._stale = True

    def history(self, digest: bytes | None, after: int, limit: int) -> Page:
        """Return a page of events as the caller, by the SHA-256 of a token, may know them."""
        with self._lock:
            found = self._fresh()
            start, told = self._start, self._told[max(after - self._start, 0) :][:limit]
        who = self._matches.viewer_by_digest(found, digest)
        if after < start:
            return self._matches.history(self._match, digest, after, limit)
        last = max(found.events, after + len(told) if told else 0)
        return Page([one.to(who) for one in told], last, found.version, found.over)

    def _fresh(self) -> Match:
        now = time.monotonic()
        if self._found is not None and not self._stale and now - self._looked < LONGEST_NAP:
            return self._found
        self._stale = False  # before looking: what changes from now on spoils it again
        try:
            found = self._matches.current(self._match)
            if self._found is None:
                self._start = found.events
            known = self._start + len(self._told)
            if found.events > known:
                fresh = self._matches.log(found, known, found.events - known)
                self._told += [Told(number, data) for number, data in enumerate(fresh, known + 1)]
                surplus = len(self._told) - _KEPT
                if surplus > 0:
                    self._start += surplus
                    del self._told[:surplus]
        except BaseException:
            self._stale = True
            raise
        self._found, self._looked = found, now
        return found


class Watch:
    """One waiter: its bell, and the match's feed."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self._bell = threading.Event()

    def ring(self) -> None:
        """Wake the waiter."""
        self._bell.set()

    def wait(self, seconds: float) -> None:
        """Sleep until rung, at most `seconds` and at most `LONGEST_NAP`."""
        if self._bell.wait(min(seconds, LONGEST_NAP)):
            self._bell.clear()


class Hub:
    """The waiters of this process. It subscribes to the store with the first of them."""

    def __init__(self, matches: Matches, capacity: int, gauge: Callable[[int], None] = lambda change: None) -> None:
        """`capacity` waiters at most; `gauge` is told of every one more or less."""
        self._matches = matches
        self._gauge = gauge
        self._capacity = capacity
        self._lock = threading.Lock()
        self._watches: dict[str, set[Watch]] = {}
        self._feeds: dict[str, Feed] = {}
        self._count = 0
        self.closing = False
        """Whether the worker is told to stop: streams and waiters end."""
        self._stop: Callable[[], None] | None = None

    @property
    def count(self) -> int:
        """How many wait now."""
        return self._count

    @contextmanager
    def watch(self, match: str) -> Iterator[Watch]:
        """Be woken whenever the match changes. Raises StreamCapacity when too many wait already."""
        with self._lock:
            if self._count >= self._capacity:
                raise StreamCapacity(f"this worker holds {self._count} streams already")
            self._count += 1
            self._gauge(1)
            watch = Watch(self._feeds.setdefault(match, Feed(self._matches, match)))
            self._watches.setdefault(match, set()).add(watch)
            if self._stop is None:
                self._stop = self._matches.store.listen(self.wake)
        try:
            yield watch
        finally:
            with self._lock:
                self._count -= 1
                self._gauge(-1)
                self._watches[match].discard(watch)
                if not self._watches[match]:
                    del self._watches[match], self._feeds[match]

    def wake(self, match: str) -> None:
        """Ring the waiters of a match; of all matches for ""."""
        with self._lock:
            matches = [match] if match else list(self._watches)
            woken = [watch for one in matches for watch in self._watches.get(one, ())]
        for watch in woken:
            watch.feed.spoil()
            watch.ring()

    def close(self) -> None:
        """Wake everybody and end the subscription."""
        self.closing = True
        self.wake("")
        with self._lock:
            stop, self._stop = self._stop, None
        if stop:
            stop()
