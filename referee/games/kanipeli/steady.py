"""A sensible player: collects two or three drinks, trades away what does not match, and drinks late."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.games.kanipeli.components import KIND, NEEDED, kanit_for
from referee.randomness import Stream

Json = Mapping[str, Any]

_HOPE = 0.8
"""What a käni that cards are being collected for is worth, next to one already won."""

_CROWDED = 0.3
"""What it costs to have to place a card that matches nothing."""

_RIVAL = 0.25
"""What it costs that the other side of a deal gains as much as it does."""


def patient(view: Json) -> bool:
    """Wait for players to answer one's offers before one goes on with the turn."""
    return any(
        offer["from"] == view["you"] and view["seats"][offer["to"]]["controller"] == "player"
        for offer in view["table"]["offers"]
    )


def steady(view: Json, stream: Stream) -> Json | None:
    """Choose from the seat's own view; None to wait for answers to offers."""
    may = {form["type"]: form.get("fields", {}) for form in view["legal_moves"]}
    table, you = view["table"], view["you"]
    stacks = _stacks(table, you)
    for drink, count in stacks.items():
        if count >= _top(drink):
            return {"type": "drink", "drink": drink}
    match view["phase"]:
        case "trade":
            return _trade(view, stacks, stream)
        case "place" if "place" in may:
            fitting = may["place"]["card"]["one_of"]
            return {"type": "place", "card": max(fitting, key=lambda drink: (drink in stacks, _gain(drink, stacks)))}
        case "play" if "play" in may:
            return {"type": "play"}
    if "draw" in may:
        return {"type": "draw", "pile": stream.choice(may["draw"]["pile"]["one_of"])}
    if "buy_third_hand" in may and table["reshuffles"] == 0:
        return {"type": "buy_third_hand"}
    return {"type": "drink", "drink": min(stacks, key=lambda drink: _hope(drink, stacks[drink]))}


# What a card is worth


def _stacks(table: Json, seat: int) -> dict[str, int]:
    """Count the drinks on a player's table."""
    return {stack["drink"]: stack["count"] for stack in table["players"][seat]["drinks"]}


def _top(drink: str) -> int:
    """Cards from which on a drink gives no more."""
    return max(needed for needed in NEEDED[KIND[drink]] if needed)


def _hope(drink: str, count: int) -> float:
    """Känit the stack may still bring beyond those it would give now, by how near the next column is."""
    kind = KIND[drink]
    now = kanit_for(kind, count)
    reached = max((needed for needed in NEEDED[kind] if needed and needed <= count), default=0)
    ahead = [(needed, kani) for kani, needed in enumerate(NEEDED[kind], 1) if needed and needed > count]
    if not ahead:
        return 0.0
    needed, kani = ahead[0]
    return _HOPE * (kani - now) * (count - reached) / (needed - reached)


def _gain(drink: str, stacks: Mapping[str, int]) -> float:
    """What one more card of the drink adds to the table."""
    count = stacks.get(drink, 0)
    kind = KIND[drink]
    won = kanit_for(kind, count + 1) - kanit_for(kind, count)
    return won + _hope(drink, count + 1) - _hope(drink, count)


def _received(drinks: list[str], stacks: Mapping[str, int], spaces: int) -> float:
    """What it is worth to receive these cards, all of which must be placed."""
    total = 0.0
    after = dict(stacks)
    for drink in drinks:
        if drink not in after and len(after) >= spaces:
            total -= _CROWDED
            continue
        total += _gain(drink, after)
        after[drink] = after.get(drink, 0) + 1
    return total


def _given(drinks: list[str], stacks: Mapping[str, int]) -> float:
    """What it costs to give these cards away: nothing for those that match nothing."""
    return sum(_gain(drink, stacks) for drink in drinks if drink in stacks)


# Trading


def _trade(view: Json, stacks: Mapping[str, int], stream: Stream) -> Json | None:
    """Answer what was offered; on turn make a few offers, wait for the answers, then end the trading."""
    table, you = view["table"], view["you"]
    for offer in table["offers"]:
        if offer["to"] == you:
            return _answer(view, offer, stacks)
    asked = {offer["to"] for offer in table["offers"] if offer["from"] == you}
    deals = sorted((deal for deal in _deals(view, stacks) if deal[1]["to"] not in asked), key=lambda deal: -deal[0])
    # what was declined leaves no trace in the view: chance ends the bargaining
    if deals and stream.below(3):
        return deals[0][1] if stream.below(2) else stream.choice(deals)[1]
    return None if asked else {"type": "end_trading"}


def _answer(view: Json, offer: Json, stacks: Mapping[str, int]) -> Json:
    """Accept what gains more than it costs and can be filled."""
    player = view["table"]["players"][view["you"]]
    theirs = _stacks(view["table"], offer["from"])
    gain = _received(offer["give"], stacks, player["spaces"]) + offer["kani"]
    cost = _given(offer["want"], stacks) + offer["want_kani"]
    rival = _received(offer["want"], theirs, view["table"]["players"][offer["from"]]["spaces"])
    rival += offer["want_kani"] - offer["kani"]
    if gain - cost > _RIVAL * max(rival, 0.0):
        for form in reversed(view["legal_moves"]):
            if form["type"] == "accept" and offer["offer"] in form["fields"]["offer"]["one_of"]:
                filled = {name: _last(form["fields"][name]) for name in ("hand", "drawn") if name in form["fields"]}
                return {"type": "accept", "offer": offer["offer"], **filled}
    return {"type": "decline", "offer": offer["offer"]}


def _last(domain: Json) -> list[int]:
    """Choose the cards farthest back."""
    if "one_of" in domain:
        last: list[int] = domain["one_of"][-1]
        return last
    chosen: list[int] = domain["pick"][-domain["min"] :]
    return chosen


def _deals(view: Json, stacks: Mapping[str, int]) -> Iterator[tuple[float, dict[str, Any]]]:
    """List offers of one card that match the other's table, for one that matches one's own or as a gift."""
    table, you = view["table"], view["you"]
    own = [("drawn", i, drink) for i, drink in enumerate(table["drawn"]) if drink not in stacks]
    own += [("hand", i, drink) for i, drink in enumerate(view["hand"]) if drink not in stacks]
    for seat, player in enumerate(table["players"]):
        theirs = _stacks(table, seat)
        if seat == you:
            continue
        for where, i, drink in own:
            if drink not in theirs:
                continue
            offer = {"type": "offer", "to": seat, where: [i]}
            if where == "drawn":
                yield _CROWDED - _RIVAL * _gain(drink, theirs), offer
            if player["hand"]:
                for wanted in stacks:
                    if wanted not in theirs:
                        yield _gain(wanted, stacks) - _RIVAL * _gain(drink, theirs), {**offer, "want": [wanted]}
