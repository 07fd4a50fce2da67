"""Känipeli: offers, deals, and what they leave open."""

from typing import Any

import msgspec
import pytest

from referee.errors import Invalid
from referee.games.kanipeli import play, view
from tests.games.kanipeli.build import BOOK, form, given, move, names, offer, refused, trading, types

# Who trades, and when it ends


@pytest.mark.rule("KAN-10", "KAN-24")
def test_the_player_on_turn_ends_the_trading_and_open_offers_lapse() -> None:
    state = trading()
    first = offer(state, 1, 0, hand=[0])
    second = offer(state, 0, 2, hand=[0])
    assert refused(state, 1, "end_trading")[0] == "KAN-10"
    assert play.awaiting(state) == {0, 2}
    events = move(state, 0, "end_trading")
    assert [(event.type, event.seat, event.data) for event in events] == [
        ("trading_ended", 0, {}),
        ("lapsed", None, {"offers": [first, second]}),
    ]
    assert view.table(state).offers == []
    assert state.phase == "place"
    state.tables[2] = {9: 1}
    assert refused(state, 0, "accept", offer=first)[0] == "KAN-10"
    assert refused(state, 0, "offer", to=1, hand=[0])[0] == "KAN-10"
    assert refused(state, 2, "decline", offer=second)[0] == "KAN-10"


@pytest.mark.rule("KAN-10")
def test_trading_goes_on_for_as_long_as_the_player_on_turn_wants() -> None:
    state = trading()
    for _ in range(20):
        made = offer(state, 0, 1, drawn=[0])
        move(state, 1, "decline", offer=made)
    assert state.phase == "trade"
    assert play.awaiting(state) == {0}


@pytest.mark.rule("KAN-10", "KAN-11")
def test_with_nothing_to_place_step_4_follows_at_once() -> None:
    state = trading(drawn=["lappari"])
    move(state, 1, "accept", offer=offer(state, 0, 1, drawn=[0]))
    assert view.table(state).drawn == []
    state.aside[1], state.tables[1] = [], {1: 1}
    move(state, 0, "end_trading")
    assert state.phase == "refill"


@pytest.mark.rule("KAN-20")
def test_trades_are_between_the_player_on_turn_and_one_other() -> None:
    state = trading()
    assert refused(state, 1, "offer", to=2, hand=[0]) == ("KAN-20", "to", {"one_of": [0]})
    assert refused(state, 0, "offer", to=0, hand=[0]) == ("KAN-20", "to", {"one_of": [1, 2]})
    assert refused(state, 0, "offer", to=3, hand=[0])[0] == "KAN-20"


@pytest.mark.rule("KAN-20", "KAN-24")
def test_awaited_are_the_player_on_turn_and_those_with_an_offer_to_answer() -> None:
    state = trading()
    assert play.awaiting(state) == {0}
    offer(state, 2, 0, hand=[0])
    assert play.awaiting(state) == {0}
    offer(state, 0, 1, want=["kossu"])
    assert play.awaiting(state) == {0, 1}


# What may be given


@pytest.mark.rule("KAN-21", "KAN-23", "KAN-11")
def test_stoutti_for_a_drawn_lappari() -> None:
    state = trading()
    made = offer(state, 0, 1, drawn=[0], want=["stoutti"])
    (event,) = move(state, 1, "accept", offer=made, hand=[1])
    assert (event.type, event.seat, event.private) == ("traded", 1, {})
    assert event.data == {
        "offer": made,
        "maker": 0,
        "got": ["lappari"],
        "got_kani": 0,
        "gave": ["stoutti"],
        "gave_kani": 0,
    }
    assert view.hand(state, 1) == ["gt", "hauki"]
    assert view.hand(state, 0) == ["hwf", "kossu"]
    assert view.table(state).drawn == ["punkku"]
    assert [player.aside for player in view.table(state).players] == [["stoutti"], ["lappari"], []]
    assert view.table(state).offers == []


@pytest.mark.rule("KAN-23")
def test_a_card_received_cannot_be_traded_again() -> None:
    state = trading()
    move(state, 1, "accept", offer=offer(state, 0, 1, drawn=[0], want=["stoutti"]), hand=[1])
    made = offer(state, 2, 0, hand=[0], want=["stoutti"])
    assert "accept" not in types(state, 0)
    assert refused(state, 0, "accept", offer=made, hand=[0])[0] == "KAN-23"
    assert refused(state, 0, "offer", to=2, drawn=[1])[0] == "KAN-21"


