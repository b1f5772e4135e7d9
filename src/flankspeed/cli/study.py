"""`flankspeed study`: an experiment described in a file, run anywhere, resumed, reported."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flankspeed.cli.common import (
    AsJson,
    Cluster,
    Command,
    Jobs,
    console,
    one_of_jobs_and_cluster,
    print_json,
    print_table,
)
from flankspeed.cli.streams import say
from flankspeed.cli.study_progress import StudyProgress
from flankspeed.engine import FlankspeedError, OptionError
from flankspeed.lab import runners
from flankspeed.lab.statistics import Estimate
from flankspeed.lab.study.report.findings import findings
from flankspeed.lab.study.report.page import page
from flankspeed.lab.study.results import Results
from flankspeed.lab.study.run import Run
from flankspeed.lab.study.store import Store
from flankspeed.lab.study.study import read_study
from flankspeed.lab.study.summary import StudySummary, summarise

study = typer.Typer(
    help="An experiment described in a file: run it anywhere, resume it, report it.",
    rich_markup_mode=None,
)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the study.")]


@study.callback()
def _all() -> None:
    """An experiment described in a file: run it anywhere, resume it, report it."""


@study.command("run", cls=Command)
def run(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The file of the study.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of its results.")],
    jobs: Jobs = 1,
    cluster: Cluster = "",
    records: Annotated[
        bool, typer.Option("--records", help="Keep the records of the games that are played.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Play all games of a study that are not in its folder yet.

    Stop it whenever you like, by Ctrl-C or otherwise: the same command goes on where it was. Games,
    and so all results, are the same in any number of processes and on any cluster.
    """
    one_of_jobs_and_cluster(context)
    store = Store(out, read_study(file))
    workers = runners.runner(store.study.game, jobs, cluster)
    try:
        with workers as runner, store, StudyProgress() as progress:
            Run(store, progress.show).go(runner, records)
    except KeyboardInterrupt:
        say("stopped; what was played is kept, and the same command goes on", error=True)
        raise typer.Exit(130) from None
    _tell(store, json)
    if not json:
        console().print(f"\nflankspeed study report {out} makes the report.", markup=False)


@study.command("show", cls=Command)
def show(folder: Folder, json: AsJson = False) -> None:
    """What a study has found so far, with 95 % confidence intervals, and a hash of all of it."""
    _tell(Store.open(folder), json)


@study.command("report", cls=Command)
def report(
    folder: Folder,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Default: report.html in the folder."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Make the report of a study: one HTML file with pictures and tables that needs nothing else.

    It can be made at any time, also of a study that is not done.
    """
    if json and output:
        raise OptionError("--json is printed: it takes no --output")
    store = Store.open(folder)
    found = findings(Results(store), str(folder))
    if json:
        print_json(found)
        return
    path = output or folder / "report.html"
    text = page(store.study, found)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FlankspeedError(f"cannot write {path}: {error.strerror}") from error
    say(str(path))


def _tell(store: Store, json: bool) -> None:
    summary = summarise(Results(store))
    print_json(summary) if json else _print(summary)


def _print(summary: StudySummary) -> None:
    state = "done" if summary.complete else f"{summary.games} of {summary.wanted} games"
    console().print(f"{summary.name} ({summary.game}, seed {summary.seed}): {state}", markup=False)
    names = list(summary.cells[0].wins)
    rows = [
        [cell.label, f"{cell.games} of {cell.wanted}"]
        + [_share(cell.win_rates.get(name)) for name in names]
        for cell in summary.cells
    ]
    print_table("", ["cell", "games", *names], rows)
    console().print(f"\nresults {summary.hash}", markup=False)


def _share(rate: Estimate | None) -> str:
    return f"{rate.mean:.1%} ({rate.low:.1%} to {rate.high:.1%})" if rate else "-"
