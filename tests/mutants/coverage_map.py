"""The map of tests and lines: which tests execute a line, and how long each takes.

It is drawn once for a tree and kept in a folder that git ignores; after a change of tests alone
only the files that changed are run again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mutants.areas import Area
from mutants.tree import TIMED_OUT, Tree, digest, helpers, in_trees, sources

_LIMIT = 3600.0
_BETWEEN_TESTS = ""
# Where so few tests of a file execute a line, what it made may have been kept for the others.
_FEW = 2


class CoverageMap:
    """Which tests to ask about a line, the quickest first."""

    def __init__(self, parts: Iterable[dict[str, Any]]) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        self._lines: dict[tuple[str, int], set[str]] = {}
        for part in parts:
            for test, found in part["tests"].items():
                if found["passed"]:
                    self.seconds[test] = found["seconds"]
                else:
                    self.failed.append(test)
            for file, lines in part["lines"].items():
                for line, tests in lines.items():
                    self._lines.setdefault((file, int(line)), set()).update(tests)

    def tests_of(self, file: str, first: int, last: int) -> list[str]:
        """The tests that execute any of these lines of a module, and then others that may use them.

        What is executed once, behind a cache, counts for later tests of the same file too; what is
        executed while modules are imported, for all: those that use the module come first.
        """
        asked = self._executing((file, number) for number in range(first, last + 1))
        if not asked:
            return []
        found = self._quickest(asked)
        count = Counter(map(_file_of, found))
        few = {test for test in self.seconds if 0 < count[_file_of(test)] <= _FEW}
        found += self._quickest(few - set(found))
        if _BETWEEN_TESTS in asked:
            users = self._executing(place for place in self._lines if place[0] == file)
            found += self._quickest(users - set(found))
            found += self._quickest(self.seconds.keys() - set(found))
        return found

    def _executing(self, places: Iterable[tuple[str, int]]) -> set[str]:
        found: set[str] = set()
        for place in places:
            found |= self._lines.get(place, set())
        return found

    def _quickest(self, tests: Iterable[str]) -> list[str]:
        return sorted(
            (test for test in tests if test in self.seconds),
            key=lambda test: (self.seconds[test], test),
        )


def _file_of(test: str) -> str:
    return test.split("::")[0]


def coverage_map(root: Path, area: Area, cache: Path, jobs: int) -> CoverageMap:
    """The map of an area: from the cache where that still holds, else drawn anew."""
    tree_key = digest(root, [*sources(root), *helpers(root)])
    wanted = {
        test: cache / f"{area.name}-{tree_key}-{digest(root, [root / test])}.json"
        for test in area.test_files(root)
    }
    missing = [test for test, kept in wanted.items() if not kept.exists()]
    if missing:
        print(f"Drawing the map of {len(missing)} files of tests; this takes a while.", flush=True)
        cache.mkdir(parents=True, exist_ok=True)
        for stale in cache.glob(f"{area.name}-*.json"):
            if stale not in wanted.values():
                stale.unlink()
        for test in in_trees(
            root, jobs, missing, lambda tree, test: _draw(tree, area, test, wanted[test])
        ):
            print(f"  {test}", flush=True)
    return CoverageMap(json.loads(kept.read_text()) for kept in wanted.values())


def _draw(tree: Tree, area: Area, test: str, kept: Path) -> str:
    made = tree.path.parent / "map.json"
    made.unlink(missing_ok=True)
    source = str(tree.path / area.folder)
    code = tree.pytest([test], {"MUTANTS_MAP": str(made), "MUTANTS_SOURCE": source}, _LIMIT)
    if code == TIMED_OUT or not made.exists():
        raise SystemExit(f"{test} cannot be run (pytest ended with {code})")
    made.replace(kept)
    return test
