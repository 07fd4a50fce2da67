"""Prompts: what a person types becomes exactly a value that the form allows."""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.cli import prompts
from referee.games.forms import Between, ListOf, OneOf, Pick

YES_NO = {"one_of": [False, True]}
CARDS = {"pick": ["thief", "thief", "healing"], "min": 1, "max": 3, "ordered": True}
GIFTS = {"pick": [0, 1, 2], "min": 0, "max": 2, "ordered": False}
WANT = {"list_of": ["gt", "jallu"], "min": 0, "max": 2}
MAYBE = {"one_of": [None, "green", "blue"]}
SOME = {"one_of": [[0], [1, 2]]}


@pytest.mark.parametrize(
    ("domain", "typed", "value"),
    [
        ({"one_of": [3, 9]}, "9", 9),
        (YES_NO, "yes", True),
        (YES_NO, "N", False),
        (MAYBE, "Blue", "blue"),
        (MAYBE, "b", "blue"),
        (MAYBE, "2", "green"),
        (MAYBE, "none", None),
        (MAYBE, "", None),
        (SOME, "1+2", [1, 2]),
        (CARDS, "healing thief,thief", ["healing", "thief", "thief"]),
        (CARDS, "th", ["thief"]),
        (GIFTS, "2, 0", [2, 0]),
        (GIFTS, "", []),
        (GIFTS, "none", []),
        (WANT, "gt gt", ["gt", "gt"]),
        ({"between": [0, 4]}, "3", 3),
        ({"between": [0, 4]}, "", 0),
        ({"between": [-2, -1]}, "-2", -2),
    ],
)
def test_what_is_typed_is_read(domain: dict[str, Any], typed: str, value: Any) -> None:
    got = prompts.read(domain, typed)
    assert got == value
    assert type(got) is type(value)
    kind = {"one_of": OneOf, "pick": Pick, "list_of": ListOf, "between": Between}[next(iter(domain))]
    assert kind(**domain).holds(got)


@pytest.mark.parametrize(
    ("domain", "typed"),
    [
        ({"one_of": [3, 9]}, "1"),
        ({"one_of": [3, 9]}, ""),
        ({"one_of": ["kapa", "kapa+usagi"]}, "k"),
        (YES_NO, "maybe"),
        (CARDS, ""),
        (CARDS, "healing healing"),
        (CARDS, "thief thief thief"),
        (CARDS, "gem-blue"),
        (GIFTS, "0 1 2"),
        (WANT, "gt gt jallu"),
        ({"between": [1, 4]}, ""),
        ({"between": [1, 4]}, "5"),
        ({"between": [1, 4]}, "two"),
        ({"between": [1, 4]}, "²"),
    ],
)
def test_what_the_field_does_not_allow_is_not_read(domain: dict[str, Any], typed: str) -> None:
    with pytest.raises(prompts.NotThis, match="please"):
        prompts.read(domain, typed)


def asked(form: dict[str, Any], *typed: str) -> tuple[dict[str, Any], list[str], list[str]]:
    """Answer prompts one after the other; returns the move, the prompts and what was said."""
    answers: Iterator[str] = iter(typed)
    questions: list[str] = []
    said: list[str] = []

    def ask(prompt: str) -> str:
        questions.append(prompt)
        return next(answers)

    return prompts.fields(form, ask, said.append), questions, said


def test_every_field_with_a_choice_is_asked_for_until_it_fits() -> None:
    move, questions, said = asked(
        {"type": "offer", "fields": {"want": WANT, "kani": {"between": [0, 4]}}}, "x", "", "2"
    )
    assert move == {"type": "offer", "want": [], "kani": 2}
    assert questions[0] == "want (0 to 2 of gt, jallu, also repeatedly; Enter for none): "
    assert len(questions) == 3
    assert "one of gt | jallu, please" in said[0]


@pytest.mark.parametrize(
    ("domain", "value"),
    [
        ({"one_of": [4]}, 4),
        ({"pick": [1, 2], "min": 2, "max": 2, "ordered": False}, [1, 2]),
        ({"pick": ["thief", "thief"], "min": 2, "max": 2, "ordered": True}, ["thief", "thief"]),
        ({"list_of": ["gt"], "min": 0, "max": 0}, []),
        ({"between": [3, 3]}, 3),
    ],
)
def test_a_field_without_a_choice_is_filled_in(domain: dict[str, Any], value: Any) -> None:
    move, questions, _ = asked({"type": "give", "fields": {"card": domain}})
    assert move == {"type": "give", "card": value}
    assert questions == []


def test_an_order_that_matters_is_asked_for() -> None:
    domain = {"pick": ["a", "b"], "min": 2, "max": 2, "ordered": True}
    assert asked({"type": "x", "fields": {"cards": domain}}, "b a")[0] == {"type": "x", "cards": ["b", "a"]}


def test_b_goes_back_to_the_forms() -> None:
    with pytest.raises(prompts.Back):
        asked({"type": "keep", "fields": {"card": {"one_of": [3, 9]}}}, "b")


def test_a_move_can_be_typed_as_json() -> None:
    assert prompts.typed_json('{"type": "fight"}') == {"type": "fight"}
    for wrong in ("{", "[1]", "3"):
        with pytest.raises(prompts.NotThis):
            prompts.typed_json(wrong)
