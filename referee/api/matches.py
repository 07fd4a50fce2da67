"""Matches: create, look, delete, move, rematch, audit."""

import msgspec

from referee.api import schemas
from referee.api.endpoint import COMMIT, KEPT, Asked, Body, Contract, Reply, Service
from referee.api.negotiation import JSON
from referee.match import create as creation
from referee.match import ending, looking, moving
from referee.match.answers import Answer
from referee.match.documents import Audit, Created, Judged, Moved, Rematched, View
from referee.match.view import etag, view

_VIEWED = (*KEPT, "ETag")
MADE = (*_VIEWED, "Location")
"""Headers of an answer that tells of a new thing."""

_REMATCH = Body("Empty", schemas.EMPTY, optional=True)


@Contract(
    "POST",
    "/v1/matches",
    "Matches",
    {201: Reply("The match, with everybody's tokens and the host's view.", {JSON: Created}, MADE)},
    (*COMMIT, "idempotency-key-reused", "bad-deal", "match-expired", "match-unreadable"),
    body=Body("CreateMatch", schemas.CREATE),
    keyed=True,
    bearer="api-key",
)
def create_match(service: Service, asked: Asked) -> Answer:
    """Create a match.

    Deals at once, unless seats are open: then the match waits until the last is claimed. The tokens in the answer are
    shown this once; with an `Idempotency-Key` a lost answer can be asked for again. Needs a token only on servers with
    API keys.
    """
    wish = dict(asked.wish)
    seed, clock = wish.pop("seed"), wish.pop("clock")
    wanted = creation.Wish(
        **wish, seed=bytes.fromhex(seed) if seed else None, move_seconds=clock["move_seconds"] if clock else None
    )
    return creation.create(service.matches, wanted, once=asked.once("create"))


@Contract(
    "GET",
    "/v1/matches/{match}",
    "Matches",
    {
        200: Reply("The view.", {JSON: View}),
        304: Reply("The view is still the one that If-None-Match names."),
    },
    bearer="optional",
    tag="ETag",
)
def get_match(service: Service, asked: Asked, match: str) -> Answer:
    """Look at a match.

    The caller's view: the table as all may see it, the caller's own hand, and the moves that the caller may make now.
    Without a token a spectator's, unless the match admits none. The clock is looked at first: whoever is late is moved
    for.
    """
    current, who = looking.look(service.matches, match, asked.token)
    tag = etag(current, who)
    return Answer(304, etag=tag) if asked.knows(tag) else Answer(200, view(current, who), tag)


@Contract(
    "DELETE",
    "/v1/matches/{match}",
    "Matches",
    {204: Reply("The match is gone.")},
    ("forbidden",),
    keyed=True,
    bearer="required",
)
def delete_match(service: Service, asked: Asked, match: str) -> Answer:
    """End and remove a match.

    By its host. Streams get `aborted` and close; for 24 hours the match answers 410, then 404.
    """
    return ending.delete(service.matches, match, asked.token, once=asked.once("delete"))


@Contract(
    "POST",
    "/v1/matches/{match}/rematch",
    "Matches",
    {
        201: Reply("The match that follows was made.", {JSON: Rematched}, MADE),
        200: Reply("There was one already: here it is.", {JSON: Rematched}, MADE),
    },
    ("idempotency-key-reused", "forbidden", "match-not-over"),
    body=_REMATCH,
    keyed=True,
    bearer="required",
)
def rematch(service: Service, asked: Asked, match: str) -> Answer:
    """Play again.

    After the end, by the host or a seat: a new match with the same seats, options, clock and tokens, a fresh seed and
    no arranged deal. A match has one rematch; whoever asks later is given the same one.
    """
    return ending.rematch(service.matches, match, asked.token, once=asked.once("rematch"))


@Contract(
    "POST",
    "/v1/matches/{match}/moves",
    "Moves",
    {
        200: Reply(
            "The move was made; with `dry_run=true`, it would be legal.", {JSON: Moved | Judged}, (*KEPT, "MoveTag")
        )
    },
    (
        "idempotency-key-reused",
        "forbidden",
        "match-not-started",
        "match-over",
        "not-your-turn",
        "illegal-move",
    ),
    body=Body("Move"),
    pins=True,
    keyed=True,
    bearer="required",
    query=schemas.MOVE_QUERY,
    prefers=True,
)
def submit_move(service: Service, asked: Asked, match: str) -> Answer:
    """Submit a move.

    A move is legal if and only if it fits one of the forms in the view's `legal_moves`. Everything is checked in this
    order: transport (size, type, JSON), token, match, replayed key, started and not over, version, seat's turn, the
    move's shape, legality.

    Without `If-Match` or `version` the move is judged against the state of the moment. Bots on turn move inside the
    same request: `version` is then the mover's own, `events` are all that followed, `view` is the latest.
    """
    if asked.query["dry_run"] == "true":
        return moving.judge(service.matches, match, asked.token, asked.body, asked.pin)
    once = asked.once("moves")
    answer = moving.move(
        service.matches, match, asked.token, asked.body, pin=asked.pin, once=once, minimal=asked.minimal
    )
    return msgspec.structs.replace(answer, minimal=asked.minimal)


@Contract(
    "GET",
    "/v1/matches/{match}/audit",
    "Events",
    {200: Reply("Everything.", {JSON: Audit})},
    ("match-not-over",),
    bearer="optional",
    tag="PageTag",
)
def get_audit(service: Service, asked: Asked, match: str) -> Answer:
    """Check a whole match.

    After the end, for whoever may see the match: seed, entropy, options, deal, every move and every event with what
    anybody was told. `referee verify` replays it.
    """
    return looking.audit(service.matches, match, asked.token)
