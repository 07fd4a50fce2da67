"""The command group: lists its commands, and imports only what is run."""

import subprocess
import sys

import pytest

from referee import __version__
from referee.cli import COMMANDS
from tests.cli.kit import run


def test_help_lists_every_command() -> None:
    told = run("--help").output
    assert all(f"\n  {name} " in told for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    done = run(command, "--help")
    assert done.exit_code == 0
    assert f"Usage: main {command}" in done.output or f"Usage: referee {command}" in done.output


def test_an_unknown_command_is_refused() -> None:
    done = run("castle")
    assert done.exit_code == 2
    assert "No such command 'castle'" in done.output


def test_python_m_referee_is_the_same_and_starts_without_the_web() -> None:
    code = (
        "import sys, runpy; sys.argv = ['referee', '--version']\n"
        "try: runpy.run_module('referee', run_name='__main__')\n"
        "except SystemExit as end: assert not end.code\n"
        "assert not {'flask', 'rich', 'redis', 'gunicorn', 'msgspec'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert __version__ in done.stdout
