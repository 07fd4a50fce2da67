"""Positions for the tests of Kinapa, and the moves of a round in one call."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import pytest

from referee.errors import IllegalMove
from referee.games import GAMES
from referee.games.events import Event
from referee.games.forms import OneOf
from referee.games.kinapa import GAME, play
from referee.games.kinapa.components import ORDER, cards_for, objects_for
from referee.games.kinapa.state import Deal, Hand, Options, State
from referee.games.kinapa.turn import pairs_for
from referee.games.protocol import judge
from referee.randomness import Stream
from tests.games.kit import begin, stream_for

BOOK = GAMES["kinapa"]


def cards(short: str) -> list[Any]:
    """Spell cards out: "a7 s12" is animal 7 and shelter 12."""
    names = {"a": "animal", "s": "shelter"}
    return sorted((f"{names[one[0]]}-{one[1:]}" for one in short.split()), key=lambda card: ORDER[card])


def start(seats: int, deal: dict[str, Any] | None = None, **options: Any) -> State:
    """A match as set up."""
    arranged = None if deal is None else msgspec.convert(deal, Deal)
    state: State = begin(GAME, seats, msgspec.convert(options, Options), arranged, stream_for("kinapa"))[1]
    return state


def position(hands: Sequence[str], *, seats: int = 4, sheep: Collection[int] = (0,), **options: Any) -> State:
    """Seat 0 is about to announce; hands by place, those left out get what remains; the objects lie sorted."""
    state = start(seats, **options)
    places = len(state.hands)
    held = [cards(hand) for hand in hands]
    rest = [card for card in cards_for(places) if not any(card in hand for hand in held)]
    while len(held) < places:
        held.append([rest.pop(0) for _ in range(4)])
    state.hands = [Hand(hand, sheep=place in sheep) for place, hand in enumerate(held)]
    state.emperor = 0
    state.objects = objects_for(places)
    return state


def seven() -> State:
    """A is Emperor and has a 7; B has the other; nobody has a pair."""
    return position(["a7 a1 s2 s3", "s7 a2 a3 s4", "a4 a5 s6 s8", "a6 a8 s1 s5"])


def move(state: State, mover: int, kind: str, stream: Stream | None = None, /, **fields: Any) -> list[Event]:
    """Make a move."""
    made = BOOK.read_move({"type": kind, **fields})
    return judge(BOOK, state, mover, made, stream or stream_for("moves"), play.legal(state, mover))


def refused(state: State, mover: int, kind: str, /, **fields: Any) -> dict[str, Any]:
    """Make a move that must be illegal and change nothing; returns what the refusal says."""
    before = BOOK.encode(state)
    with pytest.raises(IllegalMove) as error:
        move(state, mover, kind, **fields)
    assert BOOK.encode(state) == before
    extra: dict[str, Any] = msgspec.to_builtins(dict(error.value.extra))
    return {**extra, "rule": extra["rule"]["id"]}


def ask(state: State, number: int, raised: Collection[int], stream: Stream | None = None) -> list[Event]:
    """The Emperor announces and all others answer; `raised` are places."""
    bot = state.bot_of(state.emperor)
    fields = {"bot_raised": bot in raised} if bot is not None and state.can_raise(bot) else {}
    events = move(state, state.emperor, "announce", stream, number=number, **fields)
    while state.phase == "answer":
        seat = min(play.awaiting(state))
        bot = state.bot_of(seat)
        fields = {"bot_raised": bot in raised} if bot is not None and state.can_raise(bot) else {}
        events += move(state, seat, "answer", stream, raised=seat in raised, **fields)
    return events + obliged(state, stream)


def obliged(state: State, stream: Stream | None = None) -> list[Event]:
    """Hand over or lay what is asked for wherever there is only one way to do it."""
    events: list[Event] = []
    while state.phase in ("hand_over", "lay"):
        (seat,) = play.awaiting(state)
        ((name, domain),) = play.legal(state, seat)[0].fields.items()
        assert isinstance(domain, OneOf)
        if len(domain.one_of) > 1:
            break
        events += move(state, seat, state.phase, stream, **{name: domain.one_of[0]})
    return events


def give(state: State, short: str) -> list[Event]:
    """The Emperor gives a card in return."""
    (card,) = cards(short)
    return move(state, state.emperor, "give", card=card)


def turn(state: State, numbers: str) -> list[Event]:
    """The Emperor turns over the first object of these numbers that bears no pair."""
    index = next(i for i, each in enumerate(state.objects) if each == numbers and state.bearing[i] is None)
    return move(state, state.emperor, "reveal", object=index) + obliged(state)


def pass_round(state: State, heir: int) -> list[Event]:
    """Play a round of four in which only `heir` is raised, so that it is Emperor next."""
    emperor = state.emperor
    down = next(place for place in range(4) if place not in (emperor, heir))
    events = ask(state, state.numbers[0], {heir})
    events += move(state, emperor, "take", place=down)
    back = next(card for card in state.hands[emperor].cards if card != state.received)
    events += move(state, emperor, "give", card=back)
    idle = next(i for i in range(len(state.objects)) if not pairs_for(state, i))
    return events + move(state, emperor, "reveal", object=idle)


def types(events: Sequence[Event]) -> list[str]:
    """The types of events, in order."""
    return [event.type for event in events]


def only(events: Sequence[Event], kind: str) -> Event:
    """The one event of a type."""
    (event,) = [event for event in events if event.type == kind]
    return event
