"""Scratch copies of the work tree, and pytest run in them; the work tree is never touched."""

from __future__ import annotations

import hashlib
import math
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

_TOOLS = Path(__file__).parent.parent  # where this package is found
_LEFT_BEHIND = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.so", "*.pyd")
_MEMORY = 4 << 30  # of one process: a mutant may never stop growing
_WAIT = 20  # times the seconds of computing that a run may last by the clock, on a busy machine
TIMED_OUT = -signal.SIGXCPU
T = TypeVar("T")
R = TypeVar("R")


class Tree:
    """One copy of the work tree, in which one mutant at a time is tried."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._running: subprocess.Popen[bytes] | None = None
        self._removed = False
        self.path = Path(tempfile.mkdtemp(prefix="mutants-")) / "tree"
        shutil.copytree(root, self.path, ignore=_LEFT_BEHIND)

    def write(self, file: str, source: str) -> None:
        """Put another text into a module, and take away what was compiled from the old one."""
        path = self.path / file
        path.write_text(source, encoding="utf-8")
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
            compiled.unlink()

    def restore(self, file: str) -> None:
        """Give a module its own text back."""
        self.write(file, (self._root / file).read_text(encoding="utf-8"))
        shutil.copystat(self._root / file, self.path / file)

    def pytest(self, files: Iterable[str], settings: Mapping[str, str], limit: float) -> int:
        """Run pytest on these files; its exit code, or `TIMED_OUT` after `limit` of computing."""
        tests = self.path / "tests"
        paths = [str(self.path / "src"), str(tests), str(tests / "support"), str(_TOOLS)]
        environment = {
            **{name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"},
            "PYTHONPATH": os.pathsep.join(paths),
            "MUTANTS_TREE": str(self.path),
            # Plugins that these tests do not use take longer to import than most tests to run.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.path.parent / "hypothesis"),
            **settings,
        }
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "--tb=no"]
        command += ["-p", "no:cacheprovider", "-p", "mutants.plugin"]
        command += ["-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0"]
        if settings.get("MUTANTS_MAP"):
            command.remove("-x")
        process = self._running = subprocess.Popen(
            [*command, *files],
            cwd=self.path,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=partial(_limit, math.ceil(limit)),
        )
        try:
            code = process.wait(_WAIT * limit)
        except subprocess.TimeoutExpired:
            code = TIMED_OUT
        finally:
            self._stop()
        if self._removed:
            raise SystemExit("stopped")
        return code

    def _stop(self) -> None:
        process = self._running
        if process and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def remove(self) -> None:
        """Take the copy away, and end what runs in it."""
        self._removed = True
        self._stop()
        shutil.rmtree(self.path.parent, ignore_errors=True)


def in_trees(
    root: Path, jobs: int, items: Sequence[T], work: Callable[[Tree, T], R]
) -> Iterator[R]:
    """Work on items, so many at the same time, each in a tree of its own; results in order."""
    trees = [Tree(root) for _ in range(min(jobs, len(items)))]
    free: SimpleQueue[Tree] = SimpleQueue()
    for tree in trees:
        free.put(tree)

    def one(item: T) -> R:
        tree = free.get()
        try:
            return work(tree, item)
        finally:
            free.put(tree)

    pool = ThreadPoolExecutor(len(trees))
    try:
        yield from pool.map(one, items)
    finally:  # also when the run is stopped
        pool.shutdown(wait=False, cancel_futures=True)
        for tree in trees:
            tree.remove()


def _limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 10))


def digest(root: Path, files: Iterable[Path]) -> str:
    """One short word for the contents of these files."""
    found = hashlib.sha256()
    for path in sorted(files):
        found.update(f"{path.relative_to(root)}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


def sources(root: Path) -> list[Path]:
    """What decides how the package behaves: its modules and its data."""
    return [path for path in (root / "src").rglob("*") if path.suffix in (".py", ".toml")]


def helpers(root: Path) -> list[Path]:
    """What tests share: modules in the folder of tests that are no tests themselves."""
    return [
        path
        for path in (root / "tests").rglob("*.py")
        if not path.name.startswith("test_") and "mutants" not in path.relative_to(root).parts
    ]
