"""Headers, parameters and problem answers that operations share."""

from collections import defaultdict
from collections.abc import Iterable

from referee.api.assets import ASSETS
from referee.api.openapi.components import Json, ref
from referee.api.openapi.samples import sample
from referee.api.problems import PROBLEMS, RETRY_AFTER
from referee.games import GAMES
from referee.match.view import plain
from referee.words import LANGUAGES

_TAG = r'^"[0-9]+-(spectator|host|[0-9]+)-[0-9]+-[0-9a-f]{8}(-[a-z]{2})?"$'

HEADERS: dict[str, Json] = {
    "X-Request-Id": {
        "description": "Names the request: the caller's own, if it is 1 to 64 of `A-Za-z0-9._-`, or a new one.",
        "required": True,
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
    },
    "ETag": {
        "description": "The view's tag: version, viewer (a seat, `host`, `spectator`), revision and history. `version` "
        "counts accepted moves, `revision` changes that are no moves. The history is 8 hex digits, the first four "
        "chained from move to move, the last four from change to change, so that two histories which a failover of the "
        "store split never share a tag. With `lang` the language follows.",
        "required": True,
        "schema": {"type": "string", "pattern": _TAG},
        "example": '"12-0-3-9f86d081"',
    },
    "MoveTag": {
        "description": "The mover's view's tag; not with a dry run.",
        "schema": {"type": "string", "pattern": _TAG},
        "example": '"13-0-3-60b7d081"',
    },
    "DocumentTag": {
        "description": "Changes when the content does.",
        "required": True,
        "schema": {"type": "string", "pattern": '^"[0-9a-f]+"$'},
    },
    "PageTag": {
        "description": "Changes when the content does; not with a stream.",
        "schema": {"type": "string", "pattern": '^"[0-9a-f]+"$'},
    },
    "Location": {
        "description": "Where to go: the new match, or the page.",
        "required": True,
        "schema": {"type": "string", "format": "uri-reference"},
        "example": "/v1/matches/k3v9x0q2m8c7w1r5z6t4b3nd",
    },
    "Cache-Control": {
        "description": "What belongs to a match is private and not to be stored.",
        "required": True,
        "schema": {"type": "string"},
    },
    "Content-Language": {
        "description": "The language of what is written for people, where one was asked for.",
        "schema": {"type": "string", "enum": list(LANGUAGES)},
    },
    "Vary": {
        "description": "What of the request chose the representation: Accept, Accept-Encoding, Origin.",
        "schema": {"type": "string"},
    },
    "Idempotent-Replayed": {
        "description": "Present when this is the remembered answer to an earlier request with the same key.",
        "schema": {"const": "true"},
    },
    "Preference-Applied": {
        "description": "Present when the preference was honoured.",
        "schema": {"const": "return=minimal"},
    },
    "Retry-After": {
        "description": "Seconds to wait before trying again.",
        "required": True,
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
        "example": RETRY_AFTER,
    },
    "WWW-Authenticate": {
        "description": "How to authenticate.",
        "required": True,
        "schema": {"const": "Bearer"},
    },
    "Allow": {
        "description": "The methods that are possible, with 405.",
        "required": True,
        "schema": {"type": "string"},
        "example": "GET, HEAD, OPTIONS",
    },
}
"""Headers of answers, by their names as components."""

SPELLED = {"DocumentTag": "ETag", "PageTag": "ETag", "MoveTag": "ETag"}
"""Components whose header has another name."""

