"""Event streams: newline-delimited JSON and server-sent events, from the log, by one cursor."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import msgspec

from referee.api.waiting import Hub
from referee.errors import MatchExpired, NotFound, RefereeError
from referee.match.matches import Matches
from referee.match.tickets import Holding
from referee.match.view import iso, view

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

    def snapshot(self, seen: Any, last: int) -> bytes:
        """Write a view; `last` is the number of the latest event in it."""
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

    def snapshot(self, seen: Any, last: int) -> bytes:
        """Write a view under its own name; its id lets a client resume from there."""
        return b"id: %d\nevent: view\ndata: %b\n\n" % (last, msgspec.json.encode(seen))


FORMATS: dict[str, Format] = {
    "application/x-ndjson": Format("application/x-ndjson"),
    "text/event-stream": ServerSent("text/event-stream; charset=utf-8"),
}


class Stream:
    """One client's stream. Made before the answer begins, so that refusals are still problem documents."""

    def __init__(
        self,
        matches: Matches,
        hub: Hub,
        form: Format,
        match: str,
        digest: bytes | None,
        *,
        after: int | None,
        snapshot: bool,
        holding: Holding | None,
    ) -> None:
        """Check who is asking and take a place. Raises NotFound, InvalidToken, StreamCapacity, …

        With a snapshot and no cursor the events follow on the snapshot.
        """
        self._matches, self._hub, self._form = matches, hub, form
        self._match, self._digest, self._holding = match, digest, holding
        found = matches.current(match)
        who = matches.viewer_by_digest(found, digest)
        self._start = [form.first()]
        self._cursor = after or 0
        self._version = found.version
        if snapshot:
            self._start.append(form.snapshot(view(found, who), found.events))
            self._cursor = found.events if after is None else after
        self._stack = ExitStack()
        self._watch = self._stack.enter_context(hub.watch(match))

    def close(self) -> None:
        """Give the place back; more than once does no harm."""
        self._stack.close()

    def chunks(self) -> Iterator[bytes]:
        """Yield what the client is to be sent, until the match is over or the stream must end."""
        try:
            yield from self._start
            shown = time.monotonic()
            while not self._hub.closing:
                data, done = self._news()
                if data:
                    yield data
                    shown = time.monotonic()
                if done:
                    return
                left = KEEP_ALIVE - (time.monotonic() - shown)
                if left > 0:
                    self._watch.wait(left)
                    continue
                if self._holding and not self._holding.renew():
                    return
                yield self._form.blank()
                shown = time.monotonic()
        finally:
            self.close()

    def _news(self) -> tuple[bytes, bool]:
        """Return what has happened since, and whether that was all there will ever be for this client."""
        try:
            page = self._watch.feed.history(self._digest, self._cursor, _PAGE)
        except (NotFound, MatchExpired):
            return self._form.event(self._cursor + 1, self._gone()), True
        except RefereeError:
            # a rotated token or a store out of reach: the client comes back and is told what it is
            return b"", True
        self._version = page.version
        data = b"".join(self._form.event(self._cursor + n, event) for n, event in enumerate(page.events, 1))
        self._cursor += len(page.events)
        return data, page.over and self._cursor >= page.last_event

    def _gone(self) -> dict[str, Any]:
        """Tell that the match was removed, as its last event did before it went with the rest."""
        return {
            "seq": self._cursor + 1,
            "version": self._version,
            "at": iso(int(time.time() * 1000)),
            "type": "aborted",
            "seat": None,
            "data": {"reason": "deleted"},
        }
