"""Probes for whoever runs the server."""

from flask import Blueprint, Response

from referee import __version__
from referee.api import requests

blueprint = Blueprint("health", __name__)


@blueprint.get("/livez")
def alive() -> Response:
    """Tell that the process answers; it touches nothing."""
    return _now(f'{{"status":"alive","version":"{__version__}"}}')


@blueprint.get("/readyz")
def ready() -> Response:
    """Tell that the store answers, takes writes, and is for this server; 503 otherwise."""
    matches = requests.matches()
    matches.membership.ensure()
    matches.store.ping()
    matches.store.ready()
    return _now('{"status":"ready"}')


def _now(body: str) -> Response:
    return Response(body, content_type="application/json", headers={"Cache-Control": "no-store"})
