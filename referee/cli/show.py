"""Views as people read them: tables, hands, events and forms, for any game, from JSON and its schemas alone."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

Json = Mapping[str, Any]

NOTHING = "—"

_SEAT = re.compile(r"\b(?:the|a|starting) seat\b|\bseat (?:on turn|to move)\b", re.I)


def json(value: Any) -> str:
    """Write a value as JSON on a line."""
    return msgspec.json.encode(value).decode()


def plain(value: Any) -> str:
    """Write a value in few characters: counts without zeros, lists with commas."""
    match value:
        case None:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case dict():
            if value and all(type(inner) is int for inner in value.values()):
                return " ".join(f"{name} {count}" for name, count in value.items() if count) or NOTHING
            return " ".join(f"{name} {plain(inner)}" for name, inner in value.items())
        case list():
            if value and all(isinstance(one, dict) for one in value):
                return "; ".join(" ".join(plain(inner) for inner in one.values()) for one in value)
            return ", ".join(plain(one) for one in value) or NOTHING
    return str(value)


def spelled(value: Any) -> str:
    """Write a value like `plain`, but objects in a list with the names of their fields."""
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        return "; ".join(" ".join(f"{name} {plain(inner)}" for name, inner in one.items()) for one in value)
    return plain(value)


def choice(value: Any) -> str:
    """Write a value as one types it at a prompt."""
    if value is None:
        return "none"
    if isinstance(value, list):
        return "+".join(choice(one) for one in value) or "none"
    return plain(value)


# Schemas


def named_seats(schema: Json) -> set[str]:
    """Name the properties of an object's schema that are numbers of seats."""
    numbers = set()
    for name, inner in schema.get("properties", {}).items():
        types = [inner.get("type"), *(one.get("type") for one in inner.get("anyOf", ()))]
        if "integer" in types and (name == "seat" or _SEAT.search(inner.get("description", ""))):
            numbers.add(name)
    return numbers


def items_schema(schema: Json) -> Json:
    """Return the schema of an array's items, or of an object that may also be null; {} where there is none."""
    for one in (schema, *schema.get("anyOf", ())):
        if "items" in one:
            items: Json = one["items"]
            return items
        if "properties" in one:
            return dict(one)
    return {}


def legend(schema: Json, indent: str = "") -> Iterator[str]:
    """Explain the fields of a table, as its schema describes them."""
    for name, inner in schema.get("properties", {}).items():
        text = inner.get("description", "")
        yield f"{indent}{name}" + (f": {text}" if text else "")
        yield from legend(items_schema(inner), indent + "  ")


# A match


class Names:
    """The seats' names, in the place of their numbers."""

    def __init__(self, view: Json) -> None:
        self._names = [seat["name"] or "(open)" for seat in view["seats"]]
        self.you = view["you"]

    def __getitem__(self, seat: int) -> str:
        return self._names[seat] if seat in range(len(self._names)) else str(seat)

    def value(self, name: str, value: Any, seats: set[str]) -> str:
        """Write a field's value, a seat by its name."""
        return self[value] if name in seats and type(value) is int else plain(value)


def board(view: Json, schema: Json) -> list[Table]:
    """Draw what all may see: the lone values in one table, each list of things in one of its own."""
    names, table = Names(view), view["table"]
    seats = named_seats(schema)
    values = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    values.add_column(style="dim")
    lists: list[Table] = []
    for name, value in table.items():
        inner = schema.get("properties", {}).get(name, {})
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            lists.append(_list(name, value, items_schema(inner), names, view["to_act"]))
        elif isinstance(value, dict) and any(isinstance(one, (list, dict)) for one in value.values()):
            values.add_row(name, _inside(value, items_schema(inner), names))
        else:
            values.add_row(name, names.value(name, value, seats))
    return [*lists, values]


