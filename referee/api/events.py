"""Events: what happened in a match, as the caller may know it: a page, a long poll, or a stream."""

import time

import msgspec
from flask import Blueprint, Response, current_app, request

from referee.api import auth, requests, schemas
from referee.api.streams import FORMATS, Stream
from referee.api.waiting import Hub
from referee.errors import RefereeError
from referee.match import tickets, tokens
from referee.match.answers import Answer, Page

blueprint = Blueprint("events", __name__)

JSON = "application/json"


class NotAcceptable(RefereeError):
    """No representation fits the Accept header."""

    code = "not-acceptable"


@blueprint.get("/v1/matches/<match>/events")
def events(match: str) -> Response:
    """Return a page of events; with `wait` as soon as there is one; or a stream of them, by Accept."""
    kind = _negotiated()
    query = schemas.load(schemas.EVENTS_QUERY, request.args)
    holding = None
    token = auth.bearer()
    digest = None if token is None else tokens.digest(token)
    if kind == JSON:
        page = _page(match, digest, query["after"] or 0, query["limit"], query["wait"])
        answer = requests.respond(
            Answer(200, msgspec.json.encode({"events": page.events, "last_event": page.last_event}))
        )
        answer.headers["Vary"] = "Accept"
        return answer
    if token is None and query["ticket"] is not None:
        holding = tickets.Holding(requests.matches(), match, query["ticket"])
        digest = holding.digest
    after = _last_event_id()
    stream = Stream(
        requests.matches(),
        _hub(),
        FORMATS[kind],
        match,
        digest,
        after=query["after"] if after is None else after,
        snapshot=query["snapshot"] == "true",
        holding=holding,
    )
    response = Response(stream.chunks(), content_type=FORMATS[kind].content_type)
    response.call_on_close(stream.close)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Vary"] = "Accept"
    return response


@blueprint.post("/v1/matches/<match>/events/ticket")
def ticket(match: str) -> Response:
    """Give out a ticket that opens one stream in the caller's name."""
    body = requests.body(optional=True)
    key = requests.idempotency_key()
    token = auth.required()
    schemas.load(schemas.EMPTY, body)
    issued, replayed = tickets.issue(requests.matches(), match, token, key)
    told = {"ticket": issued, "expires_in": tickets.OPEN_MS // 1000}
    return requests.respond(Answer(201, msgspec.json.encode(told), replayed=replayed))


def _hub() -> Hub:
    hub: Hub = current_app.extensions["referee-hub"]
    return hub


def _negotiated() -> str:
    if not request.accept_mimetypes:
        return JSON
    kind = request.accept_mimetypes.best_match([JSON, *FORMATS])
    if kind is None:
        raise NotAcceptable(f"events come as {JSON}, {' or '.join(FORMATS)}")
    return kind


def _last_event_id() -> int | None:
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise requests.BadHeader("Last-Event-ID must be the number of an event")
    return int(text)


def _page(match: str, digest: bytes | None, after: int, limit: int, wait: int) -> Page:
    matches = requests.matches()
    page = matches.history(match, digest, after, limit)
    if page.events or page.over or not wait:
        return page
    until = time.monotonic() + wait
    hub = _hub()
    with hub.watch(match) as watch:
        while True:
            page = watch.feed.history(digest, after, limit)
            left = until - time.monotonic()
            if page.events or page.over or left <= 0 or hub.closing:
                return page
            watch.wait(left)
