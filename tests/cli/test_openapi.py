"""`referee openapi`: the document on the terminal and in a file."""

from pathlib import Path

from referee.api import openapi as document
from tests.cli.kit import run


def test_the_document_is_printed_or_written(tmp_path: Path) -> None:
    printed = run("openapi", "-o", "-")
    assert printed.exit_code == 0
    assert printed.stdout == document.as_yaml()
    path = tmp_path / "openapi.yaml"
    assert run("openapi", "--output", path).exit_code == 0
    assert path.read_text(encoding="utf-8") == document.as_yaml()


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    done = run("openapi", "-o", tmp_path / "missing" / "openapi.yaml")
    assert done.exit_code == 1
    assert "cannot be written" in done.output
