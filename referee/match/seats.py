"""Seats: claiming an open one, renaming, stand-ins, new tokens."""

from typing import Any

import msgspec
from msgspec import UNSET

from referee.errors import Forbidden, Invalid, MatchFull, MatchOver, QuotaExceeded, SeatTaken
from referee.match import advance, documents, names, rights, tokens
from referee.match.answers import Answer, Once, minting
from referee.match.documents import Claimed
from referee.match.happenings import SeatChanged, SeatClaimed
from referee.match.matches import Matches
from referee.match.record import Match, Viewer
from referee.match.rights import entitled_to_seat
from referee.match.view import etag, view


class Claim(msgspec.Struct):
    """A wish for an open seat: the named one, or the first."""

    name: str
    seat: int | None = None
    entropy: str | None = None


class Change(msgspec.Struct):
    """What to change of a seat; None leaves it."""

    name: str | None = None
    controller: str | None = None
    rotate_token: bool = False


def claim(matches: Matches, match_id: str, wish: Claim, *, once: Once | None = None) -> Answer:
    """Give an open seat away; the last one starts the match. Raises SeatTaken, MatchFull, Invalid, MatchOver."""

    def act(match: Match, _: Viewer) -> Answer:
        number = _open_seat(match, wish)
        seat = match.head.seats[number]
        name = names.clean(wish.name, "/name")
        names.check_unique(name, [other.name for other in match.head.seats], "/name")
        token = minting(match.head.salt, once)(tokens.SEAT, number)
        seat.name, seat.open, seat.entropy, seat.token = name, False, wish.entropy, tokens.digest(token)
        match.head_changed = True
        match.revision += 1
        match.tell(SeatClaimed(number, name=name))
        if not any(other.open for other in match.head.seats):
            advance.start(match)
        matches.touch(match)
        document = Claimed(match.id, number, name, token, view(match, number))
        return Answer(201, document, etag(match, number), f"/v1/matches/{match.id}")

    return matches.change(match_id, act, right=rights.CLAIM, once=once)


def _open_seat(match: Match, wish: Claim) -> int:
    if match.head.status == "aborted":
        raise MatchOver("the match was ended by its host before it began")
    seats = match.head.seats
    if wish.seat is not None:
        if not 0 <= wish.seat < len(seats):
            raise Invalid.at("/seat", f"there are seats 0 to {len(seats) - 1}")
        if not seats[wish.seat].open:
            raise SeatTaken(f"seat {wish.seat} is not open")
        return wish.seat
    for number, seat in enumerate(seats):
        if seat.open:
            return number
    raise MatchFull("every seat is taken")


# Changing

MOST_CHANGES = 5_000
"""Changes besides moves that a match takes, so that nobody lets it grow for ever."""

_LATER = 3_600
"""Seconds after which to try again where a match takes no more changes: it may have ended by then."""


def change(
    matches: Matches, match_id: str, number: int, token: str | None, wish: Change, *, once: Once | None = None
) -> Answer:
    """Rename a seat, hand it to a bot or back, give it a new token.

    A seat changes itself; the host any seat's controller and token. Raises MissingToken, NotYourSeat,
    Forbidden, NotFound, Invalid, MatchOver, QuotaExceeded.
    """

    def act(match: Match, _: Viewer) -> Answer:
        who = entitled_to_seat(match, number, token, renames=wish.name is not None)
        if match.head.seats[number].open:
            _fill(match, number, who, wish)
        fresh = minting(match.head.salt, once)(tokens.SEAT, number) if wish.rotate_token else None
        _apply(match, number, who, wish, fresh)
        matches.touch(match)
        seat = match.head.seats[number]
        document = documents.Changed(number, seat.name or "", seat.controller, seat.open, fresh or UNSET)
        return Answer(200, document, etag(match, who))

    return matches.change(match_id, act, right=rights.CHANGE, token=token, once=once)


def _fill(match: Match, number: int, who: Viewer, wish: Change) -> None:
    """Let the host give an open seat to a bot. Raises Forbidden for anything else with an open seat."""
    if who != "host" or wish.controller is None or wish.controller == "player":
        raise Forbidden("the seat is open: it can be claimed, or the host can give it to a bot")
    seat = match.head.seats[number]
    name = names.default(number, [other.name for other in match.head.seats])
    seat.name, seat.open, seat.token = name, False, tokens.digest(tokens.mint(tokens.SEAT))
    seat.created = wish.controller  # nobody has its token: a rematch would wait for nobody
    match.tell(SeatClaimed(number, name=name))


def _apply(match: Match, number: int, who: Viewer, wish: Change, fresh: str | None) -> None:
    """Apply the wish and tell all of it; a wish for what is so already changes and tells nothing."""
    seat = match.head.seats[number]
    changes: dict[str, Any] = {}
    if wish.name is not None:
        name = names.clean(wish.name, "/name")
        others = [other.name for place, other in enumerate(match.head.seats) if place != number]
        names.check_unique(name, others, "/name")
        if name != seat.name:
            seat.name = changes["name"] = name
    if wish.controller is not None:
        if match.over:
            raise MatchOver("the match is over")
        if wish.controller != seat.controller:
            seat.controller = changes["controller"] = wish.controller
    if fresh:
        seat.token, changes["token"] = tokens.digest(fresh), True
    if not changes:
        return
    if match.revision >= MOST_CHANGES:
        raise QuotaExceeded(f"a match takes {MOST_CHANGES} changes besides moves: play on with what there is", _LATER)
    match.head_changed = True
    match.revision += 1
    match.live.waiting = []
    match.tell(SeatChanged(number, by="host" if who == "host" else "seat", **changes))
    if match.state is None and not any(other.open for other in match.head.seats):
        advance.start(match)
    elif match.head.status == "active":
        advance.run_bots(match, match.now, advance.BATCH)
