"""Move forms: what a seat may do, written so that a front end can draw it and a bot can sample it.

A move is legal if and only if it fits one of the seat's forms. A form names the move's type and gives
every field a domain; the fields are independent of each other. The four domains encode to the JSON of
the HTTP contract as they stand.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, permutations, product
from math import comb, perm
from typing import Any, Protocol, TypeAlias

import msgspec

Value: TypeAlias = Any
"""A field's value: str, int, bool, None or a list of such."""

Below: TypeAlias = Callable[[int], int]
"""``below(n)``: an integer from 0 to n-1."""


class Domain(Protocol):
    """The values a field may have."""

    def holds(self, value: Value) -> bool:
        """Whether `value` is one of them."""

    def sample(self, below: Below) -> Value:
        """Return one of them, chosen by `below`."""

    def values(self) -> Iterator[Value]:
        """All of them, each once (a `pick` without order counts as a bag)."""

    def count(self) -> int:
        """How many `values` yields, or an upper bound where items repeat."""


class OneOf(msgspec.Struct, frozen=True):
    """Exactly one of these values."""

    one_of: list[Value]

    def holds(self, value: Value) -> bool:
        """Whether `value` is one of them, by JSON's types (true is not 1)."""
        return any(value == item and type(value) is type(item) for item in self.one_of)

    def sample(self, below: Below) -> Value:
        """One of the values."""
        return self.one_of[below(len(self.one_of))]

    def values(self) -> Iterator[Value]:
        """All values."""
        return iter(self.one_of)

    def count(self) -> int:
        """How many values."""
        return len(self.one_of)


class Pick(msgspec.Struct, frozen=True):
    """Between `min` and `max` of these items, each usable once; `ordered`: their order means something."""

    pick: list[Value]
    min: int
    max: int
    ordered: bool = False

    def holds(self, value: Value) -> bool:
        """Whether `value` is a list of so many of the items."""
        if not isinstance(value, (list, tuple)) or not self.min <= len(value) <= self.max:
            return False
        left = Counter(self.pick)
        left.subtract(value)
        return all(n >= 0 for n in left.values())

    def sample(self, below: Below) -> Value:
        """So many of the items, in random order."""
        items = list(self.pick)
        n = self.min + below(self.max - self.min + 1)
        return [items.pop(below(len(items))) for _ in range(n)]

    def values(self) -> Iterator[Value]:
        """All selections: ordered ones as sequences, others as sorted bags."""
        choose: Callable[[list[Value], int], Iterator[Any]] = permutations if self.ordered else combinations
        seen: set[tuple[Value, ...]] = set()
        for n in range(self.min, self.max + 1):
            for chosen in choose(sorted(self.pick), n):
                if chosen not in seen:
                    seen.add(chosen)
                    yield list(chosen)

    def count(self) -> int:
        """An upper bound of the number of selections (equal items counted apart)."""
        ways = perm if self.ordered else comb
        return sum(ways(len(self.pick), n) for n in range(self.min, self.max + 1))


class ListOf(msgspec.Struct, frozen=True):
    """Between `min` and `max` of these items, repetition allowed."""

    list_of: list[Value]
    min: int
    max: int

    def holds(self, value: Value) -> bool:
        """Whether `value` is a list of so many such items."""
        return (
            isinstance(value, (list, tuple))
            and self.min <= len(value) <= self.max
            and all(item in self.list_of for item in value)
        )

    def sample(self, below: Below) -> Value:
        """So many of the items."""
        n = self.min + below(self.max - self.min + 1)
        return [self.list_of[below(len(self.list_of))] for _ in range(n)]

    def values(self) -> Iterator[Value]:
        """All lists, in every order."""
        for n in range(self.min, self.max + 1):
            for chosen in product(self.list_of, repeat=n):
                yield list(chosen)

    def count(self) -> int:
        """How many lists."""
        return sum(len(self.list_of) ** n for n in range(self.min, self.max + 1))


class Between(msgspec.Struct, frozen=True):
    """An integer, both ends included."""

    between: tuple[int, int]

    def holds(self, value: Value) -> bool:
        """Whether `value` is such an integer (true is not 1)."""
        return type(value) is int and self.between[0] <= value <= self.between[1]

    def sample(self, below: Below) -> Value:
        """Return one of the integers."""
        low, high = self.between
        return low + below(high - low + 1)

    def values(self) -> Iterator[Value]:
        """All integers."""
        return iter(range(self.between[0], self.between[1] + 1))

    def count(self) -> int:
        """How many integers."""
        return self.between[1] - self.between[0] + 1


AnyDomain: TypeAlias = OneOf | Pick | ListOf | Between


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way to move: a type and, field by field, the values it may have."""

    type: str
    fields: Mapping[str, Domain] = {}

    def faults(self, move: msgspec.Struct) -> list[str]:
        """Name the fields of `move` that this form does not allow; empty when the move fits.

        The type is not compared. A field the form does not list must have its empty value, the default.
        """
        bad = [name for name, domain in self.fields.items() if not domain.holds(getattr(move, name))]
        empty = empty_values(type(move))
        bad.extend(
            name
            for name in move.__struct_fields__
            if name not in self.fields and (name not in empty or getattr(move, name) != empty[name])
        )
        return bad

    def sample(self, below: Below) -> dict[str, Value]:
        """Return a move as JSON that fits, each field chosen by `below`."""
        move: dict[str, Value] = {"type": self.type}
        for name, domain in self.fields.items():
            move[name] = domain.sample(below)
        return move

    def moves(self) -> Iterator[dict[str, Value]]:
        """All moves as JSON that fit."""
        for chosen in product(*(domain.values() for domain in self.fields.values())):
            yield {"type": self.type, **dict(zip(self.fields, chosen, strict=True))}

    def count(self) -> int:
        """How many moves fit, or an upper bound where items repeat."""
        n = 1
        for domain in self.fields.values():
            n *= domain.count()
        return n


@cache
def empty_values(move: type[msgspec.Struct]) -> dict[str, Value]:
    """Return what a field left out of a move of this type means, for every field that may be left out."""
    return {
        field.name: field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        for field in msgspec.structs.fields(move)
        if not field.required
    }


def fits(forms: list[Form], move_type: str, move: msgspec.Struct) -> bool:
    """Whether `move` fits one of `forms`: this is what legality means."""
    return any(form.type == move_type and not form.faults(move) for form in forms)


def sample(forms: list[Form], below: Below) -> dict[str, Value]:
    """Return a legal move as JSON: first a form, then each of its fields, all evenly."""
    return forms[below(len(forms))].sample(below)


def allowed(forms: list[Form], move_type: str, move: msgspec.Struct) -> tuple[str, Domain] | None:
    """Find the one field at fault and its domain, in the forms of this type nearest to `move`.

    None when there is no such form, or when more than one field is at fault.
    """
    near = [
        (form, bad)
        for form in forms
        if form.type == move_type and len(bad := form.faults(move)) == 1 and bad[0] in form.fields
    ]
    names = {bad[0] for _, bad in near}
    if len(names) != 1:
        return None
    name = names.pop()
    domains = [form.fields[name] for form, _ in near]
    if len(domains) > 1 and all(isinstance(domain, OneOf) for domain in domains):
        merged: list[Value] = []
        for domain in domains:
            merged.extend(value for value in domain.values() if value not in merged)
        return name, OneOf(merged)
    return name, domains[0]


def to_json(forms: list[Form]) -> list[Mapping[str, Value]]:
    """Return the forms as plain JSON values."""
    plain: list[Mapping[str, Value]] = msgspec.to_builtins(forms)
    return plain
