"""Golden records: matches as a release wrote them, byte for byte, and what it answered about them."""

import zlib
from pathlib import Path
from typing import Any

import msgspec
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config
from referee.games import GAMES
from referee.store import (
    Commit,
    Key,
    Loaded,
    Record,
    Store,
    Verdict,
)
from tests.api.clocked import ClockedStore
from tests.api.kit import Table
from tests.store.servers import eventually

RECORDS = Path(__file__).parent / "records"
"""One folder a release, one file a match."""

STAGES = ("open", "started", "middle", "bots", "finished")

SECRET = "what the operator of the golden server chose"
"""REFEREE_SECRET of the server that wrote the matches which have `secret`."""

DAY = 24 * 3600 * 1000


class Remembered(msgspec.Struct):
    """A request that came with an idempotency key, and what was kept of it."""

    sub: str
    """Where it was sent, below the match."""
    who: int | None
    body: dict[str, Any]
    idempotency_key: str
    key: Key
    kept: bytes
    answered: bytes
    """The body of the first answer."""


class Golden(msgspec.Struct):
    """A match at one point, as it lies in the store, with its tokens; bytes are base64 in the file."""

    release: str
    game: str
    stage: str
    rules_version: str
    match: str
    now: int
    """The store's clock when it was written."""
    host_token: str
    tokens: list[str | None]
    record: Record
    seed: bytes
    log: bytes
    """The events, as msgpack, deflated."""
    seen: bytes
    """What seat 0 saw: the view and the events, as JSON, deflated."""
    secret: bool = False
    remembered: Remembered | None = None

    def __str__(self) -> str:
        return f"{self.release}-{self.game}-{self.stage}"

    @property
    def events(self) -> list[bytes]:
        """The events as they were written."""
        return msgspec.msgpack.decode(zlib.decompress(self.log), type=list[bytes])

    @property
    def view(self) -> Any:
        """What seat 0 saw."""
        return msgspec.json.decode(zlib.decompress(self.seen))["view"]

    @property
    def told(self) -> Any:
        """The events as seat 0 was told them."""
        return msgspec.json.decode(zlib.decompress(self.seen))["events"]

    @property
    def current(self) -> bool:
        """Whether this release plays by the rules that the match began with."""
        return GAMES[self.game].rules_version == self.rules_version

    @property
    def config(self) -> Config:
        """The configuration of the server that wrote it."""
        return Config(secret=SECRET if self.secret else None)

    def commit(self) -> Commit:
        """The commit that puts it into an empty store."""
        kept = self.remembered
        return Commit(
            -1,
            -1,
            self.record,
            self.events,
            key=kept.key if kept else None,
            answer=kept.kept if kept else b"",
            seed=self.seed,
            ttl=DAY,
        )


def goldens() -> list[Golden]:
    """Every golden record, of every release."""
    return [msgspec.json.decode(path.read_bytes(), type=Golden) for path in sorted(RECORDS.glob("*/*.json"))]


def put(store: Store, golden: Golden, commit: Commit | None = None) -> tuple[Table, ClockedStore]:
    """Put a golden record (or `commit` in its place) into a store whose clock stands where it stood."""
    store.delete(golden.match, 1)
    eventually(lambda: not store.load(golden.match).gone, "nothing is known of the match")
    assert store.commit(golden.match, commit or golden.commit()).verdict == Verdict.DONE
    clocked = ClockedStore(store)
    clocked.now = golden.now
    client: FlaskClient = create_app(golden.config, clocked).test_client()  # type: ignore[arg-type]  # it passes on
    return Table(client, golden.match, golden.host_token, list(golden.tokens)), clocked


def kept(store: Store, golden: Golden) -> tuple[Loaded, list[bytes]]:
    """Everything that lies in the store of a match, less the clock."""
    key = golden.remembered.key.name if golden.remembered else None
    loaded = store.load(golden.match, seed=True, key=key)
    return msgspec.structs.replace(loaded, now=0), store.events(golden.match, 0, 100_000)


def deflate(value: bytes) -> bytes:
    return zlib.compress(value, 9)


def write(golden: Golden) -> Path:
    """Write a golden record into its release's folder."""
    path = RECORDS / golden.release / f"{golden.game}-{golden.stage}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(golden), indent=1) + b"\n")
    return path
