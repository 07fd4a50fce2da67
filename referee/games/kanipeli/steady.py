"""A sensible player."""

from collections.abc import Mapping
from typing import Any

from referee.games.forms import sample
from referee.randomness import Stream


def steady(view: Mapping[str, Any], stream: Stream) -> Mapping[str, Any]:
    """Choose from the seat's own view."""
    raise NotImplementedError
