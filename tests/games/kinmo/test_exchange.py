"""KINMO's exchange of cards."""

from typing import Any

import pytest

from referee.errors import NotYourTurn
from referee.games.kinmo import play, view
from referee.games.kinmo.events import OwnAnswer, Swapped
from referee.games.kinmo.state import State
from tests.games.kinmo.world import build, cards, forms, move, refused

KINDS = ["gem-green", "gem-blue", "gem-purple", "gem-orange", "thief", "chipote", "healing"]
HANDS = {0: "T T C H H", 1: "T blue blue H C", 2: "C C H green green", 3: "H H H T T"}


def offered(seats: int = 4, **fields: Any) -> State:
    state = build(seats, hands={seat: HANDS[seat] for seat in range(seats)})
    move(state, 0, "offer_exchange", **(fields or {"want": "gem", "promise": "thief"}))
    return state


def answers(state: State) -> list[str | None] | None:
    offer = view.table(state).offer
    return None if offer is None else list(offer.answers)


@pytest.mark.rule("KIN-9")
def test_anything_may_be_called_out_and_promised() -> None:
    state = build(3, hands={0: "T T C H H"})
    assert forms(state, 0, "offer_exchange") == [
        {"want": {"one_of": [*KINDS, "gem"]}, "promise": {"one_of": [None, *KINDS, "gem"]}}
    ]
    (event,) = move(state, 0, "offer_exchange", want="gem", promise="gem-green")
    assert (event.type, event.seat) == ("offered", 0)
    assert (event.data, event.private) == ({"want": "gem", "promise": "gem-green"}, {})
    table = view.table(state)
    assert table.offer is not None
    assert (table.offer.want, table.offer.promise) == ("gem", "gem-green")


@pytest.mark.rule("KIN-9")
def test_the_promise_may_be_left_out() -> None:
    state = offered(want="gem-blue")
    table = view.table(state)
    assert table.offer is not None
    assert (table.offer.want, table.offer.promise) == ("gem-blue", None)


@pytest.mark.rule("KIN-9")
def test_everybody_else_answers_at_once_and_once_only() -> None:
    state = offered()
    assert (state.phase, play.awaiting(state)) == ("answer", {1, 2, 3})
    assert play.legal(state, 0) == []
    move(state, 2, "decline_exchange")
    assert play.awaiting(state) == {1, 3}
    with pytest.raises(NotYourTurn):
        move(state, 2, "accept_exchange", card="gem-green")
    with pytest.raises(NotYourTurn):
        move(state, 0, "call_off")


@pytest.mark.rule("KIN-9")
def test_answers_are_sealed_until_all_are_in() -> None:
    state = offered()
    assert answers(state) == [None, None, None, None]
    (sealed,) = move(state, 3, "accept_exchange", card="healing")
    assert (sealed.type, sealed.seat, sealed.data) == ("answered", 3, {})
    assert sealed.private == {3: OwnAnswer(True, "healing")}
    (sealed,) = move(state, 1, "decline_exchange")
    assert sealed.data == {}
    assert sealed.private == {1: OwnAnswer(False, None)}
    assert answers(state) == [None, "hidden", None, "hidden"]
    _, opened = move(state, 2, "accept_exchange", card="gem-green")
    assert (opened.type, opened.seat, opened.private) == ("answers_opened", 0, {})
    assert opened.data == {"answers": [None, "declined", "accepted", "accepted"]}
    assert answers(state) == [None, "declined", "accepted", "accepted"]
    assert (state.phase, play.awaiting(state)) == ("partner", {0})


@pytest.mark.rule("KIN-9")
def test_an_acceptor_names_any_own_card_also_another_than_the_one_asked_for() -> None:
    state = offered(want="gem-blue")
    assert forms(state, 1, "accept_exchange") == [{"card": {"one_of": cards("blue T C H")}}]
    answer = refused(state, 1, "accept_exchange", card="gem-green")
    assert (answer["rule"], answer["field"]) == ("KIN-9", "card")
    assert answer["allowed"].one_of == cards("blue T C H")
    move(state, 1, "accept_exchange", card="chipote")
    assert view.hand(state, 1) == cards("blue blue T C H")


@pytest.mark.rule("KIN-9")
def test_the_mover_picks_an_acceptor_and_gives_any_card_for_the_one_named() -> None:
    state = offered()
    move(state, 1, "accept_exchange", card="chipote")
    move(state, 2, "accept_exchange", card="gem-green")
    move(state, 3, "decline_exchange")
    assert forms(state, 0, "exchange") == [{"partner": {"one_of": [1, 2]}, "card": {"one_of": cards("T C H")}}]
    (event,) = move(state, 0, "exchange", partner=1, card="healing")
    assert view.hand(state, 0) == cards("T T C C H")
    assert view.hand(state, 1) == cards("blue blue T H H")
    assert view.hand(state, 2) == cards("green green C C H")
    assert (event.type, event.seat, event.data) == ("exchanged", 0, {"partner": 1})
    assert event.private == {0: Swapped("healing", "chipote"), 1: Swapped("chipote", "healing")}
    table = view.table(state)
    assert (table.offer, table.offer_spent) == (None, False)
    assert (state.phase, play.awaiting(state)) == ("action", {1})


