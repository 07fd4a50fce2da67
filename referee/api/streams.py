"""Event streams: newline-delimited JSON and server-sent events, from the log, by one cursor."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import msgspec

from referee.api.fed import Fed
from referee.errors import MatchExpired, NotFound, RefereeError
from referee.match.record import Match, Viewer
from referee.match.tickets import Holding
from referee.match.view import iso, view
from referee.match.waiting import Hub
from referee.words import Language
from referee.words.captions import captioned

KEEP_ALIVE = 10.0
"""Seconds after which an idle stream shows that it lives."""

_PAGE = 500


class Format:
    """How events, the snapshot and signs of life look in one of the two formats."""

    def __init__(self, content_type: str) -> None:
        self.content_type = content_type

    def first(self) -> bytes:
        """What goes out at once."""
        return self.blank()

    def blank(self) -> bytes:
        """A sign of life that says nothing."""
        return b"\n"

    def event(self, seq: int, event: Any) -> bytes:
        """Write an event."""
        return msgspec.json.encode(event) + b"\n"

    def snapshot(self, seen: Any, cursor: int) -> bytes:
        """Write a view; the events after the cursor follow."""
        return self.view(seen)

    def view(self, seen: Any) -> bytes:
        """Write the view that the events before it led to."""
        return b'{"type":"view","view":' + msgspec.json.encode(seen) + b"}\n"


class ServerSent(Format):
    """Server-sent events: `id` is the event's number, the snapshot has the event name `view`."""

    def first(self) -> bytes:
        """Tell a client how soon to come back, too."""
        return b"retry: 1000\n\n"

    def blank(self) -> bytes:
        """Write a comment."""
        return b":\n\n"

    def event(self, seq: int, event: Any) -> bytes:
        """Write an event with its number as id."""
        return b"id: %d\ndata: %b\n\n" % (seq, msgspec.json.encode(event))

    def snapshot(self, seen: Any, cursor: int) -> bytes:
        """Write a view under its own name; its id lets a client go on with the events that follow."""
        return b"id: %d\n%b" % (cursor, self.view(seen))

    def view(self, seen: Any) -> bytes:
        """Write a view under its own name, and no id: a client that comes back goes on after the latest event."""
        return b"event: view\ndata: %b\n\n" % msgspec.json.encode(seen)


FORMATS: dict[str, Format] = {
    "application/x-ndjson": Format("application/x-ndjson"),
    "text/event-stream": ServerSent("text/event-stream; charset=utf-8"),
}


