"""Flank Speed: play, study and measure board wargames of the Pacific war at sea."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flankspeed import games
from flankspeed.engine import Dice, FlankspeedError, Match, Options, Record, Rolled, replay

__all__ = ["FlankspeedError", "Match", "__version__", "load", "new"]

__version__ = "0.1.0"


def new(
    game: str,
    scenario: str | None = None,
    *,
    seed: int | None = None,
    options: Options | Mapping[str, object] | None = None,
    dice: Dice | None = None,
    data: Mapping[str, Any] | None = None,
) -> Match:
    """Start a match of a game by its name; the same `seed` gives the same dice.

    >>> import flankspeed
    >>> match = flankspeed.new("kamikaze", seed=7)
    >>> match.decision
    <ijn: Turn 1: choose which of the escorts moves next (6 options)>
    """
    if dice is None and seed is not None:
        dice = Rolled(seed)
    return Match(games.load(game), scenario, options, dice=dice, data=data)


def load(path: Path | str, to: int | None = None) -> Match:
    """Replay a record file, up to choice `to` or to its end."""
    record = Record.read(Path(path))
    return replay(games.load(record.header.game), record, to)
