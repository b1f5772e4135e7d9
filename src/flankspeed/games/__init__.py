"""The games. Each is a package of its own and knows nothing of the others."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from flankspeed.engine import Game, OptionError

# Name, and where its Game class lives: imported when first asked for.
_GAMES = {"kamikaze": "Kamikaze", "picket": "Picket", "samar": "Samar"}
NAMES = tuple(_GAMES)


def load(name: str) -> Game[Any]:
    """The game of that name."""
    if name not in _GAMES:
        raise OptionError(f"there is no game {name!r} (there are: {', '.join(NAMES)})")
    module = import_module(f"flankspeed.games.{name}")
    game: Game[Any] = getattr(module, _GAMES[name])()
    return game
