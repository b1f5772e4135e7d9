"""What holds for all tests: no luck, which are slow, and when none may be skipped.

No test depends on dice it has not set, and properties are tried on the same examples each time
(`--hypothesis-profile explore` tries others). FLANKSPEED_SKIPS=fail lets no test be skipped.
"""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

from flankspeed.engine import Rolled

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("fixed")

# Tests that start processes, servers and browsers, or play and count out games by the hundred.
_SLOW = {"adapters", "attack", "bots", "cli", "docs", "lab", "mutants", "odds", "property"} | {
    "published",
    "table",
}
_HERE = Path(__file__).parent


def pytest_sessionstart() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """Ten thousand tests, and all that they import, are no rubbish: none is looked for there."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if _SLOW.intersection(item.path.relative_to(_HERE).parts):
            item.add_marker("slow")


@pytest.fixture(autouse=True)
def dice_are_set(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that rolls dice nobody has set, unless it says that it bears any."""
    if request.node.get_closest_marker("secret_dice") is None:

        def refuse() -> Rolled:
            raise AssertionError("set the dice of this test: give a seed, or scripted dice")

        monkeypatch.setattr(Rolled, "secret", refuse)


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped") if reporter else None
    if skipped and os.environ.get("FLANKSPEED_SKIPS") == "fail":
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
