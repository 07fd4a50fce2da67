"""Arranged deals: what a deal names is taken out of the components, and the rest is shuffled."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from referee.errors import BadDeal
from referee.games.naming import listed, shown
from referee.randomness import Stream

T = TypeVar("T")


class Pack(Generic[T]):
    """The cards of which an arranged deal names some; pointers say where it does.

    First take out everything named, then `shuffle`, then `fill` what was named only in part.
    """

    def __init__(self, components: Iterable[T]) -> None:
        self._components = tuple(components)
        self.rest = list(self._components)
        """What is not named, in catalogue order; once shuffled, what is not dealt, the top card first."""

    def card(self, pointer: str, name: Any) -> list[T]:
        """Take out one card; none where the name is None, which means any.

        Raises BadDeal where the components have no (more) such card.
        """
        if name is None:
            return []
        if name not in self.rest:
            if name in self._components:
                raise BadDeal.at(pointer, f"all {shown(name)} are named already")
            raise BadDeal.at(pointer, f"there is no {shown(name)} here; there are {listed(self._components)}")
        return [self.rest.pop(self.rest.index(name))]

    def cards(self, pointer: str, names: Sequence[Any] | None) -> list[T]:
        """Take out a list of cards, none for None. Raises BadDeal."""
        return [card for i, name in enumerate(names or ()) for card in self.card(f"{pointer}/{i}", name)]

    def hands(self, pointer: str, named: Sequence[Sequence[Any] | None], seats: int, size: int) -> list[list[T]]:
        """Take out hands, each named whole or empty for None. Raises BadDeal."""
        hands = by_seat(pointer, named, seats)
        for seat, hand in enumerate(hands):
            if hand is not None and len(hand) != size:
                raise BadDeal.at(f"{pointer}/{seat}", f"a hand has {size} cards")
        return [self.cards(f"{pointer}/{seat}", hand) for seat, hand in enumerate(hands)]

    def keep(self, count: int, pointer: str, purpose: str) -> None:
        """Raise BadDeal where fewer cards are left than the purpose needs."""
        if len(self.rest) < count:
            raise BadDeal.at(pointer, f"leaves too few cards for {purpose}")

    def shuffle(self, stream: Stream) -> None:
        """Shuffle what is not named."""
        stream.shuffle(self.rest)

    def fill(self, named: Sequence[T], size: int) -> list[T]:
        """Deal from the top, below what was named, up to so many cards."""
        missing = size - len(named)
        cards = [*named, *self.rest[:missing]]
        del self.rest[:missing]
        return cards


def by_seat(pointer: str, named: Sequence[T | None], seats: int) -> list[T | None]:
    """Fill a list by seat up with None ("any"). Raises BadDeal when it names more seats than there are."""
    if len(named) > seats:
        raise BadDeal.at(f"{pointer}/{seats}", f"there are {seats} of them")
    return [*named, *([None] * (seats - len(named)))]
