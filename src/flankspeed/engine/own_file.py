"""Players' own files: a scenario with its options, or figures in place of the game's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from flankspeed.engine.data import convert
from flankspeed.engine.errors import OptionError
from flankspeed.engine.game import Game


class OwnFile(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario of a player's own, and the options it is played with."""

    scenario: dict[str, Any]
    options: dict[str, object] = {}


class Start(NamedTuple):
    """What a game starts with."""

    scenario: str | None
    options: dict[str, object]
    data: dict[str, Any]


def own_start(
    game: Game[Any],
    contents: Mapping[str, Any],
    name: str,
    options: Mapping[str, object],
    figures: Mapping[str, Any],
) -> Start:
    """The start of a scenario of the player's own; `options` beat those of his file, named so."""
    if not game.own_scenario:
        raise OptionError(f"{game.name} takes no scenario of your own ({name})")
    own = convert(contents, OwnFile, name)
    data = {**figures, "scenario": own.scenario}
    return Start(game.own_scenario, {**own.options, **options}, data)
