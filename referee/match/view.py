"""What a caller may see of a match, built from nothing but what the viewer is entitled to."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import UNSET

from referee.match.documents import AuditEvent, Fairness, MatchClock, MatchEvent, View, ViewSeat
from referee.match.record import Entry, Match, Viewer


def view(match: Match, viewer: Viewer) -> View:
    """Build the view of a seat, the host or a spectator."""
    head, game = match.head, match.game
    seat = viewer if isinstance(viewer, int) else None
    position = match.position
    active = head.status == "active"
    return View(
        match=match.id,
        game=head.game,
        rules_version=head.rules_version,
        version=match.version,
        status=head.status,
        seats=[ViewSeat(number, s.name, s.controller, s.open) for number, s in enumerate(head.seats)],
        you=seat,
        phase="open" if position is None else game.phase(position.state) if head.status != "aborted" else "over",
        to_act=sorted(match.awaiting()),
        options=head.effective,
        clock=MatchClock(head.move_seconds) if head.move_seconds else None,
        spectators=head.spectators,
        labels=head.labels,
        created_at=iso(head.created),
        table=game.table(position.state) if position else None,
        hand=game.hand(position.state, seat) if position and seat is not None else None,
        legal_moves=match.started.legal(seat) if active and seat is not None else [],
        deadline=iso(match.deadline) if match.deadline else None,
        expires_at=iso(match.live.expires),
        last_event=match.events,
        rematch=head.rematch,
        result=match.result(),
        fairness=Fairness(head.commitment, head.deal is not None, head.seed_given),
    )


def etag(match: Match, viewer: Viewer) -> str:
    """Return the view's entity tag, quotes included: version, viewer, revision, history."""
    name = "spectator" if viewer is None else viewer
    return f'"{match.version}-{name}-{match.revision}-{match.linked().hex()}"'


def event(game: str, seq: int, entry: Entry, viewer: Viewer) -> MatchEvent:
    """Build an event as the viewer may know it; `private` only where there is something for this seat.

    It names its game, by which clients tell apart what games call alike; the log and the audit have no need of that.
    """
    private = entry.private.get(viewer, UNSET) if isinstance(viewer, int) else UNSET
    return MatchEvent(game, seq, entry.version, iso(entry.at), entry.type, entry.seat, entry.data, private)


def events(match: Match, viewer: Viewer) -> list[MatchEvent]:
    """Build what is new in the match, not yet in its stored log, as the viewer may know it."""
    game = match.head.game
    return [event(game, seq, entry, viewer) for seq, entry in enumerate(match.log, match.record.events + 1)]


def unredacted(seq: int, entry: Entry) -> AuditEvent:
    """Build an event for the audit: `private` by seat."""
    private = {str(seat): own for seat, own in entry.private.items()} if entry.private else UNSET
    return AuditEvent(seq, entry.version, iso(entry.at), entry.type, entry.seat, entry.data, private)


def iso(ms: int) -> str:
    """Write a time in milliseconds since 1970 as RFC 3339 in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def plain(value: Any) -> Mapping[str, Any]:
    """Turn structs into plain JSON values, as a client would read them."""
    built: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return built
