"""What every answer has: what browsers, caches and proxies are told, and what a query may not say twice."""

import gzip
import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config, ConfigError, from_environment
from referee.store import Store
from tests.api.checks import pointers, refused, standing
from tests.api.kit import Table

APP = "https://app.example.com"


def serving(store: Store, **config: Any) -> FlaskClient:
    return create_app(Config(**config), store).test_client()


# Queries


@pytest.mark.parametrize("pair", ["false&dry_run=true", "true&dry_run=false", "true&dry_run=true"])
def test_a_dry_run_asked_for_twice_plays_nothing(table: Table, pair: str) -> None:
    before = standing(table)
    assert pointers(refused(table.post(f"/moves?dry_run={pair}", {"type": "draw"}, 0), 422, "validation-failed")) == [
        "/dry_run"
    ]
    assert standing(table) == before


@pytest.mark.parametrize("name", ["after", "limit", "wait", "ticket", "snapshot", "unknown"])
def test_a_parameter_of_events_given_twice_is_refused(table: Table, name: str) -> None:
    answer = table.get(f"/events?{name}=1&{name}=1")
    assert pointers(refused(answer, 422, "validation-failed")) == [f"/{name}"]


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/kinmo/rules", "/livez", "/problems", "/openapi.json"])
def test_so_it_is_where_no_parameter_is_known(client: FlaskClient, path: str) -> None:
    refused(client.get(f"{path}?a=1&b=2&a=2"), 422, "validation-failed")
    assert client.get(f"{path}?a=1&b=2").status_code == 200


def test_the_pointer_to_a_parameter_is_a_json_pointer(client: FlaskClient) -> None:
    answer = client.get("/v1/games?a%2Fb~=1&a/b%7E=1")
    assert pointers(refused(answer, 422, "validation-failed")) == ["/a~1b~0"]


# Other origins


@pytest.mark.parametrize("origin", [None, APP, "https://evil.example.com", "https://xexample.com"])
@pytest.mark.parametrize("path", ["/v1/games", "/v1/matches/nothing", "/v1/none", "/livez"])
def test_whatever_cors_may_change_varies_by_origin(store: Store, path: str, origin: str | None) -> None:
    client = serving(store, cors_origins=(APP,))
    headers = {"Origin": origin} if origin else {}
    for answer in (client.get(path, headers=headers), client.options(path, headers=headers)):
        assert "Origin" in answer.headers["Vary"].split(", ")
        assert answer.headers.get("Access-Control-Allow-Origin") == (APP if origin == APP else None)


def test_a_304_varies_by_origin_too(store: Store) -> None:
    client = serving(store, cors_origins=(APP,))
    tag = client.get("/v1/games").headers["ETag"]
    answer = client.get("/v1/games", headers={"If-None-Match": tag, "Origin": APP})
    assert answer.status_code == 304
    assert "Origin" in answer.headers["Vary"]
    assert answer.headers["Access-Control-Allow-Origin"] == APP


@pytest.mark.parametrize(
    "origins",
    [
        "https://*.example.com",
        "example.com",
        "https://example.com/",
        "https://example.com/app",
        "https://a@example.com",
        "https://(a|b).com",
        "*,https://example.com",
        "ftp://example.com",
        "https://example.com:x",
        "null",
    ],
)
def test_what_is_no_origin_is_refused_at_the_start(origins: str) -> None:
    with pytest.raises(ConfigError, match="REFEREE_CORS_ORIGINS"):
        from_environment({"REFEREE_CORS_ORIGINS": origins})


@pytest.mark.parametrize("origins", ["*", "https://a.example", "http://[::1]:3000, https://b.example:8443"])
def test_origins_are_read(origins: str) -> None:
    assert from_environment({"REFEREE_CORS_ORIGINS": origins}).cors_origins == tuple(origins.split(", "))


