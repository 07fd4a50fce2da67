"""What is looked up when somebody asks for the figures: build, store, overdue matches, this server's processes."""

import os
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from prometheus_client import ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from referee import __version__
from referee.errors import RefereeError
from referee.games import GAMES
from referee.store import Store

_OWN = re.compile(r"gauge_livesum_(\d+)\.db")
"""The file that the library keeps of each living process; `child_exit` takes it away."""


class Moment(Collector):
    """Figures of the moment, the same whichever worker is asked. A store that fails is told, and costs nothing else."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def collect(self) -> Iterator[Metric]:
        """Look everything up."""
        yield _build()
        yield from self._stored()
        yield from _processes()

    def _stored(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("referee_store_up", "Whether the store answers: 1, or 0")
        seconds = GaugeMetricFamily("referee_store_seconds", "Time that the store took to answer just now")
        matches = GaugeMetricFamily("referee_overdue_matches", "Matches whose deadline or bots nobody has seen to yet")
        lag = GaugeMetricFamily("referee_overdue_seconds", "For how long the first of them has waited to be seen to")
        began = time.perf_counter()
        try:
            self._store.ping()
            took = time.perf_counter() - began
            count, late = self._store.overdue()
        except RefereeError:
            up.add_metric([], 0)
            yield up
            return
        for metric, value in ((up, 1.0), (seconds, took), (matches, count), (lag, late / 1000)):
            metric.add_metric([], value)
            yield metric


def _build() -> Metric:
    versions = {name: book.rules_version for name, book in GAMES.items()}
    labels = ["version", *versions]
    build = GaugeMetricFamily("referee_build_info", "Version, and the rules' version of each game", labels=labels)
    build.add_metric([__version__, *versions.values()], 1)
    return build


def _processes() -> Iterator[Metric]:
    """Tell of the server and its workers one by one; a server of one process has the library's own figures."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not folder:
        return
    families: dict[str, GaugeMetricFamily | CounterMetricFamily] = {}
    for pid in sorted(name[1] for path in Path(folder).iterdir() if (name := _OWN.fullmatch(path.name))):
        for metric in _process(pid):
            kind = CounterMetricFamily if metric.type == "counter" else GaugeMetricFamily
            family = families.setdefault(metric.name, kind(metric.name, metric.documentation, labels=["pid"]))
            for sample in metric.samples:
                family.add_metric([pid], sample.value)
    yield from families.values()


def _process(pid: str) -> Iterable[Metric]:
    return ProcessCollector(pid=lambda: pid, registry=None).collect()
