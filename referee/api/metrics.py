"""Figures for the operator, in Prometheus' text format, over all workers of a server."""

import os
import time
from functools import cache

from flask import Flask, Response, request
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

from referee.api.endpoint import Asked, Contract, Reply, Service
from referee.api.gauges import Moment
from referee.api.negotiation import TEXT
from referee.api.requests import RefereeRequest
from referee.errors import NotFound
from referee.match.matches import Tally

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
PLACES = Gauge("referee_stream_places", "Streams and long polls that can be held", multiprocess_mode="livesum")
STREAMS = Gauge("referee_streams", "Streams and long polls being held", multiprocess_mode="livesum")

_METHODS = ("GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS", "PUT")
"""Any other word in the place of a method counts as one: strangers choose it."""

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


@Contract("GET", "/metrics", "Operations", {200: Reply("The figures.", {TEXT: None}, ())})
def get_metrics(service: Service, asked: Asked) -> Response:
    """Figures for monitoring.

    In Prometheus' text format, over all workers; 404 where figures have a port of their own.
    """
    registry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)
    moment = CollectorRegistry()
    moment.register(Moment(service.matches.store))
    return Response(generate_latest(registry) + generate_latest(moment), content_type=CONTENT_TYPE_LATEST)


def keep_apart(app: Flask, address: str) -> None:
    """Tell the figures to who came in at `address` (`HOST:PORT`, as it was bound), and nothing else to them.

    Which way somebody came is told by the socket: what a request says of itself is its sender's to choose.
    """
    host, _, port = address.rpartition(":")
    anywhere = host in ("0.0.0.0", "[::]")  # noqa: S104  -- compared, not bound

    def came_in_there() -> bool:
        socket = request.environ.get("gunicorn.socket")
        local = socket.getsockname() if socket else ""
        return not isinstance(local, str) and local[1] == int(port) and (anywhere or local[0] == host.strip("[]"))

    @app.before_request
    def apart() -> None:
        if came_in_there() != (request.path == "/metrics"):
            raise NotFound("figures have a port of their own here, and it has nothing else")


@cache
def _requests(method: str, route: str, status: int) -> Counter:
    return REQUESTS.labels(method, route, status)


@cache
def _seconds(route: str) -> Histogram:
    return SECONDS.labels(route)


def count(asked: RefereeRequest, response: Response) -> None:
    """Count and time a request."""
    route = asked.url_rule.rule if asked.url_rule else "none"
    method = asked.method if asked.method in _METHODS else "other"
    _requests(method, route, response.status_code).inc()
    _seconds(route).observe(time.perf_counter() - asked.began)
    code = asked.problem
    if code:
        REFUSALS.labels(code).inc()
        if code in _STORE_CODES:
            STORE_ERRORS.labels(code).inc()
