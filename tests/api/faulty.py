"""A store with faults, over a healthy one."""

from collections.abc import Callable
from typing import Any

import msgspec

from referee.store import Loaded, Store


class Faulty:
    """Passes everything on to `store`, but for what is asked to go wrong."""

    def __init__(
        self, store: Store, error: Exception | None = None, *methods: str, ahead: int = 0, garbled: bool = False
    ) -> None:
        """`methods` raise `error`; the clock of `load` is `ahead` by so many ms; `garbled`: heads cannot be read."""
        self._store, self._error, self._methods = store, error, methods
        self._ahead, self._garbled = ahead, garbled

    def __getattr__(self, name: str) -> Any:
        if name in self._methods and self._error is not None:
            return self._raise(self._error)
        return getattr(self._store, name)

    @staticmethod
    def _raise(error: Exception) -> Callable[..., Any]:
        def fail(*_: Any, **__: Any) -> Any:
            raise error

        return fail

    def load(self, match: str, **wanted: Any) -> Loaded:
        """A match as it is kept, or as the faults have it."""
        if "load" in self._methods and self._error is not None:
            raise self._error
        loaded = self._store.load(match, **wanted)
        record = loaded.record
        if record is not None and self._garbled:
            record = msgspec.structs.replace(record, head=b"\xc1")
        return msgspec.structs.replace(loaded, now=loaded.now + self._ahead, record=record)


class Undeletable(Faulty):
    """Keeps what it is told to delete: as if the server had died just before."""

    def delete(self, match: str, mark_ms: int) -> bool:
        """Do nothing."""
        return True
