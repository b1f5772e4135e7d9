"""Where support markers do most: SFS held for specials, AFS that rides, turns, or is kept."""

from __future__ import annotations

from math import prod

from mypy_extensions import mypyc_attr

from flankspeed.games.picket.data.ids import PlaneIndex
from flankspeed.games.picket.odds.barrage import barrage_at
from flankspeed.games.picket.odds.chances import spray_chance, support_chance, support_chances
from flankspeed.games.picket.odds.fire import Fire
from flankspeed.games.picket.odds.worth import Worth, dives_if, plane_threats, special_threat
from flankspeed.games.picket.rules.attack.regular_hits import dives
from flankspeed.games.picket.rules.gunnery.menus import AFS, SFS
from flankspeed.games.picket.rules.plane import COMING
from flankspeed.games.picket.state import PicketState

_SURELY_DOWN = 0.5  # AFS rides on a plane that the guns will bring down with this chance
_LATER = 0.85  # what a marker is worth in a later wave, of an undamaged plane's threat


def to_come(state: PicketState) -> int:
    """The planes of later waves."""
    return sum(len(regulars) + len(specials) for regulars, specials in state.waves)


def held(state: PicketState, worth: Worth) -> list[float]:
    """What an SFS marker held for the specials prevents, by special."""
    threats = sorted(
        special_threat(state, plane, worth, state.em_success) for plane in state.specials
    )
    passed = 1 - spray_chance()
    if len(threats) > 1:  # two may come at one section, which can spray only one of them
        threats[0] *= (2 * passed + 1) / 3
    threats[-1:] = [threat * passed for threat in threats[-1:]]
    kills = support_chances(state, SFS)[0]  # 11.4 is about AFS: the same for all planes
    return [threat * kills for threat in threats]


def kept(state: PicketState, worth: Worth, others: int) -> float:
    """The threat an AFS marker will find if it is kept beside so many others.

    It may be a special of this wave, or any plane of a later one.
    """
    passed = 1 - spray_chance()
    threats = [
        passed * special_threat(state, plane, worth, state.em_success)
        for plane in state.specials
        if plane.fate == COMING and plane.section < 0
    ]
    section_at, rolls = state.charts.ship.section_at, dives_if(state, manoeuvred=False)
    for regulars, specials in state.waves:
        threats += [
            _LATER * plane_threats(worth, section_at[plane.bearing], rolls)[0] for plane in regulars
        ]
        threats += [passed * special_threat(state, plane, worth, False) for plane in specials]
    threats.sort(reverse=True)
    return threats[others] if others < len(threats) else 0.0


def ride(state: PicketState, fire: Fire, worth: Worth) -> list[PlaneIndex]:
    """6.5.G: AFS goes on the plane most surely shot down: it rolls last, or turns on a survivor."""
    live = [number for number, plane in enumerate(state.planes) if plane.fate == COMING]
    if not live or not state.afs:
        return []

    def down(number: int) -> float:
        plane = state.planes[number]
        outcome = barrage_at(state, plane, worth).outcome(plane.hits, fire.shots[number])
        return outcome.flamed + outcome.destroyed

    chances = {number: down(number) for number in live}
    surest = max(live, key=chances.__getitem__)
    if chances[surest] >= _SURELY_DOWN:
        return [surest] * state.afs
    share = -(-state.afs * len(live) // (len(live) + to_come(state)))
    return [min(live, key=chances.__getitem__)] * share


@mypyc_attr(allow_interpreted_subclasses=True)
class Riders:
    """What an AFS marker prevents on each plane: it rolls after the guns, or turns elsewhere."""

    def __init__(self, state: PicketState, fire: Fire, worth: Worth, left: int) -> None:
        """`left`: markers that the plan does not use in this wave."""
        self._state = state
        self._kept = kept(state, worth, left)
        self._held_back = kept(state, worth, max(left - 1, 0))
        self._down: dict[int, float] = {}
        self._up: dict[int, float] = {}  # what the plane threatens if it comes through
        rolls, section_at = dives(state), state.charts.ship.section_at
        for number, plane in enumerate(state.planes):
            if plane.fate == COMING:
                threats = plane_threats(worth, section_at[plane.bearing], rolls)
                outcome = barrage_at(state, plane, worth).outcome(plane.hits, fire.shots[number])
                self._down[number] = outcome.flamed + outcome.destroyed
                self._up[number] = outcome.undamaged * threats[0] + outcome.damaged * threats[1]

    def on(self, number: PlaneIndex) -> float:
        """What a marker on this plane prevents."""
        others = [plane for plane in self._down if plane != number]
        through = 1 - prod((self._down[plane] for plane in others), start=1.0) if others else 0.0
        worst = max((self._up[n] / (1 - self._down[n]) for n in others if self._up[n]), default=0.0)
        turned = through * max(self._kept, worst) + (1 - through) * self._kept
        finds = self._up[number] + self._down[number] * turned
        return finds * support_chance(self._state, AFS, self._state.planes[number])

    def held_back(self) -> float:
        """What a marker prevents that is not used in this wave."""
        return self._held_back * support_chances(self._state, AFS)[0]