@pytest.mark.parametrize(
    ("configured", "sent"),
    [
        ("https://Play.Example.COM", "https://play.example.com"),
        ("https://a.example:443", "https://a.example"),
        ("http://a.example:80", "http://a.example"),
        ("http://a.example:443", "http://a.example:443"),
        ("https://a.example:80", "https://a.example:80"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://[::1A]:80", "http://[::1a]"),
    ],
)
def test_an_origin_is_compared_as_browsers_send_it(store: Store, configured: str, sent: str) -> None:
    origins = from_environment({"REFEREE_CORS_ORIGINS": f"https://other.example, {configured}"}).cors_origins
    answer = serving(store, cors_origins=origins).get("/livez", headers={"Origin": sent})
    assert answer.headers["Access-Control-Allow-Origin"] == sent


def test_an_address_with_brackets_is_compared_as_it_stands(store: Store) -> None:
    client = serving(store, cors_origins=("http://[::1]:3000",))
    for origin, admitted in (("http://[::1]:3000", "http://[::1]:3000"), ("http://::3000", None)):
        answer = client.get("/livez", headers={"Origin": origin})
        assert answer.headers.get("Access-Control-Allow-Origin") == admitted


def test_an_admission_of_all_is_the_same_for_all(store: Store) -> None:
    client = serving(store, cors_origins=("*",))
    for origin in (APP, "https://other.example.com", "null"):
        answer = client.get("/v1/games", headers={"Origin": origin})
        assert answer.headers["Access-Control-Allow-Origin"] == "*"


# Browsers


@pytest.mark.parametrize("path", ["/docs", "/docs/interface", "/docs/games/kinmo", "/docs/fairness", "/problems"])
def test_pages_load_only_from_this_server_and_sit_in_no_frame(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html"})
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    for forbidden in ("default-src", "frame-ancestors", "base-uri", "form-action"):
        assert policy.pop(forbidden) == "'none'"
    assert policy == {**dict.fromkeys(("script-src", "style-src", "connect-src"), "'self'"), "img-src": "data:"}
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_nothing_is_guessed_to_be_something_else(table: Table) -> None:
    client = table.client
    for answer in (client.get("/livez"), client.get("/none"), client.get("/metrics"), client.get("/docs"), table.get()):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    stream = client.get(f"{table.path}/events", headers={"Accept": "text/event-stream"}, buffered=False)
    assert stream.headers["X-Content-Type-Options"] == "nosniff"
    stream.close()
    deleted = client.delete(table.path, headers=table.headers("host"))
    assert (deleted.status_code, deleted.headers["X-Content-Type-Options"]) == (204, "nosniff")


# Caches


@pytest.mark.parametrize("path", ["/v1/games", "/docs", "/openapi.yaml", "/openapi.json", "/v1/games/kinmo/rules"])
def test_long_texts_are_compressed_where_the_client_takes_it(client: FlaskClient, path: str) -> None:
    plain = client.get(path)
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Content-Encoding" not in plain.headers
    packed = client.get(path, headers={"Accept-Encoding": "br, gzip;q=0.5"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) * 2 < len(plain.data)
    assert packed.headers["Content-Length"] == str(len(packed.data))
    assert packed.headers["ETag"] == plain.headers["ETag"]
    head = client.head(path, headers={"Accept-Encoding": "gzip"})
    assert head.headers["Content-Length"] == packed.headers["Content-Length"]
    for refusing in ("gzip;q=0", "identity", "br"):
        assert "Content-Encoding" not in client.get(path, headers={"Accept-Encoding": refusing}).headers


@pytest.mark.parametrize("path", ["/v1/games", "/docs", "/openapi.yaml", "/v1/games/kinmo/rules"])
def test_a_304_varies_as_what_it_stands_for(client: FlaskClient, path: str) -> None:
    tag = client.get(path).headers["ETag"]
    for encoding in ("gzip", "identity"):
        answer = client.get(path, headers={"If-None-Match": tag, "Accept-Encoding": encoding})
        assert (answer.status_code, answer.data) == (304, b"")
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert "Content-Encoding" not in answer.headers


def test_a_creation_is_compressed_like_any_long_text(client: FlaskClient) -> None:
    wish = {"game": "kinapa", "seats": 8}
    answer = client.post("/v1/matches", json=wish, headers={"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (201, "gzip")
    assert json.loads(gzip.decompress(answer.data))["view"]["game"] == "kinapa"


def test_short_texts_and_streams_are_not_compressed(table: Table) -> None:
    assert "Content-Encoding" not in table.client.get("/livez", headers={"Accept-Encoding": "gzip"}).headers
    for kind in ("text/event-stream", "application/x-ndjson"):
        headers = {"Accept": kind, "Accept-Encoding": "gzip"}
        stream = table.client.get(f"{table.path}/events?snapshot=true", headers=headers, buffered=False)
        assert "Content-Encoding" not in stream.headers
        stream.close()


def test_the_tag_of_a_match_keeps_its_form_when_it_is_compressed(client: FlaskClient) -> None:
    table = Table.create(client, game="kinapa", seats=8, options={}, deal=None)
    answer = table.get("", 0, Accept_Encoding="gzip", **{"Accept-Encoding": "gzip"})
    tag = answer.headers["ETag"]
    assert tag == table.get("", 0).headers["ETag"]
    assert table.get("", 0, **{"If-None-Match": tag, "Accept-Encoding": "gzip"}).status_code == 304


@pytest.mark.parametrize("sub", ["/events", "/audit"])
def test_what_is_looked_at_again_is_304_until_it_changes(table: Table, sub: str) -> None:
    if sub == "/audit":
        table.play_to_the_end()
    first = table.get(sub, 0)
    tag = first.headers["ETag"]
    again = table.get(sub, 0, **{"If-None-Match": f'"other", W/{tag}'})
    assert (again.status_code, again.data) == (304, b"")
    assert table.get(sub, 0, **{"If-None-Match": '"other"'}).status_code == 200
    if sub == "/events":
        table.move(0, "draw")
        assert table.get(sub, 0, **{"If-None-Match": tag}).status_code == 200
        assert table.get(sub, 0).headers["ETag"] != table.get(sub, 1).headers["ETag"]


@pytest.mark.parametrize("tag", ["*", '"other"', '"0-0-0"', "nonsense"])
@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/kinmo/rules", "/docs", "/openapi.json", "/problems"])
def test_what_is_looked_at_is_not_pinned(client: FlaskClient, path: str, tag: str) -> None:
    plain = client.get(path)
    for names in ({"If-Match": tag}, {"If-Match": tag, "If-None-Match": plain.headers["ETag"]}):
        answer = client.get(path, headers=names)
        assert (answer.status_code, answer.data) == ((304, b"") if len(names) > 1 else (200, plain.data))


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/v1/games/kinmo/rules", "application/json"),
        ("/v1/games/kinmo/rules", "text/markdown"),
        ("/problems/not-found", "application/json"),
        ("/problems", "text/html"),
        ("{match}/events", "application/json"),
        ("{match}/events", "application/x-ndjson"),
        ("{match}/events", "text/event-stream"),
    ],
)
def test_a_parameter_of_a_media_type_refuses_nothing(table: Table, path: str, kind: str) -> None:
    for accept in (f"{kind};charset=UTF-8", f"image/png, {kind}; charset=utf-8;q=0.4", f"{kind};version=1, */*;q=0.1"):
        answer = table.client.get(path.format(match=table.path), headers={"Accept": accept})
        assert (answer.status_code, answer.mimetype) == (200, kind)
        answer.close()
    refused(
        table.client.get(path.format(match=table.path), headers={"Accept": f"{kind};charset=utf-8;q=0"}),
        406,
        "not-acceptable",
        kind,
    )


# Proxies


def test_forwarded_headers_count_only_behind_so_many_proxies(store: Store) -> None:
    headers = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Prefix": "/referee", "X-Forwarded-Proto": "https"}
    wish = {"game": "kobayakawa", "seats": 3}
    for hops, prefix in ((0, ""), (1, "/referee")):
        client = serving(store, trusted_proxies=hops)
        made = client.post("/v1/matches", json=wish, headers=headers)
        assert made.headers["Location"] == f"{prefix}/v1/matches/{made.json['match']}"  # type: ignore[index]
        assert client.get("/", headers=headers).headers["Location"] == f"{prefix}/docs"


def test_a_rate_is_counted_by_the_client_and_not_by_the_proxy(store: Store) -> None:
    client = serving(store, trusted_proxies=1, rate_limit="2 per minute")
    for address in ("203.0.113.1", "203.0.113.2"):
        headers = {"X-Forwarded-For": f"198.51.100.1, {address}"}
        assert [client.get("/v1/games", headers=headers).status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize("hops", ["-1", "11", "one"])
def test_a_number_of_proxies_that_cannot_be_is_refused(hops: str) -> None:
    with pytest.raises(ConfigError, match="REFEREE_TRUSTED_PROXIES"):
        from_environment({"REFEREE_TRUSTED_PROXIES": hops})
