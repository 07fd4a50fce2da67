"""Känipeli: collect drinks on the table, trade for more of the same, and drink them for känit."""

from referee.games.kanipeli import components, events, play, state, steady, view
from referee.games.protocol import Game

GAME = Game.of(
    id="kanipeli",
    title="Känipeli",
    original_title="Känipeli",
    language="fi",
    rules_version="1",
    seats=range(2, 8),
    components=components,
    state=state,
    events=events,
    play=play,
    view=view,
    steady=steady,
)
