"""Fire control: every attack of the phase weighed by exact odds, the best one first."""

from __future__ import annotations

from typing import NamedTuple

from flankspeed.engine import Choice, Decision
from flankspeed.games.samar.bots.worth import Worth, gain, worth_of
from flankspeed.games.samar.data.markers import TORPEDO, ShipNumber
from flankspeed.games.samar.odds.attacks import Harm, Hull, harm_of, hull_of
from flankspeed.games.samar.odds.throw import outcome
from flankspeed.games.samar.rules.combat.firing import dice_of
from flankspeed.games.samar.rules.combat.gunnery import attack_of
from flankspeed.games.samar.rules.combat.torpedoes import launches_left
from flankspeed.games.samar.rules.turn.combat_phase import (
    PASS,
    Combat,
    Prospects,
    Shot,
    StrikeChoice,
)
from flankspeed.games.samar.state import Blow, SamarState

_WORTHLESS = 0.01  # an attack that gains no more is not made
_SPARING = 0.2  # what a launch must gain beyond gunfire while there is a day's fighting left


class _Prospect(NamedTuple):
    """One attack that a ship may make, as it stands for the whole phase."""

    shot: Shot
    dice: int
    harm: Harm


class _Target(NamedTuple):
    """A ship under fire, after these attacks on it."""

    blows: tuple[Blow, ...]
    hull: Hull
    worth: Worth


class FireControl:
    """Chooses the attacks of one side; what it has worked out is kept for the phase."""

    def __init__(self) -> None:
        self._phase: Prospects | None = None
        self._attacks: dict[int, list[_Prospect]] = {}
        self._targets: dict[int, _Target] = {}
        self._worths: dict[int, Worth] = {}

    def choose(self, state: SamarState, step: Combat, decision: Decision) -> Choice:
        """D-10 to D-13: aircraft first, then the best attack of all; its target, or no more."""
        if step.prospects is not self._phase:
            self._phase = step.prospects
            self._attacks, self._targets, self._worths = {}, {}, {}
        if step.ship >= 0:
            return self._best(state, step, step.ship)[1]
        flights = [option for option in decision.options if isinstance(option, StrikeChoice)]
        if flights:
            return max(flights, key=lambda flight: flight.count)
        return self._next_ship(state, step, decision)

    def _next_ship(self, state: SamarState, step: Combat, decision: Decision) -> Choice:
        best, most = PASS, _WORTHLESS
        for option in decision.options:
            if option != PASS:
                value = self._best(state, step, option.ship)[0]  # type: ignore[attr-defined]
                if value > most:
                    best, most = option, value
        return decision.find(best)

    def _best(self, state: SamarState, step: Combat, ship: ShipNumber) -> tuple[float, Shot]:
        """A ship's best attack, given what has been done to its targets so far."""
        plotted = self._plotted(step)
        best, most = None, -1.0
        for shot, dice, harm in self._prospects(state, step, ship):
            target = self._target(state, shot.target)
            value = 0.0
            if target.hull.to_sink:
                value = gain(target.worth, outcome(dice, *harm, *target.hull))
            if shot.weapon == TORPEDO:
                value -= min(_thrift(state, ship), value / 2)
            if shot.target in plotted:
                value *= plotted[shot.target]
            if value > most or best is None:
                best, most = shot, value
        assert best is not None, "a ship is offered only if it has an attack to make"
        return most, best

    def _prospects(self, state: SamarState, step: Combat, ship: ShipNumber) -> list[_Prospect]:
        known = self._attacks.get(ship)
        if known is None:
            known = self._attacks[ship] = [
                self._prospect(state, step, ship, shot) for shot in self._menu(state, step, ship)
            ]
        return known

    def _menu(self, state: SamarState, step: Combat, ship: ShipNumber) -> tuple[Shot, ...]:
        assert step.prospects is not None, "attacks follow the look round"
        return step.prospects.menu(state, ship)

    def _prospect(self, state: SamarState, step: Combat, ship: ShipNumber, shot: Shot) -> _Prospect:
        assert step.prospects is not None, "attacks follow the look round"
        attack = attack_of(state, ship, shot.target, shot.weapon, step.prospects.sight)
        harm = harm_of(state, shot.target, shot.weapon, attack.weight, attack.column)
        return _Prospect(shot, dice_of(attack.entries), harm)

    def _target(self, state: SamarState, ship: ShipNumber) -> _Target:
        blows = tuple([blow for blow in state.blows if blow.target == ship])
        known = self._targets.get(ship)
        if known is None or known.blows != blows:
            worth = self._worths.setdefault(ship, worth_of(state, ship))
            known = self._targets[ship] = _Target(blows, hull_of(state, ship), worth)
        return known

    def _plotted(self, step: Combat) -> dict[ShipNumber, float]:
        """What is left, on average, of each ship that attacks have been plotted on (A-32)."""
        left: dict[int, float] = {}
        for ship, order in step.orders:
            for shot, dice, harm in self._attacks.get(ship, ()):
                target = self._targets.get(shot.target)
                if shot == order and target:
                    chance = outcome(dice, *harm, *target.hull).sunk
                    left[shot.target] = left.get(shot.target, 1.0) * (1 - chance)
        return left


def _thrift(state: SamarState, ship: ShipNumber) -> float:
    """7.3: torpedoes are few; late in the day there is no point in keeping them."""
    spare = launches_left(state, ship) - 1
    turns = len(state.charts.turns) - state.turn
    return _SPARING if spare < turns / 3 else 0.0
