"""`flankspeed odds`: exact odds before the dice are thrown."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from flankspeed import games
from flankspeed.cli.common import (
    AsJson,
    Command,
    DataFile,
    OptionList,
    ScenarioName,
    console,
    pairs,
    print_json,
    print_table,
    progress_bar,
    read_data,
    start_of,
)
from flankspeed.cli.odds_samar import samar
from flankspeed.engine import MissingPackage, OptionError

odds = typer.Typer(help="Exact odds of an attack, a wave, a dive.", rich_markup_mode=None)


@odds.command(cls=Command)
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
    mounts = _words(lost)
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


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


@odds.command(cls=Command)
def picket(
    planes: Annotated[
        str,
        typer.Option("--planes", metavar="PLACES", help="The wave, e.g. 315H,315M,Betty:180L."),
    ],
    gunnery: Annotated[
        int, typer.Option("--gunnery", min=-2, max=2, help="Value of the Gunnery officer.")
    ] = 0,
    mode: Annotated[
        str | None, typer.Option("--mode", metavar="basic|advanced", help="The game played.")
    ] = None,
    lost: Annotated[
        str, typer.Option("--lost", metavar="IDS", help="Guns destroyed, e.g. 5in1,40A.")
    ] = "",
    sfs: Annotated[int, typer.Option("--sfs", min=0, max=2, help="SFS markers.")] = 0,
    afs: Annotated[int, typer.Option("--afs", min=0, max=20, help="AFS markers.")] = 0,
    manoeuvred: Annotated[
        bool, typer.Option("--manoeuvred", help="The emergency manoeuvre has succeeded.")
    ] = False,
    scenario: ScenarioName = None,
    option: OptionList = None,
    json: AsJson = False,
) -> None:
    """The chances of every plane of a wave against a fresh ship's best fire.

    Guns, SFS and AFS are assigned and fired in the order that leaves the least to be feared; the
    scenario says which ship it is.
    """
    from flankspeed.odds.picket import wave_report

    game = games.load("picket")
    start = start_of(game, scenario, option, None)
    if mode and start.options.setdefault("mode", mode) != mode:
        raise OptionError(f"--mode {mode} and --option mode={start.options['mode']} do not agree")
    name = game.find_scenario(start.scenario).name
    report = wave_report(
        game.new(name, game.options(start.options), start.data),
        _words(planes),
        gunnery=gunnery,
        lost=_words(lost),
        sfs=sfs,
        afs=afs,
        manoeuvred=manoeuvred,
    )
    if json:
        print_json(report)
    else:
        _print_wave(report)


def _print_wave(report: dict[str, Any]) -> None:
    chances = ("undamaged", "damaged", "flamed", "destroyed", "hit", "near_miss")
    rows = [
        [plane["plane"], *(f"{plane[chance]:.4f}" for chance in chances), _fired_by(plane)]
        for plane in report["planes"]
    ]
    lost = ", ".join(report["lost"]) or "none"
    title = f"A wave in the {report['mode']} game, Gunnery {report['gunnery']:+d}, lost: {lost}"
    columns = ["plane", *(chance.replace("_", " ") for chance in chances), "fired at by"]
    print_table(title, columns, rows)
    console().print(
        f"\nTo be expected: {report['hits']:.4f} hits, {report['near_misses']:.4f} near misses; "
        f"no hit at all: {report['no_hit']:.4f}"
    )


def _fired_by(plane: dict[str, Any]) -> str:
    """`5in1 (Mk37), 40A, SFS`."""
    guns = [f"{gun} (Mk37)" if gun in plane["slaved"] else gun for gun in plane["guns"]]
    return ", ".join([*guns, *["SFS"] * plane["sfs"], *["AFS"] * plane["afs"]]) or "nothing"


odds.command(cls=Command)(samar)
