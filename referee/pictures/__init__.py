"""Pictures of cards and pieces, drawn by us: one template a kind, filled from the components of the games.

`picture` draws one, `address` says where it is served. A picture's version is made of what is drawn, so that what was
kept for a year under one address never is another picture.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from urllib.parse import quote

from referee.games import GAMES
from referee.pictures import frames, kanipeli, kinapa, kinmo, kobayakawa, teatime
from referee.pictures.drawing import Drawing
from referee.pictures.frames import Face
from referee.words import Language, back_text, component_name

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
def pictures(game: str, lang: Language | None = None) -> Mapping[str, str]:
    """Return every picture of a game, by slug: cards and pieces in the order of the box, others, then the backs.

    A picture is called by what people call the piece in a language; without one by its slug, tidied.
    """
    drawing, title = _DRAWINGS.get(game, _PLAIN), GAMES[game].title
    pieces = {piece.id: piece for piece in (*GAMES[game].components, *drawing.more)}
    drawings = {}
    for slug, piece in pieces.items():
        draw = frames.card if piece.kind in _CARDS else frames.tile if piece.kind in _TILES else frames.disc
        drawings[slug] = draw(_name(game, slug, drawing, lang), f"{title}: {slug}", piece.color, drawing.face(piece))
    for kind in dict.fromkeys(piece.kind for piece in pieces.values()):
        name = f"Back of a {kind}" if lang is None else _capital(back_text(kind, lang))
        drawings[back(kind)] = _back(kind, name, f"{title}: {back(kind)}", drawing)
    return MappingProxyType(drawings)


def address(game: str, slug: str, lang: Language | None = None) -> str:
    """Return where a picture is served, from the root of the service, its version and language included."""
    version = hashlib.sha256(pictures(game, lang)[slug].encode()).hexdigest()[:8]
    query = "" if lang is None else f"&lang={lang}"
    return f"/v1/games/{game}/cards/{quote(slug, safe='')}.svg?v={version}{query}"


def back(kind: str) -> str:
    """Name the back of a kind of pieces."""
    return f"back-{kind}"


def _name(game: str, slug: str, drawing: Drawing, lang: Language | None) -> str:
    """Call a piece by its name; a card of several by theirs."""
    if lang is None:
        return drawing.titles.get(slug) or " + ".join(_capital(one.replace("-", " ")) for one in slug.split("+"))
    return " + ".join(_capital(component_name(game, one, lang)) for one in slug.split("+"))


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _back(kind: str, name: str, about: str, drawing: Drawing) -> str:
    if kind in _CARDS or kind in _TILES:
        return frames.back(name, about, drawing.color, drawing.emblem, 280 if kind in _CARDS else 200)
    return frames.disc(name, about, drawing.color, Face(drawing.emblem))
