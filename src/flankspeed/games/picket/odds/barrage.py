"""Shots at one plane: what the best order of them makes of it, exactly.

An order matters because a plane once flamed is fired at no more (R-79): shots that may destroy it
come first.
"""

from __future__ import annotations

from bisect import insort
from functools import cache
from typing import TypeVar

from flankspeed.games.picket.odds.chances import Outcome, Shot, roll_results, support_results
from flankspeed.games.picket.odds.worth import Threats, Worth, plane_threats
from flankspeed.games.picket.rules.attack.regular_hits import dives
from flankspeed.games.picket.rules.gunnery.aiming import HELD, Targets
from flankspeed.games.picket.rules.gunnery.gun_rolls import BatteryRolls
from flankspeed.games.picket.rules.gunnery.menus import SFS
from flankspeed.games.picket.rules.gunnery.shots import FLAMING_HITS, condition
from flankspeed.games.picket.rules.plane import Plane
from flankspeed.games.picket.state import PicketState

# Shots with the same chances are one kind: small numbers that sort and hash fast.
_KINDS: dict[Shot, int] = {}
_SHOTS: list[Shot] = []

Shots = tuple[int, ...]  # kinds of shots, sorted
R = TypeVar("R")


def kind_of(shot: Shot) -> int:
    """The number of a kind of shot."""
    kind = _KINDS.setdefault(shot, len(_SHOTS))
    if kind == len(_SHOTS):
        _SHOTS.append(shot)
    return kind


def with_shot(shots: Shots, kind: int) -> Shots:
    """One shot more."""
    more = list(shots)
    insort(more, kind)
    return tuple(more)


def without_shot(shots: Shots, kind: int) -> Shots:
    """One shot less."""
    at = shots.index(kind)
    return shots[:at] + shots[at + 1 :]


class Volley:
    """Shots of these kinds at a plane, each time the one next that is best then.

    Volleys of one shot `more` and one `less` are linked by its kind, so that who tries many out
    looks up numbers only. What has been worked out is remembered.
    """

    __slots__ = ("_best", "barrage", "gains", "less", "more", "shots")

    def __init__(self, barrage: Barrage, shots: Shots) -> None:
        self.barrage = barrage
        self.shots = shots
        self.more = _More(self)
        self.less = _Less(self)
        self.gains = Gains(self)
        self._best: list[tuple[float, int] | None] = [None] * FLAMING_HITS

    def best(self, hits: int) -> tuple[float, int]:
        """What a plane with so many hits still threatens on average, and the kind to fire next."""
        known = self._best[hits]
        if known is None:
            known = self._best[hits] = self._work_out(hits)
        return known

    def _work_out(self, hits: int) -> tuple[float, int]:
        if not self.shots:
            return self.barrage.threats[hits], HELD
        least, first = 2.0, HELD
        for kind in dict.fromkeys(self.shots):
            threat = self.threat_if(hits, kind)
            # Of two as good the same goes first always: numbers go by what was asked for before.
            if threat < least or (threat == least and _SHOTS[kind] < _SHOTS[first]):
                least, first = threat, kind
        return least, first

    def threat_if(self, hits: int, kind: int) -> float:
        """What it threatens on average if one of these kinds is fired first."""
        miss, single, double, flames, _ = _SHOTS[kind]
        rest, flamed = self.less[kind], self.barrage.flamed
        threat = flames * flamed + miss * rest.best(hits)[0]
        threat += single * (flamed if hits + 1 >= FLAMING_HITS else rest.best(hits + 1)[0])
        threat += double * (flamed if hits + 2 >= FLAMING_HITS else rest.best(hits + 2)[0])
        return threat


class _Linked(dict[int, R]):
    """What a volley has by the kind of a shot; it fills itself."""

    __slots__ = ("_volley",)

    def __init__(self, volley: Volley) -> None:
        self._volley = volley


class _More(_Linked[Volley]):
    __slots__ = ()

    def __missing__(self, kind: int) -> Volley:
        volley = self._volley
        found = self[kind] = volley.barrage.volley(with_shot(volley.shots, kind))
        return found


class _Less(_Linked[Volley]):
    __slots__ = ()

    def __missing__(self, kind: int) -> Volley:
        volley = self._volley
        found = self[kind] = volley.barrage.volley(without_shot(volley.shots, kind))
        return found


