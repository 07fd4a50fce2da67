"""The shuffle stream: one seed, one sequence of words, the same in any language.

Server seed (32 bytes) → match key = HMAC-SHA256(seed, label ‖ 0 ‖ match id ‖ 0 ‖ entropies) → block i =
HMAC-SHA256(match key, i as 8 bytes) → eight 4-byte words a block, used in order.
"""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

_WORDS_PER_BLOCK = 8
_WORD = 2**32


def commitment(match: str, seed: bytes) -> str:
    """Return what is published when a match is created: ``sha256:`` and 64 hex digits."""
    return "sha256:" + hashlib.sha256(b"referee/commit/1\0" + match.encode() + b"\0" + seed).hexdigest()


def match_key(seed: bytes, match: str, entropies: Sequence[str | None]) -> bytes:
    """Derive the 32-byte key of a match's stream.

    `match` is the match id, or empty when the caller gave the seed. `entropies` are the creator's and then
    each seat's in seat order, None where absent.
    """
    message = b"referee/shuffle/1\0" + match.encode() + b"\0"
    for entropy in entropies:
        text = (entropy or "").encode()
        message += len(text).to_bytes(4, "big") + text
    return hmac.digest(seed, message, "sha256")


class Stream:
    """Random words from a match key, starting at `position` (in words); the only randomness the rules may use."""

    __slots__ = ("_block", "_number", "_source", "position")

    def __init__(self, key: bytes | Callable[[], bytes], position: int = 0) -> None:
        """`key` may be what returns it, asked with the first word that is wanted."""
        self._source = key
        self._block = b""
        self._number = -1
        self.position = position

    @property
    def _key(self) -> bytes:
        if not isinstance(self._source, bytes):
            self._source = self._source()
        return self._source

    def branch(self, label: str) -> "Stream":
        """Return another stream, keyed with HMAC-SHA256(match key, `referee/` ‖ label ‖ `/1`)."""
        return Stream(hmac.digest(self._key, b"referee/" + label.encode() + b"/1", "sha256"))

    def word(self) -> int:
        """Return the next word, 0 to 2³²-1."""
        number, index = divmod(self.position, _WORDS_PER_BLOCK)
        if number != self._number:
            self._block = hmac.digest(self._key, number.to_bytes(8, "big"), "sha256")
            self._number = number
        self.position += 1
        return int.from_bytes(self._block[4 * index : 4 * index + 4], "big")

    def below(self, n: int) -> int:
        """Return an even integer from 0 to n-1, by rejecting the words that would favour some.

        Raises ValueError unless 1 ≤ n ≤ 2³².
        """
        if not 1 <= n <= _WORD:
            raise ValueError(f"below({n})")
        limit = _WORD // n * n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def shuffle(self, items: list[T]) -> None:
        """Shuffle in place: for i from last down to 1, swap i with below(i+1)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return a shuffled copy."""
        copy = list(items)
        self.shuffle(copy)
        return copy

    def choice(self, items: Sequence[T]) -> T:
        """Return one item, evenly."""
        return items[self.below(len(items))]
