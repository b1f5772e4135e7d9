"""Duty stations and what supports the ship there: rules 4.0, 5.1 to 5.3 and 6.5."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from flankspeed.engine import Chart, Dice, Log, Modifier, Reading, Roll
from flankspeed.games.picket.data.attack_charts import attack_charts
from flankspeed.games.picket.data.calendar import FIRST_TURN, LAST_TURN, NIGHT, calendar, date_name
from flankspeed.games.picket.data.ids import BRIDGE, CIC, FORWARD, PRIMARIES, RADIO
from flankspeed.games.picket.data.roll_charts import roll_charts, value_column
from flankspeed.games.picket.data.ship import secondary_id
from flankspeed.games.picket.rules.charts import Charts
from flankspeed.games.picket.rules.damage.compartments import primary_destroyed, secondary_destroyed
from flankspeed.games.picket.rules.damage.equipment import RADARS, equipment_destroyed
from flankspeed.games.picket.state import PicketState

_FIRST_OF_TWO: Final = 3  # a d6 up to this picks the first of two stations
_TYPES: Final = {
    "none": (),
    "carrier": ("carrier",),
    "land": ("land",),
    "both": ("carrier", "land"),
}
_KIKUSUI_ROLLS: Final = 2
_NO_RAIDS: Final = (0,) * (LAST_TURN + 1)

_TABLE_1_1: Final = Roll.on(roll_charts().basic_station, "duty station")
_WHICH: Final = Roll("which of two stations", lambda die: int(die > _FIRST_OF_TWO))
_TABLE_3_1: Final = Roll.on(roll_charts().fdt, "fighter direction team")
_TABLE_4_1: Final = Roll.on(roll_charts().sfs, "surface fire support")
_TABLE_5_1: Final = Roll.on(roll_charts().land_radar, "land radar")


@cache
def _dated_roll(column: int) -> Roll[int]:
    """Tables 2-2A to 2-4B."""
    return Roll.on(roll_charts().station, "duty station", column=column)


@cache
def _table_7_1(block: Chart[str]) -> Roll[str]:
    return Roll.on(block, "air cover")


def assign_station(state: PicketState, dice: Dice, log: Log | None) -> None:
    """4.0.A, 6.6.O: a duty station; all Attack Ends markers go back, FDT and SFS are rolled."""
    named = state.charts.card.station
    if named:
        state.station = named
        if log:
            log.add("station named", "P-4.0.A-1", station=named)
    elif state.charts.advanced:
        _dated_station(state, dice, log)
    else:
        reading = _TABLE_1_1.throw(dice)
        _take_station(state, reading.result, [reading], dice, log)
    state.attack_ends = state.charts.attack_ends
    _direction_team(state, dice, log)
    _surface_support(state, dice, log)


def _dated_station(state: PicketState, dice: Dice, log: Log | None) -> None:
    """Tables 2-2 to 2-4; where no station is manned the ship waits for the next day (R-86)."""
    charts = roll_charts()
    turn = _on_sheet(state.turn)
    while charts.march_station.get(turn) == ():
        if log:
            log.add("no station manned", "P-4.0.A-1", date=date_name(turn))
        state.turn = turn = turn + 1
    if turn in charts.march_station:
        _take_station(state, charts.march_station[turn], [], dice, log)
        return
    roll = _dated_roll(charts.station_column[turn])
    reading = roll.throw(dice)
    while charts.reroll(turn, reading.total):
        if log:
            log.add("station again", "P-4.0.A-1", readings=[reading])
        reading = roll.throw(dice)
    _take_station(state, (reading.result,), [reading], dice, log)


def _on_sheet(turn: int) -> int:
    """R-88: dates beyond the time sheet are looked up as its first or last day."""
    return min(max(turn, FIRST_TURN), LAST_TURN)


def _take_station(
    state: PicketState,
    stations: Sequence[int],
    readings: list[Reading[Any]],
    dice: Dice,
    log: Log | None,
) -> None:
    """The ship takes the station; a d6 decides between two."""
    state.station = stations[0]
    if len(stations) > 1:
        which = _WHICH.throw(dice)
        state.station = stations[which.result]
        readings = [*readings, which]
    if log:
        kind = "station rolled" if readings else "station by date"
        log.add(kind, "P-4.0.A-1", readings=readings, station=state.station)


def _direction_team(state: PicketState, dice: Dice, log: Log | None) -> None:
    """5.1.A: Table 3-1."""
    reading = _TABLE_3_1.throw(dice)
    state.fdt = reading.result == "assigned"
    if log:
        kind = "team aboard" if state.fdt else "no team aboard"
        log.add(kind, "P-5.1.A-1", readings=[reading])


def _surface_support(state: PicketState, dice: Dice, log: Log | None) -> None:
    """5.2.A: Table 4-1; what the last station lost is forgotten (5.2.H)."""
    reading = _TABLE_4_1.throw(dice)
    state.sfs = reading.result
    state.sfs_lost = 0
    if log:
        log.add("surface support", "P-5.2.A-1", readings=[reading], markers=state.sfs)


def start_of_turn(state: PicketState, dice: Dice, log: Log | None) -> None:
    """5.2.G, 5.3.B: chits for lost SFS markers, then rolls for land radar, before the weather."""
    if state.sfs_lost:
        _replace_support(state, dice, log)
    if state.charts.advanced:
        _activate_land_radar(state, dice, log)


def _replace_support(state: PicketState, dice: Dice, log: Log | None) -> None:
    """5.2.G: a positive chit brings a lost marker back; there is no second try."""
    chits = dice.draw(state.charts.chits, state.sfs_lost, "chit for a lost SFS marker")
    state.sfs_lost = 0
    for chit in chits:
        if chit > 0:
            state.sfs += 1
        if log:
            kind = "support replaced" if chit > 0 else "support not replaced"
            log.add(kind, "P-5.2.G-1", chit=f"{chit:+d}", markers=state.sfs)


def _activate_land_radar(state: PicketState, dice: Dice, log: Log | None) -> None:
    """5.3.C and D: each station whose date has come and that is silent rolls on Table 5-1."""
    for number, station in enumerate(calendar().land_radar):
        lost = state.land_radar_lost >> number & 1
        if state.turn < station.turn or lost or number in state.land_radar:
            continue
        why = f"land radar at {station.name}"
        reading = _TABLE_5_1.throw(dice, why)
        active = reading.result == "active"
        if active:
            state.land_radar.append(number)
        if log:
            kind = "land radar active" if active else "land radar silent"
            log.add(kind, "P-5.3.D-1", readings=[reading.told(why)], radar=station.name)


def silence_land_radar(state: PicketState, log: Log | None) -> None:
    """Table 8-2, note B (R-29): the station activated last is out until it rolls again."""
    if state.land_radar:
        number = state.land_radar.pop()
        if log:
            log.add("land radar out", "P-5.3.E-1", radar=calendar().land_radar[number].name)
    elif log:
        log.add("no land radar out", "P-5.3.E-1")


def kikusui_today(state: PicketState) -> bool:
    """6.7.B: the card says so, or it is a red date of a campaign (R-04)."""
    charts = state.charts
    return charts.card.kikusui or red_dates(charts)[_on_sheet(state.turn)] > 0


def red_dates(charts: Charts) -> tuple[int, ...]:
    """R-04: by turn the number of the mass raid on that day, 0 for none."""
    options, sheet = charts.options, calendar()
    off = not charts.advanced and options.basic_campaign_kikusui == "off"
    if off or not charts.card.red_dates:
        return _NO_RAIDS
    return sheet.kikusui_short if options.kikusui9 == "first_two" else sheet.kikusui


def air_support(state: PicketState, dice: Dice, log: Log | None) -> None:
    """6.5.A: the AFS of the phase, by Tables 7-1 and 7-2, or by 7-3 in a Kikusui phase."""
    if kikusui_today(state):
        _kikusui_support(state, dice, log)
        return
    night, swapped = state.phase == NIGHT, state.charts.options.afs_apr7 == "swapped"
    reading = _table_7_1(roll_charts().cover(state.turn, night, swapped)).throw(dice)
    types = _TYPES[reading.result]
    if log:
        cover = " and ".join(types) or "no"
        log.add("air cover", "P-6.5.B-1", readings=[reading], cover=cover)
    state.afs = 0
    state.cover = tuple(_type_support(state, dice, types, log)) if types else None


# Without a fighter direction team and with it.
_TEAMS: Final = (
    roll_charts().afs_modifiers.modifier("no fighter direction team", "no_fdt"),
    roll_charts().afs_modifiers.modifier("fighter direction team", "fdt"),
)
_TABLE_7_3: Final = tuple(
    Roll.on(roll_charts().afs_kikusui, "Kikusui air support", modifiers=[team]) for team in _TEAMS
)


@cache
def _table_7_2(column: int, fdt: bool) -> Roll[int]:
    chart = roll_charts().afs_markers
    return Roll.on(chart, "AFS markers", column=column, modifiers=[_TEAMS[fdt]])


def _type_support(
    state: PicketState, dice: Dice, types: tuple[str, ...], log: Log | None
) -> list[int]:
    """6.5.C and D: a chit for each type of cover, and by Table 7-2 its AFS markers."""
    chits = dice.draw(state.charts.chits, len(types), "chit for air cover")
    for kind, chit in zip(types, chits, strict=True):
        why = f"AFS markers, {kind} planes"
        reading = _table_7_2(value_column(chit), state.fdt).throw(dice, why)
        state.afs += reading.result
        if log:
            log.add(
                "air support",
                "P-6.5.D-1",
                readings=[reading.told(why)],
                type=kind,
                chit=f"{chit:+d}",
                markers=reading.result,
            )
    return chits


def _kikusui_support(state: PicketState, dice: Dice, log: Log | None) -> None:
    """6.5.I, 6.7.D: two dice on Table 7-3, each so many land and so many carrier markers."""
    state.cover = ()
    roll = _TABLE_7_3[state.fdt]
    readings, of_each = [], 0
    for _ in range(_KIKUSUI_ROLLS):
        reading = roll.throw(dice)
        readings.append(reading)
        of_each += reading.result
    state.afs = 2 * of_each
    if log:
        log.add("kikusui air support", "P-6.7.D-1", readings=readings, of_each=of_each)


_SHIFTS: Final = attack_charts().shifts
_FDT: Final = _SHIFTS.modifier("FDT", "fdt")
_NO_FDT: Final = _SHIFTS.modifier("no FDT", "no_fdt")
_NO_COVER: Final = _SHIFTS.modifier("no air cover", "no_cover")
_NO_SFS: Final = _SHIFTS.modifier("no SFS", "no_sfs")
_LOST_ROOMS: Final = tuple(
    (room, _SHIFTS.modifier(f"{PRIMARIES[room]} destroyed", name))
    for room, name in ((BRIDGE, "bridge"), (CIC, "cic"), (RADIO, "radio"))
)
_LOST_PLOT_ROOM: Final = _SHIFTS.modifier("Plot Room destroyed", "plot_room")
_PLOT_ROOM: Final = secondary_id(FORWARD, "Plot Room")
_RADARS_WORK: Final = _SHIFTS.modifier("ship radar", "radars_work")
_RADAR_DAMAGED: Final = _SHIFTS.modifier("ship radar", "radar_damaged")
_RADAR_DESTROYED: Final = _SHIFTS.modifier("ship radar", "radar_destroyed")


def ship_radar_shift(state: PicketState) -> int:
    """What the ship's radars add to the column of Table 8-1."""
    return _ship_radar(state).value


