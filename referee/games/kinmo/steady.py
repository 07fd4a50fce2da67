"""A sensible player: gathers the type of card whose set brings most, and plays sets as soon as it holds them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from referee.games.kinmo.components import BANDAGES, GEMS, SET, VALUE, Card, Gem, Kind, in_order, kind_of
from referee.games.kinmo.sets import gem_choices
from referee.randomness import Stream

Json: TypeAlias = Mapping[str, Any]

_WIN = 1_000
_NEW_COLOUR = 20
_MORE_OF_A_COLOUR = 5
"""What a gem is worth; its points break ties."""
_BANDAGE = 2
_LAST_BANDAGES = {2: 3, 1: 12}
"""What recovering a bandage is worth, by the bandages left."""
_OFFERS = 4
"""One turn in so many that could do with an exchange begins with an offer."""


def steady(view: Json, stream: Stream) -> Json:
    """Choose from the seat's own view."""
    match view["phase"]:
        case "answer":
            return _answer(view)
        case "partner":
            return _swap(view, stream)
        case _:
            return _act(view, stream)


# One's turn


def _act(view: Json, stream: Stream) -> Json:
    """Play the best set or gem swap; without one, improve the hand."""
    worth, move = max(_gains(view), key=lambda gain: gain[0], default=(0, {}))
    if worth > 0:
        return move
    hand: list[Card] = view["hand"]
    table = view["table"]
    goal = _goal(view)
    keep = [card for card in hand if kind_of(card) == goal][:SET]
    junk = _without(hand, keep)
    if len(keep) == SET - 1:
        if kind_of(table["discard_top"]) == goal and len(junk) >= 2:
            return {"type": "take_discard", "cards": junk[:2]}
        if junk and not table["offer_spent"] and stream.below(_OFFERS) == 0:
            return {"type": "offer_exchange", "want": goal, "promise": junk[-1]}
    return {"type": "discard", "cards": junk or hand[-1:]}


def _goal(view: Json) -> Kind:
    """Choose the type to gather: what a set of it would bring, and how near it is."""
    hand = [kind_of(card) for card in view["hand"]]
    worth = _worth(view)
    return max(worth, key=lambda kind: worth[kind] * (1 + hand.count(kind)) ** 2)


def _worth(view: Json) -> dict[Kind, int]:
    """Tell what a set of each type would bring now."""
    table, me = view["table"], _me(view)
    reserve = [gem for gem in GEMS if table["reserve"][gem]]
    return {
        "gem": max((_gem_worth(me, gem) for gem in reserve), default=0),
        "thief": max((_theft(view, target) for target in _opponents(view)), default=0),
        "chipote": max((_blow(view, target, None) for target in _opponents(view)), default=0),
        "healing": _LAST_BANDAGES.get(me["bandages"], 0),
    }


def _gains(view: Json) -> Iterator[tuple[int, Json]]:
    """Value the sets and swaps of gems that can be made now."""
    me = _me(view)
    for form in view["legal_moves"]:
        fields = form.get("fields", {})
        match form["type"]:
            case "play_set":
                yield from _sets(view, fields)
            case "trade_gems" | "swap_team_gem":
                move = {"type": form["type"], **{name: domain["one_of"][0] for name, domain in fields.items()}}
                for take in fields["take"]["one_of"]:
                    # gems go away for it, so that only a colour not owned yet is worth it
                    worth = 0 if me["gems"][take] else _gem_worth(me, take)
                    if form["type"] == "swap_team_gem" and _completes(view, move["team_mate"], move["give"], take):
                        worth = _WIN
                    yield worth, {**move, "take": take}


def _sets(view: Json, fields: Json) -> Iterator[tuple[int, Json]]:
    cards = fields["cards"]["pick"]
    gems = fields["gem"]["one_of"] if "gem" in fields else [None]
    move = {"type": "play_set", "cards": cards[:SET]}
    match kind_of(cards[0]):
        case "gem":
            reserve = [gem for gem in GEMS if view["table"]["reserve"][gem]]
            for three in combinations(cards, SET):
                for gem in gems:
                    worth = _gem_worth(_me(view), gem or gem_choices(three, reserve)[0])
                    yield worth, {**move, "cards": list(three), **({"gem": gem} if gem else {})}
        case "thief":
            for target in fields["target"]["one_of"]:
                yield _theft(view, target), {**move, "target": target}
        case "chipote":
            for target in fields["target"]["one_of"]:
                for gem in gems:
                    worth = _blow(view, target, gem)
                    yield worth, {**move, "target": target, **({"gem": gem} if gem else {})}
        case _:
            yield _LAST_BANDAGES[_me(view)["bandages"]], move


