"""Schemathesis over the document: whatever it sends, the answers are documented and never a 5xx."""

import uuid
from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    ignored_auth,
    missing_required_header,
    negative_data_rejection,
    positive_data_acceptance,
)

from referee.app import create_app
from referee.config import Config
from referee.store import Store
from tests.api.kit import Table

pytestmark = pytest.mark.slow


class Later:
    """Stands for the store of the tests, which is there only once they run."""

    store: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


LATER = Later()
APP = create_app(Config(), LATER)
schema = schemathesis.openapi.from_wsgi("/openapi.json", APP)
bounded = settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

JUDGED = {"createMatch", "claimSeat", "changeSeat", "submitMove", "rematch", "listEvents"}
"""Operations that refuse some of what their schemas admit, with 422: whether a deal is possible, a name is free or a
move is legal, or a cursor within the log, depends on the rest of the request and on the match: no schema can say it."""

LOST = {400, 405, 406, 413, 415}
"""What a request that fits the document is never answered with."""


@pytest.fixture(autouse=True)
def served(store: Store) -> None:
    """Give the application its store."""
    LATER.store = store


def operation(case: schemathesis.Case) -> str:
    return str(case.operation.definition.raw["operationId"])


def positive(case: schemathesis.Case) -> bool:
    return case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE


def send(case: schemathesis.Case, *excluded: Any) -> None:
    """Send the request and hold the answer against the document, by every check but the excluded ones."""
    headers = case.headers
    if positive(case) and "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = uuid.uuid4().hex  # a key that was used before is refused for good reason
    if headers.get("If-Match") == "0":
        headers["If-Match"] = "*"  # the number 0 is made up for any header with a pattern, whatever the pattern
    left_out = list(excluded)
    if operation(case) in JUDGED:
        left_out.append(positive_data_acceptance)
    answer = case.call(headers={"Accept-Encoding": "identity"})  # which it would ask to be packed, and not unpack
    if answer.status_code == 413:
        left_out.append(negative_data_rejection)  # a body too large is refused before it is read
    case.validate_response(answer, excluded_checks=left_out)
    assert answer.status_code < 500
    if positive(case) and answer.status_code in LOST:
        # integers beyond 2^53 are not JSON that every program can read; no schema of ours repeats that everywhere
        assert "2^53" in answer.text


@schema.parametrize()
@bounded
def test_strangers_get_documented_answers(case: schemathesis.Case) -> None:
    send(case)


@schema.include(path_regex=r"/v1/matches/\{match\}").parametrize()
@bounded
def test_players_of_a_match_get_documented_answers(case: schemathesis.Case) -> None:
    # a long poll returns at once after the end
    table = over() if operation(case) in ("listEvents", "getAudit", "rematch") else Table.create(APP.test_client())
    case.path_parameters["match"] = table.match
    if "seat" in case.path_parameters:
        case.path_parameters["seat"] = 0
    who = "host" if operation(case) in ("deleteMatch", "rematch") else 0
    case.headers = {**case.headers, **table.headers(who)}
    # what was made wrong may have been the path or the token, and both are right now
    send(case, negative_data_rejection, ignored_auth, missing_required_header)


@cache
def over() -> Table:
    """A match that was played to its end."""
    table = Table.create(APP.test_client())
    table.play_to_the_end()
    return table
