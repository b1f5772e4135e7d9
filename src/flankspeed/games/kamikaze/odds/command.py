"""`flankspeed odds kamikaze`: what the dives can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from flankspeed.engine import Game, MissingPackage, OddsReport
from flankspeed.engine.odds import Grid
from flankspeed.games.kamikaze.state import KamikazeState

_PILOTS = {
    "direct": "direct",
    "crashing": "best for crashing",
    "sinking": "best for sinking",
}
_ENDS = {
    "crash": "crash, mean of the D8",
    "shot_down": "shot down",
    "off_board": "jinked off the board",
    "out_of_mp": "out of movement points",
}

Kamikazes = Annotated[
    int, typer.Option("--kamikazes", min=1, max=6, help="How many dives are to come.")
]
Lost = Annotated[str, typer.Option("--lost", metavar="IDS", help="Mounts destroyed, e.g. 51,52.")]
Damage = Annotated[int, typer.Option("--damage", min=0, max=5, help="Damage the ship has already.")]


def dive_odds(
    *,
    kamikazes: Kamikazes = 1,
    lost: Lost = "",
    damage: Damage = 0,
    game: Game[KamikazeState],
    options: Mapping[str, object],
    data: Mapping[str, Any],
    progress: Callable[[int, int], None],
) -> OddsReport:
    """The chance that a dive crashes, from each entry point, and that the dives sink the ship.

    For the direct pilot (always the shortest way), the one who is best for crashing (in each dive
    for itself) and the one who is best for sinking (in all dives together). Four or more dives take
    a minute or more the first time; results are kept on disk.
    """
    try:
        from flankspeed.games.kamikaze.odds.report import dive_report
    except ModuleNotFoundError as missing:
        raise MissingPackage("numpy", "odds") from missing
    charts = game.new("attack", game.options(options), data).charts
    mounts = [word.strip() for word in lost.split(",") if word.strip()]
    report = dive_report(charts, mounts, damage, kamikazes, progress)
    return OddsReport(report, [_grid(report)])


def _grid(report: Mapping[str, Any]) -> Grid:
    rows = [
        [
            f"crash from entry point {point}",
            *(f"{report[pilot]['entry'][point - 1]:.4f}" for pilot in _PILOTS),
        ]
        for point in range(1, 9)
    ]
    rows += [
        [text, *(f"{report[pilot][key]:.4f}" for pilot in _PILOTS)] for key, text in _ENDS.items()
    ]
    dives = report["kamikazes"]
    many = "1 dive sinks" if dives == 1 else f"{dives} dives sink"
    rows.append([f"{many} the ship", *(f"{report[pilot]['sink']:.4f}" for pilot in _PILOTS)])
    lost = ", ".join(report["lost"]) or "none"
    title = f"Dives on a ship with {report['damage']} damage, mounts lost: {lost}"
    return Grid(title, ["chance", *_PILOTS.values()], rows)
