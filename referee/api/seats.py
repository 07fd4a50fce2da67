"""Seats: claim an open one, change one."""

from flask import Blueprint, Response

from referee.api import auth, requests, schemas
from referee.errors import Invalid
from referee.match import seats
from referee.match.answers import Once

blueprint = Blueprint("seats", __name__)


@blueprint.post("/v1/matches/<match>/seats")
def claim(match: str) -> Response:
    """Claim an open seat; the last claim starts the match."""
    body = requests.body()
    key = requests.idempotency_key(guarded=False)
    wish = schemas.load(schemas.CLAIM, body)
    once = Once.by(None, key, "claim", body)
    return requests.respond(seats.claim(requests.matches(), match, seats.Claim(**wish), once=once))


@blueprint.patch("/v1/matches/<match>/seats/<int:seat>")
def change(match: str, seat: int) -> Response:
    """Change a seat's name, who plays it, or its token."""
    body = requests.body()
    key = requests.idempotency_key()
    token = auth.required()
    wish = seats.Change(**schemas.load(schemas.CHANGE, body))
    if wish == seats.Change():
        raise Invalid.at("", "name at least one thing to change: name, controller or rotate_token")
    once = Once.by(token, key, f"seats/{seat}", body)
    return requests.respond(seats.change(requests.matches(), match, seat, token, wish, once=once))
