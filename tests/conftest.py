"""What holds for all tests: where FLANKSPEED_SKIPS=fail is set, none may be skipped."""

import os

import pytest


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped") if reporter else None
    if skipped and os.environ.get("FLANKSPEED_SKIPS") == "fail":
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
