"""POST …/moves: judged and applied, refused with reasons, in the order of checks."""

from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.checks import pointers, refused, standing, tag
from tests.api.kit import Table


def test_a_legal_move_is_applied_and_answered_with_the_movers_view(table: Table) -> None:
    answer = table.move(0, "draw")
    assert answer.status_code == 200
    assert set(answer.json) == {"version", "events", "match_version", "view"}
    assert answer.json["version"] == 1
    assert answer.json["view"]["hand"] == [3, 8]
    assert answer.json["view"] == table.get("", 0).json
    assert tag(answer) == '"1-0-0"'
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_events_of_a_move_are_as_the_mover_may_know_them(table: Table) -> None:
    (drew,) = table.move(0, "draw").json["events"]
    assert (drew["seq"], drew["version"], drew["type"], drew["seat"]) == (2, 1, "drew", 0)
    assert drew["data"] == {"deck": 10}
    assert drew["private"] == {"card": 3}


@pytest.mark.parametrize(
    "prefer", ["return=minimal", "respond-async, return=minimal", 'Return = "minimal"', "return=minimal; x=1"]
)
def test_the_view_is_left_out_for_whoever_prefers_it(table: Table, prefer: str) -> None:
    answer = table.post("/moves", {"type": "draw"}, 0, Prefer=prefer)
    assert set(answer.json) == {"version", "events", "match_version"}
    assert answer.headers["Preference-Applied"] == "return=minimal"
    assert tag(answer) == '"1-0-0"'


@pytest.mark.parametrize("prefer", ["return=representation", "minimal", ""])
def test_any_other_preference_is_passed_over(table: Table, prefer: str) -> None:
    answer = table.post("/moves", {"type": "draw"}, 0, Prefer=prefer)
    assert "view" in answer.json
    assert "Preference-Applied" not in answer.headers


def test_a_field_may_be_a_number_written_otherwise_only_if_it_is_an_integer(table: Table) -> None:
    table.move(0, "draw")
    for card in (8.5, "8", True, None, [8]):
        assert pointers(refused(table.move(0, "keep", card=card), 422, "validation-failed")) == ["/card"]


# Refusals


def test_an_illegal_move_says_which_rule_forbids_it_and_what_is_legal(table: Table) -> None:
    before = standing(table)
    problem = refused(table.move(0, "fight"), 422, "illegal-move", "draw, replace", "KOB-4")
    assert problem["rule"]["id"] == "KOB-4"
    assert problem["rule"]["text"]
    assert problem["legal_moves"] == table.get("", 0).json["legal_moves"] == [{"type": "draw"}, {"type": "replace"}]
    assert "field" not in problem
    assert standing(table) == before


def test_an_illegal_move_names_the_one_field_at_fault_and_what_it_could_be(table: Table) -> None:
    table.move(0, "draw")
    problem = refused(table.move(0, "keep", card=4), 422, "illegal-move", "card cannot be 4")
    assert (problem["field"], problem["allowed"]) == ("card", {"one_of": [3, 8]})
    assert problem["rule"]["id"] == "KOB-5"
    assert problem["legal_moves"] == [{"type": "keep", "fields": {"card": {"one_of": [3, 8]}}}]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ([], ""),
        ("draw", ""),
        (5, ""),
        (True, ""),
        ({}, "/type"),
        ({"type": None}, "/type"),
        ({"type": 5}, "/type"),
        ({"type": ["draw"]}, "/type"),
        ({"type": {"draw": 1}}, "/type"),
        ({"type": "dance"}, "/type"),
        ({"type": "Draw"}, "/type"),
        ({"type": "constructor"}, "/type"),
        ({"type": "__init__"}, "/type"),
        ({"type": "draw", "card": 3}, "/card"),
        ({"type": "draw", "seat": 1}, "/seat"),
        ({"type": "draw", "a~/b": 1}, "/a~0~1b"),
        ({"type": "keep"}, "/card"),
        ({"type": "keep", "card": 0}, "/card"),
        ({"type": "keep", "card": 16}, "/card"),
        ({"type": "keep", "card": -(2**53)}, "/card"),
        ({"type": "draw", "version": "0"}, "/version"),
        ({"type": "draw", "version": None}, "/version"),
        ({"type": "draw", "version": True}, "/version"),
        ({"type": "draw", "version": -1}, "/version"),
        ({"type": "draw", "version": 0.5}, "/version"),
    ],
)
def test_what_could_never_be_a_move_is_refused_where_it_is_wrong(table: Table, body: Any, pointer: str) -> None:
    before = standing(table)
    for query in ("", "?dry_run=true"):
        assert pointers(refused(table.post("/moves" + query, body, 0), 422, "validation-failed")) == [pointer]
    assert standing(table) == before


