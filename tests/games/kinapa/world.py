"""Kinapa's variants, invariant and other worlds."""

import random

from referee.games.kinapa.components import CARRIES, NUMBER, ORDER, Card, cards_for, objects_for
from referee.games.kinapa.state import State
from tests.games.kit import Variant

# The rules end no match by themselves: random play may go on for ever, save with `stall_rounds` (KPA-46).
ENDLESS = {"must_end": False, "bound": 200}

VARIANTS = [
    Variant("2", 2, **ENDLESS),
    Variant("2-one_hand", 2, {"two_player_goal": "one_hand"}, golden=False, **ENDLESS),
    Variant("2-stall", 2, {"two_player_goal": "both_hands", "stall_rounds": 6}, bound=1_000),
    Variant("2-one_hand-stall", 2, {"two_player_goal": "one_hand", "stall_rounds": 6}, bound=800, golden=False),
    Variant("3", 3, **ENDLESS),
    Variant("3-stall", 3, {"stall_rounds": 4}, bound=600, golden=False),
    Variant("4", 4, **ENDLESS),
    Variant("5", 5, golden=False, **ENDLESS),
    Variant("6", 6, golden=False, **ENDLESS),
    Variant("7", 7, golden=False, **ENDLESS),
    Variant("8", 8, **ENDLESS),
    Variant("4-bot", 4, {"bot": True}, golden=False, **ENDLESS),
    Variant("5-bot", 5, {"bot": True}, **ENDLESS),
    Variant("6-bot", 6, {"bot": True}, golden=False, **ENDLESS),
    Variant("7-bot", 7, {"bot": True}, golden=False, **ENDLESS),
    Variant("8-stall", 8, {"stall_rounds": 3}, bound=800, golden=False),
]

REVEALING = {
    "looked",  # KPA-43: the owner sees a BOT hand that no view shows
    "revealed",  # KPA-16: an object turned back is remembered by the event log alone
}


def invariant(state: State) -> None:
    """Cards held and laid are all cards, each once; every object takes one pair of its numbers; marks are in bounds."""
    places = len(state.hands)
    laid = [number for number in state.bearing if number is not None]
    held = [card for hand in state.hands for card in hand.cards]
    assert len(held) + 2 * len(laid) == 4 * places
    unlaid = [card for card in cards_for(places) if NUMBER[card] not in laid]
    assert sorted(held, key=ORDER.__getitem__) == unlaid
    assert sorted(state.objects, key=list(CARRIES).index) == objects_for(places)
    for each, pair in zip(state.objects, state.bearing, strict=True):
        assert pair is None or pair in CARRIES[each]
    assert sorted(number for hand in state.hands for number in hand.pairs) == sorted(laid)
    settled = state.phase != "give"
    for place, hand in enumerate(state.hands):
        lent = 0 if settled else (place == state.emperor) - (place == state.giver)
        assert len(hand.cards) == 4 - 2 * len(hand.pairs) + lent
        assert hand.cards == sorted(hand.cards, key=ORDER.__getitem__)
        assert set(hand.face_up) <= set(hand.cards)
        assert hand.foxes or not hand.face_up
    assert sum(hand.foxes for hand in state.hands) in (0, 1, 2)
    assert sum(hand.foxes > 0 for hand in state.hands) <= 1
    if state.phase != "over":
        in_play = [hand for hand in state.hands if hand.cards]
        assert state.hands[state.emperor].sheep
        assert not all(hand.sheep for hand in in_play)
        assert all(hand.cards or not (hand.sheep or hand.foxes) for hand in state.hands)


def other_world(state: State, viewer: int | None, chance: random.Random) -> State:
    """Rearrange the hidden cards of the other hands, sealed answers, and the objects that lie face down."""
    _other_hands(state, viewer, chance)
    _other_answers(state, viewer, chance)
    _other_objects(state, chance)
    return state


