"""How many games pairing saves: the spread of a difference between two rules.

    python tests/figures/study_pairing.py --games 400
    python tests/figures/study_pairing.py --games 200 --only samar

Every case plays the same game numbers by the default and by one changed option, once with one
stream of dice a game and once with a stream for each purpose. Apart, a difference would have the
variance of both added up; paired, it has that of the differences game by game. The quotient is how
many times as many games it would take to know it as well.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from statistics import fmean, variance
from typing import NamedTuple

from flankspeed.lab.playout import Batch
from flankspeed.lab.rows import Row, counted_rows, paired_rows


class Case(NamedTuple):
    """An option at another value than its default, and what is looked at."""

    game: str
    scenario: str
    bot: str
    option: str
    value: str
    figure: str


CASES = [
    Case("kamikaze", "dives-3", "lieutenant", "p2.crashVolley", "on", "damage to the ship"),
    Case("kamikaze", "dives-3", "lieutenant", "p2.range", "section", "damage to the ship"),
    Case("kamikaze", "dives-3", "lieutenant", "p2.turret53", "amidships", "damage to the ship"),
    Case("picket", "3", "admiral", "officer_chain", "off", "hits taken"),
    Case("picket", "3", "admiral", "mode", "advanced", "hits taken"),
    Case("picket", "3", "admiral", "attack_ends", "8", "hits taken"),
    Case("samar", "battle", "captain", "critical_markers", "2", "USN armor sunk"),
    Case("samar", "battle", "captain", "diw_as_slowed", "false", "USN armor sunk"),
    Case("samar", "battle", "captain", "min_dice", "always", "USN armor sunk"),
]
SEATS = {"picket": ["usn"]}
Rows = Callable[[Batch, int, int], Iterable[Row]]


def figures(case: Case, options: dict[str, object], games: int, rows: Rows) -> list[float]:
    """The figure of each game."""
    players = dict.fromkeys(SEATS.get(case.game, ["usn", "ijn"]), case.bot)
    batch = Batch(case.game, case.scenario, options, players, 1)
    return [row.figures[case.figure] for row in rows(batch, 0, games)]


def spreads(case: Case, games: int, rows: Rows) -> tuple[float, float, float]:
    """The mean difference, its variance apart and paired."""
    usual = figures(case, {}, games, rows)
    changed = figures(case, {case.option: case.value}, games, rows)
    differences = [one - other for one, other in zip(changed, usual, strict=True)]
    return fmean(differences), variance(usual) + variance(changed), variance(differences)


def saved(before: float, after: float) -> str:
    return f"{before / after:.1f}" if after else "all"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", default="", help="cases whose game or option contains this")
    called = parser.parse_args()
    for case in CASES:
        if called.only not in f"{case.game} {case.option}":
            continue
        _, apart, paired = spreads(case, called.games, counted_rows)
        mean, _, streams = spreads(case, called.games, paired_rows)
        print(
            f"{case.game} {case.option}={case.value}, {case.figure}: {mean:+.2f}; "
            f"pairing saves {saved(apart, paired)} times the games, "
            f"streams {saved(paired, streams)} times on top",
            flush=True,
        )


if __name__ == "__main__":
    main()
