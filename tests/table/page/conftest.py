"""Browsers, and those who visit the table with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from table_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from table_browser import Visit


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from table_browser import chromium  # needs a package that the other tests do without

    with chromium() as found:
        yield found


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    from table_browser import visitors

    with visitors(browser, server.url) as come:
        yield come
