"""A deadline raced by a move, on the real store: one winner each time, never both, never neither."""

import contextlib
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from referee.errors import IllegalMove, NotYourTurn, StaleVersion
from referee.match import looking, moving
from referee.match.create import SeatWish, Wish, create
from referee.match.matches import Matches, Times
from referee.match.record import decode_entry
from referee.store import Store, Verdict

pytestmark = pytest.mark.slow

RACES = 1_000
AT_ONCE = 4
LEAD = 15
"""Milliseconds from the start of a race to its deadline."""

OFFSETS = range(-12, 6)
"""When the move sets off, in milliseconds from the deadline: some surely win, some surely lose."""

MOVE = {"type": "replace"}


@pytest.fixture
def matches(store: Store) -> Matches:
    return Matches(store, Times(3_600_000, 3_600_000))


@pytest.fixture
def eager() -> Iterator[None]:
    """Let threads take turns often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0002)
    yield
    sys.setswitchinterval(before)


def ready(matches: Matches) -> tuple[str, str]:
    """A match whose first seat, which is on turn, has a minute; returns the match and the seat's token."""
    wish = Wish("kobayakawa", [SeatWish() for _ in range(3)], {"first_seat": 0}, move_seconds=60)
    made = msgspec.json.decode(create(matches, wish).body)
    return made["match"], made["seats"][0]["token"]


def bring_forward(matches: Matches, match: str) -> int:
    """Let the time be over in a moment; returns when, by the store's clock."""
    found = matches.open(match, seed=True)
    found.deadline = matches.store.ping() + LEAD
    found.revision += 1
    assert matches.save(found).verdict == Verdict.DONE
    return found.deadline


def race(matches: Matches, number: int) -> str:
    """Let a move and a look race once; returns who won, after proving it from the log."""
    match, token = ready(matches)
    store = matches.store
    pinned = number % 2 == 0
    deadline = bring_forward(matches, match)

    def look() -> None:
        digest = None
        while matches.current(match).version == 0:
            if number % 3 == 1:
                looking.history(matches, match, digest, 0, 10)
            elif number % 3 == 2:
                matches.sweep()

    watcher = threading.Thread(target=look)
    watcher.start()
    start = deadline + OFFSETS[number % len(OFFSETS)]
    while store.ping() < start:
        pass
    answer: Any = None
    with contextlib.suppress(*([StaleVersion] if pinned else [NotYourTurn, IllegalMove])):
        answer = msgspec.json.decode(
            moving.move(matches, match, token, {**MOVE, "version": 0} if pinned else MOVE).body
        )
    watcher.join(20)
    assert not watcher.is_alive(), "neither the move nor the deadline came about"

    found = matches.open(match)
    log = [decode_entry(data) for data in store.events(match, 0, 100)]
    assert found.version == 1
    assert len(log) == found.record.events
    assert log[0].type == "started"
    made = [entry for entry in log if entry.move is not None]
    assert [(entry.version, entry.mover) for entry in made] == [(1, 0)]
    late = [entry for entry in log if entry.type == "timed_out"]
    if answer is None:
        assert [(entry.version, entry.seat) for entry in late] == [(0, 0)], "the move lost, so the deadline won"
        assert log.index(late[0]) < log.index(made[0])
        assert all(entry.at >= deadline for entry in log[1:])
        assert found.deadline == deadline + 60_000, "the next deadline counts from the one missed"
        return "deadline"
    assert late == [], "the move won, so the deadline lost"
    assert answer["version"] == 1
    assert made[0].move == MOVE
    assert made[0].at < deadline
    assert found.deadline == made[0].at + 60_000
    return "move"


@pytest.mark.usefixtures("eager")
def test_a_deadline_raced_by_a_move_a_thousand_times_has_one_winner_each_time(matches: Matches) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        winners = Counter(pool.map(lambda number: race(matches, number), range(RACES)))
    print(f"races {RACES}, won by the move {winners['move']}, by the deadline {winners['deadline']}")
    assert winners.total() == RACES
    assert min(winners["move"], winners["deadline"]) > 0, "it was no race"
