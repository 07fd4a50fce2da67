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
    "thief": '<path d="M14 42L4 30M12 48L2 50M86 42L96 30M88 48L98 50" fill="none"/>'
    '<path d="M10 38C22 24 39 28 50 37C61 28 78 24 90 38C93 62 80 76 66 72C57 69 55 60 50 60C45 60 43 69 34 72'
    'C20 76 7 62 10 38z" fill="{c}"/><ellipse cx="29" cy="48" rx="13" ry="9" fill="#fffdf6"/>'
    '<ellipse cx="71" cy="48" rx="13" ry="9" fill="#fffdf6"/><circle cx="33" cy="48" r="4" fill="#1d1d22"/>'
    '<circle cx="75" cy="48" r="4" fill="#1d1d22"/>',
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
