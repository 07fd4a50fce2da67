"""Hostile bodies, on every endpoint that takes one: a 4xx that says what is wrong, and nothing changes."""

import io
import time
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from referee.api import json
from referee.app import create_app
from referee.config import Config
from referee.store import Store
from tests.api import hostile
from tests.api.checks import refused, standing
from tests.api.kit import Table

JSON = "application/json"
ENDPOINTS = ["create", "claim", "change", "move", "dry run", "rematch", "ticket"]
NEEDS_A_BODY = ENDPOINTS[:5]


@pytest.fixture(scope="module")
def lobby(store: Store) -> Table:
    """A match with an open seat, and so with something to change."""
    return Table.create(create_app(Config(), store).test_client(), seats=["Ana", "Bo", {"open": True}])


def send(table: Table, endpoint: str, body: bytes, content_type: str | None = JSON, **headers: str) -> TestResponse:
    """Send a body to an endpoint, with whatever token it wants."""
    method, path, who = {
        "create": ("POST", "/v1/matches", None),
        "claim": ("POST", table.path + "/seats", None),
        "change": ("PATCH", table.path + "/seats/0", 0),
        "move": ("POST", table.path + "/moves", 0),
        "dry run": ("POST", table.path + "/moves?dry_run=true", 0),
        "rematch": ("POST", table.path + "/rematch", 0),
        "ticket": ("POST", table.path + "/events/ticket", 0),
    }[endpoint]
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return table.client.open(
        path, method=method, data=body, content_type=content_type, headers={**table.headers(who), **named}
    )


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_what_is_no_json_is_refused_everywhere_and_changes_nothing(lobby: Table, endpoint: str) -> None:
    before = standing(lobby)
    for name, body in hostile.MALFORMED.items():
        if body or endpoint in NEEDS_A_BODY:
            answer = send(lobby, endpoint, body)
            assert answer.status_code == 400, (name, answer.text)
            refused(answer, 400, "malformed-json")
    assert standing(lobby) == before


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_json_that_nobody_asked_for_is_refused_everywhere_and_changes_nothing(lobby: Table, endpoint: str) -> None:
    before = standing(lobby)
    status, code = (409, "match-not-started") if endpoint in ("move", "dry run") else (422, "validation-failed")
    for name, body in hostile.WELL_FORMED.items():
        answer = send(lobby, endpoint, body)
        assert answer.status_code == status, (name, answer.text)
        refused(answer, status, code)
    assert standing(lobby) == before


@pytest.mark.parametrize("body", hostile.WELL_FORMED.values(), ids=hostile.WELL_FORMED)
def test_json_that_is_no_move_is_refused_in_a_match_that_runs(table: Table, body: bytes) -> None:
    refused(send(table, "move", body), 422, "validation-failed")
    assert table.get().json["version"] == 0


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize("body", hostile.TOO_LARGE.values(), ids=hostile.TOO_LARGE)
def test_bodies_over_16_kib_are_refused_everywhere(lobby: Table, endpoint: str, body: bytes) -> None:
    refused(send(lobby, endpoint, body), 413, "body-too-large", "16384")
    refused(send(lobby, endpoint, body, "text/plain"), 413, "body-too-large")


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/problem+json",
        "application/jsonx",
        "application/json; charset=utf-16",
        "application/json; charset=latin-1",
        "application",
        "\xe9",
    ],
)
def test_bodies_must_say_that_they_are_json(lobby: Table, endpoint: str, content_type: str | None) -> None:
    answer = send(lobby, endpoint, b'{"name":"Cy","type":"draw"}', content_type)
    refused(answer, 415, "unsupported-media-type", "UTF-8" if "charset" in (content_type or "") else "application/json")


def test_a_refused_content_type_is_named(lobby: Table) -> None:
    refused(send(lobby, "create", b"{}", "text/plain"), 415, "unsupported-media-type", "not text/plain")


