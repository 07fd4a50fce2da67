"""KINMO: sets of cards bring gems, steal them or knock them loose; four colours win."""

from referee.games.kinmo import components, events, play, state, steady, view
from referee.games.protocol import Game

GAME = Game.of(
    id="kinmo",
    title="KINMO",
    original_title="KINMO",
    language="es",
    rules_version="1",
    seats=range(2, 11),
    components=components,
    state=state,
    events=events,
    play=play,
    view=view,
    steady=steady,
)
