"""What the tests of all games share: variants, what a viewer sees, random play."""

import hashlib
import importlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from referee.games import GAMES, forms
from referee.games.events import Event
from referee.games.position import Position
from referee.games.protocol import AnyGame, Deal, Game, Options, judge
from referee.randomness import Stream


@dataclass(frozen=True)
class Variant:
    """A way to set a game up, with the number of moves within which random play must end."""

    name: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    bound: int = 10_000
    must_end: bool = True
    """False where the rules allow random play to go on for ever: the bound then ends the test."""
    golden: bool = True
    """Whether the variant has a golden playthrough."""
    deal: dict[str, Any] | None = None


@dataclass(frozen=True)
class Case:
    """A game and one of its variants, with the game's own checks (tests/games/<game>/world.py)."""

    game: Game[Any, Any, Any]
    variant: Variant
    invariant: Callable[[Any], None]
    other_world: Callable[[Any, int | None, random.Random], Any]
    revealing: frozenset[str]
    """Event types that tell an entitled viewer, for a moment, what no view keeps."""

    def __str__(self) -> str:
        return f"{self.game.id}-{self.variant.name}"

    @property
    def book(self) -> AnyGame:
        return GAMES[self.game.id]

    @property
    def viewers(self) -> list[int | None]:
        return [*range(self.variant.seats), None]

    def start(self, stream: Stream) -> Any:
        """A fresh state."""
        options = msgspec.convert(self.variant.options, self.game.Options)
        deal = None if self.variant.deal is None else msgspec.convert(self.variant.deal, self.game.Deal)
        return begin(self.game, self.variant.seats, options, deal, stream)[1]


def cases() -> list[Case]:
    """Every variant of every registered game."""
    found = []
    for game in GAMES.values():
        world = importlib.import_module(f"tests.games.{game.id}.world")
        found += [
            Case(game, variant, world.invariant, world.other_world, frozenset(getattr(world, "REVEALING", ())))
            for variant in world.VARIANTS
        ]
    return found


def begin(game: AnyGame, seats: int, options: Options, deal: Deal | None, stream: Stream) -> tuple[Any, Any]:
    """The effective options and the state before the first move."""
    position, (started, *_) = Position.begin(game, seats, options, deal, stream)
    return msgspec.convert(started.data["options"], game.Options), position.state


def stream_for(name: str) -> Stream:
    """A stream that is the same in every run."""
    return Stream(hashlib.sha256(name.encode()).digest())


def seen(game: Game[Any, Any, Any], state: Any, viewer: int | None) -> bytes:
    """All that the rules let a viewer (None: a spectator) see of a state, as JSON bytes."""
    return msgspec.json.encode(
        {
            "phase": game.phase(state),
            "to_act": sorted(game.awaiting(state)),
            "table": game.table(state),
            "hand": None if viewer is None else game.hand(state, viewer),
            "legal_moves": [] if viewer is None else game.legal(state, viewer),
            "result": game.result(state),
        }
    )


def seen_events(events: list[Event], viewer: int | None) -> bytes:
    """Events as a viewer may know them, as JSON bytes."""
    return msgspec.json.encode(
        [
            (event.type, event.seat, event.data, event.private.get(viewer) if viewer is not None else None)
            for event in events
        ]
    )


def movers(game: Game[Any, Any, Any], state: Any, seats: int) -> dict[int, list[forms.Form]]:
    """Every seat that may move, with its forms."""
    return {seat: found for seat in range(seats) if (found := game.legal(state, seat))}


def play(
    case: Case, stream: Stream, limit: int | None = None
) -> Iterator[tuple[Any, int, dict[str, Any], list[Event]]]:
    """Play random legal moves, also out of turn; yields (state after the move, seat, move, events)."""
    game, state = case.game, case.start(stream)
    chance = Stream(hashlib.sha256(b"chance" + case.book.encode(state)).digest())
    for _ in range(case.variant.bound if limit is None else limit):
        may = movers(game, state, case.variant.seats)
        if not may:
            return
        seat = chance.choice(sorted(may))
        move = forms.sample(may[seat], chance.below)
        events = judge(case.book, state, seat, case.book.read_move(move), stream, may[seat])
        yield state, seat, move, events


def copy(case: Case, state: Any) -> Any:
    """A copy through the codec."""
    return case.book.decode(case.book.encode(state))


def refusal(case: Case, state: Any, seat: int, move: dict[str, Any]) -> tuple[str, bytes] | None:
    """Why a move is refused, as code and JSON bytes; None if it is legal. The state stays as it is."""
    from referee.errors import RefereeError
    from referee.games.protocol import check, check_turn

    try:
        found = case.game.legal(state, seat)
        check_turn(found)
        check(case.book, state, seat, case.book.read_move(move), found)
    except RefereeError as error:
        return error.code, msgspec.json.encode([error.detail, dict(error.extra)])
    return None