@pytest.mark.parametrize("coding", ["gzip", "br", "identity, gzip", "x"])
def test_coded_bodies_are_refused(lobby: Table, coding: str) -> None:
    answer = send(lobby, "claim", b'{"name":"Cy"}', Content_Encoding=coding)
    refused(answer, 415, "unsupported-media-type", "Content-Encoding")


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "Application/JSON", 'application/json; charset="UTF-8"', "application/json;x=1"],
)
def test_json_by_any_of_its_names_is_read(table: Table, content_type: str) -> None:
    assert send(table, "dry run", b'{"type":"draw"}', content_type).json == {"legal": True}


def test_a_body_without_a_length_is_read_up_to_the_limit_as_well(table: Table) -> None:
    for body, status in ((b'{"type":"draw"}', 200), (b'{"type":"draw"}' + b" " * 16_384, 413)):
        answer = table.client.post(
            table.path + "/moves?dry_run=true",
            input_stream=io.BytesIO(body),
            content_type=JSON,
            headers={**table.headers(0), "Transfer-Encoding": "chunked"},
            environ_overrides={"wsgi.input_terminated": True},
        )
        assert answer.status_code == status, answer.text


@pytest.mark.parametrize("body", hostile.MALFORMED.values(), ids=hostile.MALFORMED)
def test_refusing_takes_no_longer_than_reading(body: bytes) -> None:
    began = time.process_time()
    with pytest.raises(json.MalformedJson) as refusal:
        json.read(body)
    assert time.process_time() - began < 0.1
    assert refusal.value.detail


@pytest.mark.parametrize("body", hostile.WELL_FORMED.values(), ids=hostile.WELL_FORMED)
def test_reading_gives_what_any_reader_of_json_gives(body: bytes) -> None:
    assert json.read(body) == msgspec.json.decode(body)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"a":1,"a":2}', "twice"),
        (b"[" * 33 + b"]" * 33, "32 levels"),
        (b"[NaN]", "NaN"),
        (b"[1e400]", "too large"),
        (b"[9007199254740993]", "2^53"),
        (b'["\\ud800"]', "surrogate"),
        (b'{"a":\xff}', "UTF-8 at byte 5"),
        (b'{"a":1\n,}', "line 2, column 2"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_where(body: bytes, says: str) -> None:
    with pytest.raises(json.MalformedJson) as refusal:
        json.read(body)
    assert says in refusal.value.detail


@given(st.binary(max_size=60))
def test_no_bytes_raise_anything_else(body: bytes) -> None:
    try:
        value = json.read(body)
    except json.MalformedJson:
        return
    assert msgspec.json.decode(body) == value


_tokens = st.sampled_from(
    [b"[", b"]", b"{", b"}", b'"', b"\\", b",", b":", b"1", b"a", b'"a":', b"\\u", b"d800", b"-", b"e9"]
)


@given(st.lists(_tokens, max_size=80).map(b"".join))
def test_no_heap_of_marks_raises_anything_else(body: bytes) -> None:
    try:
        value = json.read(body)
    except json.MalformedJson:
        return
    assert json.read(msgspec.json.encode(value)) == value


_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(codec="utf-8"), max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
)


@given(_values)
def test_whatever_is_json_is_read_as_it_is(value: Any) -> None:
    assert json.read(msgspec.json.encode(value)) == value


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=st.binary(max_size=80), endpoint=st.sampled_from(ENDPOINTS))
def test_no_bytes_break_any_endpoint(lobby: Table, body: bytes, endpoint: str) -> None:
    answer = send(lobby, endpoint, body)
    assert 400 <= answer.status_code < 500 or (not body and endpoint == "ticket"), answer.text


def test_every_endpoint_takes_the_body_meant_for_it(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", "Bo", {"open": True}])
    good = {
        "create": b'{"game":"kobayakawa","seats":3}',
        "change": b'{"name":"Anna"}',
        "claim": b'{"name":"Cy"}',
        "dry run": b'{"type":"draw"}',
        "move": b'{"type":"draw"}',
        "ticket": b"{}",
    }
    assert [send(table, endpoint, body).status_code for endpoint, body in good.items()] == [
        201,
        200,
        201,
        200,
        200,
        201,
    ]
