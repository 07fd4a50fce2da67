"""`referee serve`: the options of the server, and where its matches live."""

import os
from collections.abc import Iterator
from pathlib import Path

import click

from referee import __version__
from referee.health import ADDRESS


@click.command()
@click.option(
    "--bind",
    default=ADDRESS,
    show_default=True,
    envvar="REFEREE_BIND",
    show_envvar=True,
    help="Addresses to listen on, comma between: HOST:PORT, [IPV6]:PORT, unix:PATH.",
)
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64), help="Processes.")
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1, 64), help="Threads of a worker.")
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the embedded server [REFEREE_DATA].")
@click.option("--memory", is_flag=True, help="Keep nothing: matches end with the server [REFEREE_MEMORY].")
@click.option("--streams", is_flag=True, help="Hold as many streams as connections, for servers that do nothing else.")
@click.option(
    "--worker-connections",
    default=4000,
    show_default=True,
    type=click.IntRange(16, 100_000),
    help="Connections that a worker holds at most.",
)
@click.option(
    "--log-level", default="info", show_default=True, type=click.Choice(["debug", "info", "warning", "error"])
)
@click.option("--access-log", is_flag=True, help="Log every request as a line of JSON.")
@click.option("--check", is_flag=True, help="Only tell whether a start would succeed now, and all that is in its way.")
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
    check: bool,
) -> None:
    """Run the server.

    With REDIS_URL set, matches live there. Without, the server starts a small one of its own that keeps its
    data in a folder, so that nothing needs to be installed. The README lists all variables.
    """
    from referee.cli.server import feeds, run
    from referee.config import ConfigError, from_environment

    if data is not None:
        os.environ["REFEREE_DATA"] = str(data)
    if memory:
        os.environ["REFEREE_MEMORY"] = "1"
    os.environ["REFEREE_LOG_LEVEL"] = log_level
    if access_log:
        os.environ["REFEREE_ACCESS_LOG"] = "1"
    if streams:
        os.environ.setdefault("REFEREE_STREAMS", str(worker_connections))
    elif not feeds():
        os.environ.setdefault("REFEREE_STREAMS", str(max(threads - 2, 0)))
    from referee.cli.listen import BindError, Listening
    from referee.store.checks import StoreUnfit
    from referee.store.embedded import EmbeddedError
    from referee.store.opening import open_place
    from referee.store.urls import link

    if check:
        _check(bind)
        return
    opened = None
    try:
        config = from_environment()
        if config.redis_url:
            link(config.redis_url).close()  # a URL that cannot be used is better refused now than in every worker
        listening = Listening(bind)
        figures = Listening(config.metrics_bind) if config.metrics_bind else None
        opened = open_place(config.redis_url, data=config.data, memory=config.memory, memory_limit=config.memory_limit)
        if opened.url is not None:
            os.environ["REDIS_URL"] = opened.url
            _join(opened.url, config.secret)
        listening.listen()
        if figures:
            figures.listen()
            os.environ["REFEREE_METRICS_BIND"] = str(figures).removeprefix("http://")  # with the port that it got
    except (ConfigError, ValueError, EmbeddedError, BindError, StoreUnfit) as error:
        if opened is not None:
            opened.close()
        raise click.ClickException(str(error)) from None
    click.echo(f"Referee {__version__} listens on {listening}; documentation at /docs", err=True)
    if figures:
        click.echo(f"Figures for Prometheus are at {figures}/metrics", err=True)
    click.echo(f"Matches live in {opened.place}", err=True)
    workers = workers if opened.url is not None else 1
    click.echo(f"Each of {workers} workers holds at most {config.streams} streams and long polls", err=True)
    binds = [one.hand_over() for one in (listening, figures) if one]
    try:
        run(bind=",".join(binds), workers=workers, threads=threads, connections=worker_connections)
    finally:
        opened.close()


def _check(bind: str) -> None:
    """Tell everything that would keep a server from starting, and exit 1 if there is something; change nothing."""
    problems = list(_problems(bind))
    for problem in problems:
        click.echo(f"Error: {problem}", err=True)
    if problems:
        raise SystemExit(1)
    click.echo(f"A server would start, and listen on {bind}.")


def _problems(bind: str) -> Iterator[str]:
    from referee.cli.listen import BindError, Listening
    from referee.config import Config, ConfigError, from_environment
    from referee.store import OutcomeUnknown, StoreUnavailable
    from referee.store.checks import StoreUnfit
    from referee.store.folder import FolderError, probe

    try:
        config = from_environment()
    except ConfigError as error:
        yield from error.problems
        data = Path(os.environ.get("REFEREE_DATA") or Config().data)
        config = Config(redis_url=os.environ.get("REDIS_URL") or None, data=data)
    for address in filter(None, [bind, config.metrics_bind]):
        try:
            Listening(address).close()
        except BindError as error:
            yield str(error)
    try:
        if config.redis_url:
            _reach(config.redis_url, config.secret)
        elif not config.memory:
            probe(config.data)
    except (ValueError, FolderError, StoreUnfit) as error:
        yield str(error)
    except (StoreUnavailable, OutcomeUnknown) as error:
        yield f"the store cannot be used: {error.detail}"


def _reach(url: str, secret: str | None) -> None:
    """Ask a store whether it is there. Raises ValueError, StoreUnavailable."""
    from referee.store.opening import open_store

    store = open_store(url)
    try:
        store.ping()
    finally:
        store.close()
    _join(url, secret)


def _join(url: str, secret: str | None) -> None:
    """Look whether a store is fit, and print warnings; better here than in every worker.

    Raises StoreUnfit, and WrongSecret for a store whose matches are sealed with another secret.
    """
    from referee.match.joining import Membership
    from referee.store.checks import check
    from referee.store.redis import RedisStore
    from referee.store.urls import link

    store = RedisStore(link(url), "")
    try:
        for warning in check(store):
            click.echo(f"Warning: {warning}", err=True)
        Membership(store, secret).start()
    finally:
        store.close()
