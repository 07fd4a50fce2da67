"""What an operation is: a method on a path, what it takes, and every answer with when it comes."""

from typing import Literal

import msgspec

from referee.api.problems import PROBLEMS

JSON = "application/json"
YAML = "application/yaml"
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
HTML = "text/html"
MARKDOWN = "text/markdown"
TEXT = "text/plain"
SVG = "image/svg+xml"
SCRIPT = "text/javascript"
STYLE = "text/css"


class Answer(msgspec.Struct, frozen=True):
    """An answer that is no refusal. `schemas` gives each media type its schema, None where it is text."""

    status: int
    text: str
    schemas: dict[str, str | None] = {}
    headers: tuple[str, ...] = ()


class Operation(msgspec.Struct, frozen=True):
    """A method on a path. `query` names a marshmallow schema, `body` a component."""

    id: str
    method: Literal["get", "post", "patch", "delete"]
    path: str
    tag: str
    summary: str
    text: str
    answers: tuple[Answer, ...]
    problems: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    query: str | None = None
    body: str | None = None
    body_required: bool = True
    bearer: Literal["none", "optional", "required"] = "none"


STORE = ("internal", "store-unavailable")
COMMIT = (*STORE, "outcome-unknown")
MATCH = ("invalid-token", "not-found", "match-expired", "match-unreadable", *COMMIT)
BODY = ("malformed-json", "body-too-large", "unsupported-media-type", "validation-failed")
KEYED = ("bad-header", "idempotency-key-reused")

TOLD = ("X-Request-Id", "Cache-Control")
VIEWED = (*TOLD, "ETag")
TAGGED = (*TOLD, "PageTag")
MADE = (*VIEWED, "Location", "Idempotent-Replayed")


UNCHANGED = Answer(304, "It is still the one that If-None-Match names.", {}, TAGGED)
SAME = Answer(304, UNCHANGED.text, {}, (*TOLD, "DocumentTag"))


def in_order(*codes: str) -> tuple[str, ...]:
    """Put problem codes into the order of the statuses."""
    wanted = set(codes)
    return tuple(code for code in PROBLEMS if code in wanted)
