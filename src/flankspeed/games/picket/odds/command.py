"""`flankspeed odds picket`: what a wave can do against a fresh ship's best fire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from flankspeed.engine import Game, OddsReport, OptionError
from flankspeed.engine.odds import Grid
from flankspeed.games.picket.odds.report import wave_report
from flankspeed.games.picket.state import PicketState

_CHANCES = ("undamaged", "damaged", "flamed", "destroyed", "hit", "near_miss")

Planes = Annotated[
    str, typer.Option("--planes", metavar="PLACES", help="The wave, e.g. 315H,315M,Betty:180L.")
]
Gunnery = Annotated[
    int, typer.Option("--gunnery", min=-2, max=2, help="Value of the Gunnery officer.")
]
Mode = Annotated[
    str | None, typer.Option("--mode", metavar="basic|advanced", help="The game played.")
]
Lost = Annotated[str, typer.Option("--lost", metavar="IDS", help="Guns destroyed, e.g. 5in1,40A.")]
SFS = Annotated[int, typer.Option("--sfs", min=0, max=2, help="SFS markers.")]
AFS = Annotated[int, typer.Option("--afs", min=0, max=20, help="AFS markers.")]
Manoeuvred = Annotated[
    bool, typer.Option("--manoeuvred", help="The emergency manoeuvre has succeeded.")
]


def wave_odds(
    *,
    planes: Planes,
    gunnery: Gunnery = 0,
    mode: Mode = None,
    lost: Lost = "",
    sfs: SFS = 0,
    afs: AFS = 0,
    manoeuvred: Manoeuvred = False,
    game: Game[PicketState],
    scenario: str | None,
    options: Mapping[str, object],
    data: Mapping[str, Any],
) -> OddsReport:
    """The chances of every plane of a wave against a fresh ship's best fire.

    Guns, SFS and AFS are assigned and fired in the order that leaves the least to be feared; the
    scenario says which ship it is.
    """
    if mode and options.get("mode", mode) != mode:
        raise OptionError(f"--mode {mode} and --option mode={options['mode']} do not agree")
    values = {"mode": mode, **options} if mode else options
    name = game.find_scenario(scenario).name
    report = wave_report(
        game.new(name, game.options(values), data),
        _words(planes),
        gunnery=gunnery,
        lost=_words(lost),
        sfs=sfs,
        afs=afs,
        manoeuvred=manoeuvred,
    )
    return OddsReport(report, [_grid(report), _sum(report)])


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _grid(report: Mapping[str, Any]) -> Grid:
    rows = [
        [plane["plane"], *(f"{plane[chance]:.4f}" for chance in _CHANCES), _fired_by(plane)]
        for plane in report["planes"]
    ]
    lost = ", ".join(report["lost"]) or "none"
    title = f"A wave in the {report['mode']} game, Gunnery {report['gunnery']:+d}, lost: {lost}"
    columns = ["plane", *(chance.replace("_", " ") for chance in _CHANCES), "fired at by"]
    return Grid(title, columns, rows)


def _sum(report: Mapping[str, Any]) -> str:
    return (
        f"\nTo be expected: {report['hits']:.4f} hits, {report['near_misses']:.4f} near misses; "
        f"no hit at all: {report['no_hit']:.4f}"
    )


def _fired_by(plane: Mapping[str, Any]) -> str:
    """`5in1 (Mk37), 40A, SFS`."""
    guns = [f"{gun} (Mk37)" if gun in plane["slaved"] else gun for gun in plane["guns"]]
    return ", ".join([*guns, *["SFS"] * plane["sfs"], *["AFS"] * plane["afs"]]) or "nothing"
