"""Quotas: so many requests by API key or address, counted in Redis over all servers."""

import hashlib
import logging
import time

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from referee.api.fed import AGAIN
from referee.store.links import CONNECT_TIMEOUT, REPLY_TIMEOUT, no_retry

SPARED = 5.0
"""Seconds after a failure in which the store is not asked to count."""

_log = logging.getLogger(__name__)

EXEMPT = ("health.", "metrics.")
"""Endpoints that probes and scrapers use."""


def register(app: Flask, rate: str, redis_url: str | None, keys: tuple[str, ...]) -> None:
    """Refuse with 429 what goes beyond `rate`, e.g. `600 per minute`.

    Where the store does not count, nothing is refused: the log says so once, and the store is asked again after a
    while. What is counted stands below `referee:`, by a hash, so that no key and no address can be read there.
    """
    trouble = _Trouble()
    library = logging.getLogger("flask-limiter")
    library.handlers, library.propagate = [trouble], False

    def caller() -> str:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        who = token if token in keys else get_remote_address()
        return hashlib.sha256(who.encode()).hexdigest()[:32]

    options = no_retry() if redis_url and not redis_url.startswith("redis+") else {}
    if redis_url and redis_url.startswith("redis+"):
        options = {"socket_timeout": REPLY_TIMEOUT, "socket_connect_timeout": CONNECT_TIMEOUT}
    limiter = Limiter(
        caller,
        app=app,
        application_limits=[rate],
        storage_uri=storage(redis_url),
        storage_options=options | ({"key_prefix": "referee:quota"} if redis_url else {}),
        swallow_errors=True,
        headers_enabled=True,
    )

    @limiter.request_filter
    def exempt() -> bool:
        again = bool(request.environ.get(AGAIN))  # it was counted before it waited
        spared = again or request.method == "OPTIONS" or (request.endpoint or "").startswith(EXEMPT)
        return spared or trouble.lasts()

    @app.after_request
    def counted(response: Response) -> Response:
        if "X-RateLimit-Limit" in response.headers:
            trouble.over()
        return response


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


def storage(redis_url: str | None) -> str:
    """Translate REDIS_URL to the limiter's way of writing it."""
    if redis_url is None:
        return "memory://"
    if redis_url.startswith("unix://"):
        return "redis+" + redis_url
    if redis_url.startswith("redis+sentinel://"):
        scheme, _, rest = redis_url.partition("://")
        return f"{scheme}://{'/'.join(rest.split('/')[:2])}"
    return redis_url
