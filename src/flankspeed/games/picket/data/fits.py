"""Ships and fits: which mounts a ship carries and what they reach (`fits.toml`).

- `fit(key)`: a `Fit`, its tuples indexed by mount id over all of `ids.MOUNTS`: `.reach[mount]` (a
  mask of spaces; 0 where the mount is not aboard), `.section`, `.side`, `.magazine`, `.director`
  (-1: none, and never a bonus), `.modifier` on Table 9-2, `.names`.
- `.mounts` are the ids aboard, in order; `.equipment` the ids of directors and radars aboard;
  `.fantail` the 20mm mounts that cell (5,5) of Table 11 aft takes (R-95); `.optional` mounts may be
  added: `fit(key, (id, ...))`.
- `FITS`: the keys. "fletcher5" is the ship of the map, "fletcher1" to "fletcher6" the variants,
  "la_prade", "dunlap", "dunlap_four" (setting dunlap_40=4) and "dunlap_1941" those of scenarios.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import msgspec

from flankspeed.engine import DataError
from flankspeed.engine.data import convert
from flankspeed.games.picket.data.firing_chart import (
    ArcData,
    Mount,
    MountData,
    firing_chart,
    mount_of,
)
from flankspeed.games.picket.data.ids import (
    CALIBRE_OF,
    CALIBRES,
    MK37,
    MOUNTS,
    SC,
    SG,
    CalibreId,
    EquipmentId,
    MountId,
    PrimaryId,
    SectionId,
)
from flankspeed.games.picket.data.load import Raw, Sourced, index_of, raw, same_names

STANDARD = "fletcher5"
FITS = (
    *(f"fletcher{number}" for number in range(1, 7)),
    "la_prade",
    "dunlap",
    "dunlap_four",
    "dunlap_1941",
)
_BARRELS = (1, 2, 1)  # of a usual mount, by calibre


class Fit(NamedTuple):
    """The armament of one ship, by mount id."""

    key: str
    name: str
    mounts: tuple[MountId, ...]
    optional: tuple[MountId, ...]
    names: tuple[str, ...]
    reach: tuple[int, ...]
    section: tuple[SectionId, ...]
    side: tuple[str, ...]
    magazine: tuple[PrimaryId, ...]
    director: tuple[EquipmentId, ...]
    modifier: tuple[int, ...]
    fantail: tuple[int, ...]
    equipment: tuple[int, ...]


class _Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mounts: list[str]
    name: str
    barrels: int
    modifier: int
    director: bool = True


class _FitData(Sourced, frozen=True, kw_only=True):
    key: str
    name: str
    mounts: list[str]
    fantail: list[str]
    own: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    special: tuple[_Special, ...] = ()
    chart: str = "fletcher"
    barrels: dict[str, tuple[int, int]] | None = None  # fewest and most
    carries: dict[str, int] | None = None  # mounts


class _OwnMount(MountData, frozen=True, kw_only=True):
    cells: str


class _FitFile(msgspec.Struct, forbid_unknown_fields=True):
    fit: list[_FitData]
    chart: dict[str, list[_OwnMount]]


class Fits:
    """All fits; `make` puts one together, with optional mounts or without."""

    def __init__(self, contents: Raw) -> None:
        data = convert(contents, _FitFile, "fits.toml")
        same_names("fits.toml: fit", [item.key for item in data.fit], FITS)
        self._data = {item.key: item for item in data.fit}
        self._charts = {
            name: {own.name: _own_mount(own) for own in chart} for name, chart in data.chart.items()
        }
        for key in FITS:
            self._check_most(self.make(key))

    def make(self, key: str, added: tuple[MountId, ...] = ()) -> Fit:
        """The fit with a key, with these of its optional mounts added."""
        if key not in self._data:
            raise DataError(f"there is no fit {key!r} (there are: {', '.join(FITS)})")
        data = self._data[key]
        where = f"fits.toml: {key}"
        optional = tuple(index_of(where, name, MOUNTS) for name in data.optional)
        for mount in added:
            if mount not in optional:
                raise DataError(f"{where}: {MOUNTS[mount]} cannot be added")
        placed = self._placed(data)
        fitted = [*data.mounts, *data.own, *(MOUNTS[mount] for mount in added)]
        aboard = {mount: placed[mount] for mount in sorted(placed) if MOUNTS[mount] in fitted}
        if len(aboard) != len(fitted):
            raise DataError(f"{where}: a mount stands there twice")
        self._check_counts(data, aboard)
        specials = {
            index_of(where, name, MOUNTS): special
            for special in data.special
            for name in special.mounts
        }
        if not set(specials) <= set(aboard):
            raise DataError(f"{where}: a special mount is not aboard")
        everything = range(len(MOUNTS))
        directors = {mount.director for mount in aboard.values() if mount.director >= 0}
        fantail = tuple(index_of(where, name, MOUNTS) for name in data.fantail)
        return Fit(
            key=key,
            name=data.name,
            mounts=tuple(aboard),
            optional=optional,
            names=tuple(
                f"{specials[m].name} {MOUNTS[m].split()[-1]}" if m in specials else MOUNTS[m]
                for m in everything
            ),
            reach=tuple(aboard[m].reach if m in aboard else 0 for m in everything),
            section=tuple(aboard[m].section if m in aboard else -1 for m in everything),
            side=tuple(aboard[m].side if m in aboard else "" for m in everything),
            magazine=tuple(aboard[m].magazine if m in aboard else -1 for m in everything),
            director=tuple(aboard[m].director if m in aboard else -1 for m in everything),
            modifier=tuple(specials[m].modifier if m in specials else 0 for m in everything),
            fantail=tuple(mount for mount in fantail if mount in aboard),
            equipment=tuple(sorted({MK37, SC, SG} | directors)),
        )

    def _check_most(self, base: Fit) -> None:
        """With all it may add a fit has the most barrels that are printed for it."""
        stated = self._data[base.key].barrels
        if stated and any(fewest < most for fewest, most in stated.values()):
            full = self.make(base.key, base.optional)
            for calibre, (name, (_, most)) in enumerate(stated.items()):
                count = _barrels(self._data[base.key], full.mounts, calibre)
                if count != most:
                    raise DataError(f"fits.toml: {base.key}: at most {count} of {name}, not {most}")

    def _placed(self, data: _FitData) -> dict[MountId, Mount]:
        """Every mount that could be aboard, in its place: as on the map, or of the own chart."""
        where = f"fits.toml: {data.key}"
        if data.chart not in self._charts:
            raise DataError(f"{where}: there is no chart {data.chart!r}")
        standard = {mount.id: mount for mount in firing_chart().mounts}
        own = self._charts[data.chart]
        placed: dict[int, Mount] = {}
        for name in [*data.mounts, *data.own, *data.optional]:
            mount = index_of(where, name, MOUNTS)
            from_chart = name in own and name not in data.mounts
            if not from_chart and (name in data.own or mount not in standard):
                raise DataError(f"{where}: no chart has {name!r}")
            placed[mount] = own[name] if from_chart else standard[mount]
            if any(name in item.mounts and not item.director for item in data.special):
                placed[mount] = placed[mount]._replace(director=-1)
        return placed

    @staticmethod
    def _check_counts(data: _FitData, aboard: dict[int, Mount]) -> None:
        where = f"fits.toml: {data.key}"
        stated = data.barrels or {name: (n, n) for name, n in (data.carries or {}).items()}
        same_names(f"{where}: barrels or carries", list(stated), CALIBRES)
        for calibre, name in enumerate(CALIBRES):
            count = sum(CALIBRE_OF[mount] == calibre for mount in aboard)
            if data.barrels:
                count = _barrels(data, tuple(aboard), calibre)
            fewest, most = stated[name]
            if not fewest <= count <= most:
                raise DataError(f"{where}: {count} of {name}, not {fewest} to {most}")


def _barrels(data: _FitData, mounts: tuple[MountId, ...], calibre: CalibreId) -> int:
    """The barrels of a calibre on these mounts of a fit."""
    special = {name: item.barrels for item in data.special for name in item.mounts}
    return sum(
        special.get(MOUNTS[mount], _BARRELS[calibre])
        for mount in mounts
        if CALIBRE_OF[mount] == calibre
    )


def _own_mount(own: _OwnMount) -> Mount:
    place = msgspec.structs.asdict(own)
    cells = place.pop("cells")
    return mount_of(
        MountData(**place),
        ArcData(mount=own.name, cells=cells, source=own.source, why=own.why, damaged=own.damaged),
    )


@cache
def _fits() -> Fits:
    return Fits(raw("fits"))


@cache
def fit(key: str = STANDARD, added: tuple[MountId, ...] = ()) -> Fit:
    """The fit with a key, with these of its optional mounts added."""
    return _fits().make(key, added)
