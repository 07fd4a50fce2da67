"""Kobayakawa's steady bot: it takes what nobody can take from it."""

from collections.abc import Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config
from referee.games.kobayakawa.steady import steady
from referee.randomness import Stream
from referee.store.opening import open_store


def player(stake: int | None, out: bool = False) -> dict[str, Any]:
    return {"kamon": 4, "discard": None, "acted": True, "stake": stake, "out": out}


def view(card: int, *players: dict[str, Any], kobayakawa: int = 1, covered: Sequence[int] = ()) -> dict[str, Any]:
    table = {"kobayakawa": kobayakawa, "covered": list(covered), "players": list(players)}
    return {"phase": "fight", "you": 2, "hand": [card], "table": table}


@pytest.mark.rule("KOB-9")
@pytest.mark.parametrize(
    "others", [(player(0), player(0)), (player(0), player(None, out=True)), (player(None, out=True), player(0))]
)
def test_whoever_is_last_and_alone_fights_with_any_card(others: tuple[dict[str, Any], ...]) -> None:
    assert steady(view(1, *others, player(None)), Stream(bytes(32))) == {"type": "fight"}


def test_a_weak_card_does_not_fight_a_rival() -> None:
    assert steady(view(2, player(1), player(0), player(None)), Stream(bytes(32))) == {"type": "pass"}


@pytest.mark.rule("KOB-8", "KOB-9")
@pytest.mark.parametrize(
    ("card", "kobayakawa", "covered", "choice"),
    [
        (15, 14, [], "pass"),  # a rival's 1 makes 15 as well, and is earlier
        (14, 15, [], "pass"),  # whatever the rival has is lower and gets the 15
        (6, 10, [1, 2, 3, 4, 5], "fight"),  # it is the lowest, and 16 is above every card
    ],
)
def test_the_last_to_decide_knows_what_no_card_of_the_rival_can_change(
    card: int, kobayakawa: int, covered: list[int], choice: str
) -> None:
    asked = view(card, player(1), player(0), player(None), kobayakawa=kobayakawa, covered=covered)
    assert steady(asked, Stream(bytes(32))) == {"type": choice}


@pytest.mark.rule("KOB-9", "KOB-11")
def test_after_all_others_passed_the_last_bot_fights_and_wins_the_centre() -> None:
    store = open_store(None, memory=True)
    try:
        client: FlaskClient = create_app(Config(), store).test_client()
        deal = {"rounds": [{"hands": [9, 10, 2], "kobayakawa": 1, "deck": [3, 4, 5]}]}
        asked = {"game": "kobayakawa", "seats": ["Ana", "Bo", {"controller": "bot:steady"}], "deal": deal}
        made: Any = client.post("/v1/matches", json={**asked, "options": {"first_seat": 0}}).json
        for kind in ("replace", "pass"):
            for seat in (0, 1):
                headers = {"Authorization": f"Bearer {made['seats'][seat]['token']}"}
                path = f"/v1/matches/{made['match']}/moves"
                told: Any = client.post(path, json={"type": kind}, headers=headers).json
        assert told["view"]["table"]["players"][2]["kamon"] == 5
    finally:
        store.close()
