"""A sensible player."""

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.games import forms
from referee.randomness import Stream


def steady(view: Mapping[str, Any], stream: Stream) -> Mapping[str, Any]:
    """Choose from the seat's own view."""
    return forms.sample(msgspec.convert(view["legal_moves"], list[forms.Form]), stream.below)
