"""What a field could be, in a few words: the answer to a name that a game does not have."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

_MOST = 200
"""Characters from which on a list breaks off: an answer is to be read."""

_MOST_SHOWN = 60
"""Characters of a wrong name that are repeated."""

_NUMBERED = re.compile(r"(?P<family>.*?)(?P<number>[0-9]+)\Z", re.S)


def shown(value: Any) -> str:
    """Show what was sent as JSON shows it, so that a final newline is seen, and not at any length."""
    quoted = json.dumps(str(value), ensure_ascii=False)
    text = quoted if isinstance(value, str) else quoted[1:-1]
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"


def listed(names: Iterable[Any]) -> str:
    """List different names in their order; three and more that count up are shown as first … last."""
    spans = list(_spans(list(dict.fromkeys(map(str, names)))))
    text = ""
    for place, span in enumerate(spans):
        if len(text) + len(span) > _MOST:
            return f"{text} and {len(spans) - place} more"
        text += f", {span}" if text else span
    return text


def _spans(names: Sequence[str]) -> Iterator[str]:
    start = 0
    while start < len(names):
        end = start + 1
        while end < len(names) and _follows(names[end - 1], names[end]):
            end += 1
        if end - start > 2:
            yield f"{names[start]} … {names[end - 1]}"
        else:
            yield from names[start:end]
        start = end


def _follows(name: str, following: str) -> bool:
    first, second = _NUMBERED.match(name), _NUMBERED.match(following)
    if not first or not second or first["family"] != second["family"]:
        return False
    return int(second["number"]) == int(first["number"]) + 1


def wanted(hint: Any, path: Sequence[str]) -> str | None:
    """Say what a value below a type could be, where that has names or a form; None otherwise.

    `path` leads to it through fields of structs and items of lists, as a JSON pointer does.
    """
    for alternative, marks in _alternatives(hint, ()):
        if path:
            below = _below(alternative, path[0])
            words = None if below is None else wanted(below, path[1:])
        else:
            words = _described(alternative, marks)
        if words:
            return words
    return None


def _alternatives(hint: Any, marks: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Take annotations off, and unions apart."""
    if get_origin(hint) is Annotated:
        yield from _alternatives(hint.__origin__, hint.__metadata__)
    elif get_origin(hint) in (Union, UnionType):
        for member in get_args(hint):
            yield from _alternatives(member, marks)
    else:
        yield hint, marks


def _below(hint: Any, part: str) -> Any:
    if get_origin(hint) in (list, tuple):
        return get_args(hint)[0]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and part in hint.__struct_fields__:
        return get_type_hints(hint, include_extras=True)[part]
    return None


def _described(hint: Any, marks: Iterable[Any]) -> str | None:
    if get_origin(hint) is Literal:
        return f"must be one of {listed(get_args(hint))}"
    for mark in marks:
        if isinstance(mark, Meta) and mark.pattern:
            return f"must be {mark.description}, like {listed(mark.examples or [])}"
    return None
