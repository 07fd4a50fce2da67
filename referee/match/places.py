"""Places for streams and long polls: how many a worker has, and who may take them."""

from collections import Counter
from collections.abc import Callable

from referee.errors import RefereeError


class StreamCapacity(RefereeError):
    """There is no place left, or none for this caller."""

    code = "stream-capacity"


class Places:
    """So many places. Half of them are kept for callers with a token; not to be used by two threads at once."""

    def __init__(self, capacity: int, gauge: Callable[[int], None]) -> None:
        """`gauge` is told of every place taken or given back."""
        self._capacity = capacity
        self._gauge = gauge
        self._strangers: Counter[str] = Counter()
        self.taken = 0
        # at least one, so that a small worker can be watched too
        self._for_strangers = max(1, capacity // 2)
        self._for_one = max(1, capacity // 4)

    def take(self, stranger: str | None) -> None:
        """Take a place; `stranger` is the address of a caller without a token. Raises StreamCapacity."""
        if self.taken >= self._capacity:
            raise StreamCapacity(f"all {self._capacity} places for streams are taken here")
        if stranger is not None:
            if self._strangers[stranger] >= self._for_one:
                raise StreamCapacity(
                    f"without a token an address has at most {self._for_one} of the {self._capacity} places for "
                    "streams here: send a token, or close another stream"
                )
            if self._strangers.total() >= self._for_strangers:
                raise StreamCapacity(
                    f"all {self._for_strangers} places for callers without a token are taken here: send a token"
                )
            self._strangers[stranger] += 1
        self.taken += 1
        self._gauge(1)

    def give_back(self, stranger: str | None) -> None:
        """Give a place back that was taken."""
        if stranger is not None:
            self._strangers[stranger] -= 1
            self._strangers += Counter()  # forgets whoever has none
        self.taken -= 1
        self._gauge(-1)
