"""`referee serve`: the options of the server, and where its matches live."""

import os
from pathlib import Path

import click

from referee import __version__


@click.command()
@click.option("--bind", default="127.0.0.1:8000", show_default=True, help="Address to listen on.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64), help="Processes.")
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1, 64), help="Threads of a worker.")
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the embedded server [REFEREE_DATA].")
@click.option("--memory", is_flag=True, help="Keep nothing: matches end with the server [REFEREE_MEMORY].")
@click.option("--streams", is_flag=True, help="Serve streams for many clients (gevent; needs referee[streams]).")
@click.option("--worker-connections", default=2000, show_default=True, help="With --streams: clients of a worker.")
@click.option(
    "--log-level", default="info", show_default=True, type=click.Choice(["debug", "info", "warning", "error"])
)
@click.option("--access-log", is_flag=True, help="Log every request as a line of JSON.")
def serve(
    bind: str,
    workers: int,
    threads: int,
    data: Path | None,
    memory: bool,
    streams: bool,
    worker_connections: int,
    log_level: str,
    access_log: bool,
) -> None:
    """Run the server.

    With REDIS_URL set, matches live there. Without, the server starts a small one of its own that keeps its
    data in a folder, so that nothing needs to be installed. The README lists all variables.
    """
    if streams:
        _patch()
    from referee.config import ConfigError, from_environment

    if data is not None:
        os.environ["REFEREE_DATA"] = str(data)
    if memory:
        os.environ["REFEREE_MEMORY"] = "1"
    os.environ["REFEREE_LOG_LEVEL"] = log_level
    if access_log:
        os.environ["REFEREE_ACCESS_LOG"] = "1"
    os.environ.setdefault("REFEREE_STREAMS", str(worker_connections if streams else max(threads - 2, 1)))
    from referee.store.embedded import EmbeddedError
    from referee.store.opening import open_place
    from referee.store.urls import link

    try:
        config = from_environment()
        if config.redis_url:
            link(config.redis_url).close()  # a URL that cannot be used is better refused now than in every worker
        opened = open_place(config.redis_url, data=config.data, memory=config.memory, memory_limit=config.memory_limit)
    except (ConfigError, ValueError, EmbeddedError) as error:
        raise click.ClickException(str(error)) from None
    if opened.url is not None:
        os.environ["REDIS_URL"] = opened.url
        try:
            _join(opened.url, config.secret)
        except ValueError as error:
            opened.close()
            raise click.ClickException(str(error)) from None
    click.echo(f"Referee {__version__} listens on {bind}; documentation at /docs", err=True)
    click.echo(f"Matches live in {opened.place}", err=True)
    from referee.cli.server import run

    try:
        run(
            bind=bind,
            workers=workers if opened.url is not None else 1,
            threads=threads,
            connections=worker_connections if streams else None,
        )
    finally:
        opened.close()


def _join(url: str, secret: str | None) -> None:
    """Raise WrongSecret for a store whose matches are sealed with another secret: better here than in every worker."""
    from referee.match.joining import Membership
    from referee.store.redis import RedisStore
    from referee.store.urls import link

    store = RedisStore(link(url), "")
    try:
        Membership(store, secret).start()
    finally:
        store.close()


def _patch() -> None:
    """Make blocking calls cooperative. It must come before anything that opens sockets is imported."""
    try:
        from gevent import monkey
    except ImportError:
        raise click.ClickException("--streams needs gevent: pip install 'referee[streams]'") from None
    monkey.patch_all()
