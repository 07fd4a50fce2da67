"""What stands in events and forms, turned into the arguments of messages: names for seats, cards and hands.

Every argument is a text or a number. Nothing is `none`, a yes or no `yes` or `no`; a list comes with its length as
`<field>_n`, a grouped one as one list a group, `<field>_<group>`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeAlias

from referee.games.telling import Families, Grouped, Groups
from referee.words.meanings import Kind, Kinds, event_kinds, fields_of, move_kinds
from referee.words.speech import Speech, Spoken, isolated

Argument: TypeAlias = str | int
Arguments: TypeAlias = dict[str, Argument]
Names: TypeAlias = Sequence[str | None]
"""The names that the seats have now, by seat; null for one that has none."""

NOTHING = "none"

_CHANGES = ("name", "controller", "token")
"""What `seat_changed` tells, in the order in which it is told."""


class Teller:
    """Says what a game's fields name, to those who sit at one table."""

    def __init__(self, game: str, names: Names, speech: Speech) -> None:
        module = import_module(f"referee.games.{game}.words")
        groups: Groups = module.GROUPS
        families: Families = module.FAMILIES
        self._game, self._groups, self._families, self._names = game, groups, families, names
        self.speech = speech

    def of_event(self, event: str, fields: Mapping[str, Any]) -> Arguments:
        """Turn an event's fields into arguments; one that an older release did not write yet is nothing."""
        kinds = event_kinds(self._game, event)
        args = self._arguments({**dict.fromkeys(kinds), **fields}, kinds)
        if event == "seat_changed":
            changes = [self.speech.say(f"change-{field}", args) for field in _CHANGES if field in fields]
            args |= self._list("changes", changes)
        return args

    def of_form(self, move: str, domains: Mapping[str, Mapping[str, Any]]) -> Arguments:
        """Turn a form into arguments: what can be chosen for each field; nothing for one that it leaves out."""
        args: Arguments = {}
        for field, kind in move_kinds(self._game, move).items():
            match domains.get(field):
                case {"one_of": values} | {"list_of": values}:
                    args |= self._list(field, [self._one(value, kind) for value in values], either=True)
                case {"pick": values}:
                    args |= self._argument(field, values, kind)
                case {"between": (_, most)}:
                    args |= {field: most, f"{field}_n": most}
                case _:
                    args |= {field: NOTHING, f"{field}_n": 0}
        return args

    def component(self, slug: Any) -> Spoken:
        """Name a card or piece."""
        message, args = self._named(str(slug))

        def inflect(form: str, n: int) -> str:
            if form == "many" and not self.speech.has(message, form):
                return f"{n} × {self.speech.say(message, args)}"
            return self.speech.say(message, {**args, "count": n}, form)

        return Spoken(self.speech.say(message, args), inflect)

    def _arguments(self, fields: Mapping[str, Any], kinds: Kinds) -> Arguments:
        args: Arguments = {}
        for field, value in fields.items():
            args |= self._argument(field, value, kinds.get(field, "plain"))
        return args

    def _argument(self, name: str, value: Any, kind: Kind) -> Arguments:
        if isinstance(value, dict):
            return {}
        if not isinstance(value, list):
            return {name: self._one(value, kind)}
        if name in self._groups:
            return self._grouped(name, value, self._groups[name])
        if isinstance(kind, type):
            items = [self.speech.say(f"item-{name}", self._arguments(one, fields_of(kind))) for one in value]
            return self._list(name, items)
        if kind == "component":
            return self._list(name, list(self._counted(value))) | {f"{name}_n": len(value)}
        return self._list(name, [self._one(one, kind) for one in value])

    def _one(self, value: Any, kind: Kind) -> Argument:
        match value, kind:
            case None, _:
                return NOTHING
            case _, "seat":
                return self._seat(value)
            case _, "place":
                return self._place(value)
            case _, "component":
                return self.component(value)
            case _, "name":
                return isolated(value)
            case bool(), _:
                return "yes" if value else "no"
            case int(), _:
                return value
            case _:
                return str(value)

    def _list(self, name: str, parts: Sequence[Argument], either: bool = False) -> Arguments:
        def inflect(form: str, n: int) -> str:
            forms = [part.inflect(form, n) if isinstance(part, Spoken) else str(part) for part in parts]
            return self.speech.listed(forms, either)

        said = [str(part) for part in parts]
        return {name: Spoken(self.speech.listed(said, either), inflect) if said else NOTHING, f"{name}_n": len(said)}

    def _counted(self, slugs: Iterable[Any]) -> Iterator[str]:
        """Say equal cards together, with their number."""
        for slug, n in Counter(slugs).items():
            said = self.component(slug)
            yield said if n == 1 else said.inflect("many", n)

    def _grouped(self, name: str, values: Sequence[Any], groups: Grouped) -> Arguments:
        args: Arguments = {}
        for group in groups.values:
            members = [who for who, value in enumerate(values) if self._one(value, "plain") == group]
            args |= self._list(f"{name}_{group}", [self._one(who, groups.by) for who in members])
        return args

    def _seat(self, seat: int) -> str:
        name = self._names[seat] if 0 <= seat < len(self._names) else None
        return self.speech.say("seat", {"n": seat}) if name is None else isolated(name)

    def _place(self, place: int) -> Spoken:
        """Name a hand of cards: a player's, one that lies beside a player, or the one that is nobody's."""
        seats = len(self._names)
        args: Arguments = {}
        if place < seats:
            message, args = "hand-player", {"owner": self._seat(place)}
        elif seats == 2:
            message, args = "hand-bot-of", {"owner": self._seat(place - seats)}
        else:
            message = "hand-bot"
        return Spoken(self.speech.say(message, args), lambda form, n: self.speech.say(message, args, form))

    def _named(self, slug: str) -> tuple[str, Arguments]:
        """Find the message that names a component, its own or its family's."""
        if self.speech.has(f"component-{slug}"):
            return f"component-{slug}", {}
        for pattern, message in self._families.items():
            if fitting := re.fullmatch(pattern, slug):
                parts = fitting.groupdict()
                return message, {key: int(p) if p.isdecimal() else self.component(p) for key, p in parts.items()}
        return f"component-{slug}", {}
