"""The dives of a study against their exact odds.

    flankspeed study run docs/studies/kamikaze-dives.toml --out kamikaze-dives
    python tests/figures/dives_against_odds.py kamikaze-dives

For every cell the chance that the ship is sunk: what the games show, with its interval, what is
exact for that pilot and these rules, and how many standard errors lie between them.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from typing import Any

from flankspeed import games
from flankspeed.games.kamikaze.odds.report import dive_report
from flankspeed.lab.study.results import CellResults, Results
from flankspeed.lab.study.store import Store
from flankspeed.lab.study.summary import summarise

PILOTS = {"lieutenant": "direct", "admiral": "sinking"}
GAME = games.load("kamikaze")


def exact(cell: CellResults, known: dict[tuple[str, int], Mapping[str, Any]]) -> float:
    """The chance that the dives of a cell sink the ship."""
    batch = cell.cell.batch
    dives = int(batch.scenario.removeprefix("dives-"))
    key = str(sorted(batch.options.items())), dives
    if key not in known:
        charts = GAME.new(batch.scenario, GAME.options(batch.options)).charts
        known[key] = dive_report(charts, [], 0, dives)
    return float(known[key][PILOTS[batch.bots["ijn"]]]["sink"])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    results = Results(Store.open(parser.parse_args().folder))
    known: dict[tuple[str, int], Mapping[str, Any]] = {}
    squares = count = 0.0
    print("| cell | sunk in the games | exact | standard errors |\n|---|---|---|---|")
    for cell, told in zip(results.cells, summarise(results).cells, strict=True):
        chance, rate = exact(cell, known), told.win_rates["ijn"]
        errors = (rate.mean - chance) / sqrt(chance * (1 - chance) / told.games)
        squares, count = squares + errors * errors, count + 1
        seen = f"{rate.mean:.1%} ({rate.low:.1%} to {rate.high:.1%})"
        print(f"| {told.label} | {seen} | {chance:.2%} | {errors:+.1f} |", flush=True)
    print(f"\nMean square of the standard errors: {squares / count:.2f} ({count:.0f} cells)")


if __name__ == "__main__":
    main()
