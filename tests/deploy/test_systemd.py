"""referee.service, as systemd itself judges it."""

import subprocess
from pathlib import Path

from tests.store.servers import require

UNIT = Path(__file__).parents[2] / "deploy" / "referee.service"


def analyzed(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([require("systemd-analyze"), *words], capture_output=True, text=True, timeout=60)


def test_it_is_a_unit_without_a_mistake(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text(encoding="utf-8").replace("/opt/referee/bin/referee", "/bin/true"))
    done = analyzed("verify", str(unit))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_it_lays_open_is_rated_below_three() -> None:
    done = analyzed("security", "--offline=yes", "--threshold=29", "--no-pager", str(UNIT))
    assert done.returncode == 0, done.stdout


def test_it_believes_the_one_proxy_and_tells_its_figures_to_this_machine_alone() -> None:
    settings = UNIT.read_text(encoding="utf-8").splitlines()
    assert "Environment=REFEREE_TRUSTED_PROXIES=1" in settings
    assert any(line.startswith("Environment=REFEREE_METRICS_BIND=127.0.0.1:") for line in settings)
