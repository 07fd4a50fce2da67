"""Kobayakawa: numbers in a family crest, and the crest alone for kamon."""

from math import cos, pi, sin

from referee.games.pieces import Piece
from referee.pictures.drawing import Drawing
from referee.pictures.frames import PAPER, Face, text


def _crest(color: str, heart: float, petals: int = 5, radius: float = 18) -> str:
    """A crest of petals about a heart of a radius."""
    drawn = f'<circle cx="50" cy="50" r="{heart + 8:g}" fill="{color}"/>'
    for n in range(petals):
        angle = 2 * pi * n / petals - pi / 2
        drawn += (
            f'<circle cx="{50 + 31 * cos(angle):.1f}" cy="{50 + 31 * sin(angle):.1f}" r="{radius:g}" fill="{color}"/>'
        )
    return drawn + f'<circle cx="50" cy="50" r="{heart:g}" fill="{PAPER}"/>'


def _face(piece: Piece) -> Face:
    if piece.kind != "card":
        return Face(_crest(piece.color, 14))
    number = text(piece.id, 50, 67, 48 if len(piece.id) == 1 else 42)
    return Face(_crest(piece.color, 35, 12, 15) + number, piece.id)


DRAWING = Drawing(_face, _crest("#8a1f2d", 14), "#8a1f2d")
