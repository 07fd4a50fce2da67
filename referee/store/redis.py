"""Matches in Redis: `referee:{<match>}:…`, all keys of a match in one Cluster slot."""

import contextlib
import logging
import random
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import TypeVar

import redis

from referee.errors import RefereeError
from referee.store import (
    CAN_WAIT,
    Answered,
    Commit,
    DamagedMatch,
    Loaded,
    Outcome,
    OutcomeUnknown,
    Record,
    StoreUnavailable,
    Verdict,
    Wake,
    causes,
)
from referee.store.circuit import Circuit
from referee.store.links import CONNECT_TIMEOUT, REPLY_TIMEOUT, Arg, Link, NeverSent, Script, TooFewReplicas

T = TypeVar("T")

DEADLINE = 2.0
"""Seconds after which a call gives up."""

MARK_MS = 24 * 3600 * 1000
"""How much longer than the match the mark that it existed stays, in milliseconds."""

CHANNEL = "referee:wake"
DUE = "referee:due"
SEALED_WITH = "referee:secret"
"""The fingerprint of the secret that matches are sealed with; there is none where none ever was."""
CLOCK = "referee:{}:clock"
READY = "referee:ready"
READY_MS = 60_000

FIRST_PAUSE = 0.05
SILENCE = 3.0
"""Seconds without a sign of life after which a subscription counts as lost: a network may end without a word."""

MOST_OVERDUE = 10_000
"""Overdue matches that are counted: more would keep the store busy for longer than that tells."""

_FINGERPRINT = 16
_ID = 8
"""Bytes of a request id; `commit.lua` knows this."""

_log = logging.getLogger(__name__)


def _script(name: str) -> Script:
    return Script.of(files("referee.store").joinpath(name).read_text(encoding="utf-8"))


COMMIT, CONFIRM, LOAD, DELETE, RESERVE, DUE_NOW, OVERDUE, ADMIT, COUNT, RIGHTS = (
    _script(f"{name}.lua")
    for name in ("commit", "confirm", "load", "delete", "reserve", "due", "overdue", "admit", "count", "rights")
)


