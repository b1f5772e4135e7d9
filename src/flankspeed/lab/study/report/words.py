"""What a report says in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from flankspeed.lab.study.factors import OPTION
from flankspeed.lab.study.report.effects import Effect
from flankspeed.lab.study.report.shown import Shown

_MOST = 4  # effects that are told


def in_short(shown: Shown) -> list[str]:
    """The main findings, sentence by sentence."""
    summary, side = shown.found.summary, shown.study.side
    said = []
    if not summary.complete:
        said.append(f"The study is not done: {summary.games} of {summary.wanted} games are played.")
    told = [cell for cell in summary.cells if cell.win_rates]
    if not told:
        return [*said, "Nothing has been played yet."]
    base = told[0]
    rate = shown.share(base.win_rates[side])
    where = f" ({base.label})" if len(told) > 1 else ""
    said.append(f"The {shown.side(side)} wins {rate} of the games of the first cell{where}.")
    if len(told) > 2:
        low, *_, high = sorted(told, key=lambda cell: cell.win_rates[side].mean)
        said.append(
            f"Least often it wins with {low.label}: {shown.share(low.win_rates[side])}; most often "
            f"with {high.label}: {shown.share(high.win_rates[side])}."
        )
    return [*said, *_effects(shown)]


def _effects(shown: Shown) -> list[str]:
    """What changes most, and what does not."""
    ranked = by_size(shown, shown.found.effects)
    clear = [each for each in ranked if _clear(shown, each)]
    said = [
        f"{each.title}: {each.word} instead of {each.base} changes the "
        f"{shown.measure(shown.main)} by {_points(shown, each)}."
        for each in clear[:_MOST]
    ]
    if len(clear) > _MOST:
        said.append(
            f"Differences beyond chance that the tables have besides: {len(clear) - _MOST}."
        )
    unclear = [each for each in ranked if not _clear(shown, each)]
    if unclear:
        words = "; ".join(f"{each.title}: {each.word}" for each in unclear)
        widest = max(
            100 * max(abs(estimate.low), abs(estimate.high))
            for each in unclear
            if (estimate := each.measures.get(shown.main))
        )
        said.append(
            f"No difference in wins is certain with {words}; as far as these games tell, each is "
            f"at most {widest:.1f} points."
        )
    return said


def _clear(shown: Shown, effect: Effect) -> bool:
    estimate = effect.measures.get(shown.main)
    return estimate is not None and (estimate.low > 0 or estimate.high < 0)


def _points(shown: Shown, effect: Effect) -> str:
    return shown.value(shown.main, effect.measures[shown.main], signed=True)


def by_size(shown: Shown, effects: Sequence[Effect]) -> list[Effect]:
    """Those that change most wins first."""
    known = [each for each in effects if shown.main in each.measures]
    return sorted(known, key=lambda each: -abs(each.measures[shown.main].mean))


def options_only(effects: Sequence[Effect]) -> tuple[list[Effect], list[Effect]]:
    """Effects of options, and of scenarios and bots."""
    options = [each for each in effects if each.factor.startswith(OPTION)]
    return options, [each for each in effects if each not in options]


def methods(shown: Shown) -> list[str]:
    """How the figures came about, and how far they can be trusted."""
    study = shown.study
    watched = min(study.watched, study.games)
    said = [
        "Every cell plays the same game numbers with the same dice: a stream of its own for each "
        "purpose that rules throw dice for, so that a changed rule leaves all other dice as they "
        "are. Bots have the same seeds, too.",
        "Intervals are those of 95 %: one in twenty misses by chance, so of many differences some "
        "that are marked may be none. Shares have Wilson's interval, means that of the normal "
        "distribution.",
        "Differences are taken game by game over the numbers that both cells have played; those of "
        "shares by the method of Agresti and Min (2005). What varies besides is averaged over, "
        "within each game number.",
        "Bots play, not people: what is found holds for players like them.",
    ]
    saved = [each.saved for each in shown.found.effects if each.saved]
    if saved:
        said.insert(
            1,
            "Pairing has made the differences in wins as certain as "
            f"{median(saved):.1f} times as many unpaired games would (the median of them).",
        )
    if study.until:
        said.append(
            f"A cell played until the interval of {shown.measure(study.until.of)} was narrower "
            f"than {study.until.width:g}, looked at after {study.until.first} games and whenever "
            f"there were half as many again, at most {study.games}. Looking "
            "more than once makes an interval a little too narrow."
        )
    if watched and any(found.turns for _, found in shown.cells):
        said.append(f"Turn by turn, the first {watched} games of each cell were followed.")
    return said
