"""A sensible player: completes where it can, else leaves little on the table for the next player."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.games.teatime.components import CHARACTERS, KIND, KINDS, MOST_PLAYED, SWEETS, UFO, WILD
from referee.randomness import Stream

_RISK = (0.0, 0.02, 0.1, 0.3, 0.9, 2.0)
"""How likely the next player completes, by the kinds that show; with all five one completes oneself, and loses."""

_STEAK = 0.4
"""What a steak costs, where a sweet is worth 1."""

_CARD = 0.03
"""What a card spent costs, and each character on it."""


def steady(view: Mapping[str, Any], stream: Stream) -> Mapping[str, Any]:
    """Choose from the seat's own view."""
    table: Mapping[str, Any] = view["table"]
    hand: list[str] = view["hand"]
    uncovered = [(i, laid["card"]) for i, laid in enumerate(table["cards"]) if not laid["covered"]]
    last = len(table["path"]) == 1  # whoever takes it ends the match
    if last and table["may_pass"] and _wins(view, steaks=table["path"][0]):
        return {"type": "pass"}
    longest = 0 if last and not _may_win_with_a_sweet(view) else MOST_PLAYED - table["played"]
    for steps in range(1, longest + 1):
        if move := _to_complete(uncovered, hand, steps):
            return move
    costs = [(_cost(move, uncovered, hand, table), move) for move in _moves(view["legal_moves"])]
    least = min(cost for cost, _ in costs)
    return stream.choice([move for cost, move in costs if cost == least])


def _may_win_with_a_sweet(view: Mapping[str, Any]) -> bool:
    """Whether the last chip, turned over, may bring four different sweets, or the count that it ends the match with."""
    sweets: list[str] = view["table"]["players"][view["you"]]["sweets"]
    wild = sweets.count(WILD)
    different = len(set(sweets) - {WILD}) + wild
    return different + 1 >= len(SWEETS) or _wins(view, sweets=1, cards=-MOST_PLAYED)


def _wins(view: Mapping[str, Any], *, steaks: int = 0, sweets: int = 0, cards: int = 0) -> bool:
    """Whether one wins, or shares in it, if the match ends with so many more of each (TEA-19)."""
    standings = [(sum(one["steaks"]), -len(one["sweets"]), one["hand"]) for one in view["table"]["players"]]
    mine = standings.pop(view["you"])
    return all((mine[0] + steaks, mine[1] - sweets, mine[2] + cards) <= other for other in standings)


def _to_complete(uncovered: Sequence[tuple[int, str]], hand: Sequence[str], steps: int) -> Mapping[str, Any] | None:
    """Find the first move of a way to complete in so many cards."""
    shown = _shown(uncovered)
    if KINDS - _kinds(shown) > steps * max((_kinds(CHARACTERS[card]) for card in hand), default=0):
        return None
    for card in dict.fromkeys(hand):
        if card == UFO or CHARACTERS[card] & shown:
            continue
        if steps == 1:
            if _kinds(shown | CHARACTERS[card]) == KINDS:
                return {"type": "play", "card": card}
        elif _to_complete([*uncovered, (-1, card)], _less(hand, card), steps - 1):
            return {"type": "play", "card": card}
    if steps > 1 and UFO in hand:
        for i, card in uncovered:
            rest = [laid for laid in uncovered if laid != (i, card)]
            if i >= 0 and _to_complete(rest, _less(hand, UFO), steps - 1):
                return {"type": "ufo", "on": i}
    return None


def _moves(forms: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    for form in forms:
        match form["type"]:
            case "play":
                yield from ({"type": "play", "card": card} for card in form["fields"]["card"]["one_of"])
            case "ufo":
                yield from ({"type": "ufo", "on": on} for on in form["fields"]["on"]["one_of"])
            case other:
                yield {"type": other}


def _cost(
    move: Mapping[str, Any], uncovered: Sequence[tuple[int, str]], hand: Sequence[str], table: Mapping[str, Any]
) -> float:
    """Weigh what a move spends and what it leaves to the next player, were it the turn's last."""
    match move["type"]:
        case "play":
            shown = _shown(uncovered) | CHARACTERS[move["card"]]
            return _RISK[_kinds(shown)] + _CARD * (1 + len(CHARACTERS[move["card"]]))
        case "ufo":
            shown = _shown(laid for laid in uncovered if laid[0] != move["on"])
            return _RISK[_kinds(shown)] + _CARD * 2
        case "pass":
            steaks: int = table["path"][0]
            return _STEAK * steaks
        case _:
            return _RISK[_kinds(_shown(uncovered))]


def _shown(uncovered: Iterable[tuple[int, str]]) -> frozenset[str]:
    return frozenset[str]().union(*(CHARACTERS[card] for _, card in uncovered))


def _kinds(characters: Iterable[str]) -> int:
    return len({KIND[friend] for friend in characters})


def _less(hand: Sequence[str], card: str) -> list[str]:
    rest = list(hand)
    rest.remove(card)
    return rest