def _ship_radar(state: PicketState) -> Modifier:
    """5.3.1.B to D: both radars in order +1, one destroyed -1, otherwise 0."""
    if any(equipment_destroyed(state, radar) for radar in RADARS):
        return _RADAR_DESTROYED
    damaged = any(state.equipment[radar] for radar in RADARS)
    return _RADAR_DAMAGED if damaged else _RADARS_WORK


def column_shifts(state: PicketState) -> list[Modifier]:
    """6.6.B: everything that moves the column of Table 8-1."""
    found = [_FDT if state.fdt else _NO_FDT, _ship_radar(state)]
    if state.cover is None:
        found.append(_NO_COVER)
    else:
        found += [Modifier("air cover chit", chit) for chit in state.cover]
    found.append(_SHIFTS.modifier("SFS", "each_sfs", state.sfs) if state.sfs else _NO_SFS)
    if state.land_radar:
        found.append(Modifier("land radar", roll_charts().land_radar_shift[len(state.land_radar)]))
    return found + _destroyed_rooms(state)


def _destroyed_rooms(state: PicketState) -> list[Modifier]:
    """R-15: Bridge, CIC, Radio and, in the advanced game, the Plot Room, where destroyed."""
    found = [shift for room, shift in _LOST_ROOMS if primary_destroyed(state, room)]
    if state.charts.advanced and secondary_destroyed(state, _PLOT_ROOM):
        found.append(_LOST_PLOT_ROOM)
    return found
