"""A sensible player: collects pairs one number at a time, answers truly, and stays close to being Emperor."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.kinapa.components import NUMBER, Card
from referee.randomness import Stream

View = Mapping[str, Any]


def steady(view: View, stream: Stream) -> Mapping[str, Any]:
    """Choose from the seat's own view."""
    form: Mapping[str, Any] = view["legal_moves"][0]
    fields: Mapping[str, Any] = form.get("fields", {})
    choices = {name: domain["one_of"] for name, domain in fields.items()}
    match form["type"]:
        case "announce":
            return _with_bot({"type": "announce", "number": _wanted(view, choices["number"], stream)}, choices)
        case "answer":
            truly = not _of(view["hand"], view["table"]["announced"])
            return _with_bot({"type": "answer", "raised": truly and True in choices["raised"]}, choices)
        case "take":
            return {"type": "take", "place": _best_source(view, choices["place"], stream)}
        case "give":
            return {"type": "give", "card": _least_useful(view, choices["card"], stream)}
        case "crown":
            return {"type": "crown", "place": _harmless(view, choices["place"], stream)}
        case "take_up_bot":
            return {"type": "take_up_bot", "seat": _most_to_lose(view, choices["seat"], stream)}
        case _:
            return {"type": form["type"], **{name: stream.choice(values) for name, values in choices.items()}}


def _with_bot(move: dict[str, Any], choices: Mapping[str, Sequence[Any]]) -> Mapping[str, Any]:
    """Raise a BOT hand: it may become Emperor, and the fewer hands are left down the surer is the card."""
    return {**move, "bot_raised": True} if "bot_raised" in choices else move


def _of(hand: Sequence[Card], number: int) -> list[Card]:
    return [card for card in hand if NUMBER[card] == number]


def _singles(hand: Sequence[Card]) -> list[int]:
    """Numbers of which the hand has one card."""
    return [NUMBER[card] for card in hand if len(_of(hand, NUMBER[card])) == 1]


def _wanted(view: View, numbers: Sequence[int], stream: Stream) -> int:
    """Ask for the partner of a single card, best one that lies face up; with pairs alone, for one of them."""
    hand = view["hand"]
    own = {NUMBER[card] for card in hand}
    singles = [number for number in _singles(hand) if number in numbers]
    seen = {NUMBER[card] for place in view["table"]["places"] for card in place["face_up"] if card not in hand}
    sure = [number for number in singles if number in seen]
    return stream.choice(sure or singles or [number for number in numbers if number in own])


def _best_source(view: View, places: Sequence[int], stream: Stream) -> int:
    """Take where the chance of a partner is best: of few cards, or where one lies face up."""
    singles = _singles(view["hand"])

    def chance(place: int) -> float:
        there = view["table"]["places"][place]
        partners = sum(NUMBER[card] in singles for card in there["face_up"])
        return float(1 + partners) / float(there["cards"])

    best = max(chance(place) for place in places)
    return stream.choice([place for place in places if chance(place) == best])


def _least_useful(view: View, cards: Sequence[Card], stream: Stream) -> Card:
    """Keep pairs together if possible."""
    singles = _singles(view["hand"])
    return stream.choice([card for card in cards if NUMBER[card] in singles] or list(cards))


def _harmless(view: View, places: Sequence[int], stream: Stream) -> int:
    """Stay Emperor with the own BOT hand; else the hand furthest from its end."""
    table = view["table"]["places"]
    own = [place for place in places if table[place]["seat"] == view["you"]]
    fewest = min(len(table[place]["pairs"]) for place in places)
    return stream.choice(own or [place for place in places if len(table[place]["pairs"]) == fewest])


def _most_to_lose(view: View, seats: Sequence[int], stream: Stream) -> int:
    """Let the player with most pairs leave them behind, unless the BOT hand has as many to give."""
    table = view["table"]["places"]
    laid = {seat: len(table[seat]["pairs"]) for seat in seats}
    best = max(laid.values()) if max(laid.values()) > len(table[-1]["pairs"]) else min(laid.values())
    return stream.choice([seat for seat in seats if laid[seat] == best])
