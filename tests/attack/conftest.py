"""Attacks on the table: short forms in `make test`, long ones in `make attack`.

What was tried is counted, and told at the end.
"""

from collections import Counter

import pytest
from table_fixtures import database, fair, server, url

__all__ = ["database", "fair", "server", "tried", "url"]

_TRIED: Counter[str] = Counter()


@pytest.fixture
def tried() -> Counter[str]:
    """How often each thing was tried in this run."""
    return _TRIED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _TRIED:
        terminalreporter.section("tried")
        for what, count in _TRIED.items():
            terminalreporter.line(f"{count:8,} {what}")
