"""The catalogue: games, their moves and events, and the rules by id."""

import jsonschema_rs
import pytest
from flask.testing import FlaskClient

from referee import bots
from referee.games import GAMES
from referee.randomness import Stream
from tests.api.checks import refused
from tests.api.kit import Table

IDS = [game.id for game in GAMES.values()]


def test_the_catalogue_lists_every_game_in_full(client: FlaskClient) -> None:
    answer = client.get("/v1/games")
    assert answer.status_code == 200
    assert [game["id"] for game in answer.json["games"]] == IDS
    for game in answer.json["games"]:
        assert client.get(f"/v1/games/{game['id']}").json == game


@pytest.mark.parametrize("game", IDS)
def test_an_entry_has_everything_the_contract_lists(client: FlaskClient, game: str) -> None:
    entry = client.get(f"/v1/games/{game}").json
    for name in ("id", "title", "original_title", "language", "seats", "options", "components", "moves", "events"):
        assert entry[name], name
    assert entry["seats"]["min"] <= entry["seats"]["max"]
    assert {move["rule"] for move in entry["moves"]} <= set(GAMES[game].rules)
    assert {component["name"]: component["count"] for component in entry["components"]}


def test_kobayakawa_is_as_the_box_says(client: FlaskClient) -> None:
    entry = client.get("/v1/games/kobayakawa").json
    assert (entry["title"], entry["language"], entry["seats"]) == ("Kobayakawa", "ja", {"min": 3, "max": 6})
    assert [move["type"] for move in entry["moves"]] == ["draw", "replace", "keep", "fight", "pass"]
    assert [one["name"] for one in entry["components"]] == [*(str(card) for card in range(1, 16)), "kamon"]
    assert entry["options"]["properties"]["first_seat"]["default"] is None


@pytest.mark.parametrize("game", IDS)
def test_the_schemas_are_schemas_whole_in_themselves_and_the_examples_fit(client: FlaskClient, game: str) -> None:
    entry = client.get(f"/v1/games/{game}").json
    schemas = [entry["options"], entry["deal"], entry["table"], entry["card"]]
    schemas += [move["schema"] for move in entry["moves"]] + [event["data"] for event in entry["events"]]
    schemas += [event["private"] for event in entry["events"] if event["private"]]
    for schema in schemas:
        jsonschema_rs.validator_for(schema)
    for name in ("options", "deal"):
        jsonschema_rs.validate(entry[name], entry["examples"][name])


def test_a_move_that_fits_its_schema_and_one_that_does_not(client: FlaskClient) -> None:
    (keep,) = [m["schema"] for m in client.get("/v1/games/kobayakawa").json["moves"] if m["type"] == "keep"]
    assert jsonschema_rs.is_valid(keep, {"type": "keep", "card": 15})
    for wrong in ({"type": "keep"}, {"type": "keep", "card": 16}, {"type": "draw", "card": 5}, {"card": 5}):
        assert not jsonschema_rs.is_valid(keep, wrong)
    assert not jsonschema_rs.is_valid(keep, {"type": "keep", "card": 5, "x": 1})


@pytest.mark.parametrize("path", ["/v1/games/chess", "/v1/games/chess/rules", "/v1/games/Kobayakawa"])
def test_a_game_there_is_not_is_not_found_and_the_games_there_are_are_named(client: FlaskClient, path: str) -> None:
    refused(client.get(path), 404, "not-found", *IDS)


@pytest.mark.parametrize("game", IDS)
def test_the_rules_are_told_by_id(client: FlaskClient, game: str) -> None:
    answer = client.get(f"/v1/games/{game}/rules")
    assert answer.content_type == "application/json"
    rules = answer.json["rules"]
    assert [rule["id"] for rule in rules] == list(GAMES[game].rules)
    for rule in rules:
        assert rule["text"]
        assert set(rule["sources"]) <= {"book", "ruling", "outside"}
        assert rule.get("note", "x")


@pytest.mark.parametrize("accept", ["text/markdown", "text/markdown, application/json;q=0.5", "text/*"])
def test_the_rules_come_as_markdown_too(client: FlaskClient, accept: str) -> None:
    answer = client.get("/v1/games/kobayakawa/rules", headers={"Accept": accept})
    assert answer.content_type == "text/markdown; charset=utf-8"
    assert "KOB-4" in answer.text
    assert "Accept" in answer.headers["Vary"].split(", ")


@pytest.mark.parametrize("accept", [None, "", "*/*", "application/*", "application/json", "text/html, */*;q=0.1"])
def test_the_rules_come_as_json_unless_asked_otherwise(client: FlaskClient, accept: str | None) -> None:
    answer = client.get("/v1/games/kobayakawa/rules", headers={} if accept is None else {"Accept": accept})
    assert answer.content_type == "application/json"


@pytest.mark.parametrize("accept", ["image/png", "application/json;q=0, text/markdown;q=0", "nonsense"])
def test_any_other_representation_is_not_acceptable(client: FlaskClient, accept: str) -> None:
    answer = client.get("/v1/games/kobayakawa/rules", headers={"Accept": accept})
    refused(answer, 406, "not-acceptable", "application/json", "text/markdown")


def test_only_negotiated_resources_look_at_accept(client: FlaskClient) -> None:
    assert client.get("/v1/games", headers={"Accept": "image/png"}).status_code == 200


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/kobayakawa", "/v1/games/kobayakawa/rules"])
def test_the_catalogue_may_be_cached(client: FlaskClient, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "public, max-age=300"


@pytest.mark.parametrize("game", IDS)
def test_every_game_can_be_played_by_whoever_knows_nothing_but_the_forms(client: FlaskClient, game: str) -> None:
    """Random moves drawn from `legal_moves`, also out of turn, are all accepted; any other type of move is refused."""
    entry = client.get(f"/v1/games/{game}").json
    seats = entry["seats"]["min"]
    table = Table.create(client, game=game, seats=seats, seed=64 * "5")
    chance = Stream(game.encode())
    types = {move["type"] for move in entry["moves"]}
    for version in range(1, 121):
        views = {seat: table.get("", seat).json for seat in range(seats)}
        may = [seat for seat, view in views.items() if view["legal_moves"]]
        if not may:
            break
        assert set(views[0]["to_act"]) <= set(may)
        seat = chance.choice(may)
        forms = views[seat]["legal_moves"]
        wrong = sorted(types - {form["type"] for form in forms})
        if wrong:
            assert table.post("/moves?dry_run=true", {"type": chance.choice(wrong)}, seat).status_code == 422
        move = bots.random(views[seat], chance)
        assert table.post("/moves?dry_run=true", move, seat).json == {"legal": True}
        answer = table.post("/moves", move, seat)
        assert answer.status_code == 200, answer.text
        assert answer.json["version"] == version
    events = table.get("/events?limit=500").json["events"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))


@pytest.mark.parametrize("game", IDS)
def test_bots_play_every_game_against_each_other(client: FlaskClient, game: str) -> None:
    seats = client.get(f"/v1/games/{game}").json["seats"]["max"]
    table = Table.create(client, game=game, seats=[{"controller": "bot:steady"}] * seats, deal=None)
    first, second = table.get().json, table.get().json
    assert first["status"] in ("active", "finished")
    assert second["status"] == "finished" or second["version"] > first["version"]
