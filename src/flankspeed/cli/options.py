"""`flankspeed options`: what can be chosen."""

from __future__ import annotations

import msgspec

from flankspeed import games
from flankspeed.cli.common import AsJson, GameName, print_json, print_table
from flankspeed.engine.game import OptionInfo


def options(game: GameName, json: AsJson = False) -> None:
    """List a game's rule options with their values, defaults and meaning."""
    infos = games.load(game).option_infos()
    if json:
        print_json(msgspec.to_builtins(infos))
        return
    rows = [[info.name, info.default, info.values, _meaning(info)] for info in infos]
    print_table(f"Options of {game}", ["option", "default", "values", "meaning"], rows)


def _meaning(info: OptionInfo) -> str:
    """What an option is about, and each value that does not speak for itself."""
    title = f"{info.title}: " if info.title else ""
    words = [f"{value}: {said}" for value, said in info.words.items() if value != said]
    return "; ".join([f"{title}{info.meaning}", *words])
