"""How to provoke every answer that the document states: a table of named requests."""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.api import assets, openapi
from referee.app import create_app
from referee.config import Config
from referee.store import OutcomeUnknown, Store, StoreUnavailable
from tests.api.faulty import Faulty, Undeletable
from tests.api.kit import Table, stranger

DOCUMENT = openapi.document()
OPERATIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    operation["operationId"]: (path, method, operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
}
API_KEY = "key_" + "k" * 30
NOWHERE = "a" * 24
ADDRESSED = {
    "seat": 0,
    "game": "kobayakawa",
    "card": "7",
    "code": "internal",
    "version": assets.version(),
    "file": "pages.css",
}
"""What a path names beside its match."""

HOUR = 3_600_000


@dataclass
class World:
    """Servers over one store: a healthy one, and such as go wrong."""

    store: Store

    def client(self, store: Any = None, config: Config | None = None) -> FlaskClient:
        return create_app(config or Config(), store or self.store).test_client()

    def table(self, **asked: Any) -> Table:
        return Table.create(self.client(), **asked)

    def opened(self, **asked: Any) -> Table:
        """A match whose last seat is open."""
        return self.table(seats=["Ana", "Bo", {"open": True}], **asked)

    def finished(self) -> Table:
        table = self.table()
        table.play_to_the_end()
        return table

    def long_over(self) -> Table:
        """A match that ended an hour ago, for whoever asks now."""
        table = self.finished()
        table.client = self.client(Faulty(self.store, ahead=HOUR))
        return table

    def deleted(self) -> Table:
        table = self.table()
        assert table.client.delete(table.path, headers=table.headers("host")).status_code == 204
        return table


@dataclass(frozen=True)
class Good:
    """A request that is as it should be: whose token, what below the match's address, and with which body."""

    sub: str
    who: int | str | None
    body: Any = None

    def send(self, operation: str, table: Table, **changed: Any) -> TestResponse:
        """Send it, with other headers, another body or another address where asked."""
        _, method, _ = OPERATIONS[operation]
        arguments: dict[str, Any] = {"headers": table.headers(changed.pop("who", self.who)), "method": method.upper()}
        if self.body is not None:
            arguments["json"] = self.body
        if "data" in changed:
            arguments.pop("json", None)
        wanted = {**arguments["headers"], **changed.pop("headers", {})}
        headers = {name: value for name, value in wanted.items() if value is not None}
        path = changed.pop("path", table.path) + self.sub
        return table.client.open(path, **{**arguments, **changed, "headers": headers})


GOOD = {
    "getMatch": Good("", 0),
    "deleteMatch": Good("", "host"),
    "rematch": Good("/rematch", "host", {}),
    "claimSeat": Good("/seats", None, {"name": "Di"}),
    "changeSeat": Good("/seats/0", 0, {"name": "Anna"}),
    "leaveSeat": Good("/seats/0", 0),
    "submitMove": Good("/moves", 0, {"type": "draw"}),
    "listEvents": Good("/events", 0),
    "createTicket": Good("/events/ticket", 0, {}),
    "getAudit": Good("/audit", 0),
}
TOKENS = {name for name, good in GOOD.items() if good.who is not None}
BODIES = {name for name, good in GOOD.items() if good.body is not None}

Provocation = Callable[[World], TestResponse]


def on_match(name: str, make: Callable[[World], Table] | None = None, **changed: Any) -> Provocation:
    """A good request, changed, on a match made by `make`."""
    return lambda w: GOOD[name].send(name, (make or World.table)(w), **changed)


def with_store(name: str, make: Callable[[World], Any]) -> Provocation:
    """A good request on a match whose clock may run out, to a server with another store."""

    def provoke(w: World) -> TestResponse:
        table = w.opened() if name == "claimSeat" else w.table(clock={"move_seconds": 60})
        table.client = w.client(make(w))
        return GOOD[name].send(name, table)

    return provoke


def create(w: World, body: Any = None, client: FlaskClient | None = None, **arguments: Any) -> TestResponse:
    body = {"game": "kobayakawa", "seats": 3} if body is None else body
    return (client or w.client()).post("/v1/matches", **({"json": body} | arguments))


def create_with(make: Callable[[World], Any]) -> Provocation:
    return lambda w: create(w, client=w.client(make(w)))


