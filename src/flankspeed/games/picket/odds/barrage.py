"""Shots at one plane: what the best order of them makes of it, exactly.

An order matters because a plane once flamed is fired at no more (R-79): shots that may destroy it
come first.
"""

from __future__ import annotations

from bisect import insort
from functools import cache

from flankspeed.games.picket.data.ids import MountIndex
from flankspeed.games.picket.odds.chances import Outcome, Shot, shot_results, support_results
from flankspeed.games.picket.odds.worth import Threats, Worth, plane_threats
from flankspeed.games.picket.rules.attack.regular_hits import dives
from flankspeed.games.picket.rules.gunnery.aiming import HELD, Targets
from flankspeed.games.picket.rules.gunnery.menus import SFS
from flankspeed.games.picket.rules.gunnery.shots import FLAMING_HITS
from flankspeed.games.picket.state import PicketState, Plane

# Shots with the same chances are one kind: small numbers that sort and hash fast.
_KINDS: dict[Shot, int] = {}
_SHOTS: list[Shot] = []

Shots = tuple[int, ...]  # kinds of shots, sorted


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


class Barrage:
    """Shots at a plane that threatens so much, each time the one next that is best then."""

    def __init__(self, threats: Threats) -> None:
        self._undamaged, self._damaged, self.flamed = threats
        self._known: dict[tuple[int, Shots], tuple[float, int]] = {}
        self._outcomes: dict[tuple[int, Shots], Outcome] = {}

    def threat(self, hits: int, shots: Shots) -> float:
        """What a plane with so many hits still threatens on average after all these shots."""
        return self._best(hits, shots)[0]

    def first(self, hits: int, shots: Shots) -> int:
        """The kind of shot to fire next."""
        return self._best(hits, shots)[1]

    def _best(self, hits: int, shots: Shots) -> tuple[float, int]:
        known = self._known.get((hits, shots))
        if known is None:
            known = self._known[hits, shots] = self._work_out(hits, shots)
        return known

    def _work_out(self, hits: int, shots: Shots) -> tuple[float, int]:
        if not shots:
            return (self._damaged if hits == FLAMING_HITS - 1 else self._undamaged), HELD
        least, first = 2.0, HELD
        # Of two as good the same goes first always: numbers go by what was asked for before.
        for kind in sorted(set(shots), key=_SHOTS.__getitem__):
            threat = self.threat_if(hits, shots, kind)
            if threat < least:
                least, first = threat, kind
        return least, first

    def threat_if(self, hits: int, shots: Shots, kind: int) -> float:
        """The same if one of these kinds is fired first."""
        miss, single, double, flames, _ = _SHOTS[kind]
        rest = without_shot(shots, kind)
        threat = flames * self.flamed + miss * self._best(hits, rest)[0]
        for more, chance in ((1, single), (2, double)):
            after = hits + more
            threat += chance * (
                self.flamed if after >= FLAMING_HITS else self._best(after, rest)[0]
            )
        return threat

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


def gun_kind(state: PicketState, mount: MountIndex, plane: Plane, slaved: bool) -> int:
    """The kind of a gun's shot at a plane."""
    return kind_of(shot_results(state, mount, plane, slaved))


def marker_kind(state: PicketState, marker: str, plane: Plane) -> int:
    """The kind of an AFS or SFS marker's roll at a plane."""
    return kind_of(support_results(state, marker, plane))


def waiting_shots(state: PicketState, targets: Targets, number: int) -> Shots:
    """The shots that wait for a plane, but AFS, which may turn to another."""
    plane = state.planes[number]
    kinds = [marker_kind(state, SFS, plane)] * targets.sfs[number]
    for mount in targets.guns_at(number):
        kinds.append(gun_kind(state, mount, plane, bool(targets.slaved >> mount & 1)))
    return tuple(sorted(kinds))
