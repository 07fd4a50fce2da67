"""Requests at once: one order of things, whoever hurries."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.api.checks import refused, tag
from tests.api.kit import Table

pytestmark = pytest.mark.slow


def at_once(app: Flask, calls: list[Callable[[FlaskClient], Any]]) -> list[Any]:
    """What the calls return, all begun together, each with a client of its own."""
    gate = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def run(number: int) -> None:
        client = app.test_client()
        gate.wait()
        results[number] = calls[number](client)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def as_client(table: Table, client: FlaskClient) -> Table:
    return Table(client, table.match, table.host_token, table.tokens)


def test_of_two_moves_pinned_to_one_version_one_wins(app: Flask, client: FlaskClient) -> None:
    for _ in range(10):
        table = Table.create(client)

        def move(kind: str, table: Table = table) -> Callable[[FlaskClient], Any]:
            body = {"type": kind, "version": 0}
            return lambda mine: as_client(table, mine).post("/moves", body, 0)

        answers = at_once(app, [move("draw"), move("replace")])
        assert sorted(answer.status_code for answer in answers) == [200, 412]
        (lost,) = [answer for answer in answers if answer.status_code == 412]
        refused(lost, 412, "stale-version")
        assert table.get().json["version"] == 1
        assert len(table.get("/events").json["events"]) == 2


def test_open_seats_admit_exactly_as_many_as_there_are(app: Flask, client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", *[{"open": True}] * 5], deal=None)

    def claim(number: int) -> Callable[[FlaskClient], Any]:
        return lambda mine: mine.post(table.path + "/seats", json={"name": f"Player {number}"})

    answers = at_once(app, [claim(number) for number in range(10)])
    assert Counter(answer.status_code for answer in answers) == {201: 5, 409: 5}
    admitted = [answer.json for answer in answers if answer.status_code == 201]
    assert sorted(body["seat"] for body in admitted) == [1, 2, 3, 4, 5]
    assert len({body["token"] for body in admitted}) == 5
    view = table.get().json
    assert view["status"] == "active"
    assert {seat["name"] for seat in view["seats"]} == {"Ana", *(body["name"] for body in admitted)}
    events = table.get("/events").json["events"]
    assert [event["type"] for event in events] == ["seat_claimed"] * 5 + ["started"]


def test_one_name_is_given_once(app: Flask, client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", *[{"open": True}] * 4], deal=None)
    claims = [
        lambda mine, name=name: mine.post(table.path + "/seats", json={"name": name}) for name in ("Bo", "BO")
    ] * 2
    answers = at_once(app, claims)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 422: 3}


def test_the_same_key_at_once_is_one_move_and_one_answer(app: Flask, client: FlaskClient) -> None:
    table = Table.create(client)
    answers = at_once(
        app, [lambda mine: as_client(table, mine).post("/moves", {"type": "draw"}, 0, Idempotency_Key="k")] * 8
    )
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.data for answer in answers}) == 1
    assert sum("Idempotent-Replayed" in answer.headers for answer in answers) == 7
    assert table.get().json["version"] == 1


def test_the_same_key_at_once_creates_one_match(app: Flask) -> None:
    def create(mine: FlaskClient) -> Any:
        wish = {"game": "kobayakawa", "seats": 3}
        return mine.post("/v1/matches", json=wish, headers={"Idempotency-Key": "eight creators and one key"})

    answers = at_once(app, [create] * 8)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert sum("Idempotent-Replayed" in answer.headers for answer in answers) == 7


def test_the_same_key_at_once_claims_one_seat(app: Flask, client: FlaskClient) -> None:
    table = Table.create(client, seats=["Ana", "Bo", {"open": True}, {"open": True}], deal=None)
    answers = at_once(
        app,
        [
            lambda mine: as_client(table, mine).post(
                "/seats", {"name": "Cy"}, Idempotency_Key="a key that nobody guesses"
            )
        ]
        * 8,
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert [seat["open"] for seat in table.get().json["seats"]] == [False, False, False, True]


def test_a_rematch_asked_for_by_all_at_once_is_one_match(app: Flask, client: FlaskClient) -> None:
    table = Table.create(client)
    table.play_to_the_end()
    everybody: list[int | str] = [0, 1, 2, "host"] * 2
    answers = at_once(
        app, [lambda mine, who=who: as_client(table, mine).post("/rematch", {}, who) for who in everybody]
    )
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: 7}
    assert len({answer.json["match"] for answer in answers}) == 1
    assert table.get().json["rematch"] == answers[0].json["match"]


def test_a_rematch_survives_changes_to_the_match_it_follows(app: Flask, client: FlaskClient) -> None:
    for _ in range(5):
        table = Table.create(client)
        table.play_to_the_end()

        def rename(mine: FlaskClient, table: Table = table) -> Any:
            return mine.patch(f"{table.path}/seats/0", json={"name": "Di"}, headers=table.headers(0))

        def again(mine: FlaskClient, table: Table = table) -> Any:
            return as_client(table, mine).post("/rematch", {}, 1, Idempotency_Key="k")

        answers = at_once(app, [rename, again, rename, again])
        assert {answer.status_code for answer in answers} == {200, 201}
        assert answers[1].data == answers[3].data


def test_eight_clients_see_one_history(app: Flask, client: FlaskClient) -> None:
    """Everybody plays for whoever is on turn and reads all the while: no version twice, none left out, none back."""
    table = Table.create(client, seats=6, deal=None)
    versions: list[int] = []
    problems: list[Any] = []

    def play(mine: FlaskClient) -> None:
        own = as_client(table, mine)
        seen = 0
        while True:
            view = own.get().json
            if view["version"] < seen:
                problems.append((seen, view["version"]))
            seen = view["version"]
            if view["status"] != "active":
                return
            kind = {"draw": "replace", "fight": "pass"}[view["phase"]]
            answer = own.move(view["to_act"][0], kind)
            if answer.status_code == 200:
                versions.append(answer.json["version"])
                if answer.json["version"] < seen:
                    problems.append((seen, answer.json["version"]))
                seen = answer.json["version"]
            elif answer.json["code"] not in ("not-your-turn", "illegal-move", "match-over"):
                problems.append(answer.json)

    at_once(app, [play] * 8)
    assert not problems
    last = table.get().json["version"]
    assert sorted(versions) == list(range(1, last + 1))
    events = table.get("/events?limit=500").json["events"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert [entry["version"] for entry in table.get("/audit").json["moves"]] == list(range(1, last + 1))


def test_moves_and_changes_at_once_lose_nothing(app: Flask, client: FlaskClient) -> None:
    table = Table.create(client)

    def rename(seat: int) -> Callable[[FlaskClient], Any]:
        return lambda mine: mine.patch(
            f"{table.path}/seats/{seat}", json={"name": f"New {seat}"}, headers=table.headers(seat)
        )

    answers = at_once(app, [rename(0), rename(1), rename(2), lambda mine: as_client(table, mine).move(0, "draw")])
    assert {answer.status_code for answer in answers} == {200}
    view = table.get("", 0).json
    assert [seat["name"] for seat in view["seats"]] == ["New 0", "New 1", "New 2"]
    assert (view["version"], view["hand"]) == (1, [3, 8])
    assert tag(table.get("", 0)) == '"1-0-3"'
