"""Tokens: 256 bits with a prefix that tells the kind; only their SHA-256 is stored."""

import base64
import hashlib
import hmac
import re
import secrets

SEAT = "seat"
HOST = "host"
KEY = "key"
TICKET = "ticket"
INVITE = "join"

_ENCODED = 43
"""Characters of 32 bytes in base64url without padding."""

_SHAPE = re.compile(rf"(?:seat|host)_[A-Za-z0-9_-]{{{_ENCODED}}}\Z")

_ID_ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
_ID_LENGTH = 24
"""A match id has 24 · log2(36) = 124 bits."""
ID = re.compile(r"[a-z0-9]{20,32}\Z")


def new_match_id() -> str:
    """Return an unguessable match id."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(_ID_LENGTH))


def mint(kind: str) -> str:
    """Return a random token."""
    return _text(kind, secrets.token_bytes(32))


def derive(kind: str, salt: bytes, *parts: str) -> str:
    """Return the token that belongs to a request with an idempotency key: the same for the same parts."""
    return _text(kind, hmac.digest(salt, "\0".join((kind, *parts)).encode(), "sha256"))


def well_formed(token: str) -> bool:
    """Whether the text could be a seat's or a host's token."""
    return bool(_SHAPE.match(token))


def digest(token: str) -> bytes:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def same(one: bytes, other: bytes) -> bool:
    """Compare two digests in constant time."""
    return hmac.compare_digest(one, other)


def seal(seed: bytes, match: str, secret: str | None) -> bytes:
    """Hide a seed at rest: XOR with a pad made of the operator's secret and the match id; its own inverse.

    Each match id is used once, so the pad is too. Without a secret the seed is returned as it is.
    """
    if not secret:
        return seed
    pad = hmac.digest(secret.encode(), b"referee/seal/1\0" + match.encode(), "sha256")
    return (int.from_bytes(seed) ^ int.from_bytes(pad)).to_bytes(len(pad))


def _text(kind: str, raw: bytes) -> str:
    return f"{kind}_{base64.urlsafe_b64encode(raw).decode().rstrip('=')}"
