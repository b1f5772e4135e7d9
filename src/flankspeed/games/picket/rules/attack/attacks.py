"""What attacks the ship, in which waves, and where the counters go: rules 6.6 and 6.7."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from flankspeed.engine import Dice, Log, Modifier, Reading, Roll, Throw, Used
from flankspeed.games.picket.data.attack_charts import (
    NO_ATTACK,
    RANDOM,
    RandomResult,
    attack_charts,
)
from flankspeed.games.picket.data.calendar import NIGHT
from flankspeed.games.picket.data.ids import BEARINGS, SpaceId, space_name
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.data.roll_charts import roll_charts, value_column
from flankspeed.games.picket.rules.plane import COMING, Plane
from flankspeed.games.picket.rules.station.support import (
    column_shifts,
    kikusui_today,
    silence_land_radar,
)
from flankspeed.games.picket.state import RAIN, PicketState

ATTACK_ENDS: Final = -1  # in the pool it is the last kind of counter
_DRAW: Final = "counter from the container"
_SPECIAL: Final = tuple(counter.weapon >= 0 for counter in planes().counters)  # by kind

_CHARTS: Final = attack_charts()
_NIGHT: Final = Roll.on(_CHARTS.night, "attack at night")
_LETTERS: Final = {
    letter: Roll.on(chart, f"attack table {letter}") for letter, chart in _CHARTS.letters.items()
}
_ADDED: Final = Roll("planes added by Note A", int)
_KIKUSUI: Final = Roll.on(_CHARTS.kikusui, "Kikusui planes")
_EXTRA_BEARING: Final = Roll.on(_CHARTS.extra_bearing, "bearing")
_KIKUSUI_BEARING: Final = Roll.on(_CHARTS.kikusui_bearing, "bearing")
_ALTITUDE: Final = Roll.on(_CHARTS.altitude, "altitude")
_TABLE_8_2: Final = Roll.on(_CHARTS.random, "Table 8-2")
_NOTE_B: Final = Roll.on(_CHARTS.note_b, "Table 8-2, note B")


def determine_attack(state: PicketState, dice: Dice, log: Log | None) -> None:
    """6.6.A, 6.7.C: find the attack of the phase and set its waves up; none if there is none."""
    state.waves = []
    state.wave = 0
    night = state.phase == NIGHT
    if night and not _attack_at_night(dice, log):
        return
    if kikusui_today(state):
        _kikusui_raid(state, night, dice, log)
        return
    letter = _letter(state, dice, log)
    if letter == RANDOM:
        _random_result(state, night, dice, log)
    elif letter != NO_ATTACK:
        _lettered_raid(state, letter, night, dice, log)


def _attack_at_night(dice: Dice, log: Log | None) -> bool:
    """6.6.M: one die says whether the enemy comes at night."""
    reading = _NIGHT.throw(dice)
    comes = reading.result == "half"
    if log:
        log.add("night attack" if comes else "night no attack", "P-6.6.M-1", readings=[reading])
    return comes


def _letter(state: PicketState, dice: Dice, log: Log | None) -> str:
    """6.6.B and C: the sum of the shifts is the column of Table 8-1; rain and station modify."""
    shifts = column_shifts(state)
    total = sum([shift.value for shift in shifts])
    column = value_column(total)
    reading = _table_8_1(column, state.weather == RAIN, state.station).throw(dice)
    result = reading.result
    if log:
        name = _CHARTS.determination.columns[column]
        counted = Reading.of_known(name, *(shift.figure for shift in shifts if shift.figure))
        log.add(
            "attack column",
            "P-6.6.B-1",
            readings=[counted],
            modifiers=shifts,
            total=total,
            column=name,
        )
        log.add(
            {NO_ATTACK: "attack none", RANDOM: "attack random"}.get(result, "attack letter"),
            "P-6.6.C-1",
            readings=[reading],
            roll=reading.total,
            column=name,
            letter=result,
        )
    return result


@cache
def _table_8_1(column: int, rain: bool, station: int) -> Roll[str]:
    """6.6.C: the roll in a column, and what counts on the roll itself."""
    found = []
    if rain:
        found.append(roll_charts().weather_modifiers.modifier("rain", "rain_attack"))
    by_station = roll_charts().station_modifier[station]
    if by_station:
        found.append(Modifier(f"station {station}", by_station, Used("stations.modifier", station)))
    return Roll.on(_CHARTS.determination, "Table 8-1", column=column, modifiers=found)


def _lettered_raid(
    state: PicketState, letter: str, night: bool, dice: Dice, log: Log | None
) -> None:
    """6.6.E and F: two dice, unmodified, name the planes and their places."""
    reading = _LETTERS[letter].throw(dice)
    raid = reading.result
    if log:
        kind = {"none": "raid none", "random": "raid random"}.get(raid.kind, "raid")
        count = len(raid.spaces)
        log.add(kind, "P-6.6.E-1", readings=[reading], letter=letter, planes=count)
    if raid.kind == "random":
        _random_result(state, night, dice, log)
    elif raid.kind == "planes":
        extra = _added_planes(dice, log) if raid.extra else 0
        _raid(state, raid.spaces, extra, _EXTRA_BEARING, night, dice, log)


def _added_planes(dice: Dice, log: Log | None) -> int:
    """Note A: one die is the number of planes to be added."""
    reading = _ADDED.throw(dice)
    if log:
        log.add("added planes", "P-6.6.F-1", readings=[reading], planes=reading.result)
    return reading.result


def _kikusui_raid(state: PicketState, night: bool, dice: Dice, log: Log | None) -> None:
    """6.7.E: Table 22 gives the number of planes; each has its place from Table 22-1."""
    reading = _KIKUSUI.throw(dice)
    if log:
        log.add("kikusui raid", "P-6.7.E-1", readings=[reading], planes=reading.result)
    _raid(state, (), reading.result, _KIKUSUI_BEARING, night, dice, log)


def _raid(
    state: PicketState,
    spaces: Sequence[SpaceId],
    rolled: int,
    bearing: Roll[int],
    night: bool,
    dice: Dice,
    log: Log | None,
) -> None:
    """6.6.G, 6.6.M: halve the planes at night, draw them, and put them into waves.

    `spaces` are the listed places; `rolled` more planes find theirs by the roll `bearing`.
    """
    count = len(spaces) + rolled
    if night:
        count //= 2
        if log:
            log.add("half the planes" if count else "too few planes", "P-6.6.M-1", planes=count)
        if not count:
            return
    sizes = _CHARTS.waves[count]
    drawn = _draw_planes(state, count, len(sizes), dice, log)
    if drawn is None:
        return
    places = [*spaces[:count]]
    places += _rolled_places(count - len(places), bearing, dice, log)
    _set_waves(state, sizes, drawn, places)
    if log:
        log.add(
            "attack comes",
            "P-6.6.G-1",
            readings=[Reading.of_known(sizes, Used("attacks.waves", count))],
            planes=count,
            waves="/".join(map(str, sizes)),
            specials=len(drawn[1]),
        )


def _rolled_places(count: int, bearing: Roll[int], dice: Dice, log: Log | None) -> list[int]:
    """Note A, 6.7.G: two dice for the bearing of each plane and one for its altitude."""
    found: list[int] = []
    readings: list[Reading[int]] = []
    bearings, altitudes = bearing.results, _ALTITUDE.results
    for _ in range(count):
        first, second = dice.two_d6("bearing")
        die = dice.d6("altitude")
        found.append(bearings[first + second] * 3 + altitudes[die])
        if log:
            readings += (bearing.reading(first, second), _ALTITUDE.reading(die))
    if log and found:
        shown = ", ".join(map(space_name, found))
        log.add("places rolled", "P-6.7.G-1", readings=readings, spaces=shown)
    return found


def _draw_planes(
    state: PicketState, wanted: int, waves: int, dice: Dice, log: Log | None
) -> tuple[list[int], list[int]] | None:
    """6.6.J, K and N: draw until enough regular planes are there; None if an Attack Ends shows.

    Specials go to the boxes of the waves; those beyond are put back afterwards (R-30). In a
    Kikusui phase each special goes back at once (6.7.H).
    """
    container = state.container
    kikusui = kikusui_today(state)
    boxes = waves * state.charts.ship.specials_per_wave
    # The Attack Ends markers come last.
    cup = [*_cup(tuple(container)), *[ATTACK_ENDS] * state.attack_ends]
    regulars: list[int] = []
    specials: list[int] = []
    throws: list[Throw] = []
    names: list[str] = []
    kind = ATTACK_ENDS
    roll = dice.roll
    while wanted:
        number = roll(len(cup), _DRAW)
        kind = cup.pop(number - 1)
        if log:
            throws.append(Throw(len(cup) + 1, (number,), _DRAW))
            back = _SPECIAL[kind] and (kikusui or len(specials) >= boxes)
            names.append(f"{planes().counters[kind].name}{' (put back)' if back else ''}")
        if _SPECIAL[kind]:
            if kikusui:
                cup.insert(number - 1, kind)
                continue
            specials.append(kind)
        elif kind == ATTACK_ENDS:
            break
        else:
            regulars.append(kind)
            wanted -= 1
        container[kind] -= 1
    if log:
        log.add("planes drawn", "P-6.6.J-1", throws=throws, drawn=", ".join(names))
    if kind == ATTACK_ENDS:
        _attack_ends(state, regulars + specials, log)
        return None
    _put_back(state, specials[boxes:])
    return regulars, specials[:boxes]


@lru_cache(maxsize=256)
def _cup(container: tuple[int, ...]) -> tuple[int, ...]:
    """The counters of a container, kind after kind."""
    return tuple(kind for kind, count in enumerate(container) for _ in range(count))


def _put_back(state: PicketState, kinds: Sequence[int]) -> None:
    container = state.container
    for kind in kinds:
        container[kind] += 1


def _attack_ends(state: PicketState, kinds: Sequence[int], log: Log | None) -> None:
    """6.6.N and O: all planes go back; the marker stays out until a new station is assigned."""
    _put_back(state, kinds)
    state.attack_ends -= 1
    if log:
        log.add("attack ends", "P-6.6.N-1", left=state.attack_ends)


def _set_waves(
    state: PicketState,
    sizes: Sequence[int],
    drawn: tuple[list[int], list[int]],
    places: list[int],
) -> None:
    """6.6.G, 6.6.K: planes take the places in the order of drawing, specials the boxes."""
    regulars, specials = drawn
    boxes = state.charts.ship.specials_per_wave
    coming = [
        Plane(kind, place // 3, place % 3) for kind, place in zip(regulars, places, strict=True)
    ]
    done = 0
    for number, size in enumerate(sizes):
        box = specials[number * boxes : (number + 1) * boxes]
        state.waves.append((tuple(coming[done : done + size]), tuple(map(Plane, box))))
        done += size


def _random_result(state: PicketState, night: bool, dice: Dice, log: Log | None) -> None:
    """6.6.D: Table 8-2, a special attack by one plane that lies aside, or Note B."""
    if night and state.charts.options.night_rr == "halved":
        if log:
            log.add("too few planes", "P-6.6.M-1", planes=0)
        return
    reading = _TABLE_8_2.throw(dice)
    result = reading.result
    if result.kind == "note B":
        _note_b(state, reading, dice, log)
        return
    kind = result.counter
    store = next((store for store in (state.set_aside, state.container) if store[kind]), None)
    if store is not None:
        store[kind] -= 1
        state.waves.append(((), (Plane(kind),)))
    if log:
        event = "random attack" if store is not None else "random attack gone"
        log.add(event, "P-6.6.D-1", readings=[reading], plane=planes().counters[kind].name)


def _note_b(state: PicketState, found: Reading[RandomResult], dice: Dice, log: Log | None) -> None:
    """Table 8-2, note B: the weather closes in for the day (R-19), or a land radar goes out."""
    reading = _NOTE_B.throw(dice)
    closes = reading.result == "weather"
    ends_day = closes and state.charts.options.note_b == "end_turn"
    if ends_day:
        state.day_over = True
    if log:
        kind = "day over" if ends_day else "weather closes in" if closes else "radar trouble"
        log.add(kind, "P-6.6.D-1", readings=[found, reading])
    if not closes:
        silence_land_radar(state, log)


def next_wave(state: PicketState, log: Log | None) -> None:
    """6.6.G, 6.6.L: the next wave comes from the wave box onto the map."""
    regulars, specials = state.waves.pop(0)
    state.wave += 1
    # Copies: planes on the map change, and copies of the state share the waiting ones.
    state.planes = [Plane(plane.kind, plane.bearing, plane.altitude) for plane in regulars]
    state.specials = [plane.copy() for plane in specials] if specials else []
    if not log:
        return
    counters = planes().counters
    names = [
        f"{counters[plane.kind].name} {space_name(plane.bearing * 3 + plane.altitude)}"
        for plane in regulars
    ]
    names += [f"{counters[plane.kind].name} (special attack)" for plane in specials]
    spots = [f"plane:{number}" for number in range(1, len(regulars) + 1)]
    spots += [f"special:{number}" for number in range(1, len(specials) + 1)]
    bearings = dict.fromkeys(f"bearing:{BEARINGS[plane.bearing]}" for plane in regulars)
    log.add(
        "wave comes",
        "P-6.6.L-1",
        places=[*spots, *bearings],
        wave=state.wave,
        planes=", ".join(names),
    )


def return_planes(state: PicketState) -> None:
    """7.1.H, 7.2.E: regular planes go back to the container; specials that attacked do not.

    Where fighters end the attacks (Table 15) or the ship is gone, specials that have not
    attacked go back too, and so does all that still waits in the wave box (R-121).
    """
    container = state.container
    for plane in state.planes:
        container[plane.kind] += 1
    if state.attacks_over or state.sunk:
        back = [plane for plane in state.specials if plane.fate == COMING]
        for regulars, specials in state.waves:
            back += (*regulars, *specials)
        state.waves = []
        _put_back(state, [plane.kind for plane in back])
    state.planes = []
    state.specials = []
