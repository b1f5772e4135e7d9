"""The staff's gunnery: who fires at whom and when, support markers, spray fire, the manoeuvre."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision
from flankspeed.games.picket.data.fire_charts import fire_charts
from flankspeed.games.picket.odds.chances import (
    manoeuvre_chance,
    spray_chance,
    support_chance,
    support_chances,
)
from flankspeed.games.picket.odds.fire import (
    Fire,
    Worth,
    barrage_at,
    best_fire,
    dives_if,
    gun_kind,
    marker_kind,
    phase_threat,
    plane_threats,
    special_threat,
    waiting_shots,
    worth_of,
)
from flankspeed.games.picket.rules.attack.manoeuvre import MANOEUVRE, STEADY
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.menus import (
    AFS,
    FIRE,
    KEEP,
    SFS,
    Aim,
    ResolveGun,
    ResolveSupport,
    Spray,
    Support,
)
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.state import COMING, PicketState

_SURELY_DOWN = 0.5  # AFS rides on a plane that the guns will bring down with this chance
_LATER = 0.85  # what a marker is worth in a later wave, of an undamaged plane's threat
_FUEL_RESERVE = 2


class Gunnery:
    """Plans a wave once and then hands out its orders one by one."""

    def __init__(self) -> None:
        self._orders: list[Choice] = []
        self._expected: Targets | None = None  # the markers as they lie when the next order is due
        self._wave: object = None

    # --- Aiming (D-20 to D-23) ---

    def aim(self, state: PicketState, step: DefensiveFire, decision: Decision) -> Choice:
        """The next order of the plan; a new plan if the map is not as the old one left it."""
        targets = step.targets
        assert targets is not None
        wave = _wave(state, targets)
        if self._wave != wave or self._expected != targets:
            self._wave, self._expected = wave, targets.copy()
            self._orders = _orders(state, targets, decision)
        order = self._orders.pop(0) if self._orders else FIRE
        if isinstance(order, Aim):
            aim = self._expected.slave if order.slaved else self._expected.aim
            aim(state, order.mount, order.plane)
        elif isinstance(order, Support):
            markers = self._expected.afs if order.marker == AFS else self._expected.sfs
            markers[order.plane] += 1
        else:
            self._expected = None  # the plan is done with; the next wave may look like this one
        return order


def _wave(state: PicketState, targets: Targets) -> object:
    """What a plan is made for and does not change: the planes, and the markers at hand."""
    planes = [
        (plane.kind, plane.bearing, plane.altitude, plane.hits, plane.fate)
        for plane in state.planes
    ]
    return planes, state.afs + sum(targets.afs), state.sfs


def _orders(state: PicketState, targets: Targets, decision: Decision) -> list[Choice]:
    """The plan as a list of choices."""
    worth = worth_of(state.charts.card)
    plan = best_fire(state, targets, worth, _held(state, worth))
    texts = {option.text: option for option in decision.options}
    aims = {(o.mount, o.plane, o.slaved): o for o in texts.values() if isinstance(o, Aim)}
    orders: list[Choice] = [aims[gun] for gun in plan.guns]
    orders += [texts[f"{SFS} {number + 1}"] for number in plan.sfs]
    orders += [texts[f"{AFS} {number + 1}"] for number in _ride(state, plan, worth)]
    return orders


def _held(state: PicketState, worth: Worth) -> list[float]:
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


def _ride(state: PicketState, plan: Fire, worth: Worth) -> list[int]:
    """6.5.G: AFS goes on the plane most surely shot down: it rolls last, or turns on a survivor."""
    live = [number for number, plane in enumerate(state.planes) if plane.fate == COMING]
    if not live or not state.afs:
        return []

    def down(number: int) -> float:
        plane = state.planes[number]
        outcome = barrage_at(state, plane, worth).outcome(plane.hits, plan.shots[number])
        return outcome.flamed + outcome.destroyed

    chances = {number: down(number) for number in live}
    surest = max(live, key=chances.__getitem__)
    if chances[surest] >= _SURELY_DOWN:
        return [surest] * state.afs
    later = sum(len(regulars) + len(specials) for regulars, specials in state.waves)
    share = -(-state.afs * len(live) // (len(live) + later))
    return [min(live, key=chances.__getitem__)] * share


# --- Firing (D-24, D-25) ---


def next_shot(state: PicketState, step: DefensiveFire, decision: Decision) -> Choice:
    """What fires next: guns before AFS, on each plane what does best first."""
    targets, worth = step.targets, worth_of(state.charts.card)
    assert targets is not None
    waiting = [number for number, shots in enumerate(step.waiting) if shots]
    waiting.sort(key=lambda number: targets.afs[number])
    live = sum(plane.fate == COMING for plane in state.planes)
    late = live > 1 or bool(state.waves) or bool(state.specials)
    for number in waiting:
        plane = state.planes[number]
        shots = waiting_shots(state, targets, number)
        if not late:
            shots = tuple(sorted((*shots, *[marker_kind(state, AFS, plane)] * targets.afs[number])))
        if shots:
            kind = barrage_at(state, plane, worth).first(plane.hits, shots)
            return _resolve(state, targets, number, kind, decision)
    return decision.options[0]  # AFS is all that waits


def _resolve(
    state: PicketState, targets: Targets, number: int, kind: int, decision: Decision
) -> Choice:
    """The choice that fires a shot of this kind at a plane."""
    plane = state.planes[number]
    for option in decision.options:
        if isinstance(option, ResolveGun) and targets.at[option.mount] == number:
            slaved = bool(targets.slaved >> option.mount & 1)
            if gun_kind(state, option.mount, plane, slaved) == kind:
                return option
        elif (
            isinstance(option, ResolveSupport)
            and option.plane == number
            and marker_kind(state, option.marker, plane) == kind
        ):
            return option
    raise AssertionError("a shot that waits is on offer")


def aim_anew(state: PicketState, step: DefensiveFire, decision: Decision) -> Choice:
    """6.5.G: a marker without a target takes the worst plane left, or waits for something worse."""
    worth, targets = worth_of(state.charts.card), step.targets
    assert targets is not None
    best, chosen = _kept(state, worth), KEEP
    for option in decision.options:
        if isinstance(option, Support):
            plane = state.planes[option.plane]
            shots = waiting_shots(state, targets, option.plane)
            threat = barrage_at(state, plane, worth).threat(plane.hits, shots)
            if threat > best:
                best, chosen = threat, option
    return chosen


def _kept(state: PicketState, worth: Worth) -> float:
    """The threat an AFS marker will find if it is kept: specials of this wave, later waves."""
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
    return threats[state.afs] if state.afs < len(threats) else 0.0


# --- Specials (D-26, D-27) ---


def against_specials(state: PicketState, step: SpecialDefence, decision: Decision) -> Choice:
    """Spray fire on the worst of each section, then markers on what is most to be feared."""
    worth = worth_of(state.charts.card)
    threats = [
        special_threat(state, plane, worth, state.em_success) if plane.fate == COMING else 0.0
        for plane in state.specials
    ]
    if not step.loose:
        sprays = [option for option in decision.options if isinstance(option, Spray)]
        if sprays and (state.sprayed or state.ammo > fire_charts().options.spray_ammo):
            return max(sprays, key=lambda option: threats[option.plane])
    for number in bits(step.sprayed):
        threats[number] *= 1 - spray_chance()
    for marker, placed in ((SFS, step.sfs), (AFS, step.afs or [])):
        for number, count in enumerate(placed):
            kills = support_chance(state, marker, state.specials[number])
            threats[number] *= (1 - kills) ** count
    markers = [option for option in decision.options if isinstance(option, Support)]
    for marker, least in ((SFS, 0.0), (AFS, _kept(state, worth))):
        best = max(
            (option for option in markers if option.marker == marker),
            key=lambda option: threats[option.plane],
            default=None,
        )
        if best and threats[best.plane] > least:
            return best
    return KEEP if step.loose else FIRE


# --- The manoeuvre (D-28) ---


def manoeuvre(state: PicketState) -> Choice:
    """6.10: try it where it makes the rest of the phase safer; specials may be the worse for it."""
    if state.fuel <= _FUEL_RESERVE or not manoeuvre_chance(state):
        return STEADY
    worth = worth_of(state.charts.card)
    gain = phase_threat(state, worth, False) - phase_threat(state, worth, True)
    return MANOEUVRE if gain > 0 else STEADY
