"""The catalogue: games, their moves and their rules."""

from typing import Any

import msgspec
from flask import Blueprint, Response, request

from referee.api.catalogue import ENTRIES, catalogue
from referee.api.negotiation import preferred
from referee.errors import NotFound
from referee.games import BOOKS

blueprint = Blueprint("games", __name__)

_CACHE = "public, max-age=300"


def _json(value: Any) -> Response:
    return Response(msgspec.json.encode(value), content_type="application/json", headers={"Cache-Control": _CACHE})


@blueprint.get("/v1/games")
def games() -> Response:
    """List the games."""
    return _json(catalogue(request.script_root))


@blueprint.get("/v1/games/<game>")
def game(game: str) -> Response:
    """Describe a game: seats, options, components, moves, events."""
    if game not in ENTRIES:
        raise NotFound(f"no such game; there are {', '.join(ENTRIES)}")
    return _json(next(one for one in catalogue(request.script_root)["games"] if one["id"] == game))


@blueprint.get("/v1/games/<game>/rules")
def rules(game: str) -> Response:
    """Tell the rules by id, as JSON or as Markdown."""
    if game not in BOOKS:
        raise NotFound(f"no such game; there are {', '.join(BOOKS)}")
    if preferred("application/json", "text/markdown") == "text/markdown":
        answer = Response(BOOKS[game].markdown, content_type="text/markdown; charset=utf-8")
        answer.headers["Cache-Control"] = _CACHE
    else:
        answer = _json({"game": game, "rules": list(BOOKS[game].rules.values())})
    answer.headers["Vary"] = "Accept"
    return answer
