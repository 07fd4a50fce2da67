"""A store to put golden records into."""

from tests.api.conftest import store

__all__ = ["store"]
