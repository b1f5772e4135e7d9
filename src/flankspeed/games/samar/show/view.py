"""What a seat sees of the board. All is open but attacks that are still being plotted (A-32)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import FACINGS, hex_name
from flankspeed.games.samar.data.map import LAND, SHALLOWS
from flankspeed.games.samar.data.markers import (
    AIR_BOX,
    AIR_CUP,
    AIR_SPENT,
    CONDITIONS,
    CUP,
    IJN,
    LATER,
    NOT_SAID,
    PHASES,
    SEATS,
    STATUSES,
    USN,
    WAITING,
)
from flankspeed.games.samar.data.ships import Ship
from flankspeed.games.samar.rules.air.placing import under_attack
from flankspeed.games.samar.rules.turn.victory import armor_lost
from flankspeed.games.samar.show.captions import WEAPONS, WHEREABOUTS, strikes
from flankspeed.games.samar.show.warnings import warnings
from flankspeed.games.samar.state import Blow, SamarState


class TurnView(msgspec.Struct, frozen=True):
    """A box of the turn record track; `events` is what begins on it."""

    number: int
    time: str
    sighting: int
    events: list[str]


class MapView(msgspec.Struct, frozen=True):
    """2.3: the size of the map, and its hexes that are not open ocean."""

    columns: int
    rows: int
    shallows: list[str]
    land: list[str]


class RatingsView(msgspec.Struct, frozen=True):
    """The ratings of one side of a counter, with the range bands that follow from them."""

    range: int
    gunnery: int
    secondary: int
    weight: int
    armor: int
    torpedo: int
    speed: int
    maneuver: int
    close_range: int
    longest_range: int


class StepView(msgspec.Struct, frozen=True):
    """A hex of a ship's last move, and the heading she left it or ended with."""

    hex: str
    facing: str


class ShipView(msgspec.Struct, frozen=True):
    """A ship: ratings are those of the side that shows.

    `whereabouts` is map, later, cup, waits, left, south, sunk or absent; hex and facing are only
    there on the map. `evading` includes panic at battle speed. `led`: the enemy moves her.
    """

    place: str
    id: str
    name: str
    short: str
    navy: str
    type: str
    group: str
    division: str
    flags: list[str]
    whereabouts: str
    hex: str | None
    facing: str | None
    damaged: bool
    ratings: RatingsView
    speed: str
    condition: str
    hits: int
    fires: int
    panic: bool
    torpedoes_out: int
    evading: bool
    moved: bool
    led: bool
    air: dict[str, int]
    trail: list[StepView]


class SmokeView(msgspec.Struct, frozen=True):
    """A hex with smoke markers."""

    place: str
    hex: str
    markers: int


class AirView(msgspec.Struct, frozen=True):
    """A kind of air unit, and how many of them are where."""

    place: str
    kind: str
    name: str
    navy: str
    role: str
    dice: int
    weight: int
    aa_shift: int
    ready: int
    on_targets: int
    in_cup: int
    spent: int


class BlowView(msgspec.Struct, frozen=True):
    """An attack of the last combat phase; `firer` is the place of a ship or a kind of air unit."""

    firer: str
    target: str
    weapon: str
    hits: int
    waterlines: int
    fires: int
    catastrophic: int
    panic: int
    dice_sum: int


class CupsView(msgspec.Struct, frozen=True):
    """What is off the map and still to come."""

    center_force: int
    battleships_later: int
    center_force_to_enter: int
    bombardment: int
    bombardment_to_enter: int
    taffy2: int
    taffy3: int
    air: int
    special: int


class VictoryView(msgspec.Struct, frozen=True):
    """3.4: how things stand; `cleared_at` is the time of the turn the map was cleared on."""

    cleared: bool
    cleared_at: str | None
    exited: int
    ijn_major: int
    usn_major: int
    ijn_lost: int
    usn_lost: int


class BoardView(msgspec.Struct, frozen=True):
    """The whole table."""

    turn: int
    time: str
    phase: str
    sighting: int
    first: str | None  # the side that moves first in this movement phase
    entered: int
    special: bool
    track: list[TurnView]
    map: MapView
    ships: list[ShipView]
    smoke: list[SmokeView]
    air: list[AirView]
    cups: CupsView
    blows: list[BlowView]
    under_air_attack: list[str]  # guns of the side whose aircraft are on them are barred
    warnings: list[str]  # what the hex ahead will bring the ship under way
    victory: VictoryView


def board_view(state: SamarState, _seat: str | None = None) -> BoardView:
    """The table as data. It has no room for attacks being plotted, so every seat sees the same."""
    charts = state.charts
    turn = charts.turns[state.turn - 1]
    smoke = sorted((hex_name(hex_), count) for hex_, count in state.smoke.items())
    return BoardView(
        turn=state.turn,
        time=turn.time,
        phase=PHASES[state.phase],
        sighting=turn.sighting,
        first=None if state.first == NOT_SAID else SEATS[state.first],
        entered=state.entered,
        special=bool(state.special),
        track=_track(charts),
        map=_map(charts),
        ships=[_ship(state, ship) for ship in range(len(charts.ships))],
        smoke=[SmokeView(f"hex:{name}", name, count) for name, count in smoke],
        air=[_air(state, kind) for kind in range(len(charts.squadrons))],
        cups=_cups(state),
        blows=[_blow(charts, blow) for blow in state.blows],
        under_air_attack=[charts.places[ship] for ship in under_attack(state)],
        warnings=warnings(state),
        victory=_victory(state),
    )


