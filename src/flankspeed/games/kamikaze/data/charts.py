"""The charts: movement (Figure 1), kill numbers (Figure 2), jinks (Figure 4), crashes."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta

from flankspeed.engine import Chart, Figure, Used
from flankspeed.engine.chart import ChartData
from flankspeed.engine.data import check_source, convert, read_toml
from flankspeed.games.kamikaze.data.board import DATA
from flankspeed.games.kamikaze.data.guns import RANGES

# The names that figures are shown under.
MOVEMENT, KILL_CHARTS, GUNNERY = "movement", "kill_numbers", "gunnery"

KillNumber = Annotated[int, Meta(ge=1, le=6)]
KillNumbers = tuple[KillNumber, KillNumber, KillNumber, KillNumber, KillNumber]


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of Figure 1: how far a move turns (in eighths of a circle) and its cost in MP."""

    name: str
    eighths: int
    cost: int
    source: str
    sharp: bool = False
    why: str = ""

    @property
    def words(self) -> str:
        """Its name for people."""
        return turn_words(self.name)


@cache  # there are a dozen, and every move on the board tells its own
def turn_words(name: str) -> str:
    """A turn for people: `left45` is left 45°."""
    return re.sub(r"(\d+)$", r" \1°", name)


class _MovementPoints(msgspec.Struct, forbid_unknown_fields=True):
    fighter_bonus: int
    dive: int
    source: str


class _KillTitles(msgspec.Struct, forbid_unknown_fields=True):
    graded: str
    frontSix: str
    hard: str


class _KillNumbers(msgspec.Struct, forbid_unknown_fields=True):
    aspects: tuple[str, str, str, str, str]
    graded: KillNumbers
    frontSix: KillNumbers
    hard: KillNumbers
    titles: _KillTitles
    source: str
    why: str


class _Gunnery(msgspec.Struct, forbid_unknown_fields=True):
    hit: int
    hits_to_destroy: int
    sinking_damage: int
    source: str


class ChartFile(msgspec.Struct, forbid_unknown_fields=True):
    """The file `charts.toml`."""

    movement_points: _MovementPoints
    turn: list[Turn]
    kill_numbers: _KillNumbers
    gunnery: _Gunnery
    jink: ChartData
    jink_side: ChartData
    gun_loss: ChartData


def _load() -> ChartFile:
    data = convert(read_toml(DATA / "charts.toml"), ChartFile, "charts.toml")
    check_source("charts.toml, kill_numbers", data.kill_numbers.source, data.kill_numbers.why)
    for turn in data.turn:
        check_source(f"charts.toml, turn {turn.name}", turn.source, turn.why)
    return data


_DATA = _load()
TURNS = tuple(_DATA.turn)
KILL_NUMBERS = {
    "graded": _DATA.kill_numbers.graded,
    "frontSix": _DATA.kill_numbers.frontSix,
    "hard": _DATA.kill_numbers.hard,
}
KILL_TITLES: dict[str, str] = msgspec.structs.asdict(_DATA.kill_numbers.titles)
ASPECTS = _DATA.kill_numbers.aspects
FIGHTER_BONUS = Figure(MOVEMENT, "fighter bonus", _DATA.movement_points.fighter_bonus)
DIVE_MP = _DATA.movement_points.dive
HIT = Figure(GUNNERY, "hit", _DATA.gunnery.hit)
HITS_TO_DESTROY = _DATA.gunnery.hits_to_destroy
SINKING_DAMAGE = _DATA.gunnery.sinking_damage
SINKS = Used(GUNNERY, "sinking damage")
JINK: Chart[str] = Chart("jink", _DATA.jink, str, ("none", "jink"))
JINK_SIDE: Chart[str] = Chart("jink_side", _DATA.jink_side, str, ("left", "right"))
GUN_LOSS: Chart[str] = Chart(
    "gun_loss", _DATA.gun_loss, str, [*RANGES, *(f"{name} {name}" for name in RANGES)]
)
