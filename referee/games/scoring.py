"""Who has won by a count."""

from collections.abc import Sequence
from typing import Any


def leaders(scores: Sequence[Any]) -> list[int]:
    """List the seats with the highest score: a tie that no rule breaks ends with several winners."""
    return [seat for seat, score in enumerate(scores) if score == max(scores)]
