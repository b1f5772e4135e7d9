"""`flankspeed options`: what can be chosen."""

from __future__ import annotations

import msgspec

from flankspeed import games
from flankspeed.cli.common import AsJson, GameName, print_json, print_table


def options(game: GameName, json: AsJson = False) -> None:
    """List a game's rule options with their values, defaults and meaning."""
    infos = games.load(game).option_infos()
    if json:
        print_json(msgspec.to_builtins(infos))
        return
    rows = [[info.name, info.default, info.values, info.meaning] for info in infos]
    print_table(f"Options of {game}", ["option", "default", "values", "meaning"], rows)