@lru_cache(maxsize=16)
def _track(charts: Charts) -> list[TurnView]:
    return [TurnView(t.number, t.time, t.sighting, list(t.events)) for t in charts.turns]


@lru_cache(maxsize=16)
def _map(charts: Charts) -> MapView:
    def all_of(terrain: int) -> list[str]:
        return [hex_name(hex_) for hex_ in charts.hexes if charts.terrain[hex_] == terrain]

    return MapView(charts.sea.columns, charts.sea.rows, all_of(SHALLOWS), all_of(LAND))


def _ship(state: SamarState, number: int) -> ShipView:
    charts, where = state.charts, state.where[number]
    ship, here = charts.ships[number], where > 0
    return ShipView(
        place=charts.places[number],
        id=ship.id,
        name=ship.name,
        short=ship.short,
        navy=ship.navy,
        type=ship.type,
        group=ship.group,
        division=ship.division,
        flags=_flags(ship),
        whereabouts="map" if here else WHEREABOUTS[where][0],
        hex=hex_name(where) if here else None,
        facing=FACINGS[state.facing[number]] if here else None,
        damaged=bool(state.face[number] & 1),
        ratings=_ratings(charts, state.face[number]),
        speed=STATUSES[state.speed[number]],
        condition=CONDITIONS[state.condition[number]],
        hits=state.hits[number],
        fires=state.fires[number],
        panic=bool(state.panic[number]),
        torpedoes_out=state.launched[number],
        evading=state.evading(number),
        moved=bool(state.moved[number]),
        led=bool(state.led[number]),
        air={charts.squadrons[k].kind: n for k, n in strikes(state, number).items()},
        trail=[StepView(hex_name(s >> 3), FACINGS[s & 7]) for s in state.trails[number]],
    )


_FLAGS = (
    "no_extended",
    "radar",
    "aa_guns_only",
    "aa_secondary",
    "plunging",
    "torpedo_prone",
    "no_flank",
)


def _flags(ship: Ship) -> list[str]:
    """T6: the special factors of a ship by name."""
    return [name for name in _FLAGS if getattr(ship, name)]


def _ratings(charts: Charts, face: int) -> RatingsView:
    ship = charts.ships[face >> 1]
    side = ship.back if face & 1 else ship.front
    return RatingsView(*side, close_range=charts.close[face], longest_range=charts.reach[face])


def _air(state: SamarState, kind: int) -> AirView:
    charts = state.charts
    squadron = charts.squadrons[kind]
    places = [place for unit, place in zip(charts.units, state.air, strict=True) if unit == kind]
    return AirView(
        place=f"air:{squadron.kind}",
        kind=squadron.kind,
        name=squadron.name,
        navy=squadron.navy,
        role=squadron.role,
        dice=squadron.dice,
        weight=squadron.weight,
        aa_shift=squadron.aa_shift,
        ready=places.count(AIR_BOX),
        on_targets=sum(place >= 0 for place in places),
        in_cup=places.count(AIR_CUP),
        spent=places.count(AIR_SPENT),
    )


def _cups(state: SamarState) -> CupsView:
    charts = state.charts
    groups, where = charts.groups, state.where
    center = (*groups["center"], *groups["optional"], *groups["battleships"])
    in_cup = {"ijn": 0, "usn": 0}
    for unit, place in zip(charts.units, state.air, strict=True):
        in_cup[charts.squadrons[unit].navy] += place == AIR_CUP

    def count(ships: tuple[int, ...], place: int) -> int:
        return sum(where[ship] == place for ship in ships)

    return CupsView(
        center_force=count(center, CUP),
        battleships_later=count(center, LATER),
        center_force_to_enter=count(center, WAITING),
        bombardment=count(groups["bombardment"], CUP),
        bombardment_to_enter=count(groups["bombardment"], WAITING),
        taffy2=count(groups["taffy2"], WAITING),
        taffy3=count(groups["taffy3"], WAITING),
        air=in_cup["usn"],
        special=in_cup["ijn"],
    )


def _blow(charts: Charts, blow: Blow) -> BlowView:
    kind = -1 - blow.firer
    firer = f"air:{charts.squadrons[kind].kind}" if kind >= 0 else charts.places[blow.firer]
    return BlowView(
        firer=firer,
        target=charts.places[blow.target],
        weapon=WEAPONS[blow.weapon],
        hits=blow.hits,
        waterlines=blow.waterlines,
        fires=blow.fires,
        catastrophic=blow.catastrophic,
        panic=blow.panic,
        dice_sum=blow.dice,
    )


def _victory(state: SamarState) -> VictoryView:
    cleared_at = None
    if state.cleared:
        cleared_at = state.charts.turns[state.cleared_turn - 1].time
    return VictoryView(
        cleared=state.cleared,
        cleared_at=cleared_at,
        exited=state.exited,
        ijn_major=FIGURES.victory.ijn_major,
        usn_major=FIGURES.victory.usn_major,
        ijn_lost=armor_lost(state, IJN),
        usn_lost=armor_lost(state, USN),
    )