def _inside(value: Json, schema: Json, names: Names) -> str:
    """Write an object that holds lists: a line for each of them."""
    seats = named_seats(schema)
    lines = []
    for name, one in value.items():
        if isinstance(one, list) and len(one) == len(names._names) and not any(isinstance(x, dict) for x in one):
            text = ", ".join(f"{names[seat]} {plain(x)}" for seat, x in enumerate(one) if x is not None) or NOTHING
        elif isinstance(one, list) and one and all(isinstance(x, dict) for x in one):
            below = named_seats(items_schema(schema.get("properties", {}).get(name, {})))
            text = "; ".join(" ".join(names.value(n, x, below) for n, x in row.items()) for row in one)
        else:
            text = names.value(name, one, seats)
        lines.append(f"{name} {text}")
    return "\n".join(lines)


def _list(name: str, rows: Sequence[Json], schema: Json, names: Names, to_act: Sequence[int]) -> Table:
    """Draw a list of objects, a row each; `players` are by seat."""
    by_seat = name == "players" and len(rows) == len(names._names)
    seats = named_seats(schema)
    drawn = Table(title=None if by_seat else name, title_justify="left", title_style="dim")
    drawn.add_column("player" if by_seat else "#")
    for column in rows[0]:
        drawn.add_column(column)
    for number, row in enumerate(rows):
        head = Text(str(number))
        if by_seat:
            head = Text(f"{'▶' if number in to_act else ' '} {names[number]}")
            if number == names.you:
                head.stylize("bold")
        drawn.add_row(head, *(Text(names.value(column, value, seats)) for column, value in row.items()))
    return drawn


def event(happening: Json, names: Names | None = None) -> str:
    """Write an event on a line; what only the viewer may know stands in brackets."""
    who = "" if happening["seat"] is None else f" {names[happening['seat']]}" if names else f" seat {happening['seat']}"
    data = dict(happening["data"])
    data.pop("table", None)
    if happening["type"] == "started":
        data = {name: value for name, value in data.get("options", {}).items() if value is not None}
    text = f"{happening['type']}{who}"
    if data:
        text += "  " + ", ".join(f"{name} {spelled(value)}" for name, value in data.items())
    if private := happening.get("private"):
        text += "  [" + ", ".join(f"{name} {plain(value)}" for name, value in private.items()) + "]"
    return text


def changes(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Name what differs between two tables, as `deck 8 → 7`."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name in after:
            yield from changes(before[name], after[name], f"{path}.{name}" if path else name)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after) and _nested(after):
        for place, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from changes(one, other, f"{path}[{place}]")
    elif before != after:
        yield f"{path} {plain(before)} → {plain(after)}"


def _nested(value: list[Any]) -> bool:
    return any(isinstance(one, (dict, list)) for one in value)


# Forms


def form(choice: Json) -> str:
    """Write a form on a line."""
    fields = choice.get("fields", {})
    kind: str = choice["type"]
    return kind + "".join(f"  {name}: {domain(values)}" for name, values in fields.items())


def domain(values: Json) -> str:
    """Write what a field may be."""
    match values:
        case {"one_of": choices}:
            return " | ".join(choice(one) for one in choices)
        case {"pick": items, "min": low, "max": high}:
            order = " in this order" if values.get("ordered") else ""
            return f"{_so_many(low, high)} of {', '.join(choice(one) for one in items)}{order}"
        case {"list_of": items, "min": low, "max": high}:
            return f"{_so_many(low, high)} of {', '.join(choice(one) for one in items)}, also repeatedly"
        case {"between": [low, high]}:
            return f"{low} to {high}"
        case _:
            return json(values)


def _so_many(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def result(view: Json) -> str:
    """Say how a match ended."""
    if view["status"] == "aborted":
        return "The match was ended without a result."
    outcome, names = view["result"], Names(view)
    scores = ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(outcome["scores"]))
    winners = " and ".join(names[seat] for seat in outcome["winners"])
    return f"{winners} {'win' if len(outcome['winners']) > 1 else 'wins'} ({outcome['reason']}). Scores: {scores}"
