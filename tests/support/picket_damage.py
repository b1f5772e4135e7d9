"""Planes that strike a ship of Picket Duty, with dice written down beforehand.

Ships are set up as in `picket_repair`: everything that can be damaged has its word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from picket_repair import End

from flankspeed.engine import Event, Log, Scripted
from flankspeed.games.picket.data.ids import BEARINGS, LEANS, LOW, PEOPLE, SECTIONS
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.rules.attack.regular_hits import RegularHits
from flankspeed.games.picket.rules.attack.special_hits import SpecialHits
from flankspeed.games.picket.rules.damage.people import Replacements
from flankspeed.games.picket.rules.plane import Plane
from flankspeed.games.picket.show.words import describe
from flankspeed.games.picket.state import PicketState, PicketStep

HIT = (6, 6)  # Table 10
NEAR = (3, 3)
ZERO, ZERO_WITH_BOMB = 0, planes().set_aside[0]
# Two rolls on Table 11 are made; these do nothing: superficial, or forward Table 15 with a 6.
NOTHING = {"forward": (2, 4, 2, 4), "midship": (1, 3), "aft": (1, 2)}


def cell(row: int, column: int, *notes: int) -> tuple[int, ...]:
    """The dice for a cell of Table 11 (the d10 reads 0 to 9) and for what it asks next."""
    return (row + 1, column, *notes)


def section_of(bearing: int) -> str:
    """The section that a plane from a bearing strikes."""
    return {0: "forward", 45: "forward", 315: "forward", 90: "midship", 270: "midship"}.get(
        bearing, "aft"
    )


def struck(state: PicketState, bearing: int, *dice: int) -> list[Event]:
    """A plane strikes: `dice` for its first roll on Table 11; the second does nothing."""
    return struck_twice(state, bearing, *dice, *NOTHING[section_of(bearing)])


def struck_twice(state: PicketState, bearing: int, *dice: int) -> list[Event]:
    """A plane strikes from a bearing; the dice are those of all rolls on Table 11."""
    state.planes = [Plane(ZERO, BEARINGS.index(bearing), LOW)]
    return run(state, RegularHits(), (*HIT, *dice))


def near_missed(
    state: PicketState, row: int, column: int, *dice: int, bearing: int = 90
) -> list[Event]:
    """A plane misses the ship by little: row and column of Table 11-1, and what follows."""
    state.planes = [Plane(ZERO, BEARINGS.index(bearing), LOW)]
    return run(state, RegularHits(), (*NEAR, row, column, *dice))


def crashed(state: PicketState, section: str, *dice: int) -> list[Event]:
    """A special plane's bomb misses, but it crashes; its second roll does nothing."""
    plane = Plane(ZERO_WITH_BOMB)
    plane.section = SECTIONS.index(section)
    state.specials = [plane]
    return run(state, SpecialHits(), (3, 4, 6, *HIT, *dice, *NOTHING[section]))


def replaced(state: PicketState, *dice: int) -> list[Event]:
    """The start of a phase: the dead are replaced, up to the choice of a chief or to the end."""
    return run(state, Replacements(), dice)


def run(state: PicketState, step: PicketStep, dice: Sequence[int]) -> list[Event]:
    """Run a step to its decision or its end; it must throw exactly these dice, on a copy too."""
    state.agenda = [End(), step]
    state.decision = None
    twin, log = state.copy(), Log()
    for table in (twin, state):
        scripted = Scripted(dice)
        table.advance(scripted, log if table is state else None)
        assert scripted.left == 0, f"{scripted.left} dice too many"
    assert twin == state
    check_texts(log.events)
    return log.events


def choose(state: PicketState, choice: str, *dice: int) -> list[Event]:
    """Make a choice; it must throw exactly these dice."""
    assert state.decision is not None
    scripted, log = Scripted(dice), Log()
    state.play(state.decision.find(choice), scripted, log)
    assert scripted.left == 0, f"{scripted.left} dice too many"
    check_texts(log.events)
    return log.events


def check_texts(events: Iterable[Event]) -> None:
    """Every event has a text without a hole."""
    for event in events:
        assert "{" not in describe(event)


def check_dice(events: Iterable[Event], *dice: int) -> None:
    """Every die stands in an event, in the order thrown."""
    assert [v for event in events for throw in event.throws for v in throw.values] == list(dice)


def leans(state: PicketState) -> dict[str, int]:
    """The boxes of list and trim that are not empty."""
    return {name: points for name, points in zip(LEANS, state.lean, strict=True) if points}


def dead(state: PicketState) -> list[str]:
    """The officers and chiefs who are dead."""
    return [name for person, name in enumerate(PEOPLE) if not state.alive >> person & 1]


def kinds(events: Iterable[Event]) -> list[str]:
    """The kinds of what happened, in order."""
    return [event.kind for event in events]


def chit(state: PicketState, value: int, *, without: Sequence[int] = ()) -> int:
    """The die that draws a chit of this value from the full cup, or one that lacks some chits."""
    cup = list(state.charts.chits)
    for gone in without:
        cup.remove(gone)
    return cup.index(value) + 1
