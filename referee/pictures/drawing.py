"""What a game's drawings are, and the plain ones of a game that has none of its own."""

from collections.abc import Callable, Mapping

import msgspec

from referee.games.pieces import Piece
from referee.pictures.frames import PAPER, Face, text


def _plain(piece: Piece) -> Face:
    """Write the first letters of the name into a sign that is nobody's."""
    sign = f'<circle cx="50" cy="50" r="46" fill="{piece.color}"/><circle cx="50" cy="50" r="34" fill="{PAPER}"/>'
    return Face(sign + text(piece.id[:2].upper(), 50, 62, 32), piece.id.rpartition("-")[2])


class Drawing(msgspec.Struct, frozen=True):
    """How a game's pieces look: each one's face, and the sign and colour of their backs.

    `more` are pieces that may be in a match and are not in the box; `titles` names that capitals alone do not make.
    """

    face: Callable[[Piece], Face] = _plain
    emblem: str = f'<path d="M50 4L96 50L50 96L4 50z" fill="{PAPER}"/>'
    color: str = "#3d4f63"
    more: tuple[Piece, ...] = ()
    titles: Mapping[str, str] = {}
