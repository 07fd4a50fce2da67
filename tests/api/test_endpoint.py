"""Endpoints as contracts: they answer by themselves, and read in one order."""

import io
import json
from typing import Any

import pytest
from flask import Flask, has_app_context, has_request_context
from werkzeug.test import EnvironBuilder

from referee.api.endpoint import Service
from referee.api.endpoints import ENDPOINTS
from referee.api.requests import RefereeRequest
from referee.errors import RefereeError
from tests.api.kit import Table

BY_NAME = {endpoint.name: endpoint for endpoint in ENDPOINTS}


def asked(path: str, method: str = "GET", body: Any = None, **headers: str) -> RefereeRequest:
    """A request that came by no Flask application."""
    data = b"" if body is None else json.dumps(body).encode()
    kind = {} if body is None else {"content_type": "application/json"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return RefereeRequest(
        EnvironBuilder(path, method=method, input_stream=io.BytesIO(data), headers=named, **kind).get_environ()
        | {"CONTENT_LENGTH": str(len(data))}
    )


def service(app: Flask) -> Service:
    return Service(app.extensions["referee"], app.extensions["referee-hub"])


def test_an_endpoint_answers_a_request_that_no_flask_application_has_seen(app: Flask, table: Table) -> None:
    assert not has_app_context()
    assert not has_request_context()
    own, bearer = service(app), table.headers(0)["Authorization"]
    looked = BY_NAME["get_match"].answer(own, asked(table.path, Authorization=bearer), {"match": table.match})
    assert looked.get_json() == table.get(who=0).json
    moved = BY_NAME["submit_move"].answer(
        own, asked(f"{table.path}/moves", "POST", {"type": "draw"}, Authorization=bearer), {"match": table.match}
    )
    assert moved.status_code == 200
    page = BY_NAME["list_events"].answer(own, asked(f"{table.path}/events?after=1"), {"match": table.match})
    assert page.get_json() == table.get("/events?after=1").json


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_what_is_read_first_is_refused_first_everywhere(app: Flask, endpoint: Any) -> None:
    wanted = endpoint.contract
    wrong: list[tuple[str, dict[str, str]]] = []
    if wanted.negotiates:
        wrong.append(("not-acceptable", {"Accept": "image/png"}))
    if wanted.body:
        wrong.append(("malformed-json", {}))
    if wanted.pins:
        wrong.append(("bad-header", {"If_Match": "nonsense"}))
    if wanted.bearer == "required":
        wrong.append(("missing-token", {}))
    path = endpoint.rule.replace("<int:seat>", "0").replace("<match>", 24 * "a")
    for number, (code, _) in enumerate(wrong):
        headers = {name: value for _, more in wrong[number:] for name, value in more.items()}
        request = asked(path, wanted.method, {} if wanted.body else None, **headers)
        if "malformed-json" in [later for later, _ in wrong[number:]]:
            request.environ |= {"wsgi.input": io.BytesIO(b"{"), "CONTENT_LENGTH": "1"}
        with pytest.raises(RefereeError) as refused:
            endpoint.answer(service(app), request, {"match": 24 * "a"})
        assert refused.value.code == code
