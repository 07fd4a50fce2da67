"""`referee demo`: a whole match, every request as a curl line that works."""

import re
import shlex

import pytest

from referee.cli.client import Client
from referee.games import GAMES
from tests.cli.kit import run

pytestmark = pytest.mark.slow

SEED = "5e" * 32


def test_a_whole_match_is_played_refused_once_watched_and_verified() -> None:
    done = run("demo", "--seed", SEED)
    assert done.exit_code == 0, done.output
    assert re.search(r"422 illegal-move: .* \(KOB-\d+\)\n  KOB-\d+ ", done.output)
    assert "A spectator looks" in done.output
    assert "hand null, legal_moves [], table {" in done.output
    assert re.search(r"After \d+ moves: .* \((most_kamon|last_player)\). Scores: Ana \d+", done.output)
    assert "verified: an honest match of kobayakawa" in done.output


def test_every_curl_line_parses_and_holds_no_token() -> None:
    told = run("demo", "--seed", SEED).output
    tokens = re.findall(r"^  (?:HOST|SEAT_\d)=((?:host|seat)_\S+)$", told, re.M)
    assert len(tokens) == 4
    assert all(told.count(token) == 1 for token in tokens)
    commands = [line.removeprefix("$ ") for line in told.splitlines() if line.startswith("$ ")]
    assert len(commands) > 40
    for command in commands:
        words = shlex.split(command)
        assert words[:2] == ["curl", "-s"]
        assert "Authorization: Bearer $" in command or "moves" not in command


def test_the_curl_lines_say_what_was_done(url: str) -> None:
    told = run("demo", "--seed", SEED, "--url", url, "--option", "first_seat=0").output
    assert "first_seat" in told
    moves = re.findall(r"\$ curl -s \S+/v1/matches/\w+/moves -H \S+ \S+ \S+ --json '(.*)'", told)
    match = re.search(r"/v1/matches/(\w+)/moves", told)
    assert match
    audit = Client(url).get(f"/v1/matches/{match[1]}/audit")
    assert len(moves) == len(audit["moves"]) + 1, "all moves, and the one that was refused"
    assert audit["seed"] == SEED


def test_a_seed_decides_everything() -> None:
    ends = [re.findall(r"^After.*", run("demo", "--quiet", "--seed", SEED).output, re.M) for _ in range(2)]
    assert ends[0] == ends[1] != []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_game_is_played_to_its_end_by_stand_ins_if_need_be(game: object, url: str) -> None:
    done = run("demo", "--game", game.id, "--url", url, "--max-moves", 12)  # type: ignore[attr-defined]
    assert done.exit_code == 0, done.output
    assert "422 illegal-move" in done.output
    assert "After 12 moves by chance the host lets bots take every seat" in done.output
    assert "verified: an honest match" in done.output
    match = re.search(r"-X PATCH \S+/v1/matches/(\w+)", done.output)
    assert match
    assert Client(url).get(f"/v1/matches/{match[1]}")["status"] == "finished"


def test_quiet_shows_hardly_anything_and_verbose_whole_answers() -> None:
    quiet = run("demo", "--quiet", "--seed", SEED).output
    assert "curl" not in quiet
    assert len(quiet.splitlines()) < 8
    assert '"rules_version":"1"' in run("demo", "--verbose", "--max-moves", 1).output


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["--game", "chess"], 1, "not-found"),
        (["--seats", "8"], 1, "validation-failed"),
        (["--option", "first_seat"], 2, "NAME=VALUE"),
        (["--option", "colour=red"], 1, "/options/colour"),
        (["--seed", "xyz"], 2, "64 hex digits"),
        (["--url", "http://127.0.0.1:1"], 1, "cannot be reached"),
    ],
)
def test_what_cannot_be_shown_is_said(words: list[str], code: int, why: str) -> None:
    done = run("demo", *words)
    assert done.exit_code == code
    assert why in done.output
