"""Sealing what lies in the store with the operator's secrets, so that whoever reads the store reads no cards.

`REFEREE_SECRET` may list several, `new,old`: the first seals, all open. Head (with the deal) and state are sealed with
AES-256-GCM, under a key of each match's own; the seed with a pad (see `tokens.seal`), since its commitment tells
whether it was opened rightly. Events and remembered answers, which show hands too and are never written again, are
sealed with the salt that lies in the head: they are read for as long as the head is.
Without a secret everything lies as it is, and what lies so is read with one, too.
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
LogPart = Literal["event", "answer"]

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
        self._keys = [_Key(secret) for secret in split(text)]
        # before there could be several, a secret with a comma in it was one
        self._seed_secrets = list(dict.fromkeys((*(key.secret for key in self._keys), None, text)))
        self._by_name = {key.name: key for key in self._keys}

    @property
    def fingerprints(self) -> list[bytes]:
        """What may be told of the secrets, in their order: 16 bytes each, of no use for guessing."""
        return [key.fingerprint for key in self._keys]

    def seal(self, match: str, part: Part, data: bytes) -> bytes:
        """Seal a part of a match with the first secret; without a secret, or without data, it stays as it is."""
        if not self._keys or not data:
            return data
        key = self._keys[0]
        return _MARK + key.name + _sealed(_cipher(key.sealing, match), part, data)

    def open(self, match: str, part: Part, data: bytes) -> bytes:
        """Open a part of a match, sealed or not. Raises UnreadableRecord."""
        if data[:1] != _MARK:
            return data
        key = self._by_name.get(data[1 : 1 + _NAME])
        if key is None:
            raise UnreadableRecord(UNREADABLE, f"its {part} was sealed with a secret that REFEREE_SECRET does not list")
        return _opened(_cipher(key.sealing, match), part, data[1 + _NAME :])

    def seal_log(self, match: str, salt: bytes, part: LogPart, data: bytes) -> bytes:
        """Seal an event or an answer with the match's salt; without a secret it stays as it is."""
        return _MARK + _sealed(_cipher(salt, f"log/{match}"), part, data) if self._keys else data

    def open_log(self, match: str, salt: bytes, part: LogPart, data: bytes) -> bytes:
        """Open an event or an answer, sealed or not. Raises UnreadableRecord."""
        return _opened(_cipher(salt, f"log/{match}"), part, data[1:]) if data[:1] == _MARK else data

    def current(self, data: bytes) -> bool:
        """Whether data lie as `seal` would leave them now."""
        return not self._keys or data[: 1 + _NAME] == _MARK + self._keys[0].name

    def seal_seed(self, match: str, seed: bytes) -> bytes:
        """Seal a seed with the first secret."""
        return tokens.seal(seed, match, self._seed_secrets[0])

    def open_seed(self, match: str, kept: bytes, committed: str) -> tuple[bytes, bool]:
        """Return the seed that was committed to, and whether it lies as `seal_seed` would leave it now.

        Raises UnreadableRecord if no secret brings it to light.
        """
        if len(kept) != SEED_BYTES:
            raise UnreadableRecord(UNREADABLE, "its seed is damaged")
        for secret in self._seed_secrets:
            seed = tokens.seal(kept, match, secret)
            if commitment(match, seed) == committed:
                return seed, secret == self._seed_secrets[0]
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
def _cipher(key: bytes, purpose: str) -> AESGCM:
    return AESGCM(hmac.digest(key, purpose.encode(), "sha256"))


def _sealed(cipher: AESGCM, part: str, data: bytes) -> bytes:
    nonce = chance.token_bytes(_NONCE)
    return nonce + cipher.encrypt(nonce, data, part.encode())


def _opened(cipher: AESGCM, part: str, sealed: bytes) -> bytes:
    try:
        return cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], part.encode())
    except (InvalidTag, ValueError):
        raise UnreadableRecord(UNREADABLE, f"its {part} is not what was sealed for it") from None