@pytest.mark.rule("KIN-9")
@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"partner": 3, "card": "thief"}, "partner"),
        ({"partner": 0, "card": "thief"}, "partner"),
        ({"partner": 9, "card": "thief"}, "partner"),
        ({"partner": 1, "card": "gem-green"}, "card"),
    ],
)
def test_the_partner_has_accepted_and_the_card_is_ones_own(fields: dict[str, Any], field: str) -> None:
    state = offered()
    move(state, 1, "accept_exchange", card="chipote")
    move(state, 2, "accept_exchange", card="gem-green")
    move(state, 3, "decline_exchange")
    answer = refused(state, 0, "exchange", **fields)
    assert (answer["rule"], answer["field"]) == ("KIN-9", field)


@pytest.mark.rule("KIN-9")
def test_while_an_offer_is_open_nothing_else_is_done() -> None:
    state = offered()
    assert refused(state, 1, "discard", cards=["thief"])["rule"] == "KIN-9"
    for seat in (1, 2, 3):
        move(state, seat, "accept_exchange", card="healing")
    assert refused(state, 0, "discard", cards=["thief"])["rule"] == "KIN-9"
    assert refused(state, 0, "offer_exchange", want="thief")["rule"] == "KIN-9"


@pytest.mark.rule("KIN-9")
def test_without_an_offer_there_is_nothing_to_answer() -> None:
    state = build(3, hands={0: "T T C H H"})
    assert refused(state, 0, "accept_exchange", card="thief")["rule"] == "KIN-9"
    assert refused(state, 0, "exchange", partner=1, card="thief")["rule"] == "KIN-9"


@pytest.mark.rule("KIN-10")
def test_when_everybody_declines_another_action_must_follow() -> None:
    state = offered()
    events = [event for seat in (3, 1, 2) for event in move(state, seat, "decline_exchange")]
    assert [event.type for event in events] == ["answered"] * 3 + ["answers_opened"]
    assert events[-1].data == {"answers": [None, "declined", "declined", "declined"]}
    table = view.table(state)
    assert (table.offer, table.offer_spent) == (None, True)
    assert (state.phase, play.awaiting(state)) == ("action", {0})
    assert [form.type for form in play.legal(state, 0)] == ["discard", "take_discard"]
    assert refused(state, 0, "offer_exchange", want="thief")["rule"] == "KIN-10"


@pytest.mark.rule("KIN-10")
def test_when_the_mover_calls_it_off_another_action_must_follow() -> None:
    state = offered()
    for seat in (1, 2, 3):
        move(state, seat, "accept_exchange", card="healing")
    (event,) = move(state, 0, "call_off")
    assert (event.type, event.seat, event.data, event.private) == ("called_off", 0, {}, {})
    assert view.hand(state, 0) == cards("T T C H H")
    table = view.table(state)
    assert (table.offer, table.offer_spent) == (None, True)
    assert play.awaiting(state) == {0}
    assert forms(state, 0, "offer_exchange") == []


@pytest.mark.rule("KIN-10")
def test_the_next_player_may_offer_again() -> None:
    state = offered()
    for seat in (1, 2, 3):
        move(state, seat, "decline_exchange")
    move(state, 0, "discard", cards=["thief"])
    assert view.table(state).offer_spent is False
    move(state, 1, "offer_exchange", want="thief")
    assert play.awaiting(state) == {0, 2, 3}


@pytest.mark.rule("KIN-10", "KIN-11", "KIN-12")
def test_after_the_offer_gems_can_be_traded_and_sets_played() -> None:
    state = build(3, hands={0: "H H H T C"}, gems={0: ["orange"] * 3}, bandages={0: 2}, offer_spent=True)
    assert [form.type for form in play.legal(state, 0)] == ["discard", "take_discard", "trade_gems", "play_set"]


@pytest.mark.rule("KIN-10", "KIN-34")
def test_after_the_offer_no_gem_is_swapped_with_a_team_mate() -> None:
    gems: dict[int, Any] = {0: ["orange", "orange"], 4: ["blue"]}
    state = build(8, gems=gems)
    assert len(forms(state, 0, "swap_team_gem")) == 1
    state = build(8, gems=gems, offer_spent=True)
    assert forms(state, 0, "swap_team_gem") == []
    assert refused(state, 0, "swap_team_gem", give="orange", team_mate=4, take="blue")["rule"] == "KIN-10"


@pytest.mark.rule("KIN-33")
def test_team_mates_answer_and_swap_like_everybody_else() -> None:
    state = build(8, hands={0: "T T C H H", 4: "blue blue C C H"})
    move(state, 0, "offer_exchange", want="gem-blue", promise="healing")
    assert play.awaiting(state) == {1, 2, 3, 4, 5, 6, 7}
    move(state, 4, "accept_exchange", card="gem-blue")
    for seat in (1, 2, 3, 5, 6, 7):
        move(state, seat, "decline_exchange")
    move(state, 0, "exchange", partner=4, card="healing")
    assert view.hand(state, 0) == cards("blue T T C H")
    assert view.hand(state, 4) == cards("blue C C H H")
