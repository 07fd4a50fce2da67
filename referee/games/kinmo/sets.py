"""Sets: three cards of one type, and the benefit they bring (KIN-12, KIN-15 to KIN-21)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from referee.games.events import Event
from referee.games.forms import AnyDomain, Form, OneOf, Pick
from referee.games.kinmo import events
from referee.games.kinmo.components import BANDAGES, GEM_OF, GEMS, SET, VALUE, WITH_HEARTS, Card, Gem, in_order, kind_of
from referee.games.kinmo.state import PlaySet, State, pass_on

# What may be played


def set_forms(state: State, seat: int) -> Iterator[Form]:
    """Sets in the seat's hand that bring a benefit (KIN-12, KIN-21)."""
    hand = state.hands[seat]
    gem_cards = in_order(card for card in hand if card in GEM_OF)
    if len(gem_cards) >= SET and state.reserve:
        yield from _gem_forms(gem_cards, state.in_reserve())
    if hand.count("thief") >= SET and (targets := thief_targets(state, seat)):
        yield _set_form(["thief"] * SET, {"target": OneOf(targets)})
    if hand.count("chipote") >= SET:
        yield from _chipote_forms(state, seat)
    if hand.count("healing") >= SET and state.bandages[seat] < BANDAGES:
        yield _set_form(["healing"] * SET, {})


def _set_form(cards: Sequence[Card], fields: dict[str, AnyDomain]) -> Form:
    return Form("play_set", {"cards": Pick(list(cards), SET, SET, ordered=True), **fields})


def _choice(gems: Sequence[Gem]) -> dict[str, AnyDomain]:
    """Ask for a gem only where there are two or more to choose from."""
    return {"gem": OneOf(list(gems))} if len(gems) > 1 else {}


def _gem_forms(gem_cards: Sequence[Card], reserve: Sequence[Gem]) -> Iterator[Form]:
    """Give one form if all threes leave the same choice of gem, otherwise one a three (KIN-15)."""
    choices = {three: _choice(gem_choices(three, reserve)) for three in combinations(gem_cards, SET)}
    first, *others = choices.values()
    if all(other == first for other in others):
        yield _set_form(gem_cards, first)
        return
    for three, choice in choices.items():
        yield _set_form(three, choice)


def gem_choices(cards: Iterable[Card], reserve: Iterable[Gem]) -> list[Gem]:
    """List the gems that a set of gem cards may bring (KIN-15): the colour it shows most often and that is left.

    Three of a colour, or the majority, or the third card's colour, or any of three; any gem when all those are gone.
    """
    shown = Counter(GEM_OF[card] for card in cards)
    left = [gem for gem in GEMS if gem in reserve]
    for times in (3, 2, 1):
        if named := [gem for gem in left if shown[gem] == times]:
            return named
    return left


def thief_targets(state: State, seat: int) -> list[int]:
    """List the opponents who own a gem (KIN-16, KIN-33)."""
    return [target for target in state.opponents(seat) if state.gems[target]]


def knock_out_choices(state: State, target: int) -> list[Gem]:
    """List the gems from which the attacker takes one if this is the target's last bandage (KIN-18, KIN-19)."""
    return state.colours(target) if state.bandages[target] == 1 else []


def _chipote_forms(state: State, seat: int) -> Iterator[Form]:
    """Give one form for the targets that leave no choice of gem, and one for each that does (KIN-17, KIN-18)."""
    choices = {target: _choice(knock_out_choices(state, target)) for target in state.opponents(seat)}
    if plain := [target for target, choice in choices.items() if not choice]:
        yield _set_form(["chipote"] * SET, {"target": OneOf(plain)})
    for target, choice in choices.items():
        if choice:
            yield _set_form(["chipote"] * SET, {"target": OneOf([target]), **choice})


# Why not


def why_no_set(state: State, seat: int, move: PlaySet) -> str:
    """Name the rule that forbids a set known to be illegal."""
    kinds = {kind_of(card) for card in move.cards}
    held = Counter(state.hands[seat])
    held.subtract(move.cards)
    if len(move.cards) != SET or len(kinds) > 1 or min(held.values()) < 0:
        return "KIN-12"
    match kinds.pop():
        case "gem":
            return "KIN-15" if state.reserve else "KIN-21"
        case "thief":
            return _why_no_target(state, seat, move, "KIN-16") if thief_targets(state, seat) else "KIN-21"
        case "chipote":
            return _why_no_target(state, seat, move, "KIN-17")
        case _:
            return "KIN-20" if state.bandages[seat] < BANDAGES else "KIN-21"


def _why_no_target(state: State, seat: int, move: PlaySet, rule: str) -> str:
    target = move.target
    if target in state.team_mates(seat):
        return "KIN-33"
    if rule == "KIN-17" and target in state.opponents(seat) and knock_out_choices(state, target):
        return knock_out_rule(state, target)
    return rule


def knock_out_rule(state: State, target: int) -> str:
    """Name the rule for the target's last bandage: with a heart, without one, two players or teams."""
    if state.seats in WITH_HEARTS:
        return "KIN-18" if state.hearts[target] else "KIN-19"
    return "KIN-25" if state.team(target) is None else "KIN-31"


# The benefits


def benefit(state: State, seat: int, move: PlaySet) -> Iterator[Event]:
    """Give the seat what its set brings; where no gem is named there is at most one to take."""
    target = -1 if move.target is None else move.target
    match kind_of(move.cards[0]):
        case "gem":
            gem = move.gem or gem_choices(move.cards, state.reserve)[0]
            pass_on(gem, state.reserve, state.gems[seat])
            yield events.GemGained(seat, gem=gem)
        case "thief":
            gem = min(state.gems[target], key=VALUE.__getitem__)
            pass_on(gem, state.gems[target], state.gems[seat])
            yield events.GemStolen(seat, target=target, gem=gem)
        case "chipote":
            yield from _hit(state, seat, target, move.gem)
        case _:
            state.bandages[seat] += 1
            yield events.Healed(seat, bandages=state.bandages[seat])


def _hit(state: State, seat: int, target: int, gem: Gem | None) -> Iterator[Event]:
    """Take a bandage (KIN-17), with the last one also all gems (KIN-18, KIN-19, KIN-25, KIN-31)."""
    choices = knock_out_choices(state, target)
    state.bandages[target] -= 1
    yield events.Hit(seat, target=target, bandages=state.bandages[target])
    if state.bandages[target] > 0:
        return
    taken = gem or next(iter(choices), None)
    if taken:
        pass_on(taken, state.gems[target], state.gems[seat])
    returned = sorted(state.gems[target], key=GEMS.index)
    state.gems[target] = []
    state.reserve += returned
    heart = state.hearts[target]
    if heart or state.seats not in WITH_HEARTS:
        state.bandages[target] = BANDAGES
    state.hearts[target] = False
    yield events.KnockedOut(
        seat, target=target, taken=taken, returned=returned, heart_lost=heart, bandages=state.bandages[target]
    )
