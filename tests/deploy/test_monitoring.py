"""alerts.yaml and dashboard.json: over figures that there are, in Prometheus' own language, and each alert goes off."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from referee.api import openapi
from referee.app import create_app
from referee.config import Config
from referee.store.opening import open_store
from tests.store.servers import require

pytestmark = pytest.mark.slow

DEPLOY = Path(__file__).parents[2] / "deploy"
ALERTS: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
]
DASHBOARD = json.loads((DEPLOY / "dashboard.json").read_text(encoding="utf-8"))
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
QUERIES = [target["expr"] for panel in PANELS for target in panel["targets"]]
CODES = openapi.document()["components"]["schemas"]["ProblemCode"]["enum"]


GOES_OFF = {
    "RefereeDown": {'up{job="referee",instance="a"}': "0"},
    "RefereeStoreDown": {'referee_store_up{instance="a"}': "0"},
    "RefereeStoreSlow": {'referee_store_seconds{instance="a"}': "0.4"},
    "RefereeStoreErrors": {'referee_store_errors_total{instance="a",code="store-unavailable"}': "0+10"},
    "RefereeFaults": {'referee_requests_total{instance="a",method="GET",route="/v1/games",status="500"}': "0+1"},
    "RefereeSlow": {
        'referee_request_seconds_bucket{instance="a",route="/v1/games",le="0.5"}': "0+90",
        'referee_request_seconds_bucket{instance="a",route="/v1/games",le="1"}': "0+100",
        'referee_request_seconds_bucket{instance="a",route="/v1/games",le="+Inf"}': "0+100",
    },
    "RefereeSweepLags": {'referee_overdue_seconds{instance="a"}': "60"},
    "RefereeStreamsNearlyFull": {
        'referee_streams{instance="a"}': "900",
        'referee_stream_places{instance="a"}': "1000",
    },
    "RefereeStreamsRefused": {'referee_refusals_total{instance="a",code="stream-capacity"}': "0+1"},
    "RefereeMatchesUnreadable": {'referee_refusals_total{instance="a",code="match-unreadable"}': "0+1"},
    "RefereeReleasesDiffer": {
        'referee_build_info{instance="a",job="referee",version="1",kinmo="1"}': "1",
        'referee_build_info{instance="b",job="referee",version="1",kinmo="2"}': "1",
    },
    "RefereeMemory": {
        'process_resident_memory_bytes{instance="a",pid="1"}': "300000000",
        'process_resident_memory_bytes{instance="a",pid="2"}': "300000000",
        'referee_build_info{instance="a",version="1"}': "1",
    },
    "RefereeDescriptors": {
        'process_open_fds{instance="a",pid="1"}': "900",
        'process_max_fds{instance="a",pid="1"}': "1000",
        'referee_build_info{instance="a",version="1"}': "1",
    },
}
"""For each alert figures at which it goes off, as promtool writes them: a value, or a value and its growth a minute."""

QUIET = {
    'up{job="referee",instance="a"}': "1",
    'up{job="node",instance="b"}': "0",
    'referee_store_up{instance="a"}': "1",
    'referee_store_seconds{instance="a"}': "0.002",
    'referee_store_errors_total{instance="a",code="store-unavailable"}': "7",
    'referee_requests_total{instance="a",method="GET",route="/readyz",status="503"}': "0+1",
    'referee_requests_total{instance="a",method="GET",route="/v1/games",status="200"}': "0+100",
    'referee_request_seconds_bucket{instance="a",route="/v1/games",le="0.5"}': "0+100",
    'referee_request_seconds_bucket{instance="a",route="/v1/games",le="1"}': "0+100",
    'referee_request_seconds_bucket{instance="a",route="/v1/games",le="+Inf"}': "0+100",
    'referee_overdue_seconds{instance="a"}': "1.5",
    'referee_streams{instance="a"}': "700",
    'referee_stream_places{instance="a"}': "1000",
    'referee_refusals_total{instance="a",code="illegal-move"}': "0+100",
    'referee_build_info{instance="a",job="referee",version="1",kinmo="1"}': "1",
    'referee_build_info{instance="b",job="streams",version="1",kinmo="1"}': "1",
    'process_resident_memory_bytes{instance="a",pid="1"}': "100000000",
    'process_resident_memory_bytes{instance="else",pid="1"}': "900000000",
    'process_open_fds{instance="a",pid="1"}': "100",
    'process_max_fds{instance="a",pid="1"}': "1000",
}
"""Figures of a service that is well, beside others that are not the referee's."""