def created_before(w: World, then: Callable[[World, FlaskClient, dict[str, Any]], Any]) -> TestResponse:
    """The same creation a second time, after something has happened to the match."""
    client, headers = w.client(), {"Idempotency-Key": uuid.uuid4().hex}
    body = {"game": "kobayakawa", "seats": 3}
    first = create(w, body, client, headers=headers).json
    assert first is not None
    return create(w, body, then(w, client, first) or client, headers=headers)


def deleted_since(w: World, client: FlaskClient, first: dict[str, Any]) -> None:
    client.delete(f"/v1/matches/{first['match']}", headers={"Authorization": f"Bearer {first['host_token']}"})


def other_body_with_the_same_key(w: World) -> TestResponse:
    headers = {"Idempotency-Key": uuid.uuid4().hex}
    create(w, headers=headers)
    return create(w, {"game": "kobayakawa", "seats": 4}, headers=headers)


def claims(w: World, *bodies: Any, key: str | None = None, table: Table | None = None) -> TestResponse:
    table = table or w.opened()
    named = {"Idempotency_Key": key} if key else {}
    for body in bodies:
        answer = table.post("/seats", body, **named)
    return answer


def moves(w: World, *bodies: Any, **headers: str) -> TestResponse:
    table = w.table()
    for body in bodies:
        answer = table.post("/moves", body, 0, **headers)
    return answer


def rematch_with_the_key_of_a_move(w: World) -> TestResponse:
    table = w.table()
    assert table.post("/moves", {"type": "replace"}, 0, Idempotency_Key="one key").status_code == 200
    table.play_to_the_end()
    return table.post("/rematch", {}, 0, Idempotency_Key="one key")


def rematch_twice(w: World) -> TestResponse:
    table = w.finished()
    table.post("/rematch", {}, 0)
    return table.post("/rematch", {}, 1)


def claims_with_one_key(w: World) -> Any:
    """A claim with a key that came with another claim."""
    return claims(w, {"name": "Di"}, {"name": "Eve"}, key="one key that is long enough")


def leaves_with_the_key_of_a_move(w: World) -> TestResponse:
    table = w.table()
    assert GOOD["submitMove"].send("submitMove", table, headers={"Idempotency-Key": "k"}).status_code == 200
    return GOOD["leaveSeat"].send("leaveSeat", table, headers={"Idempotency-Key": "k"})


def change_with_the_key_of_another(w: World) -> Any:
    """A change with a key that came with another change."""
    table = w.table()
    headers = {**table.headers(0), "Idempotency-Key": "one key"}
    path = f"{table.path}/seats/0"
    assert table.client.patch(path, json={"name": "Di"}, headers=headers).status_code == 200
    return table.client.patch(path, json={"name": "Eve"}, headers=headers)


def rematch_of_what_was_never_played(w: World) -> TestResponse:
    table = w.opened()
    table.client = w.client(Undeletable(w.store))
    GOOD["deleteMatch"].send("deleteMatch", table)
    return table.post("/rematch", {}, "host")


def look_again(w: World, path: str | None = None) -> TestResponse:
    client = w.client()
    path = path or w.table().path
    return client.get(path, headers={"If-None-Match": client.get(path).headers["ETag"]})


def get(path: str, **headers: str) -> Provocation:
    return lambda w: w.client().get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


def streamed(media: str) -> Provocation:
    return on_match(
        "listEvents", World.long_over, headers={"Accept": media}, query_string={"snapshot": "true", "after": "0"}
    )


def no_place_for_a_long_poll(w: World) -> TestResponse:
    table = w.table()
    table.client = w.client(config=Config(streams=0))
    return table.get("/events?after=1&wait=1")


def nothing_follows(w: World) -> TestResponse:
    table = w.long_over()
    return table.get(f"/events?after={table.get().json['last_event']}", Accept=SSE)


def beyond_the_quota(name: str) -> Provocation:
    """The second request to a server that allows one."""
    path, method, _ = OPERATIONS[name]
    address = path.format(match=NOWHERE, **ADDRESSED)

    def provoke(w: World) -> TestResponse:
        client = w.client(config=Config(rate_limit="1 per hour"))
        client.environ_base["REMOTE_ADDR"] = stranger()
        assert client.get("/problems").status_code == 200
        return client.open(address, method=method.upper())

    return provoke


def claim_of_what_was_aborted(w: World) -> TestResponse:
    table = w.opened()
    table.client = w.client(Undeletable(w.store))
    GOOD["deleteMatch"].send("deleteMatch", table)
    return GOOD["claimSeat"].send("claimSeat", table)


