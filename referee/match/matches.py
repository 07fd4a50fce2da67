"""Use cases on matches: the only place where rules meet storage."""

import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from referee import store as words
from referee.errors import (
    Forbidden,
    Invalid,
    InvalidToken,
    MatchExpired,
    MatchNotOver,
    MatchNotStarted,
    MatchOver,
    MissingToken,
    NotFound,
    NotYourTurn,
    UnreadableRecord,
)
from referee.games.forms import Form
from referee.games.protocol import Move, check
from referee.match import advance, tokens
from referee.match.answers import Answer, Page, moved, replay
from referee.match.joining import Membership
from referee.match.pins import Pin, check_cursor, check_version
from referee.match.record import Entry, Match, Viewer, decode_entry, fingerprint
from referee.match.sealing import sealing
from referee.match.view import event, unredacted
from referee.store import CAN_WAIT, Key, Loaded, Store, StoreUnavailable

ATTEMPTS = 50
"""How often a request that loses races to others judges anew before it gives up."""

MARK_MS = 24 * 3600 * 1000
"""How long a removed match is told from one that never was."""

_PAGE = 1000
_MOST_TOLD = 10_000
"""Unreadable matches that are remembered as told, so that a poller does not fill the log."""
_LATER_MS = 60_000

BOTS_SECONDS = 0.25
"""How long one sweep goes on with matches of bots alone before it looks again for what people wait for."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Times:
    """How long matches are kept, in milliseconds after the last thing that happened in them."""

    live: int
    finished: int


class Tally:
    """What an operator may want counted; this one counts nothing."""

    def moved(self, game: str, moves: int) -> None:
        """Moves were accepted."""

    def became(self, game: str, status: str) -> None:
        """A match was created, started, finished or aborted."""

    def lost_race(self) -> None:
        """A commit came too late and is judged anew."""


class Matches:
    """The use cases. Nothing is kept here between two calls but the store and the configuration."""

    def __init__(self, store: Store, times: Times, secret: str | None = None, tally: Tally | None = None) -> None:
        self.store = store
        self.times = times
        self.secret = secret
        self.tally = tally or Tally()
        self._told: set[str] = set()
        self.membership = Membership(store, secret)

    # Loading and saving, for the use cases here and in `create` and `seats`

    def open(self, match: str, *, seed: bool = False, key: bytes | None = None) -> tuple[Match, Answer | None, bytes]:
        """Load a match, with the answer remembered under a key and that request's fingerprint.

        Raises NotFound, MatchExpired, UnreadableRecord, StoreUnavailable.
        """
        if not tokens.ID.match(match):
            raise NotFound("there is no such match")
        self.membership.ensure()
        try:
            loaded = self.store.load(match, seed=seed, key=key)
        except words.DamagedMatch as error:
            self._tell(match, error)
            raise
        if loaded.record is None:
            if loaded.gone:
                raise MatchExpired("the match was removed")
            raise NotFound("there is no such match")
        found, answered = self.unpack(match, loaded), loaded.answered
        remembered = self.recall(found, answered) if answered else None
        return found, remembered, answered.fingerprint if answered else b""

    def recall(self, match: Match, answered: words.Answered) -> Answer:
        """Return an answer that was remembered. Raises UnreadableRecord."""
        return Answer.recall(sealing(self.secret).open_log(match.id, match.head.salt, "answer", answered.answer))

    def log(self, match: Match, after: int, limit: int) -> list[bytes]:
        """Return the events numbered after+1 … after+limit, as far as there are. Raises UnreadableRecord."""
        seals, salt = sealing(self.secret), match.head.salt
        return [seals.open_log(match.id, salt, "event", data) for data in self.store.events(match.id, after, limit)]

    def unpack(self, match: str, loaded: Loaded) -> Match:
        """Unpack what was loaded. Raises UnreadableRecord, and tells the log why, once a match."""
        try:
            return Match.unpack(match, loaded, self.secret)
        except UnreadableRecord as error:
            self._tell(match, error)
            raise

    def _tell(self, match: str, error: UnreadableRecord) -> None:
        if match not in self._told:
            if len(self._told) >= _MOST_TOLD:
                self._told.clear()
            self._told.add(match)
            _log.error("match %s cannot be read: %s", match, error.why)

    def current(self, match: str) -> Match:
        """Load a match and do first what is due in it: deadlines that have passed, bots on turn."""
        for _ in range(ATTEMPTS):
            found, _, _ = self.open(match)
            if not advance.behind(found):
                return found
            found, _, _ = self.open(match, seed=True)
            advance.catch_up(found)
            if not found.log or self.save(found).word == words.DONE:
                return found
        raise StoreUnavailable("the match is changing too fast")

    def touch(self, match: Match) -> int:
        """Set when the match expires, as its view tells; returns the time to live in milliseconds."""
        ttl = self.times.finished if match.over else self.times.live
        match.live.expires = match.now + ttl
        return ttl

    def save(
        self, match: Match, *, key: Key | None = None, answer: Answer | None = None, seed: bytes = b"", before: int = 0
    ) -> words.Outcome:
        """Write what has changed, in one atomic step, if nobody else was faster."""
        self.membership.ensure()
        ttl, seals = self.touch(match), sealing(self.secret)
        if match.stale:
            seed = match.seed or b""
        record, entries = match.pack(self.secret)
        due = _due(match)
        if due and due != match.record.deadline:
            self.store.schedule(match.id, due)
        commit = words.Commit(
            version=match.record.version,
            revision=match.record.revision,
            record=record,
            events=entries,
            key=key,
            answer=seals.seal_log(match.id, match.head.salt, "answer", answer.remember()) if answer else b"",
            seed=seals.seal_seed(match.id, seed) if seed else b"",
            before=before,
            ttl=ttl,
        )
        try:
            outcome = self.store.commit(match.id, commit)
        except words.DamagedMatch as error:
            self._tell(match.id, error)
            raise
        if outcome.word == words.DONE:
            self._count(match)
        elif outcome.word in (words.CONFLICT, words.LATE):
            self.tally.lost_race()
        return outcome

    def _count(self, match: Match) -> None:
        game = match.head.game
        self.tally.moved(game, match.version - max(match.record.version, 0))
        if match.record.version < 0:
            self.tally.became(game, "created")
        for entry in match.log:
            if entry.type in ("started", "finished", "aborted"):
                self.tally.became(game, entry.type)

    def viewer(self, match: Match, token: str | None) -> Viewer:
        """Tell who is asking. Raises InvalidToken, or MissingToken where spectators are not admitted."""
        return self.viewer_by_digest(match, None if token is None else tokens.digest(token))

    def viewer_by_digest(self, match: Match, digest: bytes | None) -> Viewer:
        """Tell who is asking, by the SHA-256 of the token. Raises like `viewer`."""
        try:
            who = match.viewer(digest)
        except LookupError:
            raise InvalidToken("this token is none of this match") from None
        if who is None and not match.head.spectators:
            raise MissingToken("this match admits no spectators: send a seat's or the host's token")
        return who

    # Looking

    def look(self, match: str, token: str | None) -> tuple[Match, Viewer]:
        """Bring a match up to date and tell who is asking."""
        found = self.current(match)
        return found, self.viewer(found, token)

    def history(self, match: str, digest: bytes | None, after: int, limit: int) -> Page:
        """Return a page of events as the caller, by the SHA-256 of a token, may know them. Raises HistoryRewound."""
        found = self.current(match)
        who = self.viewer_by_digest(found, digest)
        check_cursor(found, who, after)
        entries = self.log(found, after, limit) if after < found.events else []
        game = found.head.game
        told = [event(game, number, decode_entry(data), who) for number, data in enumerate(entries, after + 1)]
        return Page(told, max(found.events, after + len(told)), found.version, found.over, found.closed)

    def audit(self, match: str, token: str | None) -> dict[str, Any]:
        """Return everything about a match that is over. Raises MatchNotOver before."""
        found, _ = self.look(match, token)
        if not found.over:
            raise MatchNotOver("the audit opens when the match is over")
        found, _, _ = self.open(match, seed=True)
        entries: list[Entry] = []
        while len(entries) < found.events:
            page = self.log(found, len(entries), _PAGE)
            entries += [decode_entry(data) for data in page]
            if not page:
                break
        head = found.head
        return {
            "match": match,
            "game": head.game,
            "rules_version": head.rules_version,
            "status": head.status,
            "seats": [
                {"seat": number, "name": seat.name, "controller": seat.controller}
                for number, seat in enumerate(head.seats)
            ],
            "seed": found.seed.hex() if found.seed else None,
            "seeded_by_caller": head.seed_given,
            "entropy": [head.entropy, *(seat.entropy for seat in head.seats)],
            "commitment": head.commitment,
            "options": head.effective,
            "deal": head.deal,
            "moves": [
                {"seat": entry.mover, "move": entry.move, "version": entry.version}
                for entry in entries
                if entry.move is not None
            ],
            "events": [unredacted(number, entry) for number, entry in enumerate(entries, 1)],
            "result": found.result(),
        }

    # Moving

    def play(
        self,
        match: str,
        token: str | None,
        body: Any,
        *,
        pin: Pin | None = None,
        key: str | None = None,
        minimal: bool = False,
    ) -> Answer:
        """Judge a move against the state of the moment and make it; everything else follows from the contract."""
        wanted = self.keyed(token, key, "moves", body)
        for _ in range(ATTEMPTS):
            found, remembered, first = self.open(match, seed=True, key=wanted.name if wanted else None)
            if wanted and remembered:  # also for a token that was replaced since: it is told what it did
                return replay(remembered, first, wanted)
            seat = self._mover(found, token)
            if advance.behind(found):
                advance.catch_up(found)
                if found.log and self.save(found).word in (words.DONE, words.CONFLICT):
                    continue
            if found.version >= advance.LONGEST and found.head.status == "active":
                advance.abort(found, "too_long")
                self.save(found)
                raise MatchOver(f"the match is over: it had {advance.LONGEST} moves and came to no end")
            made, forms = self._judged(found, seat, body, pin)
            deadline = found.deadline
            advance.move(found, seat, made, forms, found.now)
            version = found.version
            advance.run_bots(found, found.now, advance.BATCH)
            self.touch(found)
            answer = moved(found, seat, version, minimal)
            outcome = self.save(found, key=wanted, answer=answer if wanted else None, before=deadline)
            if outcome.word == words.DONE:
                return answer
            if outcome.word == words.REPLAYED and outcome.answered and wanted:
                return replay(self.recall(found, outcome.answered), outcome.answered.fingerprint, wanted)
        raise StoreUnavailable("the match is changing too fast: nothing was applied")

    def try_move(self, match: str, token: str | None, body: Any, pin: Pin | None = None) -> None:
        """Judge a move and change nothing. Raises what `play` would raise."""
        found = self.current(match)
        seat = self._mover(found, token)
        made, forms = self._judged(found, seat, body, pin)
        check(found.book, found.state, seat, made, forms)

    def _mover(self, match: Match, token: str | None) -> int:
        who = None if token is None else self.viewer(match, token)
        if who is None:
            raise MissingToken("only seats move: send the seat's token")
        if who == "host":
            raise Forbidden("the host's token does not move: send the seat's")
        return who

    def _judged(self, match: Match, seat: int, body: Any, pin: Pin | None) -> tuple[Move, list[Form]]:
        """Check all that comes before legality, in the contract's order; returns the move and the seat's forms."""
        if match.head.status == "open":
            raise MatchNotStarted("the match starts when every seat is claimed")
        if match.over:
            raise MatchOver("the match is over")
        check_version(match, seat, pin, body)
        forms = match.book.game.legal(match.state, seat)
        if not forms:
            awaited = " and ".join(f"seat {other}" for other in sorted(match.awaiting()))
            raise NotYourTurn(f"this seat has no legal move at the moment: the match waits for {awaited}")
        return read_move(match, body), forms

    # Ending

    def delete(self, match: str, token: str | None, key: str | None = None) -> bool:
        """Remove a match at the host's word; streams are told `aborted` first.

        Returns whether it had been removed before by the same caller with the same key, which is remembered for 24 h.
        """
        wanted = self.keyed(token, key, "delete", {})
        name = b"delete:" + match.encode() + b":" + wanted.name if wanted else b""
        for _ in range(ATTEMPTS):
            try:
                found, _, _ = self.open(match)
            except MatchExpired:
                if name and self.store.take(name):
                    return True
                raise
            require_host(self, found, token)
            if found.over:
                break
            advance.abort(found, "deleted")
            try:
                if self.save(found).word == words.DONE:
                    break
            except (StoreUnavailable, words.DamagedMatch):
                break  # memory that is full takes no farewell, nor does a damaged log, but lets go of what it holds
        if name:
            with suppress(StoreUnavailable):  # as above: without it a repetition is told that the match is gone
                self.store.put(name, b"1", MARK_MS)
        self.store.delete(match, MARK_MS)
        return False

    def sweep(self, limit: int = 100) -> int:
        """Do what is due in matches that nobody looks at; returns how many were looked at.

        What people wait for comes first; matches of bots alone share what is left of `BOTS_SECONDS`. A match that
        cannot be read or moved on is left for later, so that it does not keep the others waiting.
        """
        self.membership.renew()
        until, looked = time.monotonic() + BOTS_SECONDS, 0
        for number, match in enumerate(self.store.due(limit), 1):
            found = None
            try:
                found = self.current(match)
            except (NotFound, MatchExpired):
                self.store.schedule(match, 0)
            except Exception as error:
                now = self.store.ping()  # raises where the store is gone: then it is not this match alone
                if isinstance(error, UnreadableRecord):
                    self._tell(match, error)
                else:
                    _log.exception("match %s cannot be moved on", match)
                self.store.schedule(match, now + _LATER_MS)
            else:
                self.store.schedule(match, _due(found))
            looked = number
            if found is not None and advance.only_bots(found) and time.monotonic() > until:
                break  # those for whom people wait come first, again
        return looked

    # Idempotency

    def keyed(self, caller: str | None, key: str | None, route: str, body: Any) -> Key | None:
        """Scope an idempotency key to its caller, and take the request's fingerprint.

        The key itself is not kept: with a match's salt it would give the tokens away that follow from it.
        """
        if key is None:
            return None
        return Key(tokens.digest(f"{caller or ''}\0{key}")[:16], fingerprint(route, body))


def _due(match: Match) -> int:
    """When somebody should look at the match (ms), 0 for never; the store tells it to whoever sweeps."""
    if match.log and advance.behind(match):
        return match.now + (CAN_WAIT if advance.only_bots(match) else 0)
    return match.deadline


def require_host(matches: Matches, match: Match, token: str | None) -> None:
    """Raise MissingToken or Forbidden unless the host is asking."""
    if token is None:
        raise MissingToken("send the host's token")
    if matches.viewer(match, token) != "host":
        raise Forbidden("only the host may do this")


def read_move(match: Match, body: Any) -> Move:
    """Turn a body, less the version it pins, into a move. Raises Invalid for what could never be one."""
    if not isinstance(body, Mapping):
        raise Invalid.at("", "a move must be a JSON object with a type")
    try:
        return match.book.read_move({name: value for name, value in body.items() if name != "version"})
    except Invalid as error:
        if [fault.pointer for fault in error.faults] != ["/type"]:
            raise
    types = (str(move.__struct_config__.tag) for move in match.book.game.moves)
    raise Invalid.at("/type", f"must be one of {', '.join(types)}")
