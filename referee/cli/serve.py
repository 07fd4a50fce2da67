"""`referee serve`: the options of the server, and where its matches live."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import click

from referee import __version__
from referee.config import SETTINGS, ConfigError, Setting, from_environment


def _flags(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each setting that has a flag; it says what the variable would say."""
    for setting in reversed(SETTINGS.values()):
        if setting.flag:
            command = click.option(setting.flag, setting.variable, help=_help(setting), **_kind(setting))(command)
    return command


def _kind(setting: Setting) -> dict[str, Any]:
    if setting.choices:
        return {"type": click.Choice(setting.choices)}
    return {"is_flag": True} if setting.shown in ("`0`", "`1`") else {}


def _help(setting: Setting) -> str:
    text = setting.text.replace("`1`: ", "").replace("`", "")
    return f"{text[0].upper()}{text[1:]} [{setting.variable}; {setting.shown.replace('`', '')}]."


@click.command()
@_flags
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64), help="Processes.")
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1, 64), help="Threads of a worker.")
@click.option("--streams", is_flag=True, help="Hold as many streams as connections, for servers that do nothing else.")
@click.option(
    "--worker-connections",
    default=4000,
    show_default=True,
    type=click.IntRange(16, 100_000),
    help="Connections that a worker holds at most.",
)
@click.option("--check", is_flag=True, help="Only tell whether a start would succeed now, and all that is in its way.")
def serve(
    workers: int, threads: int, streams: bool, worker_connections: int, check: bool, **flags: str | bool | None
) -> None:
    """Run the server.

    With REDIS_URL set, matches live there. Without, the server starts a small one of its own that keeps its
    data in a folder, so that nothing needs to be installed. The README lists all variables.
    """
    from referee.cli.listen import BindError, Listening
    from referee.cli.server import feeds, run
    from referee.store.checks import StoreUnfit
    from referee.store.embedded import EmbeddedError
    from referee.store.opening import open_place
    from referee.store.urls import link

    environ = dict(os.environ)
    environ |= {variable: "1" if said is True else str(said) for variable, said in flags.items() if said}
    if streams:
        environ.setdefault("REFEREE_STREAMS", str(worker_connections))
    elif not feeds():
        environ.setdefault("REFEREE_STREAMS", str(max(threads - 2, 0)))
    if check:
        _check(environ)
        return
    opened = None
    try:
        config = from_environment(environ)
        if config.redis_url:
            link(config.redis_url).close()  # a URL that cannot be used is better refused now than in every worker
        listening = Listening(config.bind)
        figures = Listening(config.metrics_bind) if config.metrics_bind else None
        opened = open_place(config.redis_url, data=config.data, memory=config.memory, memory_limit=config.memory_limit)
        if opened.url is not None:
            config = replace(config, redis_url=opened.url)
            _join(opened.url, config.secret)
        listening.listen()
        if figures:
            figures.listen()
            config = replace(config, metrics_bind=str(figures).removeprefix("http://"))  # with the port that it got
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
        run(config, bind=",".join(binds), workers=workers, threads=threads, connections=worker_connections)
    finally:
        opened.close()


def _check(environ: Mapping[str, str]) -> None:
    """Tell everything that would keep a server from starting, and exit 1 if there is something; change nothing."""
    problems = list(_problems(environ))
    for problem in problems:
        click.echo(f"Error: {problem}", err=True)
    if problems:
        raise SystemExit(1)
    click.echo(f"A server would start, and listen on {from_environment(environ).bind}.")


def _problems(environ: Mapping[str, str]) -> Iterator[str]:
    from referee.cli.listen import BindError, Listening
    from referee.store import OutcomeUnknown, StoreUnavailable
    from referee.store.checks import StoreUnfit
    from referee.store.folder import FolderError, probe

    try:
        config = from_environment(environ)
    except ConfigError as error:
        yield from error.problems
        usable = {name: environ[name] for name in ("REDIS_URL", "REFEREE_BIND", "REFEREE_DATA") if name in environ}
        config = from_environment(usable)
    for address in filter(None, [config.bind, config.metrics_bind]):
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