@pytest.mark.rule("KAN-21")
def test_only_the_player_on_turn_gives_drawn_cards() -> None:
    state = trading()
    assert refused(state, 1, "offer", to=0, drawn=[0])[0] == "KAN-21"
    made = offer(state, 0, 1, hand=[0], want=["punkku"])
    assert refused(state, 1, "accept", offer=made, drawn=[1])[0] == "KAN-21"


@pytest.mark.rule("KAN-21")
@pytest.mark.parametrize("fields", [{"hand": [2]}, {"hand": [0, 0]}, {"hand": [0], "drawn": [2]}, {"drawn": [1, 1]}])
def test_only_cards_one_has_each_once(fields: dict[str, Any]) -> None:
    assert refused(trading(), 0, "offer", to=1, **fields)[0] == "KAN-21"


@pytest.mark.rule("KAN-21")
def test_from_any_place_in_the_hand_the_rest_keeping_its_order() -> None:
    state = trading([["hwf"], ["gt", "stoutti", "hauki", "kossu", "jallu"]])
    made = offer(state, 1, 0, hand=[3, 1])
    assert given(state) == [["stoutti", "kossu"]]
    move(state, 0, "accept", offer=made)
    assert view.hand(state, 1) == ["gt", "hauki", "jallu"]
    assert view.table(state).players[0].aside == ["stoutti", "kossu"]


@pytest.mark.rule("KAN-21", "KAN-28")
def test_tables_cannot_be_traded_and_offers_show_kinds_not_places() -> None:
    state = trading([["kossu", "hwf"], ["gt", "gt"]], tables=[{"jallu": 2}, {"jallu": 1}])
    (event,) = move(state, 0, "offer", to=1, hand=[0, 1], drawn=[1], want=["jallu", "hwf"])
    shown = {"to": 1, "give": ["hwf", "punkku", "kossu"], "kani": 0, "want": ["hwf", "jallu"], "want_kani": 0}
    assert (event.type, event.seat, event.private) == ("offered", 0, {})
    assert event.data == {"offer": 1, **shown, "replaces": None}
    assert msgspec.to_builtins(view.table(state).offers) == [{"offer": 1, "from": 0, **shown}]
    assert "accept" not in types(state, 1)
    assert refused(state, 1, "accept", offer=1, hand=[0])[0] == "KAN-24"


@pytest.mark.rule("KAN-22")
def test_a_deal_needs_a_card_on_either_side() -> None:
    state = trading(kanit=[2, 2])
    assert refused(state, 0, "offer", to=1)[0] == "KAN-22"
    assert refused(state, 0, "offer", to=1, kani=1, want_kani=1)[0] == "KAN-22"
    for fields in ({"hand": [0]}, {"drawn": [0]}, {"want": ["gt"]}, {"kani": 1, "want": ["gt"]}):
        offer(state, 0, 1, **fields)


@pytest.mark.rule("KAN-22")
def test_gifts_can_be_made_and_asked_for_and_turned_down() -> None:
    state = trading()
    gift = offer(state, 0, 1, drawn=[0, 1])
    wish = offer(state, 2, 0, want=["hwf"])
    (event,) = move(state, 1, "decline", offer=gift)
    assert (event.type, event.seat, event.data) == ("declined", 1, {"offer": gift})
    assert form(state, 0, "accept") == {
        "offer": {"one_of": [wish]},
        "hand": {"pick": [0], "min": 1, "max": 1, "ordered": False},
    }
    move(state, 0, "accept", offer=wish, hand=[0])
    assert view.table(state).players[2].aside == ["hwf"]
    assert view.hand(state, 0) == ["kossu"]


@pytest.mark.rule("KAN-22", "KAN-23")
def test_kanit_on_either_side_change_owner_at_once_the_last_won_first() -> None:
    state = trading(tables=[{"jallu": 3}, {"hauki": 2}])
    move(state, 0, "drink", drink="jallu")
    move(state, 1, "drink", drink="hauki")
    made = offer(state, 0, 1, kani=2, want=["gt"], want_kani=1)
    (event,) = move(state, 1, "accept", offer=made, hand=[0])
    assert (event.data["got_kani"], event.data["gave_kani"]) == (2, 1)
    assert names(state.kanit[0]) == ["jallu", "hauki"]
    assert names(state.kanit[1]) == ["hauki", "jallu", "jallu"]
    assert "buy_third_hand" in types(state, 1)
    assert "buy_third_hand" not in types(state, 0)


