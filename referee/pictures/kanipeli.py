"""Känipeli: each drink in its own glass, and how many cards make one, two, three and four känit."""

from referee.games.kanipeli.components import KIND, NEEDED
from referee.games.pieces import Piece
from referee.pictures.drawing import Drawing
from referee.pictures.frames import Face

_FOAM, _GLASS = "#fff6dd", "#eef3f4"
_STAR = "l4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1z"
_DRINKS = {
    "hwf": '<path d="M41 4H59V28C72 34 74 44 74 52V96H26V52C26 44 28 34 41 28z" fill="{c}"/>'
    '<path d="M41 12H59" fill="none"/><rect x="26" y="54" width="48" height="30" fill="#fffdf6"/>'
    '<path d="M44 62h.1M56 62h.1M38 62h.1M62 62h.1M44 69h.1M50 69h.1M56 69h.1M50 76h.1M50 62h.1" fill="none"'
    ' stroke-width="7"/>',
    "lappari": '<rect x="24" y="10" width="52" height="82" rx="8" fill="{c}"/><ellipse cx="50" cy="12" rx="24" ry="7"'
    f' fill="{_GLASS}"/><path d="M24 24H76M24 84H76" fill="none"/>'
    '<path d="M28 74L42 48L50 60L58 44L72 74z" fill="#fffdf6"/><circle cx="50" cy="38" r="7" fill="#fffdf6"/>',
    "tuoppi": '<path d="M70 38H86C94 38 94 78 86 78H70" fill="none" stroke-width="8"/>'
    '<path d="M20 30H72V94H20z" fill="{c}"/><path d="M34 48V82M46 48V82M58 48V82" fill="none"/>'
    f'<path d="M18 36C6 34 8 16 22 18C24 4 44 2 48 12C56 2 72 8 70 18C84 18 84 36 72 36C62 44 30 44 18 36z"'
    f' fill="{_FOAM}"/>',
    "stoutti": '<path d="M22 6H78L70 94H30z" fill="{c}"/>'
    f'<path d="M22 6H78L75 34C66 40 58 32 50 36C42 40 34 32 25 36z" fill="{_FOAM}"/>'
    '<path d="M36 48L40 82" fill="none" stroke="#ffffff" stroke-opacity="0.6"/>',
    "punkku": f'<path d="M24 4H76C80 34 72 58 50 58C28 58 20 34 24 4z" fill="{_GLASS}"/>'
    '<path d="M23 24H77C76 46 68 58 50 58C32 58 24 46 23 24z" fill="{c}"/><path d="M50 58V90" fill="none"'
    ' stroke-width="6"/><path d="M26 94C30 88 70 88 74 94z" fill="{c}"/>',
    "taskulammin": '<rect x="40" y="4" width="20" height="16" rx="3" fill="#1d1d22"/><path d="M36 20H64V28'
    'C86 30 88 44 88 60C88 84 84 94 70 94H30C16 94 12 84 12 60C12 44 14 30 36 28z" fill="{c}"/>'
    '<path d="M26 46C24 60 26 74 30 80" fill="none" stroke="#ffffff" stroke-opacity="0.8"/>'
    '<path d="M60 12C74 10 80 18 78 30" fill="none"/>',
    "kossu": f'<path d="M16 26H84L74 94H26z" fill="{_GLASS}"/><path d="M20 44H80L74 80H26z" fill="{{c}}"/>'
    '<path d="M28 80H72" fill="none"/><path d="M32 54L35 72" fill="none" stroke="#ffffff" stroke-opacity="0.8"/>'
    '<path d="M38 14L42 6M50 14V4M62 14L58 6" fill="none"/>',
    "minttukaakao": '<path d="M70 44H84C94 44 92 68 74 70" fill="none" stroke-width="7"/>'
    '<path d="M14 38H74V64C74 80 64 88 56 88H32C24 88 14 80 14 64z" fill="#fffdf6"/>'
    '<path d="M14 38H74C72 46 16 46 14 38z" fill="#5b3a24"/><path d="M44 76C28 74 28 58 36 52C50 54 54 66 44 76z'
    'M44 76L38 60" fill="{c}"/><path d="M8 95H80M30 28C24 20 36 16 30 6M46 28C40 20 52 16 46 6M62 28C56 20 68 16 62 6"'
    ' fill="none"/>',
    "gt": f'<path d="M58 30L72 2" fill="none" stroke-width="6"/><path d="M24 16H70L66 96H28z" fill="{_GLASS}"/>'
    '<path d="M25 34H69L66 96H28z" fill="{c}" fill-opacity="0.55"/><rect x="34" y="42" width="16" height="16"'
    ' fill="#ffffff"/><rect x="46" y="64" width="15" height="15" fill="#ffffff"/>'
    '<circle cx="78" cy="22" r="16" fill="{c}"/><circle cx="78" cy="22" r="9" fill="#fffdf6" stroke-width="3"/>'
    '<path d="M78 13V31M69 22H87" fill="none" stroke-width="3"/>',
    "jallu": f'<path d="M32 4H68C92 34 84 68 50 68C16 68 8 34 32 4z" fill="{_GLASS}"/>'
    '<path d="M16 40H84C82 60 68 68 50 68C32 68 18 60 16 40z" fill="{c}"/>'
    f'<path d="M50 12{_STAR}" fill="{{c}}" stroke-width="3"/><path d="M50 68V88" fill="none" stroke-width="8"/>'
    '<path d="M26 94C30 86 70 86 74 94z" fill="{c}"/>',
    "hauki": '<path d="M2 54C16 46 24 42 40 36L56 24L60 34C70 36 76 42 80 48L98 32V76L80 60C70 72 50 76 34 70'
    'C22 66 14 64 2 64L14 58z" fill="{c}"/><circle cx="30" cy="51" r="5" fill="#fffdf6"/>'
    '<path d="M42 44C46 52 46 60 42 68M54 44h.1M62 50h.1M54 56h.1M64 60h.1M72 54h.1" fill="none"/>'
    '<path d="M54 72L60 84L68 68" fill="{c}"/>',
}
_LETTERS = {"gt": "GT"}


def _face(piece: Piece) -> Face:
    needed = " ".join(str(cards or "–") for cards in NEEDED[KIND[piece.id]])
    return Face(_DRINKS[piece.id].format(c=piece.color), _LETTERS.get(piece.id, piece.id[:3].upper()), needed)


DRAWING = Drawing(
    _face,
    _DRINKS["tuoppi"].format(c="#e0a526"),
    "#1f5c4a",
    titles={"hwf": "HWF", "gt": "GT", "taskulammin": "Taskulämmin"},
)
