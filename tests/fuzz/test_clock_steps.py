"""The store's clock stepping back and forth by hours: no move is lost or made twice, nothing breaks."""

import random
from typing import Any

import pytest

from referee.app import create_app
from referee.bots import random as any_legal
from referee.config import Config
from referee.match.matches import Matches
from referee.match.verify import verify
from referee.randomness import Stream
from referee.store import Store
from tests.api.clocked import ClockedStore
from tests.api.kit import Table
from tests.games.kit import stream_for

pytestmark = pytest.mark.slow

HOUR = 3_600_000

REQUESTS = 150
"""Moves tried, each with a step or two of the clock."""

REFUSALS = {"not-your-turn", "stale-version", "illegal-move", "match-over"}
"""What a move may be told that a deadline overtook."""


class Course:
    """A match under a clock that steps, and the moves that were acknowledged in it."""

    def __init__(self, table: Table, clocked: ClockedStore, chance: random.Random, stream: Stream) -> None:
        self.table, self.clocked, self.chance, self.stream = table, clocked, chance, stream
        self.made: dict[int, tuple[int, dict[str, Any]]] = {}
        self.codes: set[str] = set()

    def step(self) -> None:
        """Let the clock step: between two requests, or between what one request reads and writes."""
        by = self.chance.choice([0, 0, 1, 1_000, 59_999, 60_001, HOUR, 5 * HOUR])
        by *= self.chance.choice([1, -1])
        if self.chance.random() < 0.5:
            self.clocked.now += by
        else:
            self.clocked.jump = by

    def look(self) -> dict[str, Any]:
        """What a spectator sees; the log has no gaps, whatever the clock says."""
        answer = self.table.get()
        assert answer.status_code == 200, answer.text
        page = self.table.get("/events?limit=500")
        assert page.status_code == 200, page.text
        assert [event["seq"] for event in page.json["events"]] == list(range(1, page.json["last_event"] + 1))
        versions = [event["version"] for event in page.json["events"]]
        assert versions == sorted(versions)
        view: dict[str, Any] = answer.json
        return view

    def move(self) -> None:
        """Try a move that is legal at the moment, pinned or not, and repeat it with its key."""
        view = self.table.get().json
        if not view["to_act"]:
            return
        seat = self.chance.choice(view["to_act"])
        own = self.table.get("", seat).json
        if not own["legal_moves"]:
            return
        self.step()
        move = dict(any_legal(own, self.stream))
        body = {**move, "version": own["version"]} if self.chance.random() < 0.5 else move
        key = f"key {len(self.made)} {self.chance.random()}"
        answer = self.table.post("/moves", body, seat, Idempotency_Key=key)
        self.step()
        again = self.table.post("/moves", body, seat, Idempotency_Key=key)
        if answer.status_code == 200:
            version = answer.json["version"]
            assert version > max(self.made, default=0)
            self.made[version] = seat, move
            assert again.data == answer.data
            assert again.headers["Idempotent-Replayed"] == "true"
        else:
            assert answer.json["code"] in REFUSALS, answer.text
            self.codes.add(answer.json["code"])
            if again.status_code == 200:
                self.made[again.json["version"]] = seat, move

    def check(self) -> None:
        """Every acknowledged move stands in the audit, once, where it was said to be; the rest is the stand-in's."""
        audit = self.table.get("/audit").json
        assert verify(audit) == []
        logged = {move["version"]: (move["seat"], move["move"]) for move in audit["moves"]}
        assert sorted(logged) == list(range(1, len(audit["moves"]) + 1))
        late = sum(event["type"] == "timed_out" for event in audit["events"])
        for version, (seat, move) in self.made.items():
            by, kept = logged[version]
            assert by == seat
            assert all(move[name] == value for name, value in kept.items()), "what is left out of the log is empty"
        assert len(logged) == len(self.made) + late


@pytest.mark.parametrize("game", ["kobayakawa", "teatime"])
def test_a_clock_that_steps_by_hours_loses_and_doubles_no_move(store: Store, game: str) -> None:
    chance = random.Random(f"clock steps {game}")
    stream = stream_for(f"clock steps {game}")
    clocked = ClockedStore(store)
    app = create_app(Config(), clocked)  # type: ignore[arg-type]  # it passes on what it does not have
    matches: Matches = app.extensions["referee"]
    made = late = 0
    codes: set[str] = set()
    course = None
    for _ in range(REQUESTS):
        if course is None or course.look()["status"] != "active":
            if course:
                course.check()
                made, codes = made + len(course.made), codes | course.codes
                late += course.look()["version"] - len(course.made)
            clock = chance.choice([None, {"move_seconds": 60}, {"move_seconds": 60}])
            seats = 3
            asked = {"game": game, "seats": seats, "options": {}, "deal": None, "clock": clock}
            course = Course(Table.create(app.test_client(), **asked), clocked, chance, stream)
        course.step()
        if chance.random() < 0.2:
            matches.sweep()
        course.move()
    print(f"{game}: moves acknowledged {made}, lost 0, doubled 0, made for the late {late}, refusals {sorted(codes)}")
    assert made > 50
    assert late > 50
