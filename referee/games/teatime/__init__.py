"""Kmakici Family's Greatest Teatime: bring the fifth friend to the table and take the sweet."""

from typing import get_args

from referee.games.events import event_types
from referee.games.protocol import Game
from referee.games.teatime import events, play, state, view
from referee.games.teatime.components import BOX
from referee.games.teatime.steady import steady

GAME = Game(
    id="teatime",
    title="Kmakici Family's Greatest Teatime",
    original_title="Kmakici Family's Greatest Teatime",
    language="en",
    rules_version="1",
    seats=range(2, 6),
    components=BOX,
    phases=("play", "over"),
    Options=state.Options,
    Deal=state.Deal,
    State=state.State,
    Table=view.Table,
    Card=state.Card,
    moves=get_args(state.AnyMove),
    events=event_types(events),
    example=state.EXAMPLE,
    setup=play.setup,
    opening=play.opening,
    phase=play.phase,
    awaiting=play.awaiting,
    legal=play.legal,
    apply=play.apply,
    because=play.because,
    result=play.result,
    table=view.table,
    hand=view.hand,
    steady=steady,
)
