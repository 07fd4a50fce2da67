"""Probes for whoever runs the server."""

from flask import Response

from referee import __version__
from referee.api.documents import Alive, Ready
from referee.api.endpoint import STORE, Asked, Contract, Reply, Service
from referee.api.negotiation import JSON


@Contract("GET", "/livez", "Operations", {200: Reply("It is.", {JSON: Alive})})
def get_liveness(service: Service, asked: Asked) -> Response:
    """Is the process alive?

    Touches nothing.
    """
    return _now(f'{{"status":"alive","version":"{__version__}"}}')


@Contract("GET", "/readyz", "Operations", {200: Reply("The store answers.", {JSON: Ready})}, STORE)
def get_readiness(service: Service, asked: Asked) -> Response:
    """Can it serve?

    Asks the store.
    """
    matches = service.matches
    matches.membership.ensure()
    matches.store.ping()
    matches.store.ready()  # whether it takes writes, and is for this server
    return _now('{"status":"ready"}')


def _now(body: str) -> Response:
    return Response(body, content_type="application/json", headers={"Cache-Control": "no-store"})
