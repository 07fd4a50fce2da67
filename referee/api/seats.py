"""Seats: claim an open one, change one."""

from flask import Blueprint, Response

from referee.api import auth, requests, schemas
from referee.errors import Invalid
from referee.match import seats

blueprint = Blueprint("seats", __name__)


@blueprint.post("/v1/matches/<match>/seats")
def claim(match: str) -> Response:
    """Claim an open seat; the last claim starts the match."""
    body = requests.body()
    key = requests.idempotency_key(guarded=False)
    wish = schemas.load(schemas.CLAIM, body)
    return requests.respond(seats.claim(requests.matches(), match, seats.Claim(**wish), key=key, body=body))


@blueprint.patch("/v1/matches/<match>/seats/<int:seat>")
def change(match: str, seat: int) -> Response:
    """Change a seat's name, who plays it, or its token."""
    body = requests.body()
    key = requests.idempotency_key()
    token = auth.required()
    wish = seats.Change(**schemas.load(schemas.CHANGE, body))
    if wish == seats.Change():
        raise Invalid.at("", "name at least one thing to change: name, controller or rotate_token")
    return requests.respond(seats.change(requests.matches(), match, seat, token, wish, key=key, body=body))
