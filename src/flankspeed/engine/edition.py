"""Editions: by which files a game is played here, so that a change of any of them is noticed.

What shows, prices, teaches or plays a game is no part of its edition: rules take nothing but words
from there.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Collection, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from flankspeed.engine.game import Game

_RULES = (".py", ".toml")  # what rules and figures stand in
# Folders of a game and of the engine that decide nothing in a match.
_NO_RULES = {"agents", "bots", "lessons", "odds", "report", "show", "templates"}
_DIGITS = 16


def package_hash(*modules: str, without: Collection[str] = ()) -> str:
    """A short hash of the packages that these modules are of: rules, bots, charts and figures.

    Folders `without` are left out.
    """
    total = hashlib.sha256()
    for module in modules:
        package = sys.modules[module].__package__
        if package:
            for path, file in sorted(_files(files(package), "", without)):
                total.update(f"{path}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()[:_DIGITS]


def edition(game: Game[Any]) -> str:
    """The edition of a game in this process: a hash of its rules and data, and of the engine's."""
    return _edition(type(game).__module__)


@cache
def _edition(module: str) -> str:
    return package_hash(module, __name__, without=_NO_RULES)


def _files(
    folder: Traversable, path: str, without: Collection[str]
) -> Iterator[tuple[str, Traversable]]:
    """All files of rules in a folder and below, by their path."""
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir() and entry.name not in without:
            yield from _files(entry, name, without)
        elif entry.name.endswith(_RULES):
            yield name, entry
