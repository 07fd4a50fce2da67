"""A running application to talk to, without a network."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config
from referee.store import Store
from referee.store.opening import open_store
from tests.api.kit import Table


@pytest.fixture(scope="session")
def store() -> Iterator[Store]:
    """A real server of this test process's own, shared by its tests: matches do not meet."""
    opened = open_store(None, memory=True)
    yield opened
    opened.close()


@pytest.fixture
def app(store: Store) -> Flask:
    """The application as it comes."""
    return create_app(Config(), store)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client without a token."""
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """A Kobayakawa match of three, arranged so that its course is known."""
    return Table.create(client)
