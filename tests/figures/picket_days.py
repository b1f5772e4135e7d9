"""What a day on the picket line costs: plays days of Picket Duty and prints `odds/days.toml`.

    python tests/figures/picket_days.py --days 4000 > src/flankspeed/games/picket/odds/days.toml

A ship with so many hull points and no other damage is put on station on a day of the calendar,
with or without a mass raid; the best bot plays that day and stays as long as it may.
"""

from __future__ import annotations

import argparse
from collections import Counter

from flankspeed import bots, games
from flankspeed.engine import Log, Rolled
from flankspeed.games.picket.data.calendar import FIRST_TURN, LAST_TURN, calendar
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.rules.station.withdrawal import STAY
from flankspeed.games.picket.state import PicketState

GAME = games.load("picket")
HULLS = (10, 8, 6, 4, 2)
SUNK, DRIVEN_OFF, KEPT = range(3)


def days_of(raid: bool) -> list[int]:
    """The days of the calendar with a mass raid, or without; days with no station are left out."""
    manned = [
        t for t in range(FIRST_TURN, LAST_TURN + 1) if roll_charts().march_station.get(t) != ()
    ]
    return [turn for turn in manned if bool(calendar().kikusui[turn]) == raid]


def play_day(mode: str, turn: int, hull: int, seed: int) -> int:
    """How one day ends for the ship."""
    options = {"mode": mode, "basic_campaign_kikusui": "on"}
    state: PicketState = GAME.new("long-b", GAME.options(options))
    state.turn, state.hull = turn, hull
    staff, dice, log = bots.make(GAME, bots.strongest(GAME)), Rolled(seed, turn), Log()
    state.advance(dice)
    while state.turn == turn and not state.fighting_days and not state.ships_sunk:
        decision = state.decision
        assert decision is not None, "the calendar goes on"
        choice = STAY if STAY in decision.options else staff.choose(state, decision)
        state.play(choice, dice, log)
    if state.ships_sunk:
        return SUNK
    left = any(event.kind == "leaves station" and event.rule == "P-9.0.G-1" for event in log.events)
    return DRIVEN_OFF if left else KEPT


def main() -> None:
    """Play the days and print the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=4000, help="days played for each line")
    count = parser.parse_args().days
    print("# What a day on the picket line costs, by the mode, the kind of day and the hull points")
    print("# of the ship: the chance that she is sunk, and that damage drives her off her station.")
    print(f"# Made by tests/figures/picket_days.py --days {count}; a chance of 0.08 is sure to")
    print(f"# {1.96 * (0.08 * 0.92 / count) ** 0.5:.3f}.")
    for mode in ("basic", "advanced"):
        for raid in (False, True):
            turns = days_of(raid)
            for hull in HULLS:
                ends = Counter(play_day(mode, turns[n % len(turns)], hull, n) for n in range(count))
                print(f'\n[[day]]\nmode = "{mode}"\nraid = {str(raid).lower()}\nhull = {hull}')
                print(f"sunk = {ends[SUNK] / count:.4f}")
                print(f"driven_off = {ends[DRIVEN_OFF] / count:.4f}", flush=True)


if __name__ == "__main__":
    main()
