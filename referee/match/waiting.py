"""Waiting for a match to change: one wake-up subscription a worker, whoever waits."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.match import feed
from referee.match.feed import Feed
from referee.match.matches import Matches
from referee.match.places import Places


class Watch:
    """One waiter: its bell, and the match's feed."""

    def __init__(self, match: str, feed: Feed) -> None:
        self.feed = feed
        self.doubted = False
        """Whether somebody else may have taken the ticket of this waiter."""
        self.notify: Callable[[], None] | None = None
        """Called, too, whenever the waiter is rung."""
        self._match = match
        self._bell = threading.Event()

    def ring(self, name: str) -> None:
        """Wake the waiter: the match has changed, or a ticket's holder, or anything at all ("")."""
        if name != self._match:
            self.doubted = True
        self.feed.spoil()
        self._bell.set()
        if self.notify:
            self.notify()

    def wait(self, seconds: float) -> None:
        """Sleep until rung, at most `seconds` and at most `feed.LONGEST_NAP`."""
        if self._bell.wait(max(0.0, min(seconds, feed.LONGEST_NAP))):
            self._bell.clear()


class Hub:
    """The waiters of this process. It subscribes to the store with the first of them."""

    def __init__(self, matches: Matches, capacity: int, gauge: Callable[[int], None] = lambda change: None) -> None:
        """`capacity` waiters at most; `gauge` is told of every one more or less."""
        self._matches = matches
        self._places = Places(capacity, gauge)
        self._lock = threading.Lock()
        self._watches: dict[str, set[Watch]] = {}
        """By match and by ticket."""
        self._feeds: dict[str, Feed] = {}
        self.closing = False
        """Whether the worker is told to stop: streams and waiters end."""
        self._stop: Callable[[], None] | None = None

    @property
    def count(self) -> int:
        """How many wait now."""
        return self._places.taken

    @contextmanager
    def watch(self, match: str, *, stranger: str | None = None, ticket: str | None = None) -> Iterator[Watch]:
        """Be woken whenever the match changes, or somebody takes the ticket of that name.

        `stranger` is the address of a caller without a token. Raises StreamCapacity when there is no place.
        """
        names = [match] if ticket is None else [match, ticket]
        with self._lock:
            self._places.take(stranger)
            watch = Watch(match, self._feed(match))
            for name in names:
                self._watches.setdefault(name, set()).add(watch)
            if self._stop is None:
                self._stop = self._matches.store.listen(self.wake)
        try:
            yield watch
        finally:
            with self._lock:
                self._places.give_back(stranger)
                for name in names:
                    self._watches[name].discard(watch)
                    if not self._watches[name]:
                        del self._watches[name]
                if match not in self._watches:
                    del self._feeds[match]

    def _feed(self, match: str) -> Feed:
        feed = self._feeds.get(match)
        if feed is None or feed.rewound:
            feed = self._feeds[match] = Feed(self._matches, match)
        return feed

    def wake(self, name: str) -> None:
        """Ring the waiters of a match or a ticket; all of them for ""."""
        with self._lock:
            names = [name] if name else list(self._watches)
            woken = {watch for one in names for watch in self._watches.get(one, ())}
        for watch in woken:
            watch.ring(name)

    def close(self) -> None:
        """Wake everybody and end the subscription."""
        self.closing = True
        self.wake("")
        with self._lock:
            stop, self._stop = self._stop, None
        if stop:
            stop()
