"""Fixtures of the tests of the table."""

from table_fixtures import database, fair, server, url

__all__ = ["database", "fair", "server", "url"]
