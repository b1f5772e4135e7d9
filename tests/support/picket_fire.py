"""Waves of Picket Duty set up by hand and fought with dice written down beforehand.

Planes are written as people do: `"Zero 180H"`; specials by their type: `"Betty"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from typing import Any

from shortcuts import make

from flankspeed.engine import Decision, Dice, Event, Log, Scripted
from flankspeed.games.picket.data.ids import EQUIPMENT, GUNNERY, PEOPLE, PRIMARIES, space_of
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.odds.chances import WITH_HITS, Outcome, Shot, fired_at, outcome_of
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.attack.manoeuvre import EmergencyManoeuvre
from flankspeed.games.picket.rules.attack.regular_hits import RegularHits
from flankspeed.games.picket.rules.attack.special_hits import SpecialHits
from flankspeed.games.picket.rules.cards import Card
from flankspeed.games.picket.rules.charts import Charts, charts_of
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.places import GUN_IDS
from flankspeed.games.picket.rules.plane import COMING, DESTROYED, FLAMED, SPENT, Plane
from flankspeed.games.picket.show.words import describe
from flankspeed.games.picket.state import PicketState, PicketStep

FATES = {COMING: "coming", FLAMED: "flamed", DESTROYED: "destroyed", SPENT: "spent"}
FIRE, DEFENCE, EM, HITS, SPECIAL_HITS = (
    DefensiveFire,
    SpecialDefence,
    EmergencyManoeuvre,
    RegularHits,
    SpecialHits,
)
WHOLE_WAVE: tuple[type[PicketStep], ...] = (FIRE, DEFENCE, EM, HITS, SPECIAL_HITS)
_TYPES = [kind.name for kind in planes().types]


class End(PicketStep):
    """The bottom of the agenda: what follows the wave, or the loss of the ship."""

    __slots__ = ()

    def copy(self) -> End:
        return self

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        state.agenda.pop()
        return None


@cache
def charts(advanced: bool, card: tuple[tuple[str, Any], ...], options: tuple[Any, ...]) -> Charts:
    mode = "advanced" if advanced else "basic"
    return charts_of(
        Card(name="test", title="Test", **dict(card)),
        PicketOptions(mode=mode, **dict(options)),  # type: ignore[arg-type]
    )


def regular(text: str) -> Plane:
    """A regular plane: `"Zero 180H"`."""
    name, place = text.split()
    space = space_of(place)
    return Plane(planes().regular[_TYPES.index(name)], space // 3, space % 3)


def special(name: str, section: int = -1) -> Plane:
    """A special plane, coming at a section once that is rolled."""
    plane = Plane(planes().special[_TYPES.index(name)])
    plane.section = section
    return plane


def wave(
    *regulars: str,
    specials: Sequence[str] = (),
    sections: Sequence[int] = (),
    steps: Sequence[type[PicketStep]] = (FIRE,),
    advanced: bool = False,
    card: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    dice: Iterable[int] = (),
    **fields: Any,
) -> PicketState:
    """The ship facing a wave, at its first decision; `fields` are set in the state."""
    made = charts(advanced, tuple((card or {}).items()), tuple((options or {}).items()))
    state = PicketState(made)
    state.wave = 1
    state.planes = [regular(text) for text in regulars]
    state.specials = [special(name) for name in specials]
    for plane, section in zip(state.specials, sections, strict=False):
        plane.section = section
    for name, value in fields.items():
        setattr(state, name, value)
    state.agenda = [End(), *(step() for step in reversed(steps))]
    go_on(state, *dice)
    return state


def again(
    state: PicketState,
    *regulars: str,
    specials: Sequence[str] = (),
    steps: Sequence[type[PicketStep]] = WHOLE_WAVE,
    dice: Any = (),
) -> None:
    """The next wave of the same phase, with the same damage."""
    state.wave += 1
    state.planes = [regular(text) for text in regulars]
    state.specials = [special(name) for name in specials]
    state.agenda = [End(), *(step() for step in reversed(steps))]
    go_on(state, *dice)


def go_on(state: PicketState, *dice: int) -> list[Event]:
    """Run to the next decision; exactly these dice must be thrown."""
    scripted, log = Scripted(dice), Log()
    state.advance(scripted, log)
    assert scripted.left == 0, f"{scripted.left} dice too many"
    return _readable(log.events)


def play(state: PicketState, choice: str, *dice: int) -> list[Event]:
    """Make a choice or a shortcut: exactly these dice, and the same for a copy of the state."""
    twin, log = state.copy(), Log()
    for table in (twin, state):
        scripted = Scripted(dice)
        make(table, choice, scripted, log if table is state else None)
        assert scripted.left == 0, f"{scripted.left} dice too many"
    assert twin == state
    return _readable(log.events)


def plays(state: PicketState, *choices: str) -> None:
    """Make choices that throw no dice."""
    for choice in choices:
        play(state, choice)


def _readable(events: list[Event]) -> list[Event]:
    """Every event has its text, and every throw says what it was for."""
    for event in events:
        assert "{" not in describe(event)
        assert all(throw.why for throw in event.throws)
    return events


def texts(state: PicketState, start: str = "") -> list[str]:
    """What can be chosen now (beginning with `start`)."""
    options = state.decision.options if state.decision else ()
    return [option.text for option in options if option.text.startswith(start)]


def guns_on(state: PicketState, plane: int, verb: str = "aim") -> list[str]:
    """The guns that may take a plane, by its number from 1."""
    found = [text.split() for text in texts(state, f"{verb} ")]
    return [gun for _, gun, number in found if int(number) == plane]


def fate(state: PicketState, number: int = 1) -> str:
    return FATES[state.planes[number - 1].fate]


def special_fate(state: PicketState, number: int = 1) -> str:
    return FATES[state.specials[number - 1].fate]


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def event_of(events: Iterable[Event], kind: str) -> Event:
    """The only event of a kind."""
    (found,) = (event for event in events if event.kind == kind)
    return found


def counted(event: Event) -> dict[str, int]:
    """The modifiers of an event by name."""
    return {modifier.name: modifier.value for modifier in event.modifiers}


def mount(gun: str) -> int:
    """The number of a gun of the Fletcher: `"40A"`."""
    return GUN_IDS.index(gun)


def room(name: str) -> int:
    return PRIMARIES.index(name)


def item(name: str) -> int:
    return EQUIPMENT.index(name)


def values(**people: int) -> list[int]:
    """The ratings of everybody: `values(gunnery=1)`."""
    found = [0] * len(PEOPLE)
    for name, rating in people.items():
        found[[person.lower() for person in PEOPLE].index(name)] = rating
    return found


def gunnery(rating: int) -> list[int]:
    found = [0] * len(PEOPLE)
    found[GUNNERY] = rating
    return found


def plane_outcome(shots: Iterable[Shot], hits: int = 0) -> Outcome:
    """What becomes of a plane with so many hits when all these are fired at it, in order."""
    return outcome_of(reduce(fired_at, shots, WITH_HITS[hits]))
