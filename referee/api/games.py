"""The catalogue: games, their moves, their rules, and pictures of their cards and pieces."""

from typing import Any

import msgspec
from flask import Response

from referee.api import schemas
from referee.api.catalogue import ENTRIES, catalogue
from referee.api.documents import Catalogue, GameEntry, Rules
from referee.api.endpoint import Asked, Contract, Reply, Service
from referee.api.negotiation import JSON, MARKDOWN, SVG
from referee.errors import NotFound
from referee.games import GAMES
from referee.pictures import pictures
from referee.words import rule_text

_CACHE = "public, max-age=300"
_FOR_GOOD = "public, max-age=31536000, immutable"


def known(game: str) -> str:
    """Return a game's id. Raises NotFound for what is none."""
    if game not in ENTRIES:
        raise NotFound(f"no such game; there are {', '.join(ENTRIES)}")
    return game


def _json(value: Any) -> Response:
    return Response(msgspec.json.encode(value), content_type=JSON, headers={"Cache-Control": _CACHE})


@Contract("GET", "/v1/games", "Games", {200: Reply("The catalogue.", {JSON: Catalogue})}, tag="PageTag")
def list_games(service: Service, asked: Asked) -> Response:
    """List the games.

    Everything that a client needs to know of each game: seats, options, components, moves, events, with JSON Schemas.
    """
    return _json(catalogue(asked.root, asked.lang))


@Contract("GET", "/v1/games/{game}", "Games", {200: Reply("The game.", {JSON: GameEntry})}, tag="PageTag")
def get_game(service: Service, asked: Asked, game: str) -> Response:
    """Describe a game.

    The game's entry in the catalogue.
    """
    known(game)
    return _json(next(one for one in catalogue(asked.root, asked.lang)["games"] if one["id"] == game))


@Contract(
    "GET",
    "/v1/games/{game}/rules",
    "Games",
    {200: Reply("The rules.", {JSON: Rules, MARKDOWN: None})},
    negotiates=True,
    tag="PageTag",
)
def get_rules(service: Service, asked: Asked, game: str) -> Response:
    """Read a game's rules.

    Every rule by its id, as refusals cite it. As JSON or, by Accept, as Markdown, which is English.
    """
    book = GAMES[known(game)]
    if asked.media == MARKDOWN:
        headers = {"Cache-Control": _CACHE}
        return Response(book.markdown, content_type="text/markdown; charset=utf-8", headers=headers)
    rules = list(book.rules.values())
    if asked.lang:
        rules = [msgspec.structs.replace(rule, text=rule_text(game, rule.id, asked.lang)) for rule in rules]
    return _json({"game": game, "rules": rules})


@Contract(
    "GET",
    "/v1/games/{game}/cards/{card}.svg",
    "Games",
    {200: Reply("The picture.", {SVG: None})},
    query=schemas.PICTURE_QUERY,
    tag="DocumentTag",
)
def get_picture(service: Service, asked: Asked, game: str, card: str) -> Response:
    """See a card or piece.

    Our own drawing, as SVG without scripts or outside references, with its name as text. The catalogue names the
    address, with a version in it that changes when the drawing does, so that caches may keep it for a year.
    """
    known(game)
    drawn = pictures(game, asked.lang).get(card)
    if drawn is None:
        backs = ", ".join(slug for slug in pictures(game) if slug.startswith("back-"))
        raise NotFound(f"{game} has no such card or piece; its components name those it has, and there are {backs}")
    return Response(drawn, content_type=SVG, headers={"Cache-Control": _FOR_GOOD})
