"""The map: its size, terrain, entry and set-up hexes (`map.toml`, 2.3, 3.1, 3.2)."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from flankspeed.engine import DataError
from flankspeed.engine.data import convert
from flankspeed.games.samar.data.hexes import DISTANCE, column_row, hex_at, hex_named
from flankspeed.games.samar.data.load import Raw, Sourced, raw
from flankspeed.games.samar.data.overrides import NONE, Column, Overrides

OFF_MAP, OCEAN, SHALLOWS, LAND = range(4)
TERRAIN = ("off the map", "open ocean", "shallows", "land")

_ROWS = re.compile(r"(\d+)(?:-(\d+))?")

HexName = Annotated[str, Meta(pattern=r"^\d{4}$")]


class Sea(NamedTuple):
    """The map. Hexes have their printed numbers here, such as 1411."""

    columns: int
    rows: int
    miles: int  # to a hex
    yards: int  # to a hex
    center_force: tuple[str, ...]  # entry hexes
    taffy2: tuple[str, ...]  # entry hexes
    set_up_centre: str
    set_up_radius: int
    set_up_heading: str
    terrain: tuple[bytes, ...]  # by column and row, from 1; 0 is off the map

    def terrain_at(self, column: int, row: int) -> int:
        """OCEAN, SHALLOWS or LAND; the ring round the map is OFF_MAP."""
        return self.terrain[column][row]


class _Grid(Sourced, frozen=True, kw_only=True):
    columns: Annotated[int, Meta(ge=1, le=32)]
    rows: Annotated[int, Meta(ge=1, le=43)]


class _Scale(Sourced, frozen=True, kw_only=True):
    miles: Annotated[int, Meta(ge=1)]
    yards: Annotated[int, Meta(ge=1)]


class _Entry(Sourced, frozen=True, kw_only=True):
    center: tuple[HexName, ...]
    taffy2: tuple[HexName, ...]


class _SetUp(Sourced, frozen=True, kw_only=True):
    center: HexName
    radius: Annotated[int, Meta(ge=0)]
    heading: Literal["N", "NE", "SE", "S", "SW", "NW"]


class _Terrain(Sourced, frozen=True, kw_only=True):
    columns: dict[str, Column]


class _MapFile(msgspec.Struct, forbid_unknown_fields=True):
    grid: _Grid
    scale: _Scale
    entry: _Entry
    setup: _SetUp
    terrain: _Terrain


def parse_sea(contents: Raw, overrides: Overrides = NONE) -> Sea:
    """Check and make the map from the contents of `map.toml` and a player's changes."""
    data = convert(contents, _MapFile, "map.toml")
    grid = data.grid
    terrain = _open_ocean(grid)
    for where, columns in (("map.toml", data.terrain.columns), ("the data: map", overrides.map)):
        for name, column in columns.items():
            terrain[_column(where, name, grid)] = _rows(f"{where}: column {name}", column, grid)
    sea = Sea(
        columns=grid.columns,
        rows=grid.rows,
        miles=data.scale.miles,
        yards=data.scale.yards,
        center_force=data.entry.center,
        taffy2=data.entry.taffy2,
        set_up_centre=data.setup.center,
        set_up_radius=data.setup.radius,
        set_up_heading=data.setup.heading,
        terrain=tuple(bytes(rows) for rows in terrain),
    )
    _check(sea)
    return sea


def _open_ocean(grid: _Grid) -> list[bytearray]:
    ring = bytearray(grid.rows + 2)
    column = bytearray([OFF_MAP, *[OCEAN] * grid.rows, OFF_MAP])
    return [ring, *(column[:] for _ in range(grid.columns)), ring]


def _column(where: str, name: str, grid: _Grid) -> int:
    if not name.isdecimal() or len(name) != 2 or not 1 <= int(name) <= grid.columns:
        raise DataError(f"{where}: the map has columns 01 to {grid.columns}, not {name!r}")
    return int(name)


def _rows(where: str, column: Column, grid: _Grid) -> bytearray:
    """A column of open ocean with its shallows and land."""
    rows = _open_ocean(grid)[1]
    for terrain, words in ((SHALLOWS, column.shallows), (LAND, column.land)):
        for word in words.replace(",", " ").split():
            match = _ROWS.fullmatch(word)
            span = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
            if not span or span[0] < 1 or span[-1] > grid.rows:
                raise DataError(f"{where}: {word!r} is no row or range of rows, such as 11-13")
            for row in span:
                if rows[row] != OCEAN:
                    raise DataError(f"{where}: row {row} is named twice")
                rows[row] = terrain
    return rows


def _check(sea: Sea) -> None:
    """Ships must have a sea to enter: no land where they come from or are set up."""
    if all(column[sea.rows] != OCEAN for column in sea.terrain):
        raise DataError("the map has no open ocean at the south edge, where ships leave and enter")
    for name in (*sea.center_force, *sea.taffy2):
        column, row = int(name[:2]), int(name[2:])
        if column not in (1, sea.columns) and row not in (1, sea.rows):
            raise DataError(f"entry hex {name} is not at the edge of the map")
        _check_water(sea, column, row, "ships enter there")
    centre = hex_named(sea.set_up_centre)
    _check_water(sea, *column_row(centre), "ships are set up there")
    for column in range(1, sea.columns + 1):
        for row in range(1, sea.rows + 1):
            if DISTANCE[hex_at(column, row) - centre] <= sea.set_up_radius:
                _check_water(sea, column, row, "ships are set up there")


def _check_water(sea: Sea, column: int, row: int, why: str) -> None:
    on_map = 1 <= column <= sea.columns and 1 <= row <= sea.rows
    terrain = sea.terrain_at(column, row) if on_map else OFF_MAP
    if terrain not in (OCEAN, SHALLOWS):
        raise DataError(f"hex {column:02d}{row:02d} cannot be {TERRAIN[terrain]}: {why}")


def sea(overrides: Overrides = NONE) -> Sea:
    """The map of the game, with a player's changes."""
    return parse_sea(raw("map"), overrides) if overrides.map else _sea()


@cache
def _sea() -> Sea:
    return parse_sea(raw("map"))


def terrain_at(column: int, row: int) -> int:
    """The terrain of a hex of the game's own map: OCEAN, SHALLOWS or LAND."""
    return _sea().terrain_at(column, row)
