"""The application: the only wiring. gunicorn runs it as ``referee.app:create_app()``."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import api, logs
from referee.api import metrics
from referee.api.endpoint import Service
from referee.config import Config, from_environment
from referee.match.joining import WrongSecret
from referee.match.matches import Matches, Times
from referee.match.waiting import Hub
from referee.store import Store


def create_app(config: Config | None = None, store: Store | None = None) -> Flask:
    """Build the application from a configuration (the environment's by default) and a store (the configured one).

    Raises ConfigError; for the configured store WrongSecret, EmbeddedError, ValueError for a URL that cannot be used.
    """
    config = config or from_environment()
    given = store
    if store is None:
        from referee.store.opening import open_store

        store = open_store(
            config.redis_url,
            data=config.data,
            memory=config.memory,
            memory_limit=config.memory_limit,
            wait_replicas=config.wait_replicas,
        )
    app = Flask("referee", static_folder=None)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the provider is Flask's default one
    app.config["REFEREE"] = config
    times = Times(live=1000 * config.match_ttl, finished=1000 * config.finished_ttl)
    matches = Matches(store, times, config.secret, metrics.Counted())
    if given is None:
        try:
            matches.membership.start()
        except WrongSecret:
            store.close()
            raise
    app.extensions["referee"] = matches
    metrics.PLACES.set(config.streams)
    hub = app.extensions["referee-hub"] = Hub(matches, config.streams, metrics.STREAMS.inc)
    api.register(app, Service(matches, hub, config.api_keys), config.cors_origins)
    if config.metrics_bind:
        metrics.keep_apart(app, config.metrics_bind)
    if config.rate_limit:
        from referee.api import limits

        limits.register(app, config.rate_limit, store, config.api_keys)
    if config.access_log:
        logs.log_requests(app)
    if hops := config.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops, x_prefix=hops)  # type: ignore[method-assign]
    return app
