"""A turn of Teatime: drawing, playing, UFOs, complete and pass."""

from typing import Any

import pytest

from referee.errors import IllegalMove, Invalid, NotYourTurn
from referee.games.events import Event
from referee.games.teatime import play, view
from referee.games.teatime.events import OwnCard
from referee.games.teatime.state import Laid
from tests.games.teatime.world import BOOK, by_catalogue, chips, forms, move, table_state


def refused(state: Any, seat: int, kind: str, **fields: Any) -> dict[str, Any]:
    """Why a move is illegal; the state stays as it was."""
    before = BOOK.encode(state)
    with pytest.raises(IllegalMove) as error:
        move(state, seat, kind, **fields)
    assert BOOK.encode(state) == before
    return {"rule": error.value.extra["rule"]["id"], "field": error.value.extra.get("field")}


def types(events: list[Event]) -> list[str]:
    return [event.type for event in events]


@pytest.mark.rule("TEA-5", "TEA-16", "TEA-20")
def test_the_next_turn_begins_with_a_draw_only_its_player_sees() -> None:
    state = table_state([["kmakici"], ["kapa"], ["kapa"]], ["sakana"], deck=["usagi-2", "kintaro"], played=1)
    events = move(state, 0, "end_turn")
    assert types(events) == ["ended_turn", "turn_began", "drew"]
    assert [event.seat for event in events] == [0, 1, 1]
    assert events[1].data == {"may_pass": True}
    assert events[2].data == {"deck": 1}
    assert events[2].private == {1: OwnCard("usagi-2")}
    assert view.hand(state, 1) == ["kapa", "usagi-2"]
    assert (state.turn, state.played) == (1, 0)


@pytest.mark.rule("TEA-5")
def test_a_hand_has_no_limit() -> None:
    hand = ["kmakici"] * 7 + ["kintaro"] * 7 + ["sakana"] * 7
    state = table_state([["kmakici"], hand], ["sakana"], deck=["usagi-2"], played=1)
    move(state, 0, "end_turn")
    assert len(state.hands[1]) == 22


@pytest.mark.rule("TEA-16")
def test_the_turn_of_the_last_seat_is_followed_by_seat_0() -> None:
    state = table_state([["kmakici"], ["kapa"]], ["sakana"], played=1)
    state.turn = 1
    move(state, 1, "end_turn")
    assert play.awaiting(state) == {0}


@pytest.mark.rule("TEA-6")
def test_one_to_three_cards_and_then_the_player_stops_of_their_own_accord() -> None:
    state = table_state([["kmakici", "kintaro", "kapa", "usagi-1"], ["kapa"]], ["usagi-2"])
    assert forms(state, 0) == [
        {"type": "play", "fields": {"card": {"one_of": ["kmakici", "kintaro", "kapa", "usagi-1"]}}},
        {"type": "pass"},
    ]
    assert types(move(state, 0, "play", card="kmakici")) == ["played"]
    assert forms(state, 0) == [
        {"type": "play", "fields": {"card": {"one_of": ["kintaro", "kapa", "usagi-1"]}}},
        {"type": "end_turn"},
    ]
    move(state, 0, "play", card="kintaro")
    move(state, 0, "play", card="usagi-1")
    assert view.table(state).played == 3
    assert forms(state, 0) == [{"type": "end_turn"}]
    assert refused(state, 0, "play", card="kapa") == {"rule": "TEA-6", "field": None}


@pytest.mark.rule("TEA-6")
def test_a_turn_does_not_end_by_itself_when_nothing_more_can_be_played() -> None:
    state = table_state([["kmakici", "kmakici"], ["kapa"]], ["sakana"])
    move(state, 0, "play", card="kmakici")
    assert forms(state, 0) == [{"type": "end_turn"}]


@pytest.mark.rule("TEA-6")
def test_nobody_stops_before_playing_a_card() -> None:
    state = table_state([["kmakici"], ["kapa"]], ["sakana"])
    assert refused(state, 0, "end_turn") == {"rule": "TEA-6", "field": None}


@pytest.mark.rule("TEA-6")
def test_only_cards_in_hand_can_be_played() -> None:
    state = table_state([["kmakici", "usagi-1"], ["kapa", "ufo"]], ["sakana"])
    assert refused(state, 0, "play", card="kapa") == {"rule": "TEA-6", "field": "card"}
    assert refused(state, 0, "ufo", on=0) == {"rule": "TEA-6", "field": None}


