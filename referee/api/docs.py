"""The documentation: the OpenAPI document, a page to read it, and a page for every problem code."""

import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from flask import Blueprint, Response, render_template, request

from referee.api.negotiation import preferred
from referee.api.problems import PROBLEMS, Problem
from referee.api.reading import inline
from referee.errors import NotFound

# The document is built on the first request for it: building takes longer than starting the server.

blueprint = Blueprint("docs", __name__, template_folder="templates")

_CACHE = "public, max-age=300"
_HTML, _JSON = "text/html", "application/json"
_building = threading.Lock()


@blueprint.get("/")
def root() -> Response:
    """Lead to the documentation."""
    return Response(status=302, headers={"Location": f"{request.script_root}/docs"})


@blueprint.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """Give out the document as YAML."""
    from referee.api import openapi

    return _lasting(lambda: openapi.as_yaml().encode(), "application/yaml")


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    """Give out the document as JSON."""
    from referee.api import openapi

    return _lasting(openapi.as_json, _JSON)


@blueprint.get("/docs")
def docs() -> Response:
    """Show the document to people."""
    return _lasting(_page, "text/html; charset=utf-8")


@blueprint.get("/docs/fairness")
def docs_on_fairness() -> Response:
    """Show what a verifier must know, by itself."""
    return _lasting(_fairness, "text/html; charset=utf-8")


@cache
def _fairness() -> bytes:
    from referee.api import fairness

    return render_template("fairness_alone.html", **fairness.content()).encode()


@cache
def _page() -> bytes:
    from referee.api import page

    return render_template("docs.html", **page.content()).encode()


def _lasting(build: Callable[[], bytes], content_type: str) -> Response:
    with _building:  # one thread builds it: if all did, they would answer nobody meanwhile
        content = build()
    return Response(content, content_type=content_type, headers={"Cache-Control": _CACHE})


@blueprint.get("/problems")
def problems() -> Response:
    """List the problem codes."""
    return _negotiated({"problems": [_entry(code, problem) for code, problem in PROBLEMS.items()]}, "problems.html")


@blueprint.get("/problems/<code>")
def problem(code: str) -> Response:
    """Explain a problem code."""
    if code not in PROBLEMS:
        raise NotFound("there is no such problem code; /problems lists them")
    return _negotiated({"problem": _entry(code, PROBLEMS[code])}, "problem.html")


def _entry(code: str, problem: Problem) -> dict[str, Any]:
    return {"code": code, **msgspec.structs.asdict(problem), "type": f"/problems/{code}"}


def _negotiated(content: dict[str, Any], template: str) -> Response:
    """Answer with a page, or with JSON where the caller prefers it."""
    kind = preferred(_HTML, _JSON)
    headers = {"Cache-Control": _CACHE, "Vary": "Accept"}
    if kind == _HTML:
        return Response(
            render_template(template, inline=inline, **content),
            content_type="text/html; charset=utf-8",
            headers=headers,
        )
    told = content.get("problem", content)
    return Response(msgspec.json.encode(told), content_type=_JSON, headers=headers)
