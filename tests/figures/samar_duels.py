"""Duels of Samar's exploits with the best level, by hand: who wins how often.

python tests/figures/samar_duels.py --games 40 --option clear_test=taffy3
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from samar_exploits import IJN_EXPLOITS, USN_EXPLOITS

from flankspeed import bots
from flankspeed.engine import Bot, Rolled
from flankspeed.games.samar.game import Samar
from flankspeed.lab.statistics import proportion

GAME = Samar()
Maker = Callable[[int], Bot]


def winner(usn: Bot, ijn: Bot, seed: int, options: dict[str, str]) -> str | None:
    """Who wins the game of a seed."""
    state, dice = GAME.new(GAME.ready_scenarios()[0], GAME.options(options)), Rolled(seed)
    state.advance(dice)
    seats = {"usn": usn, "ijn": ijn}
    while state.decision is not None:
        state.play(seats[state.decision.seat].choose(state, state.decision), dice)
    assert state.result is not None
    return state.result.winner


def _top(seed: int) -> Bot:
    return bots.make(GAME, bots.strongest(GAME), seed)


def duels() -> Iterator[tuple[str, Maker, Maker, str]]:
    """By name, who is USN and who IJN, and the seat whose wins count."""
    for name, maker in USN_EXPLOITS.items():
        yield f"usn {name}", maker, _top, "usn"
    for name, maker in IJN_EXPLOITS.items():
        yield f"ijn {name}", _top, maker, "ijn"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--only", default="", help="names that contain this")
    parser.add_argument("--option", action="append", default=[])
    called = parser.parse_args()
    options = dict(option.split("=") for option in called.option)
    for name, usn, ijn, seat in duels():
        if called.only in name:
            won = sum(winner(usn(n), ijn(n), n, options) == seat for n in range(called.games))
            share = proportion(won, called.games)
            print(f"{name}: {share.mean:.0%} ({share.low:.0%} to {share.high:.0%})", flush=True)


if __name__ == "__main__":
    main()
