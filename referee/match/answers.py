"""Answers: what a request is told, and told again under its idempotency key."""

import hashlib
import zlib
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from referee.errors import KeyReused, UnreadableRecord
from referee.match import tokens
from referee.store import Key

Mint: TypeAlias = Callable[[str, int], str]
"""Makes the token of a kind for a seat (of the host: 0)."""

_SMALL = 200
"""Bytes up to which an answer is kept as it is."""


class Answer(msgspec.Struct, frozen=True):
    """What a request is answered with: the status, the document, and headers that belong to it."""

    status: int
    document: Any = None
    """One of `documents`, or `msgspec.Raw` where it is JSON already; None for no body."""
    etag: str | None = None
    location: str | None = None
    replayed: bool = False
    minimal: bool = False
    """Whether the view was left out because the caller prefers that."""
    game: str | None = None
    """Whose words tell what the document is about."""
    names: Sequence[str | None] = ()
    """What the seats are called now, for words about them."""

    @property
    def body(self) -> bytes:
        """The document as JSON."""
        return b"" if self.document is None else msgspec.json.encode(self.document)


class Once(msgspec.Struct, frozen=True):
    """An idempotency key, scoped to whoever sent it, with the request that it came with.

    The key itself is not kept: with a match's salt it would give the tokens away that follow from it.
    """

    key: Key
    minted_by: tuple[str, str]
    """What the tokens in the answer follow from, besides the match's salt."""

    @classmethod
    def by(cls, caller: str | None, key: str | None, route: str, body: Any) -> "Once | None":
        """Return None without a key. Where a token tells who is asking, tokens do not follow from the key alone."""
        if key is None:
            return None
        name = tokens.digest(f"{caller or ''}\0{key}")[:16]
        minted_by = (route, key) if route in ("create", "claim") else ("rotate", name.hex())
        return cls(Key(name, fingerprint(route, body)), minted_by)


def minting(salt: bytes, once: Once | None) -> Mint:
    """Mint random tokens; with a key such as follow from it, so that they can be made again."""
    if once is None:
        return lambda kind, seat: tokens.mint(kind)
    return lambda kind, seat: tokens.derive(kind, salt, *once.minted_by, str(seat))


def fingerprint(route: str, body: Any) -> bytes:
    """Tell whether two requests are the same: 16 bytes of the route and the parsed body."""
    return hashlib.sha256(route.encode() + b"\0" + msgspec.json.encode(body, order="deterministic")).digest()[:16]


class _Kept(msgspec.Struct, array_like=True):
    """An answer as it is remembered: its JSON, without tokens."""

    status: int
    body: bytes
    etag: str | None = None
    location: str | None = None
    replayed: bool = False


def keep(answer: Answer) -> bytes:
    """Encode an answer for remembering, less the tokens in it."""
    body = _with_tokens(answer.body, lambda kind, seat: "")
    data = msgspec.msgpack.encode(_Kept(answer.status, body, answer.etag, answer.location))
    return b"z" + zlib.compress(data, 1) if len(data) > _SMALL else b"-" + data


def replay(data: bytes, print_of_first: bytes, once: Once, salt: bytes) -> Answer:
    """Return the first answer again, its tokens made anew.

    Raises KeyReused when the request was another one, UnreadableRecord for what this release cannot read.
    """
    if print_of_first != once.key.fingerprint:
        raise KeyReused("this idempotency key came with another request before")
    try:
        raw = zlib.decompress(data[1:]) if data[:1] == b"z" else data[1:]
        kept = msgspec.msgpack.decode(raw, type=_Kept)
        body = _with_tokens(kept.body, minting(salt, once))
    except (zlib.error, msgspec.DecodeError) as error:
        raise UnreadableRecord("this release cannot read the answer that is remembered under the key") from error
    return Answer(kept.status, msgspec.Raw(body) if body else None, kept.etag, kept.location, replayed=True)


def _with_tokens(body: bytes, mint: Mint) -> bytes:
    """Put tokens where a document has some: see `documents`. One without any stays as it is, to the byte."""
    if b'token":' not in body and b'"invite":' not in body:
        return body
    document = msgspec.json.decode(body)
    if "host_token" in document:
        document["host_token"] = mint(tokens.HOST, 0)
    for place in (document, *document.get("seats", ())):
        for name, kind in (("token", tokens.SEAT), ("invite", tokens.INVITE)):
            if place.get(name) is not None:
                place[name] = mint(kind, place["seat"])
    return msgspec.json.encode(document)
