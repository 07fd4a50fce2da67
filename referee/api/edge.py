"""What every answer has, whatever it is about: what browsers and caches are told, tags, compression."""

import hashlib
import re
from functools import lru_cache
from gzip import compress

from flask import Flask, Response

from referee.api.requests import RefereeRequest, current
from referee.errors import Invalid

_SMALL = 1024
"""Bytes up to which a text is not worth compressing."""

_TEXT = re.compile(r"(?:text/|application/(?:[a-z.+-]*\+)?(?:json|yaml|xml|javascript)\b|image/svg)")
_STREAMED = ("application/x-ndjson", "text/event-stream")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src data:",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What our pages may load: files of this server, and the pictures that are written into style sheets."""


def register(app: Flask, cors_origins: tuple[str, ...]) -> None:
    """Refuse queries that name a parameter twice, and complete every answer."""
    varies = bool(cors_origins) and cors_origins != ("*",)

    @app.before_request
    def check_query() -> None:
        asked = current()
        if asked.query_string and asked.url_rule:
            for name, values in asked.args.lists():
                if len(values) > 1:
                    raise Invalid.at("/" + name.replace("~", "~0").replace("/", "~1"), "is given more than once")

    @app.after_request
    def complete(response: Response) -> Response:
        asked = current()
        response.headers["X-Content-Type-Options"] = "nosniff"
        if varies:
            response.vary.add("Origin")
        if response.mimetype == "text/html":
            response.headers["Content-Security-Policy"] = POLICY
            response.headers["Referrer-Policy"] = "no-referrer"
        if not response.direct_passthrough:
            if response.status_code == 200:
                _tag(asked, response)
            _pack(asked, response)
        response.headers.pop("Date", None)  # the server's to write, once
        return response


def _tag(asked: RefereeRequest, response: Response) -> None:
    """Give what can be looked at again a tag, and answer 304 where it is the caller's."""
    if asked.method not in ("GET", "HEAD") or not asked.tagged:
        return
    if "ETag" not in response.headers:
        tag = hashlib.sha256(response.get_data()).hexdigest()[:32]
        response.set_etag(tag)
        if asked.if_none_match.contains_weak(tag):  # If-Match pins matches and moves, and nothing that is looked at
            response.status_code = 304


def _pack(asked: RefereeRequest, response: Response) -> None:
    """Compress a text where that pays and the client takes it."""
    mimetype = response.mimetype or ""
    if mimetype in _STREAMED or not _TEXT.match(mimetype) or "Content-Encoding" in response.headers:
        return
    unchanged = response.status_code == 304  # varies as what it stands for, whose length is not known here
    if (response.content_length or 0) <= _SMALL and not unchanged:
        return
    response.vary.add("Accept-Encoding")
    if not unchanged and asked.accept_encodings.quality("gzip") > 0:
        data = response.get_data()
        lasting = "public" in response.headers.get("Cache-Control", "")
        response.set_data(_packed(data) if lasting else compress(data, 1, mtime=0))
        response.headers["Content-Encoding"] = "gzip"


@lru_cache(maxsize=64)
def _packed(data: bytes) -> bytes:
    return compress(data, 9, mtime=0)
