"""What a text is made of: the language asked for, the names of now, what the viewer knows and nothing else."""

import subprocess
import sys

import pytest

from referee.words import component_name, event_text, form_text, language

NAMES = ["Ana", "Bo", "Iris"]


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("tag", "lang"),
    [("en", "en"), ("es", "es"), ("fi", "fi"), ("es-MX", "es"), ("es_419", "es"), ("FI-fi", "fi"), ("en-GB", "en")],
)
def test_a_region_speaks_its_language(tag: str, lang: str) -> None:
    assert language(tag) == lang


@pytest.mark.parametrize("tag", ["", "sv", "est", "fil", "*", "es'", "zh-Hant", "\u2068fi"])
def test_what_there_are_no_words_in_is_english(tag: str) -> None:
    assert language(tag) == "en"


REPLACED = {"type": "replaced", "seat": 0, "data": {"kobayakawa": 7, "covered": 3}}


def test_a_replacement_is_told_in_three_languages() -> None:
    told = [plain(event_text("kobayakawa", REPLACED, NAMES, lang)) for lang in ("en", "es", "fi")]
    assert told == [
        "Ana replaced the Kobayakawa: it is the 7 now and was the 3",
        "Ana sustituyó el Kobayakawa: ahora es el 7, antes era el 3",
        "Ana vaihtoi Kobayakawan: nyt 7, aiemmin 3",
    ]


def test_a_player_is_called_by_the_name_of_now_kept_apart_for_its_direction() -> None:
    assert "\u2068עדי\u2069" in event_text("kobayakawa", REPLACED, ["עדי", "Bo"], "fi")


@pytest.mark.parametrize("name", ["{ $seat }", "{$x}", "none", "%s", "<b>", "-- component-7"])
def test_a_name_is_never_read_as_a_message(name: str) -> None:
    text = event_text("kobayakawa", {"type": "passed", "seat": 0, "data": {}}, [name, "Bo"], "en")
    assert text == f"\u2068{name}\u2069 passes"


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    left = {"type": "seat_left", "seat": 1, "data": {}}
    assert event_text("kinmo", left, ["Ana", None], "es") == "el puesto 1 se ha ido"


@pytest.mark.parametrize("lang", ["en", "es", "fi"])
def test_what_only_one_seat_knows_is_told_to_it_alone(lang: str) -> None:
    drew = {"type": "refilled", "seat": 0, "data": {"pile": 2}}
    own = {**drew, "private": {"card": "minttukaakao"}}
    audited = {**drew, "private": {"0": {"card": "minttukaakao"}}}
    assert "minttukaakao" in event_text("kanipeli", own, NAMES, lang)
    assert "minttukaakao" not in event_text("kanipeli", drew, NAMES, lang)
    assert event_text("kanipeli", audited, NAMES, lang) == event_text("kanipeli", drew, NAMES, lang)


def test_finnish_inflects_cards_and_leaves_names_alone() -> None:
    drank = {"type": "drank", "seat": 1, "data": {"drink": "taskulammin", "cards": 3, "kani": 1}}
    offered = {
        "type": "offered",
        "seat": 0,
        "data": {
            "offer": 4, "to": 1, "give": ["lappari", "kossu", "lappari"], "kani": 2, "want": [], "want_kani": 1,
            "replaces": None,
        },
    }  # fmt: skip
    assert plain(event_text("kanipeli", drank, NAMES, "fi")) == "Bo juo 3 taskulämmintä ja saa 1 känin"
    assert plain(event_text("kanipeli", offered, NAMES, "fi")) == (
        "Ana tekee tarjouksen 4 pelaajalle Bo: tarjolla 2 lapparia ja kossu ja lisäksi 2 käniä; vastineeksi 1 käni"
    )


@pytest.mark.parametrize(("count", "told"), [(1, "descartó una carta;"), (2, "descartó 2 cartas;")])
def test_spanish_counts(count: int, told: str) -> None:
    event = {"type": "discarded", "seat": 0, "data": {"count": count, "top": "thief"}}
    assert told in event_text("kinmo", event, NAMES, "es")


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        (["Ana", "Bo"], "Ana y Bo"),
        (["Bo", "Iris"], "Bo e Iris"),
        (["Ana", "Hilda"], "Ana e Hilda"),
        (["Ana", "Hiati"], "Ana y Hiati"),
        (["Ana", "Bo", "Inés"], "Ana, Bo e Inés"),
    ],
)
def test_spanish_says_e_before_i(winners: list[str], told: str) -> None:
    result = {"winners": list(range(len(winners))), "scores": [5] * len(winners), "reason": "points"}
    event = {"type": "finished", "seat": None, "data": result}
    assert told in plain(event_text("kinmo", event, winners, "es"))


@pytest.mark.parametrize(
    ("seats", "told"),
    [([0, 1], "Ana o Bo"), ([1, 3], "Bo u Olga"), ([0, 4], "Ana u Hoda"), ([0, 1, 3], "Ana, Bo u Olga")],
)
def test_spanish_says_u_before_o(seats: list[int], told: str) -> None:
    form = {"type": "take_up_bot", "fields": {"seat": {"one_of": seats}}}
    assert told in plain(form_text("kinapa", form, ["Ana", "Bo", "Iris", "Olga", "Hoda"], "es"))


def test_a_form_tells_what_it_leaves_to_choose() -> None:
    thieves = {
        "type": "play_set",
        "fields": {
            "cards": {"pick": ["thief"] * 3, "min": 3, "max": 3, "ordered": True},
            "target": {"one_of": [1, 2]},
        },
    }
    assert plain(form_text("kinmo", thieves, NAMES, "en")) == "Play 3 thieves as a set against Bo or Iris"
    healing = {"type": "play_set", "fields": {"cards": {"pick": ["healing"] * 3, "min": 3, "max": 3}}}
    assert plain(form_text("kinmo", healing, NAMES, "fi")) == "Pelaa sarja: 3 parannusta"


@pytest.mark.parametrize(
    ("place", "seats", "told"),
    [
        (1, 3, "from Bo"),
        (3, 3, "from the BOT hand"),
        (2, 2, "from the BOT hand of Ana"),
        (3, 2, "from the BOT hand of Bo"),
    ],
)
def test_a_hand_is_a_players_or_a_bot_hand_or_the_one_beside_a_player(place: int, seats: int, told: str) -> None:
    took = {"type": "took", "seat": 0, "data": {"place": place, "card": None}}
    assert plain(event_text("kinapa", took, NAMES[:seats], "en")).endswith(told)


@pytest.mark.parametrize(
    ("game", "slug", "name"),
    [
        ("kobayakawa", "11", "11"),
        ("kinapa", "shelter-16", "refugio 16"),
        ("kinapa", "15-16", "objeto 15-16"),
        ("kanipeli", "taskulammin", "taskulämmin"),
        ("teatime", "kmakici+kapa+usagi-2", "Kmakici & Ka-pa & Usagi 2"),
        ("teatime", "sweet-4-steaks-2", "dulce 4 con 2 filetes"),
        ("teatime", "kmakici-steaks-1", "Kmakici con 1 filete"),
    ],
)
def test_cards_and_pieces_have_names(game: str, slug: str, name: str) -> None:
    assert component_name(game, slug, "es") == name


def test_nothing_is_loaded_before_a_text_is_asked_for() -> None:
    code = "import sys, referee.words; sys.exit(any(m.split('.')[0] in ('fluent', 'babel') for m in sys.modules))"
    subprocess.run([sys.executable, "-c", code], check=True)