def test_an_unknown_type_of_move_is_told_the_types_there_are(table: Table) -> None:
    refused(table.move(0, "dance"), 422, "validation-failed", "draw, replace, keep, fight, pass")


def test_whoever_has_no_legal_move_is_told_whom_the_match_waits_for(table: Table) -> None:
    before = standing(table)
    refused(table.move(1, "draw"), 409, "not-your-turn", "waits for seat 0")
    assert standing(table) == before


def test_after_the_end_every_move_is_refused(table: Table) -> None:
    table.play_to_the_end()
    for seat in range(3):
        refused(table.move(seat, "draw"), 409, "match-over")
        refused(table.post("/moves?dry_run=true", {"type": "draw"}, seat), 409, "match-over")


# Pinned versions


@pytest.mark.parametrize("pin", ['"0-0-0"', 'W/"0-0-0"', '"0-2-17"', '"0-spectator-0"', '"0-host-0"', "*", ' "0-0-0" '])
def test_if_match_with_three_parts_compares_the_version_only(table: Table, pin: str) -> None:
    assert table.post("/moves", {"type": "draw"}, 0, If_Match=pin).status_code == 200


@pytest.mark.parametrize("pin", ['"0-0-0-{}"', '"0-host-7-{}"', 'W/"0-1-0-{}"', '"0-0-0-{:.4}0000"'])
def test_if_match_with_four_parts_compares_the_moves_history_too(table: Table, pin: str) -> None:
    history = table.get("", 0).headers["ETag"][-9:-1]
    assert table.post("/moves", {"type": "draw"}, 0, If_Match=pin.format(history)).status_code == 200


def test_a_pin_of_another_history_is_rewound_though_the_version_is_equal(table: Table) -> None:
    history = table.get("", 0).headers["ETag"][-9:-1]
    other = f"{int(history[:4], 16) ^ 1:04x}{history[4:]}"
    for query in ("", "?dry_run=true"):
        answer = table.post(f"/moves{query}", {"type": "draw"}, 0, If_Match=f'"0-0-0-{other}"')
        refused(answer, 412, "history-rewound", "history")
        assert answer.headers["ETag"] == table.get("", 0).headers["ETag"]
    assert table.get().json["version"] == 0


def test_a_rename_since_the_pin_refuses_nothing(table: Table) -> None:
    pin = table.get("", 0).headers["ETag"]
    table.client.patch(f"{table.path}/seats/1", json={"name": "Di"}, headers=table.headers(1))
    changed = table.get("", 0).headers["ETag"]
    assert changed[-9:-5] == pin[-9:-5]
    assert changed[-5:-1] != pin[-5:-1]
    assert table.post("/moves", {"type": "draw"}, 0, If_Match=pin).status_code == 200
    assert table.get("", 0).headers["ETag"][-5:-1] == changed[-5:-1], "a move is no change of the other kind"


@pytest.mark.parametrize(
    "pin",
    [
        *("", "0", "0-0-0", '"', '""', '"x"', '"-1"', '"0-0-0', '"0" junk', '"0", "1"', "**", "\xb2", '"' + 16 * "9"),
        *(
            '"0"',
            '"0-0"',
            '"0-x-0"',
            '"0-0-0-"',
            '"0-0-0-1234567"',
            '"0-0-0-1234567g"',
            '"0-0-0-12345678-1"',
            '"0-0-0" x',
        ),
    ],
)
def test_nonsense_in_if_match_is_a_bad_header(table: Table, pin: str) -> None:
    refused(table.post("/moves", {"type": "draw"}, 0, If_Match=pin), 400, "bad-header", "If-Match")
    assert table.get().json["version"] == 0


