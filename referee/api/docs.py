"""The documentation: the OpenAPI document, pages to read it, each game and fairness, and one for every problem code."""

import re
import threading
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import msgspec
from flask import Response
from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from referee.api import assets, fairness
from referee.api.catalogue import ENTRIES
from referee.api.documents import ProblemEntry, ProblemIndex
from referee.api.endpoint import Asked, Contract, Reply, Service
from referee.api.games import known
from referee.api.markdown import in_line, prose
from referee.api.negotiation import HTML, JSON, SCRIPT, STYLE, YAML
from referee.api.problems import PROBLEMS, Kind
from referee.errors import NotFound
from referee.games import GAMES

# The document is built on the first request for it: building takes longer than starting the server.

_CACHE = "public, max-age=300"
_FOR_GOOD = "public, max-age=31536000, immutable"
_HTML = "text/html; charset=utf-8"
_building = threading.Lock()

_pages = Environment(loader=PackageLoader("referee.api"), autoescape=True)
_pages.filters |= {"prose": prose, "in_line": in_line}

_document = partial(Contract, "GET", section="Documentation", tag="DocumentTag")


def _page(path: str) -> Contract:
    return _document(path, replies={200: Reply("The page.", {HTML: None})})


def _drawn(template: str, path: str, **content: Any) -> bytes:
    """Draw a page; addresses are relative, so that pages work below any prefix that a proxy takes away."""
    root = "../" * (path.count("/") - 1)
    everywhere = {"root": root, "assets": f"{root}docs/assets/{assets.version()}", "games": ENTRIES}
    return _pages.get_template(template).render(**everywhere, **content).encode()


@Contract("GET", "/", "Documentation", {302: Reply("To the documentation.", {}, ("Location",))})
def get_root(service: Service, asked: Asked) -> Response:
    """Find the documentation.

    Leads to /docs.
    """
    return Response(status=302, headers={"Location": f"{asked.root}/docs"})


@_document("/openapi.yaml", replies={200: Reply("The document.", {YAML: None})})
def get_document_as_yaml(service: Service, asked: Asked) -> Response:
    """This document as YAML.

    OpenAPI 3.1, for generators and other programs.
    """
    from referee.api import openapi

    return _lasting(lambda: openapi.as_yaml().encode(), YAML)


@_document("/openapi.json", replies={200: Reply("The document.", {JSON: None})})
def get_document_as_json(service: Service, asked: Asked) -> Response:
    """This document as JSON.

    OpenAPI 3.1, for generators and other programs.
    """
    from referee.api import openapi

    return _lasting(openapi.as_json, JSON)


@_page("/docs")
def get_docs(service: Service, asked: Asked) -> Response:
    """What there is to read.

    Leads to all other pages; they load files of this server only.
    """
    return _lasting(lambda: _docs(asked.path))


@cache
def _docs(path: str) -> bytes:
    from referee.api import openapi

    document = openapi.document()
    bearer = document["components"]["securitySchemes"]["bearer"]
    return _drawn("docs.html", path, info=document["info"], tags=document["tags"], bearer=bearer)


@_page("/docs/interface")
def get_interface(service: Service, asked: Asked) -> Response:
    """This document to read.

    Every operation and every schema, to be tried.
    """
    return _lasting(lambda: _drawn("interface.html", asked.path))


@_page("/docs/games/{game}")
def get_game_docs(service: Service, asked: Asked, game: str) -> Response:
    """A game to read.

    Its moves, events, components, rules and schemas.
    """
    known(game)
    return _lasting(lambda: _game(game, asked.path))


@cache
def _game(game: str, path: str) -> bytes:
    from referee.api.openapi.games import prefix

    return _drawn("game.html", path, entry=ENTRIES[game], rules=_rules(game), prefix=prefix(game))


def _rules(game: str) -> Markup:
    """Return a game's rules one level below the page's title, each with its id to link to."""
    text = GAMES[game].markdown.partition("\n")[2].replace("\n## ", "\n### ")
    return Markup(re.sub(r"<li>([A-Z]{3}-\d+)", r'<li id="\1"><b>\1</b>', str(prose(text))))  # noqa: S704


@_page("/docs/fairness")
def get_fairness(service: Service, asked: Asked) -> Response:
    """What a verifier must know.

    The shuffle to the byte: what each game shuffles, in which order, from which list, and test vectors.
    """
    return _lasting(lambda: _fairness(asked.path))


@cache
def _fairness(path: str) -> bytes:
    return _drawn("fairness.html", path, **fairness.content())


@_document("/docs/assets/{version}/{file}", replies={200: Reply("The file.", {SCRIPT: None, STYLE: None})})
def get_asset(service: Service, asked: Asked, version: str, file: str) -> Response:
    """A file that pages load.

    Pages name the address; it never stands for anything else, so caches may keep it for a year.
    """
    if version != assets.version() or file not in assets.ASSETS:
        raise NotFound("there is no such file, or no more: the pages below /docs name those that there are")
    kind = assets.TYPES[file.rpartition(".")[2]]
    return _lasting(lambda: assets.content(file), kind, _FOR_GOOD)


def _lasting(build: Callable[[], bytes], kind: str = _HTML, caching: str = _CACHE) -> Response:
    with _building:  # one thread builds it: if all did, they would answer nobody meanwhile
        content = build()
    return Response(content, content_type=kind, headers={"Cache-Control": caching})


@Contract(
    "GET",
    "/problems",
    "Documentation",
    {200: Reply("The codes.", {HTML: None, JSON: ProblemIndex})},
    negotiates=True,
    tag="PageTag",
)
def list_problems(service: Service, asked: Asked) -> Response:
    """List the problem codes.

    Every code that a refusal can carry. As a page or, by Accept, as JSON.
    """
    entries = {"problems": [_entry(code, problem) for code, problem in PROBLEMS.items()]}
    return _told(asked, "problems.html", entries, entries)


@Contract(
    "GET",
    "/problems/{code}",
    "Documentation",
    {200: Reply("The code, explained.", {HTML: None, JSON: ProblemEntry})},
    negotiates=True,
    tag="PageTag",
)
def get_problem(service: Service, asked: Asked, code: str) -> Response:
    """Explain a problem code.

    Where the `type` of a problem leads. As a page or, by Accept, as JSON.
    """
    if code not in PROBLEMS:
        raise NotFound("there is no such problem code; /problems lists them")
    entry = _entry(code, PROBLEMS[code])
    return _told(asked, "problem.html", {"problem": entry}, entry)


def _entry(code: str, problem: Kind) -> dict[str, Any]:
    return {"code": code, **msgspec.structs.asdict(problem), "type": f"/problems/{code}"}


def _told(asked: Asked, template: str, shown: Mapping[str, Any], value: Mapping[str, Any]) -> Response:
    """Answer with a page, or with JSON where the caller prefers it."""
    headers = {"Cache-Control": _CACHE}
    if asked.media == HTML:
        return Response(_drawn(template, asked.path, **shown), content_type=_HTML, headers=headers)
    return Response(msgspec.json.encode(value), content_type=JSON, headers=headers)
