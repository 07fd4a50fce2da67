"""The files that pages load: Swagger UI, as its package brings it, and our own beside it."""

import hashlib
from functools import cache
from importlib.resources import files

_KEPT, _OURS = ("flask_swagger_ui", "dist"), ("referee.api", "static")

ASSETS = {
    "swagger-ui-bundle.js": _KEPT,
    "swagger-ui.css": _KEPT,
    "interface.js": _OURS,
    "pages.css": _OURS,
}
"""The package and the folder in it where each file is found, by its name."""

TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}


@cache
def content(name: str) -> bytes:
    """Return what a file holds."""
    package, folder = ASSETS[name]
    return files(package).joinpath(folder, name).read_bytes()


@cache
def version() -> str:
    """Return what changes whenever one of the files does; it is part of their addresses, so they may be kept."""
    return hashlib.sha256(b"".join(map(content, ASSETS))).hexdigest()[:16]
