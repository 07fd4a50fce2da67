"""Arranged deals: take what is named out of the components, and leave the rest to the shuffle."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from referee.errors import BadDeal, Fault
from referee.games.naming import listed, shown

T = TypeVar("T")


def take_named(components: Sequence[T], named: Iterable[tuple[str, T]]) -> list[T]:
    """Return the components, in catalogue order, less the `named` cards, each given with its JSON pointer.

    Raises BadDeal where the components have no (more) such card.
    """
    rest = list(components)
    for pointer, card in named:
        if card not in rest:
            if card in components:
                raise BadDeal.at(pointer, f"all {shown(card)} are named already")
            raise BadDeal.at(pointer, f"there is no {shown(card)} here; there are {listed(components)}")
        rest.remove(card)
    return rest


def pointed(pointer: str, cards: Iterable[T] | None) -> list[tuple[str, T]]:
    """Give each of `cards` its JSON pointer; nothing for None."""
    return [(f"{pointer}/{i}", card) for i, card in enumerate(cards or ())]


def by_seat(pointer: str, given: Sequence[T | None] | None, seats: int) -> list[T | None]:
    """Fill a list by seat up with None ("any"). Raises BadDeal when it names more seats than there are."""
    given = given or []
    if len(given) > seats:
        raise BadDeal([Fault(f"{pointer}/{seats}", f"there are {seats} of them")])
    return [*given, *([None] * (seats - len(given)))]
