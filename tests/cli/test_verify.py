"""`referee verify`: files, standard input and addresses; exit codes 0, 1 and 2."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.cli.client import Client
from tests.cli.kit import finished, run


@pytest.fixture(scope="module")
def match(url: str) -> dict[str, Any]:
    return finished(url)


@pytest.fixture(scope="module")
def audit(url: str, match: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = Client(url).get(f"/v1/matches/{match['match']}/audit")
    return found


def test_an_honest_file_is_verified(tmp_path: Path, audit: dict[str, Any]) -> None:
    path = tmp_path / "audit.json"
    path.write_text(json.dumps(audit))
    done = run("verify", path)
    assert done.exit_code == 0
    assert f"verified: an honest match of kobayakawa, {len(audit['moves'])} moves" in done.output


def test_standard_input_is_read(audit: dict[str, Any]) -> None:
    assert run("verify", "-", given=json.dumps(audit)).exit_code == 0


@pytest.mark.parametrize("ending", ["", "/", "/audit"])
def test_the_address_of_a_match_or_its_audit_is_fetched(url: str, match: dict[str, Any], ending: str) -> None:
    done = run("verify", f"{url}/v1/matches/{match['match']}{ending}")
    assert done.exit_code == 0, done.output


def test_a_tampered_audit_exits_with_1_and_says_where(audit: dict[str, Any]) -> None:
    tampered = {**audit, "result": {**audit["result"], "reason": "luck"}}
    done = run("verify", "-", given=json.dumps(tampered))
    assert done.exit_code == 1
    assert "/result: is " in done.output
    assert "does not hold: 1 finding" in done.output
    assert "verified" not in done.output


def test_the_commitment_that_one_noted_is_compared(audit: dict[str, Any]) -> None:
    given = json.dumps(audit)
    assert run("verify", "-", "--commitment", audit["commitment"], given=given).exit_code == 0
    done = run("verify", "-", "--commitment", "sha256:" + "0" * 64, given=given)
    assert done.exit_code == 1
    assert "/commitment" in done.output


def test_a_match_without_spectators_needs_a_token_which_is_never_printed(url: str) -> None:
    closed = finished(url, spectators=False)
    address = f"{url}/v1/matches/{closed['match']}"
    without = run("verify", address)
    assert without.exit_code == 2
    assert "missing-token" in without.output
    by_option = run("verify", address, "--token", closed["host_token"])
    by_variable = run("verify", address, env={"REFEREE_TOKEN": closed["host_token"]})
    assert by_option.exit_code == by_variable.exit_code == 0
    assert closed["host_token"] not in by_option.output + by_variable.output


def test_what_is_no_audit_exits_with_2(tmp_path: Path, url: str) -> None:
    running = Client(url).post("/v1/matches", {"game": "kobayakawa", "seats": 3})["match"]
    for source, given, why in [
        ("-", "not JSON", "not JSON"),
        ("-", "[" * 5000, "not JSON"),
        ("-", "{}", "no audit"),
        (tmp_path / "missing.json", None, "cannot be read"),
        (f"{url}/v1/matches/{running}", None, "match-not-over"),
        (f"{url}/v1/games", None, "not the address of a match"),
        ("http://127.0.0.1:1/v1/matches/" + "a" * 24, None, "cannot be reached"),
    ]:
        done = run("verify", source, given=given)
        assert done.exit_code == 2, source
        assert why in done.output