class Gains(_Linked[float]):
    """What one more shot takes away of a plane's threat, by `gain_key`."""

    __slots__ = ()

    def __missing__(self, key: int) -> float:
        volley, (kind, hits) = self._volley, divmod(key, FLAMING_HITS)
        gain = self[key] = volley.best(hits)[0] - volley.more[kind].best(hits)[0]
        return gain


def gain_key(kind: int, hits: int) -> int:
    """A kind of shot and the hits of a plane as one number."""
    return kind * FLAMING_HITS + hits


class Barrage:
    """All volleys at planes that threaten so much."""

    def __init__(self, threats: Threats) -> None:
        undamaged, damaged, self.flamed = threats
        self.threats = (*[undamaged] * (FLAMING_HITS - 1), damaged)  # by hits
        self._volleys: dict[Shots, Volley] = {}
        self._outcomes: dict[tuple[int, Shots], Outcome] = {}

    def volley(self, shots: Shots) -> Volley:
        """The volley of these shots."""
        known = self._volleys.get(shots)
        if known is None:
            known = self._volleys[shots] = Volley(self, shots)
        return known

    def threat(self, hits: int, shots: Shots) -> float:
        """What a plane with so many hits still threatens on average after all these shots."""
        return self.volley(shots).best(hits)[0]

    def first(self, hits: int, shots: Shots) -> int:
        """The kind of shot to fire next."""
        return self.volley(shots).best(hits)[1]

    def threat_if(self, hits: int, shots: Shots, kind: int) -> float:
        """What the plane threatens if one of these kinds is fired first."""
        return self.volley(shots).threat_if(hits, kind)

    def outcome(self, hits: int, shots: Shots) -> Outcome:
        """How the plane ends by the best order."""
        known = self._outcomes.get((hits, shots))
        if known is None:
            known = self._outcomes[hits, shots] = self._end(hits, shots)
        return known

    def _end(self, hits: int, shots: Shots) -> Outcome:
        if not shots:
            damaged = float(hits == FLAMING_HITS - 1)
            return Outcome(1 - damaged, damaged, 0.0, 0.0)
        kind = self.first(hits, shots)
        miss, single, double, flames, kills = _SHOTS[kind]
        rest = without_shot(shots, kind)
        parts = [(miss, self.outcome(hits, rest)), (flames, Outcome(0.0, 0.0, 1.0, 0.0))]
        parts.append((kills, Outcome(0.0, 0.0, 0.0, 1.0)))
        for more, chance in ((1, single), (2, double)):
            down = hits + more >= FLAMING_HITS
            after = Outcome(0.0, 0.0, 1.0, 0.0) if down else self.outcome(hits + more, rest)
            parts.append((chance, after))
        return Outcome(*(sum(chance * end[i] for chance, end in parts) for i in range(4)))


@cache
def barrage(threats: Threats) -> Barrage:
    """The barrage for planes of these threats; what it has worked out is remembered."""
    return Barrage(threats)


def barrage_at(state: PicketState, plane: Plane, worth: Worth) -> Barrage:
    """The barrage for a regular plane."""
    section = state.charts.ship.section_at[plane.bearing]
    return barrage(plane_threats(worth, section, dives(state)))


Kinds = tuple[tuple[int, ...], ...]  # by mount, then by the number of its roll
GunKinds = tuple[Kinds, Kinds]  # of guns by themselves, and slaved to the Mk37


@cache
def _battery_kinds(rolls: BatteryRolls) -> GunKinds:
    alone, slaved = (
        tuple(tuple(kind_of(roll_results(roll)) for roll in by_gun) for by_gun in battery)
        for battery in (rolls.alone, rolls.slaved)
    )
    return alone, slaved


def gun_kinds(state: PicketState) -> GunKinds:
    """The kinds of all guns' shots as things are now."""
    return _battery_kinds(state.charts.rolls[condition(state)])


def marker_kind(state: PicketState, marker: str, plane: Plane) -> int:
    """The kind of an AFS or SFS marker's roll at a plane."""
    return kind_of(support_results(state, marker, plane))


def waiting_shots(state: PicketState, targets: Targets, number: int, kinds: GunKinds) -> Shots:
    """The shots that wait for a plane, but AFS, which may turn to another."""
    waiting = [marker_kind(state, SFS, state.planes[number])] * targets.sfs[number]
    column, slaved = targets.columns[number], targets.slaved
    for mount, at in targets.at.items():
        if at == number:
            waiting.append(kinds[slaved >> mount & 1][mount][column])
    return tuple(sorted(waiting))
