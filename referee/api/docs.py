"""The documentation: the OpenAPI document, pages to read it, each game and fairness, and one for every problem code."""

import re
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from referee.api import assets, fairness
from referee.api.catalogue import ENTRIES
from referee.api.markdown import in_line, prose
from referee.api.negotiation import preferred
from referee.api.problems import PROBLEMS, Problem
from referee.errors import NotFound
from referee.games import BOOKS

# The document is built on the first request for it: building takes longer than starting the server.

blueprint = Blueprint("docs", __name__, template_folder="templates")
blueprint.add_app_template_filter(prose)
blueprint.add_app_template_filter(in_line)

_CACHE = "public, max-age=300"
_FOR_GOOD = "public, max-age=31536000, immutable"
_HTML, _JSON = "text/html", "application/json"
_building = threading.Lock()


@blueprint.context_processor
def _everywhere() -> dict[str, Any]:
    """What every page needs; addresses are relative, so that pages work below any prefix that a proxy takes away."""
    root = "../" * (request.path.count("/") - 1)
    return {"root": root, "assets": f"{root}docs/assets/{assets.version()}", "games": ENTRIES}


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
    """Show what there is to read."""
    return _lasting(_docs)


@cache
def _docs() -> bytes:
    from referee.api import openapi

    document = openapi.document()
    bearer = document["components"]["securitySchemes"]["bearer"]
    return render_template("docs.html", info=document["info"], tags=document["tags"], bearer=bearer).encode()


@blueprint.get("/docs/interface")
def docs_on_the_interface() -> Response:
    """Show every operation and every schema."""
    return _lasting(lambda: render_template("interface.html").encode())


@blueprint.get("/docs/games/<game>")
def docs_on_a_game(game: str) -> Response:
    """Show a game: its rules, moves, events, components and schemas."""
    if game not in ENTRIES:
        raise NotFound(f"no such game; there are {', '.join(ENTRIES)}")
    return _lasting(lambda: _game(game))


@cache
def _game(game: str) -> bytes:
    from referee.api.openapi.games import prefix

    return render_template("game.html", entry=ENTRIES[game], rules=_rules(game), prefix=prefix(game)).encode()


def _rules(game: str) -> Markup:
    """Return a game's rules one level below the page's title, each with its id to link to."""
    text = BOOKS[game].markdown.partition("\n")[2].replace("\n## ", "\n### ")
    return Markup(re.sub(r"<li>([A-Z]{3}-\d+)", r'<li id="\1"><b>\1</b>', str(prose(text))))  # noqa: S704


@blueprint.get("/docs/fairness")
def docs_on_fairness() -> Response:
    """Show what a verifier must know."""
    return _lasting(_fairness)


@cache
def _fairness() -> bytes:
    return render_template("fairness.html", **fairness.content()).encode()


@blueprint.get("/docs/assets/<version>/<file>")
def asset(version: str, file: str) -> Response:
    """Give out a file that pages load. An address never stands for anything else, so it may be kept for a year."""
    if version != assets.version() or file not in assets.ASSETS:
        raise NotFound("there is no such file, or no more: the pages below /docs name those that there are")
    kind = assets.TYPES[file.rpartition(".")[2]]
    return _lasting(lambda: assets.content(file), kind, _FOR_GOOD)


def _lasting(build: Callable[[], bytes], kind: str = "text/html; charset=utf-8", caching: str = _CACHE) -> Response:
    with _building:  # one thread builds it: if all did, they would answer nobody meanwhile
        content = build()
    return Response(content, content_type=kind, headers={"Cache-Control": caching})


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
        return Response(render_template(template, **content), content_type="text/html; charset=utf-8", headers=headers)
    told = content.get("problem", content)
    return Response(msgspec.json.encode(told), content_type=_JSON, headers=headers)
