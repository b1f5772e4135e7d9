"""A formation for the set-up of Taffy 3 (`formation.toml`, 3.1)."""

from __future__ import annotations

from functools import cache

from flankspeed.engine.data import convert
from flankspeed.games.samar.data.load import Sourced, raw


class _Formation(Sourced, frozen=True, kw_only=True):
    hexes: dict[str, str]


@cache
def formation() -> dict[str, str]:
    """Where each ship of Taffy 3 may start, by id."""
    return convert(raw("formation"), _Formation, "formation.toml").hexes
