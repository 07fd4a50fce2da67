"""Reading requests: body, headers and query, before anything is looked up."""

import ipaddress
import os
import re
import time
from collections.abc import Mapping
from typing import Any

from flask import Request, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from referee.api import json
from referee.errors import RefereeError
from referee.match.answers import Answer
from referee.match.pins import Pin
from referee.words import Language

MAX_BODY = 16 * 1024
"""Bytes of a body."""

SHORTEST_UNGUARDED = 22
"""Characters of an idempotency key where no token tells who is asking: 128 random bits in base64."""

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_KEY = re.compile(r"[\x20-\x7e]{1,128}\Z")
_TAG = re.compile(
    r'(?:W/)?"(?P<version>[0-9]{1,15})-(?:[0-9]{1,2}|host|spectator)-[0-9]{1,15}(?:-(?P<moves>[0-9A-Fa-f]{4})[0-9A-Fa-f]{4}(?:-[a-z]{2})?)?"\Z'
)
"""The tag of a match's view; releases before 0.2 wrote it without its last part."""


class BadHeader(RefereeError):
    """A header that cannot be understood."""

    code = "bad-header"


class UnsupportedMediaType(RefereeError):
    """A body that does not say it is JSON."""

    code = "unsupported-media-type"


class BodyTooLarge(RefereeError):
    """A body over the limit."""

    code = "body-too-large"


class RefereeRequest(Request):
    """A request with an id, the time at which it came, and the code of the problem it ended with, if any."""

    # one more, since a body that does not tell its length is cut off there and not refused
    max_content_length = MAX_BODY + 1  # Flask's looks it up in the application

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.began = time.perf_counter()
        given = self.environ.get("HTTP_X_REQUEST_ID", "")
        self.id: str = given if _REQUEST_ID.match(given) else os.urandom(16).hex()
        self.problem: str | None = None
        self.tagged = True
        """Whether an answer that can be looked at again gets a tag."""
        self.parked = False
        """Whether it is not answered yet: it waits for something, and is served anew then."""
        self.lang: Language | None = None
        """The language in which people are told what the answer says."""


def current() -> RefereeRequest:
    """Return the request being answered, itself and not a proxy of it."""
    served: RefereeRequest = request._get_current_object()  # type: ignore[attr-defined]  # the proxy's own method
    return served


def body(asked: RefereeRequest, *, optional: bool = False) -> Any:
    """Return the parsed JSON body. Raises BodyTooLarge, UnsupportedMediaType, MalformedJson.

    `optional`: an empty body counts as an empty object.
    """
    try:
        data = asked.get_data(cache=False)
    except RequestEntityTooLarge:
        data = None
    if data is None or len(data) > MAX_BODY:
        raise BodyTooLarge(f"bodies have at most {MAX_BODY} bytes")
    if not data and optional:
        return {}
    if asked.environ.get("CONTENT_TYPE") != "application/json":
        _check_media_type(asked)
    if asked.environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() != "identity":
        raise UnsupportedMediaType("send the body as it is, without Content-Encoding")
    return json.read(data)


def _check_media_type(asked: Request) -> None:
    if asked.mimetype != "application/json":
        raise UnsupportedMediaType(f"send Content-Type: application/json, not {asked.mimetype or 'none'}")
    if asked.mimetype_params.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        raise UnsupportedMediaType("send JSON as UTF-8, and no other charset")


def idempotency_key(asked: RefereeRequest, *, guarded: bool = True) -> str | None:
    """Return the idempotency key. Raises BadHeader for one that is empty, too long or not printable.

    Where no token guards it, whoever sends the same key gets the same tokens: then it must be too long to guess.
    """
    key: str | None = asked.environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.match(key):
        raise BadHeader("Idempotency-Key must have 1 to 128 printable ASCII characters")
    if key is not None and not guarded and len(key) < SHORTEST_UNGUARDED:
        raise BadHeader(
            f"Idempotency-Key must have at least {SHORTEST_UNGUARDED} characters here, chosen at random: "
            "no token tells who is asking, and whoever sends the same key gets the same tokens"
        )
    return key


def pinned(asked: RefereeRequest) -> Pin | None:
    """Return the version that If-Match pins, with its history. Raises BadHeader for what is no tag of a match."""
    header: str | None = asked.environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    tag = _TAG.match(header.strip())
    if not tag:
        raise BadHeader('If-Match must be one entity tag like "12-0-3-9f86d081", or *')
    return Pin(int(tag["version"]), (tag["moves"] or "").lower())


def address(environ: Mapping[str, Any]) -> str:
    """Return who is asking, for those who send no token: the address, of IPv6 the network that one customer has."""
    text: str = environ.get("REMOTE_ADDR") or ""
    try:
        ip = ipaddress.ip_address(_without_port(text))
    except ValueError:
        return text
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((int(ip), 64), strict=False))
    return str(ip)


def _without_port(text: str) -> str:
    """Some proxies tell the port too, which is another one for every connection."""
    bracketed = re.fullmatch(r"\[(.*)\](?::[0-9]*)?", text)
    if bracketed:
        return bracketed[1]
    return text.partition(":")[0] if text.count(":") == 1 else text


def minimal(asked: RefereeRequest) -> bool:
    """Whether the caller prefers an answer without the view."""
    header = asked.environ.get("HTTP_PREFER")
    return header is not None and any(
        re.sub(r'[\s"]', "", part).lower() == "return=minimal" for part in re.split("[,;]", header)
    )


def last_event_id(asked: RefereeRequest) -> int | None:
    """Return the number of the last event that the caller has. Raises BadHeader for what is none."""
    text: str | None = asked.environ.get("HTTP_LAST_EVENT_ID")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise BadHeader("Last-Event-ID must be the number of an event")
    return int(text)


def respond(answer: Answer, below: str) -> Response:
    """Turn an answer into a response, private and not to be stored; its location lies `below` a path."""
    headers = [("Cache-Control", "private, no-store")]
    if answer.status != 204:
        headers.append(("Content-Type", "application/json"))
    if answer.etag:
        headers.append(("ETag", answer.etag))
    if answer.location:
        headers.append(("Location", below + answer.location))
    if answer.replayed:
        headers.append(("Idempotent-Replayed", "true"))
    if answer.minimal:
        headers.append(("Preference-Applied", "return=minimal"))
    return Response(answer.body, answer.status, headers)
