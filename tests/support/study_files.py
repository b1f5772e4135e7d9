"""Short studies, and work that kills those who do it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from flankspeed.lab.runners import Runner
from flankspeed.lab.study.results import Results
from flankspeed.lab.study.run import Run
from flankspeed.lab.study.store import Store
from flankspeed.lab.study.study import Study, read_study

DIVES = """
name = "Dives"
game = "kamikaze"
scenarios = ["dives-1", "dives-2"]
games = {games}
seed = 3
watched = 3

[options]
"p2.crashVolley" = ["off", "on"]

[bots]
usn = "lieutenant"
ijn = "lieutenant"
"""


def study_of(folder: Path, text: str) -> Study:
    """The study of a file with this text."""
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return read_study(path)


def dives(folder: Path, games: int = 40) -> Study:
    """Four cells of dives, a millisecond each."""
    return study_of(folder, DIVES.format(games=games))


def run_study(folder: Path, study: Study, runner: Runner, records: bool = False) -> Results:
    """Run a study in a folder, from where it is."""
    store = Store(folder, study)
    with store:
        Run(store).go(runner, records)
    return Results(store)


class Deadly:
    """A runner one of whose workers dies in the middle of its second call, once."""

    def __init__(self, runner: Runner, folder: Path) -> None:
        self._runner = runner
        self._folder = folder
        self.died = folder / "died"

    def run(self, function: Any, calls: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        marked = ((str(self.died), number, function, *call) for number, call in enumerate(calls))
        yield from self._runner.run(die_once, marked)


def die_once(died: str, number: int, function: Any, *call: Any) -> Any:
    """Kill the process that this is called in, at call 1 and the first time."""
    if number == 1 and not Path(died).exists():
        Path(died).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return function(*call)


def die(_: int) -> None:
    """Kill the process that this is called in."""
    os.kill(os.getpid(), signal.SIGKILL)


def square(number: int) -> int:
    """Something quick."""
    return number * number


def wait_but_the_first(number: int, gate: Path) -> int:
    """Come to an end when a file is there, or at once in the first call."""
    while number and not gate.exists():
        time.sleep(0.01)
    return number