@pytest.mark.rule("KAN-22")
def test_nobody_offers_more_kanit_than_they_have() -> None:
    state = trading(kanit=[1])
    assert refused(state, 0, "offer", to=1, hand=[0], kani=2) == ("KAN-22", "kani", {"between": (0, 1)})
    assert refused(state, 1, "offer", to=0, hand=[0], kani=1)[0] == "KAN-22"


# Accepting


@pytest.mark.rule("KAN-24")
def test_whoever_accepts_picks_which_cards_fill_it() -> None:
    state = trading()
    made = offer(state, 0, 2, drawn=[0], want=["jallu", "gt"])
    assert form(state, 2, "accept") == {"offer": {"one_of": [made]}, "hand": {"one_of": [[0, 2], [1, 2], [2, 3]]}}
    refusal = refused(state, 2, "accept", offer=made, hand=[0, 1])
    assert refusal == ("KAN-24", "hand", {"one_of": [[0, 2], [1, 2], [2, 3]]})
    move(state, 2, "accept", offer=made, hand=[1, 2])
    assert view.hand(state, 2) == ["jallu", "jallu"]


@pytest.mark.rule("KAN-24", "KAN-21")
def test_the_player_on_turn_fills_an_offer_from_hand_and_drawn_cards() -> None:
    state = trading([["gt", "hwf"], ["kossu"]], drawn=["gt", "punkku"])
    made = offer(state, 1, 0, hand=[0], want=["gt", "gt"])
    move(state, 0, "accept", offer=made, hand=[0], drawn=[0])
    assert view.hand(state, 0) == ["hwf"]
    assert view.table(state).drawn == ["punkku"]
    assert [player.aside for player in view.table(state).players] == [["kossu"], ["gt", "gt"]]


@pytest.mark.rule("KAN-24")
def test_an_offer_the_other_cannot_fill_stays_open_without_a_way_to_accept() -> None:
    state = trading(kanit=[0, 3])
    cards = offer(state, 0, 2, drawn=[0], want=["hauki"])
    kanit = offer(state, 0, 1, drawn=[1], want_kani=1)
    assert types(state, 2) == ["offer", "decline"]
    assert refused(state, 2, "accept", offer=cards, hand=[0])[0] == "KAN-24"
    assert "accept" in types(state, 1)
    move(state, 1, "buy_third_hand")
    assert [one.id for one in state.offers] == [cards, kanit]
    assert types(state, 1) == ["offer", "decline"]
    assert refused(state, 1, "accept", offer=kanit)[0] == "KAN-24"
    assert play.awaiting(state) == {0, 1, 2}


@pytest.mark.rule("KAN-24")
def test_only_who_an_offer_was_made_to_answers_it_and_only_its_maker_withdraws_it() -> None:
    state = trading()
    made = offer(state, 0, 1, drawn=[0])
    assert refused(state, 2, "accept", offer=made)[0] == "KAN-24"
    assert refused(state, 2, "decline", offer=made)[0] == "KAN-24"
    assert refused(state, 1, "withdraw", offer=made)[0] == "KAN-24"
    (event,) = move(state, 0, "withdraw", offer=made)
    assert (event.type, event.seat, event.data) == ("withdrew", 0, {"offer": made})
    assert refused(state, 1, "accept", offer=made)[0] == "KAN-24"
    assert refused(state, 0, "withdraw", offer=made)[0] == "KAN-24"
    with pytest.raises(Invalid):
        BOOK.read_move({"type": "accept", "offer": 0})


@pytest.mark.rule("KAN-24")
def test_a_new_offer_to_the_same_player_replaces_the_old() -> None:
    state = trading()
    old = offer(state, 0, 1, drawn=[0])
    other = offer(state, 0, 2, drawn=[0])
    back = offer(state, 1, 0, hand=[0])
    (event,) = move(state, 0, "offer", to=1, drawn=[1])
    assert event.data["replaces"] == old
    assert [one.id for one in state.offers] == [other, back, back + 1]
    assert refused(state, 1, "accept", offer=old)[0] == "KAN-24"
    assert form(state, 1, "accept") == {"offer": {"one_of": [back + 1]}}


# Offers follow their cards, or lapse


@pytest.mark.rule("KAN-24")
def test_an_offer_follows_its_cards_as_the_hand_closes_up() -> None:
    state = trading([["hwf", "gt", "kossu", "gt", "jallu"], ["gt"], ["gt"]])
    first = offer(state, 0, 1, hand=[0, 2])
    second = offer(state, 0, 2, hand=[1, 4], drawn=[1])
    (event,) = move(state, 1, "accept", offer=first)
    assert event.type == "traded"
    assert view.hand(state, 0) == ["gt", "gt", "jallu"]
    assert given(state) == [["punkku", "gt", "jallu"]]
    assert state.offers[0].hand == [0, 2]
    move(state, 2, "accept", offer=second)
    assert view.hand(state, 0) == ["gt"]
    assert view.table(state).players[2].aside == ["punkku", "gt", "jallu"]


