"""A name that a game does not have is answered with those that it has."""

from typing import Any

import pytest

from referee.errors import BadDeal, Invalid
from referee.games import GAMES
from referee.games.protocol import convert
from tests.games.kit import begin, stream_for


@pytest.mark.parametrize(
    ("game", "move", "pointer", "named"),
    [
        ("kinmo", {"type": "discard", "cards": ["gem-red"]}, "/cards/0", "gem-green"),
        ("kinmo", {"type": "trade_gems", "give": "red", "take": "blue"}, "/give", "purple"),
        ("kinmo", {"type": "accept_exchange", "card": "thief\n"}, "/card", "thief"),
        ("kinapa", {"type": "give", "card": "animal-17"}, "/card", "animal-1 … animal-16, shelter-1 … shelter-16"),
        ("kanipeli", {"type": "drink", "drink": "vesi"}, "/drink", "lappari"),
        ("kanipeli", {"type": "place", "card": "gt\n"}, "/card", "gt"),
        ("teatime", {"type": "play", "card": "moon"}, "/card", "usagi-3"),
        ("teatime", {"type": "play", "card": "kmakici\n"}, "/card", "kmakici+kintaro"),
        ("kobayakawa", {"type": "bluff"}, "/type", "draw, replace"),
        ("kanipeli", {"type": "offer\n"}, "/type", "end_trading"),
        ("kinmo", {}, "/type", "trade_gems"),
    ],
)
def test_an_unknown_name_is_answered_with_the_names_there_are(
    game: str, move: dict[str, Any], pointer: str, named: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        GAMES[game].read_move(move)
    (fault,) = refusal.value.faults
    assert fault.pointer.startswith(pointer.rsplit("/0", 1)[0])
    assert named in fault.message
    assert len(fault.message) < 250


def test_a_list_that_is_none_is_not_answered_with_what_could_be_in_it() -> None:
    with pytest.raises(Invalid) as refusal:
        GAMES["kinmo"].read_move({"type": "discard", "cards": 5})
    assert "array" in refusal.value.faults[0].message


@pytest.mark.parametrize(
    ("game", "seats", "deal", "named"),
    [
        ("kinapa", 4, {"objects": ["1-3"]}, "1-2, 3-4, 5-6, 7-8"),
        ("kinmo", 3, {"deck": ["thief\n"]}, "thief"),
        ("kanipeli", 2, {"piles": [["vesi"]]}, "tuoppi"),
        ("kobayakawa", 3, {"rounds": [{"hands": [99]}]}, "1 … 15"),
        ("teatime", 2, {"deck": ["moon" * 1_000]}, "usagi-1 … usagi-3"),
        ("teatime", 2, {"path": [{"back": "sweet-9\n", "steaks": 1}]}, r"no sweet-9\n with 1 steak"),
    ],
)
def test_an_unknown_name_in_a_deal_is_answered_with_the_names_there_are(
    game: str, seats: int, deal: dict[str, Any], named: str
) -> None:
    rules = GAMES[game]
    arranged = convert(deal, rules.Deal, "/deal")
    with pytest.raises(BadDeal) as refusal:
        begin(rules, seats, rules.Options(), arranged, stream_for("unknown"))
    (fault,) = refusal.value.faults
    assert named in fault.message
    assert len(fault.message) < 350


def test_an_unknown_name_in_an_option_is_answered_with_the_names_there_are() -> None:
    sheet = {"cards": [], "chips": [{"back": "sweet-1\n", "steaks": 1, "count": 1}]}
    with pytest.raises(Invalid) as refusal:
        convert({"components": sheet}, GAMES["teatime"].Options, "/options")
    (fault,) = refusal.value.faults
    assert fault.pointer == "/options/components/chips/0/back"
    assert fault.message == "must be one of sweet-1 … sweet-4, kmakici"