class RedisStore:
    """A store over any link to Redis; see `Store` for what each method does."""

    def __init__(
        self,
        link: Link,
        place: str,
        *,
        lasting: bool = True,
        replicas: int = 0,
        on_close: Callable[[], None] | None = None,
    ) -> None:
        """`place` is for people; `replicas` must have a commit before it counts; `on_close` ends what was started."""
        self.link = link
        self.place = place
        self.lasting = lasting
        self._replicas = replicas
        self._on_close = on_close
        self._circuit = Circuit()

    def load(self, match: str, *, seed: bool = False, key: bytes | None = None) -> Loaded:
        """Bring a match in one round trip; only for one that is not there a second asks whether it was."""
        keys = [_key(match, part) for part in ("match", "seed", "keys")]
        clock, record, sealed, answered = self._ask(
            keys[0], lambda: self.link.run(LOAD, keys, ["1" if seed else "0", key or b""])
        )
        if not any(field is not None for field in record):
            mark_key = _key(match, "mark")
            mark = self._ask(mark_key, lambda: self.link.command("EXISTS", mark_key))
            return Loaded(_ms(clock), None, gone=bool(mark))
        try:
            version, revision, events, deadline = (int(field) for field in record[:4])
        except (TypeError, ValueError):
            record = [None]
        if None in record:
            raise DamagedMatch("what is stored of the match is damaged: nothing was applied")
        record = Record(version, revision, events, deadline, record[4], record[5])
        if answered and self._replicas:
            self._confirm(match)
        return Loaded(_ms(clock), record, sealed, _answered(answered) if answered else None)

    def commit(self, match: str, commit: Commit) -> Outcome:
        """Write everything or nothing in one round trip; asked again with the same id if the reply is lost."""
        record = commit.record
        keys = [_key(match, part) for part in ("match", "events", "seed", "keys", "mark")]
        args: list[Arg] = [
            secrets.token_bytes(_ID),
            commit.version,
            commit.revision,
            record.version,
            record.revision,
            record.events,
            record.deadline,
            record.head,
            record.state,
            commit.key.name if commit.key else b"",
            commit.key.fingerprint + commit.answer if commit.key else b"",
            commit.seed,
            commit.before,
            commit.ttl,
            commit.ttl + MARK_MS,
            CHANNEL,
            match,
            *commit.events,
        ]
        reply, again = self._write(keys[0], lambda: self.link.run(COMMIT, keys, args, self._replicas))
        verdict = Verdict(reply[0].decode())
        if again and verdict not in (Verdict.DONE, Verdict.REPLAYED):
            # asked again after a lost reply, and since then others have written: its own id may have been pushed out
            raise OutcomeUnknown("the store's answer was lost: it is not known whether this was applied")
        if verdict is Verdict.REPLAYED and self._replicas:
            self._confirm(match)
        return Outcome(verdict, _answered(reply[1]) if len(reply) > 1 else None)

    def _confirm(self, match: str) -> None:
        """Make sure that replicas have what is about to be told again. Raises OutcomeUnknown."""
        key = _key(match, "match")
        self._write(key, lambda: self.link.run(CONFIRM, [key], [], self._replicas))

    def events(self, match: str, after: int, limit: int) -> list[bytes]:
        """Return a page of the log."""
        key = _key(match, "events")
        page: list[bytes] = self._ask(key, lambda: self.link.command("LRANGE", key, after + 1, after + limit))
        return page

    def delete(self, match: str, mark_ms: int) -> bool:
        """Remove a match and leave a mark."""
        keys = [_key(match, part) for part in ("match", "events", "seed", "keys", "mark")]
        there, again = self._write(keys[0], lambda: self.link.run(DELETE, keys, [mark_ms, CHANNEL, match]))
        return bool(there) or again

    def reserve(self, name: bytes, value: bytes, ttl: int) -> bytes:
        """Keep a value unless one is kept."""
        key = _kept(name)
        kept: bytes = self._write(key, lambda: self.link.run(RESERVE, [key], [value, ttl]))[0]
        return kept

    def put(self, name: bytes, value: bytes, ttl: int) -> None:
        """Keep a value."""
        key = _kept(name)
        self._write(key, lambda: self.link.command("SET", key, value, "PX", ttl))

    def take(self, name: bytes, renew: int = 0) -> bytes | None:
        """Return what is kept."""
        more = ("PX", renew) if renew else ()
        key = _kept(name)
        kept: bytes | None = self._ask(key, lambda: self.link.command("GETEX" if renew else "GET", key, *more))
        return kept

    def schedule(self, match: str, at: int) -> None:
        """Note when somebody should look."""
        if at:
            self._ask(DUE, lambda: self.link.command("ZADD", DUE, at, match))
        else:
            self._ask(DUE, lambda: self.link.command("ZREM", DUE, match))

    def due(self, limit: int) -> list[str]:
        """Return whose time has come; what cannot be the name of a match is taken from the schedule."""
        matches = []
        for member in self._ask(DUE, lambda: self.link.run(DUE_NOW, [DUE], [limit, CAN_WAIT])):
            try:
                matches.append(member.decode())
            except UnicodeDecodeError:
                _log.error("an odd member of the schedule was taken out")
                self._forget(member)
        return matches

    def overdue(self) -> tuple[int, int]:
        """Count whose time has come."""
        count, late = self._ask(DUE, lambda: self.link.run(OVERDUE, [DUE], [MOST_OVERDUE]))
        return int(count), int(late)

    def _forget(self, member: bytes) -> None:
        self._ask(DUE, lambda: self.link.command("ZREM", DUE, member))

    def admit(self, fingerprints: Sequence[bytes], *, again: bool = False) -> bool:
        """Compare with the note, and note."""
        return bool(
            self._ask(SEALED_WITH, lambda: self.link.run(ADMIT, [SEALED_WITH], ["1" if again else "0", *fingerprints]))
        )

    def count(self, name: str, amount: int, window: int) -> tuple[int, int]:
        """Count in a window."""
        key = f"referee:quota:{name}"
        count, left = self._ask(key, lambda: self.link.run(COUNT, [key], [amount, window]))
        return count, left

    def ping(self) -> int:
        """Return Redis' clock."""
        # a script, since a Cluster has no one node to ask for TIME
        return _ms(self._ask(CLOCK, lambda: self.link.run(LOAD, [CLOCK] * 3, ["0", b""]))[0])

    def ready(self) -> None:
        """Write something small."""
        self._write(READY, lambda: self.link.command("SET", READY, b"", "PX", READY_MS))

    def listen(self, wake: Wake) -> Callable[[], None]:
        """Subscribe in a thread of its own."""
        listener = _Listener(self.link, wake)
        listener.start()
        return listener.stop

    def wake(self, name: str) -> None:
        """Publish a name where the wake-ups are published."""
        self._ask(CHANNEL, lambda: self.link.command("PUBLISH", CHANNEL, name))

    def close(self) -> None:
        """Let go of everything."""
        self._circuit.end()
        self.link.close()
        if self._on_close:
            self._on_close()

    def _ask(self, key: Arg, call: Callable[[], T]) -> T:
        """Make a call that may be made twice, until it succeeds or the time is over. Raises StoreUnavailable."""
        return self._persist(key, call, writes=False)[0]

    def _write(self, key: Arg, call: Callable[[], T]) -> tuple[T, bool]:
        """Make a call that writes and may be sent twice. Raises OutcomeUnknown if it may have been applied.

        Returns the reply, and whether an earlier one was lost.
        """
        reply = self._persist(key, call, writes=True)
        self._circuit.wrote()
        return reply

    def _persist(self, key: Arg, call: Callable[[], T], *, writes: bool) -> tuple[T, bool]:
        """Call until there is an answer, the time is over, or the store is known to be gone."""
        if self._circuit.down():
            raise StoreUnavailable("the store cannot be reached: nothing was applied")
        until = time.monotonic() + DEADLINE
        pause = 0.01
        lost = False
        while True:
            try:
                reply = call()
            except TooFewReplicas as error:
                raise OutcomeUnknown(f"too few replicas have the move: {error}") from error
            except (redis.RedisError, OSError) as error:
                problem: Exception = error
            else:
                self._circuit.closed()
                return reply, lost
            word = causes.code(problem)
            if word and word not in causes.PASSING:
                raise self._refused(key, problem, word, sure=not writes or (word in causes.HARMLESS and not lost))
            lost = lost or (writes and not word and not isinstance(problem, NeverSent))
            if not word and isinstance(problem.__cause__ or problem, redis.TimeoutError):
                self._circuit.trip(problem, lambda: self.link.command("EXISTS", key))
                if not lost:
                    raise StoreUnavailable("the store does not answer: nothing was applied") from problem
            if time.monotonic() + pause + max(CONNECT_TIMEOUT, REPLY_TIMEOUT) > until:
                break
            time.sleep(pause * (0.5 + random.random()))  # noqa: S311  -- jitter, no secret
            pause *= 2
        if word and word not in causes.DEAF:
            raise self._refused(key, problem, word, sure=not lost)
        self._circuit.trip(problem, lambda: self.link.command("EXISTS", key))
        if lost:
            raise OutcomeUnknown("the store did not answer: it is not known whether this was applied") from problem
        raise StoreUnavailable("the store cannot be reached: nothing was applied") from problem

    def _refused(self, key: Arg, error: Exception, word: str, *, sure: bool) -> RefereeError:
        """Make the error for an answer that is a refusal; `sure`: nothing can have been applied."""
        if word in ("DAMAGED", "WRONGTYPE") and key != DUE:
            return DamagedMatch("what is stored of the match is damaged: nothing was applied")
        self._circuit.refused(error)
        if sure:
            return StoreUnavailable(f"the store refused ({word}): nothing was applied")
        return OutcomeUnknown(f"the store failed ({word}): it is not known whether this was applied")


