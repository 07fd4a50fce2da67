"""Refusals as documents: one shape for all, the right status for each code, and no more told than is known."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee import errors
from referee.api.problems import PROBLEMS
from referee.app import create_app
from referee.config import Config
from referee.store import (
    Outcome,
    OutcomeUnknown,
    Store,
    StoreUnavailable,
    Verdict,
)
from tests.api.checks import refused
from tests.api.clocked import ClockedStore
from tests.api.kit import Table

CONTRACT = {
    400: ["malformed-json", "bad-header"],
    401: ["missing-token", "invalid-token"],
    403: ["not-your-seat", "forbidden"],
    404: ["not-found"],
    405: ["method-not-allowed"],
    406: ["not-acceptable"],
    409: ["not-your-turn", "match-over", "match-not-started", "match-not-over", "seat-taken", "match-full"],
    410: ["match-expired"],
    412: ["stale-version", "history-rewound"],
    413: ["body-too-large"],
    415: ["unsupported-media-type"],
    422: ["validation-failed", "illegal-move", "idempotency-key-reused", "bad-deal"],
    429: ["quota-exceeded"],
    500: ["internal"],
    503: ["store-unavailable", "outcome-unknown", "stream-capacity"],
}
"""The contract's table of errors."""


def test_every_code_of_the_contract_has_its_status() -> None:
    for status, codes in CONTRACT.items():
        for code in codes:
            assert PROBLEMS[code].status == status


def test_every_error_of_the_code_has_a_problem_with_title_and_text() -> None:
    def below(kind: type[errors.RefereeError]) -> set[str]:
        return {kind.code}.union(*(below(other) for other in kind.__subclasses__()))

    for code in below(errors.RefereeError):
        assert PROBLEMS[code].title
        assert PROBLEMS[code].text


class Trouble(ClockedStore):
    """A store that fails in a given way."""

    def __init__(self, store: Store, error: Exception | None = None, on: str = "load") -> None:
        super().__init__(store)
        self.error = error
        self.on = on

    def load(self, match: str, **asked: Any) -> Any:
        if self.error and self.on == "load":
            raise self.error
        return super().load(match, **asked)

    def commit(self, match: str, commit: Any) -> Outcome:
        if self.error and self.on == "commit":
            raise self.error
        return super().commit(match, commit)

    def ping(self) -> int:
        if getattr(self, "error", None) and self.on == "load":
            raise self.error  # type: ignore[misc]  # it is there
        return self.store.ping()


@pytest.fixture
def trouble(store: Store) -> Trouble:
    return Trouble(store)


@pytest.fixture
def shaky(trouble: Trouble) -> Table:
    """A match on a store that can be told to fail."""
    app: Flask = create_app(Config(), trouble)  # type: ignore[arg-type]  # it passes on what it does not have
    return Table.create(app.test_client())


def test_a_store_out_of_reach_is_told_with_when_to_come_back(shaky: Table, trouble: Trouble) -> None:
    trouble.error = StoreUnavailable("nothing was applied")
    for answer in (
        shaky.get(),
        shaky.get("/events"),
        shaky.get("/audit"),
        shaky.move(0, "draw"),
        shaky.post("/seats", {"name": "Di"}),
        shaky.post("/rematch", {}, 0),
        shaky.client.get("/readyz"),
        shaky.client.delete(shaky.path, headers=shaky.headers("host")),
        shaky.client.post("/v1/matches", json={"game": "kobayakawa", "seats": 3}),
    ):
        refused(answer, 503, "store-unavailable", "nothing was applied")
    assert shaky.client.get("/livez").status_code == 200
    assert shaky.client.get("/v1/games").status_code == 200
    trouble.error = None
    assert shaky.move(0, "draw").status_code == 200


def test_a_match_half_removed_can_not_be_claimed_back_to_life(shaky: Table, trouble: Trouble) -> None:
    lobby = Table.create(shaky.client, seats=["Ana", "Bo", {"open": True}])
    trouble.delete = lambda match, mark_ms: out_of_reach()  # type: ignore[attr-defined]
    refused(lobby.client.delete(lobby.path, headers=lobby.headers("host")), 503, "store-unavailable")
    refused(lobby.post("/seats", {"name": "Cy"}), 409, "match-over")
    assert lobby.get().json["status"] == "aborted"
    del trouble.delete  # type: ignore[attr-defined]
    assert lobby.client.delete(lobby.path, headers=lobby.headers("host")).status_code == 204
    refused(lobby.get(), 410, "match-expired")


def out_of_reach() -> bool:
    raise StoreUnavailable("nothing was applied")


def test_an_unknown_outcome_says_how_to_find_out(shaky: Table, trouble: Trouble) -> None:
    trouble.on, trouble.error = "commit", OutcomeUnknown()
    refused(shaky.move(0, "draw"), 503, "outcome-unknown", "same idempotency key")


def test_a_match_that_always_changes_under_a_request_is_given_up(shaky: Table, trouble: Trouble) -> None:
    trouble.commit = lambda match, commit: Outcome(Verdict.CONFLICT)  # type: ignore[method-assign]
    for answer in (
        shaky.move(0, "draw"),
        shaky.client.patch(f"{shaky.path}/seats/0", json={"name": "Di"}, headers=shaky.headers(0)),
    ):
        refused(answer, 503, "store-unavailable", "nothing was applied")


@pytest.mark.parametrize("on", ["load", "commit"])
def test_an_error_of_our_own_tells_a_request_id_and_nothing_else(
    shaky: Table, trouble: Trouble, on: str, caplog: pytest.LogCaptureFixture
) -> None:
    trouble.on, trouble.error = on, RuntimeError("the seed is 42")
    problem = refused(shaky.move(0, "draw"), 500, "internal")
    assert set(problem) == {"type", "title", "status", "code", "detail", "instance"}
    assert "42" not in str({**problem, "instance": ""})
    assert "the seed is 42" in caplog.text, "whoever runs the server must find it"
    trouble.error = None
    assert shaky.move(0, "draw").status_code == 200


def test_a_record_of_another_release_is_refused_and_left_alone(shaky: Table, trouble: Trouble) -> None:
    trouble.error = errors.UnreadableRecord("this release cannot read it")
    refused(shaky.get(), 409, "match-unreadable")


def test_every_refusal_of_a_malformed_path_or_method_is_a_document(client: FlaskClient) -> None:
    refused(client.get("/v1/nothing"), 404, "not-found", "path")
    refused(client.put("/v1/matches"), 405, "method-not-allowed")


def test_a_fault_has_a_pointer_and_a_message(client: FlaskClient) -> None:
    problem = refused(client.post("/v1/matches", json={"seats": 3}), 422, "validation-failed", "/game: ")
    assert problem["errors"] == [{"pointer": "/game", "message": "Missing data for required field."}]
