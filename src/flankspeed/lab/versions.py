"""Versions: by what rules a game is played here, so that results of different rules never mix."""

from __future__ import annotations

import hashlib
import platform
from functools import cache

import msgspec

import flankspeed
from flankspeed import games
from flankspeed.engine.edition import package_hash

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
        f"{major}.{minor}",
        flankspeed.__version__,
        kind.rules_version,
        package_hash(kind.__module__),
    )


def digest(value: object) -> str:
    """A short hash of plain data; the order of keys does not matter."""
    encoded = msgspec.json.encode(value, order="sorted")
    return hashlib.sha256(encoded).hexdigest()[:_DIGITS]
