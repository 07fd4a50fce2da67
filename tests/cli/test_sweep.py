"""`referee sweep`: what is due is done, in the configured store."""

from referee.match.create import SeatWish, Wish, create
from referee.match.matches import Matches, Times
from referee.store.opening import open_place, open_store
from tests.cli.kit import run

DAY = 24 * 3600 * 1000


def test_a_match_of_bots_that_nobody_looks_at_is_played_to_its_end() -> None:
    place = open_place(None, memory=True)
    try:
        store = open_store(place.url)
        matches = Matches(store, Times(DAY, DAY))
        bots = [SeatWish(controller="bot:random")] * 2
        for _ in range(2):
            create(matches, Wish("kanipeli", bots, {"reshuffles": 0}))
        due = store.due(10)
        assert len(due) == 2, "three piles need more moves than one request makes"
        done = run("sweep", "--once", env={"REDIS_URL": place.url or ""})
        assert done.exit_code == 0, done.output
        assert done.output.startswith("swept ")
        assert store.due(10) == []
        assert all(matches.open(match).head.status == "finished" for match in due)
        store.close()
    finally:
        place.close()


def test_nothing_due_is_said_too() -> None:
    assert run("sweep", "--once", env={"REFEREE_MEMORY": "1", "REDIS_URL": ""}).output == "swept 0 matches\n"


def test_a_store_that_cannot_be_reached_is_an_error() -> None:
    done = run("sweep", "--once", env={"REDIS_URL": "redis://127.0.0.1:1/0"})
    assert done.exit_code == 1
    assert "cannot be reached" in done.output


def test_a_wrong_configuration_is_an_error() -> None:
    done = run("sweep", "--once", env={"REDIS_URL": "http://host"})
    assert done.exit_code == 1
    assert "REDIS_URL" in done.output
