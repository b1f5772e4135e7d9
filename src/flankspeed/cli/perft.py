"""`flankspeed perft`: positions at each depth."""

from __future__ import annotations

from typing import Annotated

import typer

from flankspeed import games
from flankspeed.cli.common import (
    AsJson,
    GameName,
    OptionList,
    ScenarioName,
    pairs,
    print_json,
    print_table,
)
from flankspeed.lab.perft import perft as count_positions


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", min=1, max=20, help="How many choices deep.")],
    scenario: ScenarioName = None,
    option: OptionList = None,
    seed: Annotated[int, typer.Option("--seed", help="The dice.")] = 0,
    json: AsJson = False,
) -> None:
    """Count the positions after 1, 2, ... choices with fixed dice."""
    rules = games.load(game)
    options = rules.options(pairs(option, "option"))
    counts = count_positions(rules, rules.find_scenario(scenario).name, options, depth, seed)
    if json:
        print_json(counts)
        return
    rows = [[str(at), str(count)] for at, count in enumerate(counts, 1)]
    print_table(f"perft {game}, seed {seed}", ["depth", "positions"], rows)
