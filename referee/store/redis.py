"""Matches in Redis: `referee:{<match>}:…`, all keys of a match in one Cluster slot."""

import logging
import random
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, TypeVar

import redis

from referee.store import (
    DONE,
    REPLAYED,
    Answered,
    Commit,
    Loaded,
    Outcome,
    OutcomeUnknown,
    Record,
    StoreUnavailable,
    Wake,
)
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

_FINGERPRINT = 16
_ID = 8
"""Bytes of a request id; `commit.lua` knows this."""

_log = logging.getLogger(__name__)


def _script(name: str) -> Script:
    return Script.of(files("referee.store").joinpath(name).read_text(encoding="utf-8"))


COMMIT, CONFIRM, LOAD, DELETE, RESERVE, DUE_NOW, ADMIT = (
    _script(f"{name}.lua") for name in ("commit", "confirm", "load", "delete", "reserve", "due", "admit")
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

    def load(self, match: str, *, seed: bool = False, key: bytes | None = None) -> Loaded:
        """Bring a match in one round trip; only for one that is not there a second asks whether it was."""
        keys = [_key(match, part) for part in ("match", "seed", "keys")]
        clock, found, sealed, answered = self._ask(
            lambda: self.link.run(LOAD, keys, ["1" if seed else "0", key or b""])
        )
        if found[0] is None:
            mark = self._ask(lambda: self.link.command("EXISTS", _key(match, "mark")))
            return Loaded(_ms(clock), None, gone=bool(mark))
        if None in found:
            raise StoreUnavailable("what is stored of the match is damaged: nothing was applied")
        version, revision, events, deadline = (int(field) for field in found[:4])
        record = Record(version, revision, events, deadline, found[4], found[5])
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
        reply, again = self._write(lambda: self.link.run(COMMIT, keys, args, self._replicas))
        word = reply[0].decode()
        if again and word not in (DONE, REPLAYED):
            # asked again after a lost reply, and since then others have written: its own id may have been pushed out
            raise OutcomeUnknown("the store's answer was lost: it is not known whether this was applied")
        if word == REPLAYED and self._replicas:
            self._confirm(match)
        return Outcome(word, _answered(reply[1]) if len(reply) > 1 else None)

    def _confirm(self, match: str) -> None:
        """Make sure that replicas have what is about to be told again. Raises OutcomeUnknown."""
        self._write(lambda: self.link.run(CONFIRM, [_key(match, "match")], [], self._replicas))

    def events(self, match: str, after: int, limit: int) -> list[bytes]:
        """Return a page of the log."""
        page: list[bytes] = self._ask(
            lambda: self.link.command("LRANGE", _key(match, "events"), after + 1, after + limit)
        )
        return page

    def delete(self, match: str, mark_ms: int) -> bool:
        """Remove a match and leave a mark."""
        keys = [_key(match, part) for part in ("match", "events", "seed", "keys", "mark")]
        return bool(self._ask(lambda: self.link.run(DELETE, keys, [mark_ms, CHANNEL, match])))

    def reserve(self, name: bytes, value: bytes, ttl: int) -> bytes:
        """Keep a value unless one is kept."""
        kept: bytes = self._ask(lambda: self.link.run(RESERVE, [_kept(name)], [value, ttl]))
        return kept

    def put(self, name: bytes, value: bytes, ttl: int) -> None:
        """Keep a value."""
        self._ask(lambda: self.link.command("SET", _kept(name), value, "PX", ttl))

    def take(self, name: bytes, renew: int = 0) -> bytes | None:
        """Return what is kept."""
        more = ("PX", renew) if renew else ()
        kept: bytes | None = self._ask(lambda: self.link.command("GETEX" if renew else "GET", _kept(name), *more))
        return kept

    def schedule(self, match: str, at: int) -> None:
        """Note when somebody should look."""
        if at:
            self._ask(lambda: self.link.command("ZADD", DUE, at, match))
        else:
            self._ask(lambda: self.link.command("ZREM", DUE, match))

    def due(self, limit: int) -> list[str]:
        """Return whose time has come."""
        return [match.decode() for match in self._ask(lambda: self.link.run(DUE_NOW, [DUE], [limit]))]

    def admit(self, fingerprints: Sequence[bytes]) -> bool:
        """Compare with the note, and note."""
        return bool(self._ask(lambda: self.link.run(ADMIT, [SEALED_WITH], list(fingerprints))))

    def ping(self) -> int:
        """Return Redis' clock."""
        # a script, since a Cluster has no one node to ask for TIME
        return _ms(self._ask(lambda: self.link.run(LOAD, ["referee:{}:clock"] * 3, ["0", b""]))[0])

    def listen(self, wake: Wake) -> Callable[[], None]:
        """Subscribe in a thread of its own."""
        listener = _Listener(self.link, wake)
        listener.start()
        return listener.stop

    def close(self) -> None:
        """Let go of everything."""
        self.link.close()
        if self._on_close:
            self._on_close()

    def _ask(self, call: Callable[[], T]) -> T:
        """Make a call that may be made twice, until it succeeds or the time is over. Raises StoreUnavailable."""
        return self._persist(call, lambda: StoreUnavailable("the store cannot be reached: nothing was applied"))

    def _write(self, call: Callable[[], Any]) -> tuple[Any, bool]:
        """Make a commit. It may be sent twice, since it carries its id; raises OutcomeUnknown if it may be applied.

        Returns the reply, and whether an earlier one was lost.
        """
        sent = False

        def sending() -> Any:
            nonlocal sent
            try:
                return call()
            except NeverSent:
                raise
            except (redis.ConnectionError, redis.TimeoutError):
                sent = True
                raise

        def failed() -> StoreUnavailable | OutcomeUnknown:
            if sent:
                return OutcomeUnknown("the store did not answer: it is not known whether this was applied")
            return StoreUnavailable("the store cannot be reached: nothing was applied")

        reply = self._persist(sending, failed)
        return reply, sent

    def _persist(self, call: Callable[[], T], failed: Callable[[], StoreUnavailable | OutcomeUnknown]) -> T:
        until = time.monotonic() + DEADLINE
        pause = 0.01
        while True:
            try:
                return call()
            except TooFewReplicas as error:
                raise OutcomeUnknown(f"too few replicas have the move: {error}") from error
            except (redis.ConnectionError, redis.TimeoutError) as error:
                problem: Exception = error
            except redis.RedisError as error:
                # loading, read-only, out of memory or disk, a Cluster that is down: it answered, and applied nothing
                if not _passing(error):
                    _log.error("the store refused a command: %s", type(error).__name__)
                    raise StoreUnavailable("the store refused: nothing was applied") from error
                problem = error
            if time.monotonic() + pause + max(CONNECT_TIMEOUT, REPLY_TIMEOUT) > until:
                raise failed() from problem
            time.sleep(pause * (0.5 + random.random()))  # noqa: S311  -- jitter, no secret
            pause *= 2


def _passing(error: redis.RedisError) -> bool:
    """Whether the trouble may be over in a moment: a failover, a restart, a slot on its way."""
    return isinstance(error, (redis.exceptions.ReadOnlyError, redis.exceptions.BusyLoadingError)) or str(
        error
    ).startswith(("TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "MOVED", "ASK"))


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
        pause = 0.05
        while not self._stop.is_set():
            try:
                client = self._link.subscriber()
                with client.pubsub(ignore_subscribe_messages=True) as subscription:
                    subscription.subscribe(CHANNEL)
                    self._wake("")  # whatever was missed before
                    pause = 0.05
                    while not self._stop.is_set():
                        message = subscription.get_message(timeout=0.5)
                        if message is not None:
                            self._wake(message["data"].decode())
            except (redis.RedisError, OSError):
                self._stop.wait(pause * (0.5 + random.random()))  # noqa: S311  -- jitter, no secret
                pause = min(2 * pause, 2.0)


def _key(match: str, part: str) -> str:
    return f"referee:{{{match}}}:{part}"


def _kept(name: bytes) -> bytes:
    return b"referee:kept:" + name


def _ms(clock: list[bytes]) -> int:
    return int(clock[0]) * 1000 + int(clock[1]) // 1000


def _answered(data: bytes) -> Answered:
    return Answered(data[:_FINGERPRINT], data[_FINGERPRINT:])
