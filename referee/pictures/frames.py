"""The templates: cards, tiles, discs and backs, into which a game's signs are set.

A picture is an SVG by itself: no script, no style sheet, nothing outside; it says its name to those who cannot see it.
Its paper has a dark rim with a light edge around it, so that it stands out on dark and light alike.
"""

from html import escape
from textwrap import wrap

import msgspec

INK, PAPER, EDGE = "#1d1d22", "#fffdf6", "#dedbd2"
FONT = "Verdana, 'DejaVu Sans', sans-serif"


class Face(msgspec.Struct, frozen=True):
    """What is drawn of a piece: a sign on a square of 100, a number or letters to know it by, and a line of figures."""

    sign: str
    index: str = ""
    note: str = ""


def ink_on(color: str) -> str:
    """Choose black or white, whichever is read more easily on a colour `#rrggbb` (by WCAG's contrast)."""
    red, green, blue = (_linear(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return INK if (luminance + 0.05) ** 2 > 1.05 * 0.062 else "#ffffff"  # 0.062: the ink's own, and 0.05


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def text(words: str, x: float, y: float, size: float, color: str = INK, anchor: str = "middle") -> str:
    """Write words; (x, y) is on their base line."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="bold" font-family="{FONT}" '
        f'text-anchor="{anchor}" fill="{color}" stroke="none">{escape(words)}</text>'
    )


def placed(sign: str, x: float, y: float, size: float) -> str:
    """Set a sign, drawn on a square of 100, with its corner at (x, y)."""
    return f'<g transform="translate({x:g} {y:g}) scale({size / 100:g})">{sign}</g>'


def _drawn(sign: str, x: float, y: float, size: float) -> str:
    """Set a sign with the pen in which signs are drawn."""
    pen = f'stroke="{INK}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"'
    return f"<g {pen}>{placed(sign, x, y, size)}</g>"


def _picture(title: str, about: str, height: int, drawn: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 {height}" width="200" height="{height}" '
        f'role="img"><title>{escape(title)}</title><desc>{escape(about)}</desc>{drawn}</svg>\n'
    )


def _sheet(height: int, color: str) -> str:
    """A piece of paper of a colour: a light edge, a dark rim, the colour."""
    return "".join(
        f'<rect x="{at}" y="{at}" width="{200 - 2 * at}" height="{height - 2 * at}" rx="{22 - at}" fill="{fill}"/>'
        for at, fill in ((0, EDGE), (3, INK), (7, color))
    )


def _panel(top: float, bottom: float) -> str:
    return f'<rect x="19" y="{top:g}" width="162" height="{bottom - top:g}" rx="12" fill="{PAPER}"/>'


def _fitting(words: str, width: float, largest: float) -> float:
    """The size at which bold words are at most so wide, and at most `largest`."""
    return round(min(largest, width / (0.74 * max(len(words), 1))), 1)


def _label(title: str, color: str) -> tuple[str, float]:
    """A card's name along its bottom, each of its parts on a line of its own, and where the space above it ends."""
    parts = title.split(" + ")
    lines = [line for part in parts for line in wrap(part, 13, break_long_words=False, break_on_hyphens=False)]
    size = min(_fitting(line, 174, 30 if len(lines) == 1 else 25) for line in lines)
    top = 258 - size * 1.1 * (len(lines) - 1)
    written = "".join(text(line, 100, top + size * 1.1 * at, size, color) for at, line in enumerate(lines))
    return written, top - size * 0.8 - 8


def _is_label(title: str, face: Face) -> bool:
    """Whether a name is to be written: not where it is the index again, or has more parts than can be read."""
    return title != face.index and title.count(" + ") <= 2


def card(title: str, about: str, color: str, face: Face) -> str:
    """A card, 200 by 280."""
    on = ink_on(color)
    label, bottom = _label(title, on) if _is_label(title, face) else ("", 261)
    top = 70 if face.index else 19
    room = bottom - top - (24 if face.note else 0)
    size = min(150, room - 6)
    drawn = _sheet(280, color) + _panel(top, bottom) + label
    drawn += _drawn(face.sign, 100 - size / 2, top + (room - size) / 2, size)
    if face.index:
        drawn += text(face.index, 23, 58, _fitting(face.index, 156, 56), on, "start")
    if face.note:
        drawn += text(face.note, 100, bottom - 9, _fitting(face.note, 156, 22))
    return _picture(title, about, 280, drawn)


def tile(title: str, about: str, color: str, face: Face) -> str:
    """A square piece, 200 by 200."""
    drawn = _sheet(200, color) + _panel(19, 181)
    if face.index:
        drawn += _drawn(face.sign, 52, 24, 96) + text(face.index, 100, 172, _fitting(face.index, 152, 54))
    else:
        drawn += _drawn(face.sign, 32, 32, 136)
    return _picture(title, about, 200, drawn)


def disc(title: str, about: str, color: str, face: Face) -> str:
    """A round piece, 200 by 200."""
    drawn = "".join(
        f'<circle cx="100" cy="100" r="{r}" fill="{fill}"/>'
        for r, fill in ((100, EDGE), (97, INK), (93, color), (79, PAPER))
    )
    if face.index:
        drawn += _drawn(face.sign, 54, 30, 92) + text(face.index, 100, 166, _fitting(face.index, 80, 42))
    else:
        drawn += _drawn(face.sign, 40, 40, 120)
    return _picture(title, about, 200, drawn)


def back(title: str, about: str, color: str, sign: str, height: int) -> str:
    """The back of a card (280 high) or of a tile (200): a lattice, and the game's sign in the middle."""
    diamonds = "".join(
        f"M{x} {y - 8}l8 8l-8 8l-8 -8z"
        for row, y in enumerate(range(30, height - 20, 20))
        for x in range(40 if row % 2 else 20, 190, 40)
    )
    drawn = _sheet(height, color) + f'<path d="{diamonds}" fill="{ink_on(color)}" fill-opacity="0.4"/>'
    for r, fill in ((68, INK), (63, PAPER)):
        drawn += f'<circle cx="100" cy="{height // 2}" r="{r}" fill="{fill}"/>'
    return _picture(title, about, height, drawn + _drawn(sign, 58, height // 2 - 42, 84))
