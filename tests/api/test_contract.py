"""The document and the server say the same: every documented answer is provoked and held against the document."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator, FormatChecker
from werkzeug.test import TestResponse

from referee.api.openapi.parts import SPELLED
from referee.api.problems import PROBLEMS
from referee.store import Store
from tests.api.kit import Table
from tests.api.provocations import ADDRESSED, DOCUMENT, NDJSON, OPERATIONS, World, provocations

PROVOCATIONS = dict(provocations())


def documented() -> set[str]:
    """Every answer of the document, as the provocations name them."""
    found = set()
    for name, (_, _, operation) in OPERATIONS.items():
        found |= {f"{name} {PROBLEMS[code].status} {code}" for code in operation.get("x-problems", ())}
        for status, answer in operation["responses"].items():
            if "$ref" in answer:
                continue
            content = answer.get("content", {})
            if content:
                found |= {f"{name} {status} {media}" for media in content}
            else:
                found.add(f"{name} {status}")
    return found


def strict(schema: Any) -> Any:
    """The schema with every object closed, so that what is not documented is found."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: strict(one) for name, one in schema.items()}
    if inner.get("type") == "object" and "properties" in inner:
        inner.setdefault("additionalProperties", False)
    return inner


COMPONENTS = {**DOCUMENT["components"], "schemas": strict(DOCUMENT["components"]["schemas"])}


def resolved(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer, also where it is one that operations share."""
    shared: dict[str, Any] = COMPONENTS["responses"]
    return shared[answer["$ref"].rsplit("/", 1)[1]] if "$ref" in answer else answer


def check(schema: Any, value: Any) -> None:
    """Hold a value against a schema of the document."""
    Draft202012Validator({**schema, "components": COMPONENTS}, format_checker=FormatChecker()).validate(value)


def check_headers(answer: dict[str, Any], response: TestResponse) -> None:
    """Every documented header is there and as documented, and no other that the document knows of."""
    stated = answer.get("headers", {})
    for name, reference in stated.items():
        header = COMPONENTS["headers"][reference["$ref"].rsplit("/", 1)[1]]
        if header.get("required"):
            assert name in response.headers, f"{name} is missing"
        if name in response.headers:
            check(header["schema"], response.headers[name])
    known = {SPELLED.get(name, name) for name in COMPONENTS["headers"]}
    assert {name for name in known if name in response.headers} <= set(stated), "a header is not documented"


def check_body(answer: dict[str, Any], response: TestResponse) -> None:
    content = answer.get("content")
    if content is None:
        assert response.data == b""
        return
    schema = content[response.mimetype]["schema"]
    if response.mimetype == NDJSON:
        lines = [line for line in response.text.split("\n") if line]
        assert len(lines) > 1
        for line in lines:
            check(schema, json.loads(line))
    elif response.mimetype.endswith("json"):
        check(schema, response.json)
    else:
        assert response.text


def test_every_documented_answer_has_a_provocation_and_every_provocation_an_answer() -> None:
    names = [name for name, _ in provocations()]
    assert len(names) == len(set(names))
    assert set(names) == documented()


@pytest.mark.parametrize("name", sorted(PROVOCATIONS))
def test_the_answer_is_as_documented(store: Store, name: str) -> None:
    operation, status, *what = name.split(" ")
    response = PROVOCATIONS[name](World(store))
    assert response.status_code == int(status), response.text
    answer = resolved(OPERATIONS[operation][2]["responses"][status])
    check_headers(answer, response)
    check_body(answer, response)
    if what:
        body = response.json if response.mimetype == "application/problem+json" else None
        assert what[0] == (body["code"] if body else response.mimetype)


def test_the_routes_of_the_application_are_those_of_the_document(app: Flask) -> None:
    served = {
        (rule.rule.replace("<int:seat>", "{seat}").replace("<", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert served == {(path, method) for path, method, _ in OPERATIONS.values()}


@pytest.mark.parametrize("path", sorted(DOCUMENT["paths"]))
def test_head_and_options_work_and_other_methods_are_refused(client: FlaskClient, table: Table, path: str) -> None:
    address = path.format(match=table.match, **ADDRESSED)
    options = client.options(address)
    assert options.status_code == 200
    allowed = {method.strip() for method in options.headers["Allow"].split(",")}
    assert {method.upper() for method in DOCUMENT["paths"][path]} <= allowed
    refused = client.open(address, method="PUT")
    assert refused.status_code == 405
    assert {method.strip() for method in refused.headers["Allow"].split(",")} == allowed
    check({"$ref": "#/components/schemas/Problem"}, refused.json)
    if "GET" in allowed:
        got, head = client.get(address), client.head(address)
        assert head.data == b""
        assert (head.status_code, head.mimetype) == (got.status_code, got.mimetype)


def test_a_path_that_is_none_is_a_documented_problem(client: FlaskClient) -> None:
    answer = client.get("/v2/matches")
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"
    check({"$ref": "#/components/schemas/Problem"}, answer.json)
