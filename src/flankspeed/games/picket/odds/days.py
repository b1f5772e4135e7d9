"""The days to come of a campaign: what a day on station costs, and what the anchorage saves.

- `Prospect.keeps(turn, days, hull)`: the chance that she is kept so many days from a day on.
- `returns(state)`: the days on which she may be back from the anchorage, with their chances.

What a day costs stands in `days.toml`, which was measured.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from flankspeed.engine import Roll
from flankspeed.engine.data import convert, read_toml
from flankspeed.games.picket.data.ids import DCO
from flankspeed.games.picket.data.roll_charts import TO_THE_REAR, roll_charts
from flankspeed.games.picket.rules.damage.condition import damaged_at_all
from flankspeed.games.picket.rules.damage.hull import afloat_roll
from flankspeed.games.picket.rules.damage.people import value
from flankspeed.games.picket.rules.days.anchorage import days_away
from flankspeed.games.picket.rules.station.support import red_dates
from flankspeed.games.picket.state import FULL_TRACK, PicketState

_WEEK = 7


class Day(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a day costs a ship: the chances that she is sunk, and that damage drives her off."""

    mode: str
    raid: bool
    hull: int
    sunk: float
    driven_off: float


class _Days(msgspec.Struct, forbid_unknown_fields=True):
    day: list[Day]


@cache
def _days() -> dict[tuple[str, bool], list[Day]]:
    """The days by mode and by whether it is one of a mass raid."""
    found: dict[tuple[str, bool], list[Day]] = {}
    path = files("flankspeed.games.picket.odds") / "days.toml"
    for day in convert(read_toml(path), _Days, "days.toml").day:
        found.setdefault((day.mode, day.raid), []).append(day)
    return found


class Prospect:
    """What the calendar has in store for the ships of a game.

    A long campaign counts ships sunk; elsewhere a ship driven off her station is lost as well.
    """

    def __init__(self, state: PicketState, driven_off: bool) -> None:
        self._mode = state.charts.options.mode
        self._raids = red_dates(state.charts)
        self._driven_off = driven_off

    def keeps(self, turn: int, days: int, hull: int = FULL_TRACK) -> float:
        """The chance that a ship is kept so many days from this one on."""
        kept = 1.0
        for day in range(turn, turn + days):
            kept *= 1 - self._risk(day, hull)
        return kept

    def raids(self, turn: int, days: int) -> int:
        """The days of mass raids among so many."""
        return sum(self._raid(day) for day in range(turn, turn + days))

    def _raid(self, turn: int) -> bool:
        return turn < len(self._raids) and self._raids[turn] > 0

    def _risk(self, turn: int, hull: int) -> float:
        days = _days()[self._mode, self._raid(turn)]
        day = min(days, key=lambda day: abs(day.hull - hull))
        return day.sunk + (day.driven_off if self._driven_off else 0.0)


def stays_afloat(state: PicketState, turns: int) -> float:
    """7.4.N: Table 16 at the end of each turn while the flood marker is on "Ship Sunk"."""
    if not state.charts.advanced or state.flood:
        return 1.0
    sinks = afloat_roll(value(state, DCO)).chances()["sinks"]
    return float((1 - sinks) ** turns)


@cache
def _weeks() -> dict[int, float]:
    return Roll.on(roll_charts().anchorage_weeks, "Table 18").chances()


@cache
def _replenishing() -> dict[int, float]:
    return Roll.on(roll_charts().replenish_days, "Table 18-1").chances()


def returns(state: PicketState) -> list[tuple[int, float]]:
    """Tables 18 and 18-1: the turns on which she, or the ship for her, is back on station."""
    if not damaged_at_all(state):
        return [(state.turn + days_away(state, days), p) for days, p in _replenishing().items()]
    return [
        (state.turn + (1 if weeks == TO_THE_REAR else days_away(state, weeks * _WEEK)), chance)
        for weeks, chance in _weeks().items()
    ]
