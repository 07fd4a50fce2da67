"""Kmakici Family's Greatest Teatime: bring the fifth friend to the table and take the sweet."""

from referee.games.protocol import Game
from referee.games.teatime import components, events, play, state, steady, view

GAME = Game.of(
    id="teatime",
    title="Kmakici Family's Greatest Teatime",
    original_title="Kmakici Family's Greatest Teatime",
    language="en",
    rules_version="1",
    seats=range(2, 6),
    components=components,
    state=state,
    events=events,
    play=play,
    view=view,
    steady=steady,
)
