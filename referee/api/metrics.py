"""Figures for the operator, in Prometheus' text format, over all workers of a server."""

import os
import time

from flask import Blueprint, Flask, Response, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

from referee.match.matches import Tally

blueprint = Blueprint("metrics", __name__)

REQUESTS = Counter("referee_requests", "Requests by route and status", ["method", "route", "status"])
SECONDS = Histogram(
    "referee_request_seconds",
    "Time until the answer began, by route",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
REFUSALS = Counter("referee_refusals", "Problem documents by code", ["code"])
STORE_ERRORS = Counter("referee_store_errors", "Requests that the store failed, by code", ["code"])
MOVES = Counter("referee_moves", "Accepted moves, bots' and late ones' included", ["game"])
MATCHES = Counter("referee_matches", "Matches by what became of them", ["game", "became"])
RACES = Counter("referee_lost_races", "Commits that came too late and were judged anew")
STREAMS = Gauge("referee_streams", "Streams and long polls being held", multiprocess_mode="livesum")

_STORE_CODES = ("store-unavailable", "outcome-unknown")


class Counted(Tally):
    """Counts what matches tell."""

    def moved(self, game: str, moves: int) -> None:
        """Count accepted moves."""
        if moves:
            MOVES.labels(game).inc(moves)

    def became(self, game: str, status: str) -> None:
        """Count a match's step."""
        MATCHES.labels(game, status).inc()

    def lost_race(self) -> None:
        """Count a lost race."""
        RACES.inc()


@blueprint.get("/metrics")
def metrics() -> Response:
    """Give the figures of all workers."""
    registry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def register(app: Flask) -> None:
    """Count and time every request of an application."""

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        route = request.url_rule.rule if request.url_rule else "none"
        REQUESTS.labels(request.method, route, response.status_code).inc()
        if "began" in g:
            SECONDS.labels(route).observe(time.perf_counter() - g.began)
        code = g.get("problem")
        if code:
            REFUSALS.labels(code).inc()
            if code in _STORE_CODES:
                STORE_ERRORS.labels(code).inc()
        return response
