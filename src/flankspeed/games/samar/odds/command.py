"""`flankspeed odds samar`: one attack, set up by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
import typer

from flankspeed.engine import Game, Modifier, OddsReport, OptionError
from flankspeed.engine.odds import Grid
from flankspeed.games.samar.odds.in_full import ShotOdds
from flankspeed.games.samar.odds.report import Firer, Target, shot_report, strike_report
from flankspeed.games.samar.state import SamarState

_STATUSES = "battle, cruise, flank, evasive, slowed or dead"

TargetShip = Annotated[
    str, typer.Option("--target", metavar="SHIP", help="The ship attacked, e.g. U-CVE12.")
]
FirerShip = Annotated[
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


def attack_odds(
    *,
    target: TargetShip,
    firer: FirerShip = None,
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
    game: Game[SamarState],
    options: Mapping[str, object],
    data: Mapping[str, Any],
    given: frozenset[str],
) -> OddsReport:
    """What one attack does: its dice with every modifier, and the chance of every result.

    A ship attacks (--firer, --range), or aircraft (--strike, --units). Sighting is the best of
    the day.
    """
    ship = Target(
        ship=target,
        status=target_status,
        damaged=target_damaged,
        hits=target_hits,
        smoke=smoke,
        others=others,
        panicked=panicked,
        shallows=shallows,
    )
    charts = game.new("battle", game.options(options), data).charts
    if strike is not None:
        if firer is not None or distance is not None:
            raise OptionError("either a ship attacks (--firer, --range) or aircraft (--strike)")
        _refuse(given, *_OF_SHIPS, why="is for a ship's attack, not for --strike")
        return _report(strike_report(charts, strike, units, ship, _ratings(aa)))
    if firer is None or distance is None:
        raise OptionError("say who attacks: --firer SHIP and --range HEXES, or --strike KIND")
    _refuse(given, "units", "aa", why="is for an attack of aircraft (--strike)")
    if not distance:
        sides = "broadside", "target_broadside"
        _refuse(given, *sides, why="has no meaning at range 0: one hex has no bearing")
    attacker = Firer(
        ship=firer,
        range=distance,
        weapon=weapon,
        status=firer_status,
        damaged=firer_damaged,
        broadside=broadside,
        target_broadside=target_broadside,
    )
    return _report(shot_report(charts, attacker, ship))


def _refuse(given: frozenset[str], *names: str, why: str) -> None:
    """Refuse those of these options that were given: they would be ignored."""
    for name in names:
        if name in given:
            raise OptionError(f"--{name.replace('_', '-')} {why}")


def _ratings(text: str | None) -> list[int] | None:
    """The AA ratings as written; `none` if nobody fires."""
    if text is None:
        return None
    words = [] if text == "none" else [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise OptionError(f"--aa takes AA ratings like 4,2, or none, not {text!r}")
    return [int(word) for word in words]


def _report(found: ShotOdds) -> OddsReport:
    report = msgspec.structs.asdict(found)
    lines = [f"{report['firer']} on {report['target']}, {report['weapon']}: {_dice(report)}"]
    if report["units_left"]:
        ratings = ", ".join(map(str, report["aa"])) or "none"
        left = ", ".join(f"{n}: {chance:.4f}" for n, chance in enumerate(report["units_left"]))
        lines.append(f"AA fire: {ratings}; units left: {left}")
    lines.append(f"damage die: {_named(report['damage'])}")
    lines.append(f"critical hits: {report['column']}, {_named(report['critical'])}")
    if report["panic_at"] is not None:
        lines.append(f"panic: a throw of {report['panic_at']} or more")
    thrown = zip(*(report[f"{kind}_thrown"] for kind in _THROWN), strict=True)
    rows = [[str(count), *(f"{chance:.4f}" for chance in row)] for count, row in enumerate(thrown)]
    ends = [[text, f"{report[key]:.4f}"] for key, text in _ENDS.items()]
    hits = Grid("", ["number", "hits", "plain", "critical"], rows)
    return OddsReport(found, [*lines, "", hits, "", Grid("", [report["target"], "chance"], ends)])


def _dice(report: dict[str, Any]) -> str:
    """`6 dice (gunnery rating +5, broadside +2, smoke -1)`."""
    dice, times = max(report["dice"], 0), report["throws"]
    thrown = f"{dice} {'die' if dice == 1 else 'dice'}{f', {times} times' if times > 1 else ''}"
    return f"{thrown} ({_named(report['modifiers'])})"


def _named(modifiers: Sequence[Modifier]) -> str:
    return ", ".join(f"{name} {value:+d}" for name, value in modifiers) or "no modifier"