@pytest.mark.parametrize("pin", [{"If_Match": '"0-0-0"'}, {"body": 0}, {"If_Match": "*", "body": 0}])
def test_a_move_pinned_to_a_version_that_has_passed_is_stale(table: Table, pin: dict[str, Any]) -> None:
    table.move(0, "draw")
    pin = dict(pin)
    body = {"type": "keep", "card": 8} | ({"version": pin.pop("body")} if "body" in pin else {})
    for query in ("", "?dry_run=true"):
        answer = table.post("/moves" + query, body, 0, **pin)
        refused(answer, 412, "stale-version", "version 0 to 1")
        assert tag(answer) == '"1-0-0"'
    assert table.get().json["version"] == 1


def test_a_version_ahead_of_the_match_means_that_history_was_lost(table: Table) -> None:
    answer = table.post("/moves", {"type": "draw", "version": 2**53}, 0)
    refused(answer, 412, "history-rewound", "ahead")
    assert tag(answer) == '"0-0-0"'
    refused(table.post("/moves", {"type": "draw"}, 0, If_Match='"1-0-0"'), 412, "history-rewound")


def test_two_pins_must_agree(table: Table) -> None:
    problem = refused(
        table.post("/moves", {"type": "draw", "version": 0}, 0, If_Match='"1-0-0"'), 422, "validation-failed"
    )
    assert pointers(problem) == ["/version"]
    assert table.post("/moves", {"type": "draw", "version": 0}, 0, If_Match='"0-0-0"').status_code == 200


# Dry runs


def test_a_dry_run_judges_and_changes_nothing(table: Table) -> None:
    before = standing(table)
    answer = table.post("/moves?dry_run=true", {"type": "draw"}, 0)
    assert (answer.status_code, answer.json) == (200, {"legal": True})
    assert standing(table) == before


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("body", [{"type": "fight"}, {"type": "dance"}, {"type": "keep", "card": 8}, {}])
def test_a_dry_run_is_refused_as_the_move_would_be(table: Table, seat: int, body: dict[str, Any]) -> None:
    dry, wet = table.post("/moves?dry_run=true", body, seat), table.post("/moves", body, seat)
    assert dry.status_code == wet.status_code >= 400
    assert {**dry.json, "instance": ""} == {**wet.json, "instance": ""}


def test_dry_run_false_is_a_move(table: Table) -> None:
    assert table.post("/moves?dry_run=false", {"type": "draw"}, 0).json["version"] == 1


@pytest.mark.parametrize("value", ["", "1", "yes", "True", "true ", "0"])
def test_dry_run_is_true_or_false_and_nothing_else(table: Table, value: str) -> None:
    answer = table.post(f"/moves?dry_run={value}", {"type": "draw"}, 0)
    assert pointers(refused(answer, 422, "validation-failed", "true, false")) == ["/dry_run"]
    assert table.get().json["version"] == 0


# The order of checks


