"""Känipeli: what may be asked for, and that the forms of trading are exact."""

from itertools import combinations
from typing import Any

import pytest

from referee.errors import Invalid
from referee.games import forms
from referee.games.kanipeli import play
from referee.games.kanipeli.components import DRINKS
from referee.games.kanipeli.state import State
from tests.games.kanipeli.build import BOOK, offer, refused, trading

# What may be wanted


@pytest.mark.rule("KAN-24")
def test_at_most_three_cards_are_wanted_and_no_more_than_the_other_can_have() -> None:
    state = trading([["hwf"], ["gt"], ["jallu", "jallu", "gt", "jallu"]])
    drinks = list(DRINKS)
    assert _wanted(state, 0) == {
        1: {"list_of": drinks, "min": 0, "max": 1},
        2: {"list_of": drinks, "min": 0, "max": 3},
    }
    assert refused(state, 0, "offer", to=2, hand=[0], want=["gt"] * 4)[0] == "KAN-24"
    assert refused(state, 0, "offer", to=1, hand=[0], want=["gt"] * 2)[0] == "KAN-24"
    offer(state, 0, 2, hand=[0], want=["hauki"] * 3)
    # the player on turn can have the drawn cards besides the hand
    assert _wanted(state, 1) == {0: {"list_of": drinks, "min": 0, "max": 3}}
    state.drawn = state.drawn[:1]
    assert _wanted(state, 1) == {0: {"list_of": drinks, "min": 0, "max": 2}}


def _wanted(state: State, seat: int) -> dict[int, Any]:
    """By partner, what may be wanted along with a hand card."""
    return {
        to: one["fields"]["want"]
        for one in forms.to_json(play.legal(state, seat))
        if one["type"] == "offer" and "hand" in one["fields"]
        for to in one["fields"]["to"]["one_of"]
    }


@pytest.mark.rule("KAN-24")
def test_of_who_has_no_card_none_is_wanted() -> None:
    state = trading([["hwf"], []])
    assert refused(state, 0, "offer", to=1, want=["gt"])[0] == "KAN-24"
    assert [list(one.fields) for one in play.legal(state, 0) if one.type == "offer"] == [
        ["to", "hand", "drawn"],
        ["to", "drawn"],
    ]
    offer(state, 1, 0, want=["lappari"])


@pytest.mark.rule("KAN-24")
def test_kanit_wanted_are_at_most_what_the_other_has() -> None:
    state = trading(kanit=[0, 2, 0])
    assert refused(state, 0, "offer", to=1, hand=[0], want_kani=3)[0] == "KAN-24"
    assert refused(state, 0, "offer", to=2, hand=[0], want_kani=1)[0] == "KAN-24"
    offer(state, 0, 1, hand=[0], want_kani=2)


@pytest.mark.rule("KAN-24")
@pytest.mark.parametrize(
    "fields",
    [
        {"to": -1, "hand": [0]},
        {"to": 7, "hand": [0]},
        {"hand": [0]},
        {"to": 1, "hand": [-1]},
        {"to": 1, "hand": 0},
        {"to": 1, "hand": None},
        {"to": 1, "want": ["vodka"]},
        {"to": 1, "want": "gt"},
        {"to": 1, "hand": [0], "kani": -1},
        {"to": 1, "hand": [0], "want_kani": True},
        {"to": 1, "give": ["gt"]},
    ],
)
def test_what_is_no_offer_could_never_be_made(fields: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        BOOK.read_move({"type": "offer", **fields})


# The forms are exact


@pytest.mark.rule("KAN-24", "KAN-20", "KAN-21", "KAN-22")
def test_the_forms_of_offers_are_exact() -> None:
    state = trading([["hwf", "kossu"], ["gt"], []], drawn=["lappari"], kanit=[1, 0, 1])
    can_give = {0: 3, 1: 1, 2: 0}
    kanit = [1, 0, 1]
    seen = 0
    for seat in range(3):
        found = play.legal(state, seat)
        for to in range(3):
            for hand in _subsets(3):
                for drawn in _subsets(2):
                    for want in ([], ["gt"], ["gt", "gt"], ["gt", "hwf", "gt"], ["gt"] * 4):
                        for kani in range(3):
                            for want_kani in range(3):
                                legal = (
                                    to != seat
                                    and 0 in (seat, to)
                                    and all(i < len(state.hands[seat]) for i in hand)
                                    and (not drawn or (seat == 0 and drawn == [0]))
                                    and bool(hand or drawn or want)
                                    and len(want) <= can_give[to]
                                    and kani <= kanit[seat]
                                    and want_kani <= kanit[to]
                                )
                                body = {"to": to, "hand": hand, "drawn": drawn, "want": want, "kani": kani}
                                made = BOOK.read_move({"type": "offer", **body, "want_kani": want_kani})
                                assert forms.fits(found, "offer", made) == legal, made
                                seen += legal
    # 0 to 1: 15 × 2; 0 to 2: 7 × 2 × 2; 1 to 0: 7 × 2; 2 to 0: 3 × 2 × 2
    assert seen == 84


def _subsets(n: int) -> list[list[int]]:
    return [list(chosen) for size in range(n + 1) for chosen in combinations(range(n), size)]


@pytest.mark.rule("KAN-24")
@pytest.mark.parametrize(
    "want",
    [["gt"], ["gt", "gt"], ["gt", "hwf"], ["gt", "gt", "hwf"], ["gt", "hwf", "jallu"], ["hwf", "hwf"], ["gt"] * 3],
)
@pytest.mark.parametrize("drawn", [[], ["gt"], ["gt", "gt"], ["gt", "hwf"], ["jallu", "hwf"]])
def test_the_forms_of_acceptances_are_exactly_the_ways_to_fill_an_offer(want: list[str], drawn: list[str]) -> None:
    hand = ["gt", "hwf", "gt", "jallu", "kossu", "gt"]
    state = trading([hand, ["hwf"]], drawn=drawn)
    made = offer(state, 1, 0, hand=[0], want=want)
    found = [one for one in play.legal(state, 0) if one.type == "accept"]
    ways = [
        (list(from_hand), list(from_drawn))
        for n in range(len(want) + 1)
        for from_hand in combinations(range(len(hand)), n)
        for from_drawn in combinations(range(len(drawn)), len(want) - n)
        if sorted([*(hand[i] for i in from_hand), *(drawn[i] for i in from_drawn)]) == sorted(want)
    ]
    listed = [(one.get("hand", []), one.get("drawn", [])) for accept_form in found for one in accept_form.moves()]
    assert sorted(listed) == sorted(ways)
    assert all(list(one.fields["offer"].values()) == [made] for one in found)
