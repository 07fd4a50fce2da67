"""A match as the rules know it, and the one way to play it: everything that plays stands on this.

Pure: no clock, no I/O; chance comes from the stream alone, so that a seed and the moves tell everything.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from referee.games.events import Event, Finished, OwnHand, Started
from referee.games.forms import Form
from referee.games.protocol import AnyGame, Deal, Move, Options, Result, Seat, check, draw_options, judge
from referee.randomness import Stream


@dataclass(slots=True)
class Position:
    """Where a match stands. `version` counts its moves; the stream is where the last of them left it."""

    game: AnyGame
    state: Any
    stream: Stream
    version: int = 0

    @classmethod
    def begin(
        cls, game: AnyGame, seats: int, options: Options, deal: Deal | None, stream: Stream
    ) -> tuple["Position", list[Event]]:
        """Draw what the options leave open, set up, and tell: `Started`, and what follows before the first move.

        Raises Invalid for options, BadDeal for a deal, that cannot be.
        """
        options = draw_options(options, seats, stream)
        state = game.setup(seats, options, deal, stream)
        shown, following = game.opening(state, stream) if game.opening else (state, [])
        hands = {seat: OwnHand(game.hand(shown, seat)) for seat in range(seats)}
        started = Started(options=msgspec.to_builtins(options), table=game.table(shown), private=hands)
        return cls(game, state, stream), [started, *following]

    def awaiting(self) -> frozenset[Seat]:
        """Who must move; empty once over."""
        return self.game.awaiting(self.state)

    def legal(self, seat: Seat) -> list[Form]:
        """Everything the seat may do now, also out of turn."""
        return self.game.legal(self.state, seat)

    def result(self) -> Result | None:
        """The result once the match is over."""
        return self.game.result(self.state)

    def check(self, seat: Seat, move: Move, forms: list[Form] | None = None) -> None:
        """Raise what `play` would raise, and change nothing."""
        check(self.game, self.state, seat, move, self.legal(seat) if forms is None else forms)

    def play(self, seat: Seat, move: Move, forms: list[Form] | None = None) -> list[Event]:
        """Make a move, or refuse it and stay; returns what happened, `Finished` last when it ended the match.

        `forms` are `legal(seat)`, where the caller has asked for them. Raises NotYourTurn, IllegalMove.
        """
        forms = self.legal(seat) if forms is None else forms
        events = judge(self.game, self.state, seat, move, self.stream, forms)
        self.version += 1
        if result := self.result():
            events.append(Finished(**msgspec.structs.asdict(result)))
        return events
