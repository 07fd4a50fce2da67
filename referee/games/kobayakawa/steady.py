"""A sensible player: draws on a weak card, fights with a good chance."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from referee.games.kobayakawa.components import CARDS
from referee.randomness import Stream

_STRONG = 10
"""From this card on a hand is worth more than a new Kobayakawa."""


def steady(view: Mapping[str, Any], stream: Stream) -> Mapping[str, Any]:
    """Choose from the seat's own view."""
    hand: list[int] = view["hand"]
    table: Mapping[str, Any] = view["table"]
    match view["phase"]:
        case "draw":
            helps_me = hand[0] <= 3 and table["kobayakawa"] < 8
            return {"type": "replace"} if helps_me else {"type": "draw"}
        case "keep":
            return {"type": "keep", "card": max(hand)}
        case _:
            return {"type": "fight"} if _worth_fighting(hand[0], table, view["you"]) else {"type": "pass"}


def _worth_fighting(card: int, table: Mapping[str, Any], you: int) -> bool:
    others = [player for seat, player in enumerate(table["players"]) if seat != you and not player["out"]]
    if all(player["stake"] == 0 for player in others):
        return True  # nobody else can win any more
    rivals = sum(1 for player in others if player["stake"])
    if all(player["stake"] is not None for player in others):
        outcomes = set(_outcomes(card, table, rivals))
        if len(outcomes) == 1:
            return outcomes.pop()
    helped = card + table["kobayakawa"] if card <= 5 else card
    return helped >= _STRONG + rivals


def _outcomes(card: int, table: Mapping[str, Any], rivals: int) -> Iterator[bool]:
    """Whether the last to decide wins, for all cards its rivals may hold; of equals the earlier wins (KOB-9)."""
    kobayakawa: int = table["kobayakawa"]
    seen = {card, kobayakawa, *table["covered"], *(player["discard"] for player in table["players"])}
    for held in combinations([unseen for unseen in CARDS if unseen not in seen], rivals):
        lowest = min(card, *held)
        yield card + kobayakawa * (card == lowest) > max(rival + kobayakawa * (rival == lowest) for rival in held)
