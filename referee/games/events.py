"""Events are values, like moves: a class is a type, its docstring says what happened, its fields what all may know.

A game's event types stand in its `events.py`, in the order of the catalogue; those that every match has in
`referee/match/happenings.py`. Nothing else lists them: catalogue, document and log follow from the classes.
"""

import re
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Annotated, Any, ClassVar, get_type_hints

import msgspec
from msgspec import Meta

from referee.games.marks import Amount, SeatNumber


def _snake(name: str) -> str:
    """Write a class's name as the event's type: `TookDiscard` → `took_discard`."""
    return re.sub(r"(?<=.)([A-Z])", r"_\1", name).lower()


class Event(msgspec.Struct, frozen=True, tag=_snake):
    """Something that happened. A type's own fields are what all may know; it takes them by name."""

    seat: int | None = None
    """The seat it is about, if it is about one."""
    private: Mapping[int, msgspec.Struct] = {}
    """What single seats may know besides, each a value of the class `Private`."""

    Private: ClassVar[type[msgspec.Struct] | None] = None

    @property
    def type(self) -> str:
        """The event's type, as clients read it."""
        return str(self.__struct_config__.tag)

    @property
    def data(self) -> dict[str, Any]:
        """What all may know, as plain JSON values."""
        return self.told()[0]

    def told(self) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
        """Return `data`, and `private` by seat, as plain JSON values: what happens later does not change them."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        del data["type"], data["seat"]
        private: dict[int, dict[str, Any]] = data.pop("private")
        return data, private


class OwnHand(msgspec.Struct):
    """What only the seat itself sees."""

    hand: Annotated[list[Any], Meta(description="The seat's own hand after the deal")]


class Started(Event, frozen=True, kw_only=True):
    """Every seat is claimed and the cards are dealt."""

    Private = OwnHand
    options: Annotated[dict[str, Any], Meta(description="The game's options, with what the referee drew")]
    table: Annotated[Any, Meta(description="The table after the deal")]


class Finished(Event, frozen=True, kw_only=True):
    """The match is over."""

    winners: list[SeatNumber]
    scores: list[Amount]
    reason: str


_FRAME = ("type", "seat", "private")
"""What stands beside `data` wherever an event is written."""


class NoData(msgspec.Struct):
    """No data."""


class EventKind(msgspec.Struct, frozen=True):
    """An event type as the catalogue describes it: the shapes of its `data` and `private`."""

    name: str
    text: str
    data: type[msgspec.Struct]
    private: type[msgspec.Struct] | None


def event_types(module: ModuleType) -> tuple[type[Event], ...]:
    """List the event types that a module defines, in its order."""
    return tuple(
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Event) and value.__module__ == module.__name__
    )


@cache
def kind_of(event: type[Event]) -> EventKind:
    """Describe an event type."""
    text = event.__doc__ or ""
    return EventKind(str(event.__struct_config__.tag), text, _data_of(event, text), event.Private)


def _data_of(event: type[Event], text: str) -> type[msgspec.Struct]:
    hints = get_type_hints(event, include_extras=True)
    fields = [
        (field.name, hints[field.name]) if field.required else (field.name, hints[field.name], field.default)
        for field in msgspec.structs.fields(event)
        if field.name not in _FRAME
    ]
    return msgspec.defstruct(event.__name__, fields, namespace={"__doc__": text}) if fields else NoData
