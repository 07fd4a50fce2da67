"""Seats: claiming an open one, renaming, stand-ins, new tokens."""

from typing import Any

import msgspec

from referee import store as words
from referee.errors import (
    Forbidden,
    Invalid,
    MatchFull,
    MatchOver,
    MissingToken,
    NotFound,
    NotYourSeat,
    QuotaExceeded,
    SeatTaken,
)
from referee.match import advance, names, tokens
from referee.match.answers import Answer, replay
from referee.match.happenings import SeatChanged, SeatClaimed
from referee.match.matches import ATTEMPTS, Matches
from referee.match.record import Match, Viewer
from referee.match.view import etag, view
from referee.store import Key, StoreUnavailable


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


def claim(matches: Matches, match: str, wish: Claim, *, key: str | None, body: Any) -> Answer:
    """Give an open seat away; the last one starts the match. Raises SeatTaken, MatchFull, Invalid, MatchOver."""
    wanted = matches.keyed(None, key, "claim", body)
    for _ in range(ATTEMPTS):
        found, remembered, first = matches.open(match, seed=True, key=wanted.name if wanted else None)
        if wanted and remembered:
            return _with_token(replay(remembered, first, wanted), found, key)
        number = _open_seat(found, wish)
        seat = found.head.seats[number]
        name = names.clean(wish.name, "/name")
        names.check_unique(name, [other.name for other in found.head.seats], "/name")
        token = _token(found, key, number)
        seat.name, seat.open, seat.entropy, seat.token = name, False, wish.entropy, tokens.digest(token)
        found.head_changed = True
        found.revision += 1
        found.tell(SeatClaimed(number, name=name))
        if not any(other.open for other in found.head.seats):
            advance.start(found)
        matches.touch(found)
        answer = _claimed(found, number, token)
        outcome = matches.save(found, key=wanted, answer=_blank(answer) if wanted else None)
        if outcome.word == words.DONE:
            return answer
    raise StoreUnavailable("the match is changing too fast: nothing was applied")


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


def _token(match: Match, key: str | None, number: int) -> str:
    if key is None:
        return tokens.mint(tokens.SEAT)
    return tokens.derive(tokens.SEAT, match.head.salt, "claim", key, str(number))


def _claimed(match: Match, number: int, token: str) -> Answer:
    seat = match.head.seats[number]
    body = {"match": match.id, "seat": number, "name": seat.name, "token": token, "view": view(match, number)}
    return Answer(201, msgspec.json.encode(body), etag(match, number), f"/v1/matches/{match.id}")


def _blank(answer: Answer) -> Answer:
    """Take the token out of an answer that is remembered; where there is none, none is put in."""
    body = msgspec.json.decode(answer.body)
    if "token" not in body:
        return answer
    return msgspec.structs.replace(answer, body=msgspec.json.encode({**body, "token": ""}))


def _with_token(answer: Answer, match: Match, key: str | None) -> Answer:
    body = msgspec.json.decode(answer.body)
    token = _token(match, key, body["seat"])
    return msgspec.structs.replace(answer, body=msgspec.json.encode({**body, "token": token}))


# Changing

MOST_CHANGES = 5_000
"""Changes besides moves that a match takes, so that nobody lets it grow for ever."""

_LATER = 3_600
"""Seconds after which to try again where a match takes no more changes: it may have ended by then."""


def change(
    matches: Matches,
    match: str,
    number: int,
    token: str | None,
    wish: Change,
    *,
    key: str | None = None,
    body: Any = None,
) -> Answer:
    """Rename a seat, hand it to a bot or back, give it a new token.

    A seat changes itself; the host any seat's controller and token. Raises MissingToken, NotYourSeat,
    Forbidden, NotFound, Invalid, MatchOver, QuotaExceeded.
    """
    wanted = matches.keyed(token, key, f"seats/{number}", body)
    for _ in range(ATTEMPTS):
        found, remembered, first = matches.open(match, seed=True, key=wanted.name if wanted else None)
        if wanted and remembered:
            return _with_fresh(replay(remembered, first, wanted), found, number, wanted)
        who = _entitled(matches, found, number, token, wish)
        if advance.behind(found):
            advance.catch_up(found)
        if found.head.seats[number].open:
            _fill(found, number, who, wish)
        fresh = _fresh(found, number, wanted) if wish.rotate_token else None
        _changed(found, number, who, wish, fresh)
        matches.touch(found)
        answer = _changed_answer(found, number, who, fresh)
        if not found.log and not wanted:
            return answer
        outcome = matches.save(found, key=wanted, answer=_blank(answer) if wanted else None)
        if outcome.word == words.DONE:
            return answer
    raise StoreUnavailable("the match is changing too fast: nothing was applied")


