"""Several processes of this machine, by joblib."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from threading import Lock
from typing import Any, Self

from flankspeed.engine import FlankspeedError, MissingPackage

_MOST_DEATHS = 3  # in a row, with nothing done in between


class _Calls:
    """Calls as joblib takes them, from any of its threads; those not done are handed out again."""

    def __init__(self, function: Any, calls: Iterable[tuple[Any, ...]]) -> None:
        self._function = function
        self._calls = enumerate(calls)
        self._lock = Lock()
        self.left: dict[int, tuple[Any, ...]] = {}

    def again(self) -> Iterator[Any]:
        """What is left of an earlier attempt, then all the rest."""
        for number, call in list(self.left.items()):
            yield self._task(number, call)
        while True:
            with self._lock:
                taken = next(self._calls, None)
                if taken is None:
                    return
                number, call = taken
                self.left[number] = call
            yield self._task(number, call)

    def _task(self, number: int, call: tuple[Any, ...]) -> Any:
        from joblib import delayed

        return delayed(_numbered)(number, self._function, call)


class Processes:
    """So many processes of this machine."""

    def __init__(self, jobs: int) -> None:
        try:
            import joblib
        except ModuleNotFoundError as missing:
            raise MissingPackage("joblib", "lab") from missing
        self._joblib = joblib
        self._jobs = jobs

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, function: Any, calls: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        """What is missing is done again by new processes if one has died: joblib loses it all."""
        todo, deaths = _Calls(function, calls), 0
        while True:
            pool = self._joblib.Parallel(self._jobs, return_as="generator_unordered", batch_size=1)
            try:
                for number, result in pool(todo.again()):
                    del todo.left[number]
                    deaths = 0
                    yield number, result
                return
            except BrokenProcessPool as died:
                deaths += 1
                if deaths == _MOST_DEATHS:
                    raise FlankspeedError(
                        f"a process died {deaths} times in a row: is there enough memory?"
                    ) from died


def _numbered(number: int, function: Any, call: tuple[Any, ...]) -> tuple[int, Any]:
    return number, function(*call)
