"""Pictures of cards and pieces, to be kept for a year."""

from flask import Blueprint, Response, request

from referee.errors import NotFound
from referee.games import BOOKS
from referee.pictures import pictures
from referee.words import language

blueprint = Blueprint("pictures", __name__)

_FOR_GOOD = "public, max-age=31536000, immutable"


@blueprint.get("/v1/games/<game>/cards/<card>.svg")
def picture(game: str, card: str) -> Response:
    """Draw a card or piece, or with `back-` and its kind the back of one."""
    if game not in BOOKS:
        raise NotFound(f"no such game; there are {', '.join(BOOKS)}")
    asked = request.args.get("lang")
    lang = None if asked is None else language(asked)
    drawn = pictures(game, lang).get(card)
    if drawn is None:
        backs = ", ".join(slug for slug in pictures(game) if slug.startswith("back-"))
        raise NotFound(f"{game} has no such card or piece; its components name those it has, and there are {backs}")
    headers = {"Cache-Control": _FOR_GOOD} | ({} if lang is None else {"Content-Language": lang})
    return Response(drawn, content_type="image/svg+xml", headers=headers)
