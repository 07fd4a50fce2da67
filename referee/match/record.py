"""A match as bytes: what the store keeps opaque, and a match unpacked to work on."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import msgspec

from referee.errors import UnreadableRecord
from referee.games import GAMES
from referee.games.events import Event
from referee.games.position import Position
from referee.games.protocol import AnyGame, Result
from referee.match import tokens
from referee.match.sealing import UNREADABLE, sealing
from referee.randomness import Stream, match_key
from referee.store import Loaded, Record

Status: TypeAlias = Literal["open", "active", "finished", "aborted"]
Viewer: TypeAlias = int | Literal["host"] | None
"""A seat, the host, or None for a spectator."""


class SeatRecord(msgspec.Struct, array_like=True):
    """A seat of a match; `token` is the SHA-256 of its token, empty while the seat is open."""

    name: str | None
    controller: str
    open: bool
    token: bytes
    entropy: str | None = None
    created: str = ""
    """The controller it was created with; empty in records of the first release, which did not note it."""
    left: bool = False
    """Whether its player has left, or the host opened it again."""
    invite: bytes = b""
    """The SHA-256 of the invite without which it cannot be claimed; empty where anybody may claim it."""
    invite_used: bool = False


class Head(msgspec.Struct, array_like=True):
    """What seldom changes."""

    game: str
    rules_version: str
    status: Status
    seats: list[SeatRecord]
    host: bytes
    salt: bytes
    commitment: str
    options: dict[str, Any]
    """As the creator gave them."""
    effective: dict[str, Any]
    """With what the referee drew."""
    deal: dict[str, Any] | None
    move_seconds: int | None
    spectators: bool
    seed_given: bool
    entropy: str | None
    created: int
    rematch: str | None = None
    """The id of the match that follows."""
    labels: dict[str, str] = {}


class Live(msgspec.Struct, array_like=True):
    """What every move changes. `position` is the shuffle stream's, in words; `expires` in ms."""

    expires: int
    position: int = 0
    state: bytes = b""
    history: bytes = bytes(4)
    """Two bytes chained from move to move, two from change to change: see `Match.linked`."""
    ended: int = 0
    """When the match ended, in ms; 0 before that, and where an older release ended it."""
    waiting: list[int] = []
    """Seats of bots that were asked in this state and wait for what others do."""


class Entry(msgspec.Struct, array_like=True):
    """An event in the log; its number is its place. The first event of a move carries the move."""

    version: int
    at: int
    type: str
    seat: int | None
    data: Mapping[str, Any]
    private: Mapping[int, Mapping[str, Any]] = {}
    move: Mapping[str, Any] | None = None
    mover: int | None = None


LINGER_MS = 60_000
"""Milliseconds after the end for which something may still follow that streams are to tell."""

_encode = msgspec.msgpack.Encoder().encode
_head = msgspec.msgpack.Decoder(Head)
_live = msgspec.msgpack.Decoder(Live)
_entry = msgspec.msgpack.Decoder(Entry)


def decode_entry(data: bytes) -> Entry:
    """Read an event of the log. Raises UnreadableRecord."""
    try:
        return _entry.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UnreadableRecord(UNREADABLE) from error


