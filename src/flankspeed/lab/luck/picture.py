"""The picture of a match's luck: how it went for each side, and by kind of throw."""

from __future__ import annotations

from itertools import accumulate
from math import sqrt
from typing import TYPE_CHECKING, Any

from flankspeed.engine import Game
from flankspeed.engine.report.luck import Scored, side_name
from flankspeed.lab.luck.account import Account, Replayed
from flankspeed.lab.plot import INK, PALE, figure, svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TURNS = 12  # that can be named below a plot


def picture(replayed: Replayed, account: Account) -> str:
    """The luck of each side as the match went on, in standard deviations, beside its kinds."""
    sides = [luck.side for luck in account.sides]
    plot = figure(11, 1 + 2.6 * max(len(sides), 1))
    plot.suptitle(f"{account.game}, {account.scenario}: luck in standard deviations")
    if not sides:
        return svg(plot)
    rows = plot.subplots(len(sides), 2, squeeze=False, width_ratios=[3, 2])
    for side, (left, right) in zip(sides, rows, strict=True):
        _course(replayed, account, side, left)
        _kinds(replayed.story.game, account, side, right)
    return svg(plot)


def _course(replayed: Replayed, account: Account, side: str, axes: Axes) -> None:
    """The sum of all luck so far, within what is likely: one and two deviations."""
    game = replayed.story.game
    throws = [throw for throw in replayed.story.throws if throw.stake.side == side]
    whole = sqrt(sum(throw.score.variance for throw in throws))
    at = [0, *(throw.told.choice for throw in throws)]
    sums = [0.0, *accumulate(throw.score.value / whole for throw in throws)]
    likely = [0.0, *(sqrt(sum_) / whole for sum_ in _variances(throws))]
    for times in (2, 1):
        band = [times * each for each in likely]
        axes.fill_between(at, band, [-each for each in band], color=PALE, alpha=0.35, linewidth=0)
    axes.plot(at, sums, color=colour(game, side), drawstyle="steps-post")
    for number, big in enumerate(replayed.biggest, 1):
        if big.stake.side == side:
            after = sums[1 + throws.index(big)]
            axes.plot([big.told.choice], [after], "o", color=colour(game, side), markersize=4)
            axes.annotate(str(number), (big.told.choice, after), (3, 3), textcoords="offset points")
    axes.axhline(0, color=INK, linewidth=0.6)
    axes.set_xlim(0, max(account.choices, 1))
    starts = {throw.told.turn: throw.told.choice for throw in reversed(replayed.story.throws)}
    named = sorted((choice, turn) for turn, choice in starts.items() if turn)
    shown = named[:: max(1, -(-len(named) // _TURNS))]
    if shown:
        axes.set_xticks([choice for choice, _ in shown], [turn for _, turn in shown], rotation=30)
    luck = next(each for each in account.sides if each.side == side)
    axes.set_title(f"{side_name(game, side)}: {luck.deviations:+.2f} ({luck.throws} throws)")


def _variances(throws: list[Scored]) -> list[float]:
    return list(accumulate(throw.score.variance for throw in throws))


def _kinds(game: Game[Any], account: Account, side: str, axes: Axes) -> None:
    kinds = [kind for kind in account.kinds if kind.side == side][::-1]
    axes.barh(
        [f"{kind.kind} ({kind.throws})" for kind in kinds],
        [kind.deviations for kind in kinds],
        color=colour(game, side),
        height=0.6,
    )
    axes.axvline(0, color=INK, linewidth=0.6)
    most = max([2.0, *(abs(kind.deviations) * 1.1 for kind in kinds)])
    axes.set_xlim(-most, most)
    axes.set_title("By kind of throw")


def colour(game: Game[Any], side: str) -> str:
    """The colour of a side; throws of nobody's have that of ink."""
    return game.sides[side].colour if side in game.sides else INK
