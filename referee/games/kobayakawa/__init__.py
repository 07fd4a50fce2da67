"""Kobayakawa: one card each, and one in the middle that helps the weakest fighter."""

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
    phases=("draw", "keep", "fight", "over"),
    Options=state.Options,
    Deal=state.Deal,
    State=state.State,
    Table=view.Table,
    Card=state.Card,
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
)
