"""The OpenAPI document: valid, in sync, complete for every game."""

import builtins
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import validate

from referee.api import openapi
from referee.api.openapi import components
from referee.api.problems import PROBLEMS
from referee.games import GAMES
from referee.games.protocol import Game

FILE = Path(__file__).parents[2] / "openapi.yaml"
DOCUMENT = openapi.document()
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


def test_the_document_is_valid_openapi() -> None:
    validate(DOCUMENT)


def test_the_file_is_in_sync_with_the_code() -> None:
    same = FILE.exists() and FILE.read_text(encoding="utf-8") == openapi.as_yaml()
    assert same, "openapi.yaml is not what the code makes; write it with: referee openapi -o openapi.yaml"


def test_yaml_and_json_say_the_same() -> None:
    assert yaml.safe_load(openapi.as_yaml()) == DOCUMENT


def test_the_document_is_the_same_on_every_run() -> None:
    script = "from referee.api import openapi; import sys; sys.stdout.buffer.write(openapi.as_json())"
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            check=True,
            cwd=FILE.parent,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(FILE.parent)},
        )
        assert done.stdout == openapi.as_json()


def test_the_document_can_be_changed_by_whoever_asked_for_it() -> None:
    openapi.document()["paths"].clear()
    assert openapi.document()["paths"]


@pytest.mark.parametrize("name", sorted(name for name in SCHEMAS if "examples" in SCHEMAS[name]))
def test_examples_are_what_their_schemas_say(name: str) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}
    for example in SCHEMAS[name]["examples"]:
        Draft202012Validator(schema, format_checker=FormatChecker()).validate(example)


def test_every_schema_is_described_and_used() -> None:
    text = openapi.as_json().decode()
    for name, schema in SCHEMAS.items():
        assert schema.get("description"), name
        assert f'"#/components/schemas/{name}"' in text, name


@each_game
def test_a_game_has_its_moves_events_table_options_and_deal_with_examples(game: Game[Any, Any, Any]) -> None:
    begins = game.id.capitalize()
    moves = SCHEMAS[f"{begins}Move"]["discriminator"]["mapping"]
    assert list(moves) == [move.__struct_config__.tag for move in game.moves]
    names = [reference.rsplit("/", 1)[1] for reference in moves.values()]
    for name in [*names, *(begins + part for part in ("View", "Create", "Options", "Deal", "Table"))]:
        assert SCHEMAS[name]["examples"], name
    events = SCHEMAS[f"{begins}Event"]["discriminator"]["mapping"]
    assert {kind.name for kind in game.kinds} < set(events)
    assert {"seat_claimed", "seat_changed", "started", "timed_out", "aborted", "finished"} < set(events)
    for kind in game.kinds:
        event = SCHEMAS[events[kind.name].rsplit("/", 1)[1]]
        assert event["properties"]["type"] == {"const": kind.name, "type": "string"}
        assert ("private" in event["properties"]) == (kind.private is not None)
    assert SCHEMAS[f"{begins}View"]["properties"]["hand"]["anyOf"][0]["items"]


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    """Every schema within a part of the document, examples left out."""
    if isinstance(node, list):
        for one in node:
            yield from nodes(one)
    elif isinstance(node, dict):
        yield node
        for name, one in node.items():
            if name not in ("examples", "example", "default", "const", "enum"):
                yield from nodes(one)


SERVED = {name: DOCUMENT["components"][name] for name in ("schemas", "parameters", "headers", "responses")}
EVERY_SCHEMA = [node for part in (SERVED, DOCUMENT["paths"]) for node in nodes(part)]


def test_generators_find_nothing_that_they_stumble_over() -> None:
    for schema in EVERY_SCHEMA:
        if schema.get("type") == "array":
            assert isinstance(schema["items"], dict), schema
        assert "prefixItems" not in schema, schema
        for field in schema.get("properties", {}).values():
            assert field is False or "default" not in field, schema
        if isinstance(schema.get("const"), str | bool | int):
            assert schema["type"] in ("string", "boolean", "integer"), schema


def test_a_pair_of_integers_has_two_items_of_one_type() -> None:
    between = SCHEMAS["BetweenDomain"]["properties"]["between"]
    assert between == {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}


def test_what_a_left_out_field_means_is_told_in_words() -> None:
    """A `default` makes a field required in TypeScript, though the field of a form that it comes from may be absent."""
    assert SCHEMAS["KanipeliMakeOffer"]["properties"]["kani"]["description"] == "Känit you give; `0` if left out"
    assert SCHEMAS["KobayakawaCreate"]["properties"]["spectators"]["description"].endswith("; `true` if left out")


