"""Kobayakawa: one card each, and one in the middle that helps the weakest fighter."""

from referee.games.kobayakawa import components, events, play, state, steady, view
from referee.games.protocol import Game

GAME = Game.of(
    id="kobayakawa",
    title="Kobayakawa",
    original_title="コバヤカワ",
    language="ja",
    rules_version="1",
    seats=range(3, 7),
    components=components,
    state=state,
    events=events,
    play=play,
    view=view,
    steady=steady,
)
