"""Odds as people are told them: of an option, or as the report of `flankspeed odds GAME`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flankspeed.engine.values import Modifier


class Odds(NamedTuple):
    """The chances of an option in words, and what counts on its throw as the log will name it."""

    text: str
    modifiers: tuple[Modifier, ...] = ()

    def __str__(self) -> str:
        """`7 dice: 2.3 hits (+5 gunnery rating, +2 broadside)`."""
        counted = ", ".join(f"{value:+d} {name}" for name, value in self.modifiers)
        return f"{self.text} ({counted})" if counted else self.text


class Grid(NamedTuple):
    """Figures in rows and columns, to be printed."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class OddsReport(NamedTuple):
    """What a game's odds command has found: as plain data, and as lines and grids to print."""

    data: object
    parts: Sequence[str | Grid]
