"""What every refusal and every look has in common, so that tests can say only what is special."""

import re
from typing import Any

from werkzeug.test import TestResponse

from tests.api.kit import Table


def refused(answer: TestResponse, status: int, code: str, *says: str) -> dict[str, Any]:
    """The problem document of a refusal, after checking everything that all of them promise."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    problem: dict[str, Any] = answer.json
    assert problem["code"] == code, problem
    assert problem["type"] == f"/problems/{code}"
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    assert problem["instance"] == answer.headers["X-Request-Id"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert (answer.headers.get("WWW-Authenticate") == "Bearer") == (status == 401)
    assert ("Retry-After" in answer.headers) == (status in (429, 503))
    for text in says:
        assert text in problem["detail"], problem["detail"]
    return problem


def pointers(problem: dict[str, Any]) -> list[str]:
    """Where a validation-failed or bad-deal points to; every fault has a message."""
    assert all(fault["message"] for fault in problem["errors"])
    return [fault["pointer"] for fault in problem["errors"]]


def tag(answer: TestResponse) -> str:
    """A match's entity tag without its last part, by which histories are told apart: no test knows it beforehand."""
    found = re.fullmatch(r'("[0-9]+-(?:[0-9]+|host|spectator)-[0-9]+)-[0-9a-f]{8}"', answer.headers["ETag"])
    assert found, answer.headers["ETag"]
    return found[1] + '"'


def standing(table: Table) -> list[Any]:
    """Everything anybody can see of a match: it stays equal as long as nothing has happened."""
    seen = []
    for who in [*range(len(table.tokens)), "host", None]:
        view = table.get("", who)
        assert view.status_code == 200, view.text
        seen += [view.headers["ETag"], view.json, table.get("/events", who).json]
    return seen
