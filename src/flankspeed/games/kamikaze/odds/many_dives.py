"""Many dives at once: what each is worth to the best pilot, for many gun states and many ends.

The process is that of `dives`, restricted to the places that a dive can come to and still crash
from, and worked out for a whole batch in each step. Jinks that draw fire anew are not covered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from flankspeed.games.kamikaze.data.board import POSITIONS
from flankspeed.games.kamikaze.data.charts import DIVE_MP, HITS_TO_DESTROY
from flankspeed.games.kamikaze.odds.dives import (
    CRASHES,
    JINK,
    KINDS,
    LAST_MP,
    OFF_BOARD,
    PLACES,
    SIDES,
    DiveModel,
    Floats,
    Ints,
    hit_chances,
    model_of,
)
from flankspeed.games.kamikaze.rules.charts import Charts

Bools = NDArray[np.bool_]

BATCH = 16  # problems worked out together: as many as the processor's own memory holds
_HITS = range(HITS_TO_DESTROY)


class Layer(NamedTuple):
    """Places that differ in position only: `rows[place]` is the row of each in the layer's array.

    After the positions come the kinds of crash, then one row for whatever fails.
    """

    where: Ints
    rows: Ints

    def array(self, tail: Floats) -> Floats:
        """The values of the layer, 0 as yet, with what the ends are worth below."""
        values = np.zeros((len(self.where) + len(tail), tail.shape[1]))
        values[len(self.where) :] = tail
        return values


class ManyDives:
    """The dive process of one set of charts, laid out for batches.

    `arrivals[mp][hits]` are the places before a volley, `checks[mp][hits][p]` those after it with p
    hits still to be checked for a jink; from those with none the pilot moves. What leads from one
    layer to the next is looked up once: rows of the values that go into each row.
    """

    def __init__(self, charts: Charts) -> None:
        self.charts = charts
        self._model = model = model_of(charts)
        self._most = model.dice(charts.battery.all)[np.arange(POSITIONS) >> 3]
        arrivals, checks = _places(model, self._most)
        self._arrivals = [[_layer(mask) for mask in by_hits] for by_hits in arrivals]
        self._checks = [
            [[_layer(checks[mp, hits, p]) for p in range(hits + 1)] for hits in _HITS]
            for mp in range(DIVE_MP)
        ]
        steps = [(mp, hits) for mp in range(DIVE_MP) for hits in _HITS]
        self._moves = {step: self._move_rows(*step) for step in steps}
        self._jinks = {
            (*step, p): self._jink_rows(*step, p) for step in steps for p in range(1, step[1] + 1)
        }
        self._volleys = {
            (*step, new): self._volley_rows(*step, new)
            for step in steps
            for new in range(step[1] + 1)
        }

    def _move_rows(self, mp: int, hits: int) -> list[tuple[int, Ints, Ints]]:
        """Of each affordable turn: its cost, the rows it leads to, and which of them crash."""
        where, found = self._checks[mp][hits][0].where, []
        for turn, cost in enumerate(self._model.costs):
            if cost <= mp:
                to = self._model.moves[turn, where]
                crashes = np.flatnonzero((to >= CRASHES) & (to < OFF_BOARD))
                found.append((cost, self._arrivals[mp - cost][hits].rows[to], crashes))
        return found

    def _jink_rows(self, mp: int, hits: int, checks: int) -> list[tuple[float, Ints]]:
        """The ways a check can go: the chance of each, and the rows it leads to."""
        where, rows = self._checks[mp][hits][checks].where, self._checks[mp][hits][checks - 1].rows
        jinks = zip(SIDES, self._model.jinks, strict=True)
        return [(1 - JINK, rows[where]), *((chance, rows[to[where]]) for chance, to in jinks)]

    def _volley_rows(self, mp: int, hits: int, new: int) -> tuple[Ints | slice, Ints, Ints]:
        """The rows that get `new` hits, `hits` in all: their squares, and the rows they lead to."""
        where = self._arrivals[mp][hits - new].where
        hit = self._most[where] >= new
        # To name all rows by a slice is much the faster way.
        there = slice(len(where)) if hit.all() else np.flatnonzero(hit)
        return there, where[there] >> 3, self._checks[mp][hits][new].rows[where[there]]

    def worth(self, dice: NDArray[np.uint8], ends: Floats) -> Floats:
        """What each dive is worth more than a failed one, the mean of the D8.

        `dice[problem, square]` are those of the volleys, `ends[problem, kind]` what crashes are
        worth more than a failure.
        """
        found = [
            self._solve(hit_chances(dice[first : first + BATCH].T), ends[first : first + BATCH].T)
            for first in range(0, len(dice), BATCH)
        ]
        return np.concatenate(found)

    def _solve(self, chances: Floats, ends: Floats) -> Floats:
        tail = np.concatenate([ends, np.zeros((1, ends.shape[1]))])
        before: list[list[Floats]] = []
        for mp in range(DIVE_MP):
            before.append([layer.array(tail) for layer in self._arrivals[mp]])
            for hits in _HITS:
                values = self._best_moves(before, mp, hits, chances, tail)
                for checks in range(hits + 1):
                    if checks:
                        values = self._jink(mp, hits, checks, values, tail)
                    there, squares, rows = self._volleys[mp, hits, checks]
                    hit = values.take(rows, axis=0)
                    hit *= chances[checks].take(squares, axis=0)
                    before[mp][hits - checks][there] += hit
        places = np.array(self.charts.entry_points)[:, None] * 8 + np.arange(8)
        entering = before[LAST_MP][0][self._arrivals[LAST_MP][0].rows[places]]
        means: Floats = entering.max(axis=1).mean(axis=0)
        return means

    def _best_moves(
        self, before: list[list[Floats]], mp: int, hits: int, chances: Floats, tail: Floats
    ) -> Floats:
        """The best affordable move everywhere; none at all is a failure."""
        layer = self._checks[mp][hits][0]
        values = layer.array(tail)
        best = values[: len(layer.where)]
        for cost, rows, crashes in self._moves[mp, hits]:
            value = before[mp - cost][hits].take(rows, axis=0)
            if self.charts.options.crash_volley == "on":
                squares = layer.where[crashes] >> 3
                value[crashes] *= chances[: HITS_TO_DESTROY - hits, squares].sum(axis=0)
            np.maximum(best, value, out=best)
        return values

    def _jink(self, mp: int, hits: int, checks: int, values: Floats, tail: Floats) -> Floats:
        """The values with one more hit to check, from those with one less."""
        layer = self._checks[mp][hits][checks]
        jinked = layer.array(tail)
        mean = jinked[: len(layer.where)]
        for chance, rows in self._jinks[mp, hits, checks]:
            value = values.take(rows, axis=0)
            value *= chance
            mean += value
        return jinked


def _places(model: DiveModel, most: Ints) -> tuple[Bools, Bools]:
    """Where a dive can be before a volley [mp, hits, position], and after it [mp, hits, p, ...].

    `most` are the dice that a whole ship throws at each position: other ships throw no more.
    """
    crash_before, crash_after = _can_crash(model, most)
    before = np.zeros((DIVE_MP, HITS_TO_DESTROY, PLACES), bool)
    after = np.zeros((DIVE_MP, HITS_TO_DESTROY, HITS_TO_DESTROY, PLACES), bool)
    for square in model.charts.entry_points:
        before[LAST_MP, 0, square * 8 : square * 8 + 8] = True
    for mp in reversed(range(DIVE_MP)):
        before[mp] &= crash_before[mp]
        for hits in _HITS:
            for new in range(hits + 1):
                after[mp, hits, new, :POSITIONS] |= before[mp, hits - new, :POSITIONS] & (
                    most >= new
                )
            for checks in reversed(range(hits + 1)):
                after[mp, hits, checks] &= crash_after[mp, hits, checks]
                here = np.flatnonzero(after[mp, hits, checks, :POSITIONS])
                if checks:
                    for to in (here, *model.jinks[:, here]):
                        after[mp, hits, checks - 1, to] = True
            for turn, cost in enumerate(model.costs):
                if cost <= mp:
                    before[mp - cost, hits, model.moves[turn, here]] = True
    return before[..., :POSITIONS], after[..., :POSITIONS]


def _can_crash(model: DiveModel, most: Ints) -> tuple[Bools, Bools]:
    """From where a crash is possible at all, in the shape of `_places`."""
    before = np.zeros((DIVE_MP, HITS_TO_DESTROY, PLACES), bool)
    after = np.zeros((DIVE_MP, HITS_TO_DESTROY, HITS_TO_DESTROY, PLACES), bool)
    before[..., CRASHES:OFF_BOARD] = after[..., CRASHES:OFF_BOARD] = True
    for mp in range(DIVE_MP):
        for hits in _HITS:
            flies = after[mp, hits, 0, :POSITIONS]
            for turn, cost in enumerate(model.costs):
                if cost <= mp:
                    flies |= before[mp - cost, hits, model.moves[turn]]
            if model.charts.options.splash == "doomed":
                flies &= model.reach <= mp
            for checks in range(1, hits + 1):
                fewer = after[mp, hits, checks - 1]
                left, right = model.jinks
                after[mp, hits, checks, :POSITIONS] = fewer[:POSITIONS] | fewer[left] | fewer[right]
            for new in range(hits + 1):
                before[mp, hits - new, :POSITIONS] |= after[mp, hits, new, :POSITIONS] & (
                    most >= new
                )
    return before, after


def _layer(mask: Bools) -> Layer:
    where = np.flatnonzero(mask)
    rows = np.full(PLACES, len(where) + len(KINDS))
    rows[where] = np.arange(len(where))
    rows[CRASHES:OFF_BOARD] = len(where) + np.arange(len(KINDS))
    return Layer(where, rows)


@lru_cache(maxsize=8)
def many_dives(charts: Charts) -> ManyDives:
    """The batch solver of a set of charts."""
    return ManyDives(charts)
