"""Stations, weather and attacks of Picket Duty set up by hand, with dice and draws called by name.

Dice are numbers, counters from the container are called by name (`"Zero"`, `"Betty with Ohka"`,
`"Attack Ends"`), chits by value (`"+1"`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from flankspeed.engine import Dice, Event, Log, Scripted
from flankspeed.games.picket.data.calendar import PHASES, turn_named
from flankspeed.games.picket.data.ids import FORWARD, SC, SG, space_name
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.data.ship import secondary_id
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.attack.attacks import determine_attack, next_wave
from flankspeed.games.picket.rules.cards import Card
from flankspeed.games.picket.rules.charts import charts_of
from flankspeed.games.picket.rules.plane import Plane
from flankspeed.games.picket.rules.station.support import air_support, assign_station, start_of_turn
from flankspeed.games.picket.rules.station.weather import typhoon, weather
from flankspeed.games.picket.show.words import describe
from flankspeed.games.picket.state import WEATHERS, PicketState

T = TypeVar("T")
RADARS = {"SC": SC, "SG": SG}
PLOT_ROOM = secondary_id(FORWARD, "Plot Room")
KINDS = [counter.name for counter in planes().counters]


class Called(Dice):
    """Dice in the order they are called, and draws by the name of what is drawn."""

    def __init__(self, state: PicketState, values: Sequence[int | str]) -> None:
        self.state = state
        self.values = list(values)

    def throw(self, count: int, why: str, sides: int = 6) -> list[int]:
        assert len(self.values) >= count, f"{count}d{sides} for {why}, but no dice are left"
        taken, self.values = self.values[:count], self.values[count:]
        found = [self._place(value) if isinstance(value, str) else value for value in taken]
        # Counters are not called where dice are thrown, nor the other way round.
        assert all(isinstance(value, str) == (sides > 10) for value in taken), (why, taken)
        return list(Scripted(found).throw(count, why, sides))

    def _place(self, name: str) -> int:
        """Where the first counter of this name lies in the container."""
        container = self.state.container
        if name == "Attack Ends":
            return sum(container) + 1
        kind = KINDS.index(name)
        assert container[kind], f"there is no {name} in the container"
        return sum(container[:kind]) + 1

    def draw(self, cup: Sequence[Any], count: int, why: str) -> list[Any]:
        rest, drawn = list(cup), []
        for _ in range(count):
            assert self.values, f"a chit for {why}, but none is called"
            chit = int(self.values.pop(0))
            rest.remove(chit)
            drawn.append(chit)
        return drawn

    def keep(self) -> None:
        raise AssertionError

    rewind = keep


def picket(
    *,
    date: str = "Apr 20",
    phase: str = "midday",
    station: int = 9,
    card: int = 0,
    kikusui: bool = False,
    campaign: str = "",
    column: int = 0,
    weather: str = "clear",
    **options: Any,
) -> PicketState:
    """A ship on station, undamaged: FDT, no SFS, one type of cover whose chit gives the column.

    `card` is the station on the card, 0 for none. Not the first phase of the game.
    """
    made = Card(
        name="test",
        title="test",
        turn=turn_named(date),
        station=card,
        kikusui=kikusui,
        red_dates=bool(campaign),
        campaign=campaign,
    )
    state = PicketState(charts_of(made, PicketOptions(**options)))
    state.first_phase = False
    state.phase = PHASES.index(phase)
    state.station = station
    state.fdt = True
    state.cover = (column,)  # FDT and radar +2, no SFS -2
    state.weather = WEATHERS.index(weather)
    return state


def _run(
    rule: Callable[[PicketState, Dice, Log | None], T], state: PicketState, *values: int | str
) -> tuple[T, list[Event]]:
    """Follow a rule: it must use all these dice, and do the same to a copy without a log."""
    twin, log = state.copy(), Log()
    quiet, told = Called(twin, values), Called(state, values)
    result = rule(twin, quiet, None)
    assert rule(state, told, log) == result
    assert quiet.values == told.values == [], f"left over: {told.values}"
    assert twin == state
    for event in log.events:
        assert describe(event)
    return result, log.events


def assign(state: PicketState, *values: int | str) -> list[Event]:
    """Assign a station, with the dice for station, FDT and SFS."""
    return _run(assign_station, state, *values)[1]


def turn(state: PicketState, *values: int | str) -> list[Event]:
    """Begin a turn."""
    return _run(start_of_turn, state, *values)[1]


def sky(state: PicketState, *values: int | str) -> tuple[bool, list[Event]]:
    """Find the weather of a phase; whether an attack may come, and what happened."""
    return _run(weather, state, *values)


def strike(state: PicketState, *values: int | str) -> list[Event]:
    """Roll for the damage of a typhoon."""
    return _run(typhoon, state, *values)[1]


def support(state: PicketState, *values: int | str) -> list[Event]:
    """Find the air support of a phase."""
    return _run(air_support, state, *values)[1]


def attack(state: PicketState, *values: int | str) -> list[Event]:
    """Find the attack of a phase."""
    return _run(determine_attack, state, *values)[1]


def come(state: PicketState) -> list[Event]:
    """The next wave comes."""
    return _run(lambda table, dice, log: next_wave(table, log), state)[1]


def raid(state: PicketState, *values: int | str) -> list[list[str]]:
    """Find the attack of a phase; the waves it makes."""
    attack(state, *values)
    return waves(state)


def _name(plane: Plane) -> str:
    name = KINDS[plane.kind]
    return name if plane.bearing < 0 else f"{name} {space_name(plane.bearing * 3 + plane.altitude)}"


def waves(state: PicketState) -> list[list[str]]:
    """The waves to come: `["Zero 180H", "Betty with Ohka"]`, specials last and without a place."""
    return [
        [_name(plane) for plane in (*regulars, *specials)] for regulars, specials in state.waves
    ]


def sizes(state: PicketState) -> list[int]:
    """How many regular planes the waves have."""
    return [len(regulars) for regulars, _ in state.waves]


def spaces(state: PicketState) -> list[str]:
    """Where the regular planes come from, wave after wave."""
    return [
        space_name(plane.bearing * 3 + plane.altitude) for wave, _ in state.waves for plane in wave
    ]


def inside(state: PicketState, name: str) -> int:
    """How many counters of this name are in the container."""
    return state.attack_ends if name == "Attack Ends" else state.container[KINDS.index(name)]


def of_kind(events: list[Event], kind: str) -> Event:
    """The one event of a kind."""
    (found,) = [event for event in events if event.kind == kind]
    return found


def counted(event: Event) -> dict[str, int]:
    """The modifiers of an event."""
    return {modifier.name: modifier.value for modifier in event.modifiers}


night = partial(picket, phase="night")
advanced = partial(picket, mode="advanced")
