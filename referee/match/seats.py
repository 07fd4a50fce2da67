"""Seats: claiming an open one, renaming, stand-ins, new tokens."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from referee.errors import Forbidden, Invalid, MatchFull, MatchOver, QuotaExceeded, SeatTaken, WrongInvite
from referee.match import advance, documents, names, rights, tokens
from referee.match.answers import Answer, Once, minting
from referee.match.documents import Claimed
from referee.match.happenings import SeatChanged, SeatClaimed, SeatLeft, SeatOpened
from referee.match.matches import Matches
from referee.match.record import Match, Viewer
from referee.match.rights import Right, entitled_to_seat
from referee.match.view import etag, view


class Claim(msgspec.Struct):
    """A wish for an open seat: the named one, the one that the invite is for, or the first."""

    name: str
    seat: int | None = None
    entropy: str | None = None
    invite: str | None = None


class Change(msgspec.Struct):
    """What to change of a seat; what is unset stays."""

    name: str | UnsetType | None = UNSET
    """None, by the host: back to the seat's own name."""
    controller: str | UnsetType = UNSET
    rotate_token: bool = False
    open: bool = False


def claim(matches: Matches, match_id: str, wish: Claim, *, once: Once | None = None) -> Answer:
    """Give an open seat away; the last one starts the match, one of a match that goes on takes over from a bot.

    Raises SeatTaken, MatchFull, WrongInvite, Invalid, MatchOver.
    """

    def act(match: Match, _: Viewer) -> Answer:
        number = _open_seat(match, wish)
        seat = match.head.seats[number]
        name = names.clean(wish.name, "/name")
        names.check_unique(name, match.names, "/name")
        token = minting(match.head.salt, once)(tokens.SEAT, number)
        seat.name, seat.open, seat.token, seat.controller = name, False, tokens.digest(token), "player"
        seat.left, seat.invite_used = False, bool(seat.invite)
        if match.position is None:  # what is mixed into a shuffle that is under way would change it
            seat.entropy = wish.entropy
        _note(match)
        match.tell(SeatClaimed(number, name=name))
        _go_on(match)
        matches.touch(match)
        document = Claimed(match.id, number, name, token, view(match, number))
        return Answer(201, document, etag(match, number), f"/v1/matches/{match.id}")

    return matches.change(match_id, act, right=rights.CLAIM, once=once)


def _open_seat(match: Match, wish: Claim) -> int:
    """Find the seat that a claim is for. Raises MatchOver, Invalid, SeatTaken, WrongInvite, MatchFull."""
    seats = match.head.seats
    if match.head.status == "aborted" or (match.over and any(seat.open for seat in seats)):
        raise MatchOver("the match is over" if match.position else "the match was ended before it began")
    digest = tokens.digest(wish.invite) if wish.invite is not None else b""
    if wish.seat is not None:
        if not 0 <= wish.seat < len(seats):
            raise Invalid.at("/seat", f"there are seats 0 to {len(seats) - 1}")
        number = wish.seat
    elif wish.invite is None:
        free = [number for number, seat in enumerate(seats) if seat.open]
        number = next((number for number in free if not seats[number].invite), -1)
        if free and number < 0:
            raise WrongInvite("only seats that are kept for somebody are open: claim one with its invite")
    else:
        number = next((n for n, seat in enumerate(seats) if seat.invite and tokens.same(seat.invite, digest)), -1)
        if number < 0:
            raise WrongInvite("this invite is for no seat of this match, or was replaced by another")
    if number < 0:
        raise MatchFull("every seat is taken")
    seat = seats[number]
    if not seat.open:
        raise SeatTaken(f"seat {number} is not open")
    if seat.invite and not tokens.same(seat.invite, digest):
        raise WrongInvite(f"seat {number} is kept for somebody: claim it with its invite")
    if seat.invite and seat.invite_used:
        raise SeatTaken(f"the invite of seat {number} was used: the host can make another by opening the seat")
    return number


def leave(matches: Matches, match_id: str, number: int, token: str | None, *, once: Once | None = None) -> Answer:
    """Leave a seat: before the start it is open again, afterwards a bot plays on. Its token dies.

    Raises MissingToken, Forbidden, NotYourSeat, NotFound, MatchOver.
    """

    def act(match: Match, _: Viewer) -> Answer:
        entitled_to_seat(match, number, token, rights.LEAVE)
        if match.over:
            raise MatchOver("the match is over")
        seat = match.head.seats[number]
        seat.token, seat.left = b"", True
        if match.position is None:
            seat.name, seat.open, seat.entropy, seat.controller = None, True, None, "player"
        elif seat.controller == "player":
            seat.controller = f"bot:{advance.STAND_IN}"
        _note(match)
        match.tell(SeatLeft(number))
        _go_on(match)
        return Answer(204)

    return matches.change(match_id, act, right=rights.LEAVE, token=token, once=once)


