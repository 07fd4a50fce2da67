"""Headers and methods: tags, caches, request ids, CORS, HEAD and OPTIONS, and what no route takes."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.app import create_app
from referee.config import Config
from referee.store import Store
from tests.api.checks import refused, tag
from tests.api.kit import Table

# Entity tags


def test_the_tag_is_version_viewer_and_revision(table: Table) -> None:
    assert [tag(table.get("", who)) for who in (0, 1, 2, "host", None)] == [
        '"0-0-0"',
        '"0-1-0"',
        '"0-2-0"',
        '"0-host-0"',
        '"0-spectator-0"',
    ]
    table.client.patch(f"{table.path}/seats/0", json={"name": "Di"}, headers=table.headers(0))
    table.move(0, "draw")
    assert tag(table.get("", 1)) == '"1-1-1"'


@pytest.mark.parametrize("names", ["{}", "W/{}", '"x", {}', '"x","y" ,W/{} ,"z"', "*", " {} "])
def test_a_view_that_is_still_the_one_named_is_not_sent_again(table: Table, names: str) -> None:
    current = table.get("", 0).headers["ETag"]
    for method in ("GET", "HEAD"):
        headers = {**table.headers(0), "If-None-Match": names.format(current)}
        answer = table.client.open(table.path, method=method, headers=headers)
        assert (answer.status_code, answer.data) == (304, b"")
        assert answer.headers["ETag"] == current
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert answer.headers["X-Request-Id"]
        assert "Content-Type" not in answer.headers


@pytest.mark.parametrize("names", ["", "0-0-0", '"0-0-0"', '"0-1-0-{}"', '"0"', '"0-0-0-{}', '"1-0-0-{}"', "\xe9"])
def test_any_other_tag_brings_the_view(table: Table, names: str) -> None:
    history = table.get("", 0).headers["ETag"][-9:-1]
    assert table.get("", 0, **{"If-None-Match": names.format(history)}).json["you"] == 0


def test_a_tag_opens_nothing_to_a_wrong_token(table: Table, client: FlaskClient) -> None:
    other = Table.create(client)
    for names in ("*", table.get("", 0).headers["ETag"]):
        refused(
            table.client.get(table.path, headers={**other.headers(0), "If-None-Match": names}), 401, "invalid-token"
        )


def test_the_tag_changes_with_every_move_for_everybody(table: Table) -> None:
    seen: dict[Any, set[str]] = {who: set() for who in (0, 1, None)}
    for count, move in enumerate([(0, "draw", {}), (0, "keep", {"card": 8}), (1, "replace", {})], 1):
        for who, tags in seen.items():
            tags.add(table.get("", who).headers["ETag"])
            assert len(tags) == count
        table.move(move[0], move[1], **move[2])


def test_a_rematch_changes_the_tag_since_it_changes_the_view(table: Table) -> None:
    table.play_to_the_end()
    before = table.get()
    table.post("/rematch", {}, 0)
    after = table.get("", None, **{"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    told = {"rematch": None, "expires_at": "", "last_event": before.json["last_event"]}
    assert {**after.json, **told} == {**before.json, "expires_at": ""}
    assert after.json["last_event"] == before.json["last_event"] + 1


# Caches and request ids


def test_whatever_is_somebodys_own_is_not_to_be_stored(table: Table) -> None:
    table.play_to_the_end()
    for sub in ("", "/events", "/audit"):
        assert table.get(sub, 0).headers["Cache-Control"] == "private, no-store"
    assert table.post("/rematch", {}, 0).headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_probes_are_never_answered_from_a_cache(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.content_type == "application/json"


@pytest.mark.parametrize("given_", ["abc", "A-1_b.c", 64 * "x"])
def test_a_request_id_that_is_one_is_kept(client: FlaskClient, given_: str) -> None:
    for path in ("/v1/games", "/nowhere"):
        answer = client.get(path, headers={"X-Request-Id": given_})
        assert answer.headers["X-Request-Id"] == given_
    assert answer.json["instance"] == given_


@pytest.mark.parametrize("given_", [None, "", 65 * "x", "a b", "a\tb", "<script>", "\xe9", "a,b"])
def test_any_other_request_gets_an_id_of_its_own(client: FlaskClient, given_: str | None) -> None:
    headers = {} if given_ is None else {"X-Request-Id": given_}
    ids = {client.get("/v1/games", headers=headers).headers["X-Request-Id"] for _ in range(2)}
    assert len(ids) == 2
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in ids)


# Methods


@pytest.mark.parametrize("sub", ["", "/events", "/audit"])
def test_head_has_the_headers_of_get_and_no_body(table: Table, sub: str) -> None:
    table.play_to_the_end()
    get, head = table.get(sub, 0), table.client.head(table.path + sub, headers=table.headers(0))
    assert (head.status_code, head.data) == (200, b"")
    for name in ("Content-Length", "Content-Type", "ETag", "Cache-Control"):
        assert head.headers.get(name) == get.headers.get(name)


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/kobayakawa", "/v1/games/kobayakawa/rules", "/livez"])
def test_head_works_on_the_catalogue_and_the_probes(client: FlaskClient, path: str) -> None:
    assert client.head(path).headers["Content-Length"] == str(len(client.get(path).data))


def test_head_of_a_refusal_has_its_status(client: FlaskClient) -> None:
    answer = client.head("/v1/matches/" + 24 * "z")
    assert (answer.status_code, answer.data) == (404, b"")
    assert answer.content_type == "application/problem+json"


def test_head_of_a_stream_holds_no_place(table: Table) -> None:
    answer = table.client.head(table.path + "/events", headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.data) == (200, b"")
    answer.close()
    assert table.client.application.extensions["referee-hub"].count == 0


METHODS = [
    ("/v1/games", {"GET", "HEAD", "OPTIONS"}),
    ("/v1/games/kobayakawa", {"GET", "HEAD", "OPTIONS"}),
    ("/v1/games/kobayakawa/rules", {"GET", "HEAD", "OPTIONS"}),
    ("/v1/matches", {"POST", "OPTIONS"}),
    ("/v1/matches/x", {"GET", "HEAD", "DELETE", "OPTIONS"}),
    ("/v1/matches/x/seats", {"POST", "OPTIONS"}),
    ("/v1/matches/x/seats/0", {"PATCH", "DELETE", "OPTIONS"}),
    ("/v1/matches/x/moves", {"POST", "OPTIONS"}),
    ("/v1/matches/x/events", {"GET", "HEAD", "OPTIONS"}),
    ("/v1/matches/x/events/ticket", {"POST", "OPTIONS"}),
    ("/v1/matches/x/audit", {"GET", "HEAD", "OPTIONS"}),
    ("/v1/matches/x/rematch", {"POST", "OPTIONS"}),
    ("/livez", {"GET", "HEAD", "OPTIONS"}),
    ("/readyz", {"GET", "HEAD", "OPTIONS"}),
    ("/metrics", {"GET", "HEAD", "OPTIONS"}),
]


def listed(header: str) -> set[str]:
    return {part.strip() for part in header.split(",")}


@pytest.mark.parametrize(("path", "methods"), METHODS)
def test_options_lists_the_methods_and_any_other_is_not_allowed(
    client: FlaskClient, path: str, methods: set[str]
) -> None:
    options = client.options(path)
    assert (options.status_code, options.data) == (200, b"")
    assert listed(options.headers["Allow"]) == methods
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"} - methods:
        answer = client.open(path, method=method)
        refused(answer, 405, "method-not-allowed", "Allow")
        assert listed(answer.headers["Allow"]) == methods


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v2/games",
        "/v1/games/",
        "/v1//games",
        "//v1/games",
        "/V1/games",
        "/v1/matches/",
        "/v1/games/../games",
        "/v1/games/%00",
        "/%FF%FE",
        "/v1/matches/%F0%9F%82%A1",
        "/v1/matches/x/moves/1",
        "/.env",
        "/favicon.ico",
        "/" + 2000 * "a",
    ],
)
def test_a_path_that_leads_nowhere_is_not_found_and_redirects_nowhere(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    refused(answer, 404, "not-found")
    assert "Location" not in answer.headers


@pytest.mark.parametrize("host", ["evil.example", "a b", "[", "x:99999", "\xe9"])
def test_no_host_header_finds_its_way_into_an_answer(client: FlaskClient, host: str) -> None:
    answer = client.post("/v1/matches", json={"game": "kobayakawa", "seats": 3}, headers={"Host": host})
    assert answer.status_code == 201
    assert answer.headers["Location"].startswith("/v1/matches/")


# CORS


ORIGIN = "https://play.example"


@pytest.fixture
def shared(store: Store) -> FlaskClient:
    """A server that one other origin may use."""
    return create_app(Config(cors_origins=(ORIGIN, "https://other.example")), store).test_client()


def test_without_configuration_no_other_origin_is_let_in(client: FlaskClient) -> None:
    answer = client.get("/v1/games", headers={"Origin": ORIGIN})
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("path", ["/v1/games", "/v1/matches/" + 24 * "z", "/nowhere"])
def test_a_configured_origin_may_read_answers_and_refusals(shared: FlaskClient, path: str) -> None:
    answer = shared.get(path, headers={"Origin": ORIGIN})
    assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
    exposed = {name.lower() for name in listed(answer.headers["Access-Control-Expose-Headers"])}
    assert exposed >= {"etag", "location", "retry-after", "x-request-id"}
    assert "Origin" in answer.headers["Vary"]
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("origin", ["https://evil.example", ORIGIN + ".evil.example", "http://play.example", "null"])
def test_any_other_origin_may_not(shared: FlaskClient, origin: str) -> None:
    assert "Access-Control-Allow-Origin" not in shared.get("/v1/games", headers={"Origin": origin}).headers


@pytest.mark.parametrize(
    ("path", "method", "asks"),
    [
        ("/v1/matches", "POST", "authorization, content-type, idempotency-key"),
        ("/v1/matches/x/moves", "POST", "authorization, content-type, idempotency-key, if-match, prefer, x-request-id"),
        ("/v1/matches/x/seats/0", "PATCH", "authorization, content-type"),
        ("/v1/matches/x", "DELETE", "authorization"),
        ("/v1/matches/x", "GET", "authorization, if-none-match"),
        ("/v1/matches/x/events", "GET", "authorization, last-event-id"),
    ],
)
def test_a_preflight_allows_every_method_and_header_a_client_needs(
    shared: FlaskClient, path: str, method: str, asks: str
) -> None:
    answer = shared.options(
        path,
        headers={
            "Origin": ORIGIN,
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": asks,
        },
    )
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert method in listed(answer.headers["Access-Control-Allow-Methods"])
    assert {name.lower() for name in listed(answer.headers["Access-Control-Allow-Headers"])} == listed(asks)


def test_every_origin_may_be_let_in(store: Store) -> None:
    client = create_app(Config(cors_origins=("*",)), store).test_client()
    answer = client.get("/v1/games", headers={"Origin": "https://anywhere.example"})
    assert answer.headers["Access-Control-Allow-Origin"] in ("*", "https://anywhere.example")
    assert "Access-Control-Allow-Credentials" not in answer.headers


# Arbitrary headers

_NAMES = [
    "Authorization",
    "Content-Type",
    "Content-Encoding",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Prefer",
    "X-Request-Id",
    "Origin",
    "Host",
    "Cookie",
    "Range",
    "Expect",
    "X-Forwarded-For",
    "Accept-Encoding",
    "Access-Control-Request-Headers",
]
_values = st.text(st.characters(codec="latin-1", exclude_characters="\r\n\0"), max_size=40) | st.sampled_from(
    ['"0-0-0"', "*", "Bearer seat_" + 43 * "A", "return=minimal", "bytes=0-1", "100-continue", '"' + 9999 * "9" + '"']
)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(headers=st.dictionaries(st.sampled_from(_NAMES), _values, max_size=5))
def test_no_header_breaks_anything(table: Table, headers: dict[str, str]) -> None:
    client, path, own = table.client, table.path, {**table.headers(0), **headers}
    for answer in (
        client.get(path, headers=own),
        client.post(f"{path}/moves?dry_run=true", json={"type": "draw"}, headers=own),
        client.get(f"{path}/events", headers=headers),
        client.get("/v1/games/kobayakawa/rules", headers={**headers, "Accept": headers.get("Prefer", "*/*")}),
    ):
        assert answer.status_code < 500, answer.text
        assert answer.headers["X-Request-Id"].isascii()
    assert table.get().json["version"] == 0


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(query=st.binary(max_size=40))
def test_no_query_breaks_anything(table: Table, query: bytes) -> None:
    raw = query.decode("latin-1").replace("#", "").replace("wait", "w")
    for sub in ("", "/events", "/audit"):
        answer = table.client.get(table.path + sub, query_string=raw)
        assert answer.status_code < 500, answer.text
    answer = table.client.post(f"{table.path}/moves", query_string=raw, json={"type": "draw"}, headers=table.headers(1))
    assert 400 <= answer.status_code < 500
