"""Reading JSON that strangers send: stricter than the standard library, and never an exception of its own."""

import json
import math
import re
from typing import Any, NoReturn

from referee.errors import RefereeError

MAX_DEPTH = 32
"""Levels of arrays and objects."""

MAX_INTEGER = 2**53
"""Integers lie within plus and minus this."""

_LONGEST_INTEGER = len(str(MAX_INTEGER)) + 1
_STRING = re.compile(r'"(?:[^"\\]|\\.?)*+"?', re.S)
"""A string, or the beginning of one that does not end: every character is looked at once."""


class MalformedJson(RefereeError):
    """The body is not JSON as the contract wants it."""

    code = "malformed-json"


def read(body: bytes) -> Any:
    """Parse a body. Raises MalformedJson, saying what is wrong.

    UTF-8 only, no NaN or infinity, no duplicate keys, no lone surrogates, integers within ±2⁵³, at most 32 levels.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MalformedJson(f"not UTF-8 at byte {error.start}") from None
    _check_depth(text)
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise MalformedJson(f"{error.msg} at line {error.lineno}, column {error.colno}") from None
    if "\\u" in text:
        _check_surrogates(value)
    return value


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for mark in re.findall(r"[][{}]", _STRING.sub("", text)):
        depth += 1 if mark in "[{" else -1
        if depth > MAX_DEPTH:
            raise MalformedJson(f"nested more than {MAX_DEPTH} levels deep")


def _check_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise MalformedJson("a string holds half of a surrogate pair") from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise MalformedJson("an object names a key twice")
    return members


def _integer(digits: str) -> int:
    if len(digits) > _LONGEST_INTEGER or abs(number := int(digits)) > MAX_INTEGER:
        raise MalformedJson("an integer lies outside ±2^53")
    return number


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise MalformedJson("a number is too large")
    return number


def _constant(name: str) -> NoReturn:
    raise MalformedJson(f"{name} is not JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_int=_integer, parse_float=_float, parse_constant=_constant)
