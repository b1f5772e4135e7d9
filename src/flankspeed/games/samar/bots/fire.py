"""Fire control: every attack of the phase weighed by exact odds, the best one first."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.samar.bots.worth import POINT, Worth, gain, worth_of
from flankspeed.games.samar.data.markers import TORPEDO, ShipNumber
from flankspeed.games.samar.odds.attacks import Harm, Hull, harm_of, hull_of, strike
from flankspeed.games.samar.odds.throw import NOTHING, Outcome, outcome
from flankspeed.games.samar.rules.combat.firing import dice_of
from flankspeed.games.samar.rules.combat.gunnery import attack_of
from flankspeed.games.samar.rules.combat.torpedoes import launches_left
from flankspeed.games.samar.rules.turn.combat_phase import (
    PASS,
    Combat,
    Prospects,
    ShipChoice,
    Shot,
    StrikeChoice,
)
from flankspeed.games.samar.state import Blow, SamarState

_WORTHLESS: Final = 0.01  # an attack that gains no more is not made
_SPARING: Final = 0.2  # what a launch must gain beyond gunfire while there is a day's fighting left
_WORTH_TELLING: Final = 0.0005  # a chance
_STRAY: Final = 0.8  # the same for a launch with a single die


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


@mypyc_attr(allow_interpreted_subclasses=True)
class FireControl:
    """Chooses the attacks of one side; what it has worked out is kept for the phase."""

    def __init__(self) -> None:
        self._phase: Prospects | None = None
        self._attacks: dict[int, list[_Prospect]] = {}
        self._targets: dict[int, _Target] = {}
        self._worths: dict[int, Worth] = {}

    def choose(self, state: SamarState, step: Combat, decision: Decision) -> Choice:
        """D-10 to D-13: aircraft first, then the best attack of all; its target, or no more."""
        self._begin(step)
        if step.ship >= 0:
            return self._best(state, step, step.ship)[1]
        flights = [option for option in decision.options if isinstance(option, StrikeChoice)]
        if flights:
            return max(flights, key=lambda flight: flight.count)
        return self._next_ship(state, step, decision)

    def weigh(self, state: SamarState, step: Combat, decision: Decision) -> list[Weighed]:
        """Every attack by its exact odds; a ship by the best of hers."""
        self._begin(step)
        assert step.prospects is not None, "attacks follow the look round"
        if step.ship >= 0:
            return [
                Weighed(shot, value / POINT, 0.0, odds_in_words(end))
                for value, shot, end in self._values(state, step, step.ship)
            ]
        found = []
        for option in decision.options:
            if isinstance(option, StrikeChoice):
                target, hull = option.target, hull_of(state, option.target)
                sight = step.prospects.sight
                end = strike(state, option.kind, target, option.count, sight, hull)
                value = gain(worth_of(state, target), end)
                words = odds_in_words(end)
            elif isinstance(option, ShipChoice):
                value, shot, end = self._most(state, step, option.ship)
                words = f"{shot.label}: {odds_in_words(end)}"
            else:
                value, words = _WORTHLESS, "no more attacks: nothing is gained"
            found.append(Weighed(option, value / POINT, 0.0, words))
        return found

    def _begin(self, step: Combat) -> None:
        """What was worked out for another phase is forgotten."""
        if step.prospects is not self._phase:
            self._phase = step.prospects
            self._attacks, self._targets, self._worths = {}, {}, {}

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
        value, shot, _ = self._most(state, step, ship)
        return value, shot

    def _most(
        self, state: SamarState, step: Combat, ship: ShipNumber
    ) -> tuple[float, Shot, Outcome]:
        return max(self._values(state, step, ship), key=lambda each: each[0])

    def _values(
        self, state: SamarState, step: Combat, ship: ShipNumber
    ) -> list[tuple[float, Shot, Outcome]]:
        """All attacks of a ship with what they gain and do."""
        plotted, found = self._plotted(step), []
        for shot, dice, harm in self._prospects(state, step, ship):
            target = self._target(state, shot.target)
            value, end = 0.0, NOTHING
            if target.hull.to_sink:
                end = outcome(dice, *harm, *target.hull)
                value = gain(target.worth, end)
            if shot.weapon == TORPEDO:
                value -= min(_thrift(state, ship, dice), value / 2)
            if shot.target in plotted:
                value *= plotted[shot.target]
            found.append((value, shot, end))
        return found

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


def _thrift(state: SamarState, ship: ShipNumber, dice: int) -> float:
    """7.3: torpedoes are few; late in the day there is no point in keeping them."""
    spare = launches_left(state, ship) - 1
    turns = len(state.charts.turns) - state.turn
    if spare >= turns / 3:
        return 0.0
    return _SPARING if dice > 1 else _STRAY


def odds_in_words(end: Outcome) -> str:
    """What an attack does, for players."""
    words = [f"{end.hits:.1f} hits expected"]
    for chance, what in ((end.sunk, "sinks her"), (end.panicked, "panics her")):
        if chance >= _WORTH_TELLING:
            words.append(f"{what} {chance:.1%}")
    return ", ".join(words)
