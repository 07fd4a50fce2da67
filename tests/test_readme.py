"""The README's commands, as they stand there, against a running server."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.serving import Serving
from tests.store.servers import require

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```bash\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
BIN = Path(sys.executable).parent


def test_the_readme_has_the_commands_that_are_tested_here() -> None:
    assert len(BLOCKS) == 4
    assert BLOCKS[0].strip().endswith(".venv/bin/referee demo")
    assert BLOCKS[1].strip() == "bash .ci/test"
    assert BLOCKS[2].strip() == ".venv/bin/referee serve"


def test_the_main_job_command_plays_a_match(tmp_path: Path) -> None:
    done = subprocess.run([BIN / "referee", "demo"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "curl" in done.stdout


@pytest.mark.skipif(not Path("/usr/bin/curl").exists(), reason="the session needs curl")
@pytest.mark.parametrize("shell", ["bash -euo pipefail", "zsh -f"])
def test_the_curl_session_works_when_pasted(tmp_path: Path, shell: str) -> None:
    program, *options = shell.split()
    require(program)
    with Serving("--memory", cwd=tmp_path) as server:
        script = BLOCKS[3].replace("http://127.0.0.1:8000", server.url).replace(".venv/bin/", f"{BIN}/")
        done = subprocess.run(
            [program, *options, "-is" if program == "zsh" else "-s"],
            input=script,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    for expected in (
        '"legal_moves"',
        '"code": "illegal-move"',
        '"KOB-4"',
        '"version": 1',
        '"replaced"',
        '"bot:steady"',
    ):
        assert expected in done.stdout, expected
    assert "honest" in done.stdout or "verified" in done.stdout.lower()


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"\]\((?!https?:)([^)#]+)\)", (ROOT / "README.md").read_text("utf-8"))))
)
def test_a_file_that_is_linked_to_is_there_and_in_what_is_published(path: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert (ROOT / path).is_file()
    assert path.split("/")[0] in project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
