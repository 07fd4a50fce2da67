"""A name that a game does not have is answered with those that it has."""

from typing import Any

import pytest

from referee.errors import Invalid
from referee.games import BOOKS


@pytest.mark.parametrize(
    ("game", "move", "pointer", "named"),
    [
        ("kinmo", {"type": "discard", "cards": ["gem-red"]}, "/cards/0", "gem-green"),
        ("kinmo", {"type": "trade_gems", "give": "red", "take": "blue"}, "/give", "purple"),
        ("kinmo", {"type": "accept_exchange", "card": "thief\n"}, "/card", "thief"),
        ("kinapa", {"type": "give", "card": "animal-17"}, "/card", "shelter-8"),
        ("kanipeli", {"type": "drink", "drink": "vesi"}, "/drink", "lappari"),
        ("kanipeli", {"type": "place", "card": "gt\n"}, "/card", "gt"),
    ],
)
def test_an_unknown_name_is_answered_with_the_names_there_are(
    game: str, move: dict[str, Any], pointer: str, named: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        BOOKS[game].read_move(move)
    (fault,) = refusal.value.faults
    assert fault.pointer.startswith(pointer.rsplit("/0", 1)[0])
    assert named in fault.message
