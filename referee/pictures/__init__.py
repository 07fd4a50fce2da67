"""Pictures of cards and pieces, drawn by us: one template a kind, filled from the components of the games.

`picture` draws one, `address` says where it is served. A picture's version is made of what is drawn, so that what was
kept for a year under one address never is another picture.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from urllib.parse import quote

from referee.games import BOOKS
from referee.games.pieces import Piece
from referee.pictures import frames, kanipeli, kinapa, kinmo, kobayakawa, teatime
from referee.pictures.drawing import Drawing
from referee.pictures.frames import Face

_DRAWINGS: Mapping[str, Drawing] = {
    "kobayakawa": kobayakawa.DRAWING,
    "kinmo": kinmo.DRAWING,
    "kinapa": kinapa.DRAWING,
    "kanipeli": kanipeli.DRAWING,
    "teatime": teatime.DRAWING,
}
_PLAIN = Drawing()
_CARDS, _TILES = ("card", "mark"), ("object",)
"""Kinds of pieces by their shape; all others are round."""


@cache
def pictures(game: str) -> Mapping[str, str]:
    """Return every picture of a game, by slug: cards and pieces in the order of the box, others, then the backs."""
    drawing, title = _DRAWINGS.get(game, _PLAIN), BOOKS[game].game.title
    pieces = {piece.id: piece for piece in (*BOOKS[game].game.components, *drawing.more)}
    found = {slug: _front(piece, drawing, title) for slug, piece in pieces.items()}
    for kind in dict.fromkeys(piece.kind for piece in pieces.values()):
        found[back(kind)] = _back(kind, drawing, title)
    return MappingProxyType(found)


def address(game: str, slug: str) -> str:
    """Return where a picture is served, from the root of the service, its version included."""
    version = hashlib.sha256(pictures(game)[slug].encode()).hexdigest()[:8]
    return f"/v1/games/{game}/cards/{quote(slug, safe='')}.svg?v={version}"


def back(kind: str) -> str:
    """Name the back of a kind of pieces."""
    return f"back-{kind}"


def _front(piece: Piece, drawing: Drawing, game: str) -> str:
    title = drawing.titles.get(piece.id) or " + ".join(
        one.replace("-", " ").capitalize() for one in piece.id.split("+")
    )
    draw = frames.card if piece.kind in _CARDS else frames.tile if piece.kind in _TILES else frames.disc
    return draw(title, f"{piece.id}: a {piece.kind} of {game}", piece.color, drawing.face(piece))


def _back(kind: str, drawing: Drawing, game: str) -> str:
    title, about = f"Back of a {kind}", f"{back(kind)}: the back of a {kind} of {game}"
    if kind in _CARDS or kind in _TILES:
        return frames.back(title, about, drawing.color, drawing.emblem, 280 if kind in _CARDS else 200)
    return frames.disc(title, about, drawing.color, Face(drawing.emblem))
