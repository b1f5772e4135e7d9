"""Editions: by which files a game is played here, so that a change of any of them is noticed."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from flankspeed.engine.game import Game

_RULES = (".py", ".toml")  # what rules and figures stand in
_DIGITS = 16


def package_hash(*modules: str) -> str:
    """A short hash of the packages that these modules are of: rules, bots, charts and figures."""
    total = hashlib.sha256()
    for module in modules:
        package = sys.modules[module].__package__
        if package:
            for path, file in sorted(_files(files(package), "")):
                total.update(f"{path}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()[:_DIGITS]


def edition(game: Game[Any]) -> str:
    """The edition of a game in this process: a hash of its own files, and of the engine's."""
    return _edition(type(game).__module__)


@cache
def _edition(module: str) -> str:
    return package_hash(module, __name__)


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """All files of rules in a folder and below, by their path."""
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _files(entry, name)
        elif entry.name.endswith(_RULES):
            yield name, entry
