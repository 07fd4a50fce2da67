"""docs/promises.md names tests that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMED = re.findall(r"`(tests/[a-z_/]+\.py)::(test_\w+)`", (ROOT / "docs/promises.md").read_text(encoding="utf-8"))


def test_promises_are_proven() -> None:
    assert len(NAMED) > 20


@pytest.mark.parametrize(("path", "name"), NAMED, ids=[name for _, name in NAMED])
def test_the_test_that_proves_a_promise_is_there(path: str, name: str) -> None:
    assert re.search(rf"^def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.M), f"{path} has no {name}"
