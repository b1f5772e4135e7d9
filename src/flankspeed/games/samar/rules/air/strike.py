"""8.0 Air: units are placed on ships, fired on by them, and strike."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, Self

from flankspeed.engine import Choice, Decision, Dice, Log, Modifier, Step, Throw
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES, HIGH, OTHER, TORPEDO
from flankspeed.games.samar.data.hexes import DISTANCE
from flankspeed.games.samar.data.markers import (
    AIR_BOX,
    AIR_CUP,
    AIR_SPENT,
    AIR_TORPEDO,
    BOMB,
    COMBAT,
    HULK,
    IJN,
    MOVEMENT,
    SEATS,
    STRAFE,
    USN,
)
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
_WEAPONS = {"torpedo": AIR_TORPEDO, "dive": BOMB, "fighter": STRAFE}
_COLUMNS = {AIR_TORPEDO: TORPEDO, BOMB: HIGH, STRAFE: OTHER}
_AA_REACH = FIGURES.ranges.point_blank  # 8.3


class AirChoice(Choice):
    """8.2: place a unit of a kind on a ship."""

    __slots__ = ("kind", "target")

    def __init__(self, charts: Charts, kind: int, target: int) -> None:
        squadron, ship = charts.squadrons[kind], charts.ships[target]
        super().__init__(
            f"air {squadron.kind} {ship.id}",
            f"send a {squadron.name} to {ship.name}",
            charts.places[target],
        )
        self.kind = kind
        self.target = target


class Hold(Choice):
    """D-14: a ship that does not fire AA."""

    __slots__ = ("ship",)

    def __init__(self, charts: Charts, ship: int) -> None:
        counter = charts.ships[ship]
        super().__init__(f"hold {counter.id}", f"{counter.name} holds her AA", charts.places[ship])
        self.ship = ship


FIRE = Choice("fire", "open AA fire")


class _Choices(NamedTuple):
    kinds: tuple[tuple[int, ...], ...]  # by navy
    air: tuple[tuple[AirChoice, ...], ...]  # by kind and target
    hold: tuple[Hold, ...]


@lru_cache(maxsize=64)
def _choices(charts: Charts) -> _Choices:
    ships = range(len(charts.ships))
    return _Choices(
        tuple(
            tuple(kind for kind, squadron in enumerate(charts.squadrons) if squadron.navy == seat)
            for seat in SEATS
        ),
        tuple(
            tuple(AirChoice(charts, kind, ship) for ship in ships)
            for kind in range(len(charts.squadrons))
        ),
        tuple(Hold(charts, ship) for ship in ships),
    )


# --- Placing units ---


# Where the units of each navy wait for a target: the IJN pool is its cup (3.2).
_READY = {IJN: AIR_CUP, USN: AIR_BOX}


def place_options(state: SamarState, navy: int) -> list[Choice]:
    """8.2 (D-28): each kind of unit that is available, on each enemy ship on the map.

    A-07: the USN places its units in its movement or as combat begins, A-27: the IJN the one
    unit of a special attack.
    """
    charts = state.charts
    if navy == IJN and not state.special:
        return []
    in_combat = charts.options.air_timing == "combat_phase"
    if navy == USN and in_combat != (state.phase == COMBAT):
        return []
    ready = _READY[navy]
    if ready not in state.air:
        return []
    waiting = {kind for kind, at in zip(charts.units, state.air, strict=True) if at == ready}
    targets, choices = state.afloat(1 - navy), _choices(charts)
    return [
        choices.air[kind][target]
        for kind in choices.kinds[navy]
        if kind in waiting
        for target in targets
    ]


def place(state: SamarState, choice: AirChoice, log: Log | None) -> None:
    """8.2: one unit goes on its target."""
    charts, kind, target = state.charts, choice.kind, choice.target
    navy = 1 - charts.navy[target]
    unit = _units(state, kind, _READY[navy])[0]
    state.air[unit] = target
    if navy == IJN:
        state.special = 0
    if log:
        log.add(
            "air unit placed",
            "S-8.2-place-1",
            places=[f"air:{charts.squadrons[kind].kind}", charts.places[target]],
            unit=charts.squadrons[kind].name,
            ship=charts.ships[target].name,
        )


def _units(state: SamarState, kind: int, place: int) -> list[int]:
    """The units of a kind that are in a place or on a ship."""
    units = state.charts.units
    return [unit for unit, at in enumerate(state.air) if at == place and units[unit] == kind]


def targets_under_attack(state: SamarState) -> tuple[int, ...]:
    """The ships that have air units on them, by number."""
    return tuple(sorted({place for place in state.air if place >= 0}))


def under_attack(state: SamarState) -> tuple[int, ...]:
    """A-11: the ships that aircraft keep the guns of their own side from, now.

    The air units on a ship as combat begins bar it for the phase, or for the whole turn.
    """
    if state.phase == MOVEMENT and state.charts.options.combined_fire == "resolution_turn":
        return state.struck
    return state.struck or targets_under_attack(state)


def barred(state: SamarState, navy: int) -> tuple[int, ...]:
    """S-8.2-combined-1 (A-11): the ships that those of `navy` may not fire guns on."""
    return tuple(ship for ship in under_attack(state) if state.charts.navy[ship] != navy)


def return_lost(state: SamarState, log: Log | None) -> None:
    """A-49: units whose target has gone are available again, or spent."""
    charts = state.charts
    returns = charts.options.air_target_lost == "return"
    for unit, target in enumerate(state.air):
        if target < 0 or (state.where[target] > 0 and state.condition[target] != HULK):
            continue
        kind = charts.units[unit]
        state.air[unit] = _READY[1 - charts.navy[target]] if returns else AIR_SPENT
        if log:
            log.add(
                "air unit returns" if returns else "air unit spent",
                "S-8.2-place-1",
                places=[f"air:{charts.squadrons[kind].kind}"],
                unit=charts.squadrons[kind].name,
                ship=charts.ships[target].name,
            )


# --- The strike ---


def strikes(state: SamarState, navy: int) -> dict[tuple[int, int], int]:
    """S-8.4-type-1: the air attacks of a navy: units by kind and target."""
    charts = state.charts
    found: dict[tuple[int, int], int] = {}
    for kind, target in zip(charts.units, state.air, strict=True):
        if target >= 0 and charts.navy[target] != navy:
            found[kind, target] = found.get((kind, target), 0) + 1
    return found


def aa_ships(state: SamarState, target: int) -> list[int]:
    """8.3 (A-46): the ships that may fire AA when one of them is attacked."""
    charts, where, hex_ = state.charts, state.where, state.where[target]
    once = charts.options.aa_limit == "per_phase"
    return [
        ship
        for ship in state.afloat(charts.navy[target])
        if DISTANCE[where[ship] - hex_] <= _AA_REACH
        and charts.secondary[state.face[ship]]
        and not state.fires[ship]
        and not (once and state.aa_fired >> ship & 1)
    ]


def aa_entries(charts: Charts, kind: int) -> list[Modifier]:
    """8.3: what counts on the AA dice against units of a kind."""
    shift = charts.squadrons[kind].aa_shift
    return [entry("dive bombers", shift)] if shift else []


def air_entries(
    state: SamarState, kind: int, target: int, count: int, sight: Scene
) -> list[Modifier]:
    """A-48: the units' dice and the target's entries; planes choose how they come in."""
    charts, hex_ = state.charts, state.where[target]
    squadron, options = charts.squadrons[kind], charts.options
    weapon = _WEAPONS[squadron.role]
    broadside = options.air_broadside == "all" or (
        options.air_broadside == "torpedo" and weapon == AIR_TORPEDO
    )
    smoke = sight.markers.get(hex_, 0) if options.air_smoke == "target_hex" else 0
    entries = [entry(f"air units: {count}", squadron.dice * count)]
    entries += target_entries(state, target, broadside, sight.vessels[hex_] - 1, smoke)
    return keep_one_die(state, weapon, entries)


class Strike(Step[SamarState]):
    """8.3, 8.4: an air attack of one kind on one ship: AA fire, then the attack."""

    __slots__ = ("count", "gunners", "kind", "ready", "sight", "target")

    def __init__(self, kind: int, target: int, count: int, sight: Scene) -> None:
        self.kind = kind
        self.target = target
        self.count = count
        self.sight = sight  # as combat began
        self.gunners: tuple[int, ...] | None = None  # until it is seen who can fire AA
        self.ready = False  # nobody else holds fire

    def copy(self) -> Self:
        twin = type(self)(self.kind, self.target, self.count, self.sight)
        twin.gunners = self.gunners
        twin.ready = self.ready
        return twin

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        """D-14: the defender may hold AA back; then it is thrown, and the rest attack."""
        charts = state.charts
        if self.gunners is None:
            self.gunners = tuple(aa_ships(state, self.target))
            rules = charts.options  # AA that a ship has but once is no matter of routine
            self.ready = rules.routine_choices == "auto" and rules.aa_limit == "per_attack"
        if self.gunners and not self.ready:
            hold = _choices(charts).hold
            prompt = f"AA fire for {charts.ships[self.target].name}?"
            options = (FIRE, *(hold[ship] for ship in self.gunners))
            return Decision(SEATS[charts.navy[self.target]], prompt, options)
        self._strike(state, self.gunners, dice, log)
        state.agenda.pop()
        return None

    def choose(self, state: SamarState, choice: Any, dice: Dice, log: Log | None) -> None:
        if isinstance(choice, Hold):
            assert self.gunners is not None, "nobody is asked before the guns are known"
            self.gunners = tuple(ship for ship in self.gunners if ship != choice.ship)
        else:
            self.ready = True

    def _strike(
        self, state: SamarState, gunners: tuple[int, ...], dice: Dice, log: Log | None
    ) -> None:
        """S-3.1-air-4: whatever comes of it, the units are spent."""
        down = 0
        if gunners:
            down = min(_fire_aa(state, self.kind, self.target, gunners, dice, log), self.count)
        for unit in _units(state, self.kind, self.target)[: self.count]:
            state.air[unit] = AIR_SPENT
        left = self.count - down
        if not left:
            return
        if state.charts.options.air_pooling == "sum":
            _attack(state, self.kind, self.target, left, self.sight, dice, log)
            return
        for _ in range(left):
            _attack(state, self.kind, self.target, 1, self.sight, dice, log)


def _fire_aa(
    state: SamarState,
    kind: int,
    target: int,
    gunners: tuple[int, ...],
    dice: Dice,
    log: Log | None,
) -> int:
    """8.3: one die a ship; each that does not exceed its AA rating shoots a unit down."""
    charts = state.charts
    squadron = charts.squadrons[kind]
    names = [charts.ships[ship].name for ship in gunners]
    why = f"AA fire of {', '.join(names)}"
    values = dice.throw(len(gunners), why)
    for ship in gunners:
        state.aa_fired |= 1 << ship
    ratings = [charts.secondary[state.face[ship]] for ship in gunners]
    shift = dice_of(aa_entries(charts, kind))
    successes = [value + shift <= s for value, s in zip(values, ratings, strict=True)]
    if log:
        shots = [
            f"{name} {value} ({f'{rating - shift} or less' if rating > shift else 'no chance'})"
            for name, value, rating in zip(names, values, ratings, strict=True)
        ]
        log.add(
            "AA fire",
            "S-8.3-aa-1",
            throws=[Throw(6, tuple(values), why)],
            modifiers=aa_entries(charts, kind),
            places=[charts.places[ship] for ship in gunners],
            unit=squadron.name,
            target=charts.ships[target].name,
            shots=", ".join(shots),
            down=sum(successes),
        )
    return sum(successes)


def _attack(
    state: SamarState,
    kind: int,
    target: int,
    count: int,
    sight: Scene,
    dice: Dice,
    log: Log | None,
) -> None:
    """8.4: the throw of the units that came through; A-49: without dice they came in vain."""
    squadron = state.charts.squadrons[kind]
    entries = air_entries(state, kind, target, count, sight)
    if dice_of(entries) > 0:
        weapon = _WEAPONS[squadron.role]
        attack = Attack(-1 - kind, target, weapon, entries, squadron.weight, _COLUMNS[weapon])
        state.blows.append(resolve(state, attack, dice, log))
    elif log:
        log.add(
            "air attack in vain",
            "S-5.5-zero-1",
            modifiers=entries,
            places=[f"air:{squadron.kind}", state.charts.places[target]],
            unit=squadron.name,
            ship=state.charts.ships[target].name,
        )
