"""KINMO: gems, each of a cut of its own, a mask, a bump and a cross."""

from referee.games.kinmo.components import GEM_OF, VALUE
from referee.games.pieces import Piece
from referee.pictures.drawing import Drawing
from referee.pictures.frames import Face

_SHINE = 'fill="#ffffff" fill-opacity="0.4"'
_GEMS = {
    "green": '<path d="M30 8H70L92 30V70L70 92H30L8 70V30z" fill="{c}"/>'
    '<path d="M30 8L38 28M70 8L62 28M92 30L72 38M92 70L72 62M70 92L62 72M30 92L38 72M8 70L28 62M8 30L28 38"'
    ' fill="none"/>'
    f'<path d="M38 28H62L72 38V62L62 72H38L28 62V38z" {_SHINE}/>',
    "blue": '<path d="M24 14H76L97 40L50 94L3 40z" fill="{c}"/>'
    f'<path d="M34 40L50 14L66 40z" {_SHINE}/>'
    '<path d="M3 40H97M24 14L34 40L50 94L66 40L76 14" fill="none"/>',
    "purple": '<path d="M50 4C60 26 86 42 86 64A36 32 0 0 1 14 64C14 42 40 26 50 4z" fill="{c}"/>'
    f'<path d="M50 34L70 60L50 82L30 60z" {_SHINE}/>'
    '<path d="M50 4V34M70 60L86 64M30 60L14 64M50 82V96" fill="none"/>',
    "orange": '<path d="M50 6L97 88H3z" fill="{c}"/>'
    f'<path d="M50 38L72 74H28z" {_SHINE}/><path d="M50 6V38M72 74L97 88M28 74L3 88" fill="none"/>',
}
_PLASTER = (
    '<g transform="rotate(-35 50 50)"><rect x="2" y="32" width="96" height="36" rx="18" fill="{c}"/>'
    '<rect x="34" y="32" width="32" height="36" fill="#fffdf6"/>'
    '<path d="M44 44h.1M56 44h.1M44 56h.1M56 56h.1M14 50h.1M24 50h.1M76 50h.1M86 50h.1" fill="none"/></g>'
)
_OTHERS = {
    "thief": '<circle cx="50" cy="56" r="40" fill="#f3d5b0"/>'
    '<path d="M10 44C10 2 90 2 90 44L92 50C70 40 30 40 8 50z" fill="{c}"/><circle cx="50" cy="10" r="8" fill="{c}"/>'
    '<path d="M10 54C22 44 40 46 50 52C60 46 78 44 90 54C92 72 78 80 66 76C58 74 55 68 50 68C45 68 42 74 34 76'
    'C22 80 8 72 10 54z" fill="#1d1d22"/><ellipse cx="31" cy="60" rx="12" ry="8" fill="#fffdf6"/>'
    '<ellipse cx="69" cy="60" rx="12" ry="8" fill="#fffdf6"/>'
    '<path d="M35 60h.1M73 60h.1" fill="none" stroke-width="8"/>'
    '<path d="M40 86C48 90 56 88 62 82" fill="none"/>',
    "chipote": '<circle cx="50" cy="66" r="31" fill="#f3d5b0"/>'
    '<path d="M36 41C32 10 68 10 64 41C56 36 44 36 36 41z" fill="{c}"/>'
    '<path d="M34 58l10 10M44 58l-10 10M56 58l10 10M66 58l-10 10" fill="none"/>'
    '<path d="M38 84c4 -6 8 -6 12 0c4 -6 8 -6 12 0" fill="none"/>'
    '<path d="M14 10l3 8 8 1-6 6 2 9-7-5-7 5 2-9-6-6 8-1zM86 10l3 8 8 1-6 6 2 9-7-5-7 5 2-9-6-6 8-1z" fill="#ffd84a"'
    ' stroke-width="3"/>',
    "healing": '<path d="M34 6H66V34H94V66H66V94H34V66H6V34H34z" fill="{c}"/>'
    '<path d="M44 16V44H16" fill="none" stroke="#ffffff" stroke-opacity="0.7"/>',
    "bandage": _PLASTER,
    "heart": '<path d="M50 90C20 66 6 50 6 32C6 8 38 4 50 28C62 4 94 8 94 32C94 50 80 66 50 90z" fill="{c}"/>'
    '<path d="M20 34C20 24 27 20 33 21" fill="none" stroke="#ffffff" stroke-opacity="0.8"/>',
}


def _face(piece: Piece) -> Face:
    gem = GEM_OF.get(piece.id, piece.id)  # type: ignore[call-overload]
    if gem in _GEMS:
        return Face(_GEMS[gem].format(c=piece.color), str(VALUE[gem]))
    return Face(_OTHERS[piece.id].format(c=piece.color))


DRAWING = Drawing(_face, _GEMS["blue"].format(c="#2f9e8f"), "#3b2f6b")
