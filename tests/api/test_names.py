"""Names: what is kept of them, and when two are the same."""

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import Invalid
from referee.match import names
from tests.api.checks import pointers, refused
from tests.api.kit import Table


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana \n", "Ana"),
        ("A\u0000n\u0007a", "Ana"),
        ("A\u200bn\u202ea\ufeff\u00ad", "Ana"),
        ("\uff21\uff4e\uff41", "Ana"),
        ("\u2460 \ufb01", "1 fi"),
        ("e\u0301", "\u00e9"),
        ("e\u200d\u0301", "\u00e9"),
        ("\u00a0Ana\u3000", "Ana"),
        ("\u5c0f\u65e9\u5ddd", "\u5c0f\u65e9\u5ddd"),
        (40 * "x", 40 * "x"),
        (39 * "x" + 2 * "\u200b" + "x ", 40 * "x"),
        (40 * "\U0001f0a1", 40 * "\U0001f0a1"),
    ],
)
def test_names_are_normalised_trimmed_and_freed_of_what_can_not_be_seen(given_: str, kept: str) -> None:
    assert names.clean(given_, "") == kept


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        ("An\u034fa", "Ana"),  # combining grapheme joiner
        ("\u3164Ana\u115f\uffa0", "Ana"),  # Hangul fillers
        ("A\ufe0fna\U000e0101", "Ana"),  # variation selectors
        ("\u17b4A\u180bn\U0001d173a", "Ana"),
        ("A\u2800na\U0001d159", "Ana"),  # an empty Braille pattern, a note without a head
        ("A\u2028n\u2029a", "Ana"),
        ("A\ue000na\U0010ffff", "Ana"),
        ("Ana \u2003 \u1680 Bo", "Ana Bo"),
        ("Ana\u200b \u200bBo", "Ana Bo"),
        ("!", "!"),
        ("7", "7"),
        ("e\u0301\u0323\u0324\u0325", "\u1eb9\u0324\u0325\u0301"),
    ],
)
def test_nothing_remains_of_what_nobody_sees_and_white_space_is_one_space(given_: str, kept: str) -> None:
    assert names.clean(given_, "") == kept


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\U0001d159", "\u0301", "\u0301\u0302 \u0303", "\ufe0f"])
def test_a_name_has_more_than_marks_and_fillers(name: str) -> None:
    with pytest.raises(Invalid, match="1 to 40"):
        names.clean(name, "")


def test_more_than_three_combining_marks_in_a_row_are_refused() -> None:
    assert names.clean("x\u0316\u0317\u0318y\u0316", "") == "x\u0316\u0317\u0318y\u0316"
    with pytest.raises(Invalid, match="combining marks"):
        names.clean("Anx\u0316\u0317\u0318\u0319a", "")


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u0000\u001f", "\u202e\u202c \u2066", 41 * "x", 14 * "\ufb03"])
def test_a_name_has_one_to_forty_characters_after_that(name: str) -> None:
    with pytest.raises(Invalid, match="1 to 40") as refusal:
        names.clean(name, "/seats/1")
    assert refusal.value.faults[0].pointer == "/seats/1"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana", "ANA"),
        ("Stra\u00dfe", "STRASSE"),
        ("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2", "\u03c3\u03af\u03c3\u03c5\u03c6\u03bf\u03c3"),
        ("\u0130x", "i\u0307x"),
        ("\u1f80", "\u1f00\u03b9"),
        ("\u03aa\u0301", "\u0390"),
    ],
)
def test_names_that_differ_only_in_case_are_the_same(one: str, other: str) -> None:
    with pytest.raises(Invalid, match="another seat"):
        names.check_unique(names.clean(one, ""), [None, names.clean(other, "")], "/name")


def test_other_names_differ(client: FlaskClient) -> None:
    assert (
        client.post("/v1/matches", json={"game": "kobayakawa", "seats": ["Ana", "An\u00e1", "Anna"]}).status_code == 201
    )


def test_a_name_that_looks_the_same_after_normalisation_is_refused(client: FlaskClient) -> None:
    answer = client.post("/v1/matches", json={"game": "kobayakawa", "seats": ["Ana", "\uff21\u200bNA", "Cy"]})
    assert pointers(refused(answer, 422, "validation-failed")) == ["/seats/1"]


def test_what_is_kept_is_what_everybody_is_told(client: FlaskClient) -> None:
    table = Table.create(client, seats=[" \uff21na\u200b", "Bo", {"open": True}])
    claimed = table.post("/seats", {"name": "C\u0000y "}).json
    assert claimed["name"] == "Cy"
    assert [seat["name"] for seat in table.get().json["seats"]] == ["Ana", "Bo", "Cy"]
    assert table.get("/events").json["events"][0]["data"] == {"name": "Cy"}


@given(st.text(st.characters(codec="utf-8")))
def test_cleaning_a_clean_name_changes_nothing(name: str) -> None:
    try:
        kept = names.clean(name, "")
    except Invalid:
        return
    assert names.clean(kept, "") == kept
    assert 1 <= len(kept) <= 40
    assert kept == kept.strip()


def test_a_seat_without_a_name_gets_one_that_nobody_has(client: FlaskClient) -> None:
    body = client.post("/v1/matches", json={"game": "kobayakawa", "seats": ["SEAT 1", {}, {}]}).json
    assert [seat["name"] for seat in body["seats"]] == ["SEAT 1", "Seat 1'", "Seat 2"]
