"""The figures for the operator: what each says, and that one which cannot be had costs none of the others."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from referee import __version__
from referee.app import create_app
from referee.config import Config
from referee.games import GAMES
from referee.match.tokens import new_match_id
from referee.store import CAN_WAIT, OutcomeUnknown, Store, StoreUnavailable
from tests.api.faulty import Faulty


def figures(client: FlaskClient) -> dict[str, list[tuple[dict[str, str], float]]]:
    """All samples by name: labels and value."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    found: dict[str, list[tuple[dict[str, str], float]]] = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


def value(client: FlaskClient, name: str) -> float:
    ((_, found),) = figures(client)[name]
    return found


def test_the_build_is_told_with_the_version_of_each_games_rules(client: FlaskClient) -> None:
    rules = {name: book.rules_version for name, book in GAMES.items()}
    assert figures(client)["referee_build_info"] == [({"version": __version__, **rules}, 1)]


def test_a_store_that_answers_is_up_and_its_time_is_told(client: FlaskClient) -> None:
    assert value(client, "referee_store_up") == 1
    assert 0 < value(client, "referee_store_seconds") < 2


@pytest.mark.parametrize("method", ["ping", "overdue"])
@pytest.mark.parametrize("error", [StoreUnavailable("gone"), OutcomeUnknown("who knows")])
def test_a_store_that_does_not_answer_is_down_and_everything_else_is_told(
    store: Store, method: str, error: Exception
) -> None:
    client = create_app(Config(), Faulty(store, error, method)).test_client()  # type: ignore[arg-type]
    told = figures(client)
    assert told["referee_store_up"] == [({}, 0)]
    assert "referee_store_seconds" not in told
    assert "referee_overdue_matches" not in told
    assert told["referee_build_info"]


def test_what_waits_for_a_sweep_is_counted_and_what_can_wait_is_not(store: Store, client: FlaskClient) -> None:
    now = store.ping()
    names = [new_match_id() for _ in range(4)]
    before = value(client, "referee_overdue_matches")
    for name, at in zip(names, (now - 90_000, now - 1, now + 600_000, CAN_WAIT + now - 600_000), strict=True):
        store.schedule(name, at)
    try:
        assert value(client, "referee_overdue_matches") == before + 2
        assert 90 <= value(client, "referee_overdue_seconds") < 3_600
    finally:
        for name in names:
            store.schedule(name, 0)


def test_the_places_for_streams_are_told(store: Store) -> None:
    assert value(create_app(Config(streams=17), store).test_client(), "referee_stream_places") == 17


class Socket:
    """A connection that came in at an address."""

    def __init__(self, *name: str | int) -> None:
        self.getsockname = lambda: name if len(name) > 1 else name[0]


@pytest.mark.parametrize(
    ("bind", "there", "elsewhere"),
    [
        ("127.0.0.1:9100", ("127.0.0.1", 9100), ("127.0.0.1", 8000)),
        ("127.0.0.1:9100", ("127.0.0.1", 9100), ("127.0.0.2", 9100)),
        ("0.0.0.0:9100", ("10.1.2.3", 9100), ("10.1.2.3", 8000)),
        ("[::1]:9100", ("::1", 9100, 0, 0), ("::1", 8000, 0, 0)),
        ("[::]:9100", ("::ffff:10.1.2.3", 9100, 0, 0), ("/run/referee.sock",)),
    ],
)
def test_with_a_port_of_their_own_figures_are_there_and_nowhere_else_and_nothing_else_is(
    store: Store, bind: str, there: tuple[str | int, ...], elsewhere: tuple[str | int, ...]
) -> None:
    app: Flask = create_app(Config(metrics_bind=bind), store)
    figures_port = app.test_client()
    figures_port.environ_base["gunicorn.socket"] = Socket(*there)
    assert figures_port.get("/metrics").status_code == 200
    for path in ("/livez", "/v1/games", "/docs", "/", "/metrics/"):
        assert figures_port.get(path).json["code"] == "not-found"
    main = app.test_client()
    main.environ_base["gunicorn.socket"] = Socket(*elsewhere)
    assert main.get("/livez").status_code == 200
    refused = main.get("/metrics", headers={"Host": bind, "X-Forwarded-Host": bind, "X-Forwarded-Port": "9100"})
    assert (refused.status_code, refused.json["code"]) == (404, "not-found")
    assert main.get("/livez").status_code == 200


def test_where_the_way_is_not_known_figures_with_a_port_of_their_own_are_told_to_nobody(store: Store) -> None:
    assert create_app(Config(metrics_bind="127.0.0.1:9100"), store).test_client().get("/metrics").status_code == 404
