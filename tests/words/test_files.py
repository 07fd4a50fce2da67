"""Every language says all that English says, from the same arguments."""

import re

import pytest

from referee.api.problems import PROBLEMS
from referee.games import GAMES
from referee.match.happenings import HAPPENINGS
from referee.words import problem_detail, problem_title, rule_text
from tests.words.files import FOLDERS, TRANSLATED, arguments, entries

each_folder = pytest.mark.parametrize("folder", FOLDERS)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)

NUMBERS = re.compile(r"[A-Z]{3}-[0-9]+|[0-9]+")
"""Rules and figures that a rule names."""

LATER = {"seat_left", "seat_opened", "rematch"}
"""Events of the contract's that are told besides those of `happenings`."""


@each_folder
@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_language_has_the_messages_and_arguments_of_english(folder: str, lang: str) -> None:
    assert arguments(folder, lang) == arguments(folder, "en")


@each_game
def test_a_game_has_words_for_all_that_it_names(game) -> None:
    have = set(arguments(game.id, "en"))
    wanted = {f"event-{kind.name}" for kind in game.kinds}
    wanted |= {f"event-{kind.name}.private" for kind in game.kinds if kind.private}
    wanted |= {f"phase-{phase}" for phase in game.phases if phase != "over"}
    wanted |= {f"option-{option}" for option in game.Options.__struct_fields__}
    wanted |= {f"option-{option}.about" for option in game.Options.__struct_fields__}
    for move in game.moves:
        wanted.add(f"move-{move.__struct_config__.tag}")
        wanted |= {f"move-{move.__struct_config__.tag}.{field}" for field in move.__struct_fields__}
    assert wanted <= have, sorted(wanted - have)
    spoken = ("event-", "phase-", "option-", "move-")
    unused = {name for name in have - wanted if name.startswith(spoken)}
    assert not unused, "words for nothing there is"


def test_the_service_has_words_for_what_happens_in_every_match_and_for_every_refusal() -> None:
    have = set(arguments("service", "en"))
    events = {str(event.__struct_config__.tag) for event in HAPPENINGS} | LATER
    wanted = {f"event-{type_}" for type_ in events - {"finished"}}  # the game says how it ended
    wanted |= {f"status-{status}" for status in ("open", "active", "finished", "aborted")}
    wanted |= {"phase-open", "phase-over", "seat"}
    wanted |= {f"problem-{code}" for code in PROBLEMS} | {f"problem-{code}.detail" for code in PROBLEMS}
    assert wanted <= have, sorted(wanted - have)


@pytest.mark.parametrize("code", PROBLEMS)
def test_english_refusals_say_what_the_answers_say(code: str) -> None:
    assert problem_title(code, "en") == PROBLEMS[code].title
    assert problem_detail(code, "en") == PROBLEMS[code].text


@each_game
def test_card_names_stand_in_one_place(game) -> None:
    for lang in ("en", "es", "fi"):
        named = {entry.id.name: entry for entry in entries(game.id, lang)}
        file = (FOLDERS[game.id] / f"words.{lang}.ftl").read_text(encoding="utf-8")
        text = file[file.index("\nphase-") :]
        for card in (one.id for one in game.components if one.kind == "card"):
            entry = named.get(f"component-{card}")
            if entry is None:
                continue  # named by its family, from its number
            name = entry.value.elements[0].value
            assert not re.search(rf"(?<![-\w]){re.escape(name)}(?![-\w])", text), f"{name} ({lang}) stands twice"


@each_game
def test_english_rules_are_those_of_the_rule_book(game) -> None:
    for rule in GAMES[game.id].rules.values():
        assert rule_text(game.id, rule.id, "en") == rule.text


@each_game
@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_rule_is_translated_with_its_numbers_and_references(game, lang: str) -> None:
    book = GAMES[game.id].rules
    assert [entry.id.name for entry in entries(game.id, lang, "rules")] == [f"rule-{rule}" for rule in book]
    for rule in book.values():
        text = rule_text(game.id, rule.id, lang)
        assert set(NUMBERS.findall(text)) == set(NUMBERS.findall(rule.text)), f"{rule.id}: {text}"
        assert text != rule.text