@pytest.mark.rule("TEA-6")
def test_out_of_turn_nobody_moves() -> None:
    state = table_state([["kmakici"], ["kapa"]], ["sakana"])
    assert play.legal(state, 1) == []
    with pytest.raises(NotYourTurn):
        move(state, 1, "play", card="kapa")


@pytest.mark.rule("TEA-6")
@pytest.mark.parametrize(
    "body",
    [
        {"type": "play"},
        {"type": "play", "card": "ufo"},
        {"type": "play", "card": "taopurin"},
        {"type": "play", "card": "kapa+kmakici"},
        {"type": "play", "card": 3},
        {"type": "play", "card": "kapa", "on": 0},
        {"type": "ufo"},
        {"type": "ufo", "on": -1},
        {"type": "ufo", "on": 200},
        {"type": "ufo", "on": "0"},
        {"type": "ufo", "on": True},
        {"type": "draw"},
    ],
)
def test_what_could_never_be_a_move(body: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        BOOK.read_move(body)


@pytest.mark.rule("TEA-7", "TEA-8")
def test_two_usagi_and_kintaro_showing_only_sakana_can_be_played() -> None:
    state = table_state([["usagi-2", "kintaro", "sakana"], ["kapa"]], ["usagi-1", "usagi-2", "kintaro"])
    assert play.playable(state, 0) == ["sakana"]
    assert refused(state, 0, "play", card="kintaro") == {"rule": "TEA-7", "field": "card"}
    assert refused(state, 0, "play", card="usagi-2") == {"rule": "TEA-8", "field": "card"}


@pytest.mark.rule("TEA-7")
def test_the_table_is_shared() -> None:
    state = table_state([["kmakici", "kapa"], ["kmakici"]])
    move(state, 0, "play", card="kmakici")
    move(state, 0, "end_turn")
    assert refused(state, 1, "play", card="kmakici") == {"rule": "TEA-7", "field": None}


@pytest.mark.rule("TEA-8")
def test_a_third_colour_of_usagi_stands_beside_the_two() -> None:
    state = table_state([["usagi-3"], ["kapa"]], ["usagi-1", "usagi-2"])
    move(state, 0, "play", card="usagi-3")
    assert view.table(state).showing == ["usagi-1", "usagi-2", "usagi-3"]


@pytest.mark.rule("TEA-8", "TEA-11")
def test_three_usagi_colours_and_kmakici_kintaro_are_three_kinds_and_not_complete() -> None:
    state = table_state([["kmakici+kintaro", "kapa"], ["kapa"]], ["usagi-1", "usagi-2", "usagi-3"])
    assert types(move(state, 0, "play", card="kmakici+kintaro")) == ["played"]
    assert len(play.showing(state)) == 5
    assert not play.is_complete(play.showing(state))
    assert state.turn == 0
    assert len(state.path) == 3


@pytest.mark.rule("TEA-9")
@pytest.mark.parametrize("shown", ["kmakici", "kintaro", "kintaro+sakana"])
def test_a_card_with_two_characters_needs_both_absent(shown: str) -> None:
    state = table_state([["kmakici+kintaro", "usagi-1"], ["kapa"]], [shown])
    assert refused(state, 0, "play", card="kmakici+kintaro") == {"rule": "TEA-9", "field": "card"}


@pytest.mark.rule("TEA-9")
def test_a_card_with_two_characters_brings_both() -> None:
    state = table_state([["kmakici+kintaro", "kmakici", "kintaro", "kapa"], ["kapa"]], ["sakana"])
    (event,) = move(state, 0, "play", card="kmakici+kintaro")
    assert event.data == {"card": "kmakici+kintaro"}
    assert view.table(state).showing == ["kmakici", "kintaro", "sakana"]
    assert play.playable(state, 0) == ["kapa"]


@pytest.mark.rule("TEA-10", "TEA-6")
def test_a_ufo_on_kmakici_then_kmakici_kintaro_a_third_card_and_no_fourth() -> None:
    state = table_state([["ufo", "ufo", "kmakici+kintaro", "kapa", "usagi-1"], ["kapa"]], ["kmakici"])
    assert refused(state, 0, "play", card="kmakici+kintaro") == {"rule": "TEA-9", "field": "card"}
    (event,) = move(state, 0, "ufo", on=0)
    assert event.type == "covered"
    assert event.data == {"on": 0, "card": "kmakici"}
    assert view.table(state).showing == []
    move(state, 0, "play", card="kmakici+kintaro")
    move(state, 0, "play", card="usagi-1")
    assert [(laid.card, laid.covered) for laid in view.table(state).cards] == [
        ("kmakici", True),
        ("kmakici+kintaro", False),
        ("usagi-1", False),
    ]
    assert refused(state, 0, "play", card="kapa") == {"rule": "TEA-6", "field": None}
    assert refused(state, 0, "ufo", on=1) == {"rule": "TEA-6", "field": None}


@pytest.mark.rule("TEA-10")
def test_a_covered_card_is_not_covered_again() -> None:
    state = table_state([["ufo", "kapa"], ["kapa"]], ["kmakici*", "sakana", "kintaro"])
    assert {"type": "ufo", "fields": {"on": {"one_of": [1, 2]}}} in forms(state, 0)
    assert refused(state, 0, "ufo", on=0) == {"rule": "TEA-10", "field": "on"}
    assert refused(state, 0, "ufo", on=3) == {"rule": "TEA-10", "field": "on"}


@pytest.mark.rule("TEA-10")
@pytest.mark.parametrize("cards", [[], ["kmakici*"]])
def test_no_ufo_where_no_friend_card_shows(cards: list[str]) -> None:
    state = table_state([["ufo", "kapa"], ["kapa"]], cards)
    assert "ufo" not in [form["type"] for form in forms(state, 0)]
    assert refused(state, 0, "ufo", on=0) == {"rule": "TEA-10", "field": None}


@pytest.mark.rule("TEA-10", "TEA-16")
def test_a_ufo_alone_may_be_the_turn() -> None:
    state = table_state([["ufo", "kapa"], ["kapa"]], ["kmakici", "kintaro"])
    move(state, 0, "ufo", on=1)
    move(state, 0, "end_turn")
    assert state.turn == 1
    assert view.table(state).showing == ["kmakici"]
    assert view.table(state).may_pass


@pytest.mark.rule("TEA-10", "TEA-12")
def test_a_table_on_which_everything_is_covered_still_lets_a_player_pass() -> None:
    state = table_state([["ufo"], ["kapa"]], ["kmakici*"])
    assert forms(state, 0) == [{"type": "pass"}]


@pytest.mark.rule("TEA-10")
def test_a_card_covered_this_turn_may_have_been_played_this_turn() -> None:
    state = table_state([["ufo", "kapa", "kapa"], ["kapa"]], ["kmakici"])
    move(state, 0, "play", card="kapa")
    move(state, 0, "ufo", on=1)
    move(state, 0, "play", card="kapa")
    assert state.cards == [Laid("kmakici"), Laid("kapa", True), Laid("kapa")]


@pytest.mark.rule("TEA-11")
@pytest.mark.parametrize("usagi", ["usagi-1", "usagi-2", "usagi-3"])
def test_any_usagi_on_the_other_four_is_complete(usagi: str) -> None:
    state = table_state([[usagi, "kapa"], ["kapa"]], ["kmakici", "kintaro", "kapa", "sakana"], ["kapa"])
    events = move(state, 0, "play", card=usagi)
    assert types(events) == ["played", "completed", "cleared", "turn_began", "drew"]
    assert events[1].data == {"sweet": "sweet-1", "path": 2}
    assert state.sweets == [chips("sweet-1:1"), []]


@pytest.mark.rule("TEA-11", "TEA-13", "TEA-14")
def test_complete_ends_the_turn_at_once_and_the_same_player_goes_on_afresh() -> None:
    state = table_state(
        [["kapa+sakana", "usagi-1", "kmakici", "usagi-2"], ["kapa"]],
        ["kmakici", "kintaro", "kapa*"],
        deck=["ufo", "kapa"],
        discards=["sakana"],
    )
    move(state, 0, "play", card="usagi-1")
    events = move(state, 0, "play", card="kapa+sakana")
    assert types(events) == ["played", "completed", "cleared", "turn_began", "drew"]
    assert [event.seat for event in events[3:]] == [0, 0]
    assert events[2].data == {"discards": 7}
    assert events[3].data == {"may_pass": False}
    assert by_catalogue(state.discards) == [
        "kmakici",
        "kintaro",
        "kapa",
        "sakana",
        "usagi-1",
        "kapa+sakana",
        "ufo",
    ]
    table = view.table(state)
    assert (table.turn, table.played, table.cards, table.showing, table.may_pass) == (0, 0, [], [], False)
    assert view.hand(state, 0) == ["kmakici", "usagi-2", "ufo"]
    assert forms(state, 0) == [{"type": "play", "fields": {"card": {"one_of": ["kmakici", "usagi-2"]}}}]


@pytest.mark.rule("TEA-11", "TEA-10")
def test_covered_characters_do_not_count_for_a_complete() -> None:
    state = table_state([["usagi-1", "kapa"], ["kapa"]], ["kmakici", "kintaro*", "kapa", "sakana"])
    assert types(move(state, 0, "play", card="usagi-1")) == ["played"]
    assert len(state.path) == 3


@pytest.mark.rule("TEA-12", "TEA-13", "TEA-20")
def test_a_pass_takes_the_first_chip_steak_side_up_and_its_back_stays_hidden() -> None:
    state = table_state(
        [["kmakici"], ["kapa"]], ["kintaro"], deck=["usagi-1"], path=["kmakici:2", "sweet-1:1", "sweet-2:3"]
    )
    events = move(state, 0, "pass")
    assert types(events) == ["passed", "cleared", "turn_began", "drew"]
    assert events[0].data == {"steaks": 2, "forced": False, "path": 2}
    assert not any(event.private for event in events[:3])
    table = view.table(state)
    assert (table.players[0].steaks, table.players[0].sweets) == ([2], [])
    assert table.path == [1, 3]
    assert (table.turn, table.cards, table.discards) == (0, [], 1)


@pytest.mark.rule("TEA-12")
def test_who_could_play_may_pass_all_the_same_but_not_after_playing() -> None:
    state = table_state([["kmakici", "kapa"], ["kapa"]], ["kintaro"])
    assert {"type": "pass"} in forms(state, 0)
    move(state, 0, "play", card="kmakici")
    assert refused(state, 0, "pass") == {"rule": "TEA-12", "field": None}


@pytest.mark.rule("TEA-14")
def test_on_a_first_turn_only_a_friend_card_can_be_played() -> None:
    state = table_state([["kmakici", "ufo"], ["kapa"]])
    assert forms(state, 0) == [{"type": "play", "fields": {"card": {"one_of": ["kmakici"]}}}]
    assert not view.table(state).may_pass
    assert refused(state, 0, "pass") == {"rule": "TEA-14", "field": None}
    move(state, 0, "play", card="kmakici")
    assert {"type": "end_turn"} in forms(state, 0)


@pytest.mark.rule("TEA-14", "TEA-13")
def test_passing_twice_in_a_row_is_not_possible() -> None:
    state = table_state([["kmakici"], ["kapa"]], ["kintaro"])
    move(state, 0, "pass")
    assert refused(state, 0, "pass") == {"rule": "TEA-14", "field": None}


@pytest.mark.rule("TEA-15", "TEA-14")
def test_with_ufos_only_after_a_pass_the_referee_passes_and_the_left_begins() -> None:
    state = table_state(
        [["ufo", "ufo"], ["kapa"], ["kapa"]],
        ["kmakici"],
        deck=["ufo", "kintaro", "sakana", "usagi-1"],
        path=["sweet-1:1", "sweet-2:2", "sweet-3:1", "sweet-3:3"],
    )
    events = move(state, 0, "pass")
    assert [(event.type, event.seat) for event in events] == [
        ("passed", 0),
        ("cleared", None),
        ("turn_began", 0),
        ("drew", 0),
        ("passed", 0),
        ("drew", 0),
        ("turn_began", 1),
        ("drew", 1),
    ]
    assert events[4].data == {"steaks": 2, "forced": True, "path": 2}
    assert events[5].private == {0: OwnCard("kintaro")}
    assert events[6].data == {"may_pass": False}
    assert state.hands == [["ufo", "ufo", "ufo", "kintaro"], ["kapa", "sakana"], ["kapa"]]
    assert [chip.steaks for chip in state.steaks[0]] == [1, 2]
    assert forms(state, 1) == [{"type": "play", "fields": {"card": {"one_of": ["kapa", "sakana"]}}}]


@pytest.mark.rule("TEA-15")
def test_a_drawn_friend_card_saves_from_the_forced_pass() -> None:
    state = table_state([["ufo", "ufo"], ["kapa"]], ["kmakici"], deck=["kintaro"])
    move(state, 0, "pass")
    assert forms(state, 0) == [{"type": "play", "fields": {"card": {"one_of": ["kintaro"]}}}]
    assert len(state.path) == 2


@pytest.mark.rule("TEA-15")
def test_forced_passes_follow_one_another_round_the_table_until_someone_can_play() -> None:
    state = table_state(
        [["ufo"], ["ufo"]],
        ["kmakici"],
        deck=["ufo", "ufo", "ufo", "kapa", "ufo", "kintaro"],
        path=["sweet-1:1", "sweet-1:2", "sweet-1:1", "sweet-1:3", "sweet-1:3"],
    )
    events = move(state, 0, "pass")
    assert [(event.seat, event.data["forced"]) for event in events if event.type == "passed"] == [
        (0, False),
        (0, True),  # with ufo, ufo
        (1, True),  # with ufo, ufo; then draws kapa
        (0, True),  # with ufo, ufo, ufo and the ufo drawn; then draws kintaro
    ]
    assert play.awaiting(state) == {1}
    assert view.hand(state, 1) == ["kmakici", "kapa", "ufo", "ufo"], "kmakici came back from the discards"
    assert len(state.path) == 1


@pytest.mark.rule("TEA-15", "TEA-19")
def test_a_forced_pass_that_takes_the_last_chip_ends_the_match_without_another_draw() -> None:
    state = table_state([["ufo"], ["kapa"]], ["kmakici"], deck=["ufo", "kintaro"], path=["sweet-1:1", "sweet-2:3"])
    events = move(state, 0, "pass")
    assert types(events) == ["passed", "cleared", "turn_began", "drew", "passed"]
    assert play.phase(state) == "over"
    assert state.hands[0] == ["ufo", "ufo"]


@pytest.mark.rule("TEA-17")
def test_an_empty_deck_is_made_of_the_discards_and_not_of_the_table() -> None:
    state = table_state(
        [["kmakici"], ["kapa"]], ["sakana", "kintaro"], played=1, discards=["usagi-3", "usagi-1", "ufo"]
    )
    events = move(state, 0, "end_turn")
    assert types(events) == ["ended_turn", "turn_began", "reshuffled", "drew"]
    assert events[2].data == {"deck": 3}
    assert events[3].data == {"deck": 2}
    assert state.discards == []
    assert by_catalogue([*state.deck, state.hands[1][-1]]) == ["usagi-1", "usagi-3", "ufo"]
    assert len(state.cards) == 2


@pytest.mark.rule("TEA-17")
def test_the_deck_is_not_made_anew_before_a_card_is_needed() -> None:
    state = table_state([["kmakici"], ["kapa"]], ["sakana"], deck=["kapa"], played=1, discards=["usagi-3"])
    events = move(state, 0, "end_turn")
    assert "reshuffled" not in types(events)
    assert (state.deck, state.discards) == ([], ["usagi-3"])


@pytest.mark.rule("TEA-17")
def test_no_deck_and_no_discards_no_card_is_drawn() -> None:
    state = table_state([["kmakici"], ["kapa"]], ["sakana"], played=1)
    assert types(move(state, 0, "end_turn")) == ["ended_turn", "turn_began"]
    assert state.hands[1] == ["kapa"]


@pytest.mark.rule("TEA-17")
@pytest.mark.parametrize("hand", [["kmakici", "usagi-1"], []])
def test_who_can_play_nothing_and_may_pass_has_only_the_pass(hand: list[str]) -> None:
    state = table_state([hand, ["kapa"]], ["kmakici", "usagi-1"])
    assert forms(state, 0) == [{"type": "pass"}]


@pytest.mark.rule("TEA-17", "TEA-15")
def test_a_player_who_must_play_and_holds_no_card_at_all_is_made_to_pass() -> None:
    state = table_state(
        [[], [], []],
        ["kmakici"],
        deck=["ufo"],
        path=["sweet-1:1", "sweet-2:1", "sweet-3:1", "sweet-3:2", "sweet-4:3"],
    )
    events = move(state, 0, "pass")
    assert [(event.type, event.seat) for event in events] == [
        ("passed", 0),
        ("cleared", None),
        ("turn_began", 0),
        ("drew", 0),  # the ufo
        ("passed", 0),
        ("reshuffled", None),
        ("drew", 0),  # kmakici
        ("turn_began", 1),
        ("passed", 1),
        ("turn_began", 2),
        ("passed", 2),
        ("turn_began", 0),
    ]
    assert view.hand(state, 0) == ["kmakici", "ufo"]
    assert forms(state, 0) == [{"type": "play", "fields": {"card": {"one_of": ["kmakici"]}}}]
    assert [view.table(state).players[seat].steaks for seat in range(3)] == [[1, 1], [1], [2]]
