"""Asking a person for a move: a form by its number, then its fields one by one."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from referee.cli import show

Json = Mapping[str, Any]
Ask = Callable[[str], str]
"""Shows a prompt and returns what was typed, trimmed. Raises EOFError when nobody is there any more."""
Say = Callable[[str], None]


class Back(Exception):
    """The person would rather choose another form."""


class NotThis(ValueError):
    """What was typed is not possible; the text says what is."""


def fields(form: Json, ask: Ask, say: Say) -> dict[str, Any]:
    """Ask for every field that leaves a choice and return the move. Raises Back, EOFError."""
    move: dict[str, Any] = {"type": form["type"]}
    for name, domain in form.get("fields", {}).items():
        forced, value = only(domain)
        if forced:
            say(f"{name}: {show.choice(value)}")
        while not forced:
            typed = ask(f"{name} ({show.domain(domain)}{_may_be_left_out(domain)}): ")
            if typed.lower() in ("b", "back"):
                raise Back
            try:
                value = read(domain, typed)
                break
            except NotThis as error:
                say(f"{error} (b goes back)")
        move[name] = value
    return move


def only(domain: Json) -> tuple[bool, Any]:
    """Whether a domain leaves no choice, and what it leaves."""
    match domain:
        case {"one_of": [value]}:
            return True, value
        case {"pick": _, "max": 0} | {"list_of": _, "max": 0}:
            return True, []
        case {"pick": items, "min": low} if low == len(items) and not (domain.get("ordered") and len(set(items)) > 1):
            return True, items
        case {"between": [low, high]} if low == high:
            return True, low
        case _:
            return False, None


def _may_be_left_out(domain: Json) -> str:
    return "; Enter for none" if _empty(domain) is not None else ""


def _empty(domain: Json) -> tuple[Any] | None:
    """Return the empty value that a domain holds, in a tuple; None where it holds none."""
    match domain:
        case {"one_of": values}:
            return next(((value,) for value in values if value is None or value == []), None)
        case {"pick": _, "min": 0} | {"list_of": _, "min": 0}:
            return ([],)
        case {"between": [low, high]} if low <= 0 <= high:
            return (0,)
        case _:
            return None


def read(domain: Json, typed: str) -> Any:
    """Turn what was typed into a value that the domain holds. Raises NotThis."""
    empty = _empty(domain)
    if not typed and empty:
        return empty[0]
    match domain:
        case {"one_of": values}:
            return _one(values, typed)
        case {"between": [low, high]}:
            if not re.fullmatch(r"-?\d{1,9}", typed) or not low <= int(typed) <= high:
                raise NotThis(f"a number from {low} to {high}, please")
            return int(typed)
        case {"pick": items}:
            return _several(items, typed, domain, once=True)
        case {"list_of": items}:
            return _several(items, typed, domain, once=False)
        case _:
            raise NotThis("this client does not know such a field; type the move as JSON")


def _one(values: Sequence[Any], typed: str) -> Any:
    """Find a value by how it is written, by its beginning, or by its place, from 1, where none is a number."""
    named = {show.choice(value).casefold(): value for value in values}
    key = typed.casefold().replace(" ", "") if typed.casefold() not in named else typed.casefold()
    if key in named:
        return named[key]
    starts = [name for name in named if key and name.startswith(key)]
    if len(starts) == 1:
        return named[starts[0]]
    if key.isdecimal() and 1 <= int(key) <= len(values) and not any(name.isdecimal() for name in named):
        return values[int(key) - 1]
    raise NotThis(f"one of {' | '.join(show.choice(value) for value in values)}, please")


def _several(items: Sequence[Any], typed: str, domain: Json, *, once: bool) -> list[Any]:
    chosen = [_one(list(dict.fromkeys(items)), part) for part in re.split(r"[,\s]+", typed) if part and part != "none"]
    if not domain["min"] <= len(chosen) <= domain["max"]:
        raise NotThis(f"{show.domain(domain)}, please")
    if once and Counter(chosen) - Counter(items):
        raise NotThis(f"each once, of {', '.join(show.choice(item) for item in items)}, please")
    return chosen


def typed_json(text: str) -> dict[str, Any]:
    """Read a move that was typed as JSON. Raises NotThis."""
    try:
        move = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise NotThis(f"not JSON: {error}") from None
    if not isinstance(move, dict):
        raise NotThis('a move is an object: {"type": …}')
    return move
