"""The log of one match as those who wait for it here are told: read once for every wake-up, whoever waits."""

import threading
import time
from typing import Any

import msgspec

from referee.errors import HistoryRewound
from referee.match import rights
from referee.match.looking import Page, history
from referee.match.matches import Matches
from referee.match.pins import check_cursor
from referee.match.record import Match, Viewer, decode_entry
from referee.match.rights import entitled_by_digest
from referee.match.view import etag, event, view

LONGEST_NAP = 2.0
"""Seconds after which the match is looked at again in any case: a wake-up may be missed, the log is the truth."""

_KEPT = 1000
"""Events of a match that its feed keeps."""


class LoggedEvent:
    """An event of the log, encoded once for all who see no private part of it."""

    def __init__(self, game: str, seq: int, data: bytes) -> None:
        self._game, self._seq = game, seq
        self._entry = decode_entry(data)
        self._public = msgspec.Raw(msgspec.json.encode(event(game, seq, self._entry, None)))

    def to(self, viewer: Viewer) -> Any:
        """Return the event as the viewer may know it, encoded or ready to be."""
        if viewer in self._entry.private:
            return event(self._game, self._seq, self._entry, viewer)
        return self._public


class Feed:
    """The latest of one match. A feed tells one history: where a failover put another in its place, it ends."""

    def __init__(self, matches: Matches, match: str) -> None:
        self._matches = matches
        self._match = match
        self._lock = threading.Lock()
        self._stale = True
        self._looked = 0.0
        self._latest: Match | None = None
        self._start = 0
        self._events: list[LoggedEvent] = []
        self._last = b""
        """The latest event as it was stored."""
        self.rewound = False
        """Whether the log is no longer the one that was told."""

    def spoil(self) -> None:
        """Note that the match has changed."""
        self._stale = True

    def history(self, digest: bytes | None, after: int, limit: int, *, views: bool = False) -> Page:
        """Return a page of events as the caller, by the SHA-256 of a token, may know them. Raises HistoryRewound.

        `views`: with the view that the latest of them led to.
        """
        with self._lock:
            match = self._fresh()
            start, logged = self._start, self._events[max(after - self._start, 0) :][:limit]
        who = entitled_by_digest(match, rights.LOOK, digest)
        if self.rewound:
            raise HistoryRewound("the log is of another history now", etag(match, who), last_event=match.events)
        check_cursor(match, who, after)
        if after < start:
            return history(self._matches, self._match, digest, after, limit, views=views)
        last = max(match.events, after + len(logged))
        return Page(
            [event.to(who) for event in logged],
            last,
            match.version,
            match.over,
            match.closed,
            match.head.game,
            match.names,
            view(match, who) if views and logged and after + len(logged) == match.events else None,
        )

    def _fresh(self) -> Match:
        now = time.monotonic()
        if self._latest is not None and not self._stale and now - self._looked < LONGEST_NAP:
            return self._latest
        self._stale = False  # before looking: what changes from now on spoils it again
        try:
            match, entries = self._look()
            if len(entries) < self._expected(match):
                match, entries = self._look()  # removed or put back in between: now that is to be seen
            if self._changed(match):
                self._take(match, entries)
        except BaseException:
            self._stale = True
            raise
        self._latest, self._looked = match, now
        return match

    def _look(self) -> tuple[Match, list[bytes]]:
        """Load the match, and of its log what is new and the event before, by which histories are told apart."""
        match = self._matches.current(self._match)
        if self._latest is None:
            self._start = max(match.events - 1, 0)
        expected = self._expected(match)
        return match, self._matches.log(match, self._first, expected) if expected > 0 else []

    def _changed(self, match: Match) -> bool:
        return self._latest is None or match.linked() != self._latest.linked()

    def _expected(self, match: Match) -> int:
        return match.events - self._first if self._changed(match) else 0

    @property
    def _known(self) -> int:
        """The number of the latest event that was read."""
        return self._start + len(self._events)

    @property
    def _first(self) -> int:
        """The number of the event after which to read."""
        return self._known - 1 if self._events else self._known

    def _take(self, match: Match, entries: list[bytes]) -> None:
        """Add what was read, unless it follows on another event than the latest one here."""
        before = self._latest
        if before is not None and (match.version, match.revision) == (before.version, before.revision):
            self.rewound = True
        if self._events and entries[:1] != [self._last]:
            self.rewound = True
        if self.rewound or not entries:
            return
        fresh = entries[1:] if self._events else entries
        self._events += [
            LoggedEvent(match.head.game, number, data) for number, data in enumerate(fresh, self._known + 1)
        ]
        self._last = entries[-1]
        surplus = len(self._events) - _KEPT
        if surplus > 0:
            self._start += surplus
            del self._events[:surplus]
