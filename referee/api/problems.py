"""Refusals as RFC 9457 problem documents: every code with its status, its title and what it means."""

import logging
import os
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask, Response
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from referee.api.requests import RefereeRequest, current
from referee.errors import QuotaExceeded, RefereeError, StaleVersion
from referee.words import Language, problem_detail, problem_title, rule_text_by_id


class Kind(msgspec.Struct, frozen=True):
    """A kind of refusal."""

    status: int
    title: str
    text: str


PROBLEMS: dict[str, Kind] = {
    "malformed-json": Kind(
        400,
        "The body is not acceptable JSON",
        "Send UTF-8 JSON without duplicate keys, NaN or lone surrogates, with integers within ±2^53 and at most 32 "
        "levels of nesting.",
    ),
    "bad-header": Kind(
        400,
        "A header cannot be understood",
        "If-Match takes one entity tag of the match or *, Idempotency-Key 1 to 128 printable ASCII characters.",
    ),
    "missing-token": Kind(
        401,
        "A token is needed",
        "Send `Authorization: Bearer` with a seat's or the host's token; to create matches on a server with API "
        "keys, with a key.",
    ),
    "invalid-token": Kind(
        401, "The token is not valid here", "It is none of this match's tokens, was rotated, or is not a token at all."
    ),
    "not-your-seat": Kind(403, "The token belongs to another seat", "A seat can only change itself."),
    "forbidden": Kind(403, "The token does not allow this", "The detail says who may do it."),
    "wrong-invite": Kind(
        403, "The invite is not for this seat", "An invited seat is claimed only with the invite made for it, and once."
    ),
    "not-found": Kind(404, "There is no such thing", "Check the path: the match, game, seat or page is not there."),
    "method-not-allowed": Kind(405, "The method is not possible here", "The header Allow lists those that are."),
    "not-acceptable": Kind(
        406, "No acceptable representation", "The header Accept admits none of the formats that this resource has."
    ),
    "not-your-turn": Kind(
        409, "It is not your turn", "The seat has no legal move at the moment. The view's to_act says who is awaited."
    ),
    "match-over": Kind(409, "The match is over", "Its view, events and audit remain until it expires."),
    "match-not-started": Kind(409, "The match has not started", "It starts when every open seat is claimed."),
    "match-not-over": Kind(409, "The match is not over yet", "The audit and the rematch open at the end."),
    "seat-taken": Kind(409, "The seat is taken", "Claim another one, or none in particular."),
    "match-full": Kind(409, "Every seat is taken", "No seat of this match is open."),
    "match-expired": Kind(410, "The match is gone", "It was deleted, or its time to live is over."),
    "stale-version": Kind(
        412,
        "The match has moved on",
        "The version that the request pinned is not the current one. Look again; the header ETag is the current tag.",
    ),
    "history-rewound": Kind(
        412,
        "The match has another history",
        "The pinned version or the cursor is ahead of the match, or of another history: a failover of the store lost "
        "the latest moves, although they had been acknowledged. Look again and go on from there; with a cursor, "
        "`last_event` says where the log ends.",
    ),
    "body-too-large": Kind(413, "The body is too large", "Bodies have at most 16 KiB."),
    "unsupported-media-type": Kind(
        415, "The body must be JSON", "Send `Content-Type: application/json` (with curl: --json)."
    ),
    "validation-failed": Kind(
        422, "The request could never be right", "`errors` says where, as JSON pointers, and what is wrong."
    ),
    "illegal-move": Kind(
        422,
        "The move is not legal now",
        "`rule` says what forbids it, `field` and `allowed` what one field could be, `legal_moves` all that is legal.",
    ),
    "idempotency-key-reused": Kind(
        422, "The idempotency key was used for another request", "Use a new key for every new request."
    ),
    "bad-deal": Kind(
        422, "The arranged deal is impossible", "`errors` says which card the components cannot provide, and where."
    ),
    "request-timeout": Kind(
        408, "The request did not arrive in time", "A request has 10 seconds to arrive whole; send it again."
    ),
    "uri-too-long": Kind(414, "The request line is too long", "No address of this server is so long."),
    "headers-too-large": Kind(431, "The headers are too many or too long", "Send fewer, or shorter ones."),
    "quota-exceeded": Kind(429, "Too many requests", "Wait as long as the header Retry-After says."),
    "internal": Kind(500, "Something went wrong here", "Report the request id in `instance`."),
    "match-unreadable": Kind(
        409,
        "The match cannot be read here",
        "It was written by another release, sealed with another secret, or damaged; the server's log says which. It "
        "stays as it is.",
    ),
    "store-unavailable": Kind(
        503, "The store cannot be reached", "Nothing was applied. Try again as the header Retry-After says."
    ),
    "outcome-unknown": Kind(
        503,
        "It is not known whether the request was applied",
        "Its answer was lost. Send it again with the same idempotency key, or look at the match.",
    ),
    "stream-capacity": Kind(503, "There is no place for another stream", "Try again as the header Retry-After says."),
}

