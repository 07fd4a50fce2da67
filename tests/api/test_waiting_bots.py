"""A bot is asked once for each state: what it answers holds until another seat has changed something."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.match.matches import Matches
from tests.api.clocked import ClockedStore
from tests.api.kit import Table

pytestmark = pytest.mark.slow

DECLINE = {"type": "decline"}


def bargaining(client: FlaskClient, bot: str, **asked: Any) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Matches in which a bot on turn has offered something to the only player, and waits for the answer."""
    for number in range(20):
        seats = [{"controller": bot}, "Ana", {"controller": bot}]
        table = Table.create(client, game="kanipeli", seats=seats, seed=f"{number:064x}", **asked)
        for _ in range(60):
            view = table.get("", 1).json
            assert view is not None
            if not view["legal_moves"] or view["status"] != "active":
                break
            if any(offer["to"] == 1 for offer in view["table"]["offers"]):
                yield table, view
                break
            forms = {form["type"]: form for form in view["legal_moves"]}
            table.post("/moves", simplest(forms.get("end_trading", view["legal_moves"][0])), 1)


@pytest.mark.parametrize("bot", ["bot:steady", "bot:random"])
def test_whoever_looks_however_often_a_waiting_bot_does_nothing(client: FlaskClient, bot: str) -> None:
    found = list(islice(bargaining(client, bot), 3))
    assert found
    for table, view in found:
        tag = table.get("", 1).headers["ETag"]
        offer = next(offer["offer"] for offer in view["table"]["offers"] if offer["to"] == 1)
        for _ in range(20):
            table.get("", 1)
            table.get("/events", 0)
            table.post("/moves?dry_run=true", {**DECLINE, "offer": offer}, 1)
        assert table.get("", 1).headers["ETag"] == tag
        assert table.get("", 1).json == view


@pytest.mark.parametrize("bot", ["bot:steady", "bot:random"])
def test_an_answer_wakes_the_bot_and_the_match_goes_on(client: FlaskClient, bot: str) -> None:
    table, view = next(bargaining(client, bot))
    turn = view["table"]["turn"]
    while view["table"]["turn"] == turn:
        offers = [offer for offer in view["table"]["offers"] if offer["to"] == 1]
        assert offers, "the bot waits for nothing"
        answer = table.post("/moves", {**DECLINE, "offer": offers[0]["offer"], "version": view["version"]}, 1)
        assert answer.status_code == 200, answer.text
        view = answer.json["view"]  # type: ignore[index]


def test_sweeps_leave_a_waiting_bot_and_the_clock_alone(client: FlaskClient) -> None:
    matches: Matches = client.application.extensions["referee"]
    clocked = ClockedStore(matches.store)
    matches.store = clocked  # type: ignore[assignment]  # it passes everything else on
    table, view = next(bargaining(client, "bot:steady", clock={"move_seconds": 60}))
    for _ in range(10):
        clocked.wait(5)
        matches.sweep()
    assert table.get("", 1).json["version"] == view["version"]  # type: ignore[index]
    assert table.get("", 1).json["deadline"] == view["deadline"]  # type: ignore[index]
    clocked.wait(11)
    matches.sweep()
    late = table.get("/events?limit=500", 1).json
    assert late is not None
    assert any(event["type"] == "timed_out" and event["seat"] == 1 for event in late["events"])


@pytest.mark.parametrize("game", ["kobayakawa", "kinmo", "kinapa", "kanipeli", "teatime"])
def test_equal_seeds_and_moves_give_equal_matches_bots_included(client: FlaskClient, game: str) -> None:
    told = []
    for looks in (0, 3):
        seats = ["Ana", {"controller": "bot:random"}, {"controller": "bot:steady"}, {"controller": "bot:random"}]
        table = Table.create(client, game=game, seats=seats, seed="5a" * 32, deal=None)
        for _ in range(12):
            for _ in range(looks):
                table.get("", 0)
            view = table.get("", 0).json
            assert view is not None
            if not view["legal_moves"] or view["status"] != "active":
                break
            table.post("/moves", simplest(view["legal_moves"][0]), 0)
        events = table.get("/events?limit=500", 0).json
        assert events is not None
        told.append([{name: event[name] for name in ("type", "seat", "data", "version")} for event in events["events"]])
    assert told[0] == told[1]
    assert len(told[0]) > 12


def simplest(form: dict[str, Any]) -> dict[str, Any]:
    """The first move of a form."""
    move = {"type": form["type"]}
    for name, domain in form.get("fields", {}).items():
        match domain:
            case {"one_of": [first, *_]}:
                move[name] = first
            case {"pick": items, "min": low}:
                move[name] = items[:low]
            case {"list_of": items, "min": low}:
                move[name] = items[:1] * low
            case {"between": [low, _]}:
                move[name] = low
    return move
