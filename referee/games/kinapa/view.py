"""What may be seen: the table by all, the hand by its seat."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.games.kinapa.components import Card, Object
from referee.games.kinapa.state import Number, Place, Seat, State
from referee.games.marks import Amount


class AtPlace(msgspec.Struct):
    """What all may know of a hand."""

    seat: Annotated[
        Seat | None,
        Meta(description="Its player; of a two-player BOT hand its owner, of a single BOT hand null"),
    ]
    bot: Annotated[bool, Meta(description="Whether it lies face down and nobody holds it")]
    cards: Annotated[Amount, Meta(description="How many")]
    face_up: Annotated[list[Card], Meta(description="Those that lie open while it is punished (KPA-20)")]
    sheep: bool
    foxes: Amount
    pairs: Annotated[list[Number], Meta(description="Laid, oldest first")]


class InCircle(msgspec.Struct):
    """What all may know of an object."""

    object: Annotated[Object | None, Meta(description="Null while it is face down")]
    pair: Annotated[Number | None, Meta(description="The number of the pair it bears")]


class Table(msgspec.Struct):
    """The public table of Kinapa."""

    round: Amount
    emperor: Seat
    numbers: Annotated[list[Number], Meta(description="Those that can be announced")]
    announced: Number | None
    answers: Annotated[
        list[bool | Literal["hidden"] | None],
        Meta(description="By place: raised or not, hidden until everyone has answered, null where there is none"),
    ]
    shown_pair: Annotated[Number | None, Meta(description="Announced and held as a pair (KPA-14)")]
    exposed: Annotated[list[Place], Meta(description="Two raised hands with one card each (KPA-12)")]
    places: Annotated[list[AtPlace], Meta(description="Seat s holds place s, BOT hands follow")]
    objects: Annotated[list[InCircle], Meta(description="In the order of the circle")]


def table(state: State) -> Table:
    """Build the public table (KPA-6: no sealed answer; KPA-16: no object face down; KPA-20: only open cards)."""
    return Table(
        round=state.round,
        emperor=state.emperor,
        numbers=state.numbers,
        announced=state.announced,
        answers=[_answer(state, place) for place in range(len(state.hands))],
        shown_pair=state.announced if state.pair_shown else None,
        exposed=state.exposed,
        places=[
            AtPlace(
                seat=_seat(state, place),
                bot=place >= state.seats,
                cards=len(hand.cards),
                face_up=hand.face_up,
                sheep=hand.sheep,
                foxes=hand.foxes,
                pairs=hand.pairs,
            )
            for place, hand in enumerate(state.hands)
        ],
        objects=[
            InCircle(object=each if pair is not None or i == state.turned else None, pair=pair)
            for i, (each, pair) in enumerate(zip(state.objects, state.bearing, strict=True))
        ],
    )


def _answer(state: State, place: int) -> bool | Literal["hidden"] | None:
    """Hide a player's answer until all are in; a BOT hand's is open, a punished hand's has no secret (KPA-7)."""
    answer = state.answers[place]
    sealed = state.phase == "answer" and place < state.seats and state.can_raise(place)
    return "hidden" if sealed and answer is not None else answer


def _seat(state: State, place: int) -> int | None:
    if place < state.seats:
        return place
    return place - 2 if state.two_players else None


def hand(state: State, seat: int) -> list[Card]:
    """Build the seat's own hand, sorted; never a BOT hand (KPA-40)."""
    return state.hands[seat].cards
