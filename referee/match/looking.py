"""Looking: what a caller may know of a match, of its log, and of all of it once it is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.errors import MatchNotOver
from referee.match import rights
from referee.match.answers import Answer
from referee.match.documents import Audit, AuditMove, AuditSeat, View
from referee.match.matches import Matches
from referee.match.pins import check_cursor
from referee.match.record import Entry, Match, Viewer, decode_entry
from referee.match.rights import entitled, entitled_by_digest
from referee.match.view import event, unredacted, view

_PAGE = 1000


@dataclass(frozen=True)
class Page:
    """Events as a viewer may know them, ready to be encoded, and where the log ends."""

    events: list[Any]
    last_event: int
    version: int
    over: bool
    closed: bool
    """Whether nothing can follow any more."""
    game: str
    names: Sequence[str | None]
    """What the seats are called now."""
    view: View | None = None
    """What the caller sees after these events, where it was asked for and they are the latest."""


def look(matches: Matches, match_id: str, token: str | None) -> tuple[Match, Viewer]:
    """Bring a match up to date and tell who is asking."""
    match = matches.current(match_id)
    return match, entitled(match, rights.LOOK, token)


def history(
    matches: Matches, match_id: str, digest: bytes | None, after: int, limit: int, *, views: bool = False
) -> Page:
    """Return a page of events as the caller, by the SHA-256 of a token, may know them. Raises HistoryRewound."""
    match = matches.current(match_id)
    who = entitled_by_digest(match, rights.LOOK, digest)
    check_cursor(match, who, after)
    entries = matches.log(match, after, limit) if after < match.events else []
    game = match.head.game
    events = [event(game, seq, decode_entry(data), who) for seq, data in enumerate(entries, after + 1)]
    last = max(match.events, after + len(events))
    seen = view(match, who) if views and events and after + len(events) == match.events else None
    return Page(events, last, match.version, match.over, match.closed, game, match.names, seen)


def audit(matches: Matches, match_id: str, token: str | None) -> Answer:
    """Tell everything about a match that is over. Raises MatchNotOver before."""
    match, _ = look(matches, match_id, token)
    if not match.over:
        raise MatchNotOver("the audit opens when the match is over")
    match = matches.open(match_id, seed=True)
    entries: list[Entry] = []
    while len(entries) < match.events:
        page = matches.log(match, len(entries), _PAGE)
        entries += [decode_entry(data) for data in page]
        if not page:
            break
    head = match.head
    return Answer(
        200,
        Audit(
            match=match_id,
            game=head.game,
            rules_version=head.rules_version,
            status=head.status,
            seats=[AuditSeat(number, seat.name, seat.controller) for number, seat in enumerate(head.seats)],
            seed=match.seed.hex() if match.seed else None,
            seeded_by_caller=head.seed_given,
            entropy=[head.entropy, *(seat.entropy for seat in head.seats)],
            commitment=head.commitment,
            options=head.effective,
            deal=head.deal,
            moves=[
                AuditMove(entry.mover, entry.move, entry.version)
                for entry in entries
                if entry.move is not None and entry.mover is not None
            ],
            events=[unredacted(seq, entry) for seq, entry in enumerate(entries, 1)],
            result=match.result(),
        ),
    )
