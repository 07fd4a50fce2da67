"""`referee serve`: gunicorn with settings that suit a referee, and an embedded server where no Redis is given."""

import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import click
from gunicorn.app.base import BaseApplication

from referee import __version__
from referee.config import Config, ConfigError, from_environment
from referee.store.opening import Opened, open_place

SWEEP_SECONDS = 1.0
"""How often a worker looks for matches in which something is due."""


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
    if data is not None:
        os.environ["REFEREE_DATA"] = str(data)
    if memory:
        os.environ["REFEREE_MEMORY"] = "1"
    os.environ["REFEREE_LOG_LEVEL"] = log_level
    if access_log:
        os.environ["REFEREE_ACCESS_LOG"] = "1"
    if streams:
        os.environ.setdefault("REFEREE_STREAMS", str(worker_connections))
    else:
        os.environ.setdefault("REFEREE_STREAMS", str(max(threads - 2, 1)))
    try:
        config = from_environment()
    except ConfigError as error:
        raise click.ClickException(str(error)) from None
    opened = open_place(config.redis_url, data=config.data, memory=config.memory)
    try:
        _run(config, opened, bind, workers, threads, streams, worker_connections)
    finally:
        opened.close()


def _run(
    config: Config, opened: Opened, bind: str, workers: int, threads: int, streams: bool, connections: int
) -> None:
    if opened.url is not None:
        os.environ["REDIS_URL"] = opened.url
    elif workers > 1:
        workers = 1
    click.echo(f"Referee {__version__} listens on {bind}; documentation at /docs", err=True)
    click.echo(f"Matches live in {opened.place}", err=True)
    with _folder_of_this_process() as folder:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
        settings: dict[str, Any] = {
            "bind": bind,
            "workers": workers,
            "threads": threads,
            "worker_class": "gevent" if streams else "gthread",
            "worker_connections": connections if streams else 1000,
            "keepalive": 75,
            "timeout": 60,
            "graceful_timeout": 30,
            "loglevel": "warning",
            "proc_name": "referee",
            "control_socket_disable": True,
            "post_worker_init": post_worker_init,
            "child_exit": child_exit,
        }
        if os.path.isdir("/dev/shm"):  # noqa: S108  -- gunicorn's heartbeat must not wait for a disk
            settings["worker_tmp_dir"] = "/dev/shm"  # noqa: S108
        Server(settings).run()


@contextmanager
def _folder_of_this_process() -> Iterator[str]:
    """Make a folder that goes with this process; a forked worker, which leaves through here too, lets it be."""
    owner, folder = os.getpid(), tempfile.mkdtemp(prefix="referee-metrics-")
    try:
        yield folder
    finally:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn, configured by a dictionary."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Hand gunicorn the settings that its version knows."""
        for name, value in self._settings.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        """Make the application, in the worker: connections are opened after the fork."""
        from referee import logs
        from referee.app import create_app

        logs.configure(os.environ.get("REFEREE_LOG_LEVEL", "info"))
        return create_app()


def post_worker_init(worker: Any) -> None:
    """Start the sweeper, and end streams as soon as the worker is told to stop."""
    app = worker.wsgi
    stop = threading.Event()
    threading.Thread(target=_sweep, args=(app, stop), name="sweeper", daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, _then(app, stop, signal.getsignal(number)))


def _then(app: Any, stop: threading.Event, before: Any) -> Callable[[int, FrameType | None], None]:
    def handle(number: int, frame: FrameType | None) -> None:
        stop.set()
        # not here: a handler must not wait for locks that the thread it interrupts may hold
        threading.Thread(target=app.extensions["referee-hub"].close, daemon=True).start()
        if callable(before):
            before(number, frame)
        else:
            sys.exit(0)

    return handle


def _sweep(app: Any, stop: threading.Event) -> None:
    import logging

    from referee.errors import RefereeError

    matches = app.extensions["referee"]
    while not stop.wait(SWEEP_SECONDS):
        try:
            while matches.sweep() and not stop.is_set():
                pass
        except RefereeError as error:
            logging.getLogger("referee.sweeper").warning("the sweep failed: %s", error.code)


def child_exit(server: Any, worker: Any) -> None:
    """Forget the gauges of a worker that is gone."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)
