"""Weather, storms and typhoons of the advanced game: rules 6.1 to 6.3."""

from __future__ import annotations

from functools import cache
from typing import Final

from flankspeed.engine import Dice, Log, Modifier, Reading, Roll, Used
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.rules.damage.hull import lose_hull
from flankspeed.games.picket.state import CLEAR, RAIN, STORM, WEATHERS, PicketState, ShipLost

_PHASES_A_DAY: Final = 3
_TYPHOON_EVENTS: Final = {
    "none": "typhoon harmless",
    "anchorage": "typhoon flight",
    "sinks": "typhoon sinking",
}
_NATURAL_STORMS: Final = (1, 6)
_RAIN: Final = Roll.on(roll_charts().rain, "attack in the rain")
_TYPHOON_DAYS: Final = Roll.on(roll_charts().typhoon_days, "days lost to the typhoon")
_TYPHOON_DAMAGE: Final = Roll.on(roll_charts().typhoon_damage, "typhoon damage")
_ANCHORAGE_DAYS: Final = Roll.on(
    roll_charts().anchorage_days, "days at anchorage after the typhoon"
)


@cache
def _table_6_1(before: int) -> Roll[str]:
    return Roll.on(roll_charts().weather, "weather", modifiers=_counted(before))


@cache
def _table_6_2(before: int) -> Roll[str]:
    """6.3.A: a natural 1 or 6 stays what it is."""
    modifiers = _counted(before)
    return Roll.on(roll_charts().storm, "storm", modifiers=modifiers, natural=_NATURAL_STORMS)


def _counted(before: int) -> list[Modifier]:
    """6.2.C: -1 after a phase of rain or storm (R-22)."""
    if before == CLEAR:
        return []
    name = f"{WEATHERS[before]} in the phase before"
    return [roll_charts().weather_modifiers.modifier(name, "bad_before")]


def weather(state: PicketState, dice: Dice, log: Log | None) -> bool:
    """6.1, 6.2: find the weather of the phase; False if it lets no attack come."""
    state.weather_before = state.weather
    state.weather = CLEAR
    if not state.charts.advanced:
        return True
    if state.first_phase:
        if log:
            log.add("weather clear", "P-6.2.A-1")
        return True
    reading = _table_6_1(state.weather_before).throw(dice)
    state.weather = WEATHERS.index(reading.result)
    if log:
        log.add("weather", "P-6.2.B-1", readings=[reading], weather=reading.result)
    if state.weather == RAIN:
        return _attack_in_rain(dice, log)
    if state.weather == STORM:
        _storm(state, dice, log)
        return False
    return True


def _attack_in_rain(dice: Dice, log: Log | None) -> bool:
    """6.2.F: one die says whether the enemy comes out in the rain."""
    reading = _RAIN.throw(dice)
    attack = reading.result == "attack"
    if log:
        log.add("rain attack" if attack else "rain no attack", "P-6.2.F-1", readings=[reading])
    return attack


def _storm(state: PicketState, dice: Dice, log: Log | None) -> None:
    """6.3.A: Table 6-2; a typhoon goes to Table 6-3, with the note that may call for damage."""
    reading = _table_6_2(state.weather_before).throw(dice)
    struck = reading.result == "typhoon"
    if log:
        log.add("typhoon" if struck else "storm", "P-6.3.A-1", readings=[reading])
    if not struck:
        return
    lost = _TYPHOON_DAYS.throw(dice)
    state.typhoon_days = lost.result
    note = roll_charts().typhoon_called
    called = note[lost.total]
    state.typhoon_damage = called == "yes" or state.charts.options.typhoon_damage == "all"
    if log:
        on_note = Reading.of_known(called, Used(note.title, lost.total))
        log.add("typhoon days", "P-6.3.B.1-1", readings=[lost, on_note], days=lost.result)


def typhoon(state: PicketState, dice: Dice, log: Log | None) -> None:
    """6.3.B: Table 6-4 for each phase of the lost days, until the ship is out of it (R-20).

    At hull 0, or when Table 6-4 sends the ship to the anchorage, no more is rolled.
    """
    if not state.typhoon_damage:
        return
    for _ in range(state.typhoon_days * _PHASES_A_DAY):
        reading = _TYPHOON_DAMAGE.throw(dice)
        result = reading.result
        if log:
            kind = _TYPHOON_EVENTS.get(result, "typhoon damage")
            log.add(kind, "P-6.3.B.2-1", readings=[reading])
        if result == "sinks":
            raise ShipLost("sunk by a typhoon")
        if result == "anchorage":
            _to_anchorage(state, dice, log)
            return
        if result != "none":
            lose_hull(state, int(result.removeprefix("hull ")), "typhoon", dice, log)
            if not state.hull:
                return


def _to_anchorage(state: PicketState, dice: Dice, log: Log | None) -> None:
    """6.3.B.4: Table 6-5 says how many days the ship is away."""
    reading = _ANCHORAGE_DAYS.throw(dice)
    state.typhoon_anchorage = reading.result
    if log:
        log.add("typhoon anchorage", "P-6.3.B.4-1", readings=[reading], days=reading.result)