def _entitled(matches: Matches, match: Match, number: int, token: str | None, wish: Change) -> Viewer:
    if token is None:
        raise MissingToken("send the seat's or the host's token")
    who = matches.viewer(match, token)
    if not 0 <= number < len(match.head.seats):
        raise NotFound(f"there are seats 0 to {len(match.head.seats) - 1}")
    if who == "host":
        if wish.name is not None:
            raise Forbidden("a name is changed by its own seat")
    elif who != number:
        raise NotYourSeat(f"this token belongs to seat {who}")
    return who


def _fill(match: Match, number: int, who: Viewer, wish: Change) -> None:
    """Let the host give an open seat to a bot. Raises Forbidden for anything else with an open seat."""
    if who != "host" or wish.controller is None or wish.controller == "player":
        raise Forbidden("the seat is open: it can be claimed, or the host can give it to a bot")
    seat = match.head.seats[number]
    name = names.default(number, [other.name for other in match.head.seats])
    seat.name, seat.open, seat.token = name, False, tokens.digest(tokens.mint(tokens.SEAT))
    seat.created = wish.controller  # nobody has its token: a rematch would wait for nobody
    match.tell(SeatClaimed(number, name=name))


def _changed(match: Match, number: int, who: Viewer, wish: Change, fresh: str | None) -> None:
    """Apply the wish and tell all of it; a wish for what is so already changes and tells nothing."""
    seat = match.head.seats[number]
    told: dict[str, Any] = {}
    if wish.name is not None:
        name = names.clean(wish.name, "/name")
        others = [other.name for place, other in enumerate(match.head.seats) if place != number]
        names.check_unique(name, others, "/name")
        if name != seat.name:
            seat.name = told["name"] = name
    if wish.controller is not None:
        if match.over:
            raise MatchOver("the match is over")
        if wish.controller != seat.controller:
            seat.controller = told["controller"] = wish.controller
    if fresh:
        seat.token, told["token"] = tokens.digest(fresh), True
    if not told:
        return
    if match.revision >= MOST_CHANGES:
        raise QuotaExceeded(f"a match takes {MOST_CHANGES} changes besides moves: play on with what there is", _LATER)
    match.head_changed = True
    match.revision += 1
    match.live.waiting = []
    match.tell(SeatChanged(number, by="host" if who == "host" else "seat", **told))
    if match.state is None and not any(other.open for other in match.head.seats):
        advance.start(match)
    elif match.head.status == "active":
        advance.run_bots(match, match.now, advance.BATCH)


def _fresh(match: Match, number: int, wanted: Key | None) -> str:
    """Make a new token; with a key one that can be made again, another for each caller who uses the key."""
    if wanted is None:
        return tokens.mint(tokens.SEAT)
    return tokens.derive(tokens.SEAT, match.head.salt, "rotate", wanted.name.hex(), str(number))


def _changed_answer(match: Match, number: int, who: Viewer, fresh: str | None) -> Answer:
    seat = match.head.seats[number]
    body: dict[str, Any] = {"seat": number, "name": seat.name, "controller": seat.controller, "open": seat.open}
    if fresh:
        body["token"] = fresh
    return Answer(200, msgspec.json.encode(body), etag(match, who))


def _with_fresh(answer: Answer, match: Match, number: int, wanted: Key) -> Answer:
    body = msgspec.json.decode(answer.body)
    if "token" not in body:
        return answer
    told = {**body, "token": _fresh(match, number, wanted)}
    return msgspec.structs.replace(answer, body=msgspec.json.encode(told))
