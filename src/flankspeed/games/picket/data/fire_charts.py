"""Charts of fire and of the planes' attacks (`gunnery.toml`, `hits.toml`).

Results are small ints. `fire_charts()` is the `FireCharts`:

- `.bonus[calibre][altitude]`: Table 9-1; `CANNOT_FIRE` for the 20mm at high planes.
- `.fire.at(roll, fire_column(calibre, altitude))`: Table 9-2, `MISS`, `ONE_HIT`, `TWO_HITS`,
  `FLAMED` or `DESTROYED`. The first three are the number of hits.
- `.spray`: 2d6, "destroyed" or "goes on"; `.support`: an AFS or SFS marker's d6.
- `.options`: the modifiers of the optional rules and the ammunition of spray fire.

`strike_charts()` is the `StrikeCharts`:

- `.strike.at(roll, column)`: Table 10, `STRIKE_MISS`, `NEAR_MISS` or `STRIKE`. Columns:
  `UNDAMAGED`, `DAMAGED`, `ON_FIRE`, and `CRASH` for the plane of a special attack;
  `.column_of_hits[min(hits, 3)]`.
- `.section[d6]` that a special comes at; `.crash[d6]` whether it dives itself.
- `.weapons[weapon][roll]`: Tables 12-1 to 12-3, a `WeaponResult`.

Both take any modified roll.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

import msgspec

from flankspeed.engine import Chart, DataError
from flankspeed.engine.chart import ChartData
from flankspeed.engine.data import convert
from flankspeed.games.picket.data.ids import (
    ALTITUDES,
    CALIBRES,
    MOUNTS,
    PORT_SHAFT,
    RUDDER,
    SECTIONS,
    STBD_SHAFT,
    AltitudeId,
    CalibreId,
)
from flankspeed.games.picket.data.load import (
    Named,
    Raw,
    Sourced,
    by_roll,
    index_of,
    raw,
    same_names,
)
from flankspeed.games.picket.data.planes import WEAPONS

MISS, ONE_HIT, TWO_HITS, FLAMED, DESTROYED = range(5)
FIRE_RESULTS = ("M", "1", "2", "F", "D")
CANNOT_FIRE = -99

STRIKE_MISS, NEAR_MISS, STRIKE = range(3)
STRIKE_RESULTS = ("miss", "near", "hit")
UNDAMAGED, DAMAGED, ON_FIRE, CRASH = range(4)
STRIKE_COLUMNS = ("undamaged", "damaged", "flamed", "special")

_SINKS_AT = ("forward magazine", "aft fuel", "forward fire room", "aft fire room", "keel")


class FireOptions(Named, frozen=True, kw_only=True):
    """Modifiers of the optional rules 11.1, 11.2 and 11.4, and what spray fire costs."""

    shown_as = "gunnery.options"

    willow_manual: int
    ace_kills: int
    ace: int
    twin_engine_afs: int
    spray_ammo: int


class FireCharts(NamedTuple):
    """The ship's fire; see the module for what each is."""

    bonus: tuple[tuple[int, ...], ...]
    fire: Chart[int]
    spray: Chart[str]
    support: Chart[str]
    options: FireOptions


class WeaponResult(NamedTuple):
    """A cell of Tables 12-1 to 12-3.

    "sinks": at `place`; "hull": `hull` points are lost; "stern" and "bow": dead in the water, with
    `primaries` destroyed; "guns": `mounts` are destroyed; "near": Table 11-1.
    """

    kind: Literal["miss", "near", "sinks", "hull", "stern", "bow", "guns"]
    hull: int = 0
    mounts: tuple[int, ...] = ()
    primaries: tuple[int, ...] = ()
    place: str = ""


class StrikeCharts(NamedTuple):
    """The planes' attacks; see the module for what each is."""

    strike: Chart[int]
    column_of_hits: tuple[int, ...]
    section: Chart[int]
    crash: Chart[bool]
    weapons: tuple[Chart[WeaponResult], ...]


_CALIBRE_KEYS = {"five": "5in", "forty": "40mm", "twenty": "20mm"}


