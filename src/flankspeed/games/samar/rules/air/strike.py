"""8.4 The strike: AA fire is thrown, and the units that come through attack."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Decision, Dice, Log, Modifier, Step
from flankspeed.games.samar.data.figures import HIGH, OTHER, TORPEDO
from flankspeed.games.samar.data.markers import (
    AIR_SPENT,
    AIR_TORPEDO,
    BOMB,
    SEATS,
    STRAFE,
    AirKind,
    Navy,
    ShipNumber,
)
from flankspeed.games.samar.rules.air.aa_fire import FIRE, Hold, aa_ships, fire_aa, holds
from flankspeed.games.samar.rules.air.placing import units_at
from flankspeed.games.samar.rules.combat.firing import (
    Attack,
    Scene,
    dice_of,
    entry,
    keep_one_die,
    resolve,
    target_entries,
)
from flankspeed.games.samar.state import SamarState

# 8.4: what each role attacks with, and the column of its criticals.
_ROLES: Final = {
    "torpedo": (AIR_TORPEDO, TORPEDO),
    "dive": (BOMB, HIGH),
    "fighter": (STRAFE, OTHER),
}


def strikes(state: SamarState, navy: Navy) -> dict[tuple[AirKind, ShipNumber], int]:
    """S-8.4-type-1: the air attacks of a navy: units by kind and target."""
    charts = state.charts
    found: dict[tuple[int, int], int] = {}
    for kind, target in zip(charts.units, state.air, strict=True):
        if target >= 0 and charts.navy[target] != navy:
            found[kind, target] = found.get((kind, target), 0) + 1
    return found


def air_entries(
    state: SamarState, kind: AirKind, target: ShipNumber, count: int, sight: Scene
) -> list[Modifier]:
    """A-48: the units' dice and the target's entries; planes choose how they come in."""
    charts, hex_ = state.charts, state.where[target]
    squadron, options = charts.squadrons[kind], charts.options
    weapon, _ = _ROLES[squadron.role]
    broadside = options.air_broadside == "all" or (
        options.air_broadside == "torpedo" and weapon == AIR_TORPEDO
    )
    smoke = sight.markers.get(hex_, 0) if options.air_smoke == "target_hex" else 0
    entries = [entry(f"air units: {count}", squadron.dice * count)]
    entries += target_entries(state, target, broadside, sight.vessels[hex_] - 1, smoke)
    return keep_one_die(state, weapon, entries)


def air_attack(
    state: SamarState, kind: AirKind, target: ShipNumber, count: int, sight: Scene
) -> Attack:
    """8.4: the attack of so many units of a kind."""
    squadron = state.charts.squadrons[kind]
    weapon, column = _ROLES[squadron.role]
    entries = air_entries(state, kind, target, count, sight)
    return Attack(-1 - kind, target, weapon, entries, squadron.weight, column)


@mypyc_attr(allow_interpreted_subclasses=True)
class Strike(Step[SamarState]):
    """8.3, 8.4: an air attack of one kind on one ship: AA fire, then the attack."""

    __slots__ = ("count", "gunners", "kind", "sight", "target")

    def __init__(self, kind: AirKind, target: ShipNumber, count: int, sight: Scene) -> None:
        self.kind = kind
        self.target = target
        self.count = count
        self.sight = sight  # as combat began
        self.gunners: tuple[int, ...] | None = None  # until it is seen who can fire AA

    def copy(self) -> Strike:
        twin = Strike(self.kind, self.target, self.count, self.sight)
        twin.gunners = self.gunners
        return twin

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        """D-14: the defender may hold AA back; then it is thrown, and the rest attack."""
        charts = state.charts
        if self.gunners is None:
            self.gunners = tuple(aa_ships(state, self.target))
        rules = charts.options  # AA that a ship has but once is no matter of routine
        routine = rules.routine_choices == "auto" and rules.aa_limit == "per_attack"
        if self.gunners and not routine:
            hold = holds(charts)
            prompt = f"AA fire for {charts.ships[self.target].name}?"
            options = (FIRE, *(hold[ship] for ship in self.gunners))
            return Decision(SEATS[charts.navy[self.target]], prompt, options)
        self._strike(state, self.gunners, dice, log)
        return None

    def choose(self, state: SamarState, choice: Any, dice: Dice, log: Log | None) -> None:
        assert self.gunners is not None, "nobody is asked before the guns are known"
        if isinstance(choice, Hold):
            self.gunners = tuple(ship for ship in self.gunners if ship != choice.ship)
        else:
            self._strike(state, self.gunners, dice, log)

    def _strike(
        self, state: SamarState, gunners: tuple[ShipNumber, ...], dice: Dice, log: Log | None
    ) -> None:
        """S-3.1-air-4: whatever comes of it, the units are spent."""
        state.agenda.pop()
        down = 0
        if gunners:
            down = min(fire_aa(state, self.kind, self.target, gunners, dice, log), self.count)
        for unit in units_at(state, self.kind, self.target)[: self.count]:
            state.air[unit] = AIR_SPENT
        left = self.count - down
        if not left:
            return
        if state.charts.options.air_pooling == "sum":
            _attack(state, self.kind, self.target, left, self.sight, dice, log)
            return
        for _ in range(left):
            _attack(state, self.kind, self.target, 1, self.sight, dice, log)


def _attack(
    state: SamarState,
    kind: AirKind,
    target: ShipNumber,
    count: int,
    sight: Scene,
    dice: Dice,
    log: Log | None,
) -> None:
    """8.4: the throw of the units that came through; A-49: without dice they came in vain."""
    attack = air_attack(state, kind, target, count, sight)
    if dice_of(attack.entries) > 0:
        state.blows.append(resolve(state, attack, dice, log))
    elif log:
        squadron = state.charts.squadrons[kind]
        log.add(
            "air attack in vain",
            "S-5.5-zero-1",
            modifiers=attack.entries,
            places=[f"air:{squadron.kind}", state.charts.places[target]],
            unit=squadron.name,
            ship=state.charts.ships[target].name,
        )
