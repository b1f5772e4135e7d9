"""Duty stations and what supports the ship there: rules 4.0, 5.1 to 5.3 and 6.5."""

from __future__ import annotations

from functools import cache

from flankspeed.engine import Dice, Log, Modifier, Throw
from flankspeed.games.picket.data.attack_charts import attack_charts
from flankspeed.games.picket.data.calendar import FIRST_TURN, LAST_TURN, NIGHT, calendar, date_name
from flankspeed.games.picket.data.ids import BRIDGE, CIC, FORWARD, PRIMARIES, RADIO
from flankspeed.games.picket.data.roll_charts import roll_charts, value_column
from flankspeed.games.picket.data.ship import secondary_id
from flankspeed.games.picket.rules.charts import Charts
from flankspeed.games.picket.rules.damage.compartments import primary_destroyed, secondary_destroyed
from flankspeed.games.picket.rules.damage.equipment import RADARS, equipment_destroyed
from flankspeed.games.picket.state import PicketState

_FIRST_OF_TWO = 3  # a d6 up to this picks the first of two stations
_TYPES = {"none": (), "carrier": ("carrier",), "land": ("land",), "both": ("carrier", "land")}
_KIKUSUI_ROLLS = 2
_NO_RAIDS = (0,) * (LAST_TURN + 1)


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
        roll, throws = _two_dice(dice, "duty station", log)
        _take_station(state, roll_charts().basic_station[roll], throws, dice, log)
    state.attack_ends = state.charts.attack_ends
    _direction_team(state, dice, log)
    _surface_support(state, dice, log)


def _two_dice(dice: Dice, why: str, log: Log | None) -> tuple[int, list[Throw]]:
    """Their sum, and the throw if it is to be told."""
    first, second = dice.two_d6(why)
    return first + second, [Throw(6, (first, second), why)] if log else []


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
    roll, throws = _two_dice(dice, "duty station", log)
    while charts.reroll(turn, roll):
        if log:
            log.add("station again", "P-4.0.A-1", throws=throws)
        roll, throws = _two_dice(dice, "duty station", log)
    column = charts.station_column[turn]
    stations = (charts.station.at(roll, column),)
    _take_station(state, stations, throws, dice, log, charts.station.columns[column])


def _on_sheet(turn: int) -> int:
    """R-88: dates beyond the time sheet are looked up as its first or last day."""
    return min(max(turn, FIRST_TURN), LAST_TURN)


def _take_station(
    state: PicketState,
    stations: tuple[int, ...],
    throws: list[Throw],
    dice: Dice,
    log: Log | None,
    column: str = "",
) -> None:
    """The ship takes the station; a d6 decides between two. `column` is of Tables 2-2 to 2-4."""
    state.station = stations[0]
    if len(stations) > 1:
        die = dice.d6("which of two stations")
        if log:
            throws.append(Throw(6, (die,), "which of two stations"))
        if die > _FIRST_OF_TWO:
            state.station = stations[1]
    if log:
        kind = "station rolled" if throws else "station by date"
        log.add(kind, "P-4.0.A-1", throws=throws, station=state.station, column=column)


def _direction_team(state: PicketState, dice: Dice, log: Log | None) -> None:
    """5.1.A: Table 3-1."""
    roll, throws = _two_dice(dice, "fighter direction team", log)
    state.fdt = roll_charts().fdt[roll] == "assigned"
    if log:
        kind = "team aboard" if state.fdt else "no team aboard"
        log.add(kind, "P-5.1.A-1", throws=throws)


def _surface_support(state: PicketState, dice: Dice, log: Log | None) -> None:
    """5.2.A: Table 4-1; what the last station lost is forgotten (5.2.H)."""
    roll, throws = _two_dice(dice, "surface fire support", log)
    state.sfs = roll_charts().sfs[roll]
    state.sfs_lost = 0
    if log:
        log.add("surface support", "P-5.2.A-1", throws=throws, markers=state.sfs)


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
        roll, throws = _two_dice(dice, f"land radar at {station.name}", log)
        active = roll_charts().land_radar[roll] == "active"
        if active:
            state.land_radar.append(number)
        if log:
            kind = "land radar active" if active else "land radar silent"
            log.add(kind, "P-5.3.D-1", throws=throws, radar=station.name)


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
    charts = roll_charts()
    night, swapped = state.phase == NIGHT, state.charts.options.afs_apr7 == "swapped"
    roll, throws = _two_dice(dice, "air cover", log)
    block = charts.cover(state.turn, night, swapped)
    types = _TYPES[block[roll]]
    if log:
        cover = " and ".join(types) or "no"
        log.add("air cover", "P-6.5.B-1", throws=throws, cover=cover, table=block.title)
    state.afs = 0
    state.cover = tuple(_type_support(state, dice, types, log)) if types else None