# Changing

MOST_CHANGES = 5_000
"""Changes besides moves that a match takes, so that nobody lets it grow for ever."""

_LATER = 3_600
"""Seconds after which to try again where a match takes no more changes: it may have ended by then."""


def change(
    matches: Matches, match_id: str, number: int, token: str | None, wish: Change, *, once: Once | None = None
) -> Answer:
    """Rename a seat, hand it to a bot or back, give it a new token, open it again.

    A seat changes itself; the host any seat's controller and token, takes names away and opens seats. Raises
    MissingToken, NotYourSeat, Forbidden, NotFound, Invalid, SeatTaken, MatchOver, QuotaExceeded.
    """

    def act(match: Match, _: Viewer) -> Answer:
        who = entitled_to_seat(match, number, token, *_rights(wish))
        seat = match.head.seats[number]
        mint = minting(match.head.salt, once)
        fresh = mint(tokens.SEAT, number) if wish.rotate_token else None
        invite = None
        if wish.open:
            invite = mint(tokens.INVITE, number) if seat.invite else None
            _open(match, number, invite)
        else:
            if seat.open:
                _fill(match, number, who, wish)
            _apply(match, number, who, wish, fresh)
        matches.touch(match)
        document = documents.Changed(number, seat.name, seat.controller, seat.open, fresh or UNSET, invite or UNSET)
        return Answer(200, document, etag(match, who))

    return matches.change(match_id, act, right=rights.CHANGE, token=token, once=once)


def _rights(wish: Change) -> list[Right]:
    """List what a change needs besides the right to change the seat at all."""
    if wish.open or wish.name is None:
        return [rights.OPEN]
    return [] if wish.name is UNSET else [rights.RENAME]


def _note(match: Match) -> None:
    """Count a change that is no move. Raises QuotaExceeded where a match takes no more."""
    if match.revision >= MOST_CHANGES:
        raise QuotaExceeded(f"a match takes {MOST_CHANGES} changes besides moves: play on with what there is", _LATER)
    match.head_changed = True
    match.revision += 1
    match.live.waiting = []


def _go_on(match: Match) -> None:
    """Start the match if nobody is missing any more, or let bots on turn move."""
    if match.position is None and not any(seat.open for seat in match.head.seats):
        advance.start(match)
    elif match.head.status == "active":
        advance.run_bots(match, match.now, advance.BATCH)


def _open(match: Match, number: int, invite: str | None) -> None:
    """Let somebody else claim a seat that was left, or that a bot plays. Raises SeatTaken, MatchOver.

    A seat that is open already stays so; where it is kept for somebody, it is for whoever has the new invite.
    """
    seat = match.head.seats[number]
    if match.over:
        raise MatchOver("the match is over")
    if not seat.open and seat.controller == "player":
        raise SeatTaken(f"seat {number} is a player's: it can be opened once it was left or a bot plays it")
    if seat.open and invite is None:
        return
    _note(match)
    if invite is not None:
        seat.invite, seat.invite_used = tokens.digest(invite), False
    if not seat.open:
        seat.name, seat.open, seat.token, seat.left = None, True, b"", True
        match.tell(SeatOpened(number))


def _fill(match: Match, number: int, who: Viewer, wish: Change) -> None:
    """Let the host give an open seat to a bot. Raises Forbidden for anything else with an open seat."""
    if who != "host" or wish.controller in (UNSET, "player"):
        raise Forbidden("the seat is open: it can be claimed, or the host can give it to a bot")
    seat = match.head.seats[number]
    name = names.default(number, [other.name for other in match.head.seats])
    seat.name, seat.open, seat.token = name, False, tokens.digest(tokens.mint(tokens.SEAT))
    if match.position is None:
        seat.created = wish.controller  # nobody has its token: a rematch would wait for nobody
    match.tell(SeatClaimed(number, name=name))


def _apply(match: Match, number: int, who: Viewer, wish: Change, fresh: str | None) -> None:
    """Apply the wish and tell all of it; a wish for what is so already changes and tells nothing."""
    seat = match.head.seats[number]
    others = [name for place, name in enumerate(match.names) if place != number]
    changes: dict[str, Any] = {}
    if wish.name is not UNSET:
        if wish.name is None:
            name = names.default(number, others)
        else:
            name = names.clean(wish.name, "/name")
            names.check_unique(name, others, "/name")
        if name != seat.name:
            seat.name = changes["name"] = name
    if wish.controller is not UNSET:
        if match.over:
            raise MatchOver("the match is over")
        if wish.controller != seat.controller:
            seat.controller = changes["controller"] = wish.controller
    if fresh:
        seat.token, changes["token"] = tokens.digest(fresh), True
    if not changes:
        return
    _note(match)
    match.tell(SeatChanged(number, by="host" if who == "host" else "seat", **changes))
    _go_on(match)
