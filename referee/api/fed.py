"""Answers that come bit by bit, or later: whoever serves HTTP may feed them without a thread for each."""

from collections.abc import Callable

FEEDS = "referee.feeds"
"""True in the environ of a WSGI server that feeds."""

AGAIN = "referee.again"
"""True in the environ of a request that waited and is served anew: now it is answered, whatever there is."""


class Fed:
    """An answer's body that is asked for what is due. A WSGI server that does not know it iterates over it instead."""

    again = False
    """Whether nothing is sent: once it is done, the request is served anew and then answered."""

    def attach(self, wake: Callable[[], None]) -> None:
        """`wake` is called, from any thread, when something may be due."""
        raise NotImplementedError

    def due(self) -> tuple[bytes, bool]:
        """Return what the client is to be sent now, and whether that was all. It does not wait."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of everything; more than once does no harm."""
        raise NotImplementedError
