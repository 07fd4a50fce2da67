"""A real store."""

from tests.api.conftest import app, client, store, table

__all__ = ["app", "client", "store", "table"]
