"""The games. Each is a package of its own and knows nothing of the others.

A game is found by the entry point `flankspeed.games` of the package that brings it: its name, and
where its `Game` class lives. Ours are found in the same way.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from flankspeed.engine import FlankspeedError, Game, OptionError

_GROUP = "flankspeed.games"


@cache
def _found() -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=_GROUP), key=lambda point: point.name):
        known = found.setdefault(point.name, point)
        if known.value != point.value:
            raise OptionError(
                f"two packages bring a game {point.name!r}: {known.value} and {point.value}"
            )
    return found


def names() -> tuple[str, ...]:
    """The names of the games that are installed."""
    return tuple(_found())


def load(name: str) -> Game[Any]:
    """The game of that name, imported when it is first asked for."""
    point = _found().get(name)
    if point is None:
        raise OptionError(f"there is no game {name!r} (there are: {', '.join(names())})")
    try:
        game = point.load()()
    except FlankspeedError:
        raise
    except Exception as error:  # whatever goes wrong in it, it is the game's
        why = f"{type(error).__name__}: {error}"
        raise OptionError(f"the game {name!r} cannot be loaded ({point.value}): {why}") from error
    if not isinstance(game, Game) or game.name != name:
        raise OptionError(f"{point.value} is no game of the name {name!r}")
    return game