RETRY_AFTER = "1"
"""Seconds to wait after a 503."""

_BY_STATUS = {
    400: "bad-header",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "body-too-large",
    415: "unsupported-media-type",
    429: "quota-exceeded",
}

_log = logging.getLogger("referee")


def document(code: str, instance: str, detail: str = "", **extra: Any) -> dict[str, Any]:
    """Build the body of a problem; `instance` is the request's id."""
    problem = PROBLEMS[code]
    return {
        "type": f"/problems/{code}",
        "title": problem.title,
        "status": problem.status,
        "code": code,
        "detail": detail or problem.text,
        "instance": instance,
        **extra,
    }


def raw(code: str, detail: str) -> bytes:
    """Write the whole answer to a request that never reached the application; the connection ends with it."""
    instance, status = os.urandom(16).hex(), PROBLEMS[code].status
    body = msgspec.json.encode(document(code, instance, detail))
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\nCache-Control: no-store\r\n"
        f"X-Content-Type-Options: nosniff\r\nX-Request-Id: {instance}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def response(asked: RefereeRequest, code: str, detail: str = "", **extra: Any) -> Response:
    """Build the answer for a problem."""
    body = document(code, asked.id, detail, **extra)
    if asked.lang:
        _translate(body, asked.lang)
    answer = Response(msgspec.json.encode(body), PROBLEMS[code].status, content_type="application/problem+json")
    asked.problem = code
    if asked.lang:
        answer.headers["Content-Language"] = asked.lang
    answer.headers["Cache-Control"] = "no-store"
    if answer.status_code == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if answer.status_code == 503:
        answer.headers["Retry-After"] = RETRY_AFTER
    return answer


def _translate(body: dict[str, Any], lang: Language) -> None:
    """Put title, detail and rule into a language; English details say more than the others."""
    body["title"] = problem_title(body["code"], lang)
    if lang != "en":
        body["detail"] = problem_detail(body["code"], lang)
    if rule := body.get("rule"):
        body["rule"] = {**rule, "text": rule_text_by_id(rule["id"], lang)}


def refusal(asked: RefereeRequest, error: Exception) -> Response:
    """Answer a request that is refused or went wrong with a problem document."""
    if isinstance(error, RefereeError):
        return _refused(asked, error)
    if isinstance(error, HTTPException):
        return _routed(asked, error)
    _log.error("%s %s failed", asked.method, asked.url_rule or "no route", exc_info=error)
    return response(asked, "internal")


def _refused(asked: RefereeRequest, error: RefereeError) -> Response:
    answer = response(asked, error.code, error.detail, **error.extra)
    if isinstance(error, StaleVersion):
        answer.headers["ETag"] = error.etag
    if isinstance(error, QuotaExceeded):
        answer.headers["Retry-After"] = str(error.retry_after)
    return answer


def _routed(asked: RefereeRequest, error: HTTPException) -> Response:
    status = error.code or 500
    code = _BY_STATUS.get(status)
    if code is None:
        code = "bad-header" if status < 500 else "internal"
    answer = response(asked, code)
    if status == 429:
        answer.headers["Retry-After"] = RETRY_AFTER  # the limiter knows better where it could count
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answer


def register(app: Flask) -> None:
    """Answer everything that is refused or goes wrong with a problem document."""

    @app.errorhandler(Exception)
    def refused(error: Exception) -> Response:
        return refusal(current(), error)
