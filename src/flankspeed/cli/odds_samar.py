"""`flankspeed odds samar`: one attack, set up by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import typer

from flankspeed import games
from flankspeed.cli.common import (
    AsJson,
    DataFile,
    OptionList,
    console,
    number_in,
    pairs,
    print_json,
    print_table,
    read_data,
    refuse,
)
from flankspeed.engine import Modifier, OptionError

_STATUSES = "battle, cruise, flank, evasive, slowed or dead"

Target = Annotated[
    str, typer.Option("--target", metavar="SHIP", help="The ship attacked, e.g. U-CVE12.")
]
Firer = Annotated[
    str | None, typer.Option("--firer", metavar="SHIP", help="The ship firing, e.g. J-Yamato.")
]
Range = Annotated[int | None, typer.Option("--range", min=0, max=60, help="Hexes between the two.")]
Weapon = Annotated[
    str, typer.Option("--weapon", help="guns, secondary, reaction or torpedoes.", show_default=True)
]
Kind = Annotated[
    str | None, typer.Option("--strike", metavar="KIND", help="Aircraft: TB, DB, F or SA.")
]
Units = Annotated[int, typer.Option("--units", min=1, help="Air units of the strike.")]
AA = Annotated[
    str | None,
    typer.Option("--aa", metavar="RATINGS", help="AA of all that fire, e.g. 4,2; or none."),
]
FirerStatus = Annotated[str, typer.Option("--firer-status", help=f"{_STATUSES}.")]
TargetStatus = Annotated[str, typer.Option("--target-status", help=f"{_STATUSES}.")]
Broadside = Annotated[
    bool, typer.Option("--broadside/--no-broadside", help="The firer's bears on the target.")
]
TargetBroadside = Annotated[
    bool, typer.Option("--target-broadside", help="The target's is turned to the firer.")
]
Smoke = Annotated[
    int, typer.Option("--smoke", min=0, max=99, help="Smoke, fires and hulks in the way.")
]
Others = Annotated[int, typer.Option("--others", min=0, help="Other ships in the target's hex.")]
FirerDamaged = Annotated[
    bool, typer.Option("--firer-damaged", help="The firer's counter is turned over.")
]
TargetDamaged = Annotated[
    bool, typer.Option("--target-damaged", help="The target's counter is turned over.")
]
Hits = Annotated[int, typer.Option("--target-hits", min=0, help="Hit markers on the target.")]
Panicked = Annotated[int, typer.Option("--panicked", min=0, help="The target's friends in panic.")]
Shallows = Annotated[bool, typer.Option("--shallows", help="The target is in shallows.")]

# Options that say something of a ship that attacks, besides --firer and --range.
_OF_SHIPS = ("weapon", "firer_status", "firer_damaged", "broadside", "target_broadside")
_THROWN = ("hits", "plain", "criticals")
_ENDS = {
    "sunk": "sunk",
    "flipped": "damaged (counter turned over)",
    "slowed": "slowed",
    "dead": "dead in the water",
    "burning": "on fire",
    "panicked": "panicked",
    "hits": "hits, on average",
    "markers": "hit markers, on average",
    "fires": "fire markers, on average",
}


def samar(
    context: typer.Context,
    target: Target,
    firer: Firer = None,
    distance: Range = None,
    weapon: Weapon = "guns",
    strike: Kind = None,
    units: Units = 1,
    aa: AA = None,
    firer_status: FirerStatus = "battle",
    target_status: TargetStatus = "battle",
    broadside: Broadside = True,
    target_broadside: TargetBroadside = False,
    smoke: Smoke = 0,
    others: Others = 0,
    firer_damaged: FirerDamaged = False,
    target_damaged: TargetDamaged = False,
    target_hits: Hits = 0,
    panicked: Panicked = 0,
    shallows: Shallows = False,
    option: OptionList = None,
    data: DataFile = None,
    json: AsJson = False,
) -> None:
    """What one attack does: its dice with every modifier, and the chance of every result.

    A ship attacks (--firer, --range), or aircraft (--strike, --units). Sighting is the best of
    the day.
    """
    from flankspeed.games.samar.odds import report

    ship = report.Target(
        ship=target,
        status=target_status,
        damaged=target_damaged,
        hits=target_hits,
        smoke=smoke,
        others=others,
        panicked=panicked,
        shallows=shallows,
    )
    game = games.load("samar")
    charts = game.new("battle", game.options(pairs(option, "option")), read_data(data)).charts
    if strike is not None:
        if firer is not None or distance is not None:
            raise OptionError("either a ship attacks (--firer, --range) or aircraft (--strike)")
        refuse(context, *_OF_SHIPS, why="is for a ship's attack, not for --strike")
        found = report.strike_report(charts, strike, units, ship, _ratings(aa))
    elif firer is None or distance is None:
        raise OptionError("say who attacks: --firer SHIP and --range HEXES, or --strike KIND")
    else:
        refuse(context, "units", "aa", why="is for an attack of aircraft (--strike)")
        if not distance:
            sides = "broadside", "target_broadside"
            refuse(context, *sides, why="has no meaning at range 0: one hex has no bearing")
        attacker = report.Firer(
            ship=firer,
            range=distance,
            weapon=weapon,
            status=firer_status,
            damaged=firer_damaged,
            broadside=broadside,
            target_broadside=target_broadside,
        )
        found = report.shot_report(charts, attacker, ship)
    if json:
        print_json(found)
    else:
        _print(msgspec.structs.asdict(found))


def _ratings(text: str | None) -> list[int] | None:
    """The AA ratings as written; `none` if nobody fires."""
    if text is None:
        return None
    words = [] if text == "none" else [word.strip() for word in text.split(",")]
    ratings = [rating for word in words if (rating := number_in(word)) is not None]
    if len(ratings) < len(words):
        raise OptionError(f"--aa takes AA ratings like 4,2, or none, not {text!r}")
    return ratings


def _print(report: dict[str, Any]) -> None:
    out = console()
    out.print(f"{report['firer']} on {report['target']}, {report['weapon']}: {_dice(report)}")
    if report["units_left"]:
        ratings = ", ".join(map(str, report["aa"])) or "none"
        left = ", ".join(f"{n}: {chance:.4f}" for n, chance in enumerate(report["units_left"]))
        out.print(f"AA fire: {ratings}; units left: {left}")
    out.print(f"damage die: {_named(report['damage'])}")
    out.print(f"critical hits: {report['column']}, {_named(report['critical'])}")
    if report["panic_at"] is not None:
        out.print(f"panic: a throw of {report['panic_at']} or more")
    thrown = zip(*(report[f"{kind}_thrown"] for kind in _THROWN), strict=True)
    rows = [[str(count), *(f"{chance:.4f}" for chance in row)] for count, row in enumerate(thrown)]
    out.print()
    print_table("", ["number", "hits", "plain", "critical"], rows)
    out.print()
    ends = [[text, f"{report[key]:.4f}"] for key, text in _ENDS.items()]
    print_table("", [report["target"], "chance"], ends)


def _dice(report: dict[str, Any]) -> str:
    """`6 dice (gunnery rating +5, broadside +2, smoke -1)`."""
    dice, times = max(report["dice"], 0), report["throws"]
    thrown = f"{dice} {'die' if dice == 1 else 'dice'}{f', {times} times' if times > 1 else ''}"
    return f"{thrown} ({_named(report['modifiers'])})"


def _named(modifiers: Sequence[Modifier]) -> str:
    return ", ".join(f"{name} {value:+d}" for name, value in modifiers) or "no modifier"
