"""The areas: which modules hold rules, and which tests may be asked to notice a mutant of them."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

# Pictures, boards, words, views and planners are no rules.
_NO_RULES = ("__init__.py", "measures.py", "bots/*", "lessons/*", "odds/*", "show/*")
# Tests that play or count by the hundred are not asked: a rule has a test of its own.
_NOT_ASKED = {"bots", "odds", "property"}


@dataclass(frozen=True)
class Area:
    """A folder of modules, without those that match `leave_out`, and its tests."""

    name: str
    folder: str
    leave_out: tuple[str, ...]
    tests: tuple[str, ...]

    def modules(self, root: Path) -> list[Path]:
        """The modules that are changed, in order."""
        folder = root / self.folder
        return [
            path
            for path in sorted(folder.rglob("*.py"))
            if not any(
                fnmatch(path.relative_to(folder).as_posix(), item) for item in self.leave_out
            )
        ]

    def test_files(self, root: Path) -> list[str]:
        """The files of tests, in order; what the list names and is not there is passed over."""
        found: set[Path] = set()
        for name in self.tests:
            path = root / name
            found |= set(path.rglob("test_*.py")) if path.is_dir() else {path}
        files = [path.relative_to(root) for path in found if path.exists()]
        return sorted(file.as_posix() for file in files if not _NOT_ASKED & set(file.parts))


def _game(name: str) -> Area:
    return Area(name, f"src/flankspeed/games/{name}", _NO_RULES, (f"tests/games/{name}",))


AREAS = {
    area.name: area
    for area in (
        Area(
            "engine",
            "src/flankspeed/engine",
            ("__init__.py", "chart_view.py", "picture.py", "svg.py", "text.py"),
            (
                "tests/engine",
                "tests/games/kamikaze/rules",
                "tests/games/picket/data/test_roll_charts.py",
                "tests/games/samar/test_recorded_game.py",
                "tests/games/samar/test_shortcuts.py",
                "tests/cli/test_replay.py",
            ),
        ),
        _game("kamikaze"),
        _game("picket"),
        _game("samar"),
    )
}
