"""`flankspeed tree`: the shape of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from flankspeed import bots, games
from flankspeed.cli.common import (
    AsJson,
    DataFile,
    GameName,
    Jobs,
    OptionList,
    ScenarioName,
    Seed,
    console,
    print_json,
    print_table,
    progress_bar,
    start_of,
)
from flankspeed.lab.sim import Batch
from flankspeed.lab.tree import RANDOM, Tree
from flankspeed.lab.tree import tree as tree_of


def tree(
    game: GameName,
    count: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 20,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Who plays them.")] = RANDOM,
    scenario: ScenarioName = None,
    option: OptionList = None,
    data: DataFile = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    json: AsJson = False,
) -> None:
    """Tell how a game branches, how long it is, what is decided in it, and what takes its time.

    All by games of a bot, at random unless another is named. Time is CPU time, so that others on
    the machine do not count.
    """
    rules = games.load(game)
    bots.make(rules, bot)  # raises, naming the bots there are
    start = start_of(rules, scenario, option, data)
    name = rules.find_scenario(start.scenario).name
    batch = Batch(game, name, start.options, {}, seed, start.data)
    rules.new(name, rules.options(batch.options), batch.data)  # wrong input: say so now
    with progress_bar() as bar:
        task = bar.add_task(game, total=count)
        found = tree_of(batch, bot, count, jobs, lambda done: bar.advance(task, done))
    print_json(found) if json else _print(found)


def _print(found: Tree) -> None:
    screen = console()
    games_of = f"{found.games} games by {found.bot} (seed {found.seed})"
    screen.print(f"{found.game}, {found.scenario}: {games_of}\n", markup=False)
    spreads = {
        "options of a decision": found.branching,
        "decisions of a game": found.decisions,
        "throws of a game": found.throws,
        "dice of a game": found.dice,
    }
    rows = [
        [name, f"{each.mean:.1f}", str(each.median), str(each.p90), str(each.most)]
        for name, each in spreads.items()
    ]
    print_table("Shape", ["", "mean", "median", "90 % below", "most"], rows)
    screen.print(f"\n{_size(found)}\n", markup=False)
    kinds = [
        [
            each.step,
            each.seat,
            f"{each.decisions:.1f}",
            f"{each.options:.1f}",
            str(each.most),
            str(each.texts),
            f"{each.rules:.1%}",
            f"{each.bot:.1%}",
        ]
        for each in found.kinds
    ]
    heads = ["step", "seat", "decisions", "options", "most", "texts", "rules", "bot"]
    print_table("Decisions of a game by kind, with their shares of the time", heads, kinds)
    time = found.time
    screen.print(
        f"\nA game takes {1000 * time.seconds:.1f} ms of CPU time: the rules {time.rules:.0%} "
        f"({time.decisions_per_second:,.0f} decisions a second), the bots {1 - time.rules:.0%}.",
        markup=False,
    )


def _size(found: Tree) -> str:
    size = found.size
    text = (
        f"Options on average {found.geometric:.2f} (geometric mean), {found.texts} different texts."
        f"\nA typical game is one of 10^{size.typical.mean:.0f} by its choices, of "
        f"10^{size.typical_with_dice.mean:.0f} with its dice."
    )
    if size.all is None or size.all_with_dice is None:
        return text
    return (
        f"{text}\nThe whole tree, by Knuth's estimate: 10^{size.all:.0f}, with dice "
        f"10^{size.all_with_dice:.0f} or more."
    )
