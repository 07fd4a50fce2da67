"""Teatime: the friends' heads, as many as a card shows, sweets, and steaks."""

from math import ceil, sqrt

from referee.games.pieces import Piece
from referee.games.teatime.components import BOX, CHARACTERS, COLOR, FRIENDS, WILD, friend_card
from referee.pictures.drawing import Drawing
from referee.pictures.frames import Face, placed

_RABBIT = (
    '<ellipse cx="50" cy="64" rx="36" ry="32" fill="{c}"/>'
    '<circle cx="36" cy="62" r="5" fill="#1d1d22"/><circle cx="64" cy="62" r="5" fill="#1d1d22"/>'
    '<path d="M45 72H55L50 77z" fill="#1d1d22"/><path d="M50 77C48 85 40 85 38 81M50 77C52 85 60 85 62 81"'
    ' fill="none"/>'
)
_EARS = {
    "up": '<path d="M30 44C14 20 18 2 28 2C40 2 44 22 44 40z" fill="{c}"/>'
    '<path d="M30 34C24 22 25 12 28 12C32 12 36 22 37 33z" fill="#fffdf6" stroke-width="2"/>',
    "down": '<path d="M34 38C22 24 8 28 4 48C2 66 6 80 14 80C24 80 24 56 34 46z" fill="{c}"/>',
}
_MIRROR = '<g transform="translate(100 0) scale(-1 1)">'
_UP, _DOWN = (f"{_MIRROR}{_EARS[way]}</g>" for way in ("up", "down"))
_FRIENDS = {
    "kmakici": '<circle cx="20" cy="24" r="17" fill="{c}"/><circle cx="80" cy="24" r="17" fill="{c}"/>'
    '<circle cx="20" cy="24" r="7" fill="#fffdf6" stroke-width="2"/><circle cx="80" cy="24" r="7" fill="#fffdf6"'
    ' stroke-width="2"/><ellipse cx="50" cy="56" rx="42" ry="38" fill="{c}"/>'
    '<ellipse cx="50" cy="70" rx="19" ry="15" fill="#fffdf6"/><circle cx="32" cy="50" r="5" fill="#1d1d22"/>'
    '<circle cx="68" cy="50" r="5" fill="#1d1d22"/><ellipse cx="50" cy="64" rx="7" ry="5" fill="#1d1d22"/>'
    '<path d="M50 69C50 76 42 78 40 74M50 69C50 76 58 78 60 74" fill="none"/>',
    "kintaro": '<circle cx="50" cy="56" r="38" fill="#f6d9b4"/>'
    '<path d="M8 60C2 0 98 0 92 60C84 60 82 46 80 40H20C18 46 16 60 8 60z" fill="#2d2a33"/>'
    '<path d="M14 30C30 22 70 22 86 30L88 40C70 32 30 32 12 40z" fill="{c}"/>'
    '<circle cx="36" cy="58" r="5" fill="#1d1d22"/><circle cx="64" cy="58" r="5" fill="#1d1d22"/>'
    '<path d="M26 50L42 48M74 50L58 48" fill="none"/><path d="M38 74C44 84 56 84 62 74z" fill="#ffffff"/>',
    "kapa": '<circle cx="50" cy="58" r="37" fill="{c}"/>'
    '<path d="M8 34L18 42L22 32L34 38L40 28L50 36L60 28L66 38L78 32L82 42L92 34C84 12 16 12 8 34z" fill="#2d2a33"/>'
    '<ellipse cx="50" cy="17" rx="30" ry="11" fill="#e4f2fb"/><circle cx="33" cy="56" r="7" fill="#fffdf6"/>'
    '<circle cx="67" cy="56" r="7" fill="#fffdf6"/><path d="M33 56h.1M67 56h.1" fill="none" stroke-width="6"/>'
    '<path d="M50 60C66 62 72 74 72 78C60 84 40 84 28 78C28 74 34 62 50 60zM28 78C40 74 60 74 72 78" fill="#f2c230"/>',
    "sakana": '<path d="M4 52C14 24 48 20 70 44L96 24C90 42 90 62 96 80L70 60C48 84 14 80 4 52z" fill="{c}"/>'
    '<path d="M38 27C46 12 58 14 62 36" fill="{c}"/><circle cx="24" cy="48" r="7" fill="#fffdf6"/>'
    '<circle cx="24" cy="48" r="2" fill="#1d1d22"/><path d="M40 34C48 44 48 60 40 72M56 44C60 50 60 56 56 62'
    'M6 54L18 58" fill="none"/>',
    "usagi-1": _EARS["up"] + _UP + _RABBIT,
    "usagi-2": _EARS["up"] + _RABBIT + _DOWN,
    "usagi-3": _RABBIT + _EARS["down"] + _DOWN,
    "ufo": '<path d="M26 60L10 96H90L74 60z" fill="#ffe98a" stroke-width="3"/>'
    '<path d="M28 40C28 0 72 0 72 40z" fill="#cfe8f5"/><ellipse cx="50" cy="48" rx="47" ry="19" fill="{c}"/>'
    '<path d="M20 48h.1M40 54h.1M60 54h.1M80 48h.1" fill="none" stroke="#ffe98a" stroke-width="10"/>',
}
_STEAK = (
    '<path d="M14 46C6 22 34 4 60 10C88 16 98 44 86 66C76 86 48 96 34 82C26 74 36 66 28 58C22 54 16 54 14 46z"'
    ' fill="#c8584a"/>'
    '<path d="M24 42C22 28 40 18 58 22C76 26 82 46 75 60" fill="none" stroke="#fff0e4" stroke-width="6"/>'
    '<circle cx="54" cy="50" r="10" fill="#fff0e4"/>'
)
_SWEETS = {
    "sweet-1": '<path d="M22 52H78L68 94H32z" fill="#fffdf6"/><path d="M38 54L42 92M50 54V92M62 54L58 92" fill="none"/>'
    '<path d="M16 54C4 46 12 30 24 32C24 14 76 14 76 32C88 30 96 46 84 54z" fill="{c}"/>'
    '<circle cx="50" cy="13" r="9" fill="#d8343f"/>',
    "sweet-2": '<circle cx="50" cy="50" r="45" fill="#d9a05b"/><path d="M50 10C74 10 90 30 90 50C82 58 84 70 74 78'
    'C64 82 60 92 50 88C38 92 32 80 24 76C14 70 16 56 10 50C10 30 26 10 50 10z" fill="{c}"/>'
    '<circle cx="50" cy="50" r="15" fill="#fffdf6"/>'
    '<path d="M28 34l6 4M66 26l-4 6M74 52l7 2M30 64l5 -5M60 74l2 6M44 24h-6" fill="none"'
    ' stroke="#fffdf6" stroke-width="5"/>',
    "sweet-3": '<path d="M4 88H96" fill="none" stroke-width="7"/><path d="M30 18H70L86 84H14z" fill="#f7d774"/>'
    '<path d="M30 18H70L76 42C72 52 66 40 60 46C54 54 46 42 40 48C34 54 28 50 24 42z" fill="{c}"/>'
    '<circle cx="50" cy="12" r="7" fill="#d8343f"/>',
    "sweet-4": '<path d="M4 46L64 18C84 22 96 34 96 46V86H4z" fill="#fff4cf"/>'
    '<path d="M4 46L64 18C84 22 96 34 96 46z" fill="{c}"/><path d="M4 60H96V72H4z" fill="{c}"/>'
    '<path d="M46 34C40 18 64 10 70 22C72 32 58 42 46 34z" fill="#d8343f"/>',
    WILD: _FRIENDS[WILD],
}
_TEAPOT = (
    '<path d="M76 46C96 30 96 78 70 74" fill="none" stroke-width="8"/>'
    '<path d="M26 66C8 66 14 40 2 34L18 30C26 36 22 46 30 50z"'
    ' fill="#d9779a"/><path d="M24 44C30 30 70 30 76 44C84 60 76 82 66 88H34C24 82 16 60 24 44z" fill="#d9779a"/>'
    '<path d="M30 37H70M34 94H66" fill="none"/><circle cx="50" cy="25" r="8" fill="#d9779a"/>'
)
_LISTED = {piece.id for piece in BOX}


