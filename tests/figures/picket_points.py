"""What a point of damage costs a ship of Picket Duty: `A_POINT` of `odds/losses.py`.

    python tests/figures/picket_points.py --games 4000

Games are stopped when repairs begin, and played on twice with the same dice: with the damage that
can be repaired, and without it. What she is lost more often, for each point, is what it costs.
"""

from __future__ import annotations

import argparse

from flankspeed import bots, games
from flankspeed.engine import Rolled
from flankspeed.games.picket.odds.losses import damage_points
from flankspeed.games.picket.rules.damage.flooding import unflood_primary
from flankspeed.games.picket.rules.repair.crews import Placing
from flankspeed.games.picket.rules.repair.jobs import EQUIP, GUN, SEC
from flankspeed.games.picket.state import PicketState
from flankspeed.lab.statistics import Sample

GAME = games.load("picket")
SCENARIO, MODE = "3", "advanced"
OTHER_DICE = 1000


def repaired(state: PicketState) -> PicketState:
    """The ship as if all that can be repaired were so already; nobody is left to be placed."""
    twin = state.copy()
    placing = twin.agenda.pop()
    assert isinstance(placing, Placing)
    for job in placing.jobs:
        if job < GUN:
            twin.primaries[job] = twin.at_primary[job] = 0
            twin.fires &= ~(1 << job)
            unflood_primary(twin, job, None)
        elif EQUIP <= job < SEC:
            twin.equipment[job - EQUIP] = twin.at_equipment[job - EQUIP] = 0
        elif job >= SEC:
            twin.secondaries[job - SEC] = 0
    twin.carried = twin.held = twin.secondary_crew = 0
    twin.decision = None
    return twin


def lost(state: PicketState, dice: Rolled) -> bool:
    """Whether she is, played on to the end."""
    if state.decision is None:
        state.advance(dice)
    play_on(state, dice)
    assert state.result is not None
    return state.result.winner != "usn"


def play_on(state: PicketState, dice: Rolled) -> None:
    """All the rest by the best bot."""
    staff = bots.make(GAME, bots.strongest(GAME))
    while state.decision is not None:
        state.play(staff.choose(state, state.decision), dice)


def main() -> None:
    """Play the games and print what a point costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    more, points = Sample(), Sample()
    for seed in range(parser.parse_args().games):
        state: PicketState = GAME.new(SCENARIO, GAME.options({"mode": MODE}))
        dice, staff = Rolled(seed), bots.make(GAME, bots.strongest(GAME))
        state.advance(dice)
        while state.decision is not None:
            step = state.agenda[-1]
            if isinstance(step, Placing) and not step.sent and not state.leaving:
                points.add(sum(damage_points(state, job) for job in step.jobs))
                damaged, whole = Rolled(seed, OTHER_DICE), Rolled(seed, OTHER_DICE)
                more.add(lost(state.copy(), damaged) - lost(repaired(state), whole))
            state.play(staff.choose(state, state.decision), dice)
    mean, found = points.estimate.mean, more.estimate
    print(f"{more.count} times with {mean:.2f} points: each costs {found.mean / mean:.4f}")
    print(f"between {found.low / mean:.4f} and {found.high / mean:.4f}")


if __name__ == "__main__":
    main()
