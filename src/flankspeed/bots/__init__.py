"""Bots: opponents and advisers. `make` knows them all by name."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from flankspeed.bots.random import RandomBot
from flankspeed.engine import Bot, MissingPackage, OptionError

# Besides `random`, which plays everything: game, bot, where its class lives.
_BOTS = {
    "kamikaze": {
        "direct": ("flankspeed.bots.kamikaze.direct", "DirectBot"),
        "ace": ("flankspeed.bots.kamikaze.ace", "AceBot"),
    },
    "picket": {"staff": ("flankspeed.games.picket.bots.staff", "StaffBot")},
    "samar": {"admiral": ("flankspeed.bots.samar.admiral", "AdmiralBot")},
}


def names(game: str) -> list[str]:
    """The bots that play a game, the strongest last."""
    return ["random", *_BOTS.get(game, {})]


def strongest(game: str) -> str:
    """The strongest bot whose packages are installed."""
    for name in reversed(names(game)):
        with suppress(MissingPackage):
            make(game, name)
            return name
    return "random"


def make(game: str, name: str, seed: int = 0) -> Bot:
    """A bot by its name; `seed` is for the bots that toss coins."""
    if name == "random":
        return RandomBot(seed)
    if name not in _BOTS.get(game, {}):
        raise OptionError(f"{game} has no bot {name!r} (there are: {', '.join(names(game))})")
    module, cls = _BOTS[game][name]
    bot: Bot = getattr(import_module(module), cls)()
    return bot
