"""Kinapa: ask who does not have it, catch the liars, and lay your pairs while you are Emperor."""

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
    phases=(
        "announce",
        "answer",
        "take",
        "hand_over",
        "expose",
        "give",
        "reveal",
        "lay",
        "crown",
        "take_up",
        "over",
    ),
    Options=state.Options,
    Deal=state.Deal,
    State=state.State,
    Table=view.Table,
    Card=Card,
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
