"""Events: what happened in a match, as the caller may know it: a page, a long poll, or a stream."""

from typing import Any

from flask import Blueprint, Response, current_app, request

from referee.api import auth, requests, schemas
from referee.api.fed import AGAIN, FEEDS
from referee.api.negotiation import preferred
from referee.api.streams import FORMATS, Format, Poll, Stream
from referee.match import rights, tickets, tokens
from referee.match.answers import Answer
from referee.match.documents import EventPage
from referee.match.looking import history
from referee.match.pins import check_cursor
from referee.match.rights import entitled_by_digest
from referee.match.waiting import Hub

blueprint = Blueprint("events", __name__)

JSON = "application/json"

_NOT_STORED = {"Cache-Control": "private, no-store"}


@blueprint.get("/v1/matches/<match>/events")
def events(match: str) -> Response:
    """Return a page of events; with `wait` as soon as there is one; or a stream of them, by Accept."""
    kind = preferred(JSON, *FORMATS)
    query = schemas.load(schemas.EVENTS_QUERY, request.args)
    token = auth.bearer()
    digest = None if token is None else tokens.digest(token)
    if kind == JSON:
        answer = _paged(match, digest, query["after"] or 0, query["limit"], query["wait"])
    else:
        answer = _streamed(match, digest, FORMATS[kind], query)
    answer.headers["Vary"] = "Accept"
    return answer


def _streamed(match: str, digest: bytes | None, form: Format, query: dict[str, Any]) -> Response:
    matches = requests.matches()
    holding = None
    if digest is None and query["ticket"] is not None:
        holding = tickets.Holding(matches, match, query["ticket"])
        digest = holding.digest
    after = _last_event_id()
    if after is None:
        after = query["after"]
    found = matches.current(match)
    who = entitled_by_digest(found, rights.LOOK, digest)
    check_cursor(found, who, after or 0)
    if found.closed and after == found.events:
        return Response(status=204, headers=_NOT_STORED)
    stream = Stream(
        _hub(),
        form,
        found,
        who,
        digest,
        after=after,
        snapshot=query["snapshot"] == "true",
        holding=holding,
        stranger=requests.address() if digest is None else None,
    )
    response = Response(stream, content_type=form.content_type, headers=_NOT_STORED, direct_passthrough=True)
    response.headers["X-Accel-Buffering"] = "no"
    return response


@blueprint.post("/v1/matches/<match>/events/ticket")
def ticket(match: str) -> Response:
    """Give out a ticket that opens one stream in the caller's name."""
    body = requests.body(optional=True)
    key = requests.idempotency_key()
    token = auth.required()
    schemas.load(schemas.EMPTY, body)
    return requests.respond(tickets.issue(requests.matches(), match, token, key))


def _hub() -> Hub:
    hub: Hub = current_app.extensions["referee-hub"]
    return hub


def _last_event_id() -> int | None:
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise requests.BadHeader("Last-Event-ID must be the number of an event")
    return int(text)


def _paged(match: str, digest: bytes | None, after: int, limit: int, wait: int) -> Response:
    page = history(requests.matches(), match, digest, after, limit)
    if not page.events and wait and request.method == "GET" and not request.environ.get(AGAIN):
        poll = Poll(_hub(), match, digest, after, wait, stranger=requests.address() if digest is None else None)
        if request.environ.get(FEEDS):
            requests.current().parked = True
            return Response(poll, direct_passthrough=True)
        poll.block()
        page = history(requests.matches(), match, digest, after, limit)
    return requests.respond(Answer(200, EventPage(page.events, page.last_event)))