class _Bonus(Sourced, frozen=True, kw_only=True, rename=_CALIBRE_KEYS):
    five: tuple[int, int, int]
    forty: tuple[int, int, int]
    twenty: tuple[int, int, Literal["none"]]


class _GunneryFile(msgspec.Struct, forbid_unknown_fields=True):
    bonus: _Bonus
    fire: ChartData
    spray: ChartData
    support: ChartData
    options: FireOptions


class _HitFile(msgspec.Struct, forbid_unknown_fields=True):
    strike: ChartData
    state: ChartData
    section: ChartData
    crash: ChartData
    ohka: ChartData
    bomb: ChartData
    torpedo: ChartData


def parse_fire_charts(contents: Raw) -> FireCharts:
    """Check and make the charts from the contents of `gunnery.toml`."""
    data = convert(contents, _GunneryFile, "gunnery.toml")
    bonus = data.bonus
    # Every calibre at every altitude but the 20mm at high planes, which cannot fire.
    names = [f"{calibre} {altitude}" for calibre in CALIBRES for altitude in ALTITUDES]
    chart = Chart("9-2", data.fire, str, FIRE_RESULTS)
    same_names("chart 9-2: columns", chart.columns, names[:-1])
    return FireCharts(
        bonus=(bonus.five, bonus.forty, (*bonus.twenty[:2], CANNOT_FIRE)),
        fire=chart.map(FIRE_RESULTS.index),
        spray=Chart("spray", data.spray, str, ("destroyed", "goes on")),
        support=Chart("support", data.support, str, ("miss", "destroyed")),
        options=data.options,
    )


def parse_strike_charts(contents: Raw) -> StrikeCharts:
    """Check and make the charts from the contents of `hits.toml`."""
    data = convert(contents, _HitFile, "hits.toml")
    strike = Chart("10", data.strike, str, STRIKE_RESULTS)
    same_names("chart 10: columns", strike.columns, STRIKE_COLUMNS)
    states = by_roll(Chart("10, state", data.state, str, STRIKE_COLUMNS[:3]))
    sections = Chart("special section", data.section, str, SECTIONS)
    crashes = Chart("special crash", data.crash, str, ("no", "yes"))
    return StrikeCharts(
        strike=strike.map(STRIKE_RESULTS.index),
        column_of_hits=tuple(STRIKE_COLUMNS.index(name) for name in states),
        section=sections.map(SECTIONS.index),
        crash=crashes.map(lambda answer: answer == "yes"),
        weapons=tuple(
            _weapon(f"12-{number}", getattr(data, name)) for number, name in enumerate(WEAPONS, 1)
        ),
    )


def _weapon(name: str, data: ChartData) -> Chart[WeaponResult]:
    return Chart(name, data, str).map(lambda cell: _weapon_result(f"chart {name}", cell))


def _weapon_result(where: str, cell: str) -> WeaponResult:
    word, _, rest = cell.partition(" ")
    if cell == "miss":
        return WeaponResult("miss")
    if cell == "near":
        return WeaponResult("near")
    if cell == "bow":
        return WeaponResult("bow")
    if cell == "stern":
        return WeaponResult("stern", primaries=(RUDDER, PORT_SHAFT, STBD_SHAFT))
    if word == "sinks" and rest in _SINKS_AT:
        return WeaponResult("sinks", place=rest)
    if word == "hull" and rest.isdecimal():
        return WeaponResult("hull", hull=int(rest))
    if word == "guns":
        return WeaponResult(
            "guns", mounts=tuple(index_of(where, name, MOUNTS) for name in rest.split(", "))
        )
    raise DataError(f"{where}: {cell!r} is no result of a weapon")


@cache
def fire_charts() -> FireCharts:
    """The charts of the ship's fire."""
    return parse_fire_charts(raw("gunnery"))


@cache
def strike_charts() -> StrikeCharts:
    """The charts of the planes' attacks."""
    return parse_strike_charts(raw("hits"))


def fire_column(calibre: CalibreId, altitude: AltitudeId) -> int:
    """The column of Table 9-2; the 20mm has none for high planes."""
    return calibre * len(ALTITUDES) + altitude
