"""Flooding, list and trim, and what they do to the guns (7.3.F-L, 7.4)."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Dice, Log, Roll
from flankspeed.games.picket.data.firing_chart import firing_chart
from flankspeed.games.picket.data.ids import (
    BOW,
    HIGH,
    LEANS,
    LOW,
    NOWHERE,
    PORT,
    PRIMARIES,
    SECTIONS,
    STARBOARD,
    STERN,
    AltitudeId,
    BearingId,
    LeanId,
    MountIndex,
    PrimaryId,
    SecondaryId,
    SectionId,
)
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.rules.damage.hull import stay_afloat
from flankspeed.games.picket.rules.places import PRIMARY_PLACES, SECONDARY_PLACES
from flankspeed.games.picket.rules.plane import Plane
from flankspeed.games.picket.rules.tracks import gain, lose
from flankspeed.games.picket.state import NO_LEAN, PicketState

BY_DIE: Final = -2  # a special's crash midship: a die says to which side
_BY_SECTION: Final = (BOW, BY_DIE, STERN)  # flooding by a plane without a bearing
_SPREADING: Final = (BOW, NO_LEAN, STERN)  # flooding by damage that spreads
_TO_PORT: Final = 3  # the highest die for port
_SIDE: Final = Roll("side of the flooding", lambda die: PORT if die <= _TO_PORT else STARBOARD)
_LIMITS = firing_chart().leans


def lean_of(state: PicketState, plane: Plane) -> LeanId:
    """7.4.H: the side a plane's hit floods; a special's by its section (R-46)."""
    if plane.bearing == NOWHERE:
        return _BY_SECTION[plane.section]
    return state.charts.ship.lean_at[plane.bearing]


def lean_of_spreading(section: SectionId) -> LeanId:
    """R-46: the side that damage spreading in a section floods, or none."""
    return _SPREADING[section]


# --- Flooding and pumping out ---


def flood_primary(
    state: PicketState, compartment: PrimaryId, lean: LeanId, dice: Dice, log: Log | None
) -> None:
    """7.3.F, 7.3.S, 7.4.I-L: a primary floods: flood and manoeuvre -1, a point of list or trim."""
    state.flooded |= 1 << compartment
    lean = _side(lean, dice, log)
    state.leaning[compartment] = lean
    if log:
        places = [PRIMARY_PLACES[compartment]]
        log.add("compartment floods", "P-7.3.F-1", places=places, where=PRIMARIES[compartment])
    _take_water(state, lean, PRIMARIES[compartment], dice, log)


def flood_secondary(
    state: PicketState, secondary: SecondaryId, lean: LeanId, dice: Dice, log: Log | None
) -> None:
    """7.3.K, 7.3.S: a shaded secondary floods, at the same price as a primary."""
    name = state.charts.ship.secondaries[secondary].name
    state.secondary_flooded |= 1 << secondary
    if log:
        places = [SECONDARY_PLACES[secondary]]
        log.add("secondary floods", "P-7.3.K-2", places=places, where=name)
    _take_water(state, _side(lean, dice, log), name, dice, log)


def _side(lean: LeanId, dice: Dice, log: Log | None) -> LeanId:
    if lean != BY_DIE:
        return lean
    reading = _SIDE.throw(dice)
    if log:
        side = LEANS[reading.result]
        log.add("side of the flooding", "P-7.4.H-1", readings=[reading], side=side)
    return reading.result


def _take_water(state: PicketState, lean: LeanId, where: str, dice: Dice, log: Log | None) -> None:
    """What every flooding costs (7.3.S, 7.4.F, 7.4.I-L)."""
    before = state.flood
    why = f"{where} flooded"
    if lean != NO_LEAN:
        _shift_lean(state, lean, 1, log)
    lose(state, "manoeuvre", roll_charts().figures.flood_manoeuvre, why, log)
    lose(state, "flood", 1, why, log)
    if before > 0:
        ship_sunk_space(state, dice, log)


def _shift_lean(state: PicketState, lean: LeanId, points: int, log: Log | None) -> None:
    state.lean[lean] += points
    if log:
        rule = ("P-7.4.J-1", "P-7.4.I-1", "P-7.4.K-1", "P-7.4.L-1")[lean]
        log.add(
            "list and trim", rule, places=["track:list"], side=LEANS[lean], now=state.lean[lean]
        )


def unflood_primary(state: PicketState, compartment: PrimaryId, log: Log | None) -> None:
    """7.3.H, R-44: a fully repaired compartment is dry again: flood +1 and its point removed."""
    if not state.flooded >> compartment & 1:
        return
    state.flooded &= ~(1 << compartment)
    lean, state.leaning[compartment] = state.leaning[compartment], NO_LEAN
    back = state.charts.options.unflood
    why = f"{PRIMARIES[compartment]} pumped out"
    gain(state, "flood", 1, why, log)
    if "list" in back and lean != NO_LEAN:
        _shift_lean(state, lean, -1, log)
    if "man" in back and state.manoeuvre:  # a ship that lies still stays so, and has to leave
        gain(state, "manoeuvre", roll_charts().figures.flood_manoeuvre, why, log)


def counterflood(
    state: PicketState, secondary: SecondaryId, lean: LeanId, dice: Dice, log: Log | None
) -> None:
    """7.9.H, R-45: flood a shaded secondary on purpose: destroyed, its point where it is wanted."""
    state.secondaries[secondary] = state.charts.ship.secondary_boxes
    state.secondary_crew &= ~(1 << secondary)
    if log:
        name = state.charts.ship.secondaries[secondary].name
        places = [SECONDARY_PLACES[secondary]]
        log.add("counterflooding", "P-7.9.H-1", places=places, where=name, side=LEANS[lean])
    flood_secondary(state, secondary, lean, dice, log)


# --- List and trim ---


def net_lean(state: PicketState) -> tuple[int, int]:
    """7.4.E: list (to starboard; port is negative) and trim (by the bow; by the stern negative)."""
    port, starboard, bow, stern = state.lean
    return starboard - port, bow - stern


def _leaning(state: PicketState) -> list[LeanId]:
    """The boxes whose net value is high enough to trouble the guns."""
    to_starboard, to_bow = net_lean(state)
    net = (-to_starboard, to_starboard, to_bow, -to_bow)  # in the order of `LEANS`
    return [lean for lean in range(len(LEANS)) if net[lean] >= _LIMITS[lean].least]


def blocked_spaces(state: PicketState) -> int:
    """7.4.C, chart 4.3: the mask of spaces no gun can fire into (trim_by=bearing)."""
    blocked = 0
    for lean in _leaning(state):
        blocked |= _LIMITS[lean].blocked
    return blocked


def restricted(
    state: PicketState, mount: MountIndex, bearing: BearingId, altitude: AltitudeId
) -> bool:
    """7.4, 6.8.H: whether list or trim keeps a gun from firing into a space."""
    if state.charts.options.trim_by == "bearing":
        return bool(blocked_spaces(state) >> bearing * 3 + altitude & 1)
    gun = state.charts.mounts[mount]
    places = (SECTIONS[gun.section], gun.side)
    return any(
        (altitude == HIGH and _LIMITS[lean].no_high in places)
        or (altitude == LOW and _LIMITS[lean].no_low in places)
        for lean in _leaning(state)
    )


def ship_sunk_space(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.4.M-N, R-122: Table 16 when the flood marker comes on "Ship Sunk", and each turn's end."""
    if state.flood == 0:
        state.sunk_roll = True
        stay_afloat(state, "P-7.4.M-1", "the flood marker is on Ship Sunk", dice, log)
