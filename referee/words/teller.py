"""What stands in events and forms, turned into the arguments of messages: names for seats, cards and hands.

Every argument is a text or a number. Nothing is `none`, a yes or no `yes` or `no`; a list comes with its length as
`<field>_n`, a grouped one as one list a group, `<field>_<group>`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeAlias

from referee.games.telling import Families, Grouped, Kind, Means
from referee.words.speech import Speech, Spoken, isolated

Argument: TypeAlias = str | int
Names: TypeAlias = Sequence[str | None]
"""The names that the seats have now, by seat; null for one that has none."""

NOTHING = "none"

COMMON: Means = {
    "seat": "seat",
    "winners": "seat",
    "seat_claimed.name": "name",
    "seat_changed.name": "name",
    "seat_changed.controller": "slug",
}
"""What fields name that events of every game have, or that events of every match have."""


_CHANGES = ("name", "controller", "token")
"""What `seat_changed` tells, in the order in which it is told."""


class Teller:
    """Says what a game's fields name, to those who sit at one table."""

    def __init__(self, game: str, names: Names, speech: Speech) -> None:
        module = import_module(f"referee.games.{game}.words")
        means: Means = module.MEANS
        families: Families = module.FAMILIES
        self._means = {**COMMON, **means}
        self._families = families
        self._names = names
        self.speech = speech

    def arguments(self, of: str, fields: Mapping[str, Any], prefix: str = "") -> dict[str, Argument]:
        """Turn the fields of an event or a move of type `of` into arguments."""
        args: dict[str, Argument] = {}
        for field, value in fields.items():
            args.update(self._argument(prefix + field, value, self._meaning(of, field)))
        return args

    def changes(self, of: str, fields: Mapping[str, Any]) -> dict[str, Argument]:
        """Tell as one list what of a seat changed: its name, who plays it, its token."""
        told = [field for field in _CHANGES if field in fields]
        return self._list("changes", [self.speech.say(f"change-{one}", self.arguments(of, fields)) for one in told])

    def choice(self, of: str, field: str, values: Sequence[Any]) -> dict[str, Argument]:
        """Turn the values that a field may have into an argument: one of them, by name."""
        kind = self._meaning(of, field)
        return self._list(field, [self._one(value, kind) for value in values], either=True)

    def component(self, slug: Any) -> Spoken:
        """Name a card or piece."""
        message, args = self._named(str(slug))

        def inflect(form: str, n: int) -> str:
            if form == "many" and not self.speech.has(message, form):
                return f"{n} × {self.speech.say(message, args)}"
            return self.speech.say(message, {**args, "count": n}, form)

        return Spoken(self.speech.say(message, args), inflect)

    def seat(self, seat: int) -> str:
        """Name a player."""
        name = self._names[seat] if 0 <= seat < len(self._names) else None
        return self.speech.say("seat", {"n": seat}) if name is None else isolated(name)

    def _meaning(self, of: str, field: str) -> Kind | Grouped | None:
        return self._means.get(f"{of}.{field}", self._means.get(field))

    def _argument(self, name: str, value: Any, kind: Kind | Grouped | None) -> dict[str, Argument]:
        if isinstance(kind, Grouped):
            return self._groups(name, value, kind)
        if isinstance(value, dict):
            return {}
        if isinstance(value, list):
            if kind == "items":
                return self._list(name, [self.speech.say(f"item-{name}", self.arguments(name, one)) for one in value])
            if kind == "component":
                return self._list(name, list(self._counted(value)), length=len(value))
            return self._list(name, [self._one(one, kind) for one in value])
        return {name: self._one(value, kind)}

    def _one(self, value: Any, kind: Kind | Grouped | None) -> Argument:
        if value is None:
            return NOTHING
        readers: dict[Any, Callable[[Any], str]] = {
            "seat": self.seat,
            "place": self._place,
            "component": self.component,
            "name": isolated,
        }
        if kind in readers:
            return readers[kind](value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return value
        return str(value).replace(":", "-")  # a bot's name as Fluent can write it: `bot-steady`

    def _list(
        self, name: str, items: Iterable[Argument], either: bool = False, length: int | None = None
    ) -> dict[str, Argument]:
        parts = list(items)
        said = [str(part) for part in parts]

        def inflect(form: str, n: int) -> str:
            forms = [part.inflect(form, n) if isinstance(part, Spoken) else str(part) for part in parts]
            return self.speech.listed(forms, either)

        text = Spoken(self.speech.listed(said, either), inflect) if said else NOTHING
        return {name: text, f"{name}_n": len(parts) if length is None else length}

    def _counted(self, slugs: Sequence[Any]) -> Iterator[Spoken | str]:
        """Say equal cards together, with their number."""
        for slug, n in Counter(slugs).items():
            said = self.component(slug)
            yield said if n == 1 else said.inflect("many", n)

    def _groups(self, name: str, values: Sequence[Any], kind: Grouped) -> dict[str, Argument]:
        args: dict[str, Argument] = {}
        for group in kind.values:
            members = [self._one(who, kind.by) for who, value in enumerate(values) if self._one(value, None) == group]
            args |= self._list(f"{name}_{group}", members)
        return args

    def _place(self, place: int) -> Spoken:
        """Name a hand of cards: a player's, one that lies beside a player, or the one that is nobody's."""
        seats = len(self._names)
        if place < seats:
            message, args = "hand-player", {"owner": self.seat(place)}
        elif seats == 2:
            message, args = "hand-bot-of", {"owner": self.seat(place - seats)}
        else:
            message, args = "hand-bot", {}
        return Spoken(self.speech.say(message, args), lambda form, n: self.speech.say(message, args, form))

    def _named(self, slug: str) -> tuple[str, dict[str, Argument]]:
        """Find the message that names a component, its own or its family's."""
        if self.speech.has(f"component-{slug}"):
            return f"component-{slug}", {}
        for pattern, message in self._families.items():
            if found := re.fullmatch(pattern, slug):
                parts = found.groupdict()
                return message, {key: int(p) if p.isdecimal() else self.component(p) for key, p in parts.items()}
        return f"component-{slug}", {}
