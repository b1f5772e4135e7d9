"""The planner: plays schemes out, both fleets with the same dice, and commands by the best."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Rolled, Weighed
from flankspeed.games.samar.bots.commander import UNIT, Commander
from flankspeed.games.samar.bots.schemes import Scheme
from flankspeed.games.samar.bots.standing import standing
from flankspeed.games.samar.data.markers import IJN, MOVEMENT, SEATS, Navy
from flankspeed.games.samar.state import SamarState

_REMEMBERED: Final = 64  # phases whose scheme is kept


@mypyc_attr(allow_interpreted_subclasses=True)
class Planner:
    """Chooses a scheme for each of its movement phases; one commander for each carries it out.

    Every scheme is played out `playouts` times, `turns` turns ahead: so it thinks as much on every
    machine. What it finds depends on the position and its seed.
    """

    unit = UNIT

    def __init__(
        self, seed: int, schemes: Mapping[Navy, tuple[Scheme, ...]], playouts: int, turns: int
    ) -> None:
        self._seed = seed
        self._schemes = schemes
        self._playouts = playouts
        self._turns = turns
        self._plain = Commander(seed)
        self._commanders: dict[Scheme, Commander] = {}
        self._found: dict[tuple[object, ...], Scheme] = {}

    def choose(self, state: SamarState, decision: Decision) -> Choice:
        """What the commander of the best scheme does."""
        return self._commander(state, decision).choose(state, decision)

    def weigh(self, state: SamarState, decision: Decision) -> list[Weighed]:
        """What he weighs."""
        return self._commander(state, decision).weigh(state, decision)

    def _commander(self, state: SamarState, decision: Decision) -> Commander:
        """Guns are laid by odds whatever the scheme; it is ships under way that follow one."""
        if state.phase != MOVEMENT:
            return self._plain
        navy = SEATS.index(decision.seat)
        key = _phase(state, navy)
        if key not in self._found:
            if len(self._found) >= _REMEMBERED:
                self._found.clear()
            self._found[key] = self.scheme(state, navy)
        scheme = self._found[key]
        if scheme not in self._commanders:
            self._commanders[scheme] = Commander(self._seed, scheme)
        return self._commanders[scheme]

    def scheme(self, state: SamarState, navy: Navy) -> Scheme:
        """The scheme that does better than the first, play-out for play-out; in doubt the first."""
        first, *others = self._schemes[navy]
        trials = range(self._playouts)
        usual = [self._played(state, navy, first, trial) for trial in trials]
        best, most = first, 0.0
        for scheme in others:
            gains = [self._played(state, navy, scheme, trial) - usual[trial] for trial in trials]
            sure = _surely(gains)
            if sure > most:
                best, most = scheme, sure
        return best

    def _played(self, state: SamarState, navy: Navy, scheme: Scheme, trial: int) -> float:
        """How the battle stands for a side after one play-out."""
        name = f"{self._seed} {state.turn} {navy} {trial}"
        dice = Rolled(Random(name).getrandbits(64))
        twin, end = state.copy(), state.turn + self._turns
        fleets = {SEATS[navy]: Commander(trial, scheme), SEATS[1 - navy]: Commander(trial)}
        while twin.decision is not None and (twin.turn < end or twin.phase != MOVEMENT):
            twin.play(fleets[twin.decision.seat].choose(twin, twin.decision), dice)
        return standing(twin) if navy == IJN else -standing(twin)


def _surely(gains: list[float]) -> float:
    """The mean less its standard error."""
    count = len(gains)
    mean = sum(gains) / count
    if count < 2:
        return mean
    variance = sum((gain - mean) ** 2 for gain in gains) / (count - 1)
    return mean - sqrt(variance / count)


def _phase(state: SamarState, navy: Navy) -> tuple[object, ...]:
    """What stays the same while a side moves: where the enemies were as the phase began."""
    enemies = state.charts.navies[1 - navy]
    places = tuple(
        state.trails[ship][0] >> 3 if state.trails[ship] else state.where[ship] for ship in enemies
    )
    return id(state.charts), state.turn, navy, places
