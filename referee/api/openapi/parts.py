"""Headers, parameters and problem answers that operations share."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from referee.api.assets import ASSETS
from referee.api.openapi.components import Json, ref
from referee.api.openapi.samples import sample
from referee.api.problems import PROBLEMS, RETRY_AFTER, document
from referee.games import GAMES
from referee.match.view import plain
from referee.words import LANGUAGES

_TAG = r'"[0-9]+-(spectator|host|[0-9]+)-[0-9]+-[0-9a-f]{8}(-[a-z]{2})?"'
_HASH = '^"[0-9a-f]+"$'


def _header(description: str, *, required: bool = False, example: str | None = None, **schema: Any) -> Json:
    """A header of an answer; whatever its schema does not say otherwise, it is a string."""
    header: Json = {"description": description}
    if required:
        header["required"] = True
    header["schema"] = schema if "const" in schema else {"type": "string", **schema}
    return header if example is None else {**header, "example": example}


HEADERS: dict[str, Json] = {
    "X-Request-Id": _header(
        "Names the request: the caller's own, if it is 1 to 64 of `A-Za-z0-9._-`, or a new one.",
        required=True,
        pattern="^[A-Za-z0-9._-]{1,64}$",
    ),
    "ETag": _header(
        "The view's tag: version, viewer (a seat, `host`, `spectator`), revision and history. `version` "
        "counts accepted moves, `revision` changes that are no moves. The history is 8 hex digits, the first four "
        "chained from move to move, the last four from change to change, so that two histories which a failover of the "
        "store split never share a tag. With `lang` the language follows.",
        required=True,
        pattern=f"^{_TAG}$",
        example='"12-0-3-9f86d081"',
    ),
    "MoveTag": _header("The mover's view's tag; not with a dry run.", pattern=f"^{_TAG}$", example='"13-0-3-60b7d081"'),
    "DocumentTag": _header("Changes when the content does.", required=True, pattern=_HASH),
    "PageTag": _header("Changes when the content does; not with a stream.", pattern=_HASH),
    "Location": _header(
        "Where to go: the new match, or the page.",
        required=True,
        format="uri-reference",
        example="/v1/matches/k3v9x0q2m8c7w1r5z6t4b3nd",
    ),
    "Cache-Control": _header("What belongs to a match is private and not to be stored.", required=True),
    "Content-Language": _header(
        "The language of what is written for people, where one was asked for.", enum=list(LANGUAGES)
    ),
    "Vary": _header("What of the request chose the representation: Accept, Accept-Encoding, Origin."),
    "Idempotent-Replayed": _header(
        "Present when this is the remembered answer to an earlier request with the same key.", const="true"
    ),
    "Preference-Applied": _header("Present when the preference was honoured.", const="return=minimal"),
    "Retry-After": _header(
        "Seconds to wait before trying again.", required=True, pattern="^[0-9]+$", example=RETRY_AFTER
    ),
    "WWW-Authenticate": _header("How to authenticate.", required=True, const="Bearer"),
    "Allow": _header("The methods that are possible, with 405.", required=True, example="GET, HEAD, OPTIONS"),
}
"""Headers of answers, by their names as components."""

SPELLED = {"DocumentTag": "ETag", "PageTag": "ETag", "MoveTag": "ETag"}
"""Components whose header has another name."""


def _in_path(name: str, description: str, schema: Json | None = None, **example: str) -> Json:
    """A parameter in the path."""
    schema = schema or {"type": "string"}
    return {"name": name, "in": "path", "required": True, "description": description, "schema": schema, **example}


def _asked(name: str, description: str, place: str = "header", example: str | None = None, **schema: Any) -> Json:
    """A parameter in a header or the query; a string."""
    parameter: Json = {"name": name, "in": place, "description": description, "schema": {"type": "string", **schema}}
    return parameter if example is None else {**parameter, "example": example}


PARAMETERS: dict[str, Json] = {
    "Match": _in_path(
        "match",
        "The match's id",
        {"type": "string", "pattern": "^[a-z0-9]{20,32}$"},
        example="k3v9x0q2m8c7w1r5z6t4b3nd",
    ),
    "Seat": _in_path("seat", "A seat, from 0, clockwise", {"type": "integer", "minimum": 0, "maximum": 9}),
    "Game": _in_path("game", "The game's id", ref("GameId")),
    "Card": _in_path(
        "card", "A component's id, or `back-` and a kind of components for the back of those", example="gem-green"
    ),
    "PictureVersion": _asked(
        "v", "Which version of the drawing the catalogue named; there is none but the present one", "query"
    ),
    "Language": _asked(
        "lang",
        "The language of what is written for people: `en`, `es` or `fi`. `es-MX` is `es`; one that is "
        "not known is `en`, as `Content-Language` says.",
        "query",
        "fi",
    ),
    "Code": _in_path("code", "A problem code", ref("ProblemCode")),
    "AssetVersion": _in_path(
        "version", "What changes whenever a file does", {"type": "string", "pattern": "^[0-9a-f]{16}$"}
    ),
    "Asset": _in_path("file", "The file's name", {"type": "string", "enum": list(ASSETS)}),
    "If-None-Match": _asked(
        "If-None-Match",
        "The tags that the caller has; 304 if one of them is still the current one.",
        example='"12-0-3-9f86d081"',
    ),
    "If-Match": _asked(
        "If-Match",
        "Pins the version that the move is meant for: one tag of the match, or `*` for "
        "any. What counts is its version and the first four digits of its history, which may be left out together with "
        "the other four: a rename since then refuses nothing, nor does the tag of another viewer. Anything else is "
        "`bad-header`.",
        example='"12-0-3-9f86d081"',
        pattern=r'^(\*|(W/)?"[0-9]{1,15}-([0-9]{1,2}|host|spectator)-[0-9]{1,15}(-[0-9A-Fa-f]{8}(-[a-z]{2})?)?")$',
    ),
    "Idempotency-Key": _asked(
        "Idempotency-Key",
        "Makes it safe to send the request again: the same key and body return the first answer and "
        "apply nothing. Only accepted requests are remembered, for the life of the match (24 h for a creation "
        "and a deletion), the latest 1,000 of a match. Where no token tells who is asking (claims, and creations "
        "where no API keys are needed) it has at least 22 characters: choose it at random, since whoever repeats the "
        "request and its key gets its tokens.",
        example="9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d",
        minLength=1,
        maxLength=128,
        pattern="^[ -~]{1,128}$",
    ),
    "Prefer": _asked("Prefer", "`return=minimal` leaves the view out of the answer.", example="return=minimal"),
    "Last-Event-ID": _asked(
        "Last-Event-ID",
        "Streams only: the number of the last event received. It beats `after`.",
        example="6",
        pattern="^[0-9]{1,15}$",
    ),
}
"""Parameters in paths, headers and queries, by their names as components."""

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
    text = "\n".join(f"- `{code}`: {PROBLEMS[code].title}. {PROBLEMS[code].text}" for code in codes)
    answer: Json = {
        "description": text,
        "headers": headers(("X-Request-Id", "Cache-Control", *_PROBLEM_HEADERS.get(status, ()))),
        "content": {"application/problem+json": {"schema": ref("Problem")}},
    }
    media = answer["content"]["application/problem+json"]
    if "illegal-move" in codes:
        media["examples"] = {"illegal-move": {"value": _illegal_move()}}
    return answer


def _illegal_move() -> Mapping[str, Any]:
    refusal = sample(next(iter(GAMES))).refusal
    assert refusal is not None  # noqa: S101  -- the test of the document sees to it
    return plain(document("illegal-move", "4c7d2f0e9a5b4d1c8e6f3a2b1c0d9e8f", refusal.detail, **refusal.extra))
