"""Fluent messages of one language: parsed once, formatted as often as needed."""

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from referee.words.languages import Language

_log = logging.getLogger("referee")

_LISTS = {"en": "en_GB"}
"""Whose lists a language writes as: the project's English has no comma before its last `and`."""

_FIRST_STRONG, _POP = "\u2068", "\u2069"
"""What keeps a name of another direction from turning the sentence round."""

_BEFORE_I = re.compile(r"(?i)\W*(?:i|hi(?![ae])|y(?![aeou]))")
_BEFORE_O = re.compile(r"(?i)\W*(?:o|ho|8|11(?!\d))")
"""Before such a word Spanish says `e` for `y` and `u` for `o`."""


class Spoken(str):
    """A value in its plain form; `inflect` says it in a form that the translator names, for a count."""

    inflect: Callable[[str, int], str]

    def __new__(cls, text: str, inflect: Callable[[str, int], str]) -> "Spoken":
        """Take the plain form and the others."""
        spoken = super().__new__(cls, text)
        spoken.inflect = inflect
        return spoken


def isolated(name: str) -> str:
    """Keep a name's direction to itself."""
    return f"{_FIRST_STRONG}{name}{_POP}"


class Speech:
    """The messages of some files in one language."""

    def __init__(self, lang: Language, files: Iterable[Path]) -> None:
        self.lang = lang
        self._locale = Locale.parse(_LISTS.get(lang, lang))
        functions: dict[str, Any] = {"FORM": _form}  # it returns plain text, which Fluent takes as well as its types
        self._bundle = FluentBundle([lang], functions=functions, use_isolating=False)
        for file in files:
            self._bundle.add_resource(_resource(file))

    def has(self, message: str, attribute: str | None = None) -> bool:
        """Whether there is such a message, and it has the attribute."""
        if not self._bundle.has_message(message):
            return False
        return attribute is None or attribute in self._bundle.get_message(message).attributes

    def say(self, message: str, args: Mapping[str, Any] | None = None, attribute: str | None = None) -> str:
        """Format a message. Where there is none, its id is shown and the log says so: an answer is better than none."""
        if not self.has(message, attribute):
            _log.warning("no word in %s for %s %s", self.lang, message, attribute or "")
            return (attribute or message).replace("_", " ")
        entry = self._bundle.get_message(message)
        pattern = entry.value if attribute is None else entry.attributes[attribute]
        if pattern is None:
            _log.warning("no text in %s of %s", self.lang, message)
            return message
        text, errors = self._bundle.format_pattern(pattern, dict(args or {}))
        if errors:
            _log.warning("%s in %s: %s", message, self.lang, "; ".join(map(str, errors)))
        return str(text)

    def listed(self, items: Sequence[str], either: bool = False) -> str:
        """Write a list as the language does, with `and`, or with `or` for `either`."""
        text = format_list(items, style="or" if either else "standard", locale=self._locale)
        if self.lang != "es" or len(items) < 2:
            return text
        word, before, instead = ("o", _BEFORE_O, "u") if either else ("y", _BEFORE_I, "e")
        if not before.match(items[-1]):
            return text
        return text.removesuffix(f" {word} {items[-1]}") + f" {instead} {items[-1]}"


def _form(value: Any, n: Any = 1, *, form: str) -> Any:
    """`FORM($card, 2, form: "many")`: say a value in another of its forms."""
    return value.inflect(form, int(n))


@cache
def _resource(file: Path) -> ast.Resource:
    return FluentResource(file.read_text(encoding="utf-8"))