def test_events_are_told_apart_by_their_game_and_then_by_their_type() -> None:
    games = SCHEMAS["MatchEvent"]["discriminator"]
    assert games["propertyName"] == "game"
    for game in GAMES.values():
        types = SCHEMAS[games["mapping"][game.id].rsplit("/", 1)[1]]["discriminator"]
        assert types["propertyName"] == "type"
        for kind in game.kinds:
            event = SCHEMAS[types["mapping"][kind.name].rsplit("/", 1)[1]]
            assert event["properties"]["game"] == {"const": game.id, "type": "string"}
            assert {"game", "type"} <= set(event["required"])
    assert SCHEMAS["FinishedEvent"]["properties"]["game"]["$ref"] == "#/components/schemas/GameId"


def test_a_token_is_optional_by_default_and_demanded_by_name() -> None:
    """Generators take any word of an operation on security for a demand."""
    assert DOCUMENT["security"] == [{}, {"bearer": []}]
    said = [operation.get("security") for item in DOCUMENT["paths"].values() for operation in item.values()]
    assert {str(one) for one in said} == {"None", "[]", "[{'bearer': []}]"}


def test_every_enum_of_the_schemas_has_a_name() -> None:
    inline = [
        schema
        for part in SCHEMAS.values()
        for schema in nodes(part)
        if isinstance(schema.get("enum"), list) and schema is not part
    ]
    assert not inline
    assert {"KinmoCard", "KinmoGem", "KinmoPhase", "KanipeliDrink", "KinapaCard"} <= set(SCHEMAS)
    assert {"MatchStatus", "Controller", "ProblemCode", "GameId", "Clock", "NoData"} <= set(SCHEMAS)


def test_what_is_the_same_is_named_once() -> None:
    enums = [tuple(sorted(schema["enum"])) for schema in SCHEMAS.values() if "enum" in schema]
    assert len(enums) == len(set(enums))
    assert [name for name in SCHEMAS if name.endswith("NoData")] == ["NoData"]


def test_no_schema_or_parameter_has_the_name_of_something_in_a_clients_language() -> None:
    """Generators make types of both."""
    languages = {"Event", "Pick", "Record", "Map", "Set", "Result", "Error", "Request", "Response", "Range", "Object"}
    browsers = {
        "File",
        "Location",
        "Document",
        "History",
        "Node",
        "Text",
        "Option",
        "Image",
        "Comment",
        "Lock",
        "Cache",
    }
    names = set(SCHEMAS) | set(DOCUMENT["components"]["parameters"])
    assert not (languages | browsers | {"Version"}) & names
    assert not set(dir(builtins)) & names


def test_what_an_answer_names_is_taken_as_it_is() -> None:
    """Where enums are types of their own, a game or code from an answer could else not be asked for without a cast."""
    parameters = DOCUMENT["components"]["parameters"]
    assert parameters["Game"]["schema"] == SCHEMAS["Created"]["properties"]["game"]
    assert parameters["Code"]["schema"] == SCHEMAS["Problem"]["properties"]["code"]


def test_refusals_are_shared_and_an_operation_says_which_it_has() -> None:
    for item in DOCUMENT["paths"].values():
        for operation in item.values():
            refusals = {status: one for status, one in operation["responses"].items() if status >= "400"}
            assert all(list(one) == ["$ref"] for one in refusals.values())
            assert set(refusals) == {str(PROBLEMS[code].status) for code in operation.get("x-problems", ())}


def test_a_change_of_nothing_is_told_by_the_number_of_fields() -> None:
    assert SCHEMAS["ChangeSeat"]["minProperties"] == 1
    assert "anyOf" not in SCHEMAS["ChangeSeat"]


def test_two_different_schemas_of_one_name_are_refused() -> None:
    components.merged({"A": {"type": "string"}}, {"A": {"type": "string"}})
    with pytest.raises(ValueError, match="A"):
        components.merged({"A": {"type": "string"}}, {"A": {"type": "integer"}})


def test_the_document_is_served_as_yaml_and_json(client: FlaskClient) -> None:
    as_yaml, as_json = client.get("/openapi.yaml"), client.get("/openapi.json")
    assert as_yaml.text == openapi.as_yaml()
    assert as_json.data == openapi.as_json()
    for answer in (as_yaml, as_json):
        assert "max-age" in answer.headers["Cache-Control"]


def test_write_writes_the_file(tmp_path: Path) -> None:
    openapi.write(tmp_path / "openapi.yaml")
    assert (tmp_path / "openapi.yaml").read_text(encoding="utf-8") == openapi.as_yaml()
