"""`flankspeed sim`: many games, and what they show."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from flankspeed import bots, games
from flankspeed.cli.common import (
    AsJson,
    BotList,
    Cluster,
    DataFile,
    GameName,
    Jobs,
    OptionList,
    ScenarioName,
    bot_names,
    console,
    one_of_jobs_and_cluster,
    print_json,
    print_table,
    progress_bar,
    start_of,
)
from flankspeed.lab import runners
from flankspeed.lab.sheets import Sheet, sheet_of
from flankspeed.lab.sim import Batch, Summary, parts, simulate
from flankspeed.lab.statistics import Estimate

_ALL = "all"


def sim(
    context: typer.Context,
    game: GameName,
    count: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    scenario: ScenarioName = None,
    bot: BotList = None,
    option: OptionList = None,
    data: DataFile = None,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same games.")] = 0,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write a line for each game: FILE.parquet, FILE.csv or FILE.jsonl.",
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Let bots play many games; report wins and figures with 95 % confidence intervals.

    A seat without --bot gets the game's strongest bot that is quick enough for many games.
    `--scenario all` plays so many games of every scenario but campaigns. Games are played in parts
    of one game or more, and there are never more processes than parts.
    """
    one_of_jobs_and_cluster(context)
    rules = games.load(game)
    seats = dict.fromkeys(rules.seats, bots.for_many_games(rules)) | bot_names(rules, bot)
    start = start_of(rules, scenario, option, data)
    if scenario == _ALL:
        names = [name for name in rules.ready_scenarios() if name not in rules.campaigns]
    else:
        names = [rules.find_scenario(start.scenario).name]
    batches = [Batch(game, name, start.options, seats, seed, start.data) for name in names]
    for batch in batches:  # wrong input: say so now
        rules.new(batch.scenario, rules.options(batch.options), batch.data)
    processes = runners.workers(jobs, len(parts(count)))
    with (
        sheet_of(out, rules, batches) if out else nullcontext() as sheet,
        runners.runner(game, processes, cluster) as runner,
    ):
        summaries = _played(batches, count, runner, sheet)
    if scenario == _ALL:
        print_json(summaries) if json else _print_all(summaries)
    elif json:
        print_json(summaries[0])
    else:
        _print(summaries[0])


def _played(
    batches: list[Batch], count: int, runner: runners.Runner, sheet: Sheet | None
) -> list[Summary]:
    """Play all batches, with a progress bar, and put every game on the sheet if there is one."""
    summaries = []
    with progress_bar() as bar:
        task = bar.add_task(batches[0].game, total=count * len(batches))
        for batch in batches:
            keep = sheet.keeper(batch) if sheet else None
            summaries.append(
                simulate(
                    batch,
                    count,
                    progress=lambda done: bar.advance(task, done),
                    runner=runner,
                    keep=keep,
                )
            )
    return summaries


def _print_all(summaries: list[Summary]) -> None:
    """One line for each scenario."""
    first = summaries[0]
    seats = ", ".join(f"{seat} {name}" for seat, name in first.bots.items())
    lines = [f"{first.game}: {first.games} games each ({seats}, seed {first.seed})"]
    for summary in summaries:
        wins = [f"{name} {_share(rate)}" for name, rate in summary.win_rates.items()]
        figures = [f"{name} {figure.mean:.2f}" for name, figure in summary.figures.items()]
        lines.append(f"{summary.scenario}: {', '.join(wins)}; {', '.join(figures)}")
    console().print("\n".join(lines), markup=False)


def _print(summary: Summary) -> None:
    seats = ", ".join(f"{seat} {name}" for seat, name in summary.bots.items())
    rate = summary.games / max(summary.seconds, 0.001)
    console().print(
        f"{summary.game}, {summary.scenario}: {summary.games} games ({seats}, seed {summary.seed}) "
        f"in {summary.seconds:.1f} s, {rate:.1f} games a second\n"
    )
    rows = [
        [name, str(summary.wins[name]), _share(rate)] for name, rate in summary.win_rates.items()
    ]
    print_table("Wins", ["seat", "games", "share (95 %)"], rows)
    outcomes = [[name, str(count)] for name, count in summary.outcomes.items()]
    print_table("\nOutcomes", ["outcome", "games"], outcomes)
    figures = [[name, _number(figure)] for name, figure in summary.figures.items()]
    print_table("\nFigures", ["figure", "mean (95 %)"], figures)


def _share(rate: Estimate) -> str:
    return f"{rate.mean:.1%} ({rate.low:.1%} to {rate.high:.1%})"


def _number(figure: Estimate) -> str:
    return f"{figure.mean:.3f} ({figure.low:.3f} to {figure.high:.3f})"
