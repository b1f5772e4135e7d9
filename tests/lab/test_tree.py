"""The game tree: what is counted is what a match has."""

from __future__ import annotations

from collections import Counter
from math import log10, prod
from statistics import fmean

import msgspec
import pytest

from flankspeed import bots, games
from flankspeed.engine import Match, Rolled
from flankspeed.lab.sim import Batch
from flankspeed.lab.tree import Tree, _log_mean, _spread, tree

GAME = games.load("kamikaze")
BATCH = Batch("kamikaze", "dives-2", {}, {}, seed=3)
COUNT = 12  # in two parts


def counted(found: Tree) -> Tree:
    """All but what the clock said."""
    kinds = [msgspec.structs.replace(kind, rules=0, bot=0) for kind in found.kinds]
    return msgspec.structs.replace(found, kinds=kinds, time=None)


@pytest.fixture(scope="module")
def found() -> Tree:
    return tree(BATCH, "random", COUNT)


def played(number: int) -> tuple[list[int], list[str], Match]:
    """The same random game through a match: how many options each time, all their texts."""
    match = Match(GAME, "dives-2", dice=Rolled(3, number))
    own = 3 * 1_000_003 + number * 10
    players = {seat: bots.make(GAME, "random", own + at) for at, seat in enumerate(GAME.seats)}
    options, texts = [], []
    while match.decision:
        options.append(len(match.decision.options))
        texts += [option.text for option in match.decision.options]
        match.play(players[match.decision.seat].choose(match.state, match.decision))
    return options, texts, match


def test_it_is_that_of_the_matches(found: Tree) -> None:
    all_games = [played(number) for number in range(COUNT)]
    options = [number for each, _, _ in all_games for number in each]
    assert found.branching.mean == pytest.approx(fmean(options))
    assert found.branching.most == max(options)
    assert found.geometric == pytest.approx(prod(options) ** (1 / len(options)))
    assert found.decisions.mean == pytest.approx(len(options) / COUNT)
    assert found.texts == len({text for _, texts, _ in all_games for text in texts})
    throws = [[t for line in match.record.lines for t in line.throws] for _, _, match in all_games]
    assert found.throws.mean == pytest.approx(fmean(len(each) for each in throws))
    dice = [sum(len(throw.values) for throw in each) for each in throws]
    assert found.dice.mean == pytest.approx(fmean(dice))
    sizes = [log10(prod(each)) for each, _, _ in all_games]
    assert found.size.typical.mean == pytest.approx(fmean(sizes))
    ways = [log10(prod(throw.sides ** len(throw.values) for throw in each)) for each in throws]
    assert found.size.typical_with_dice.mean == pytest.approx(fmean(sizes) + fmean(ways))
    assert found.size.all == pytest.approx(log10(fmean(10**size for size in sizes)))


def test_kinds_add_up(found: Tree) -> None:
    assert {(kind.step, kind.seat) for kind in found.kinds} >= {("Dive", "ijn")}
    assert sum(kind.decisions for kind in found.kinds) == pytest.approx(found.decisions.mean)
    options = sum(kind.decisions * kind.options for kind in found.kinds)
    assert options == pytest.approx(found.decisions.mean * found.branching.mean)
    assert max(kind.most for kind in found.kinds) == found.branching.most
    assert sum(kind.rules for kind in found.kinds) == pytest.approx(found.time.rules)
    assert sum(kind.rules + kind.bot for kind in found.kinds) == pytest.approx(1)
    assert found.time.seconds > 0


def test_the_number_of_processes_changes_nothing(found: Tree) -> None:
    pytest.importorskip("joblib")
    assert counted(tree(BATCH, "random", COUNT, jobs=2)) == counted(found)


def test_only_random_play_tells_of_the_whole_tree() -> None:
    heard: list[int] = []
    found = tree(BATCH, "lieutenant", 7, progress=heard.append)
    assert (found.size.all, found.size.all_with_dice) == (None, None)
    assert sum(heard) == 7


def test_a_spread() -> None:
    spread = _spread(Counter({1: 5, 2: 3, 7: 1, 10: 1}))
    assert (spread.mean, spread.median, spread.p90, spread.most) == (2.8, 1, 10, 10)
    assert _spread(Counter(range(101))).p90 == 90


def test_a_mean_of_numbers_too_large_to_write() -> None:
    assert _log_mean([2, 2, 3]) == pytest.approx(log10(400))
    assert _log_mean([900, 902, 902]) == pytest.approx(900 + log10(67))
