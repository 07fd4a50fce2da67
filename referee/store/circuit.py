"""What is known of the store: whether it answers, whether it takes writes. Said in the log once a change.

After the first time-out nobody waits any more: everybody is refused at once while one thread asks again and again.
"""

import logging
import os
import threading
import time
from collections.abc import Callable

from referee.store import causes

FIRST_PAUSE = 0.05
LONGEST_PAUSE = 1.0
"""Seconds between two probes that nobody brings forward."""

APART = 0.01
"""Seconds between two probes at least."""

GLANCE = 0.1
"""Seconds that a caller gives a probe which it has brought forward: a store that came back is seen at once."""

HANGING = 0.05
"""Seconds after which a probe counts as one that hangs, for which nobody waits."""

_MOST_CAUSES = 20
"""Causes of one outage that are told apart; further ones stay unsaid."""

_log = logging.getLogger(__name__)


class Circuit:
    """Closed while the store answers. All methods may be called from any thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._cause: str | None = None
        self._told: set[str] = set()
        self._refusal: str | None = None
        self._probe: Callable[[], object] | None = None
        self._hurry = threading.Event()
        self._over = threading.Event()
        self._asking = False
        self._began: float | None = None
        self._probes = 0
        self._pid = os.getpid()

    def down(self) -> str | None:
        """Return why the store is taken for gone, None while it is not."""
        if self._cause is None:
            return None
        if self._pid != os.getpid():  # the thread that asks was left behind in the parent
            self.__init__()  # type: ignore[misc]
            return None
        if self._began is not None and time.monotonic() - self._began > HANGING:
            return self._cause
        self._hurry.set()
        with self._changed:
            seen = self._probes
            self._changed.wait_for(lambda: self._cause is None or self._probes > seen, GLANCE)
            return self._cause

    def trip(self, error: BaseException, probe: Callable[[], object]) -> None:
        """Refuse everybody until `probe` succeeds; it runs in a thread of its own."""
        cause = causes.describe(error)
        with self._changed:
            first = self._cause is None
            self._cause = cause
            self._pid = os.getpid()
            if first:
                self._told.clear()
                self._probe = probe
            fresh = cause not in self._told and len(self._told) < _MOST_CAUSES
            self._told.add(cause)
            start, self._asking = not self._asking, True
        if fresh:
            _say(logging.ERROR, "the store cannot be reached", cause)
        if start:
            try:
                threading.Thread(target=self._ask, name="store-probe", daemon=True).start()
            except RuntimeError:  # no thread to be had: then each caller asks for itself
                self._asking = False
                self.closed()

    def closed(self) -> None:
        """Note that the store answered."""
        with self._changed:
            if self._cause is None:
                return
            self._cause = None
            self._changed.notify_all()
        _say(logging.WARNING, "the store answers again")

    def refused(self, error: BaseException) -> None:
        """Note that the store answered, and refused."""
        cause = causes.describe(error)
        with self._changed:
            known, self._refusal = self._refusal, cause
        if known != cause:
            _say(logging.ERROR, "the store refuses", cause)

    def wrote(self) -> None:
        """Note that the store took a write."""
        if self._refusal is None:
            return
        with self._changed:
            known, self._refusal = self._refusal, None
        if known is not None:
            _say(logging.WARNING, "the store takes writes again")

    def end(self) -> None:
        """Ask no more."""
        self._over.set()
        self._hurry.set()

    def _ask(self) -> None:
        pause = FIRST_PAUSE
        while self._goes_on():
            self._hurry.wait(pause)
            self._hurry.clear()
            self._began = time.monotonic()
            probe = self._probe
            try:
                if probe is not None:
                    probe()
            except Exception as error:  # whatever it is, it must not end the asking
                if probe is not None and self._cause is not None:
                    self.trip(error, probe)
            else:
                self.closed()
            self._began = None
            with self._changed:
                self._probes += 1
                self._changed.notify_all()
            self._over.wait(APART)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _goes_on(self) -> bool:
        with self._changed:
            self._asking = self._cause is not None and not self._over.is_set()
            return self._asking


def _say(level: int, message: str, cause: str | None = None) -> None:
    _log.log(level, "%s", message, extra={"fields": {"cause": cause}} if cause else None)
