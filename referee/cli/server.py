"""gunicorn with settings that suit a referee, a sweeper in every worker, and streams that end when it stops."""

import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from gunicorn.app.base import BaseApplication

from referee.config import Config

SWEEP_SECONDS = 1.0
"""How often a worker looks for matches in which something is due."""


def run(config: Config, *, bind: str, workers: int, threads: int, connections: int) -> None:
    """Serve until told to stop. `bind`: what is listened on already; `connections`: at most so many a worker."""
    from referee import logs

    logs.configure(config.log_level)
    _room_for(connections)
    with _folder_of_this_process() as folder:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
        settings: dict[str, Any] = {
            "bind": bind.split(","),
            "workers": workers,
            "threads": threads,
            "worker_class": "referee.serving.worker.Worker" if feeds() else "gthread",
            "worker_connections": connections,
            "keepalive": 75,
            "timeout": 60,
            "graceful_timeout": 30,
            "loglevel": "warning",
            "logger_class": "referee.serving.log.Logger",
            "proc_name": "referee",
            "control_socket_disable": True,
            "secure_scheme_headers": {},  # whom to believe is REFEREE_TRUSTED_PROXIES' to say, and not
            "forwarder_headers": "",  # gunicorn's, which believes whoever is on this machine
            "post_worker_init": post_worker_init,
            "child_exit": child_exit,
        }
        if _on_terminal():
            settings["when_ready"] = end_at_hangup
        if os.path.isdir("/dev/shm"):  # noqa: S108  -- gunicorn's heartbeat must not wait for a disk
            settings["worker_tmp_dir"] = "/dev/shm"  # noqa: S108
        Server(settings, config).run()


def feeds() -> bool:
    """Whether streams cost no thread here: the worker that feeds them needs Linux's epoll."""
    return hasattr(select, "epoll")


def _room_for(connections: int) -> None:
    """Allow this process and its workers as many open files as the system lets it have, if it needs them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + 256
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
        )


def _on_terminal() -> bool:
    """Whether this was started in a terminal, with whose end it is to end: not under `nohup`, nor as a service."""
    return signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN and (os.isatty(0) or os.isatty(2))


def end_at_hangup(arbiter: Any) -> None:
    """Take HUP, which reloads a service, for the end of the terminal."""
    arbiter.handle_hup = arbiter.handle_term


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

    def __init__(self, settings: dict[str, Any], config: Config) -> None:
        self._settings = settings
        self._config = config
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

        logs.configure(self._config.log_level)
        return create_app(self._config)


def post_worker_init(worker: Any) -> None:
    """Start the sweeper, and end streams as soon as the worker is told to stop."""
    app = worker.wsgi
    stop = threading.Event()
    threading.Thread(target=_sweep, args=(app, stop), name="sweeper", daemon=True).start()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a closed terminal tells the workers too: the master sees to them
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, _then(stop, signal.getsignal(number)))


def _then(stop: threading.Event, before: Any) -> Callable[[int, FrameType | None], None]:
    def handle(number: int, frame: FrameType | None) -> None:
        stop.set()  # the sweeper closes the streams: a handler must not wait for locks
        if callable(before):
            before(number, frame)
        else:
            sys.exit(0)

    return handle


def _sweep(app: Any, stop: threading.Event) -> None:
    """Move on what nobody looks at; once told to stop, end the streams."""
    import logging

    from referee.store import OutcomeUnknown, StoreUnavailable

    matches = app.extensions["referee"]
    last_cause = ""
    while not stop.wait(SWEEP_SECONDS):
        try:
            while matches.sweep() and not stop.is_set():
                pass
            last_cause = ""
        except (StoreUnavailable, OutcomeUnknown):
            pass  # the store says so itself, once
        except Exception as error:  # whatever it is, it must not end the sweeping
            cause, before = f"{type(error).__name__}: {error}", last_cause
            last_cause = cause
            if cause != before:
                logging.getLogger("referee.sweeper").exception("the sweep failed and goes on")
    app.extensions["referee-hub"].close()


def child_exit(server: Any, worker: Any) -> None:
    """Forget the gauges of a worker that is gone."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)