_TEAM = Modifier("fighter direction team", roll_charts().afs_fdt)
_NO_TEAM = Modifier("no fighter direction team", roll_charts().afs_no_fdt)
# Table 7-3 by die, without a fighter direction team and with it.
_KIKUSUI_MARKERS = tuple(
    {die: roll_charts().afs_kikusui[die + team.value] for die in range(1, 7)}
    for team in (_NO_TEAM, _TEAM)
)


def _type_support(
    state: PicketState, dice: Dice, types: tuple[str, ...], log: Log | None
) -> list[int]:
    """6.5.C and D: a chit for each type of cover, and by Table 7-2 its AFS markers."""
    chits = dice.draw(state.charts.chits, len(types), "chit for air cover")
    modifier = _TEAM if state.fdt else _NO_TEAM
    for kind, chit in zip(types, chits, strict=True):
        roll, throws = _two_dice(dice, f"AFS markers, {kind} planes", log)
        markers = roll_charts().afs_markers.at(roll + modifier.value, value_column(chit))
        state.afs += markers
        if log:
            log.add(
                "air support",
                "P-6.5.D-1",
                throws=throws,
                modifiers=[modifier],
                type=kind,
                chit=f"{chit:+d}",
                markers=markers,
            )
    return chits


def _kikusui_support(state: PicketState, dice: Dice, log: Log | None) -> None:
    """6.5.I, 6.7.D: two dice on Table 7-3, each so many land and so many carrier markers."""
    state.cover = ()
    markers, of_each, thrown = _KIKUSUI_MARKERS[state.fdt], 0, []
    for _ in range(_KIKUSUI_ROLLS):
        die = dice.d6("Kikusui air support")
        of_each += markers[die]
        thrown.append(die)
    state.afs = 2 * of_each
    if log:
        log.add(
            "kikusui air support",
            "P-6.7.D-1",
            throws=[Throw(6, (die,), "Kikusui air support") for die in thrown],
            modifiers=[_TEAM if state.fdt else _NO_TEAM],
            of_each=of_each,
        )


def ship_radar_shift(state: PicketState) -> int:
    """5.3.1.B to D: both radars in order +1, one destroyed -1, otherwise 0."""
    shifts = attack_charts().shifts
    if any(equipment_destroyed(state, radar) for radar in RADARS):
        return shifts.radar_destroyed
    damaged = any(state.equipment[radar] for radar in RADARS)
    return shifts.radar_damaged if damaged else shifts.radars_work


def column_shifts(state: PicketState) -> list[Modifier]:
    """6.6.B: everything that moves the column of Table 8-1."""
    shifts = attack_charts().shifts
    found = [
        Modifier("FDT", shifts.fdt) if state.fdt else Modifier("no FDT", shifts.no_fdt),
        Modifier("ship radar", ship_radar_shift(state)),
    ]
    if state.cover is None:
        found.append(Modifier("no air cover", shifts.no_cover))
    else:
        found += [Modifier("air cover chit", chit) for chit in state.cover]
    if state.sfs:
        found.append(Modifier("SFS", state.sfs * shifts.each_sfs))
    else:
        found.append(Modifier("no SFS", shifts.no_sfs))
    if state.land_radar:
        found.append(Modifier("land radar", roll_charts().land_radar_shift[len(state.land_radar)]))
    return found + _destroyed_rooms(state)


@cache
def _plot_room() -> int:
    return secondary_id(FORWARD, "Plot Room")


def _destroyed_rooms(state: PicketState) -> list[Modifier]:
    """R-15: Bridge, CIC, Radio and, in the advanced game, the Plot Room, where destroyed."""
    shifts = attack_charts().shifts
    rooms = ((BRIDGE, shifts.bridge), (CIC, shifts.cic), (RADIO, shifts.radio))
    found = [
        Modifier(f"{PRIMARIES[room]} destroyed", shift)
        for room, shift in rooms
        if primary_destroyed(state, room)
    ]
    if state.charts.advanced and secondary_destroyed(state, _plot_room()):
        found.append(Modifier("Plot Room destroyed", shifts.plot_room))
    return found
