"""The plugin that runs inside pytest: it draws the map of tests and lines, or runs chosen tests.

`MUTANTS_MAP=FILE` writes for every test whether it passed, how long it took and which lines of
`MUTANTS_SOURCE` it executed. `MUTANTS_TESTS=FILE` runs the tests named in the file, in its order.
`MUTANTS_TREE` is where the package must have been imported from.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

_MAP = os.environ.get("MUTANTS_MAP", "")
_SOURCE = os.environ.get("MUTANTS_SOURCE", "")
_TESTS = os.environ.get("MUTANTS_TESTS", "")
_TREE = os.environ.get("MUTANTS_TREE", "")

_seconds: dict[str, float] = {}
_passed: dict[str, bool] = {}
_measure: coverage.Coverage | None = None

if _MAP:  # before anything of the package is imported
    _measure = coverage.Coverage(
        data_file=None, source=[_SOURCE], config_file=False, messages=False
    )
    _measure.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if _measure:
        _measure.switch_context(item.nodeid)
    result = yield
    if _measure:
        _measure.switch_context("")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    test = report.nodeid
    _seconds[test] = _seconds.get(test, 0) + report.duration
    _passed[test] = _passed.get(test, True) and report.outcome == "passed"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if _TESTS:
        wanted = {test: i for i, test in enumerate(Path(_TESTS).read_text().splitlines())}
        items[:] = sorted(
            (item for item in items if item.nodeid in wanted), key=lambda item: wanted[item.nodeid]
        )


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _TREE:
        _check_tree()
    if _measure:
        _measure.stop()
        tests = {
            test: {"passed": _passed[test], "seconds": round(_seconds[test], 4)} for test in _passed
        }
        Path(_MAP).write_text(json.dumps({"tests": tests, "lines": _lines(_measure)}))


def _check_tree() -> None:
    """No result counts that was won with another copy of the package."""
    import flankspeed

    if not Path(flankspeed.__file__ or "").is_relative_to(_TREE):
        pytest.exit(f"flankspeed was imported from {flankspeed.__file__}", returncode=4)


def _lines(measure: coverage.Coverage) -> dict[str, dict[int, list[str]]]:
    """By file and line, the tests that execute it; the test "" is what happens between tests."""
    data = measure.get_data()
    return {
        Path(file).relative_to(_TREE).as_posix(): data.contexts_by_lineno(file)
        for file in sorted(data.measured_files())
    }