@pytest.mark.rule("KAN-24")
def test_a_drawn_card_on_offer_moves_up_when_the_one_before_it_is_traded() -> None:
    state = trading()
    second = offer(state, 0, 2, drawn=[1])
    move(state, 1, "accept", offer=offer(state, 0, 1, drawn=[0]))
    move(state, 2, "accept", offer=second)
    assert view.table(state).players[2].aside == ["punkku"]
    assert view.table(state).drawn == []


@pytest.mark.rule("KAN-24")
def test_an_offer_lapses_when_its_maker_has_traded_a_card_of_it_even_with_another_of_the_kind() -> None:
    state = trading([["gt", "gt", "gt"], ["hwf"], ["hwf"]])
    same = offer(state, 0, 2, hand=[0, 1])
    accepted = offer(state, 0, 1, hand=[1])
    events = move(state, 1, "accept", offer=accepted)
    assert [(event.type, event.seat) for event in events] == [("traded", 1), ("lapsed", None)]
    assert events[1].data == {"offers": [same]}
    assert state.offers == []
    state.tables[2] = {0: 1}
    assert refused(state, 2, "accept", offer=same)[0] == "KAN-24"


@pytest.mark.rule("KAN-24")
def test_an_offer_of_the_accepting_side_lapses_too_when_its_card_fills_another() -> None:
    state = trading()
    back = offer(state, 1, 0, hand=[1])
    made = offer(state, 0, 1, drawn=[0], want=["stoutti"])
    events = move(state, 1, "accept", offer=made, hand=[1])
    assert events[-1].data == {"offers": [back]}


@pytest.mark.rule("KAN-24")
def test_an_offer_of_the_accepting_side_follows_its_card() -> None:
    state = trading()
    back = offer(state, 1, 0, hand=[2])
    made = offer(state, 0, 1, drawn=[0], want=["stoutti"])
    move(state, 1, "accept", offer=made, hand=[1])
    assert given(state) == [["hauki"]]
    move(state, 0, "accept", offer=back)
    assert view.table(state).players[0].aside == ["stoutti", "hauki"]


@pytest.mark.rule("KAN-24", "KAN-18")
def test_an_offer_lapses_when_its_maker_no_longer_has_the_kanit() -> None:
    state = trading(kanit=[4])
    much = offer(state, 0, 1, drawn=[0], kani=2)
    little = offer(state, 0, 2, drawn=[1], kani=1)
    events = move(state, 0, "buy_third_hand")
    assert [(event.type, event.data) for event in events] == [("third_hand", {}), ("lapsed", {"offers": [much]})]
    assert [one.id for one in state.offers] == [little]


@pytest.mark.rule("KAN-24")
def test_kanit_given_in_one_deal_are_missing_in_the_next_but_kanit_received_count() -> None:
    state = trading(kanit=[2, 1])
    lost = offer(state, 0, 2, drawn=[1], kani=2)
    events = move(state, 1, "accept", offer=offer(state, 0, 1, drawn=[0], kani=1))
    assert events[-1].data == {"offers": [lost]}
    state = trading(kanit=[2, 1])
    offer(state, 0, 2, drawn=[1], kani=2)
    events = move(state, 1, "accept", offer=offer(state, 0, 1, drawn=[0], kani=1, want_kani=1))
    assert [event.type for event in events] == ["traded"]
    assert len(state.offers) == 1


@pytest.mark.rule("KAN-24")
def test_cards_leave_a_hand_only_when_the_deal_is_struck() -> None:
    state = trading()
    offer(state, 0, 1, hand=[0], drawn=[0])
    offer(state, 1, 0, hand=[0, 1, 2])
    assert [len(hand) for hand in state.hands] == [2, 3, 4]
    assert view.table(state).drawn == ["lappari", "punkku"]


@pytest.mark.rule("KAN-24")
@pytest.mark.parametrize("hand", [[1, 2], [2, 1]])
def test_the_cards_that_fill_an_offer_are_a_set_in_any_order(hand: list[int]) -> None:
    state = trading()
    made = offer(state, 0, 2, drawn=[0], want=["jallu", "gt"])
    move(state, 2, "accept", offer=made, hand=hand)
    assert view.hand(state, 2) == ["jallu", "jallu"]
