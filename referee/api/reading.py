"""How texts, values and schemas read in the documentation."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from markupsafe import Markup, escape

Json = dict[str, Any]


def pretty(value: Any) -> str:
    """Write JSON so that a person can read it: short things on one line."""
    return _written(value, "")


def _written(value: Any, margin: str) -> str:
    flat = msgspec.json.encode(value).decode()
    if len(margin) + len(flat) <= 88 or not isinstance(value, (dict, list)) or not value:
        return _spaced(value)
    inner = margin + "  "
    if isinstance(value, dict):
        parts = [f"{inner}{_spaced(name)}: {_written(one, inner)}" for name, one in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{margin}}}"
    return "[\n" + ",\n".join(inner + _written(one, inner) for one in value) + f"\n{margin}]"


def _spaced(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_spaced(name)}: {_spaced(one)}" for name, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_spaced(one) for one in value) + "]"
    return msgspec.json.encode(value).decode()


def prose(text: str) -> Markup:
    """Turn the little Markdown that descriptions use into HTML: paragraphs, lists, code."""
    return Markup("").join(_paragraph(part) for part in re.split(r"\n{2,}", text.strip()) if part)


def _paragraph(text: str) -> Markup:
    if text.startswith("- "):
        items = (Markup("<li>{}</li>").format(inline(item)) for item in re.split(r"(?m)^- ", text)[1:])
        return Markup("<ul>{}</ul>").format(Markup("").join(items))
    return Markup("<p>{}</p>").format(inline(text))


def inline(text: str) -> Markup:
    """Turn backticks into code, and escape the rest."""
    parts = re.split(r"`([^`]+)`", text)
    return Markup("").join(Markup("<code>{}</code>").format(p) if n % 2 else escape(p) for n, p in enumerate(parts))


# How a schema reads


def kind(schema: Any) -> Markup:
    """Say in a few words what a value may be; other schemas are linked."""
    if schema is True or schema == {}:
        return Markup("any JSON")
    if "$ref" in schema:
        name = str(schema["$ref"]).rsplit("/", 1)[1]
        return Markup('<a href="#schema-{0}">{0}</a>').format(name)
    for word in ("oneOf", "anyOf"):
        if word in schema and "properties" not in schema:
            return _or(kind(one) for one in schema[word])
    if "allOf" in schema:
        return kind(schema["allOf"][0])
    if "const" in schema:
        return value_of(schema["const"])
    if "enum" in schema:
        return _or(value_of(one) for one in schema["enum"])
    types = schema.get("type", "any")
    if isinstance(types, list):
        return _or(kind({**schema, "type": one}) for one in types)
    return _of_type(types, schema)


def _or(parts: Iterator[Markup]) -> Markup:
    return Markup(" or ").join(dict.fromkeys(parts))


def value_of(value: Any) -> Markup:
    """Write a value as code."""
    return Markup("<code>{}</code>").format(msgspec.json.encode(value).decode())


def _of_type(name: str, schema: Json) -> Markup:
    match name:
        case "array":
            inner = [kind(one) for one in schema.get("prefixItems", [schema.get("items", {})])]
            return Markup("array of ") + Markup(", ").join(inner) + _count(schema, "minItems", "maxItems")
        case "object" if isinstance(schema.get("additionalProperties"), dict) and schema["additionalProperties"]:
            return Markup("object of ") + kind(schema["additionalProperties"])
        case "integer" | "number":
            high = schema.get("exclusiveMaximum")
            return escape(name) + _range(schema.get("minimum"), schema.get("maximum", high and high - 1))
        case "string":
            return Markup("string") + _count(schema, "minLength", "maxLength", " characters")
    return escape(name)


def _range(low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f" ≥ {low}"
    if low is None:
        return f" ≤ {high}"
    return f" {low}" if low == high else f" {low}–{high}"


def _count(schema: Json, low: str, high: str, unit: str = "") -> str:
    found = _range(schema.get(low), schema.get(high))
    return f" ({found.strip()}{unit})" if found else ""
