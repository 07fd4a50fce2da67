"""The Fluent files as the parser sees them, for what must hold of all languages."""

from collections.abc import Iterator
from pathlib import Path

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import referee
from referee.games import GAMES
from referee.words import LANGUAGES

HOME = Path(referee.__file__).parent
FOLDERS = {"service": HOME / "words", **{game.id: HOME / "games" / game.id for game in GAMES.values()}}
TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]

GRAMMAR = ("component-", "hand-")
"""Messages whose attributes are forms of a word: every language has its own."""


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.names.add(node.id.name)


def entries(folder: str, lang: str, kind: str = "words") -> list[ast.Message | ast.Junk]:
    """The messages of a file, and whatever could not be read."""
    text = (FOLDERS[folder] / f"{kind}.{lang}.ftl").read_text(encoding="utf-8")
    return [one for one in FluentParser().parse(text).body if isinstance(one, (ast.Message, ast.Junk))]


def arguments(folder: str, lang: str) -> dict[str, set[str]]:
    """The variables of every message and attribute, by `message` and `message.attribute`."""
    found: dict[str, set[str]] = {}
    for entry in entries(folder, lang):
        assert isinstance(entry, ast.Message), f"not readable: {entry.content}"
        for name, pattern in _patterns(entry):
            assert name not in found, f"{name} stands there twice"
            variables = _Variables()
            variables.visit(pattern)
            found[name] = variables.names
    return found


def _patterns(entry: ast.Message) -> Iterator[tuple[str, ast.Pattern]]:
    name = entry.id.name
    if entry.value is not None:
        yield name, entry.value
    if not name.startswith(GRAMMAR):
        yield from ((f"{name}.{one.id.name}", one.value) for one in entry.attributes)