@dataclass
class Match:
    """A match unpacked: change it, then `pack` it. `log` collects the events that are new."""

    id: str
    now: int
    record: Record
    head: Head
    live: Live
    game: AnyGame
    position: Position | None = None
    """Where the match stands; None while seats are open."""
    seed: bytes | None = None
    revision: int = 0
    deadline: int = 0
    head_changed: bool = False
    stale: bool = False
    """Whether head or seed are sealed otherwise than they would be now, so that the next save writes them anew."""
    log: list[Entry] = field(default_factory=list)
    _linked: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        self._linked = self.record.version, self.record.revision

    @classmethod
    def unpack(cls, match_id: str, loaded: Loaded, secret: str | None) -> "Match":
        """Decode what was loaded. Raises UnreadableRecord for what this release cannot read or cannot play on.

        A seed that was loaded is the one committed to: nothing is ever dealt from another.
        A match keeps to the rules it began with, so that one of another version of the rules is neither.
        """
        record, seals = loaded.record, sealing(secret)
        assert record is not None  # noqa: S101  -- the caller has looked
        try:
            head = _head.decode(seals.open(match_id, "head", record.head))
            live = _live.decode(seals.open(match_id, "state", record.state))
            game = GAMES[head.game]
            if head.rules_version != game.rules_version:
                raise UnreadableRecord(
                    f"the match is played by version {head.rules_version} of the rules of {head.game}, "
                    f"this release knows version {game.rules_version}"
                )
            state = game.decode(live.state) if live.state else None
        except (msgspec.DecodeError, KeyError, RecursionError) as error:
            raise UnreadableRecord(UNREADABLE) from error
        seed, current = None, True
        if loaded.seed is not None:
            seed, current = seals.open_seed(match_id, loaded.seed, head.commitment)
        match = cls(
            id=match_id,
            now=loaded.now,
            record=record,
            head=head,
            live=live,
            game=game,
            seed=seed,
            revision=record.revision,
            deadline=record.deadline,
            stale=not (current and seals.current(record.head)),
        )
        if state is not None:
            match.position = Position(game, state, Stream(match.key, live.position), record.version)
        return match

    def require_seed(self) -> bytes:
        """Return the seed; whoever is to play on has loaded it. Raises UnreadableRecord where it is lost."""
        if self.seed is None:
            raise UnreadableRecord("the seed of the match is lost")
        return self.seed

    def key(self) -> bytes:
        """Derive the key of the shuffle stream. Raises like `require_seed`."""
        entropies = [self.head.entropy, *(seat.entropy for seat in self.head.seats)]
        return match_key(self.require_seed(), "" if self.head.seed_given else self.id, entropies)

    @property
    def started(self) -> Position:
        """Where a match stands that has begun."""
        assert self.position is not None  # noqa: S101  -- the caller has looked at the status
        return self.position

    @property
    def version(self) -> int:
        """Accepted moves so far."""
        return self.position.version if self.position else 0

    @property
    def over(self) -> bool:
        """Whether the match has ended, in one way or the other."""
        return self.head.status in ("finished", "aborted")

    @property
    def closed(self) -> bool:
        """Whether nothing can follow any more for those who listen: over, and for a minute."""
        return self.over and self.now >= self.live.ended + LINGER_MS

    @property
    def names(self) -> list[str | None]:
        """What the seats are called, by seat; null while one is open."""
        return [seat.name for seat in self.head.seats]

    @property
    def changed(self) -> bool:
        """Whether anything has changed since it was loaded."""
        return bool(self.log) or (self.version, self.revision) != (self.record.version, self.record.revision)

    @property
    def events(self) -> int:
        """How many events there are, the new ones counted in."""
        return self.record.events + len(self.log)

    def awaiting(self) -> frozenset[int]:
        """Who must move; nobody while open or after the end."""
        if self.head.status != "active":
            return frozenset()
        return self.started.awaiting()

    def result(self) -> Result | None:
        """The result of a finished match."""
        return self.started.result() if self.head.status == "finished" else None

    def tell(self, event: Event, move: Mapping[str, Any] | None = None, mover: int | None = None) -> None:
        """Add an event to the log, as things stand: bots' moves may change the state before it is written."""
        data, private = event.told()
        self.log.append(Entry(self.version, self.now, event.type, event.seat, data, private, move, mover))

    def viewer(self, digest: bytes | None) -> Viewer:
        """Tell whose token has this SHA-256 (None: nobody's). Raises LookupError if it is none of this match."""
        if digest is None:
            return None
        if tokens.same(digest, self.head.host):
            return "host"
        for number, seat in enumerate(self.head.seats):
            if seat.token and tokens.same(digest, seat.token):  # an open seat has none
                return number
        raise LookupError

    def linked(self) -> bytes:
        """Return what tells this history from any other that a failover may have split off, up to what is new.

        Four bytes: two chained from move to move, two from change to change. Each link mixes in fresh random bytes,
        and nothing of the state, so that it tells nobody anything.
        """
        moves, changes = self.live.history[:2], self.live.history[2:]
        if self.version != self._linked[0]:
            moves = _link(moves)
        if self.revision != self._linked[1]:
            changes = _link(changes)
        self._linked = self.version, self.revision
        self.live.history = moves + changes
        return self.live.history

    def pack(self, secret: str | None = None) -> tuple[Record, list[bytes]]:
        """Encode the match as it stands now, sealed where there is a secret, and the new events."""
        seals = sealing(secret)
        if self.position is not None:
            self.live.state = self.game.encode(self.position.state)
            self.live.position = self.position.stream.position
        self.linked()
        record = Record(
            version=self.version,
            revision=self.revision,
            events=self.events,
            deadline=self.deadline,
            head=seals.seal(self.id, "head", _encode(self.head)) if self.head_changed or self.stale else b"",
            state=seals.seal(self.id, "state", _encode(self.live)),
        )
        return record, [seals.seal_log(self.id, self.head.salt, "event", _encode(entry)) for entry in self.log]


def _link(before: bytes) -> bytes:
    return hashlib.sha256(before + secrets.token_bytes(16)).digest()[: len(before)]
