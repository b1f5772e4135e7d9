"""Days of picket duty set up by hand: turns, maintenance, anchorage, scenarios and campaigns.

Dice are numbers, chits and counters are called by name as in `picket_attack`. A run may also end
because the dice called are used up; it then says what the next are for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from picket_attack import Called
from picket_repair import End, set_hits
from shortcuts import make

from flankspeed.engine import Event, Log
from flankspeed.games.picket.data.calendar import NIGHT, PHASES, date_name, turn_named
from flankspeed.games.picket.data.ids import (
    BRIDGE,
    CAPTAIN,
    CIC,
    CPO,
    ENGINE_FWD,
    ENGINEER,
    GUNNERY,
    PEOPLE,
    RADIO,
    XO,
)
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.cards import card_of
from flankspeed.games.picket.rules.charts import charts_of
from flankspeed.games.picket.rules.days.duty import _AFTER, _TURN, Duty
from flankspeed.games.picket.show.words import describe
from flankspeed.games.picket.state import PicketState, PicketStep

POSTS = {CAPTAIN: BRIDGE, XO: BRIDGE, ENGINEER: ENGINE_FWD, GUNNERY: CIC, CPO: RADIO}
NA = (6, 6)  # Table 8-1 in column 0, where no station counts
A_NONE = (6, 6, 1, 4)  # table A and no planes, where a station counts -1 or -2
REST = (4, 1)  # maintenance: morale and fuel stay
ADVANCED = {"mode": "advanced"}


class Asked(Exception):
    """All dice called are thrown, and more are asked for."""


class Script(Called):
    """Dice and draws as called; afterwards `Asked` says what the next are for."""

    def throw(self, count: int, why: str, sides: int = 6) -> list[int]:
        if not self.values:
            raise Asked(why)
        return super().throw(count, why, sides)

    def draw(self, cup: Sequence[Any], count: int, why: str) -> list[Any]:
        if count and not self.values:
            raise Asked(why)
        return super().draw(cup, count, why)


class Told(list[Event]):
    """What happened, and what the next dice are for (empty if none are asked for)."""

    asked = ""

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self]

    def of(self, kind: str) -> Event:
        """The one event of a kind."""
        (found,) = [event for event in self if event.kind == kind]
        return found


def new(scenario: str, own: Mapping[str, Any] | None = None, **options: Any) -> PicketState:
    """The map before set-up."""
    data = None if own is None else {"scenario": own}
    return Picket().new(scenario, PicketOptions(**options), data)


def on_station(
    scenario: str = "long-b",
    date: str = "",
    *,
    damage: Mapping[str, int] | None = None,
    dead: Iterable[str] = (),
    values: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
    own: Mapping[str, Any] | None = None,
    **fields: Any,
) -> PicketState:
    """A ship at the start of a turn: FDT, no SFS, so that column 0 awaits her; all values 0."""
    made = PicketOptions(**dict(options or {}))
    state = PicketState(charts_of(card_of(scenario, made, own), made))
    state.turn = turn_named(date) if date else state.turn
    state.ship = state.ship or "Bush"
    state.station = state.charts.card.station or 9
    state.fdt = True
    for officer, post in POSTS.items():
        state.posts[officer] = post
    for word, hits in (damage or {}).items():
        set_hits(state, word, hits)
    for name, rating in (values or {}).items():
        state.values[PEOPLE.index(name)] = rating
    for name in dead:
        state.alive &= ~(1 << PEOPLE.index(name))
    for name, value in fields.items():
        setattr(state, name, value)
    duty = Duty()
    duty.stage = _TURN
    state.agenda = [duty]
    return state


def alone(state: PicketState, step: PicketStep, *values: int | str) -> Told:
    """Run one step of the turn and nothing after it."""
    state.agenda = [End(), step]
    return go(state, *values)


def day_done(state: PicketState) -> PicketState:
    """The same ship after the last phase of her day."""
    duty = Duty()
    duty.stage = _AFTER
    state.agenda = [duty]
    return state


def go(state: PicketState, *values: int | str) -> Told:
    """Run to the next decision, the end, or the dice after these."""
    return _run(state, None, values)


def play(state: PicketState, choice: str, *values: int | str) -> Told:
    """Make a choice and run on."""
    return _run(state, choice, values)


def _run(state: PicketState, choice: str | None, values: Sequence[int | str]) -> Told:
    """All values must be used, and a copy without a log must come to the same."""
    twin, log, told = state.copy(), Log(), Told()
    for table in (twin, state):
        dice, wanted = Script(table, values), log if table is state else None
        try:
            if choice is None:
                table.advance(dice, wanted)
            else:
                make(table, choice, dice, wanted)
        except Asked as asked:
            told.asked = str(asked)
            table.decision = None
        assert dice.values == [], f"left over: {dice.values}"
    assert twin == state
    for event in log.events:
        assert describe(event)
    told.extend(log.events)
    return told


def quiet(
    state: PicketState,
    phases: int = 3,
    *,
    phase: int = 0,
    none: Sequence[int] = NA,
    first: bool = False,
) -> list[int | str]:
    """The dice of phases without an attack; `first`: it begins with the first of the game."""
    spring = state.turn < turn_named("Apr 16")
    found: list[int | str] = []
    for number in range(phases):
        night = (phase + number) % len(PHASES) == NIGHT
        if state.charts.advanced and (number or not first):
            found += (6, 6)  # clear
        found += (3, 3) if spring else (1, 2) if night else (1, 1)  # carrier planes
        found += ("0", 1, 1)  # none of them
        found += (1,) if night else none
    return found


def texts(state: PicketState) -> list[str]:
    """What can be chosen now."""
    return [option.text for option in state.decision.options] if state.decision else []


def today(state: PicketState) -> str:
    """The date: `"6 Apr"`."""
    return date_name(state.turn).removesuffix(" 1945")


def outcome(state: PicketState) -> tuple[str | None, str] | None:
    """Who has won and how, if it is decided."""
    return (state.result.winner, state.result.outcome) if state.result else None
