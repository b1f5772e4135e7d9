"""`flankspeed fuzz`: random play that looks for what must not happen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flankspeed import games
from flankspeed.cli.common import AsJson, GameName, print_json, progress_bar
from flankspeed.cli.streams import say
from flankspeed.engine import OptionError
from flankspeed.lab.fuzz import fuzz as run_fuzz


def fuzz(
    game: GameName,
    count: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same games.")] = 0,
    out: Annotated[Path, typer.Option("--out", help="Where a record of a fault goes.")] = Path(),
    json: AsJson = False,
) -> None:
    """Play random games with random options and check every invariant after every choice.

    A fault is written as a record that replays to it; the exit code is then 1.
    """
    rules = games.load(game)
    if not out.is_dir():
        raise OptionError(f"{out} is not a folder")
    with progress_bar() as bar:
        task = bar.add_task(f"fuzz {game}", total=count)
        fault = run_fuzz(rules, count, seed, out, lambda done: bar.advance(task, done))
    if json:
        print_json({"game": game, "games": count, "seed": seed, "fault": fault})
    elif fault is None:
        say(f"{count} games of {game}: nothing found")
    else:
        where = f"; it is recorded in {fault.record}" if fault.record else ""
        say(f"game {fault.game}: {fault.message}{where}")
    if fault is not None:
        raise typer.Exit(1)
