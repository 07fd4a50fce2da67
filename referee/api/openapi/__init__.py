"""The OpenAPI document, made from the types and schemas that the code itself uses.

`referee openapi` writes it to openapi.yaml; the server gives it out at /openapi.yaml and /openapi.json, and
/docs shows it to people.
"""

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from referee import __version__
from referee.api.endpoints import ENDPOINTS, SECTIONS
from referee.api.openapi import components, games, operations, parts, plain
from referee.api.openapi.components import Json, ref
from referee.api.openapi.samples import sample
from referee.games import GAMES

_ABOUT = """\
Referees hidden-information card games with authority: it deals, judges every move, keeps hands hidden, and tells each
player exactly what that player may see and do.

Every refusal is `application/problem+json` (RFC 9457) with a stable `code`; so are 404 `not-found` for a path that is
none, 405 `method-not-allowed` (with `Allow`) and 500 `internal`. Every answer carries `X-Request-Id`, every 503
`Retry-After`. HEAD and OPTIONS work on every path. Where the operator has set a quota, `X-RateLimit-Limit`,
`X-RateLimit-Remaining` and `X-RateLimit-Reset` tell how much of it is left, and 429 that it is used up.

JSON bodies are UTF-8, have at most 16 KiB and 32 levels, no NaN, no duplicate keys, and integers within ±2^53;
`Content-Type: application/json` is required."""


@cache
def _built() -> Json:
    return {
        "openapi": "3.1.0",
        "info": {"title": "Referee", "version": __version__, "description": _ABOUT},
        "servers": [{"url": "/", "description": "The server that gives out this document"}],
        "security": [{}, {"bearer": []}],
        "tags": [{"name": name, "description": text} for name, text in SECTIONS.items()],
        "paths": operations.paths(),
        "components": {
            "schemas": plain.named(plain.tidied(_schemas())),
            "responses": parts.problem_answers({code for one in ENDPOINTS for code in operations.refusals(one)}),
            "parameters": plain.tidied(parts.PARAMETERS),
            "headers": plain.tidied(parts.HEADERS),
            "securitySchemes": parts.SECURITY,
        },
    }


def document() -> Json:
    """Return the OpenAPI document as plain JSON values, the caller's own to change."""
    return deepcopy(_built())


@cache
def as_json() -> bytes:
    """Return the document as JSON."""
    return msgspec.json.encode(_built())


@cache
def as_yaml() -> str:
    """Return the document as YAML, the same on every run."""
    return yaml.dump(msgspec.json.decode(as_json()), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=120)


def write(path: Path | str) -> None:
    """Write the document as YAML."""
    Path(path).write_text(as_yaml(), encoding="utf-8")


class _Plain(yaml.SafeDumper):
    """YAML without anchors, and with long texts as blocks."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write everything out where it stands."""
        return True


def _text(dumper: _Plain, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Plain.add_representer(str, _text)


def _schemas() -> dict[str, Json]:
    shared = components.merged(components.shared(), components.of_view())
    view, event = components.view(), shared.pop("MatchEvent")
    requests = components.requests()
    create = requests.pop("CreateMatch")
    own = [games.of_game(game, view, create, event) for game in GAMES.values()]
    names = {game.id: games.prefix(game.id) for game in GAMES.values()}
    shared["AuditEvent"]["examples"] = [sample(next(iter(GAMES))).audited]
    unions: dict[str, Json] = {
        "View": {
            "description": "A match as the caller may see it; `game` tells what its table and hand look like.",
            **games.union({game: f"{name}View" for game, name in names.items()}, "game"),
        },
        "CreateMatch": {
            "description": "A match to be created; `game` tells which options and deals there are.",
            **games.union({game: f"{name}Create" for game, name in names.items()}, "game"),
        },
        "Move": {
            "description": "A move of the match's game; a field left out means its empty value.",
            "anyOf": [ref(f"{name}Move") for name in names.values()],
        },
        "MatchEvent": {
            "description": "Something that happened, as the caller may know it; `game` tells which types there are.",
            **games.union({game: f"{name}Event" for game, name in names.items()}, "game", "anyOf"),
        },
        "MovedOrJudged": {
            "description": "An accepted move, or the judgement of a dry run.",
            "oneOf": [ref("Moved"), ref("Judged")],
        },
        "StreamLine": {
            "description": "One line of a stream; blank lines are signs of life.",
            "anyOf": [ref("MatchEvent"), ref("Snapshot")],
        },
    }
    return components.merged(shared, requests, games.of_happenings(event), *own, unions)
