"""Pictures of cards and pieces, to be kept for a year."""

from flask import Blueprint, Response

from referee.errors import NotFound
from referee.games import BOOKS
from referee.pictures import pictures

blueprint = Blueprint("pictures", __name__)

_FOR_GOOD = "public, max-age=31536000, immutable"


@blueprint.get("/v1/games/<game>/cards/<card>.svg")
def picture(game: str, card: str) -> Response:
    """Draw a card or piece, or with `back-` and its kind the back of one."""
    if game not in BOOKS:
        raise NotFound(f"no such game; there are {', '.join(BOOKS)}")
    drawn = pictures(game).get(card)
    if drawn is None:
        backs = ", ".join(slug for slug in pictures(game) if slug.startswith("back-"))
        raise NotFound(f"{game} has no such card or piece; its components name those it has, and there are {backs}")
    return Response(drawn, content_type="image/svg+xml", headers={"Cache-Control": _FOR_GOOD})