def _other_hands(state: State, viewer: int | None, chance: random.Random) -> None:
    known = [_known(state, place, viewer, chance) for place in range(len(state.hands))]
    pool = [card for hand, fixed in zip(state.hands, known, strict=True) for card in hand.cards if card not in fixed]
    chance.shuffle(pool)
    for hand, fixed in zip(state.hands, known, strict=True):
        hand.cards = [*fixed, *(pool.pop() for _ in range(len(hand.cards) - len(fixed)))]
    if state.phase == "expose":
        _either_way(state, viewer, chance)
    if state.phase == "give" and viewer != state.emperor:
        _other_card_received(state, viewer, chance)
    for hand in state.hands:
        hand.cards.sort(key=ORDER.__getitem__)


def _known(state: State, place: int, viewer: int | None, chance: random.Random) -> list[Card]:
    """Cards of a hand that the viewer sees, or that the phase itself gives away."""
    hand = state.hands[place]
    if place == viewer:
        return list(hand.cards)
    known = set(hand.face_up)
    if state.phase == "hand_over" and place == state.giver:
        # nobody else knows whether it has one card or both; a liar's other one may be in no other raised hand
        known.update(hand.of(state.asked) if state.liar is not None else [chance.choice(hand.of(state.asked))])
    if state.phase == "expose" and place in state.exposed:
        known.update(hand.of(state.asked))
    if state.phase == "take" and state.pair_shown and place == state.emperor:
        known.update(hand.of(state.asked))
    if state.phase == "lay" and place == state.emperor and state.turned is not None:
        # nobody else knows whether it has one pair of the object's or both
        pairs = [cards for number in CARRIES[state.objects[state.turned]] if len(cards := hand.of(number)) == 2]
        known.update(chance.choice(pairs))
    if state.phase == "give" and place == state.emperor and _demanded(state):
        known.update(hand.of(state.asked))
    return list(known)


def _demanded(state: State) -> bool:
    """Whether the number of the card just received is known to all (KPA-11)."""
    lowered = sum(answer is False for answer in state.answers)
    return state.phase == "give" and not state.pair_shown and lowered < 2


def _either_way(state: State, viewer: int | None, chance: random.Random) -> None:
    """Swap the two exposed cards, of which all know the number and nobody else the kind."""
    hands = [state.hands[place] for place in state.exposed]
    if viewer not in state.exposed and chance.random() < 0.5:
        one, two = (hand.of(state.asked)[0] for hand in hands)
        hands[0].cards[hands[0].cards.index(one)] = two
        hands[1].cards[hands[1].cards.index(two)] = one


def _other_card_received(state: State, viewer: int | None, chance: random.Random) -> None:
    """Let the Emperor have received another card: of the number if it was demanded, else any."""
    hand = state.hands[state.emperor]
    if not _demanded(state):
        state.received = chance.choice([card for card in hand.cards if card not in hand.face_up])
        return
    cards = hand.of(state.asked)
    if len(cards) == 2:
        state.received = chance.choice(cards)
        return
    (other,) = {"animal", "shelter"} - {cards[0].split("-")[0]}
    partner: Card = next(card for card in ORDER if card == f"{other}-{state.asked}")
    place = next(place for place, hand in enumerate(state.hands) if partner in hand.cards)
    if place != viewer and partner not in state.hands[place].face_up and chance.random() < 0.5:
        state.hands[place].cards[state.hands[place].cards.index(partner)] = cards[0]
        hand.cards[hand.cards.index(cards[0])] = partner
        state.received = partner


def _other_answers(state: State, viewer: int | None, chance: random.Random) -> None:
    """Answers of players are sealed until the last one; a punished hand's and a BOT hand's are not."""
    if state.phase != "answer":
        return
    for place in range(state.seats):
        if place != viewer and state.answers[place] is not None and state.can_raise(place):
            state.answers[place] = chance.random() < 0.5


def _other_objects(state: State, chance: random.Random) -> None:
    hidden = [i for i, pair in enumerate(state.bearing) if pair is None and i != state.turned]
    objects = [state.objects[i] for i in hidden]
    chance.shuffle(objects)
    for i, each in zip(hidden, objects, strict=True):
        state.objects[i] = each
