"""Känipeli: collect drinks on the table, trade for more of the same, and drink them for känit."""

from operator import attrgetter
from typing import get_args

from referee.games.events import event_types
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
    phases=get_args(state.Phase),
    Options=state.Options,
    Deal=state.Deal,
    State=state.State,
    Table=view.Table,
    Card=Drink,
    moves=get_args(state.AnyMove),
    events=event_types(events),
    example=state.EXAMPLE,
    setup=play.setup,
    phase=attrgetter("phase"),
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
