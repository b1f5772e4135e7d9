"""Versions: by what rules a game is played here, so that results of different rules never mix."""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

import flankspeed
from flankspeed import games

_RULES = (".py", ".toml")  # what rules and figures stand in
_DIGITS = 16


class Versions(msgspec.Struct, frozen=True):
    """What decides how a game goes, besides what a batch says."""

    python: str
    flankspeed: str
    rules: int
    files: str  # a hash of the game's package: rules, bots, charts and figures

    def differs(self, other: Versions) -> str:
        """The first thing that is not the same, as words; empty if all is."""
        for name, mine in msgspec.structs.asdict(self).items():
            theirs = getattr(other, name)
            if mine != theirs:
                return f"{_WORDS[name]} {theirs}, not {mine}"
        return ""


_WORDS = {
    "python": "Python",
    "flankspeed": "Flank Speed",
    "rules": "rules version",
    "files": "files of the game with the hash",
}


@cache
def versions(game: str) -> Versions:
    """Those of this process."""
    kind = type(games.load(game))
    major, minor, _ = platform.python_version_tuple()
    return Versions(
        f"{major}.{minor}", flankspeed.__version__, kind.rules_version, _hash(kind.__module__)
    )


def digest(value: object) -> str:
    """A short hash of plain data; the order of keys does not matter."""
    encoded = msgspec.json.encode(value, order="sorted")
    return hashlib.sha256(encoded).hexdigest()[:_DIGITS]


def _hash(module: str) -> str:
    package = sys.modules[module].__package__
    total = hashlib.sha256()
    if package:
        for path, file in sorted(_files(files(package), "")):
            total.update(f"{path}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()[:_DIGITS]


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """All files of rules in a folder and below, by their path."""
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _files(entry, name)
        elif entry.name.endswith(_RULES):
            yield name, entry
