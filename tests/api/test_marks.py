"""Every integer and every name of the catalogue's schemas says what it is, so that a front end need not guess."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from flask.testing import FlaskClient

from referee.api.catalogue import schema
from referee.games import GAMES, marks
from referee.match.happenings import Finished

WORDS = {
    ("kinapa", "two_player_goal"): {"both_hands", "one_hand"},
    ("kinapa", "answers"): {"hidden"},
    ("kinmo", "answers"): {"hidden", "accepted", "declined"},
    ("teatime", "note"): None,
}
"""Texts that name nothing on the table: those of a fixed list, and one that is anybody's."""


def leaves(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of an integer or a text, with the names of the properties that lead to it."""
    for name, one in node.get("properties", {}).items():
        yield from leaves(one, f"{path}.{name}")
    for one in (*node.get("anyOf", ()), *node.get("prefixItems", ())):
        yield from leaves(one, path)
    if isinstance(node.get("items"), dict):
        yield from leaves(node["items"], path)
    if "enum" in node or node.get("type") in ("integer", "number", "string"):
        yield path, node


def schemas(entry: dict[str, Any]) -> dict[str, Any]:
    found = {name: entry[name] for name in ("options", "deal", "table", "card")}
    found |= {f"move {move['type']}": move["schema"] for move in entry["moves"]}
    for event in entry["events"]:
        found |= {f"event {event['type']}": event["data"], f"event {event['type']} private": event["private"] or {}}
    return found


@pytest.mark.parametrize("game", [game.id for game in GAMES.values()])
def test_every_integer_and_every_name_says_what_it_is(client: FlaskClient, game: str) -> None:
    told = 0
    for where, one in schemas(client.get(f"/v1/games/{game}").json).items():
        for path, leaf in leaves(one):
            name = path.rpartition(".")[2]
            if where.startswith("move") and path == ".type":
                continue
            if (game, name) in WORDS and "x-is" not in leaf:
                words = WORDS[game, name]
                assert leaf.get("enum") is None if words is None else set(leaf["enum"]) <= words
                continue
            assert leaf.get("x-is") in get_args(marks.What), f"{where}{path} does not say what it is: {leaf}"
            assert leaf.get("x-of") in (None, *get_args(marks.List)), f"{where}{path}"
            told += 1
    assert told > 20


@pytest.mark.parametrize(
    ("game", "where", "field", "mark"),
    [
        ("kobayakawa", "options", "first_seat", {"x-is": "seat"}),
        ("kobayakawa", "move keep", "card", {"x-is": "card"}),
        ("kobayakawa", "table", "covered", {"x-is": "card"}),
        ("kobayakawa", "event round_over", "winner", {"x-is": "seat"}),
        ("kinmo", "options", "first_seat", {"x-is": "seat"}),
        ("kinmo", "move play_set", "target", {"x-is": "seat"}),
        ("kinmo", "move play_set", "cards", {"x-is": "card"}),
        ("kinmo", "move play_set", "gem", {"x-is": "gem"}),
        ("kinapa", "move reveal", "object", {"x-is": "object", "x-of": "table.objects"}),
        ("kinapa", "move take", "place", {"x-is": "place"}),
        ("kinapa", "move take_up_bot", "seat", {"x-is": "seat"}),
        ("kinapa", "move announce", "number", {"x-is": "number"}),
        ("kanipeli", "move accept", "hand", {"x-is": "position", "x-of": "hand"}),
        ("kanipeli", "move offer", "drawn", {"x-is": "position", "x-of": "table.drawn"}),
        ("kanipeli", "move offer", "want", {"x-is": "drink"}),
        ("kanipeli", "move offer", "kani", {"x-is": "number"}),
        ("kanipeli", "move draw", "pile", {"x-is": "pile"}),
        ("kanipeli", "move decline", "offer", {"x-is": "offer"}),
        ("teatime", "move ufo", "on", {"x-is": "position", "x-of": "table.cards"}),
        ("teatime", "event completed", "sweet", {"x-is": "sweet"}),
        ("teatime", "options", "first_seat", {"x-is": "seat"}),
    ],
)
def test_a_property_says_it_itself_also_where_it_is_a_list_or_may_be_null(
    client: FlaskClient, game: str, where: str, field: str, mark: dict[str, str]
) -> None:
    found = schemas(client.get(f"/v1/games/{game}").json)[where]["properties"][field]
    assert {name: one for name, one in found.items() if name in ("x-is", "x-of")} == mark


def test_the_end_of_a_match_names_its_winners_as_seats() -> None:
    fields = schema(Finished)["properties"]
    assert fields["winners"]["x-is"] == "seat"
    assert fields["scores"]["x-is"] == "number"


def test_a_list_of_different_things_is_marked_only_within() -> None:
    assert "x-is" not in schema(list[marks.SeatNumber | marks.CardName])
