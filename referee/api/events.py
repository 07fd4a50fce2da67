"""Events: what happened in a match, as the caller may know it: a page, a long poll, or a stream."""

from flask import Response

from referee.api import schemas
from referee.api.endpoint import Asked, Body, Contract, Reply, Service
from referee.api.negotiation import JSON, NDJSON, SSE
from referee.api.streams import FORMATS, EventStream, Poll
from referee.match import rights, tickets, tokens
from referee.match.answers import Answer
from referee.match.documents import EventPage, MatchEvent, Snapshot, Ticket
from referee.match.looking import history
from referee.match.pins import check_cursor
from referee.match.rights import entitled_by_digest

_NOT_STORED = {"Cache-Control": "private, no-store"}


@Contract(
    "GET",
    "/v1/matches/{match}/events",
    "Events",
    {
        200: Reply(
            "A page of events, or a stream of them.",
            {JSON: EventPage, NDJSON: MatchEvent | Snapshot, SSE: None},
        ),
        204: Reply(
            "Nothing can follow any more: the match has been over for 60 seconds, and the cursor of the stream is "
            "at the end. An EventSource does not come back."
        ),
    },
    ("history-rewound", "stream-capacity"),
    negotiates=True,
    bearer="optional",
    query=schemas.EVENTS_QUERY,
    resumes=(NDJSON, SSE),
    tag="PageTag",
)
def list_events(service: Service, asked: Asked, match: str) -> Answer | Response:
    """Read or stream events.

    Events are numbered 1, 2, 3 … without gaps; `after` is the one cursor of all ways to read them. As
    `application/json` a page, with `wait` a long poll. As `application/x-ndjson` or `text/event-stream` a stream: it
    begins with a blank line or comment at once, shows a sign of life every 10 seconds, and closes 60 seconds after the
    end, or when the match is removed. With `snapshot=true` a view comes first: a line `{"type":"view","view":…}`, or
    an event named `view` whose id is the cursor; with `views=true` the whole view follows, in the same form and without
    an id, after every change and the events that tell it. Where no header can be sent, a ticket opens the stream.

    A cursor ahead of the log is `history-rewound`, never silence: a failover of the store lost events that were told.
    An open stream ends when that happens. Half of the places for streams and long polls are kept for callers with a
    token; an address without one has at most a quarter of them.
    """
    digest = None if asked.token is None else tokens.digest(asked.token)
    if asked.media == JSON:
        return _page(service, asked, match, digest)
    return _stream(service, asked, match, digest)


def _page(service: Service, asked: Asked, match: str, digest: bytes | None) -> Answer | Response:
    after, limit, wait = asked.query["after"] or 0, asked.query["limit"], asked.query["wait"]
    page = history(service.matches, match, digest, after, limit)
    if not page.events and wait and asked.patient:
        poll = Poll(service.hub, match, digest, after, wait, stranger=asked.address if digest is None else None)
        if asked.fed:
            return Response(poll, direct_passthrough=True)
        poll.block()
        page = history(service.matches, match, digest, after, limit)
    return Answer(200, EventPage(page.events, page.last_event), game=page.game, names=page.names)


def _stream(service: Service, asked: Asked, match: str, digest: bytes | None) -> Response:
    matches, form, ticket = service.matches, FORMATS[asked.media], asked.query["ticket"]
    holding = None
    if digest is None and ticket is not None:
        holding = tickets.Holding(matches, match, ticket)
        digest = holding.digest
    after = asked.query["after"] if asked.last_event is None else asked.last_event
    current = matches.current(match)
    who = entitled_by_digest(current, rights.LOOK, digest)
    check_cursor(current, who, after or 0)
    if current.closed and after == current.events:
        return Response(status=204, headers=_NOT_STORED)
    stream = EventStream(
        service.hub,
        form,
        current,
        who,
        digest,
        after=after,
        snapshot=asked.query["snapshot"] == "true",
        views=asked.query["views"] == "true",
        holding=holding,
        stranger=asked.address if digest is None else None,
        lang=asked.lang,
    )
    headers = {**_NOT_STORED, "X-Accel-Buffering": "no"}
    return Response(stream, content_type=form.content_type, headers=headers, direct_passthrough=True)


@Contract(
    "POST",
    "/v1/matches/{match}/events/ticket",
    "Events",
    {201: Reply("The ticket.", {JSON: Ticket})},
    body=Body("Empty", schemas.EMPTY, optional=True),
    keyed=True,
    bearer="required",
)
def create_ticket(service: Service, asked: Asked, match: str) -> Answer:
    """Get a ticket for a stream.

    For clients that cannot send headers, such as a browser's EventSource. The ticket opens one stream in the caller's
    name (`?ticket=`), within 30 seconds; when that stream drops, it resumes it for 10 minutes. A second use closes the
    first stream at once. It is the only secret that is ever accepted in an address.
    """
    return tickets.issue(service.matches, match, asked.token or "", asked.key)
