"""What a seat sees of the board: all that text and picture show of the state.

Everything is open but attacks that are still being plotted (A-32).
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from flankspeed.engine import Result
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import FACINGS, STEPS, hex_name
from flankspeed.games.samar.data.map import LAND, SHALLOWS
from flankspeed.games.samar.data.markers import (
    AIR_BOX,
    AIR_CUP,
    AIR_SPENT,
    CUP,
    IJN,
    LATER,
    NOT_SAID,
    PHASES,
    SEATS,
    USN,
    WAITING,
    AirKind,
    Navy,
    ShipNumber,
)
from flankspeed.games.samar.rules.air.placing import under_attack
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.rules.turn.victory import armor_lost
from flankspeed.games.samar.show.attack_view import BlowView, StruckView, blow_views, struck_views
from flankspeed.games.samar.show.ship_view import ShipView, ship_views
from flankspeed.games.samar.show.warnings import warnings
from flankspeed.games.samar.state import SamarState


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


class SmokeView(msgspec.Struct, frozen=True):
    """A hex with smoke markers."""

    place: str
    hex: str
    markers: int


class AirView(msgspec.Struct, frozen=True):
    """A kind of air unit, and how many of them are where.

    3.2: a special attack unit that must be placed is ready, not in the cup (the IJN's pool).
    """

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
    winner: str | None
    outcome: str | None  # of a game that is over

    @property
    def result(self) -> Result | None:
        """How the game ended, once it has."""
        return Result(self.winner, self.outcome) if self.outcome is not None else None


class CourseView(msgspec.Struct, frozen=True):
    """4.2: the ship under way, the hex she leaves (off the map as she enters) and the one ahead."""

    ship: str
    hex: str
    ahead: str
    facing: str


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
    acting: str | None  # the ship that moves, or whose target is being chosen
    course: CourseView | None
    blows: list[BlowView]
    struck: list[StruckView]
    under_air_attack: list[str]  # guns of the side whose aircraft are on them are barred
    warnings: list[str]  # what the hex ahead will bring the ship under way
    victory: VictoryView

    def fleet(self, navy: str) -> list[ShipView]:
        """The ships of a navy, by number."""
        return [ship for ship in self.ships if ship.navy == navy]

    def stacks(self) -> dict[str, list[ShipView]]:
        """The ships on the map by hex, in the order of their numbers."""
        found: dict[str, list[ShipView]] = {}
        for ship in self.ships:
            if ship.hex:
                found.setdefault(ship.hex, []).append(ship)
        return found


def board_view(state: SamarState, seat: str | None = None) -> BoardView:
    """The table as data. It has no room for attacks being plotted, whoever looks."""
    charts = state.charts
    turn = charts.turns[state.turn - 1]
    smoke = sorted((hex_name(hex_), count) for hex_, count in state.smoke.items())
    air = _air(charts, tuple(state.air), state.special)
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
        ships=ship_views(state),
        smoke=[SmokeView(f"hex:{name}", name, count) for name, count in smoke],
        air=air,
        cups=_cups(state, air),
        acting=_acting(state, seat),
        course=_course(state),
        blows=blow_views(state),
        struck=struck_views(state),
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


@lru_cache(maxsize=256)
def _air(charts: Charts, air: tuple[int, ...], special: int) -> list[AirView]:
    return [_squadron(charts, air, special, kind) for kind in range(len(charts.squadrons))]


def _squadron(charts: Charts, air: tuple[int, ...], special: int, kind: AirKind) -> AirView:
    squadron = charts.squadrons[kind]
    places = [place for unit, place in zip(charts.units, air, strict=True) if unit == kind]
    called = special if squadron.navy == SEATS[IJN] else 0  # it is still in the pool (3.2)
    return AirView(
        place=f"air:{squadron.kind}",
        kind=squadron.kind,
        name=squadron.name,
        navy=squadron.navy,
        role=squadron.role,
        dice=squadron.dice,
        weight=squadron.weight,
        aa_shift=squadron.aa_shift,
        ready=places.count(AIR_BOX) + called,
        on_targets=sum(place >= 0 for place in places),
        in_cup=places.count(AIR_CUP) - called,
        spent=places.count(AIR_SPENT),
    )


def _cups(state: SamarState, air: list[AirView]) -> CupsView:
    charts = state.charts
    groups, where = charts.groups, state.where
    center = (*groups["center"], *groups["optional"], *groups["battleships"])

    def count(ships: tuple[ShipNumber, ...], place: int) -> int:
        return [where[ship] for ship in ships].count(place)

    def units(navy: Navy) -> int:
        return sum(kind.in_cup for kind in air if kind.navy == SEATS[navy])

    return CupsView(
        center_force=count(center, CUP),
        battleships_later=count(center, LATER),
        center_force_to_enter=count(center, WAITING),
        bombardment=count(groups["bombardment"], CUP),
        bombardment_to_enter=count(groups["bombardment"], WAITING),
        taffy2=count(groups["taffy2"], WAITING),
        taffy3=count(groups["taffy3"], WAITING),
        air=units(USN),
        special=units(IJN),
    )


def _acting(state: SamarState, seat: str | None) -> str | None:
    """The ship that acts; one whose attack is being plotted is known to her own seat (A-32)."""
    step = state.agenda[-1] if state.agenda else None
    if not isinstance(step, Course | Combat) or step.ship < 0:
        return None
    plotting = isinstance(step, Combat) and state.charts.options.combat_declaration == "plot"
    if plotting and seat != SEATS[state.charts.navy[step.ship]]:
        return None
    return state.charts.places[step.ship]


def _course(state: SamarState) -> CourseView | None:
    """4.2: the move under way; none before she has chosen where to enter."""
    step = state.agenda[-1] if state.agenda else None
    if not isinstance(step, Course):
        return None
    here = step.outside if step.entering else state.where[step.ship]
    if here <= 0:
        return None
    facing = state.facing[step.ship]
    return CourseView(
        ship=state.charts.places[step.ship],
        hex=hex_name(here),
        ahead=hex_name(here + STEPS[facing]),
        facing=FACINGS[facing],
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
        winner=state.result.winner if state.result else None,
        outcome=state.result.outcome if state.result else None,
    )
