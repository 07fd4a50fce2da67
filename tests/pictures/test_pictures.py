"""The drawings: safe to show anywhere, there for whatever a view can name, and told apart by whoever sees no colour."""

import re
from xml.etree import ElementTree

import pytest

from referee.games import GAMES
from referee.games.teatime.components import CHARACTERS
from referee.pictures import address, pictures
from referee.pictures.drawing import Drawing
from referee.pictures.frames import INK, Face, card, ink_on
from referee.words import LANGUAGES, Language, component_name

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "g", "rect", "circle", "ellipse", "path", "text"}
ATTRIBUTES = {
    *("viewBox", "width", "height", "role", "x", "y", "rx", "ry", "cx", "cy", "r", "d", "transform"),
    *("fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin", "stroke-linecap"),
    *("font-size", "font-weight", "font-family", "text-anchor"),
}
ALL = [(game.id, slug) for game in GAMES.values() for slug in pictures(game.id)]
each_game = pytest.mark.parametrize("game", [game.id for game in GAMES.values()])


def parsed(game: str, slug: str) -> ElementTree.Element:
    return ElementTree.fromstring(pictures(game)[slug])


@each_game
def test_a_picture_is_plain_drawing_without_scripts_styles_or_anything_from_elsewhere(game: str) -> None:
    for slug, drawn in pictures(game).items():
        assert "<!" not in drawn, slug
        for element in ElementTree.fromstring(drawn).iter():
            assert element.tag in {SVG + name for name in ELEMENTS}, f"{slug}: {element.tag}"
            assert set(element.attrib) <= ATTRIBUTES, f"{slug}: {element.attrib}"
            assert not [one for one in element.attrib.values() if re.search(r"url|[:;&{}\\]", one)], slug


@each_game
def test_whoever_cannot_see_a_picture_reads_its_name(game: str) -> None:
    titles = []
    for slug in pictures(game):
        picture = parsed(game, slug)
        assert picture.get("role") == "img"
        first, second = list(picture)[:2]
        assert (first.tag, second.tag) == (SVG + "title", SVG + "desc")
        assert first.text is not None
        assert second.text is not None
        assert slug in second.text
        titles.append(first.text)
    assert len(set(titles)) == len(titles)


@each_game
def test_pictures_are_told_apart_without_colour_and_without_their_names(game: str) -> None:
    drawn = {}
    for slug in pictures(game):
        if not slug.startswith("back-"):
            picture = parsed(game, slug)
            for name in list(picture)[:2]:
                picture.remove(name)
            drawn[slug] = re.sub(r"#[0-9a-f]{6}", "", ElementTree.tostring(picture, encoding="unicode"))
    assert len(set(drawn.values())) == len(drawn)


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_a_language_pictures_are_called_as_people_call_the_pieces(game: str, lang: Language) -> None:
    assert set(pictures(game, lang)) == set(pictures(game))
    titles = {slug: ElementTree.fromstring(drawn)[0].text or "" for slug, drawn in pictures(game, lang).items()}
    for piece in GAMES[game].components:
        if "+" not in piece.id:
            assert titles[piece.id].casefold() == component_name(game, piece.id, lang).casefold()
    assert len(set(titles.values())) == len(titles)
    assert address(game, "back-card", lang).endswith(f"&lang={lang}")


def test_a_name_is_on_the_card_in_its_language_on_as_many_lines_as_it_needs() -> None:
    texts = [one.text for one in ElementTree.fromstring(pictures("kinmo", "fi")["gem-green"]).iter(f"{SVG}text")]
    assert texts == ["Vihreä", "jalokivikortti", "4"]


@each_game
def test_every_piece_has_a_picture_and_every_kind_a_back(game: str) -> None:
    box = GAMES[game].components
    ids = [piece.id for piece in box]
    assert len(set(ids)) == len(ids)
    assert {*ids, *(f"back-{piece.kind}" for piece in box)} <= set(pictures(game))


def test_every_card_that_a_sheet_of_teatime_may_list_has_a_picture() -> None:
    assert set(CHARACTERS) <= set(pictures("teatime"))


@each_game
def test_what_is_written_on_a_colour_can_be_read(game: str) -> None:
    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for piece in GAMES[game].components:
        assert re.fullmatch("#[0-9a-f]{6}", piece.color)
        low, high = sorted((luminance(piece.color), luminance(ink_on(piece.color))))
        assert (high + 0.05) / (low + 0.05) >= 4, f"{piece.id}: WCAG asks for 3 where letters are large"


def test_black_is_written_on_light_and_white_on_dark() -> None:
    assert ink_on("#ffffff") == ink_on("#f0c93a") == INK
    assert ink_on("#000000") == ink_on("#3b2f6b") == "#ffffff"


def test_words_cannot_leave_their_place() -> None:
    drawn = card('<script>"&', "a & b", "#ffffff", Face("", "<", "&"))
    texts = [one.text for one in ElementTree.fromstring(drawn).iter() if one.text]
    assert texts == ['<script>"&', "a & b", '<script>"&', "<", "&"]


def test_a_game_without_drawings_of_its_own_has_pictures_too() -> None:
    piece = GAMES["kinapa"].components[6]
    face = Drawing().face(piece)
    assert face.index == "7"
    assert "AN" in ElementTree.tostring(ElementTree.fromstring(face.sign.join(("<g>", "</g>"))), encoding="unicode")


def test_an_address_escapes_the_slug_and_changes_with_the_drawing() -> None:
    found = address("teatime", "kmakici+kintaro")
    assert re.fullmatch(r"/v1/games/teatime/cards/kmakici%2Bkintaro\.svg\?v=[0-9a-f]{8}", found)
    versions = {address(game, slug).partition("?")[2] for game, slug in ALL if not slug.startswith("back-")}
    assert len(versions) == sum(not slug.startswith("back-") for _, slug in ALL)
