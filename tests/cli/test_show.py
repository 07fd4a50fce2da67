"""Views for people: every game's table whole, seats by name, changes and events in short."""

import io
from typing import Any

import pytest
from rich.console import Console

from referee.api.catalogue import ENTRIES
from referee.cli import show
from referee.games import GAMES
from referee.simulate import simulate

pytestmark = pytest.mark.slow


def drawn(view: dict[str, Any], schema: dict[str, Any]) -> str:
    console = Console(file=io.StringIO(), width=200)
    for table in show.board(view, schema):
        console.print(table)
    return console.file.getvalue()  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_the_table_of_every_game_is_shown_with_all_its_fields(game: Any) -> None:
    views: list[dict[str, Any]] = []

    def looks(view: dict[str, Any], stream: Any) -> Any:
        from referee import bots

        views.append(view)
        return bots.random(view, stream)

    list(simulate(game.id, [looks] * game.seats.start, matches=2, max_moves=60))
    schema = ENTRIES[game.id]["table"]
    for view in views:
        told = drawn(view, schema)
        assert all(name in told for name in view["table"] if name != "players")
        assert ("player " in told) == ("players" in view["table"])
        for form in view["legal_moves"]:
            assert show.form(form).startswith(form["type"])
    assert "Seat 0" in told
    legend = "\n".join(show.legend(schema))
    assert all(name in legend for name in schema["properties"])


VIEW: dict[str, Any] = {
    "game": "kobayakawa",
    "status": "active",
    "seats": [{"name": "Ana"}, {"name": "Bo"}, {"name": None}],
    "you": 0,
    "to_act": [1],
    "table": {
        "first_seat": 1,
        "deck": 7,
        "players": [{"kamon": 4, "out": False}, {"kamon": 3, "out": True}, {"kamon": 0, "out": False}],
        "last_round": {"winner": 1, "fighters": [{"seat": 1, "card": None}], "won": 2},
    },
}


def test_seats_are_shown_by_name_and_who_is_awaited_is_marked() -> None:
    told = drawn(VIEW, ENTRIES["kobayakawa"]["table"]).splitlines()
    row = next(line for line in told if "▶" in line)
    assert [cell.strip() for cell in row.strip("│").split("│")] == ["▶ Bo", "3", "yes"]
    assert any(line.split() == ["first_seat", "Bo"] for line in told)
    assert any("winner Bo" in line for line in told)
    assert any("fighters Bo —" in line for line in told)
    assert any(line.split() == ["deck", "7"] for line in told)


def test_changes_name_what_differs_and_nothing_else() -> None:
    before = {"deck": 8, "players": [{"kamon": 4}, {"kamon": 3}], "covered": [], "offer": None}
    after = {"deck": 7, "players": [{"kamon": 4}, {"kamon": 2}], "covered": [5], "offer": {"want": "gem"}}
    assert list(show.changes(before, after)) == [
        "deck 8 → 7",
        "players[1].kamon 3 → 2",
        "covered — → 5",
        "offer — → want gem",
    ]
    assert list(show.changes(after, after)) == []


def test_an_event_is_a_line_with_what_one_alone_may_know_in_brackets() -> None:
    told = {"type": "drew", "seat": 1, "data": {"deck": 7}, "private": {"card": 9}}
    assert show.event(told) == "drew seat 1  deck 7  [card 9]"
    assert show.event(told, show.Names(VIEW)) == "drew Bo  deck 7  [card 9]"
    assert show.event({"type": "fought", "seat": None, "data": {"rows": [{"a": 1, "b": None}]}}) == (
        "fought  rows a 1 b —"
    )


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, "—"),
        (True, "yes"),
        ([], "—"),
        ([1, 2], "1, 2"),
        ({"green": 2, "blue": 0}, "green 2"),
        ({"green": 0}, "—"),
        ([{"drink": "gt", "count": 2}], "gt 2"),
        ("gt", "gt"),
    ],
)
def test_a_value_in_few_characters(value: Any, told: str) -> None:
    assert show.plain(value) == told


def test_how_a_match_ended() -> None:
    shared = {**VIEW, "status": "finished", "result": {"winners": [0, 1], "scores": [5, 5, 1], "reason": "most_kamon"}}
    assert show.result(shared) == "Ana and Bo win (most_kamon). Scores: Ana 5, Bo 5, (open) 1"
    assert "without a result" in show.result({**VIEW, "status": "aborted", "result": None})