HTML, JSON, NDJSON, SSE = "text/html", "application/json", "application/x-ndjson", "text/event-stream"


def provocations() -> Iterator[tuple[str, Provocation]]:
    """Name and make every answer: operation, status, and the problem code or the media type."""
    yield "listGames 200 application/json", get("/v1/games")
    yield "getGame 200 application/json", get("/v1/games/kobayakawa")
    yield "getGame 404 not-found", get("/v1/games/bridge")
    yield "getRules 200 application/json", get("/v1/games/kobayakawa/rules")
    yield "getRules 200 text/markdown", get("/v1/games/kobayakawa/rules", Accept="text/markdown")
    yield "getPicture 200 image/svg+xml", get("/v1/games/kinmo/cards/gem-green.svg")
    for name, path in (
        ("listGames", "/v1/games"),
        ("getGame", "/v1/games/kinmo"),
        ("getRules", "/v1/games/kinmo/rules"),
        ("getPicture", "/v1/games/kinmo/cards/thief.svg"),
    ):
        yield f"{name} 422 validation-failed", get(f"{path}?lang=es&lang=fi")
    for name in ("getMatch", "deleteMatch", "leaveSeat", "getAudit"):
        yield f"{name} 422 validation-failed", on_match(name, query_string="lang=es&lang=fi")
    yield "getPicture 404 not-found", get("/v1/games/kinmo/cards/gem-red.svg")
    yield "getRules 404 not-found", get("/v1/games/bridge/rules")
    yield "getRules 406 not-acceptable", get("/v1/games/kobayakawa/rules", Accept="image/png")

    yield "createMatch 201 application/json", create
    yield "createMatch 400 malformed-json", lambda w: create(w, data="{", content_type=JSON, json=None)
    yield "createMatch 400 bad-header", lambda w: create(w, headers={"Idempotency-Key": ""})
    yield "createMatch 401 missing-token", lambda w: create(w, client=w.client(config=Config(api_keys=(API_KEY,))))
    yield (
        "createMatch 401 invalid-token",
        lambda w: create(
            w, client=w.client(config=Config(api_keys=(API_KEY,))), headers={"Authorization": "Bearer key_other"}
        ),
    )
    yield (
        "createMatch 409 match-unreadable",
        lambda w: created_before(w, lambda w, *_: w.client(Faulty(w.store, garbled=True))),
    )
    yield "createMatch 410 match-expired", lambda w: created_before(w, deleted_since)
    yield "createMatch 413 body-too-large", lambda w: create(w, {"entropy": "x" * 17_000})
    yield "createMatch 415 unsupported-media-type", lambda w: create(w, data="{}", content_type="text/plain", json=None)
    yield "createMatch 422 validation-failed", lambda w: create(w, {"game": "bridge", "seats": 4})
    yield (
        "createMatch 422 bad-deal",
        lambda w: create(w, {"game": "kobayakawa", "seats": 3, "deal": {"rounds": [{"hands": [5, 5]}]}}),
    )
    yield "createMatch 422 idempotency-key-reused", other_body_with_the_same_key
    yield "createMatch 500 internal", create_with(lambda w: Faulty(w.store, RuntimeError("broken"), "ping"))
    yield "createMatch 503 store-unavailable", create_with(lambda w: Faulty(w.store, StoreUnavailable("out"), "ping"))
    yield "createMatch 503 outcome-unknown", create_with(lambda w: Faulty(w.store, OutcomeUnknown("lost"), "commit"))

    yield "getMatch 200 application/json", on_match("getMatch")
    yield "getMatch 304", look_again
    yield "deleteMatch 204", on_match("deleteMatch")
    yield "rematch 201 application/json", on_match("rematch", World.finished)
    yield "rematch 200 application/json", rematch_twice
    yield "claimSeat 201 application/json", on_match("claimSeat", World.opened)
    yield "changeSeat 200 application/json", on_match("changeSeat")
    yield "leaveSeat 204", on_match("leaveSeat")
    yield "submitMove 200 application/json", on_match("submitMove")
    yield "listEvents 200 application/json", on_match("listEvents")
    yield f"listEvents 200 {NDJSON}", streamed(NDJSON)
    yield f"listEvents 200 {SSE}", streamed(SSE)
    yield "listEvents 204", nothing_follows
    yield "listEvents 412 history-rewound", on_match("listEvents", query_string={"after": "7"})
    yield "createTicket 201 application/json", on_match("createTicket")
    yield "getAudit 200 application/json", on_match("getAudit", World.finished)

    for name in GOOD:
        yield f"{name} 404 not-found", on_match(name, path=f"/v1/matches/{NOWHERE}")
        yield f"{name} 410 match-expired", on_match(name, World.deleted)
        yield f"{name} 409 match-unreadable", with_store(name, lambda w: Faulty(w.store, garbled=True))
        yield f"{name} 500 internal", with_store(name, lambda w: Faulty(w.store, RuntimeError("broken"), "load"))
        yield (
            f"{name} 503 store-unavailable",
            with_store(name, lambda w: Faulty(w.store, StoreUnavailable("out"), "load")),
        )
        yield (
            f"{name} 503 outcome-unknown",
            with_store(name, lambda w: Faulty(w.store, OutcomeUnknown("lost"), "commit", ahead=HOUR)),
        )
    for name, (_, _, operation) in OPERATIONS.items():
        if operation["tags"] != ["Operations"]:
            yield f"{name} 429 quota-exceeded", beyond_the_quota(name)
    for name in TOKENS:
        yield f"{name} 401 invalid-token", on_match(name, headers={"Authorization": "Bearer seat_no"})
        if {} in OPERATIONS[name][2].get("security", DOCUMENT["security"]):
            yield (
                f"{name} 401 missing-token",
                on_match(name, lambda w: w.table(spectators=False), headers={"Authorization": None}),
            )
        else:
            yield f"{name} 401 missing-token", on_match(name, headers={"Authorization": None})
    for name in BODIES:
        yield f"{name} 400 malformed-json", on_match(name, World.opened, data="{", content_type=JSON)
        yield f"{name} 413 body-too-large", on_match(name, World.opened, json={"name": "x" * 17_000})
        yield (
            f"{name} 415 unsupported-media-type",
            on_match(name, World.opened, data="{}", content_type="text/plain"),
        )
        yield f"{name} 422 validation-failed", on_match(name, json={"nobody": "knows this"})
        yield f"{name} 400 bad-header", on_match(name, headers={"Idempotency-Key": ""})

    yield "deleteMatch 400 bad-header", on_match("deleteMatch", headers={"Idempotency-Key": ""})
    yield "deleteMatch 403 forbidden", on_match("deleteMatch", who=0)
    yield "rematch 403 forbidden", rematch_of_what_was_never_played
    yield "rematch 409 match-not-over", on_match("rematch")
    yield "rematch 422 idempotency-key-reused", rematch_with_the_key_of_a_move
    yield "claimSeat 409 seat-taken", lambda w: claims(w, {"name": "Di", "seat": 0})
    yield "claimSeat 409 match-over", claim_of_what_was_aborted
    yield "claimSeat 409 match-full", on_match("claimSeat")
    yield "claimSeat 422 idempotency-key-reused", claims_with_one_key
    yield "claimSeat 403 wrong-invite", lambda w: claims(w, {"name": "Di", "invite": "join_of_another_match"})
    yield "changeSeat 409 seat-taken", lambda w: _patch(w.table(), 1, "host", {"open": True})
    yield "leaveSeat 400 bad-header", on_match("leaveSeat", headers={"Idempotency-Key": ""})
    yield "leaveSeat 403 not-your-seat", on_match("leaveSeat", who=1)
    yield "leaveSeat 403 forbidden", on_match("leaveSeat", who="host")
    yield "leaveSeat 409 match-over", on_match("leaveSeat", World.finished)
    yield "leaveSeat 422 idempotency-key-reused", leaves_with_the_key_of_a_move
    yield "changeSeat 403 not-your-seat", lambda w: _patch(w.table(), 1, 0, {"name": "Di"})
    yield "changeSeat 403 forbidden", lambda w: _patch(w.table(), 1, "host", {"name": "Di"})
    yield "changeSeat 422 idempotency-key-reused", change_with_the_key_of_another
    yield "changeSeat 409 match-over", lambda w: _patch(w.finished(), 0, 0, {"controller": "bot:steady"})
    yield "submitMove 403 forbidden", on_match("submitMove", who="host")
    yield "submitMove 409 not-your-turn", lambda w: w.table().move(1, "draw")
    yield "submitMove 409 match-over", lambda w: w.finished().move(0, "draw")
    yield "submitMove 409 match-not-started", lambda w: w.opened().move(0, "draw")
    yield (
        "submitMove 412 stale-version",
        lambda w: moves(w, {"type": "draw"}, {"type": "keep", "card": 8, "version": 0}),
    )
    yield "submitMove 412 history-rewound", lambda w: moves(w, {"type": "draw"}, If_Match='"7-0-0"')
    yield "submitMove 422 illegal-move", lambda w: moves(w, {"type": "draw"}, {"type": "keep", "card": 1})
    yield (
        "submitMove 422 idempotency-key-reused",
        lambda w: moves(w, {"type": "draw"}, {"type": "keep", "card": 8}, Idempotency_Key="one key"),
    )
    yield "listEvents 400 bad-header", on_match("listEvents", headers={"Accept": SSE, "Last-Event-ID": "six"})
    yield "listEvents 406 not-acceptable", on_match("listEvents", headers={"Accept": "image/png"})
    yield "listEvents 422 validation-failed", on_match("listEvents", query_string={"limit": "0"})
    yield "listEvents 503 stream-capacity", no_place_for_a_long_poll
    yield "getAudit 409 match-not-over", on_match("getAudit")

    yield "getLiveness 200 application/json", get("/livez")
    yield "getReadiness 200 application/json", get("/readyz")
    for word, error in (("500 internal", RuntimeError("broken")), ("503 store-unavailable", StoreUnavailable("out"))):
        yield (
            f"getReadiness {word}",
            lambda w, error=error: w.client(Faulty(w.store, error, "ping")).get("/readyz"),
        )
    yield "getMetrics 200 text/plain", get("/metrics")
    yield "getDocumentAsYaml 200 application/yaml", get("/openapi.yaml")
    yield "listGames 304", lambda w: look_again(w, "/v1/games")
    yield "getGame 304", lambda w: look_again(w, "/v1/games/kinmo")
    yield "getPicture 304", lambda w: look_again(w, "/v1/games/kinmo/cards/back-card.svg")
    yield "getRules 304", lambda w: look_again(w, "/v1/games/kinmo/rules")
    yield "listProblems 304", lambda w: look_again(w, "/problems")
    yield "getProblem 304", lambda w: look_again(w, "/problems/not-found")
    yield "listEvents 304", lambda w: look_again(w, f"{w.table().path}/events")
    yield "getAudit 304", lambda w: look_again(w, f"{w.finished().path}/audit")
    yield "getDocumentAsYaml 304", lambda w: look_again(w, "/openapi.yaml")
    yield "getDocumentAsJson 200 application/json", get("/openapi.json")
    yield "getDocumentAsJson 304", lambda w: look_again(w, "/openapi.json")
    yield f"getDocs 200 {HTML}", get("/docs")
    yield "getDocs 304", lambda w: look_again(w, "/docs")
    yield f"getInterface 200 {HTML}", get("/docs/interface")
    yield "getInterface 304", lambda w: look_again(w, "/docs/interface")
    yield f"getGameDocs 200 {HTML}", get("/docs/games/kanipeli")
    yield "getGameDocs 304", lambda w: look_again(w, "/docs/games/kanipeli")
    yield "getGameDocs 404 not-found", get("/docs/games/chess")
    of_this_version = f"/docs/assets/{assets.version()}"
    yield "getAsset 200 text/javascript", get(f"{of_this_version}/interface.js")
    yield "getAsset 200 text/css", get(f"{of_this_version}/swagger-ui.css")
    yield "getAsset 304", lambda w: look_again(w, f"{of_this_version}/pages.css")
    yield "getAsset 404 not-found", get(f"{of_this_version}/none.css")
    yield f"getFairness 200 {HTML}", get("/docs/fairness")
    yield "getFairness 304", lambda w: look_again(w, "/docs/fairness")
    yield "getRoot 302", get("/")
    for name, path in (("listProblems", "/problems"), ("getProblem", "/problems/illegal-move")):
        yield f"{name} 200 {HTML}", get(path)
        yield f"{name} 200 {JSON}", get(path, Accept=JSON)
        yield f"{name} 406 not-acceptable", get(path, Accept="image/png")
    yield "getProblem 404 not-found", get("/problems/none-such")


def _patch(table: Table, seat: int, who: int | str, body: Any) -> TestResponse:
    return table.client.patch(f"{table.path}/seats/{seat}", json=body, headers=table.headers(who))
