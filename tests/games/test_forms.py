"""Move forms: the four domains, and what fits a form."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games import forms
from referee.games.forms import Between, Form, ListOf, OneOf, Pick
from referee.randomness import Stream


class Offer(msgspec.Struct, tag="offer"):
    """A move with a field of every kind."""

    card: int | None = None
    cards: tuple[str, ...] = ()
    want: tuple[str, ...] = ()
    kani: int = 0


DOMAINS: list[tuple[Any, list[Any], list[Any]]] = [
    (OneOf([3, 9]), [3, 9], [4, None, "3", True, 3.0, [3]]),
    (OneOf([1, "1", None]), [1, "1", None], [True, 0, "", "None"]),
    (OneOf([True, False]), [True, False], [1, 0, None, "true"]),
    (OneOf([]), [], [None, 0, ""]),
    (Between((0, 4)), [0, 1, 2, 3, 4], [-1, 5, None, "2", True, 2.0, 2.5]),
    (Between((-1, 1)), [-1, 0, 1], [2, False]),
    (Between((7, 7)), [7], [6, 8]),
    (ListOf(["a", "b"], 0, 2), [[], ["a"], ["b"], ["a", "a"], ["a", "b"], ["b", "a"], ["b", "b"]], []),
    (ListOf(["a", "b"], 1, 1), [["a"], ["b"]], [[], ["c"], ["a", "a"], "a", None, ["a", None], {"a": 1}]),
    (ListOf([], 0, 0), [[]], [["a"]]),
    (Pick(["t", "t", "h"], 1, 2), [["h"], ["t"], ["h", "t"], ["t", "t"]], [[], ["h", "h"], ["x"], ["t", "t", "h"]]),
    (
        Pick(["t", "t", "h"], 1, 2, ordered=True),
        [["h"], ["t"], ["h", "t"], ["t", "h"], ["t", "t"]],
        [[], ["h", "h"], "h", None],
    ),
    (Pick(["a", "b", "c"], 0, 3), [[], ["a"], ["b"], ["c"], ["a", "b"], ["a", "c"], ["b", "c"], ["a", "b", "c"]], []),
    (Pick([], 0, 0), [[]], [["a"]]),
    (Pick([2, 5], 2, 2), [[2, 5]], [[2], [2, 2], [5, 5]]),
]
"""A domain, all of its values as `values` lists them, and some that are none of them."""

each = pytest.mark.parametrize(("domain", "values", "others"), DOMAINS, ids=lambda one: str(one)[:40])


@each
def test_a_domain_lists_its_values_each_once(domain: Any, values: list[Any], others: list[Any]) -> None:
    listed = list(domain.values())
    assert sorted(listed, key=repr) == sorted(values, key=repr)
    assert len({msgspec.json.encode(value) for value in listed}) == len(listed)


@each
def test_a_domain_holds_its_values_and_no_others(domain: Any, values: list[Any], others: list[Any]) -> None:
    assert all(domain.holds(value) for value in values)
    assert not [other for other in others if domain.holds(other)]


@each
def test_a_list_may_be_a_tuple_as_moves_keep_them(domain: Any, values: list[Any], others: list[Any]) -> None:
    assert all(domain.holds(tuple(value)) for value in values if isinstance(value, list))


@each
def test_count_is_the_number_of_values_or_a_bound_where_items_repeat(
    domain: Any, values: list[Any], others: list[Any]
) -> None:
    repeats = isinstance(domain, Pick) and len(set(domain.pick)) < len(domain.pick)
    assert domain.count() > len(values) if repeats else domain.count() == len(values)


@each
def test_samples_are_values_and_every_value_comes_up(domain: Any, values: list[Any], others: list[Any]) -> None:
    if not values:
        return
    stream = Stream(b"samples")
    samples = [domain.sample(stream.below) for _ in range(400)]
    assert all(domain.holds(sample) for sample in samples)
    bag = isinstance(domain, Pick) and not domain.ordered
    seen = {msgspec.json.encode(sorted(sample) if bag else sample) for sample in samples}
    assert seen == {msgspec.json.encode(value) for value in values}


def test_the_order_of_a_pick_matters_to_no_one_unless_it_is_ordered() -> None:
    assert Pick(["a", "b"], 2, 2).holds(["b", "a"])
    assert list(Pick(["b", "a"], 2, 2).values()) == [["a", "b"]]
    assert list(Pick(["b", "a"], 2, 2, ordered=True).values()) == [["a", "b"], ["b", "a"]]


def test_a_pick_of_a_long_hand_is_counted_without_being_listed() -> None:
    assert Pick(["x"] * 100, 0, 100).count() == 2**100
    assert ListOf(["a", "b"], 0, 10).count() == 2**11 - 1
    assert Pick(list("abcd"), 2, 2, ordered=True).count() == 12


def test_domains_are_written_as_the_contract_says() -> None:
    written = forms.to_json(
        [
            Form("fight"),
            Form("keep", {"card": OneOf([3, 9])}),
            Form("discard", {"cards": Pick(["thief", "thief", "healing"], 1, 3, ordered=True)}),
            Form("offer", {"want": ListOf(["gt", "jallu"], 0, 2), "kani": Between((0, 4))}),
        ]
    )
    assert msgspec.json.decode(msgspec.json.encode(written)) == [
        {"type": "fight"},
        {"type": "keep", "fields": {"card": {"one_of": [3, 9]}}},
        {
            "type": "discard",
            "fields": {"cards": {"pick": ["thief", "thief", "healing"], "min": 1, "max": 3, "ordered": True}},
        },
        {
            "type": "offer",
            "fields": {"want": {"list_of": ["gt", "jallu"], "min": 0, "max": 2}, "kani": {"between": [0, 4]}},
        },
    ]
    assert msgspec.to_builtins(Pick(["a"], 0, 1))["ordered"] is False


def test_writing_forms_directly_gives_the_same_json() -> None:
    form = Form("offer", {"want": ListOf(["gt"], 0, 2), "card": OneOf([None, 3])})
    assert msgspec.json.encode([form]) == msgspec.json.encode(forms.to_json([form]))


# Whole forms

FORM = Form("offer", {"card": OneOf([None, 3]), "cards": Pick(["a", "b"], 0, 2), "kani": Between((0, 4))})


@pytest.mark.parametrize(
    ("move", "faults"),
    [
        (Offer(), []),
        (Offer(card=3, cards=("b", "a"), kani=4), []),
        (Offer(card=4), ["card"]),
        (Offer(card=4, cards=("a", "a"), kani=5), ["card", "cards", "kani"]),
        (Offer(want=("gt",)), ["want"]),
        (Offer(kani=-1, want=("gt",)), ["kani", "want"]),
    ],
)
def test_faults_names_every_field_that_the_form_does_not_allow(move: Offer, faults: list[str]) -> None:
    assert FORM.faults(move) == faults
    assert forms.fits([FORM], "offer", move) == (not faults)


def test_a_field_that_must_not_be_left_out_is_at_fault_when_it_is_empty() -> None:
    form = Form("offer", {"card": OneOf([3]), "cards": Pick(["a"], 1, 1), "kani": Between((1, 2))})
    assert form.faults(Offer()) == ["card", "cards", "kani"]


class Draft(msgspec.Struct, tag="draft"):
    """A move whose fields have other defaults than null, no items and nought."""

    card: str
    ways: list[int] = []
    open: bool = False
    kani: int = 1


def test_what_a_field_left_out_means_is_its_default() -> None:
    assert forms.empty_values(Offer) == {"card": None, "cards": (), "want": (), "kani": 0}
    assert forms.empty_values(Draft) == {"ways": [], "open": False, "kani": 1}
    form = Form("draft", {"card": OneOf(["x"])})
    assert form.faults(Draft("x")) == []
    assert form.faults(Draft("x", open=True, kani=0, ways=[1])) == ["ways", "open", "kani"]


def test_a_move_fits_if_it_fits_one_form_of_its_type() -> None:
    two = [Form("offer", {"card": OneOf([1])}), Form("offer", {"card": OneOf([2]), "kani": Between((1, 1))})]
    assert forms.fits(two, "offer", Offer(card=1))
    assert forms.fits(two, "offer", Offer(card=2, kani=1))
    assert not forms.fits(two, "offer", Offer(card=1, kani=1)), "fields of two forms do not mix"
    assert not forms.fits(two, "accept", Offer(card=1))
    assert not forms.fits([], "offer", Offer(card=1))


def test_a_form_lists_and_counts_every_move() -> None:
    form = Form("offer", {"card": OneOf([None, 3]), "kani": Between((0, 1))})
    assert form.count() == 4
    assert list(form.moves()) == [
        {"type": "offer", "card": None, "kani": 0},
        {"type": "offer", "card": None, "kani": 1},
        {"type": "offer", "card": 3, "kani": 0},
        {"type": "offer", "card": 3, "kani": 1},
    ]
    assert list(Form("fight").moves()) == [{"type": "fight"}]
    assert Form("fight").count() == 1


@given(st.integers(0, 2**32 - 1))
def test_a_sampled_move_fits(chance: int) -> None:
    stream = Stream(chance.to_bytes(4, "big"))
    chosen = forms.sample([FORM, Form("offer", {"want": ListOf(["gt"], 1, 2)})], stream.below)
    move = msgspec.convert(chosen, Offer)
    assert forms.fits([FORM, Form("offer", {"want": ListOf(["gt"], 1, 2)})], "offer", move)


# What a refusal says would be allowed


def test_the_one_field_at_fault_is_named_with_its_domain() -> None:
    assert forms.allowed([FORM], "offer", Offer(card=4)) == ("card", OneOf([None, 3]))


def test_the_choices_of_several_forms_are_told_together() -> None:
    two = [Form("offer", {"card": OneOf([1, 2])}), Form("offer", {"card": OneOf([2, 5])})]
    assert forms.allowed(two, "offer", Offer(card=4)) == ("card", OneOf([1, 2, 5]))


def test_only_the_forms_nearest_to_the_move_are_told() -> None:
    two = [Form("offer", {"card": OneOf([1]), "kani": Between((1, 1))}), Form("offer", {"card": OneOf([2])})]
    assert forms.allowed(two, "offer", Offer(card=4)) == ("card", OneOf([2]))
    assert forms.allowed(two, "offer", Offer(card=4, kani=1)) == ("card", OneOf([1]))


def test_nothing_is_named_where_more_than_one_field_is_at_fault_or_none_is_the_one() -> None:
    assert forms.allowed([FORM], "offer", Offer(card=4, kani=9)) is None
    assert forms.allowed([FORM], "offer", Offer(want=("gt",))) is None, "a field the form does not list"
    assert forms.allowed([FORM], "accept", Offer(card=4)) is None
    assert forms.allowed([], "offer", Offer(card=4)) is None
    either = [Form("offer", {"card": OneOf([1])}), Form("offer", {"kani": Between((1, 2))})]
    assert forms.allowed(either, "offer", Offer()) is None, "either of two fields would do"


def test_a_domain_that_is_no_list_of_values_is_told_from_the_first_form() -> None:
    two = [Form("offer", {"kani": Between((1, 2))}), Form("offer", {"kani": Between((4, 5))})]
    assert forms.allowed(two, "offer", Offer(kani=3)) == ("kani", Between((1, 2)))
