"""Duels of Samar's levels and exploits, by hand: who wins how often.

python tests/figures/samar_duels.py levels --games 40
python tests/figures/samar_duels.py exploits --games 40 --option clear_test=taffy3
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
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


def level(name: str) -> Maker:
    return lambda seed: bots.make(GAME, name, seed)


def duels(what: str) -> Iterator[tuple[str, list[tuple[Maker, Maker, str]]]]:
    """By name, the pairs (USN, IJN) to be played and the seat whose wins count."""
    if what == "levels":
        for lower, higher in pairwise(GAME.bots):
            one, other = level(higher), level(lower)
            yield f"{higher} against {lower}", [(one, other, "usn"), (other, one, "ijn")]
        return
    top = level(bots.strongest(GAME))
    for name, maker in USN_EXPLOITS.items():
        yield f"usn {name}", [(maker, top, "usn")]
    for name, maker in IJN_EXPLOITS.items():
        yield f"ijn {name}", [(top, maker, "ijn")]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["levels", "exploits"])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--only", default="", help="names that contain this")
    parser.add_argument("--option", action="append", default=[])
    called = parser.parse_args()
    options = dict(option.split("=") for option in called.option)
    for name, pairs in duels(called.what):
        if called.only not in name:
            continue
        wins = total = 0
        for usn, ijn, seat in pairs:
            won = sum(winner(usn(n), ijn(n), n, options) == seat for n in range(called.games))
            wins, total = wins + won, total + called.games
            print(f"{name}, as {seat}: {won} of {called.games}", flush=True)
        share = proportion(wins, total)
        print(f"{name}: {share.mean:.0%} ({share.low:.0%} to {share.high:.0%}) of {total}\n")


if __name__ == "__main__":
    main()