class _Listener:
    """Subscribes to the wake-ups and comes back after every loss."""

    def __init__(self, link: Link, wake: Wake) -> None:
        self._link = link
        self._wake = wake
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wake-ups", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, soon."""
        self._stop.set()

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._stop.is_set():
            try:
                self._subscribed()
                pause = FIRST_PAUSE
            except Exception as error:  # whatever it is, it must not end the listening
                if not isinstance(error, (redis.RedisError, OSError)):
                    _log.exception("the listener stumbled and goes on")
                self._stop.wait(pause * (0.5 + random.random()))  # noqa: S311  -- jitter, no secret
                pause = min(2 * pause, 1.0)

    def _subscribed(self) -> None:
        client = self._link.subscriber()
        with contextlib.closing(client), client.pubsub(ignore_subscribe_messages=True) as subscription:
            subscription.subscribe(CHANNEL)
            self._wake("")  # whatever was missed before
            heard = asked = time.monotonic()
            while not self._stop.is_set():
                message = subscription.get_message(timeout=0.5)
                now = time.monotonic()
                if message is not None:
                    heard = now
                    if message["type"] == "message":
                        self._wake(message["data"].decode(errors="replace"))
                if now - heard > SILENCE:
                    raise redis.ConnectionError("the subscription fell silent")
                if now - max(heard, asked) > SILENCE / 3:
                    asked = now
                    subscription.ping()


def _key(match: str, part: str) -> str:
    return f"referee:{{{match}}}:{part}"


def _kept(name: bytes) -> bytes:
    return b"referee:kept:" + name


def _ms(clock: list[bytes]) -> int:
    return int(clock[0]) * 1000 + int(clock[1]) // 1000


def _answered(data: bytes) -> Answered:
    return Answered(data[:_FINGERPRINT], data[_FINGERPRINT:])
