"""HTTP: parse, call a use case, serialise."""

import re

from flask import Flask, Response
from flask_cors import CORS

from referee.api import docs, edge, events, games, health, matches, metrics, pictures, problems, seats
from referee.api.requests import MAX_BODY, RefereeRequest, current

EXPOSED = ["ETag", "Location", "Retry-After", "X-Request-Id", "Idempotent-Replayed"]
"""Headers that scripts from other origins may read."""

ALLOWED = [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Prefer",
    "X-Request-Id",
]
"""Headers that scripts from other origins may send."""


def register(app: Flask, cors_origins: tuple[str, ...]) -> None:
    """Add every resource, the problem documents and the request ids to an application."""
    # one more, since a body that does not tell its length is cut off there and not refused
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY + 1
    app.url_map.merge_slashes = False  # a doubled slash is a wrong path: 404, not a redirect made from the Host header
    for module in (games, pictures, matches, seats, events, health, metrics, docs):
        app.register_blueprint(module.blueprint)
    problems.register(app)
    app.request_class = RefereeRequest

    @app.after_request
    def finish(response: Response) -> Response:
        asked = current()
        response.headers["X-Request-Id"] = asked.id
        if not asked.parked:
            metrics.count(asked, response)
        return response

    edge.register(app, cors_origins)
    if cors_origins:
        CORS(
            app,
            # compiled, since the library takes what looks like a pattern for one
            origins="*" if "*" in cors_origins else [re.compile(re.escape(one) + r"\Z") for one in cors_origins],
            send_wildcard=True,  # else `*` is answered with whatever Origin came, which caches would tell others
            expose_headers=EXPOSED,
            allow_headers=ALLOWED,
            max_age=600,
        )
