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
    print_json,
    print_table,
    start_of,
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
    start = start_of(rules, scenario, option, None)
    name, options = rules.find_scenario(start.scenario).name, rules.options(start.options)
    counts = count_positions(rules, name, options, depth, seed, start.data)
    if json:
        print_json(counts)
        return
    rows = [[str(at), str(count)] for at, count in enumerate(counts, 1)]
    print_table(f"perft {game}, seed {seed}", ["depth", "positions"], rows)