PARAMETERS: dict[str, Json] = {
    "Match": {
        "name": "match",
        "in": "path",
        "required": True,
        "description": "The match's id",
        "schema": {"type": "string", "pattern": "^[a-z0-9]{20,32}$"},
        "example": "k3v9x0q2m8c7w1r5z6t4b3nd",
    },
    "Seat": {
        "name": "seat",
        "in": "path",
        "required": True,
        "description": "A seat, from 0, clockwise",
        "schema": {"type": "integer", "minimum": 0, "maximum": 9},
    },
    "Game": {
        "name": "game",
        "in": "path",
        "required": True,
        "description": "The game's id",
        "schema": ref("GameId"),
    },
    "Card": {
        "name": "card",
        "in": "path",
        "required": True,
        "description": "A component's id, or `back-` and a kind of components for the back of those",
        "schema": {"type": "string"},
        "example": "gem-green",
    },
    "PictureVersion": {
        "name": "v",
        "in": "query",
        "description": "Which version of the drawing the catalogue named; there is none but the present one",
        "schema": {"type": "string"},
    },
    "Language": {
        "name": "lang",
        "in": "query",
        "description": "The language of what is written for people: `en`, `es` or `fi`. `es-MX` is `es`; one that is "
        "not known is `en`, as `Content-Language` says.",
        "schema": {"type": "string"},
        "example": "fi",
    },
    "Code": {
        "name": "code",
        "in": "path",
        "required": True,
        "description": "A problem code",
        "schema": ref("ProblemCode"),
    },
    "AssetVersion": {
        "name": "version",
        "in": "path",
        "required": True,
        "description": "What changes whenever a file does",
        "schema": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    },
    "Asset": {
        "name": "file",
        "in": "path",
        "required": True,
        "description": "The file's name",
        "schema": {"type": "string", "enum": list(ASSETS)},
    },
    "If-None-Match": {
        "name": "If-None-Match",
        "in": "header",
        "description": "The tags that the caller has; 304 if one of them is still the current one.",
        "schema": {"type": "string"},
        "example": '"12-0-3-9f86d081"',
    },
    "If-Match": {
        "name": "If-Match",
        "in": "header",
        "description": "Pins the version that the move is meant for: one tag of the match, or `*` for "
        "any. What counts is its version and the first four digits of its history, which may be left out together with "
        "the other four: a rename since then refuses nothing, nor does the tag of another viewer. Anything else is "
        "`bad-header`.",
        "schema": {
            "type": "string",
            "pattern": r'^(\*|(W/)?"[0-9]{1,15}-([0-9]{1,2}|host|spectator)-[0-9]{1,15}'
            r'(-[0-9A-Fa-f]{8}(-[a-z]{2})?)?")$',
        },
        "example": '"12-0-3-9f86d081"',
    },
    "Idempotency-Key": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "Makes it safe to send the request again: the same key and body return the first answer and "
        "apply nothing. Only accepted requests are remembered, for the life of the match (24 h for a creation "
        "and a deletion), the latest 1,000 of a match. Where no token tells who is asking (claims, and creations "
        "where no API keys are needed) it has at least 22 characters: choose it at random, since whoever repeats the "
        "request and its key gets its tokens.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[ -~]{1,128}$"},
        "example": "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d",
    },
    "Prefer": {
        "name": "Prefer",
        "in": "header",
        "description": "`return=minimal` leaves the view out of the answer.",
        "schema": {"type": "string"},
        "example": "return=minimal",
    },
    "Last-Event-ID": {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "Streams only: the number of the last event received. It beats `after`.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
        "example": "6",
    },
}
"""Parameters in paths and headers, by their names as components."""

SECURITY: Json = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "`seat_…` sees and plays one seat; `host_…` is the creator's: it ends the match, hands seats to "
        "bots, renews tokens and asks for a rematch, and sees no hidden card; `key_…` is given out by the operator, "
        "where creating matches needs one.",
    }
}


def parameter(name: str) -> Json:
    """Return a reference to a parameter."""
    return {"$ref": f"#/components/parameters/{name}"}


def headers(names: Iterable[str]) -> Json:
    """Return references to headers, by the names they have in the answer."""
    return {SPELLED.get(name, name): {"$ref": f"#/components/headers/{name}"} for name in names}


_PROBLEM_HEADERS = {
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    412: ("ETag",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}


_SHARED = {
    400: "BadRequest",
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    405: "MethodNotAllowed",
    406: "NotAcceptable",
    408: "RequestTimeout",
    409: "Conflict",
    410: "Gone",
    412: "PreconditionFailed",
    413: "ContentTooLarge",
    414: "UriTooLong",
    415: "UnsupportedMediaType",
    422: "Unprocessable",
    429: "TooManyRequests",
    431: "HeadersTooLarge",
    500: "InternalError",
    503: "Unavailable",
}
"""The components of the answers that refuse, by status."""


def problems(codes: Iterable[str]) -> dict[str, Json]:
    """The answers that refuse, by status; which codes of a status an operation has, the operation tells."""
    statuses = sorted({PROBLEMS[code].status for code in codes})
    return {str(status): {"$ref": f"#/components/responses/{_SHARED[status]}"} for status in statuses}


def problem_answers(used: Iterable[str]) -> dict[str, Json]:
    """The answers that refuse, by name: one for all the codes of a status that any operation has."""
    wanted = set(used)
    by_status: dict[int, list[str]] = defaultdict(list)
    for code, problem in PROBLEMS.items():
        if code in wanted:
            by_status[problem.status].append(code)
    return {_SHARED[status]: _problem(status, by_status[status]) for status in sorted(by_status)}


def _problem(status: int, codes: list[str]) -> Json:
    told = "\n".join(f"- `{code}`: {PROBLEMS[code].title}. {PROBLEMS[code].text}" for code in codes)
    answer: Json = {
        "description": told,
        "headers": headers(("X-Request-Id", "Cache-Control", *_PROBLEM_HEADERS.get(status, ()))),
        "content": {"application/problem+json": {"schema": ref("Problem")}},
    }
    media = answer["content"]["application/problem+json"]
    if "illegal-move" in codes:
        media["examples"] = {"illegal-move": {"value": _illegal_move()}}
    return answer


def _illegal_move() -> Json:
    refusal = sample(GAMES[0].id).refusal
    assert refusal is not None  # noqa: S101  -- the test of the document sees to it
    return _example("illegal-move", refusal.detail, **refusal.extra)


def _example(code: str, detail: str, **extra: object) -> Json:
    problem = PROBLEMS[code]
    return {
        "type": f"/problems/{code}",
        "title": problem.title,
        "status": problem.status,
        "code": code,
        "detail": detail,
        "instance": "4c7d2f0e9a5b4d1c8e6f3a2b1c0d9e8f",
        **plain(extra),
    }
