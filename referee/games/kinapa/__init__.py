"""Kinapa: ask who does not have it, catch the liars, and lay your pairs while you are Emperor."""

from operator import attrgetter
from typing import get_args

from referee.games.events import event_types
from referee.games.kinapa import events, play, state, view
from referee.games.kinapa.components import BOX, Card
from referee.games.kinapa.steady import steady
from referee.games.protocol import Game

GAME = Game(
    id="kinapa",
    title="Kinapa",
    original_title="Kinapa",
    language="fr",
    rules_version="1",
    seats=range(2, 9),
    components=BOX,
    phases=get_args(state.Phase),
    Options=state.Options,
    Deal=state.Deal,
    State=state.State,
    Table=view.Table,
    Card=Card,
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