class EventStream(Fed):
    """One client's stream. Made before the answer begins, so that refusals are still problem documents."""

    def __init__(
        self,
        hub: Hub,
        form: Format,
        found: Match,
        who: Viewer,
        digest: bytes | None,
        *,
        after: int | None,
        snapshot: bool = False,
        views: bool = False,
        holding: Holding | None = None,
        stranger: str | None = None,
        lang: Language | None = None,
    ) -> None:
        """Take a place, and the ticket if there is one. Raises StreamCapacity, StoreUnavailable.

        With a snapshot and no cursor the events follow on the snapshot; with a cursor they follow on that, and it is
        the snapshot's id, so that nothing is lost when the stream is cut between the two. `views`: after every change
        the whole view follows the events that tell it. `stranger` is the address
        of a caller without a token. `lang`: the language in which to tell it to people, too.
        """
        self._lang, self._views = lang, views
        self._names: Sequence[str | None] = found.names
        self._hub, self._form = hub, form
        self._match, self._game, self._digest, self._holding = found.id, found.head.game, digest, holding
        self._version, self._over = found.version, False
        if after is None:
            after = found.events if snapshot else 0
        self._cursor = after
        self._start = [form.first()]
        if snapshot:
            self._start.append(form.snapshot(self._worded(view(found, who)), after))
        self._stack = ExitStack()
        self._watch = self._stack.enter_context(
            hub.watch(found.id, stranger=stranger, ticket=holding.name if holding else None)
        )
        self._shown = self._renewed = time.monotonic()
        if holding:
            self._take(holding)

    def _take(self, holding: Holding) -> None:
        try:
            holding.take()
        except BaseException:
            self.close()
            raise
        self._hub.wake(holding.name)  # an older stream here need not wait for the store to tell
        self._watch.doubted = False

    def close(self) -> None:
        """Give the place back; more than once does no harm."""
        self._stack.close()

    def attach(self, wake: Callable[[], None]) -> None:
        """Have `wake` called whenever the match has changed."""
        self._watch.notify = wake

    def __iter__(self) -> Iterator[bytes]:
        """Yield what the client is to be sent, until the stream must end."""
        try:
            while True:
                data, done = self.due()
                if data:
                    yield data
                if done:
                    return
                if not data:
                    self._watch.wait(self.patience())
        finally:
            self.close()

    def due(self) -> tuple[bytes, bool]:
        """Return what the client is to be sent now, and whether the stream ends with it."""
        if self._start:
            start, self._start = b"".join(self._start), []
            return start, False
        if self._hub.closing or not self._held():
            return b"", True
        data, done = self._news()
        if not data and not done and self.patience() <= 0:
            data = self._form.blank()
        if data:
            self._shown = time.monotonic()
        return data, done

    def patience(self) -> float:
        """Seconds until the client must be shown that the stream lives."""
        return KEEP_ALIVE - (time.monotonic() - self._shown)

    def _held(self) -> bool:
        """Whether the ticket is still this stream's; it is kept alive by time, however much there is to tell."""
        now = time.monotonic()
        if not self._holding or (not self._watch.doubted and now - self._renewed < KEEP_ALIVE):
            return True
        self._watch.doubted = False  # before looking: a doubt from now on is a new one
        self._renewed = now
        try:
            return self._holding.renew()
        except RefereeError:
            return False

    def _news(self) -> tuple[bytes, bool]:
        """Return what has happened since, and whether that was all there will ever be for this client."""
        try:
            page = self._watch.feed.history(self._digest, self._cursor, _PAGE, views=self._views)
        except (NotFound, MatchExpired):
            return b"" if self._over else self._form.event(self._cursor + 1, self._worded(self._gone())), True
        except RefereeError:
            # a rotated token, another history or a store out of reach: the client comes back and is told what it is
            return b"", True
        self._version, self._names = page.version, page.names
        events = enumerate(map(self._worded, page.events), self._cursor + 1)
        data = b"".join(self._form.event(seq, event) for seq, event in events)
        if page.view:
            data += self._form.view(self._worded(page.view))
        self._cursor += len(page.events)
        whole = self._cursor >= page.last_event
        self._over = page.over and whole
        return data, page.closed and whole

    def _worded(self, document: Any) -> Any:
        """Add texts, where they were asked for."""
        if self._lang is None:
            return document
        return captioned(document, self._lang, game=self._game, names=self._names)

    def _gone(self) -> dict[str, Any]:
        """Tell that the match was removed, as its last event did before it went with the rest."""
        return {
            "game": self._game,
            "seq": self._cursor + 1,
            "version": self._version,
            "at": iso(int(time.time() * 1000)),
            "type": "aborted",
            "seat": None,
            "data": {"reason": "deleted"},
        }


class Poll(Fed):
    """A request for a page that waits until there is an event; then it is served anew."""

    again = True

    def __init__(
        self, hub: Hub, match: str, digest: bytes | None, after: int, wait: int, *, stranger: str | None
    ) -> None:
        """Take a place for `wait` seconds at most. Raises StreamCapacity."""
        self._hub, self._digest, self._after = hub, digest, after
        self._until = time.monotonic() + wait
        self._stack = ExitStack()
        self._watch = self._stack.enter_context(hub.watch(match, stranger=stranger))

    def attach(self, wake: Callable[[], None]) -> None:
        """Have `wake` called whenever the match has changed."""
        self._watch.notify = wake

    def due(self) -> tuple[bytes, bool]:
        """Return nothing, and whether the page is to be asked for again."""
        if self._hub.closing or time.monotonic() >= self._until:
            return b"", True
        try:
            return b"", bool(self._watch.feed.history(self._digest, self._after, 1).events)
        except RefereeError:
            return b"", True  # asked again, it is refused with the reason

    def block(self) -> None:
        """Wait here, for a server that does not feed."""
        with self._stack:
            while not self.due()[1]:
                self._watch.wait(self._until - time.monotonic())

    def __iter__(self) -> Iterator[bytes]:
        """There is nothing to iterate over."""
        return iter(())

    def close(self) -> None:
        """Give the place back; more than once does no harm."""
        self._stack.close()