def _grid(signs: list[str]) -> str:
    """Set signs on one square: two across from corner to corner, more in rows, the last row in the middle."""
    if len(signs) == 2:
        return placed(signs[0], 0, 0, 58) + placed(signs[1], 42, 42, 58)
    columns = ceil(sqrt(len(signs)))
    rows = [signs[at : at + columns] for at in range(0, len(signs), columns)]
    size = 100 / columns
    return "".join(
        placed(sign, (100 - size * len(row)) / 2 + size * x, (100 - size * len(rows)) / 2 + size * y, size * 0.96)
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
    )


def _face(piece: Piece) -> Face:
    if piece.kind == "sweet":
        return Face(_SWEETS[piece.id].format(c=piece.color), piece.id[-1])
    if piece.kind == "chip":
        back, _, steaks = piece.id.rpartition("-steaks-")
        row = "".join(placed(_STEAK, 50 + 31 * (n - int(steaks) / 2), 71, 30) for n in range(int(steaks)))
        return Face(placed(_SWEETS[back].format(c=piece.color), 17, -2, 66) + row)
    heads = [friend for friend in FRIENDS if friend in CHARACTERS[piece.id]] or [piece.id]
    index = piece.id[-1] if len(heads) == 1 and piece.id[-1].isdigit() else ""
    return Face(_grid([_FRIENDS[head].format(c=COLOR[head]) for head in heads]), index)


DRAWING = Drawing(
    _face,
    _TEAPOT,
    "#5f3a6e",
    more=tuple(friend_card(card, 0) for card in CHARACTERS if card not in _LISTED),
    titles={"ufo": "UFO"},
)
