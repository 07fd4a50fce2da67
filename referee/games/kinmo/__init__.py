"""KINMO: sets of cards bring gems, steal them or knock them loose; four colours win."""

from operator import attrgetter
from typing import get_args

from referee.games.events import event_types
from referee.games.kinmo import components, events, play, state, view
from referee.games.kinmo.steady import steady
from referee.games.protocol import Game

GAME = Game(
    id="kinmo",
    title="KINMO",
    original_title="KINMO",
    language="es",
    rules_version="1",
    seats=range(2, 11),
    components=components.BOX,
    phases=get_args(state.Phase),
    Options=state.Options,
    Deal=state.Deal,
    State=state.State,
    Table=view.Table,
    Card=components.Card,
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
)
