"""Kobayakawa: one card each, and one in the middle that helps the weakest fighter."""

from operator import attrgetter
from typing import get_args

from referee.games.events import event_types
from referee.games.kobayakawa import events, play, state, view
from referee.games.kobayakawa.components import BOX
from referee.games.kobayakawa.steady import steady
from referee.games.protocol import Game

GAME = Game(
    id="kobayakawa",
    title="Kobayakawa",
    original_title="コバヤカワ",
    language="ja",
    rules_version="1",
    seats=range(3, 7),
    components=BOX,
    phases=get_args(state.Phase),
    Options=state.Options,
    Deal=state.Deal,
    State=state.State,
    Table=view.Table,
    Card=state.Card,
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
