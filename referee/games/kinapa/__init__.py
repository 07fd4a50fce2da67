"""Kinapa: ask who does not have it, catch the liars, and lay your pairs while you are Emperor."""

from referee.games.kinapa import components, events, play, state, steady, view
from referee.games.protocol import Game

GAME = Game.of(
    id="kinapa",
    title="Kinapa",
    original_title="Kinapa",
    language="fr",
    rules_version="1",
    seats=range(2, 9),
    components=components,
    state=state,
    events=events,
    play=play,
    view=view,
    steady=steady,
)
