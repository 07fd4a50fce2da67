"""All that the golden playthroughs tell is told in every language, with no word missing and nothing showing through."""

import base64
import json
import logging
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import GAMES
from referee.words import (
    LANGUAGES,
    component_name,
    event_text,
    field_text,
    form_text,
    option_about,
    option_text,
    phase_text,
    result_text,
    status_text,
)
from tests.upgrades.kit import RECORDS
from tests.words.golden import Golden, goldens

GOLDENS = list(goldens())
each_golden = pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: str(golden.case))
each_language = pytest.mark.parametrize("lang", LANGUAGES)

SHOWS_THROUGH = re.compile(r"[{}$]|\b[Nn]one\b|\bTrue\b|\bFalse\b|_|\s\s|^\s|\s$|\?\?\?| [,;:]")
"""What no text has: a placeholder, a value of the code, a slug, a gap."""


@pytest.fixture(autouse=True)
def no_word_is_missing(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(logging.getLogger("referee"), "propagate", True)
    with caplog.at_level(logging.WARNING, logger="referee"):
        yield
    assert [record.getMessage() for record in caplog.get_records("call")] == []


def check(text: str) -> None:
    assert text
    assert not SHOWS_THROUGH.search(text), text


@each_language
@each_golden
def test_every_event_is_told(golden: Golden, lang: str) -> None:
    for event in golden.events:
        check(event_text(golden.case.game.id, event, golden.names, lang))


@each_language
@each_golden
def test_every_form_and_its_fields_are_told(golden: Golden, lang: str) -> None:
    game = golden.case.game.id
    for form in golden.forms:
        check(form_text(game, form, golden.names, lang))
        for field in form.get("fields", {}):
            check(field_text(game, form["type"], field, lang))


@each_language
@each_golden
def test_phases_and_the_result_are_told(golden: Golden, lang: str) -> None:
    game = golden.case.game.id
    for phase in golden.phases | {"open", "over"}:
        check(phase_text(game, phase, lang))
    for result in golden.results:
        check(result_text(game, result, golden.names, lang))
        finished = {"type": "finished", "seat": None, "data": result}
        assert event_text(game, finished, golden.names, lang) == result_text(game, result, golden.names, lang)


@each_language
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_component_and_option_has_a_name_of_its_own(game, lang: str) -> None:
    names = [component_name(game.id, one.id, lang) for one in game.components]
    options = game.Options.__struct_fields__
    for text in [*names, *(f(game.id, one, lang) for one in options for f in (option_text, option_about))]:
        check(text)
    assert len(set(names)) == len(names)


RESULTS = {
    "kobayakawa": ("most_kamon", "last_player"),
    "kinmo": ("four_colours", "points"),
    "kinapa": ("all_laid", "stalled"),
    "kanipeli": ("most_kani",),
    "teatime": ("four_sweets", "fewest_steaks"),
}


@each_language
@pytest.mark.parametrize("game", RESULTS)
@pytest.mark.parametrize("winners", [[1], [0, 2]], ids=["alone", "together"])
def test_every_reason_to_win_is_told(game: str, winners: list[int], lang: str) -> None:
    for reason in RESULTS[game]:
        text = result_text(game, {"winners": winners, "scores": [7, 7, 7], "reason": reason}, ["Ana", "Bo", "Cy"], lang)
        check(text)
        assert all(name in text for name, seat in (("Ana", 0), ("Bo", 1), ("Cy", 2)) if seat in winners)


COMMON = [
    {"type": "seat_claimed", "seat": 1, "data": {"name": "Bo"}},
    *(
        {"type": "seat_changed", "seat": 1, "data": {"by": by, **changed}}
        for by in ("seat", "host", "clock")
        for changed in (
            {"name": "Bo"},
            {"controller": "bot:steady"},
            {"controller": "player"},
            {"token": True},
            {"name": "Bo", "controller": "player", "token": True},
        )
    ),
    {"type": "started", "seat": None, "data": {"options": {"first_seat": 0}, "table": {"turn": 0}}},
    {"type": "timed_out", "seat": 1, "data": {}},
    *({"type": "aborted", "seat": None, "data": {"reason": why}} for why in ("deleted", "too_long", "not_filled")),
    {"type": "seat_left", "seat": 1, "data": {}},
    {"type": "seat_opened", "seat": 1, "data": {}},
    {"type": "rematch", "seat": None, "data": {"rematch": "abcdefghijklmnopqrst"}},
]


@each_language
def test_what_happens_in_every_match_is_told_and_each_differs(lang: str) -> None:
    texts = [event_text("kinmo", event, ["Ana", "Bo"], lang) for event in COMMON]
    for text in texts:
        check(text)
    assert len(set(texts)) == len(texts)


@each_language
def test_the_states_of_a_match_have_different_names(lang: str) -> None:
    names = [status_text(status, lang) for status in ("open", "active", "finished", "aborted")]
    for name in names:
        check(name)
    assert len(set(names)) == 4


@each_language
@pytest.mark.parametrize("file", sorted(RECORDS.glob("*/*.json")), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_event_of_an_earlier_release_is_told(file: Path, lang: str) -> None:
    record = json.loads(file.read_text(encoding="utf-8"))
    seen = json.loads(zlib.decompress(base64.b64decode(record["seen"])))
    assert seen["events"]
    for event in seen["events"]:
        check(event_text(record["game"], event, ["Ana", "Bo", "Cy", "Di"], lang))
