"""Waiting for a match to change: one wake-up subscription a worker, whoever waits."""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.errors import RefereeError
from referee.store import Store

LONGEST_NAP = 2.0
"""Seconds after which a waiter looks again by itself: a wake-up may be missed, the log is the truth."""


class StreamCapacity(RefereeError):
    """The worker holds as many streams and long polls as it can."""

    code = "stream-capacity"


class Watch:
    """One waiter's bell."""

    def __init__(self) -> None:
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

    def __init__(self, store: Store, capacity: int, gauge: Callable[[int], None] = lambda change: None) -> None:
        """`capacity` waiters at most; `gauge` is told of every one more or less."""
        self._store = store
        self._gauge = gauge
        self._capacity = capacity
        self._lock = threading.Lock()
        self._watches: dict[str, set[Watch]] = defaultdict(set)
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
        watch = Watch()
        with self._lock:
            if self._count >= self._capacity:
                raise StreamCapacity(f"this worker holds {self._count} streams already")
            self._count += 1
            self._gauge(1)
            self._watches[match].add(watch)
            if self._stop is None:
                self._stop = self._store.listen(self.wake)
        try:
            yield watch
        finally:
            with self._lock:
                self._count -= 1
                self._gauge(-1)
                self._watches[match].discard(watch)
                if not self._watches[match]:
                    del self._watches[match]

    def wake(self, match: str) -> None:
        """Ring the waiters of a match; of all matches for ""."""
        with self._lock:
            woken = list(self._watches.get(match, ())) if match else [w for ws in self._watches.values() for w in ws]
        for watch in woken:
            watch.ring()

    def close(self) -> None:
        """Wake everybody and end the subscription."""
        self.closing = True
        self.wake("")
        with self._lock:
            stop, self._stop = self._stop, None
        if stop:
            stop()
