"""Matches: create, look, delete, rematch, audit."""

import msgspec
from flask import Blueprint, Response, current_app, request

from referee.api import auth, requests, schemas
from referee.match import create as creation
from referee.match.answers import Answer
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
    return requests.respond(creation.create(requests.matches(), asked, caller=caller, key=key, body=body))


@blueprint.get("/v1/matches/<match>")
def look(match: str) -> Response:
    """Look at a match: the caller's view, or 304 when it is still what If-None-Match names."""
    found, who = requests.matches().look(match, auth.bearer())
    tag = etag(found, who)
    if _unchanged(tag):
        return requests.respond(Answer(304, b"", tag))
    return requests.respond(Answer(200, msgspec.json.encode(view(found, who)), tag))


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
    replayed = requests.matches().delete(match, auth.required(), key)
    headers = {"Cache-Control": "no-store"} | ({"Idempotent-Replayed": "true"} if replayed else {})
    return Response(status=204, headers=headers)


@blueprint.post("/v1/matches/<match>/rematch")
def rematch(match: str) -> Response:
    """Play again with the same seats and tokens."""
    body = requests.body(optional=True)
    key = requests.idempotency_key()
    token = auth.required()
    schemas.load(schemas.EMPTY, body)
    return requests.respond(creation.rematch(requests.matches(), match, token, key=key, body=body))


@blueprint.get("/v1/matches/<match>/audit")
def audit(match: str) -> Response:
    """Everything needed to check a match that is over."""
    found = requests.matches().audit(match, auth.bearer())
    return requests.respond(Answer(200, msgspec.json.encode(found)))


@blueprint.post("/v1/matches/<match>/moves")
def move(match: str) -> Response:
    """Submit a move for the seat whose token is sent."""
    body = requests.body()
    pin = requests.pinned()
    key = requests.idempotency_key()
    token = auth.required()
    dry = bool(request.args) and schemas.load(schemas.MOVE_QUERY, request.args)["dry_run"] == "true"
    if dry:
        requests.matches().try_move(match, token, body, pin)
        return requests.respond(Answer(200, b'{"legal":true}'))
    minimal = requests.minimal()
    answer = requests.respond(requests.matches().play(match, token, body, pin=pin, key=key, minimal=minimal))
    if minimal:
        answer.headers["Preference-Applied"] = "return=minimal"
    return answer
