"""Kinapa: cats' heads and towers with a number, lanterns with two, and the heads of deer, fox and sheep."""

from referee.games.pieces import Piece
from referee.pictures.drawing import Drawing
from referee.pictures.frames import Face

_CAT = (
    '<path d="M14 8L38 24H62L86 8L90 56C90 80 72 94 50 94C28 94 10 80 10 56z" fill="{c}"/>'
    '<path d="M20 20L32 29L19 38zM80 20L68 29L81 38z" fill="#fffdf6" stroke-width="3"/>'
    '<ellipse cx="33" cy="52" rx="7" ry="9" fill="#fffdf6"/><ellipse cx="67" cy="52" rx="7" ry="9" fill="#fffdf6"/>'
    '<path d="M33 47v10M67 47v10" fill="none"/><path d="M44 66H56L50 73z" fill="#1d1d22"/>'
    '<path d="M50 73C50 82 38 82 36 76M50 73C50 82 62 82 64 76M26 68L2 62M26 74L2 78M74 68L98 62M74 74L98 78"'
    ' fill="none"/>'
)
_TOWER = (
    '<path d="M50 2V14" fill="none"/><path d="M28 84V94H72V84z" fill="#fffdf6"/>'
    '<rect x="30" y="66" width="40" height="18" fill="#fffdf6"/>'
    '<rect x="34" y="44" width="32" height="14" fill="#fffdf6"/>'
    '<rect x="38" y="24" width="24" height="12" fill="#fffdf6"/><path d="M44 94V74H56V94z" fill="#1d1d22"/>'
    '<path d="M50 10L80 24C70 26 30 26 20 24zM34 36H66L88 46C74 48 26 48 12 46zM30 58H70L96 68C80 71 20 71 4 68z"'
    ' fill="{c}"/><path d="M14 95H86" fill="none"/>'
)
_LANTERN = (
    '<path d="M50 2V12" fill="none"/><path d="M34 12H66V22H34z" fill="#1d1d22"/>'
    '<path d="M34 22C6 32 6 68 34 78H66C94 68 94 32 66 22z" fill="{c}"/>'
    '<path d="M16 38H84M14 50H86M16 62H84" fill="none" stroke-width="3"/>'
    '<path d="M34 78H66V86H34z" fill="#1d1d22"/><path d="M44 86V98M56 86V98" fill="none"/>'
)
_MARKS = {
    "emperor": '<path d="M38 40C20 36 10 22 14 4M22 28L6 20M62 40C80 36 90 22 86 4M78 28L94 20" fill="none"'
    ' stroke-width="6"/><path d="M34 44L10 46L30 58zM66 44L90 46L70 58z" fill="{c}"/>'
    '<path d="M32 42C40 34 60 34 68 42L66 66L60 90C56 98 44 98 40 90L34 66z" fill="{c}"/>'
    '<circle cx="41" cy="60" r="4" fill="#1d1d22"/><circle cx="59" cy="60" r="4" fill="#1d1d22"/>'
    '<path d="M43 86H57L50 94z" fill="#1d1d22"/>',
    "fox": '<path d="M8 4L36 24H64L92 4L96 46L50 96L4 46z" fill="{c}"/>'
    '<path d="M4 46L34 54L50 96zM96 46L66 54L50 96z" fill="#fffdf6"/>'
    '<path d="M18 16L32 27L16 34zM82 16L68 27L84 34z" fill="#1d1d22"/>'
    '<path d="M26 44L40 48M74 44L60 48" fill="none" stroke-width="6"/><circle cx="50" cy="90" r="6" fill="#1d1d22"/>',
    "sheep": '<path d="M30 30C10 34 2 52 22 60M70 30C90 34 98 52 78 60" fill="#1d1d22"/>'
    '<path d="M30 40V66C30 86 40 96 50 96C60 96 70 86 70 66V40z" fill="#4a4a52"/>'
    '<path d="M24 46C10 42 12 24 26 24C26 8 46 4 50 14C54 4 74 8 74 24C88 24 90 42 76 46C66 52 60 44 50 48'
    'C40 44 34 52 24 46z" fill="{c}"/><circle cx="41" cy="62" r="5" fill="#fffdf6"/>'
    '<circle cx="59" cy="62" r="5" fill="#fffdf6"/><path d="M44 82C48 86 52 86 56 82" fill="none" stroke="#fffdf6"/>',
}
_GATE = (
    '<path d="M4 14C30 22 70 22 96 14L92 32H8z" fill="#c43d32"/>'
    '<rect x="18" y="44" width="64" height="10" fill="#c43d32"/>'
    '<path d="M24 32H36V94H22zM64 32H76L78 94H64z" fill="#c43d32"/>'
)


def _face(piece: Piece) -> Face:
    if piece.kind == "object":
        return Face(_LANTERN.format(c=piece.color), piece.id)
    kind, _, number = piece.id.partition("-")
    signs = {"animal": _CAT, "shelter": _TOWER, **_MARKS}
    return Face(signs[kind].format(c=piece.color), number)


DRAWING = Drawing(_face, _GATE, "#2b5c8a")
