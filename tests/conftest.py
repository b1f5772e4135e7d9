"""What holds for all tests: which are slow, and that FLANKSPEED_SKIPS=fail lets none be skipped."""

import os
from pathlib import Path

import pytest

# Tests that start processes, servers and browsers, or play and count out games by the hundred.
_SLOW = {"bots", "cli", "lab", "mutants", "odds", "property", "table"}
_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(_HERE).parts[0] in _SLOW:
            item.add_marker("slow")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped") if reporter else None
    if skipped and os.environ.get("FLANKSPEED_SKIPS") == "fail":
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
