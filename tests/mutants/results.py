"""What became of mutants: kept as lines of JSON; and the list of those that change nothing."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock

from mutants.operators import Mutant

_Key = tuple[str, str, str, str, int]
_ALL = 0  # instead of a number: all mutants that read the same in one function


@dataclass(frozen=True)
class Result:
    """A mutant, and whether it was caught, survived or is equivalent; `how` says by what."""

    file: str
    where: str
    was: str
    becomes: str
    line: int
    operator: str
    outcome: str
    how: str
    number: int = 1

    @classmethod
    def of(cls, mutant: Mutant, outcome: str, how: str) -> Result:
        """The result of a mutant."""
        file, where, was, becomes, number = mutant.key
        return cls(file, where, was, becomes, mutant.line, mutant.operator, outcome, how, number)

    def describe(self) -> str:
        """The result on one line and two more for what was changed."""
        place = f"{self.file}:{self.line} {self.where}".rstrip()
        place += f", number {self.number}" if self.number > 1 else ""
        return f"{place} ({self.operator}; {self.how})\n      - {self.was}\n      + {self.becomes}"


class Results:
    """The results of earlier runs that still hold, and those of this one."""

    def __init__(self, path: Path, keys: Mapping[str, str], fresh: bool) -> None:
        self._path = path
        self._keys = keys
        self._lock = Lock()
        self._known: dict[_Key, Result] = {}
        if fresh:
            path.unlink(missing_ok=True)
        if path.exists():
            for line in path.read_text().splitlines():
                self._read(json.loads(line))

    def _read(self, kept: dict[str, str | int]) -> None:
        module, everything = kept.pop("module"), kept.pop("everything")
        result = Result(**kept)  # type: ignore[arg-type]
        key = (result.file, result.where, result.was, result.becomes, result.number)
        self._known.pop(key, None)
        same = module == self._keys.get(result.file) and result.outcome == "caught"
        if same or everything == self._keys[""]:
            self._known[key] = result

    def find(self, mutant: Mutant) -> Result | None:
        """What is known of a mutant."""
        return self._known.get(mutant.key)

    def keep(self, result: Result) -> None:
        """Write a result down at once, so that a run that is stopped loses nothing."""
        keys = {"module": self._keys[result.file], "everything": self._keys[""]}
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a") as file:
                file.write(json.dumps(asdict(result) | keys) + "\n")


class Equivalents:
    """The mutants of `equivalent.toml`, which change nothing that anybody could notice."""

    def __init__(self, path: Path) -> None:
        self._why: dict[_Key, str] = {}
        for entry in tomllib.loads(path.read_text()).get("equivalent", []):
            line = (entry["file"], entry["where"], entry["was"], entry["becomes"])
            key = (*line, entry.get("number", _ALL))
            if not entry["why"].strip():
                raise SystemExit(f"{path.name}: {key} does not say why")
            self._why[key] = entry["why"]

    def find(self, mutant: Mutant) -> Result | None:
        """The result of a mutant that is listed."""
        why = self._why.get(mutant.key) or self._why.get((*mutant.key[:4], _ALL))
        return Result.of(mutant, "equivalent", why) if why else None

    def check(self, possible: Mapping[str, Sequence[Mutant]]) -> None:
        """Refuse entries for modules of this area whose mutant is not there any more."""
        there = {mutant.key for mutants in possible.values() for mutant in mutants}
        there |= {(*key[:4], _ALL) for key in there}
        for key in self._why:
            if key[0] in possible and key not in there:
                raise SystemExit(f"equivalent.toml: there is no such mutant any more: {key}")
