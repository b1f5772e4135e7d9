"""`flankspeed odds`: exact odds before the dice are thrown."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from flankspeed import games
from flankspeed.cli.common import (
    AsJson,
    DataFile,
    OptionList,
    pairs,
    print_json,
    print_table,
    progress_bar,
    read_data,
)
from flankspeed.engine import MissingPackage

odds = typer.Typer(help="Exact odds of an attack, a wave, a dive.", rich_markup_mode=None)


@odds.command()
def kamikaze(
    kamikazes: Annotated[
        int, typer.Option("--kamikazes", min=1, max=6, help="How many dives are to come.")
    ] = 1,
    lost: Annotated[
        str, typer.Option("--lost", metavar="IDS", help="Mounts destroyed, e.g. 51,52.")
    ] = "",
    damage: Annotated[
        int, typer.Option("--damage", min=0, max=5, help="Damage the ship has already.")
    ] = 0,
    option: OptionList = None,
    data: DataFile = None,
    json: AsJson = False,
) -> None:
    """The chance that a dive crashes, from each entry point, and that the dives sink the ship.

    For the direct pilot (always the shortest way) and the optimal one (the greatest chance to
    crash). Four or more dives take a minute or more the first time; results are kept on disk.
    """
    try:
        from flankspeed.odds.kamikaze import dive_report
    except ModuleNotFoundError as missing:
        raise MissingPackage("numpy", "odds") from missing
    game = games.load("kamikaze")
    charts = game.new("attack", game.options(pairs(option, "option")), read_data(data)).charts
    mounts = [mount.strip() for mount in lost.split(",") if mount.strip()]
    with progress_bar() as bar:
        task = bar.add_task("gun states", total=None)
        report = dive_report(
            charts,
            mounts,
            damage,
            kamikazes,
            lambda done, of: bar.update(task, completed=done, total=of),
        )
    if json:
        print_json(report)
    else:
        _print_dives(report)


def _print_dives(report: dict[str, Any]) -> None:
    pilots = ("direct", "optimal")
    rows = [
        [
            f"crash from entry point {point}",
            *(f"{report[p]['entry'][point - 1]:.4f}" for p in pilots),
        ]
        for point in range(1, 9)
    ]
    names = {"crash": "crash, mean of the D8", "shot_down": "shot down"}
    names |= {"off_board": "jinked off the board", "out_of_mp": "out of movement points"}
    rows += [[text, *(f"{report[p][key]:.4f}" for p in pilots)] for key, text in names.items()]
    dives = report["kamikazes"]
    many = "1 dive sinks" if dives == 1 else f"{dives} dives sink"
    rows.append([f"{many} the ship", *(f"{report[p]['sink']:.4f}" for p in pilots)])
    lost = ", ".join(report["lost"]) or "none"
    title = f"Dives on a ship with {report['damage']} damage, mounts lost: {lost}"
    print_table(title, ["chance", *pilots], rows)
