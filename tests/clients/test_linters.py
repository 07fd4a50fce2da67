"""What linters of OpenAPI documents say of openapi.yaml."""

from pathlib import Path

import pytest

from tests.clients.node import HERE, packages, run

DOCUMENT = HERE.parents[1] / "openapi.yaml"


@pytest.mark.slow
def test_redocly_finds_no_error(tmp_path: Path) -> None:
    run(packages() / ".bin" / "redocly", "lint", DOCUMENT, "--config", HERE / "redocly.yaml", cwd=tmp_path)


@pytest.mark.slow
def test_spectral_finds_no_error_by_its_rules_for_openapi(tmp_path: Path) -> None:
    rules = HERE / ".spectral.yaml"
    run(packages() / ".bin" / "spectral", "lint", DOCUMENT, "--ruleset", rules, "--fail-severity=error", cwd=tmp_path)
