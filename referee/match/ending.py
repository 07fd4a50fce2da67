"""Ending a match at the host's word, and playing again after the end."""

import secrets
from contextlib import suppress

import msgspec

from referee.errors import Forbidden, MatchExpired, MatchNotOver, NotFound, UnreadableRecord
from referee.match import advance, rights, tokens
from referee.match.answers import Answer, Once
from referee.match.create import NEW
from referee.match.documents import Rematched, RematchSeat
from referee.match.happenings import Rematch
from referee.match.matches import MARK_MS, Matches
from referee.match.record import Live, Match, SeatRecord, Viewer
from referee.match.rights import entitled
from referee.match.view import etag, view
from referee.randomness import commitment
from referee.store import StoreUnavailable


def delete(matches: Matches, match_id: str, token: str | None, *, once: Once | None = None) -> Answer:
    """Remove a match; streams are told `aborted` first. What a key was used for is remembered for 24 h."""
    name = b"delete:" + match_id.encode() + b":" + once.key.name if once else b""
    try:
        entitled(matches.open(match_id), rights.END, token)
        # memory that is full takes no farewell, nor does a damaged log, but lets go of what it holds
        with suppress(StoreUnavailable, UnreadableRecord):
            matches.change(match_id, _farewell, right=rights.END, token=token, chance=False)
    except MatchExpired:
        if name and matches.store.take(name):
            return Answer(204, replayed=True)
        raise
    if name:
        with suppress(StoreUnavailable):  # as above: without it a repetition is told that the match is gone
            matches.store.put(name, b"1", MARK_MS)
    matches.store.delete(match_id, MARK_MS)
    return Answer(204)


def _farewell(match: Match, who: Viewer) -> Answer:
    if not match.over:
        advance.abort(match, "deleted")
    return Answer(204)


def rematch(matches: Matches, match_id: str, token: str | None, *, once: Once | None = None) -> Answer:
    """Play again with the same seats, options, clock and tokens, a fresh seed and no deal.

    A match has one rematch: who asks second gets the same one, with 200 instead of 201.
    Raises MissingToken, MatchNotOver, Forbidden.
    """
    followers: list[Match] = []

    def act(match: Match, who: Viewer) -> Answer:
        if not match.over:
            raise MatchNotOver("a rematch is for after the end")
        if match.position is None:
            raise Forbidden("the match was never played")
        if after := _followed(matches, match):
            # asked anew: a token that was replaced in the later match opens nothing there
            return _answer(after, entitled(after, rights.LOOK, token), 200)
        followers.append(_follow(matches, match, who))
        match.head.rematch = followers[-1].id
        match.head_changed = True
        match.revision += 1
        match.tell(Rematch(rematch=followers[-1].id))
        return _answer(followers[-1], who, 201)

    matches.current(match_id)  # what is due may end it
    answer = matches.change(match_id, act, right=rights.REMATCH, token=token, once=once, chance=False)
    kept = followers[-1:] if answer.status == 201 and not answer.replayed else []
    for orphan in (match for match in followers if match not in kept):
        matches.store.delete(orphan.id, 1)
    return answer


def _followed(matches: Matches, before: Match) -> Match | None:
    """Return the rematch there is already; None once it was removed."""
    if before.head.rematch is None:
        return None
    try:
        return matches.current(before.head.rematch)
    except (NotFound, MatchExpired):
        return None


def _again(seat: SeatRecord, *, plays: bool) -> SeatRecord:
    """Put a seat back as it was created, open if it was left; whoever asks plays."""
    controller = "player" if plays else seat.created or seat.controller
    again = msgspec.structs.replace(
        seat, entropy=None, controller=controller, created=controller, left=False, invite=b"", invite_used=False
    )
    if seat.left or seat.open:
        again.name, again.open, again.token = None, True, b""
    return again


def _follow(matches: Matches, before: Match, who: Viewer) -> Match:
    """Create the match that follows: who played by a stand-in is back, and whoever asks plays."""
    seed, match_id, now = secrets.token_bytes(32), tokens.new_match_id(), matches.store.ping()
    head = msgspec.structs.replace(
        before.head,
        status="open",
        seats=[_again(seat, plays=number == who) for number, seat in enumerate(before.head.seats)],
        commitment=commitment(match_id, seed),
        effective=before.head.options,
        deal=None,
        seed_given=False,
        entropy=None,
        created=now,
        rematch=None,
    )
    match = Match(match_id, now, NEW, head, Live(expires=0), before.game, seed=seed, head_changed=True)
    if not any(seat.open for seat in head.seats):
        advance.start(match)
    matches.touch(match)
    matches.save(match, seed=seed)
    return match


def _answer(match: Match, who: Viewer, status: int) -> Answer:
    seats = [RematchSeat(number, seat.name) for number, seat in enumerate(match.head.seats)]
    document = Rematched(match.id, match.head.game, seats, view(match, who))
    return Answer(status, document, etag(match, who), f"/v1/matches/{match.id}")
