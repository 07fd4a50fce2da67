"""Känipeli: collect drinks on the table, trade for more of the same, and drink them for känit."""

from referee.games.kanipeli import events, play, state, view
from referee.games.kanipeli.components import BOX, Drink
from referee.games.kanipeli.steady import patient, steady
from referee.games.protocol import Game

GAME = Game(
    id="kanipeli",
    title="Känipeli",
    original_title="Känipeli",
    language="fi",
    rules_version="1",
    seats=range(2, 8),
    components=BOX,
    phases=("play", "draw", "trade", "place", "refill", "over"),
    Options=state.Options,
    Deal=state.Deal,
    State=state.State,
    Table=view.Table,
    Card=Drink,
    moves=state.MOVES,
    events=events.EVENTS,
    example=state.EXAMPLE,
    setup=play.setup,
    phase=play.phase,
    awaiting=play.awaiting,
    legal=play.legal,
    apply=play.apply,
    because=play.because,
    result=play.result,
    table=view.table,
    hand=view.hand,
    steady=steady,
    patient=patient,
)
