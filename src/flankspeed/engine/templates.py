"""Templates: files for players to fill in, a scenario of their own or figures of their own.

A game has one TOML file for each in its folder `templates`; its first line is its title. It can be
used as it stands. A line that begins with `#` and no blank is switched off: without the `#`, it
counts too.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import msgspec

from flankspeed.engine.data import parse_toml
from flankspeed.engine.errors import DataError

if TYPE_CHECKING:
    from flankspeed.engine.game import Game


class Template(msgspec.Struct, frozen=True):
    """A file to fill in; `scenario` says that it is of a scenario, otherwise it is of figures."""

    name: str
    title: str
    scenario: bool
    text: str


def load_templates(game: Game[Any], folder: Traversable) -> list[Template]:
    """The templates in a game's folder, in the order of their names; none if there is no folder."""
    if not folder.is_dir():
        return []
    found = sorted((file for file in folder.iterdir()), key=lambda file: file.name)
    return [_load(game, file) for file in found if file.name.endswith(".toml")]


def _load(game: Game[Any], file: Traversable) -> Template:
    text = file.read_text(encoding="utf-8")
    mark, _, title = text.partition("\n")[0].partition(" ")
    if mark != "#" or not title:
        raise DataError(f"{file.name}: the first line must be its title, as a comment")
    scenario = "scenario" in parse_toml(text, file.name)
    if not (game.own_scenario if scenario else game.own_figures):
        kind = "scenario" if scenario else "figures"
        raise DataError(f"{file.name}: {game.name} takes no {kind} of a player's own")
    return Template(file.name.removesuffix(".toml"), title, scenario, text)
