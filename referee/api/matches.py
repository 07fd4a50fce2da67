"""Matches: create, look, delete, rematch, audit."""

from flask import Blueprint, Response, current_app, request

from referee.api import auth, requests, schemas
from referee.match import create as creation
from referee.match import ending, looking, moving
from referee.match.answers import Answer, Once
from referee.match.view import etag, view

blueprint = Blueprint("matches", __name__)


@blueprint.post("/v1/matches")
def create() -> Response:
    """Create a match; with open seats it waits for them."""
    body = requests.body()
    keys = current_app.config["REFEREE"].api_keys
    key = requests.idempotency_key(guarded=bool(keys))
    caller = auth.creator(keys)
    wish = schemas.load(schemas.CREATE, body)
    asked = creation.Wish(
        game=wish["game"],
        seats=wish["seats"],
        options=wish["options"],
        deal=wish["deal"],
        seed=bytes.fromhex(wish["seed"]) if wish["seed"] else None,
        move_seconds=wish["clock"]["move_seconds"] if wish["clock"] else None,
        spectators=wish["spectators"],
        entropy=wish["entropy"],
    )
    return requests.respond(creation.create(requests.matches(), asked, once=Once.by(caller, key, "create", body)))


@blueprint.get("/v1/matches/<match>")
def look(match: str) -> Response:
    """Look at a match: the caller's view, or 304 when it is still what If-None-Match names."""
    found, who = looking.look(requests.matches(), match, auth.bearer())
    tag = etag(found, who)
    if _unchanged(tag):
        return requests.respond(Answer(304, etag=tag))
    return requests.respond(Answer(200, view(found, who), tag))


def _unchanged(tag: str) -> bool:
    header = request.headers.get("If-None-Match")
    if header is None:
        return False
    tags = [part.strip().removeprefix("W/") for part in header.split(",")]
    return "*" in tags or tag in tags


@blueprint.delete("/v1/matches/<match>")
def delete(match: str) -> Response:
    """End and remove a match, by its host."""
    key = requests.idempotency_key()
    token = auth.required()
    return requests.respond(ending.delete(requests.matches(), match, token, once=Once.by(token, key, "delete", {})))


@blueprint.post("/v1/matches/<match>/rematch")
def rematch(match: str) -> Response:
    """Play again with the same seats and tokens."""
    body = requests.body(optional=True)
    key = requests.idempotency_key()
    token = auth.required()
    schemas.load(schemas.EMPTY, body)
    return requests.respond(ending.rematch(requests.matches(), match, token, once=Once.by(token, key, "rematch", body)))


@blueprint.get("/v1/matches/<match>/audit")
def audit(match: str) -> Response:
    """Everything needed to check a match that is over."""
    return requests.respond(looking.audit(requests.matches(), match, auth.bearer()))


@blueprint.post("/v1/matches/<match>/moves")
def move(match: str) -> Response:
    """Submit a move for the seat whose token is sent."""
    body = requests.body()
    pin = requests.pinned()
    key = requests.idempotency_key()
    token = auth.required()
    dry = bool(request.args) and schemas.load(schemas.MOVE_QUERY, request.args)["dry_run"] == "true"
    if dry:
        return requests.respond(moving.judge(requests.matches(), match, token, body, pin))
    minimal, once = requests.minimal(), Once.by(token, key, "moves", body)
    answer = requests.respond(moving.move(requests.matches(), match, token, body, pin=pin, once=once, minimal=minimal))
    if minimal:
        answer.headers["Preference-Applied"] = "return=minimal"
    return answer
