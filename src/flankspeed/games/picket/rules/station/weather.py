"""Weather, storms and typhoons of the advanced game: rules 6.1 to 6.3."""

from __future__ import annotations

from flankspeed.engine import Dice, Log, Modifier, Throw
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.rules.damage.hull import lose_hull
from flankspeed.games.picket.state import CLEAR, RAIN, STORM, WEATHERS, PicketState, ShipLost

_PHASES_A_DAY = 3
_TYPHOON_EVENTS = {
    "none": "typhoon harmless",
    "anchorage": "typhoon flight",
    "sinks": "typhoon sinking",
}


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
    before = _before(state)
    first, second = dice.two_d6("weather")
    result = roll_charts().weather[first + second + sum([modifier.value for modifier in before])]
    state.weather = WEATHERS.index(result)
    if log:
        throws = [Throw(6, (first, second), "weather")]
        log.add("weather", "P-6.2.B-1", throws=throws, modifiers=before, weather=result)
    if state.weather == RAIN:
        return _attack_in_rain(dice, log)
    if state.weather == STORM:
        _storm(state, before, dice, log)
        return False
    return True


def _before(state: PicketState) -> list[Modifier]:
    """6.2.C: -1 after a phase of rain or storm (R-22)."""
    if state.weather_before == CLEAR:
        return []
    name = f"{WEATHERS[state.weather_before]} in the phase before"
    return [Modifier(name, roll_charts().weather_before)]


def _attack_in_rain(dice: Dice, log: Log | None) -> bool:
    """6.2.F: one die says whether the enemy comes out in the rain."""
    die = dice.d6("attack in the rain")
    attack = roll_charts().rain[die] == "attack"
    if log:
        throws = [Throw(6, (die,), "attack in the rain")]
        log.add("rain attack" if attack else "rain no attack", "P-6.2.F-1", throws=throws)
    return attack


def _storm(state: PicketState, before: list[Modifier], dice: Dice, log: Log | None) -> None:
    """6.3.A: Table 6-2, where a natural 1 or 6 stays what it is; a typhoon goes to Table 6-3."""
    die = dice.d6("storm")
    roll = die if die in (1, 6) else die + sum(modifier.value for modifier in before)
    struck = roll_charts().storm[roll] == "typhoon"
    if log:
        throws = [Throw(6, (die,), "storm")]
        counted = before if roll != die else []
        kind = "typhoon" if struck else "storm"
        log.add(kind, "P-6.3.A-1", throws=throws, modifiers=counted)
    if not struck:
        return
    die = dice.d6("days lost to the typhoon")
    state.typhoon_days = roll_charts().typhoon_days[die]
    called = roll_charts().typhoon_called[die] == "yes"
    state.typhoon_damage = called or state.charts.options.typhoon_damage == "all"
    if log:
        throws = [Throw(6, (die,), "days lost to the typhoon")]
        log.add("typhoon days", "P-6.3.B.1-1", throws=throws, days=state.typhoon_days)


def typhoon(state: PicketState, dice: Dice, log: Log | None) -> None:
    """6.3.B: Table 6-4 for each phase of the lost days, until the ship is out of it (R-20).

    At hull 0, or when Table 6-4 sends the ship to the anchorage, no more is rolled.
    """
    if not state.typhoon_damage:
        return
    for _ in range(state.typhoon_days * _PHASES_A_DAY):
        first, second = dice.two_d6("typhoon damage")
        result = roll_charts().typhoon_damage[first + second]
        if log:
            throws = [Throw(6, (first, second), "typhoon damage")]
            log.add(_TYPHOON_EVENTS.get(result, "typhoon damage"), "P-6.3.B.2-1", throws=throws)
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
    die = dice.d6("days at anchorage after the typhoon")
    state.typhoon_anchorage = roll_charts().anchorage_days[die]
    if log:
        throws = [Throw(6, (die,), "days at anchorage after the typhoon")]
        log.add("typhoon anchorage", "P-6.3.B.4-1", throws=throws, days=state.typhoon_anchorage)
