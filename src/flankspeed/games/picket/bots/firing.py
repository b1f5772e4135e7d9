"""What fires next (D-24), and where AFS turns that has lost its target (D-25)."""

from __future__ import annotations

from functools import partial

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.picket.bots.markers import kept
from flankspeed.games.picket.bots.sight import Sight
from flankspeed.games.picket.bots.weighing import Values, best, percent, ranked
from flankspeed.games.picket.data.ids import PlaneIndex
from flankspeed.games.picket.odds.barrage import (
    GunKinds,
    Shots,
    barrage_at,
    gun_kinds,
    marker_kind,
    waiting_shots,
)
from flankspeed.games.picket.odds.chances import support_chance, support_chances
from flankspeed.games.picket.odds.worth import worth_of
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.menus import (
    AFS,
    AFS_MENU,
    KEEP,
    ResolveGun,
    ResolveSupport,
    Support,
)
from flankspeed.games.picket.rules.plane import COMING
from flankspeed.games.picket.state import PicketState

# --- The order of the shots ---


def next_shot(state: PicketState, step: DefensiveFire, decision: Decision) -> Choice:
    """What fires next: guns before AFS, on each plane what does best first."""
    targets, worth = step.targets, worth_of(state.charts.card)
    assert targets is not None
    waiting = [number for number, shots in enumerate(step.waiting) if shots]
    waiting.sort(key=lambda number: targets.afs[number])
    late, kinds = _afs_late(state), gun_kinds(state)
    for number in waiting:
        shots = _shots(state, targets, number, late, kinds)
        if shots:
            plane = state.planes[number]
            kind = barrage_at(state, plane, worth).first(plane.hits, shots)
            return _resolve(state, targets, number, kind, decision, kinds)
    return decision.options[0]  # AFS is all that waits


def _afs_late(state: PicketState) -> bool:
    """Whether AFS may find something else to do if its plane is down before it rolls."""
    live = sum(plane.fate == COMING for plane in state.planes)
    return live > 1 or bool(state.waves) or bool(state.specials)


def _shots(
    state: PicketState, targets: Targets, number: PlaneIndex, late: bool, kinds: GunKinds
) -> Shots:
    """The shots that wait for a plane, with AFS if it need not come last."""
    shots = waiting_shots(state, targets, number, kinds)
    if late:
        return shots
    plane = state.planes[number]
    return tuple(sorted((*shots, *[marker_kind(state, AFS, plane)] * targets.afs[number])))


def _resolve(
    state: PicketState,
    targets: Targets,
    number: int,
    kind: int,
    decision: Decision,
    kinds: GunKinds,
) -> Choice:
    """The choice that fires a shot of this kind at a plane."""
    for option in decision.options:
        if _aimed_at(targets, option) == number and _kind(state, targets, option, kinds) == kind:
            return option
    raise AssertionError("a shot that waits is on offer")


def _aimed_at(targets: Targets, option: Choice) -> PlaneIndex:
    if isinstance(option, ResolveGun):
        return targets.at[option.mount]
    assert isinstance(option, ResolveSupport), "guns and markers are all that fires"
    return option.plane


def _kind(state: PicketState, targets: Targets, option: Choice, kinds: GunKinds) -> int:
    """The kind of a shot on offer."""
    number = _aimed_at(targets, option)
    if isinstance(option, ResolveGun):
        slaved = targets.slaved >> option.mount & 1
        return kinds[slaved][option.mount][targets.columns[number]]
    assert isinstance(option, ResolveSupport), "guns and markers are all that fires"
    return marker_kind(state, option.marker, state.planes[number])


def weigh_shots(state: PicketState, step: DefensiveFire, decision: Decision) -> list[Weighed]:
    """What the wave threatens with each shot first and then the best order."""
    targets, worth, late = step.targets, worth_of(state.charts.card), _afs_late(state)
    assert targets is not None
    live = [number for number, plane in enumerate(state.planes) if plane.fate == COMING]
    aimed = {number: barrage_at(state, state.planes[number], worth) for number in live}
    kinds = gun_kinds(state)
    shots = {number: _shots(state, targets, number, late, kinds) for number in live}
    hits = [plane.hits for plane in state.planes]
    threats = {number: aimed[number].threat(hits[number], shots[number]) for number in live}
    wave, values = sum(threats.values()), list[tuple[Choice, float]]()
    for option in decision.options:
        number, kind = _aimed_at(targets, option), _kind(state, targets, option, kinds)
        threat = wave - threats[number]
        if kind in shots[number]:
            threat += aimed[number].threat_if(hits[number], shots[number], kind)
        else:  # AFS at once; late, it would have found as much or more
            threat += threats[number]
        values.append((option, -threat))
    chosen = next_shot(state, step, decision)
    return ranked(values, lambda _, value: f"this wave then costs her {percent(-value)}", chosen)


# --- AFS without a target ---


def aim_anew(state: PicketState, step: DefensiveFire, sight: Sight) -> Choice:
    """6.5.G: the marker takes the worst plane left, or waits for something worse."""
    return best(_turns(state, step, sight))


def weigh_anew(state: PicketState, step: DefensiveFire, sight: Sight) -> list[Weighed]:
    """The same in words."""
    return ranked(_turns(state, step, sight), partial(_turn_words, state))


def _turns(state: PicketState, step: DefensiveFire, sight: Sight) -> Values:
    """What the marker takes away from each plane left, or from what is still to come."""
    worth, targets = worth_of(state.charts.card), step.targets
    assert targets is not None
    later = kept(state, worth, state.afs) if sight.ahead else 0.0
    kinds = gun_kinds(state)
    turns: Values = [(KEEP, later * support_chances(state, AFS)[0])]
    for option in AFS_MENU[targets.live]:
        assert isinstance(option, Support), "AFS turns on planes"
        plane = state.planes[option.plane]
        shots = waiting_shots(state, targets, option.plane, kinds)
        threat = barrage_at(state, plane, worth).threat(plane.hits, shots)
        turns.append((option, threat * support_chance(state, AFS, plane)))
    return turns


def _turn_words(state: PicketState, option: Choice, value: float) -> str:
    if not isinstance(option, Support):
        return f"takes about {percent(value)} off what is still to come in this phase"
    kills = support_chance(state, AFS, state.planes[option.plane])
    return f"destroys it {percent(kills)}, which takes {percent(value)} off this wave"
