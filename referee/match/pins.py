"""What a caller believes of a match: a version that a request pins, a place in the log from which to go on."""

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.errors import HistoryRewound, Invalid, StaleVersion
from referee.match.record import Match, Viewer
from referee.match.view import etag


class Pin(msgspec.Struct, frozen=True):
    """The version that a request is meant for, and the first four digits of its history; "" where none were sent."""

    version: int
    moves: str = ""


def check_version(match: Match, viewer: Viewer, pin: Pin | None, body: Any) -> None:
    """Compare the version that the caller pinned, in a header or in the body, with the match's.

    Raises StaleVersion, HistoryRewound, Invalid.
    """
    if isinstance(body, Mapping) and "version" in body:
        pinned = body["version"]
        if type(pinned) is not int or pinned < 0:
            raise Invalid.at("/version", "a version is an integer from 0")
        if pin is not None and pin.version != pinned:
            raise Invalid.at("/version", "If-Match pins another version")
        pin = pin or Pin(pinned)
    if pin is None:
        return
    tag = etag(match, viewer)
    if pin.version > match.version:
        raise HistoryRewound(f"version {pin.version} is ahead of the match, which is at {match.version}", tag)
    if pin.version < match.version:
        raise StaleVersion(f"the match has moved on from version {pin.version} to {match.version}", tag)
    if pin.moves and pin.moves != match.linked()[:2].hex():
        raise HistoryRewound(f"version {pin.version} is of another history: a failover lost moves, others came", tag)


def check_cursor(match: Match, viewer: Viewer, after: int) -> None:
    """Raise HistoryRewound for a place that the log has not reached: what was told of it was lost."""
    if after > match.events:
        raise HistoryRewound(
            f"event {after} is ahead of the log, which ends at {match.events}",
            etag(match, viewer),
            last_event=match.events,
        )
