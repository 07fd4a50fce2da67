"""Quotas: so many requests by API key or address, counted in the store over all servers."""

import hashlib
import logging
import time

import limits
from flask import Flask, Response, request
from flask_limiter import HeaderNames, Limiter

from referee.api import auth
from referee.api.endpoints import UNLIMITED
from referee.api.fed import AGAIN
from referee.api.requests import address, current
from referee.errors import InvalidToken, RefereeError
from referee.store import Store

SPARED = 5.0
"""Seconds after a failure in which the store is not asked to count."""

_WAIT = "X-RateLimit-Retry-After"
"""Where the library writes how long to wait, whatever the answer is; it is told to those alone whom it refused."""

_log = logging.getLogger(__name__)


def register(app: Flask, rate: str, store: Store, keys: tuple[str, ...]) -> None:
    """Refuse with 429 what goes beyond `rate`, e.g. `600 per minute`.

    Where the store does not count, nothing is refused: the log says so once, and the store is asked again after a
    while. What is counted stands below `referee:`, by a hash, so that no key and no address can be read there.
    """
    trouble = _Trouble()
    library = logging.getLogger("flask-limiter")
    library.handlers, library.propagate = [trouble], False

    def caller() -> str:
        try:
            token = auth.credentials(current())
        except InvalidToken:
            token = None
        who = token if token in keys else address(request.environ)
        return hashlib.sha256(who.encode()).hexdigest()[:32]

    @app.after_request  # before the library's own, so that it hears the answer after it
    def counted(response: Response) -> Response:
        wait = response.headers.pop(_WAIT, None)
        if wait is not None:
            trouble.over()
            if limiter.current_limit and limiter.current_limit.breached:
                response.headers["Retry-After"] = str(max(1, int(wait)))
        return response

    limiter = Limiter(
        caller,
        app=app,
        application_limits=[rate],
        storage_uri=f"{_Counters.STORAGE_SCHEME[0]}://",
        storage_options={"store": store},  # type: ignore[dict-item]  # it goes to _Counters as it is
        swallow_errors=True,
        headers_enabled=True,
        header_name_mapping={HeaderNames.RETRY_AFTER: _WAIT},
    )

    @limiter.request_filter
    def exempt() -> bool:
        again = bool(request.environ.get(AGAIN))  # it was counted before it waited
        spared = again or request.method == "OPTIONS" or request.endpoint in UNLIMITED
        return spared or trouble.lasts()


class _Counters(limits.storage.Storage):
    """What the library counts, in our store: by its way to Redis, with its rights, and no longer than it waits."""

    STORAGE_SCHEME = ["referee"]

    def __init__(self, uri: str, store: Store, **options: bool) -> None:
        """`uri` says nothing."""
        super().__init__(uri, **options)
        self._store = store

    @property
    def base_exceptions(self) -> type[Exception]:
        """What a store raises."""
        return RefereeError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count for `expiry` seconds."""
        return self._store.count(key, amount, 1000 * expiry)[0]

    def get(self, key: str) -> int:
        """Return the count."""
        return self._store.count(key, 0, 0)[0]

    def get_expiry(self, key: str) -> float:
        """Return when the count ends, in seconds since 1970."""
        return time.time() + self._store.count(key, 0, 0)[1] / 1000

    def check(self) -> bool:
        """Whether the store answers."""
        self._store.ping()
        return True

    def reset(self) -> None:
        """Counts end by themselves."""

    def clear(self, key: str) -> None:
        """Counts end by themselves."""


class _Trouble(logging.Handler):
    """Hears from the library that it could not count, and says so once until it can again."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._until = 0.0
        self._told = False

    def emit(self, record: logging.LogRecord) -> None:
        """Take a failure, and spare the store for a while."""
        self._until = time.monotonic() + SPARED
        if not self._told:
            self._told = True
            cause = record.exc_info[1] if record.exc_info else None
            _log.error("the rate limit is not enforced: the store does not count (%s)", type(cause).__name__)

    def lasts(self) -> bool:
        """Whether the store failed a moment ago."""
        return time.monotonic() < self._until

    def over(self) -> None:
        """Take note that it was counted."""
        if self._told:
            self._told = False
            _log.warning("the rate limit is enforced again")
