"""The report of a match in letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from flankspeed.engine import Game
from flankspeed.engine.report.luck import side_name
from flankspeed.engine.report.types import BestThrow, Luck, Moment, Report, Sample
from flankspeed.engine.show.text import SCREEN

_BAR = 30  # letters of a bar at its longest


def short(game: Game[Any], report: Report) -> Iterator[str]:
    """Why it ended so, the moments that mattered, and everybody's luck."""
    rule = f" ({report.verdict.rule})" if report.verdict.rule else ""
    yield f"{report.verdict.words}{rule}"
    yield from _part("Decisive moments", (_moment(moment) for moment in report.moments))
    yield from _part("Luck, in standard deviations", lucks(game, report.luck))


def full(game: Game[Any], report: Report) -> Iterator[str]:
    """All of it."""
    yield f"{game.title}: {report.outcome} after {report.choices} choices"
    yield from short(game, report)
    yield from _part("Losses", _losses(game, report))
    yield from _part("The best shots", (_best(game, throw) for throw in report.best))
    yield from _part("Luck by kind of throw", lucks(game, report.luck_by_kind))
    yield from _part("Luck by turn", lucks(game, report.luck_by_turn))
    yield from _part(report.strength, _timeline(report.timeline))


def _part(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A heading and its lines; nothing without any."""
    found = [f"  {line}" for line in lines]
    yield from ["", title, *found] if found else []


def _moment(moment: Moment) -> str:
    """`48 usn: what happened (usn -4)`."""
    changes = [f"{side} {by:+g}" for side, by in moment.change.items() if by]
    told = "; ".join(moment.texts) or moment.label
    by = f" ({', '.join(changes)})" if changes else ""
    return f"{moment.choice} {moment.seat}: {told}{by}"


def _best(game: Game[Any], throw: BestThrow) -> str:
    return f"{throw.choice} {side_name(game, throw.side)}, {throw.chance:.1%}: {throw.text}"


def lucks(game: Game[Any], found: Iterable[Luck]) -> Iterator[str]:
    """A line for each: how lucky, whose throws, of what, how many."""
    for luck in found:
        throws = f"{luck.throws} throw{'' if luck.throws == 1 else 's'}"
        yield f"{luck.deviations:+.2f} {side_name(game, luck.side)}, {luck.name} ({throws})"


def _losses(game: Game[Any], report: Report) -> Iterator[str]:
    for loss in report.losses:
        names = f": {', '.join(loss.names)}" if loss.names else ""
        yield f"{side_name(game, loss.side)}, {loss.kind} {loss.fate}: {loss.count}{names}"


def _timeline(samples: list[Sample]) -> Iterator[str]:
    """A bar for each side at each turn."""
    most = max((value for each in samples for value in each.strength.values()), default=0.0)
    width = max((len(each.turn) for each in samples), default=0)
    name = max((len(side) for each in samples for side in each.strength), default=0)
    bar = min(_BAR, SCREEN - width - name - 16)
    for each in samples:
        for number, (side, value) in enumerate(each.strength.items()):
            turn = each.turn if not number else ""
            length = round(bar * value / most) if most > 0 else 0
            yield f"{turn:{width}} {side:{name}} {'#' * length} {value:g}".rstrip()
