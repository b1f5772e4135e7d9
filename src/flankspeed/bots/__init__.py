"""Bots: opponents and advisers. A game names its own; `random` plays every game."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flankspeed.bots.random import RandomBot
from flankspeed.engine import Bot, Game, MissingPackage, OptionError
from flankspeed.engine.game import named_object


def names(game: Game[Any]) -> list[str]:
    """The bots that play a game, the strongest last."""
    return ["random", *game.bots]


def strongest(game: Game[Any]) -> str:
    """The strongest bot whose packages are installed."""
    for name in reversed(names(game)):
        with suppress(MissingPackage):
            make(game, name)
            return name
    return "random"


def for_many_games(game: Game[Any]) -> str:
    """The strongest bot that is quick enough for many games."""
    return game.sim_bot or strongest(game)


def make(game: Game[Any], name: str, seed: int = 0) -> Bot:
    """A bot by its name; all that it does by chance goes by the seed."""
    if name == "random":
        return RandomBot(seed)
    name = game.former_bots.get(name, name)
    if name not in game.bots:
        raise OptionError(f"{game.name} has no bot {name!r} (there are: {', '.join(names(game))})")
    bot: Bot = named_object(game.bots[name])(seed)
    return bot
