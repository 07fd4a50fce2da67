"""Events: what happened in a match, as the caller may know it."""

import time

import msgspec
from flask import Blueprint, Response, current_app, request

from referee.api import auth, requests, schemas
from referee.api.waiting import Hub
from referee.match.matches import Answer, Page

blueprint = Blueprint("events", __name__)


@blueprint.get("/v1/matches/<match>/events")
def events(match: str) -> Response:
    """Return a page of events; with `wait`, as soon as there is one."""
    token = auth.bearer()
    query = schemas.load(schemas.EVENTS_QUERY, request.args)
    page = _page(match, token, query["after"], query["limit"], query["wait"])
    body = {"events": page.events, "last_event": page.last_event}
    return requests.respond(Answer(200, msgspec.json.encode(body)))


def _page(match: str, token: str | None, after: int, limit: int, wait: int) -> Page:
    matches = requests.matches()
    page = matches.history(match, token, after, limit)
    if page.events or page.over or not wait:
        return page
    hub: Hub = current_app.extensions["referee-hub"]
    until = time.monotonic() + wait
    with hub.watch(match) as watch:
        while True:
            page = matches.history(match, token, after, limit)
            left = until - time.monotonic()
            if page.events or page.over or left <= 0:
                return page
            watch.wait(left)
