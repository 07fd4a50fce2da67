"""The JSON reader against the standard library's: the same values, and exactly what the contract forbids is refused."""

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.api.json import MAX_DEPTH, MAX_INTEGER, MalformedJson, read

pytestmark = pytest.mark.slow


def fuzzed(examples: int) -> settings:
    """The same examples in every run."""
    return settings(derandomize=True, max_examples=examples, deadline=None, database=None)


_INTERESTING = st.sampled_from(
    [0, -0.0, 1, -1, MAX_INTEGER, -MAX_INTEGER, MAX_INTEGER + 1, -MAX_INTEGER - 1, 10**17, 10**400, 1e308, 5e-324, 1e16]
)
_TEXT = st.text(max_size=8) | st.sampled_from(
    ["[", '"]', "{\\", "\\u0022", "}\\\\", "\ud800", "\udfff", "🂡", "\0", "NaN"]
)
_SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | _INTERESTING | _TEXT


def _containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4)


_VALUES = st.recursive(_SCALARS, _containers, max_leaves=12)


@st.composite
def _written(draw: st.DrawFn) -> bytes:
    """A value as the standard library writes it, in some style, sometimes wrapped deeply; NaN and surrogates too."""
    value = draw(_VALUES)
    for _ in range(draw(st.sampled_from([0, 0, 0, 29, 30, 31, 32, 33, 40]))):
        value = {"k": value} if draw(st.booleans()) else [value]
    text = json.dumps(value, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, None, 1])))
    return text.encode("utf-8", "surrogatepass")


_PIECES = st.sampled_from(
    [b"[", b"]", b"{", b"}", b'"', b"\\", b",", b":", b'"k":', b"\\ud800", b"\\udc00", b"1", b"-", b"0", b".", b"e",
     b"9" * 20, b"1e999", b"NaN", b"Infinity", b"true", b"null", b" ", b"\n", b"\x00", b"\x7f", b"\xff",
     b"\xed\xa0\x80", b"\xef\xbb\xbf", b"[" * 33, b"]" * 33, b'{"k":' * 33]
)  # fmt: skip


@st.composite
def _mutated(draw: st.DrawFn) -> bytes:
    """Written JSON with pieces put in, cut out, doubled."""
    body = draw(_written())
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(body)))
        end = draw(st.integers(start, min(len(body), start + 6)))
        body = body[:start] + draw(_PIECES | st.just(body[start:end] * 2) | st.just(b"")) + body[end:]
    return body


_SOUP = st.lists(_PIECES, max_size=40).map(b"".join)


class Forbidden(Exception):
    """JSON for the standard library, but not for the contract."""


def by_the_standard_library(body: bytes) -> Any:
    """Read with the standard library alone and check the contract on the value. Raises Forbidden or ValueError."""

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in found}) != len(found):
            raise Forbidden("a key twice")
        return dict(found)

    def constant(name: str) -> None:
        raise Forbidden(name)

    text = body.decode("utf-8")
    if text.startswith("\ufeff"):
        raise Forbidden("a byte order mark")
    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except RecursionError:
        raise Forbidden("too deep") from None
    check(value, 0)
    return value


def check(value: Any, depth: int) -> None:
    """Hold a value against the contract."""
    match value:
        case dict() | list():
            if depth == MAX_DEPTH:
                raise Forbidden("too deep")
            for inner in [*value.keys(), *value.values()] if isinstance(value, dict) else value:
                check(inner, depth + 1)
        case str():
            try:
                value.encode("utf-8")
            except UnicodeEncodeError:
                raise Forbidden("half of a surrogate pair") from None
        case bool() | None:
            pass
        case int():
            if abs(value) > MAX_INTEGER:
                raise Forbidden("an integer too large")
        case float():
            if not math.isfinite(value):
                raise Forbidden("a number too large")


def exact(value: Any) -> str:
    """Tell 1 from 1.0 and true, 0.0 from -0.0, and one order of keys from another."""
    return repr(value)


def agree(body: bytes) -> bool:
    """Compare the two readers; returns whether they accept."""
    try:
        expected = by_the_standard_library(body)
    except (Forbidden, ValueError):
        with pytest.raises(MalformedJson) as refusal:
            read(body)
        assert refusal.value.detail.encode("utf-8")
        return False
    assert exact(read(body)) == exact(expected)
    return True


@fuzzed(250)
@given(_written())
def test_whatever_the_standard_library_writes_is_read_the_same_or_forbidden(body: bytes) -> None:
    agree(body)


@fuzzed(250)
@given(_mutated())
def test_json_that_was_tampered_with_is_read_the_same_or_refused(body: bytes) -> None:
    agree(body)


@fuzzed(700)
@given(_SOUP)
def test_a_heap_of_pieces_is_read_the_same_or_refused(body: bytes) -> None:
    agree(body)


@fuzzed(700)
@given(st.binary(max_size=80) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_bytes_and_texts_are_read_the_same_or_refused(body: bytes) -> None:
    agree(body)


def test_the_comparison_sees_both_sides() -> None:
    accepted = [agree(body) for body in (b'{"a":[1,1.0,true,-0.0]}', b"[" * 32 + b"]" * 32, b'"\\ud83c\\udca1"')]
    refused = [agree(body) for body in (b"[" * 33 + b"]" * 33, b'{"a":1,"a":1}', b"9007199254740993", b"NaN", b"\xff")]
    assert (all(accepted), any(refused)) == (True, False)
