"""One mutant tried: put into a tree, and the tests that execute it run until one fails."""

from __future__ import annotations

import ast

from mutants.coverage_map import CoverageMap
from mutants.operators import Mutant
from mutants.results import Result
from mutants.tree import TIMED_OUT, Tree

_FIRST = 25  # most mutants are caught by the quickest tests: these are run first, by themselves
# pytest's exit codes: none was left to run, or a module cannot be imported any more.
_PASSED, _FAILED, _NONE_LEFT, _BROKEN = 0, 1, 5, (2, 3)
_SLOWER = 10  # times that a test may take of what it took when the map was drawn


class Trial:
    """Mutants tried in one tree, each with tests worth at most `budget` seconds."""

    def __init__(self, tree: Tree, chart: CoverageMap, budget: float, patience: float = 10) -> None:
        self._tree = tree
        self._chart = chart
        self._budget = budget
        self._patience = patience  # seconds that pytest may take to start

    def run(self, mutant: Mutant, source: str) -> Result:
        """What becomes of a mutant."""
        tests = self._affordable(self._chart.tests_of(mutant.file, *lines_of(mutant, source)))
        if not tests:
            return Result.of(mutant, "survived", "no test executes it")
        self._tree.write(mutant.file, mutant.applied(source))
        try:
            for part in (tests[:_FIRST], tests[_FIRST:]):
                caught = part and self._caught(part)
                if caught:
                    return Result.of(mutant, "caught", caught)
        finally:
            self._tree.restore(mutant.file)
        return Result.of(mutant, "survived", f"{len(tests)} tests pass")

    def _affordable(self, tests: list[str]) -> list[str]:
        found: list[str] = []
        seconds = 0.0
        for test in tests:
            seconds += self._chart.seconds[test]
            if found and seconds > self._budget:
                break
            found.append(test)
        return found

    def _caught(self, tests: list[str]) -> str:
        """How these tests notice, empty if they do not."""
        chosen = self._tree.path.parent / "tests.txt"
        chosen.write_text("\n".join(tests))
        files = sorted({test.split("::")[0] for test in tests})
        limit = self._patience + _SLOWER * sum(self._chart.seconds[test] for test in tests)
        code = self._tree.pytest(files, {"MUTANTS_TESTS": str(chosen)}, limit)
        if code in (_PASSED, _NONE_LEFT):
            return ""
        if code == _FAILED:
            return "a test fails"
        if code == TIMED_OUT:
            return "it never ends"
        if code in _BROKEN or code < 0:
            return "it cannot be run"
        raise SystemExit(f"pytest ended with {code}")


def lines_of(mutant: Mutant, source: str) -> tuple[int, int]:
    """The first and last line of the statement that a mutant changes.

    Tests execute statements: of one that spans several lines not every line counts as executed.
    For a condition only the lines of its head are meant, not those that it governs.
    """
    heads = [
        (node.lineno, _head_ends(node))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt)
    ]
    around = [head for head in heads if head[0] <= mutant.line <= head[1]]
    return max(around, default=(mutant.line, mutant.line))


def _head_ends(node: ast.stmt) -> int:
    body = getattr(node, "body", None)
    return max(node.lineno, body[0].lineno - 1 if body else node.end_lineno or 0)
