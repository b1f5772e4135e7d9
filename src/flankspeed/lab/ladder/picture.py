"""The picture of a ladder: every bot with its interval, and who makes how many points of whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flankspeed.lab.ladder.ladder import Ladder
from flankspeed.lab.plot import PALE, figure, svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_DOT = "#1c4f8c"


def picture(found: Ladder) -> str:
    """A ladder as SVG."""
    rungs = len(found.rungs)
    if not found.meetings:
        plot = figure(7, 1.4 + 0.4 * rungs)
        _rungs(found, plot.add_subplot())
        return svg(plot)
    plot = figure(7 + 0.8 * rungs, 1.6 + 0.55 * rungs)
    left, right = plot.subplots(1, 2, width_ratios=[6, 1 + 0.8 * rungs])
    _rungs(found, left)
    _meetings(found, right)
    return svg(plot)


def _rungs(found: Ladder, axes: Axes) -> None:
    for at, rung in enumerate(reversed(found.rungs)):
        rating = rung.rating
        axes.plot([rating.low, rating.high], [at, at], color=_DOT, linewidth=2)
        axes.plot([rating.mean], [at], "o", color=_DOT)
    axes.axvline(0, color=PALE, zorder=0)
    axes.set_yticks(range(len(found.rungs)), [rung.bot for rung in reversed(found.rungs)])
    axes.set_ylim(-0.6, len(found.rungs) - 0.4)
    axes.set_xlabel(found.title)
    ways = "each from both seats" if found.meetings else "each"
    axes.set_title(f"{found.game}, {found.scenario}: {found.games} games {ways}")


def _meetings(found: Ladder, axes: Axes) -> None:
    """The share of points of whoever sits at the first seat (rows) against the second."""
    order = [rung.bot for rung in found.rungs]
    first, second = found.meetings[0].bots
    shares = [[float("nan")] * len(order) for _ in order]
    for each in found.meetings:
        row, column = order.index(each.bots[first]), order.index(each.bots[second])
        shares[row][column] = each.score.mean
        axes.text(column + 0.5, row + 0.5, f"{each.score.mean:.0%}", ha="center", va="center")
    axes.pcolormesh(shares, cmap="RdBu", vmin=-0.3, vmax=1.3)
    axes.invert_yaxis()
    middles = [at + 0.5 for at in range(len(order))]
    axes.set_xticks(middles, order)
    axes.set_yticks(middles, order)
    axes.set_xlabel(second)
    axes.set_ylabel(first)
    axes.set_title(f"Points of {first}")
