"""Sealing what lies in the store with the operator's secrets, so that whoever reads the store reads no cards.

`REFEREE_SECRET` may list several, `new,old`: the first seals, all open. Head (with the deal) and state are sealed with
AES-256-GCM, under a key of each match's own; the seed with a pad (see `tokens.seal`), since its commitment tells
whether it was opened rightly. Without a secret everything lies as it is, and what lies so is read with one, too.
"""

import hashlib
import hmac
import secrets as chance
from functools import lru_cache
from typing import Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from referee.errors import UnreadableRecord
from referee.match import tokens
from referee.randomness import commitment

SEED_BYTES = 32
"""Bytes of a seed, sealed or not."""

Part = Literal["head", "state"]

_MARK = b"\xc1"
"""What sealed bytes begin with; MessagePack never uses it."""
_NAME = 4
"""Bytes that tell which secret sealed it."""
_NONCE = 12

UNREADABLE = "this server cannot read what is stored of the match"
"""All that a caller is told."""


class _Key:
    """What follows from one secret; slow to compute, so that guessing secrets is slow."""

    def __init__(self, secret: str) -> None:
        master = hashlib.scrypt(secret.encode(), salt=b"referee/secret/1", n=2**14, r=8, p=1, dklen=32)
        self.secret = secret
        self.fingerprint = hmac.digest(master, b"referee/fingerprint/1", "sha256")[:16]
        self.name = hmac.digest(master, b"referee/name/1", "sha256")[:_NAME]
        self.sealing = hmac.digest(master, b"referee/seal/2", "sha256")


class Sealing:
    """The operator's secrets, ready for use."""

    def __init__(self, text: str | None) -> None:
        """`text` is the value of REFEREE_SECRET."""
        self._text = text
        self._keys = [_Key(secret) for secret in split(text)]
        self._by_name = {key.name: key for key in self._keys}

    @property
    def fingerprints(self) -> list[bytes]:
        """What may be told of the secrets, in their order: 16 bytes each, of no use for guessing."""
        return [key.fingerprint for key in self._keys]

    def seal(self, match: str, part: Part, data: bytes) -> bytes:
        """Seal a part of a match with the first secret; without a secret, or without data, it stays as it is."""
        if not self._keys or not data:
            return data
        key, nonce = self._keys[0], chance.token_bytes(_NONCE)
        sealed = _cipher(key.sealing, match).encrypt(nonce, data, part.encode())
        return b"".join((_MARK, key.name, nonce, sealed))

    def open(self, match: str, part: Part, data: bytes) -> bytes:
        """Open a part of a match, sealed or not. Raises UnreadableRecord."""
        if data[:1] != _MARK:
            return data
        key = self._by_name.get(data[1 : 1 + _NAME])
        if key is None:
            raise UnreadableRecord(UNREADABLE, f"its {part} was sealed with a secret that REFEREE_SECRET does not list")
        nonce, sealed = data[1 + _NAME : 1 + _NAME + _NONCE], data[1 + _NAME + _NONCE :]
        try:
            return _cipher(key.sealing, match).decrypt(nonce, sealed, part.encode())
        except (InvalidTag, ValueError):
            raise UnreadableRecord(UNREADABLE, f"its {part} is not what this secret sealed for it") from None

    def current(self, data: bytes) -> bool:
        """Whether data lie as `seal` would leave them now."""
        return not self._keys or data[: 1 + _NAME] == _MARK + self._keys[0].name

    def seal_seed(self, match: str, seed: bytes) -> bytes:
        """Seal a seed with the first secret."""
        return tokens.seal(seed, match, self._keys[0].secret if self._keys else None)

    def open_seed(self, match: str, kept: bytes, committed: str) -> bytes:
        """Return the seed that was committed to. Raises UnreadableRecord if no secret brings it to light."""
        if len(kept) != SEED_BYTES:
            raise UnreadableRecord(UNREADABLE, "its seed is damaged")
        # before there could be several, a secret with a comma in it was one
        for secret in dict.fromkeys((*(key.secret for key in self._keys), None, self._text)):
            seed = tokens.seal(kept, match, secret)
            if commitment(match, seed) == committed:
                return seed
        raise UnreadableRecord(
            UNREADABLE, "its seed is not the one it was committed to: REFEREE_SECRET is another than when it was made"
        )


@lru_cache(maxsize=64)
def sealing(text: str | None) -> Sealing:
    """Return the sealing that a value of REFEREE_SECRET asks for."""
    return Sealing(text)


def split(text: str | None) -> list[str]:
    """List the secrets in a value of REFEREE_SECRET."""
    return [part.strip() for part in (text or "").split(",") if part.strip()]


@lru_cache(maxsize=1024)
def _cipher(sealing_key: bytes, match: str) -> AESGCM:
    return AESGCM(hmac.digest(sealing_key, match.encode(), "sha256"))
