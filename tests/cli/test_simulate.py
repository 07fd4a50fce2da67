"""`referee simulate`: the table, the lines of JSON, one's own players."""

import json
from pathlib import Path

import pytest

from referee.cli.simulate import Tally
from referee.games.protocol import Result
from referee.simulate import Played
from tests.cli.kit import run


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_line_a_match_the_same_with_any_number_of_jobs(tmp_path: Path) -> None:
    seats = "bot:steady,bot:random,bot:random"
    for jobs in (1, 2):
        done = run("simulate", "kobayakawa", "-n", 9, "--seats", seats, "--seed", "x", "--jobs", jobs, "--moves",
                   "--jsonl", tmp_path / f"{jobs}.jsonl")  # fmt: skip
        assert done.exit_code == 0, done.output
        assert "9 matches (0 unfinished" in done.output
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    told = lines(tmp_path / "1.jsonl")
    assert [line["number"] for line in told] == list(range(9))
    assert told[0]["seats"] == seats.split(",")
    assert len(told[0]["moves"]) == told[0]["move_count"]  # type: ignore[arg-type]
    assert set(told[0]) == {"number", "seed", "seats", "options", "result", "move_count", "moves"}


def test_without_moves_the_lines_are_short_and_can_go_to_standard_output() -> None:
    done = run("simulate", "kobayakawa", "-n", 2, "--jsonl", "-", "--options", '{"first_seat": 1}')
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["options"] for line in told] == [{"first_seat": 1}] * 2
    assert "moves" not in told[0]
    assert "matches/s" in done.stderr


def test_a_number_of_seats_stands_for_random_bots() -> None:
    done = run("simulate", "kobayakawa", "-n", 1, "--seats", 5, "--max-moves", 3)
    assert done.output.count("bot:random") == 5
    assert "1 matches (1 unfinished" in done.output


def test_ones_own_player_takes_a_seat_under_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_players.py").write_text(
        "def careful(view, stream):\n"
        "    kinds = [form['type'] for form in view['legal_moves']]\n"
        "    return {'type': 'pass'} if 'pass' in kinds else {'type': 'replace'}\n"
        "def reckless(view, stream):\n"
        "    return {'type': 'fight'}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    seats = "mine,bot:random,bot:random"
    done = run("simulate", "kobayakawa", "-n", 5, "--seats", seats, "--bot", "mine=my_players:careful")
    assert done.exit_code == 0, done.output
    assert "│ mine" in done.output
    refused = run("simulate", "kobayakawa", "-n", 5, "--seats", seats, "--bot", "mine=my_players:reckless",
                  "--jobs", 2, "--options", '{"first_seat": 0}')  # fmt: skip
    assert refused.exit_code == 1
    assert 'Error: match 0: mine in seat 0 was refused {"type":"fight"}' in refused.output
    assert "KOB-4" in refused.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["chess"], "no such game"),
        (["kobayakawa", "--seats", "2"], "takes 3 to 6 seats"),
        (["kobayakawa", "--seats", "mine,mine,mine"], "is no player"),
        (["kobayakawa", "--options", "{"], "not JSON"),
        (["kobayakawa", "--options", '{"first_seat":7}'], "first_seat"),
        (["kobayakawa", "--bot", "mine"], "not name=module:function"),
        (["kobayakawa", "--bot", "mine=a:b"], "plays in no seat"),
    ],
)
def test_what_cannot_be_simulated_is_a_usage_error(words: list[str], why: str) -> None:
    done = run("simulate", *words)
    assert done.exit_code == 2
    assert why in done.output


def test_a_win_is_shared_between_its_winners() -> None:
    tally = Tally(["bot:steady", "bot:random", "bot:random"])
    for winners, scores in [([0], [4, 1, 1]), ([0, 1], [2, 2, 2])]:
        tally.add(Played(0, "", tally.names, {}, Result(winners, scores, ""), 10))
    tally.add(Played(0, "", tally.names, {}, None, 10))
    assert (tally.matches, tally.unfinished, tally.shared, tally.moves) == (3, 1, 1, 30)
    assert [(s.played, s.wins, s.share, s.score) for s in tally.seats.values()] == [
        (2, 2, 1.5, 6), (2, 1, 0.5, 3), (2, 0, 0.0, 3)
    ]  # fmt: skip
    assert (tally.kinds["bot:random"].played, tally.kinds["bot:random"].share) == (4, 0.5)
