"""`referee pictures`: the contact sheet."""

from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path

from referee.games import GAMES
from referee.pictures import pictures
from tests.cli.kit import run


class Images(HTMLParser):
    """The images of a page: width and address."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            given = dict(attrs)
            self.found.append((int(given["width"] or 0), given["src"] or ""))


def test_the_sheet_has_every_picture_small_and_large_on_light_and_dark_and_in_grey(tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    assert run("pictures", out).exit_code == 0
    page = out.read_text(encoding="utf-8")
    images = Images(page).found
    head = "data:image/svg+xml;base64,"
    assert all(src.startswith(head) for _, src in images)
    drawn = [drawing for game in GAMES.values() for drawing in pictures(game.id).values()]
    for width in (60, 600):
        shown = [b64decode(src.removeprefix(head)).decode() for size, src in images if size == width]
        assert sorted(shown) == sorted(drawn * 4)
    for ground in ("light", "dark", "light grey", "dark grey"):
        assert page.count(f'<div class="{ground}">') == 2 * len(GAMES)


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    done = run("pictures", tmp_path / "missing" / "sheet.html")
    assert done.exit_code == 1
    assert "cannot be written" in done.output
