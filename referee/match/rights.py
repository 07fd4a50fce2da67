"""Who may do what in a match: one table, and the one place that reads it."""

from dataclasses import dataclass

from referee.errors import Forbidden, InvalidToken, MissingToken, NotFound, NotYourSeat
from referee.match import tokens
from referee.match.record import Match, Viewer

HOST, SEAT, SPECTATOR, STRANGER = "host", "seat", "spectator", "stranger"
"""Kinds of callers. Who sends no token is a spectator where the match admits them, else a stranger."""


@dataclass(frozen=True)
class Right:
    """Who has it, and what everybody else is told: those without a token, and those whose token is for other things."""

    of: frozenset[str]
    missing: str = ""
    forbidden: str = ""


CLAIM = Right(frozenset({HOST, SEAT, SPECTATOR, STRANGER}))
LOOK = Right(
    frozenset({HOST, SEAT, SPECTATOR}),
    missing="this match admits no spectators: send a seat's or the host's token",
)
MOVE = Right(
    frozenset({SEAT}),
    missing="only seats move: send the seat's token",
    forbidden="the host's token does not move: send the seat's",
)
CHANGE = Right(frozenset({HOST, SEAT}), missing="send the seat's or the host's token")
LEAVE = Right(frozenset({SEAT}), missing="send the seat's token", forbidden="a seat is left with its own token")
OPEN = Right(frozenset({HOST}), forbidden="only the host opens seats and takes names away")
RENAME = Right(frozenset({SEAT}), forbidden="a name is changed by its own seat")
REMATCH = Right(frozenset({HOST, SEAT}), missing="send a seat's or the host's token")
END = Right(frozenset({HOST}), missing="send the host's token", forbidden="only the host may do this")


def entitled(match: Match, right: Right, token: str | None) -> Viewer:
    """Tell who is asking. Raises InvalidToken, MissingToken, Forbidden."""
    return entitled_by_digest(match, right, None if token is None else tokens.digest(token))


def entitled_by_digest(match: Match, right: Right, digest: bytes | None) -> Viewer:
    """Tell who is asking, by the SHA-256 of the token. Raises like `entitled`."""
    try:
        who = match.viewer(digest)
    except LookupError:
        raise InvalidToken("this token is none of this match") from None
    _check(match, right, who)
    return who


def entitled_to_seat(match: Match, number: int, token: str | None, *rights: Right) -> Viewer:
    """Tell who is asking to change this seat: itself or the host, with all the rights that the change needs.

    Raises like `entitled`, NotFound, NotYourSeat.
    """
    who = entitled(match, CHANGE, token)
    if not 0 <= number < len(match.head.seats):
        raise NotFound(f"there are seats 0 to {len(match.head.seats) - 1}")
    for right in rights:
        _check(match, right, who)
    if who not in ("host", number):
        raise NotYourSeat(f"this token belongs to seat {who}")
    return who


def _check(match: Match, right: Right, who: Viewer) -> None:
    if who is None:
        kind = SPECTATOR if match.head.spectators else STRANGER
    else:
        kind = HOST if who == "host" else SEAT
    if kind in right.of:
        return
    if who is None:
        raise MissingToken(right.missing)
    raise Forbidden(right.forbidden)
