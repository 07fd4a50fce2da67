"""A running server to talk to over HTTP."""

from collections.abc import Iterator

import pytest

from referee.cli import local


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a server of the test module's own."""
    with local.running() as address:
        yield address
