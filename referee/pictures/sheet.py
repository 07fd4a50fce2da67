"""The contact sheet: every picture, small and large, on light and on dark, in colour and in grey."""

from base64 import b64encode
from html import escape

from referee.games import GAMES
from referee.pictures import pictures

SIZES = (60, 600)
"""Widths in pixels at which a picture has to be legible."""

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Pictures of cards and pieces</title><style>
body { margin: 0; font: 16px/1.4 sans-serif }
h2, h3 { margin: 0; padding: 12px 16px; background: #e7e7ea; color: #111 }
div { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 8px; padding: 12px 16px }
.light { background: #fff }
.dark { background: #121214 }
.grey img { filter: grayscale(1) }
</style></head><body>
"""


def sheet() -> str:
    """Return the contact sheet as a page that fetches nothing."""
    return _HEAD + "".join(_section(game.id, game.title) for game in GAMES.values()) + "</body></html>\n"


def _section(game: str, title: str) -> str:
    shown = {slug: b64encode(drawn.encode()).decode() for slug, drawn in pictures(game).items()}
    written = f"<h2>{escape(title)}</h2>\n"
    for size in SIZES:
        for ground in ("light", "dark", "light grey", "dark grey"):
            images = "".join(
                f'<img width="{size}" alt="{slug}" title="{slug}" src="data:image/svg+xml;base64,{data}">\n'
                for slug, data in shown.items()
            )
            written += f'<h3>{size} px, {ground}</h3><div class="{ground}">\n{images}</div>\n'
    return written