# What things are worth


def _me(view: Json) -> Any:
    return view["table"]["players"][view["you"]]


def _opponents(view: Json) -> list[int]:
    players, team = view["table"]["players"], _me(view)["team"]
    return [
        seat for seat, player in enumerate(players) if seat != view["you"] and (team is None or player["team"] != team)
    ]


def _owned(player: Json) -> list[Gem]:
    """List the colours a player owns."""
    return [gem for gem in GEMS if player["gems"][gem]]


def _points(player: Json) -> int:
    return sum(VALUE[gem] * player["gems"][gem] for gem in GEMS)


def _gem_worth(me: Json, gem: Gem) -> int:
    if me["gems"][gem]:
        return _MORE_OF_A_COLOUR + VALUE[gem]
    return _WIN if len(_owned(me)) == len(GEMS) - 1 else _NEW_COLOUR + VALUE[gem]


def _completes(view: Json, mate: int, given: Gem, taken: Gem) -> bool:
    """Whether a team mate owns all four colours after a swap, which wins for the team (KIN-34)."""
    gems = dict(view["table"]["players"][mate]["gems"])
    gems[given] += 1
    gems[taken] -= 1
    return all(gems.values())


def _theft(view: Json, target: int) -> int:
    """Value a thief: the lowest gem, more from those who own many colours."""
    owned = _owned(view["table"]["players"][target])
    return _gem_worth(_me(view), owned[-1]) + len(owned) if owned else 0


def _blow(view: Json, target: int, gem: Gem | None) -> int:
    """Value a chipote: a bandage, or a gem and all the others gone, or the end of the game."""
    players, me = view["table"]["players"], _me(view)
    player = players[target]
    owned, bandages = _owned(player), int(player["bandages"])
    if bandages > 1:
        return _BANDAGE + len(owned) + BANDAGES - bandages
    choices = [gem] if gem else owned
    worth = max((_gem_worth(me, choice) for choice in choices), default=0) + _BANDAGE + len(owned)
    if worth >= _WIN or player["heart"] or len(players) == 2 or player["team"] is not None:
        return worth
    mine = _points(me) + max((VALUE[choice] for choice in choices), default=0)
    others = [_points(other) for seat, other in enumerate(players) if seat not in (view["you"], target)]
    return _WIN if mine >= max(others, default=0) else -_WIN


# The exchange of cards


def _answer(view: Json) -> Json:
    """Accept, and keep the word, if the promise is what one gathers and what is asked for is not."""
    offer = view["table"]["offer"]
    goal = _goal(view)
    asked = [card for card in view["hand"] if offer["want"] in (card, kind_of(card)) and kind_of(card) != goal]
    promised = offer["promise"]
    if not asked or promised is None or _kind(promised) != goal:
        return {"type": "decline_exchange"}
    return {"type": "accept_exchange", "card": asked[-1]}


def _swap(view: Json, stream: Stream) -> Json:
    """Swap what was promised with one of those who accepted."""
    (form,) = [form for form in view["legal_moves"] if form["type"] == "exchange"]
    cards, promised = form["fields"]["card"]["one_of"], view["table"]["offer"]["promise"]
    given = promised if promised in cards else cards[-1]
    return {"type": "exchange", "partner": stream.choice(form["fields"]["partner"]["one_of"]), "card": given}


def _kind(wish: str) -> str:
    return "gem" if wish.startswith("gem") else wish


def _without(hand: Sequence[Card], keep: Sequence[Card]) -> list[Card]:
    """List the cards of the hand that are not kept, the most common on top."""
    junk = list(hand)
    for card in keep:
        junk.remove(card)
    return in_order(junk)
