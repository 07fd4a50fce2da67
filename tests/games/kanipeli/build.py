"""States to prove rules on: only what matters is named, the other cards lie where they do not disturb."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from referee.errors import IllegalMove
from referee.games import GAMES, forms
from referee.games.events import Event
from referee.games.kanipeli import GAME, play, trade
from referee.games.kanipeli.components import CARDS, DRINKS, KIND
from referee.games.kanipeli.state import Deal, Options, Phase, State
from referee.games.protocol import judge
from tests.games.kanipeli.world import invariant
from tests.games.kit import begin, stream_for

BOOK = GAMES["kanipeli"]


def start(seats: int = 2, deal: Mapping[str, Any] | None = None, stream: str = "kanipeli", **options: Any) -> State:
    """A match as it begins, seat 0 on turn."""
    arranged = msgspec.convert(deal, Deal) if deal is not None else None
    chosen = msgspec.convert({"first_seat": 0, **options}, Options)
    return begin(GAME, seats, chosen, arranged, stream_for(stream))[1]


def build(
    hands: Sequence[Sequence[str]],
    *,
    phase: Phase = "play",
    tables: Sequence[Mapping[str, int]] = (),
    kanit: Sequence[int] = (),
    drawn: Sequence[str] = (),
    aside: Sequence[Sequence[str]] = (),
    piles: Sequence[Sequence[str]] = (),
    discards: Sequence[str] = (),
    rest: str = "piles",
    **other: Any,
) -> State:
    """A state with these cards, seat 0 on turn. The cards not named go to `rest`: under the piles, under the
    discards, or to the `last` seat's hand. Känit are taken from those too, the commonest drinks first."""
    seats = len(hands)

    def by_seat(given: Sequence[Any], nothing: Any) -> list[Any]:
        return [*given, *(nothing for _ in range(seats - len(given)))]

    left = list(CARDS)

    def take(drinks: Sequence[str]) -> list[int]:
        kinds = [KIND[drink] for drink in drinks]
        for kind in kinds:
            left.remove(kind)
        return kinds

    state = State(
        turn=0,
        most_reshuffles=3,
        hands=[take(hand) for hand in hands],
        piles=[take(pile) for pile in [*piles, *[()] * (3 - len(piles))]],
        tables=[{take([drink] * count)[0]: count for drink, count in table.items()} for table in by_seat(tables, {})],
        kanit=[],
        aside=[take(cards) for cards in by_seat(aside, ())],
        spaces=[2] * seats,
        last_pile=[None] * seats,
        discards=take(discards),
        phase=phase,
        drawn=take(drawn),
    )
    state.kanit = [[left.pop(0) for _ in range(count)] for count in by_seat(kanit, 0)]
    match rest:
        case "piles":
            for pile in range(3):
                state.piles[pile] += left[pile::3]
        case "discards":
            state.discards = left + state.discards
        case _:
            state.hands[-1] += left
    for name, value in other.items():
        assert hasattr(state, name)
        setattr(state, name, value)
    invariant(state)
    return state


def trading(hands: list[list[str]] | None = None, **other: Any) -> State:
    """Seat 0 is on turn and has drawn a lappari and a punkku."""
    hands = hands or [["hwf", "kossu"], ["gt", "stoutti", "hauki"], ["jallu", "jallu", "gt", "jallu"]]
    return build(hands, phase="trade", **{"drawn": ["lappari", "punkku"], **other})


def move(state: State, seat: int, kind: str, stream: str = "moves", **fields: Any) -> list[Event]:
    """Make a move; afterwards all cards must still be there."""
    made = BOOK.read_move({"type": kind, **fields})
    events = judge(BOOK, state, seat, made, stream_for(stream), play.legal(state, seat))
    invariant(state)
    return events


def refused(state: State, seat: int, kind: str, **fields: Any) -> tuple[str, str | None, Any]:
    """The rule, the field and what would be allowed, of a move that must be refused."""
    before = BOOK.encode(state)
    with pytest.raises(IllegalMove) as error:
        move(state, seat, kind, **fields)
    assert BOOK.encode(state) == before
    extra = error.value.extra
    return extra["rule"]["id"], extra.get("field"), msgspec.to_builtins(extra.get("allowed"))


def offer(state: State, maker: int, to: int, **fields: Any) -> int:
    """Make an offer and return its number."""
    move(state, maker, "offer", to=to, **fields)
    return state.offers[-1].id


def types(state: State, seat: int) -> list[str]:
    """The types of the seat's forms, each once."""
    return list(dict.fromkeys(form.type for form in play.legal(state, seat)))


def form(state: State, seat: int, kind: str) -> dict[str, Any]:
    """The fields of the seat's only form of a type, as JSON."""
    (found,) = [one for one in forms.to_json(play.legal(state, seat)) if one["type"] == kind]
    fields: dict[str, Any] = found.get("fields", {})
    return fields


def names(kinds: Sequence[int]) -> list[str]:
    return [DRINKS[kind] for kind in kinds]


def given(state: State) -> list[list[str]]:
    """The cards that each open offer gives."""
    return [names(trade.given(state, one)) for one in state.offers]
