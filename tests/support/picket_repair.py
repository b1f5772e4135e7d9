"""Ships of Picket Duty with damage set up by hand, at damage control with dice written down.

Everything that can be damaged is named by its word in a choice: `"cic"`, `"mk37"`, `"5in1"`,
`"sec-aft-sail-locker"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from shortcuts import make

from flankspeed.engine import Decision, Dice, Event, Log, Scripted
from flankspeed.engine.data import read_toml
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
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.cards import Card
from flankspeed.games.picket.rules.charts import charts_of
from flankspeed.games.picket.rules.damage.guns import working_directors
from flankspeed.games.picket.rules.repair.damage_control import DamageControl
from flankspeed.games.picket.rules.repair.jobs import EQUIP, GUN, SEC, WORDS, mount_of
from flankspeed.games.picket.show.words import describe
from flankspeed.games.picket.state import PicketState, PicketStep

OWN_TEXTS = read_toml(files("flankspeed.games.picket.show") / "text" / "repair.toml")
ADVANCED = {"mode": "advanced"}


class End(PicketStep):
    """The bottom of the agenda: what is left when damage control is over."""

    __slots__ = ()

    def copy(self) -> End:
        return self

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        state.agenda.pop()
        return None


@cache
def _options(values: tuple[tuple[str, Any], ...]) -> PicketOptions:
    return PicketOptions(**dict(values))


def a_ship(
    damage: Mapping[str, int] | None = None,
    *,
    values: Mapping[str, int] | None = None,
    dead: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    fit: str = "fletcher5",
    **fields: Any,
) -> PicketState:
    """A ship with hits by word, ratings by name, and any field of the state; wave 1 is over."""
    card = Card(name="test", title="A test", fit=fit)
    state = PicketState(charts_of(card, _options(tuple((options or {}).items()))))
    for officer, post in (
        (CAPTAIN, BRIDGE),
        (XO, BRIDGE),
        (ENGINEER, ENGINE_FWD),
        (GUNNERY, CIC),
        (CPO, RADIO),
    ):
        state.posts[officer] = post
    state.wave = 1
    for word, hits in (damage or {}).items():
        set_hits(state, word, hits)
    for name, rating in (values or {}).items():
        state.values[PEOPLE.index(name)] = rating
    for name in dead:
        state.alive &= ~(1 << PEOPLE.index(name))
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def set_hits(state: PicketState, word: str, hits: int) -> None:
    """Put so many hit markers on something."""
    job = WORDS.index(word)
    if job < GUN:
        state.primaries[job] = hits
        state.fires |= (hits > 0) << job
    elif job < EQUIP:
        state.guns[mount_of(state, job)] = hits
    elif job < SEC:
        state.equipment[job - EQUIP] = hits
    else:
        state.secondaries[job - SEC] = hits


def directed(state: PicketState, mount: int) -> bool:
    """Whether a gun has its director's bonus."""
    return working_directors(state) >> mount & 1 == 1


def hits(state: PicketState, word: str) -> int:
    """The hit markers on something."""
    job = WORDS.index(word)
    if job < GUN:
        return state.primaries[job]
    if job < EQUIP:
        return state.guns[mount_of(state, job)]
    return state.equipment[job - EQUIP] if job < SEC else state.secondaries[job - SEC]


def men(state: PicketState, word: str) -> int:
    """The crewmen at work on something."""
    job = WORDS.index(word)
    if job < GUN:
        return state.at_primary[job]
    if job < EQUIP:
        return state.at_gun[mount_of(state, job)]
    if job < SEC:
        return state.at_equipment[job - EQUIP]
    return state.secondary_crew >> job - SEC & 1


def control(state: PicketState, *dice: int) -> list[Event]:
    """Begin damage control and run to its first decision, or through; throws exactly the dice."""
    state.agenda = [End(), DamageControl()]
    state.decision = None
    return _run(state, dice, None)


def play(state: PicketState, choice: str, *dice: int) -> list[Event]:
    """Make a choice or a shortcut: exactly these dice, and the same for a copy of the state."""
    return _run(state, dice, choice)


def _run(state: PicketState, dice: Sequence[int], choice: str | None) -> list[Event]:
    twin, log = state.copy(), Log()
    for table in (twin, state):
        scripted, wanted = Scripted(dice), log if table is state else None
        if choice is None:
            table.advance(scripted, wanted)
        else:
            make(table, choice, scripted, wanted)
        assert scripted.left == 0, f"{scripted.left} dice too many"
    assert twin == state
    check_events(log.events, dice)
    return log.events


def check_events(events: Iterable[Event], dice: Sequence[int]) -> None:
    """Every die stands in an event, in order, and every event of damage control has a text."""
    shown = [value for event in events for throw in event.throws for value in throw.values]
    assert shown == list(dice)
    for event in events:
        if event.kind in OWN_TEXTS:
            assert "{" not in describe(event)


def place(state: PicketState, *choices: str) -> None:
    """Make choices that throw no dice."""
    for choice in choices:
        play(state, choice)


def texts(state: PicketState) -> list[str]:
    """What can be chosen now; nothing when damage control is over."""
    return [option.text for option in state.decision.options] if state.decision else []


def over(state: PicketState) -> bool:
    """Whether damage control is over."""
    return state.decision is None and not state.agenda


def kinds(events: Iterable[Event]) -> list[str]:
    """The kinds of what happened, in order."""
    return [event.kind for event in events]


def modifiers(events: Iterable[Event], kind: str) -> dict[str, int]:
    """What counted in the first event of a kind."""
    event = next(event for event in events if event.kind == kind)
    return {modifier.name: modifier.value for modifier in event.modifiers}


def fact(events: Iterable[Event], kind: str, name: str) -> Any:
    """A fact of the first event of a kind."""
    return next(event for event in events if event.kind == kind).facts[name]
