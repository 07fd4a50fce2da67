"""What a caller may see of a match, built from nothing but what the viewer is entitled to."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from referee.games.forms import Form
from referee.games.protocol import Result
from referee.match.record import Entry, Match, Status, Viewer


class ViewSeat(msgspec.Struct):
    """A seat as all may know it."""

    seat: int
    name: Annotated[str | None, Meta(description="null while the seat is open")]
    controller: Annotated[str, Meta(description="`player`, or the bot that plays: `bot:steady`, `bot:random`")]
    open: bool


class Fairness(msgspec.Struct):
    """What was promised at creation."""

    commitment: Annotated[str, Meta(description="SHA-256 over label, match id and seed", examples=["sha256:9f…"])]
    arranged: Annotated[bool, Meta(description="Whether the creator arranged the deal")]
    seeded_by_caller: Annotated[bool, Meta(description="Whether the creator gave the seed")]


class View(msgspec.Struct):
    """A match as the caller may see it."""

    match: str
    game: str
    rules_version: str
    version: Annotated[int, Meta(description="Accepted moves so far, 0 after the deal")]
    status: Status
    seats: list[ViewSeat]
    you: Annotated[int | None, Meta(description="The caller's seat; null for a spectator or the host")]
    phase: str
    to_act: Annotated[list[int], Meta(description="The seats that the match waits for")]
    table: Annotated[Any, Meta(description="What all may see, per game; null while open")]
    hand: Annotated[list[Any] | None, Meta(description="The caller's own; null for a spectator or the host")]
    legal_moves: Annotated[list[Form], Meta(description="The caller's move forms, complete and exact")]
    deadline: Annotated[str | None, Meta(description="When the seats in to_act run out of time")]
    expires_at: Annotated[str, Meta(description="When the match is removed unless something happens in it")]
    last_event: Annotated[int, Meta(description="The number of the latest event")]
    rematch: Annotated[str | None, Meta(description="The match that follows this one, if any")]
    result: Result | None
    fairness: Fairness


def view(match: Match, viewer: Viewer) -> View:
    """Build the view of a seat, the host or a spectator."""
    head, game = match.head, match.book.game
    seat = viewer if isinstance(viewer, int) else None
    started = match.state is not None
    active = head.status == "active"
    return View(
        match=match.id,
        game=head.game,
        rules_version=head.rules_version,
        version=match.version,
        status=head.status,
        seats=[ViewSeat(number, s.name, s.controller, s.open) for number, s in enumerate(head.seats)],
        you=seat,
        phase="open" if not started else game.phase(match.state) if head.status != "aborted" else "over",
        to_act=sorted(match.awaiting()),
        table=game.table(match.state) if started else None,
        hand=game.hand(match.state, seat) if started and seat is not None else None,
        legal_moves=game.legal(match.state, seat) if active and seat is not None else [],
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


def event(game: str, seq: int, entry: Entry, viewer: Viewer) -> dict[str, Any]:
    """Build an event as the viewer may know it; `private` only where there is something for this seat.

    It names its game, by which clients tell apart what games call alike; the log and the audit have no need of that.
    """
    told = {"game": game, **_frame(seq, entry)}
    if isinstance(viewer, int) and viewer in entry.private:
        told["private"] = entry.private[viewer]
    return told


def unredacted(seq: int, entry: Entry) -> dict[str, Any]:
    """Build an event for the audit: `private` by seat."""
    told = _frame(seq, entry)
    if entry.private:
        told["private"] = {str(seat): private for seat, private in entry.private.items()}
    return told


def _frame(seq: int, entry: Entry) -> dict[str, Any]:
    return {
        "seq": seq,
        "version": entry.version,
        "at": iso(entry.at),
        "type": entry.type,
        "seat": entry.seat,
        "data": entry.data,
    }


def iso(ms: int) -> str:
    """Write a time in milliseconds since 1970 as RFC 3339 in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def plain(value: Any) -> Mapping[str, Any]:
    """Turn structs into plain JSON values, as a client would read them."""
    built: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return built
