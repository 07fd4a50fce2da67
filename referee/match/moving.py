"""Moving: a seat's move, judged against the state of the moment and made."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from referee.errors import Invalid, MatchNotStarted, MatchOver, NotYourTurn
from referee.games.forms import Form
from referee.games.protocol import Move
from referee.match import advance, rights
from referee.match.answers import Answer, Once
from referee.match.documents import Judged, Moved
from referee.match.matches import Matches
from referee.match.pins import Pin, check_version
from referee.match.record import Match, Viewer
from referee.match.rights import entitled
from referee.match.view import etag, events, view


def move(
    matches: Matches,
    match_id: str,
    token: str | None,
    body: Any,
    *,
    pin: Pin | None = None,
    once: Once | None = None,
    minimal: bool = False,
) -> Answer:
    """Make a move, and what follows from it: bots' moves, the end. `minimal`: answer without the view.

    Raises what `entitled` and `_judged` raise, KeyReused, StoreUnavailable.
    """

    def act(match: Match, seat: Viewer) -> Answer | None:
        assert isinstance(seat, int)  # noqa: S101  -- only seats have the right
        if advance.too_long(match):
            advance.abort(match, "too_long")
            return None
        chosen, forms = _judged(match, seat, body, pin)
        advance.move(match, seat, chosen, forms, match.now)
        version = match.version
        advance.run_bots(match, match.now, advance.BATCH)
        matches.touch(match)
        seen = UNSET if minimal else view(match, seat)
        return Answer(200, Moved(version, events(match, seat), match.version, seen), etag(match, seat))

    return matches.change(match_id, act, right=rights.MOVE, token=token, once=once)


def judge(matches: Matches, match_id: str, token: str | None, body: Any, pin: Pin | None = None) -> Answer:
    """Judge a move and change nothing. Raises what `move` would raise."""
    match = matches.current(match_id)
    seat = entitled(match, rights.MOVE, token)
    assert isinstance(seat, int)  # noqa: S101  -- only seats have the right
    chosen, forms = _judged(match, seat, body, pin)
    match.started.check(seat, chosen, forms)
    return Answer(200, Judged(legal=True))


def _judged(match: Match, seat: int, body: Any, pin: Pin | None) -> tuple[Move, list[Form]]:
    """Check all that comes before legality, in the contract's order; returns the move and the seat's forms.

    Raises MatchNotStarted, MatchOver, StaleVersion, HistoryRewound, NotYourTurn, Invalid.
    """
    if match.head.status == "open":
        raise MatchNotStarted("the match starts when every seat is claimed")
    if match.over:
        endless = match.head.status == "aborted" and match.version >= advance.LONGEST
        raise MatchOver(
            f"the match is over: it had {advance.LONGEST} moves and came to no end" if endless else "the match is over"
        )
    check_version(match, seat, pin, body)
    forms = match.started.legal(seat)
    if not forms:
        awaited = " and ".join(f"seat {other}" for other in sorted(match.awaiting()))
        raise NotYourTurn(f"this seat has no legal move at the moment: the match waits for {awaited}")
    return _read(match, body), forms


def _read(match: Match, body: Any) -> Move:
    """Turn a body, less the version it pins, into a move. Raises Invalid for what could never be one."""
    if not isinstance(body, Mapping):
        raise Invalid.at("", "a move must be a JSON object with a type")
    try:
        return match.game.read_move({name: value for name, value in body.items() if name != "version"})
    except Invalid as error:
        if [fault.pointer for fault in error.faults] != ["/type"]:
            raise
    types = (str(move.__struct_config__.tag) for move in match.game.moves)
    raise Invalid.at("/type", f"must be one of {', '.join(types)}")
