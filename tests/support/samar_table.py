"""Positions of Samar set up by hand, and played with dice written down beforehand.

A ship is written as it stands: `table({"J-Yamato": "1411 N", "U-DD6": "1409 SE evasive fires=1"})`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flankspeed.engine import Event, Log, Scripted, Step
from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.hexes import FACINGS, hex_name, hex_named
from flankspeed.games.samar.data.markers import (
    ABSENT,
    AIR_BOX,
    AIR_CUP,
    CONDITIONS,
    DIW,
    HULK,
    SLOWED,
    STATUSES,
)
from flankspeed.games.samar.options import SamarOptions
from flankspeed.games.samar.show.words import describe
from flankspeed.games.samar.state import SamarState

_CONDITIONS = {"slowed": SLOWED, "diw": DIW, "hulk": HULK}


def table(
    ships: Mapping[str, str],
    *,
    turn: int = 7,
    smoke: Mapping[str, int] | None = None,
    data: Mapping[str, Any] | None = None,
    **options: Any,
) -> SamarState:
    """These ships on the map and no others (turn 7, 0800, has a sighting limit of 15)."""
    state = SamarState(charts_of(SamarOptions(**options), data))
    state.turn = turn
    state.where = [ABSENT] * len(state.where)
    state.smoke = {hex_named(name): count for name, count in (smoke or {}).items()}
    for ship, words in ships.items():
        put(state, ship, words)
    return state


def put(state: SamarState, ship: str, words: str) -> None:
    """Put a ship on the map: hex, facing, then `flank`, `slowed`, `damaged`, `fires=2`, ..."""
    n = state.charts.number[ship]
    hex_, facing, *markers = words.split()
    state.where[n] = hex_named(hex_)
    state.facing[n] = FACINGS.index(facing)
    for marker in markers:
        name, _, value = marker.partition("=")
        if name in STATUSES:
            state.speed[n] = STATUSES.index(name)
        elif name in _CONDITIONS:
            state.condition[n] = _CONDITIONS[name]
        elif name == "damaged":
            state.face[n] |= 1
        else:
            getattr(state, name)[n] = int(value or 1)


def fly(state: SamarState, kind: str, ship: str = "", count: int = 1) -> None:
    """Put air units of a kind on a ship, or into the box."""
    kinds = [squadron.kind for squadron in state.charts.squadrons]
    for _ in range(count):
        unit = next(
            unit
            for unit, (its_kind, place) in enumerate(
                zip(state.charts.units, state.air, strict=True)
            )
            if kinds[its_kind] == kind and place == AIR_CUP
        )
        state.air[unit] = state.charts.number[ship] if ship else AIR_BOX


def begin(state: SamarState, step: Step[SamarState], *dice: int) -> list[Event]:
    """Push a step and run to the first decision; exactly these dice must be thrown."""
    state.agenda.append(step)
    return _both(state, dice, lambda table, scripted, log: table.advance(scripted, log))


def play(state: SamarState, text: str, *dice: int) -> list[Event]:
    """Make a choice; exactly these dice must be thrown."""
    assert state.decision is not None, "nothing is to be decided"
    option = state.decision.find(text)
    return _both(state, dice, lambda table, scripted, log: table.play(option, scripted, log))


def _both(state: SamarState, dice: tuple[int, ...], act: Any) -> list[Event]:
    """Do it to the state and, unheard, to a copy: both must throw these dice and end alike."""
    twin, log = state.copy(), Log()
    for copy, listener in ((twin, None), (state, log)):
        scripted = Scripted(dice)
        act(copy, scripted, listener)
        assert scripted.left == 0, f"{scripted.left} dice too many"
    assert twin == state
    check_events(log.events, dice)
    return log.events


def check_events(events: list[Event], dice: tuple[int, ...]) -> None:
    """Every event has its text, and every die thrown stands in an event with its purpose."""
    for event in events:
        assert "{" not in describe(event)
        assert all(throw.why for throw in event.throws)
    shown = tuple(v for event in events for throw in event.throws for v in throw.values)
    assert shown == dice, f"thrown {dice}, told {shown}"


def texts(state: SamarState, start: str = "") -> list[str]:
    """What can be chosen now (beginning with `start`)."""
    options = state.decision.options if state.decision else ()
    return [option.text for option in options if option.text.startswith(start)]


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def event_of(events: Iterable[Event], kind: str) -> Event:
    """The only event of a kind."""
    (found,) = (event for event in events if event.kind == kind)
    return found


def counted(event: Event) -> dict[str, int]:
    """The modifiers of an event by name."""
    return {modifier.name: modifier.value for modifier in event.modifiers}


def number(state: SamarState, ship: str) -> int:
    return state.charts.number[ship]


def of(state: SamarState, ship: str, what: str) -> Any:
    """A ship's marker or place in words: `of(state, "U-DD6", "condition")` -> "slowed"."""
    value = getattr(state, what)[state.charts.number[ship]]
    if what == "where":
        return hex_name(value) if value > 0 else value
    names = {"facing": FACINGS, "speed": STATUSES, "condition": CONDITIONS}
    return names[what][value] if what in names else value
