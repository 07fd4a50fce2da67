"""Clients that generators make of openapi.yaml play matches by the generated types alone."""

import json
import re
import shutil
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.clients.node import packages, run
from tests.serving import Serving

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[1] / "openapi.yaml"
PROGRAMS = sorted(path for kind in ("*.ts", "*.py") for path in HERE.glob(f"*/{kind}"))

MOVES = {
    "kobayakawa": {"draw", "replace", "keep", "fight", "pass"},
    "teatime": {"play", "ufo", "end_turn", "pass"},
}
"""The games that are played, and all their moves."""

GENERATORS = {
    "openapi_typescript": (
        "node_modules/.bin/openapi-typescript",
        "openapi.yaml",
        "-o",
        "openapi_typescript/schema.ts",
    ),
    "hey_api": ("node_modules/.bin/openapi-ts", "-f", "hey_api/openapi-ts.config.mjs"),
}
"""How each generator of TypeScript is called."""

CAST = re.compile(r"\bas\b|\bany\b|\bunknown\b|\bAny\b|\bcast\(|[\w)\]]!(?!=)|[=(,]\s*<\w|@ts-|type: *ignore|satisfies")
"""What tells a type checker to believe something."""


@pytest.mark.parametrize(
    "line",
    [
        "move as KobayakawaMove",
        "const move: any = form;",
        "view.result!.winners",
        "seats[0]!.token",
        "move = <KobayakawaMove>form;",
        "// @ts-expect-error",
        "move = cast(KobayakawaMove, form)",
        "move: Any = form",
        "move = form  # type: ignore[assignment]",
    ],
)
def test_a_cast_is_found(line: str) -> None:
    assert CAST.search(line)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_program_casts(path: Path) -> None:
    casts = [line for line in path.read_text(encoding="utf-8").splitlines() if CAST.search(line)]
    assert not casts


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the programs and the document."""
    shutil.copytree(HERE, tmp_path, dirs_exist_ok=True)
    shutil.copy(DOCUMENT, tmp_path)
    return tmp_path


def check_the_match(url: str, game: str, told: dict[str, Any]) -> None:
    """Hold what a program tells of its match against the match itself."""
    with urllib.request.urlopen(f"{url}/v1/matches/{told['match']}/audit") as answer:
        audit = json.load(answer)
    assert (audit["game"], audit["status"]) == (game, "finished")
    assert {move["move"]["type"] for move in audit["moves"]} == MOVES[game]
    drawn = [private["card"] for one in audit["events"] if one["type"] == "drew" for private in one["private"].values()]
    assert drawn
    assert told == {"match": audit["match"], "winners": audit["result"]["winners"], "drawn": drawn}


@pytest.mark.slow
@pytest.mark.parametrize("generator", GENERATORS)
def test_a_client_in_typescript_plays_without_a_cast(place: Path, generator: str) -> None:
    (place / "node_modules").symlink_to(packages())
    run(*GENERATORS[generator], cwd=place)
    run("node_modules/.bin/tsc", "--project", generator, cwd=place)
    with Serving("--memory", "--workers", "1", cwd=place) as server:
        for game in MOVES:
            printed = run("node", f"made/{generator}/{game}.js", server.url, cwd=place)
            check_the_match(server.url, game, json.loads(printed))


@pytest.mark.slow
def test_a_client_in_python_plays_without_a_cast(place: Path) -> None:
    folder = place / "openapi_python_client"
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", "--meta", "none"]
    run(*generator, "--path", "../openapi.yaml", "--output-path", "client", "--config", "config.yaml", cwd=folder)
    checker = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        "--config-file=",
        "--cache-dir=cache",
    ]
    run(*checker, *(f"{game}.py" for game in MOVES), cwd=folder)
    with Serving("--memory", "--workers", "1", cwd=place) as server:
        for game in MOVES:
            printed = run(sys.executable, f"{game}.py", server.url, cwd=folder)
            check_the_match(server.url, game, json.loads(printed))
