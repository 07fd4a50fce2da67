"""HTTP: parse, call a use case, serialise."""

import re
from collections.abc import Callable

from flask import Flask, Response
from flask_cors import CORS

from referee.api import edge, metrics, problems
from referee.api.endpoint import Endpoint, Service
from referee.api.endpoints import ENDPOINTS
from referee.api.requests import RefereeRequest, current

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


def _served(one: Endpoint, service: Service) -> Callable[..., Response]:
    """Return the function with which Flask serves an endpoint."""
    return lambda **path: one.answer(service, current(), path)


def register(app: Flask, service: Service, cors_origins: tuple[str, ...]) -> None:
    """Add every resource, the problem documents and the request ids to an application."""
    app.url_map.merge_slashes = False  # a doubled slash is a wrong path: 404, not a redirect made from the Host header
    for one in ENDPOINTS:
        app.add_url_rule(one.rule, one.name, _served(one, service), methods=[one.contract.method])
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
