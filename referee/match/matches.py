"""Matches in the store: loading, changing in one atomic step, sweeping. The use cases stand on it."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from referee.errors import MatchExpired, NotFound, UnreadableRecord
from referee.match import advance, tokens
from referee.match.answers import Answer, Once, keep, replay
from referee.match.joining import Membership
from referee.match.record import Match, Viewer
from referee.match.rights import Right, entitled
from referee.match.sealing import sealing
from referee.store import (
    CAN_WAIT,
    Answered,
    Commit,
    DamagedMatch,
    Loaded,
    Outcome,
    Store,
    StoreUnavailable,
    Verdict,
)

ATTEMPTS = 50
"""How often a request that loses races to others judges anew before it gives up."""

MARK_MS = 24 * 3600 * 1000
"""How long a removed match is told from one that never was."""

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


Act: TypeAlias = Callable[[Match, Viewer], Answer | None]
"""Changes a match for whoever is asking and answers; None where the change is to be saved and looked at anew."""


class Tally:
    """What an operator may want counted; this one counts nothing."""

    def moved(self, game: str, moves: int) -> None:
        """Moves were accepted."""

    def became(self, game: str, status: str) -> None:
        """A match was created, started, finished or aborted."""

    def lost_race(self) -> None:
        """A commit came too late and is judged anew."""


class Matches:
    """The matches of a store. Nothing is kept here between two calls but the store and the configuration."""

    def __init__(self, store: Store, times: Times, secret: str | None = None, tally: Tally | None = None) -> None:
        self.store = store
        self.times = times
        self.secret = secret
        self.tally = tally or Tally()
        self._told: set[str] = set()
        self.membership = Membership(store, secret)

    # Loading

    def open(self, match_id: str, *, seed: bool = False) -> Match:
        """Load a match. Raises NotFound, MatchExpired, UnreadableRecord, StoreUnavailable."""
        match, _ = self.load(match_id, seed=seed)
        return match

    def load(self, match_id: str, *, seed: bool = False, once: Once | None = None) -> tuple[Match, Answer | None]:
        """Load a match, with the answer that is remembered under a key. Raises like `open`, KeyReused."""
        if not tokens.ID.match(match_id):
            raise NotFound("there is no such match")
        self.membership.ensure()
        try:
            loaded = self.store.load(match_id, seed=seed, key=once.key.name if once else None)
        except DamagedMatch as error:
            self._tell(match_id, error)
            raise
        if loaded.record is None:
            if loaded.gone:
                raise MatchExpired("the match was removed")
            raise NotFound("there is no such match")
        match = self.unpack(match_id, loaded)
        return match, self.recall(match, loaded.answered, once) if loaded.answered and once else None

    def recall(self, match: Match, answered: Answered, once: Once) -> Answer:
        """Return an answer that was remembered. Raises KeyReused, UnreadableRecord."""
        salt = match.head.salt
        kept = sealing(self.secret).open_log(match.id, salt, "answer", answered.answer)
        return replay(kept, answered.fingerprint, once, salt)

    def log(self, match: Match, after: int, limit: int) -> list[bytes]:
        """Return the events numbered after+1 … after+limit, as far as there are. Raises UnreadableRecord."""
        seals, salt = sealing(self.secret), match.head.salt
        return [seals.open_log(match.id, salt, "event", data) for data in self.store.events(match.id, after, limit)]

    def unpack(self, match_id: str, loaded: Loaded) -> Match:
        """Unpack what was loaded. Raises UnreadableRecord, and tells the log why, once a match."""
        try:
            return Match.unpack(match_id, loaded, self.secret)
        except UnreadableRecord as error:
            self._tell(match_id, error)
            raise

    def _tell(self, match_id: str, error: UnreadableRecord) -> None:
        if match_id not in self._told:
            if len(self._told) >= _MOST_TOLD:
                self._told.clear()
            self._told.add(match_id)
            _log.error("match %s cannot be read: %s", match_id, error.why)

    def current(self, match_id: str) -> Match:
        """Load a match and do first what is due in it: deadlines that have passed, bots on turn."""
        for _ in range(ATTEMPTS):
            match = self.open(match_id)
            if not advance.behind(match):
                return match
            match = self.open(match_id, seed=True)
            advance.catch_up(match)
            if not match.log or self.save(match).verdict is Verdict.DONE:
                return match
        raise StoreUnavailable("the match is changing too fast")

    # Changing

    def change(
        self,
        match_id: str,
        act: Act,
        *,
        right: Right,
        token: str | None = None,
        once: Once | None = None,
        chance: bool = True,
    ) -> Answer:
        """Let whoever has the right change a match, in one atomic step, whoever else is at it.

        A remembered answer comes first, then the right, then what is due in the match, then `act`, which is called
        again if another was faster. `chance`: the change may deal or let bots move; without it the seed is not
        needed, and what is due is left. Raises what `open`, `entitled` and `act` raise, KeyReused, StoreUnavailable.
        """
        for _ in range(ATTEMPTS):
            match, remembered = self.load(match_id, seed=chance, once=once)
            if remembered:  # also for a token that was replaced since: it is told what it did
                return _about(match, remembered)
            who = entitled(match, right, token)
            if chance and advance.behind(match):
                advance.catch_up(match)
                if match.log:
                    self.save(match)
                    continue
            before = match.deadline if chance else 0
            answer = act(match, who)
            if answer and not once and not match.changed:
                return _about(match, answer)
            outcome = self.save(match, once=once if answer else None, answer=answer, before=before)
            if answer and outcome.verdict is Verdict.DONE:
                return _about(match, answer)
            if outcome.verdict is Verdict.REPLAYED and outcome.answered and once:
                return _about(match, self.recall(match, outcome.answered, once))
        raise StoreUnavailable("the match is changing too fast: nothing was applied")

    def touch(self, match: Match) -> int:
        """Set when the match expires, as its view tells; returns the time to live in milliseconds."""
        ttl = self.times.finished if match.over else self.times.live
        match.live.expires = match.now + ttl
        return ttl

    def save(
        self,
        match: Match,
        *,
        once: Once | None = None,
        answer: Answer | None = None,
        seed: bytes = b"",
        before: int = 0,
    ) -> Outcome:
        """Write what has changed, in one atomic step, if nobody else was faster; with a key the answer, too."""
        self.membership.ensure()
        ttl, seals = self.touch(match), sealing(self.secret)
        if match.stale:
            seed = match.seed or b""
        record, entries = match.pack(self.secret)
        due = _due(match)
        if due and due != match.record.deadline:
            self.store.schedule(match.id, due)
        kept = keep(answer) if once and answer else b""
        commit = Commit(
            version=match.record.version,
            revision=match.record.revision,
            record=record,
            events=entries,
            key=once.key if once else None,
            answer=seals.seal_log(match.id, match.head.salt, "answer", kept) if kept else b"",
            seed=seals.seal_seed(match.id, seed) if seed else b"",
            before=before,
            ttl=ttl,
        )
        try:
            outcome = self.store.commit(match.id, commit)
        except DamagedMatch as error:
            self._tell(match.id, error)
            raise
        if outcome.verdict is Verdict.DONE:
            self._count(match)
        elif outcome.verdict in (Verdict.CONFLICT, Verdict.LATE):
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

    # Sweeping

    def sweep(self, limit: int = 100) -> int:
        """Do what is due in matches that nobody looks at; returns how many were looked at.

        What people wait for comes first; matches of bots alone share what is left of `BOTS_SECONDS`. A match that
        cannot be read or moved on is left for later, so that it does not keep the others waiting.
        """
        self.membership.renew()
        until, looked = time.monotonic() + BOTS_SECONDS, 0
        for number, match_id in enumerate(self.store.due(limit), 1):
            match = None
            try:
                match = self.current(match_id)
            except (NotFound, MatchExpired):
                self.store.schedule(match_id, 0)
            except Exception as error:
                now = self.store.ping()  # raises where the store is gone: then it is not this match alone
                if isinstance(error, UnreadableRecord):
                    self._tell(match_id, error)
                else:
                    _log.exception("match %s cannot be moved on", match_id)
                self.store.schedule(match_id, now + _LATER_MS)
            else:
                self.store.schedule(match_id, _due(match))
            looked = number
            if match is not None and advance.only_bots(match) and time.monotonic() > until:
                break  # those for whom people wait come first, again
        return looked


def _about(match: Match, answer: Answer) -> Answer:
    return msgspec.structs.replace(answer, game=match.head.game, names=match.names)


def _due(match: Match) -> int:
    """When somebody should look at the match (ms), 0 for never; the store tells it to whoever sweeps."""
    if match.log and advance.behind(match):
        return match.now + (CAN_WAIT if advance.only_bots(match) else 0)
    return match.deadline
