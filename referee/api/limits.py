"""Quotas: so many requests by API key or address, counted in Redis over all servers."""

from flask import Flask, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from referee.api.fed import AGAIN
from referee.store.links import CONNECT_TIMEOUT, REPLY_TIMEOUT, no_retry

EXEMPT = ("health.", "metrics.")
"""Endpoints that probes and scrapers use."""


def register(app: Flask, rate: str, redis_url: str | None, keys: tuple[str, ...]) -> None:
    """Refuse with 429 what goes beyond `rate`, e.g. `600 per minute`. When Redis is gone, nothing is refused here."""

    def caller() -> str:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return token if token in keys else get_remote_address()

    options = no_retry() if redis_url and not redis_url.startswith("redis+") else {}
    if redis_url and redis_url.startswith("redis+"):
        options = {"socket_timeout": REPLY_TIMEOUT, "socket_connect_timeout": CONNECT_TIMEOUT}
    limiter = Limiter(
        caller,
        app=app,
        application_limits=[rate],
        storage_uri=storage(redis_url),
        storage_options=options,
        key_prefix="referee:quota",
        swallow_errors=True,
        headers_enabled=True,
    )

    @limiter.request_filter
    def exempt() -> bool:
        again = bool(request.environ.get(AGAIN))  # it was counted before it waited
        return again or request.method == "OPTIONS" or (request.endpoint or "").startswith(EXEMPT)


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
