"""Play dogfights of Kamikaze with other figures: `python tests/figures/kamikaze_dogfight.py --usn
_CAP_RISK=0.5 --ijn _ESCORT_RISK=0.3 --games 1000`.

The best bot plays both sides, each with the figures of `plan.py` that are given. What counts is
the exact chance to sink the ship with those that came through, less the luck of all shots: what
each changed of the estimated chance beyond its mean. The mean is the same, but half the games do.
"""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import product
from unittest.mock import patch

from flankspeed.engine import Choice, Decision, Rolled
from flankspeed.games.kamikaze.bots import plan
from flankspeed.games.kamikaze.bots.levels import admiral
from flankspeed.games.kamikaze.bots.worths import Worths
from flankspeed.games.kamikaze.data.planes import SHOT_DOWN
from flankspeed.games.kamikaze.game import Kamikaze
from flankspeed.games.kamikaze.odds.through import chance_with
from flankspeed.games.kamikaze.rules.aerial_combat import Fire, aim
from flankspeed.games.kamikaze.state import KamikazeState
from flankspeed.lab.statistics import Sample


class Other:
    """The best bot with other figures."""

    def __init__(self, figures: list[str]) -> None:
        self._bot = admiral()
        self._figures = {name: float(value) for name, value in (f.split("=") for f in figures)}

    def choose(self, state: KamikazeState, decision: Decision) -> Choice:
        """What it chooses with its figures in the place of the common ones."""
        with patch.dict(vars(plan), self._figures):
            return self._bot.choose(state, decision)


def luck(before: KamikazeState, fire: Fire, after: KamikazeState) -> float:
    """What a shot changed of the estimated chance to sink the ship, beyond its mean."""
    at, shooter = before.positions, before.active
    shot, fires_back = aim(before.charts, at[shooter], fire.target, at[fire.target])
    planes = [fire.target, shooter] if fires_back else [fire.target]
    mean = 0.0
    for down in product((False, True), repeat=len(planes)):
        twin, chance = before.copy(), 1.0
        for plane, hit in zip(planes, down, strict=True):
            chance *= shot.chance if hit else 1 - shot.chance
            if hit:
                twin.fates[plane] = SHOT_DOWN
        mean += chance * Worths(twin).sinking
    twin = before.copy()
    for plane in planes:
        twin.fates[plane] = SHOT_DOWN if after.fates[plane] == SHOT_DOWN else before.fates[plane]
    return Worths(twin).sinking - mean


def play(bots: dict[str, Other], number: int, seed: int) -> float:
    """The chance to sink the ship after one dogfight, less the luck of its shots."""
    game, dice, lucky = Kamikaze(), Rolled(seed, number), 0.0
    state = game.new("attack", game.options())
    state.advance(dice)
    while state.phase == 1 and (decision := state.decision) is not None:
        choice = bots[decision.seat].choose(state, decision)
        before = state.copy()
        state.play(choice, dice)
        if isinstance(choice, Fire):
            lucky += luck(before, choice, state)
    return chance_with(state.through if state.phase == 2 else 0) - lucky


def main() -> None:
    """Print the mean and its 95 % interval."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--usn", nargs="*", default=[])
    parser.add_argument("--ijn", nargs="*", default=[])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    bots = {"usn": Other(asked.usn), "ijn": Other(asked.ijn)}
    values = Sample()
    for number in range(asked.games):
        values.add(play(bots, number, asked.seed))
    print(f"{values.estimate.mean:.4f} ({values.estimate.low:.4f}-{values.estimate.high:.4f})")


if __name__ == "__main__":
    main()