@pytest.fixture(scope="module")
def exposed() -> set[str]:
    """The names of all figures that a server tells."""
    store = open_store(None, memory=True)
    try:
        text = create_app(Config(), store).test_client().get("/metrics").text
    finally:
        store.close()
    return {name for family in text_string_to_metric_families(text) for name in _names(family.name, family.type)}


def _names(name: str, kind: str) -> Iterator[str]:
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    yield from (name + ending for ending in endings.get(kind, ("",)))


def figures(query: str) -> set[str]:
    return set(re.findall(r"\b(?:referee|process)_[a-z_]+\b(?!\")", query))


def promtool(*words: str) -> None:
    done = subprocess.run([require("promtool"), *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("query", [rule["expr"] for rule in ALERTS] + QUERIES)
def test_what_is_asked_for_is_told(query: str, exposed: set[str]) -> None:
    named = figures(query)
    assert named or query.startswith("up{")
    assert named <= exposed
    assert set(re.findall(r'code="([^"]*)"', query)) <= set(CODES)


def test_every_figure_of_the_referee_is_on_the_dashboard(exposed: set[str]) -> None:
    shown = set().union(*map(figures, QUERIES))
    of_ours = {
        name for name in exposed if name.startswith("referee_") and not name.endswith(("_sum", "_count", "_created"))
    }
    assert of_ours <= shown


@pytest.mark.parametrize("rule", ALERTS, ids=lambda rule: str(rule["alert"]))
def test_every_alert_says_what_it_is_how_urgent_and_what_to_do(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in ("page", "ticket")
    assert set(rule["annotations"]) == {"summary", "action"}
    assert len(rule["annotations"]["action"].split()) >= 10


def test_prometheus_takes_the_alerts_and_what_it_is_to_scrape() -> None:
    promtool("check", "rules", str(DEPLOY / "alerts.yaml"))
    promtool("check", "config", str(DEPLOY / "prometheus.yaml"))


def test_prometheus_takes_every_query_of_the_dashboard(tmp_path: Path) -> None:
    rules = [
        {"record": f"panel:{number}", "expr": query.replace("$__rate_interval", "5m").replace("$instance", ".*")}
        for number, query in enumerate(QUERIES)
    ]
    path = tmp_path / "queries.yaml"
    path.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
    promtool("check", "rules", str(path))


def test_every_alert_goes_off_when_it_should_and_none_when_all_is_well(tmp_path: Path) -> None:
    assert set(GOES_OFF) == {rule["alert"] for rule in ALERTS}
    path = tmp_path / "alerts.test.yaml"
    cases = [_case(series, name, 1) for name, series in GOES_OFF.items()]
    cases += [_case(QUIET, name, 0) for name in GOES_OFF]
    path.write_text(yaml.safe_dump({"rule_files": [str(DEPLOY / "alerts.yaml")], "tests": cases}))
    promtool("test", "rules", str(path))


def _case(series: dict[str, str], alert: str, count: int) -> dict[str, Any]:
    going_off = f'count(ALERTS{{alertname="{alert}",alertstate="firing"}})'
    expected = [{"labels": "{}", "value": count}] if count else []
    return {
        "interval": "1m",
        "input_series": [{"series": name, "values": _over_an_hour(value)} for name, value in series.items()],
        "promql_expr_test": [{"expr": going_off, "eval_time": "40m", "exp_samples": expected}],
    }


def _over_an_hour(value: str) -> str:
    return f"{value}x45" if "+" in value else f"{value}+0x45"


def test_the_dashboard_is_one_that_grafana_lays_out() -> None:
    assert DASHBOARD["uid"] == "referee"
    assert DASHBOARD["schemaVersion"] >= 36
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(numbers) == len(set(numbers))
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        fields = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not fields & taken, panel["title"]
        assert all(x < 24 for x, _ in fields)
        taken |= fields


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: str(panel["title"]))
def test_a_panel_asks_the_source_and_the_servers_that_were_chosen(panel: dict[str, Any]) -> None:
    variables = {variable["name"] for variable in DASHBOARD["templating"]["list"]}
    assert panel["title"]
    assert panel["fieldConfig"]["defaults"]["unit"]
    for target in panel["targets"]:
        assert target["datasource"] == panel["datasource"] == {"type": "prometheus", "uid": "${source}"}
        used = set(re.findall(r"\$(\w+)", target["expr"])) - {"__rate_interval"}
        assert used == {"instance"} <= variables