def test_of_several_faults_the_first_in_the_order_of_checks_is_named(table: Table, client: FlaskClient) -> None:
    """Begin with a request that is wrong in every way and mend one fault after the other."""
    other = Table.create(client)
    accepted = table.post("/moves", {"type": "replace"}, 0, Idempotency_Key="used")
    assert accepted.status_code == 200
    table.play_to_the_end()
    nowhere = "/v1/matches/" + 24 * "z"

    def send(path: str, body: bytes, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return client.post(path + "/moves", data=body, headers=named)

    headers = {"Content_Type": "text/plain", "If_Match": "nonsense", "Authorization": "Bearer nonsense"}
    refused(send(nowhere, b"[" * 16385, **headers), 413, "body-too-large")
    refused(send(nowhere, b"[" * 16384, **headers), 415, "unsupported-media-type")
    headers["Content_Type"] = "application/json"
    refused(send(nowhere, b"[" * 16384, **headers), 400, "malformed-json")
    body = b'{"type":"dance","version":5}'
    refused(send(nowhere, body, **headers), 400, "bad-header")
    headers["If_Match"] = '"7-0-0"'
    refused(send(nowhere, body, **headers), 401, "invalid-token")
    del headers["Authorization"]
    refused(send(nowhere, body, **headers), 401, "missing-token")
    headers["Authorization"] = other.headers(1)["Authorization"]
    refused(send(nowhere, body, **headers), 404, "not-found")
    headers["Idempotency_Key"] = "used"
    refused(send(table.path, body, **headers), 401, "invalid-token")
    headers["Authorization"] = table.headers(0)["Authorization"]
    refused(send(table.path, body, **headers), 422, "idempotency-key-reused")
    headers["Idempotency_Key"] = "new"
    refused(send(table.path, body, **headers), 409, "match-over")
    headers["Authorization"] = other.headers(1)["Authorization"]
    refused(send(other.path, body, **headers), 422, "validation-failed", "/version: If-Match")
    headers["If_Match"] = '"5-1-0"'
    refused(send(other.path, body, **headers), 412, "history-rewound")
    headers["If_Match"] = '"0-1-0"'
    body = b'{"type":"dance","version":0}'
    refused(send(other.path, body, **headers), 409, "not-your-turn")
    headers["Authorization"] = other.headers(0)["Authorization"]
    refused(send(other.path, body, **headers), 422, "validation-failed", "/type")
    body = b'{"type":"keep","card":16}'
    refused(send(other.path, body, **headers), 422, "validation-failed", "/card")
    body = b'{"type":"keep","card":15}'
    refused(send(other.path, body, **headers), 422, "illegal-move")
    body = b'{"type":"draw","version":0}'
    assert send(other.path, body, **headers).status_code == 200


def test_an_open_match_is_not_started_whatever_the_version_and_the_move(client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", "Bo", {"open": True}])
    refused(table.post("/moves", {"version": 9}, 0, If_Match='"8-0-0"'), 409, "match-not-started")


# Arbitrary moves

_scalars = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
_texts = st.text(st.characters(codec="utf-8"), max_size=8)
_json = st.recursive(
    _scalars | _texts, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_texts, inner, max_size=4)
)
_likely = st.fixed_dictionaries(
    {"type": st.sampled_from(["draw", "replace", "keep", "fight", "pass"])},
    optional={"card": st.integers(0, 16) | _json, "cards": _json, "version": st.just(0) | _json},
)


def fits(form: dict[str, Any], move: Any) -> bool:
    """Whether a move fits a form, read from the contract: Kobayakawa's forms need no more than `one_of`."""
    fields = form.get("fields", {})
    return (
        isinstance(move, dict)
        and move.get("type") == form["type"]
        and set(move) - {"type", "version"} == set(fields)
        and all(type(move[name]) is int and move[name] in domain["one_of"] for name, domain in fields.items())
    )


@pytest.fixture
def both(client: FlaskClient) -> list[Table]:
    """A match whose seat 0 is to act at version 0, and one in which it is to keep one of two cards at version 1."""
    tables = [Table.create(client), Table.create(client)]
    tables[1].move(0, "draw")
    return tables


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=_json | _likely, version=st.integers(0, 1))
def test_no_body_breaks_anything_and_the_forms_tell_what_is_accepted(
    both: list[Table], body: Any, version: int
) -> None:
    table = both[version]
    forms = table.get("", 0).json["legal_moves"]
    headers = {**table.headers(0), "Content-Type": "application/json"}
    answer = table.client.post(f"{table.path}/moves?dry_run=true", data=msgspec.json.encode(body), headers=headers)
    pinned = body.get("version", version) if isinstance(body, dict) else version
    legal = type(pinned) is int and pinned == version and any(fits(form, body) for form in forms)
    assert (answer.status_code == 200) == legal, answer.text
    assert answer.status_code in (200, 412, 422), answer.text
    assert table.get().json["version"] == version


def test_a_misspelt_query_makes_no_move(table: Table) -> None:
    answer = table.post("/moves?dry-run=true", {"type": "draw"}, 0)
    assert (answer.status_code, answer.json["code"]) == (422, "validation-failed")
    assert answer.json["errors"][0]["pointer"] == "/dry-run"
    assert table.get().json["version"] == 0
