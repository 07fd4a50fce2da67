"""Tests go by what is public: none imports, reaches or names what is private to a module or a class of others."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
BY_NAME = ("getattr", "hasattr", "setattr", "delattr", "attrgetter", "methodcaller", "patch", "object")
"""Functions that take an attribute's name as a string."""


def is_private(name: str) -> bool:
    """Whether a part of a dotted name is for its owner alone."""
    return any(part.startswith("_") and not part.endswith("__") for part in name.split("."))


def reached(source: str) -> Iterator[str]:
    """The places of a file that reach what is private to others."""
    nodes = list(ast.walk(ast.parse(source)))
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    own |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    for node in nodes:
        match node:
            case ast.Import(names=names):
                found = any(is_private(alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names):
                found = any(is_private(name) for name in (module or "", *(alias.name for alias in names)))
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                found = is_private(name) and name not in own
            case ast.Attribute(attr=name):
                found = is_private(name)
            case ast.Call(func=ast.Name(id=function) | ast.Attribute(attr=function), args=given):
                texts = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                found = function in BY_NAME and any(is_private(text) for text in texts)
            case ast.Constant(value=str(text)) if "import " in text and "\n" in text:
                yield from _in_a_program(text)
                continue
            case _:
                continue
        if found:
            yield ast.unparse(node)


def _in_a_program(text: str) -> list[str]:
    """The same for a program that a test runs, which stands in it as a string."""
    try:
        return list(reached(text))
    except SyntaxError:
        return []


def test_no_test_reaches_what_is_private() -> None:
    found = {str(file.relative_to(TESTS)): list(reached(file.read_text("utf-8"))) for file in TESTS.rglob("*.py")}
    assert {file: places for file, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "source",
    [
        "from referee.games.kobayakawa.play import _order",
        "from referee.games.kobayakawa.play import legal, _order as order",
        "from referee._inner import thing",
        "import referee._inner",
        "play._order(state)",
        "wait = table._wait",
        "make().store._circuit.trip()",
        "class Fake(Store):\n    def load(self):\n        return self._circuit",
        "monkeypatch.setattr(table, '_wait', elsewhere)",
        "monkeypatch.setattr('referee.store.redis._script', other)",
        "getattr(table, '_wait')()",
        "mock.patch('referee.cli.seated.Seated._wait')",
        "\n".join(["RUN = '''", "from referee.store.folder import _lock", "'''"]),
    ],
)
def test_what_is_private_is_found(source: str) -> None:
    assert len(list(reached(source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "class Mine:\n    def y(self):\n        self._x = self._z(self._x)\n    def _z(self, x):\n        return x",
        "play.__name__, os.environ.get('_x')",
        "from referee import __version__",
        "TEXT = 'prose with import and ends ._'",
    ],
)
def test_what_is_ones_own_may_be_used(source: str) -> None:
    assert list(reached(source)) == []
