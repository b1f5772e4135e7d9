"""Exact odds of the dives in Kamikaze Attack!: what a pilot can do about his chances.

One dive is a finite decision process: (position, MP left, hits) after each volley and its jinks.
Every move costs MP and nothing gives them back, so it is solved from 0 MP upwards
(`best_pilot`), or followed forwards for a pilot who has made up his mind (`outcome`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from flankspeed.engine import OptionError
from flankspeed.games.kamikaze.data.board import (
    POSITIONS,
    SECTION_AT,
    SECTIONS,
    Facing,
    Position,
    Square,
)
from flankspeed.games.kamikaze.data.charts import DIVE_MP, HITS_TO_DESTROY
from flankspeed.games.kamikaze.data.guns import Guns
from flankspeed.games.kamikaze.rules.charts import UNREACHABLE, Charts, charts_of
from flankspeed.games.kamikaze.rules.crash import Crash
from flankspeed.games.kamikaze.rules.defensive_fire import BLACK_DIE, YELLOW_DIE, volley_roll
from flankspeed.games.kamikaze.rules.dive import ENTRY_DIE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# The ways to crash that differ in what they destroy: the section hit, and the side it is hit from.
KINDS = (
    ("bow", "port"),
    ("bow", "ahead"),
    ("bow", "starboard"),
    ("amidships", "port"),
    ("amidships", "starboard"),
    ("stern", "port"),
    ("stern", "astern"),
    ("stern", "starboard"),
)
# Places are the positions, one for each kind of crash, one for leaving the board by a jink, and one
# for moves that do not exist.
CRASHES = POSITIONS
OFF_BOARD = POSITIONS + len(KINDS)
NO_MOVE = OFF_BOARD + 1
PLACES = NO_MOVE + 1

LAST_MP = DIVE_MP - 1  # what is left on the entry square
JINK = BLACK_DIE.chances()["jink"]
SIDES = [JINK * YELLOW_DIE.chances()[side] for side in ("left", "right")]
# Chances closer than this are equal: what machines round differently must not break a tie.
_EQUAL = 1e-11


class Outcome(NamedTuple):
    """How a dive can end, and the chance of each: a crash of each of `KINDS`, or none."""

    crashes: tuple[float, ...]
    shot_down: float
    off_board: float
    out_of_mp: float

    @property
    def crash(self) -> float:
        """The chance of any crash."""
        return sum(self.crashes)


class Pilot(NamedTuple):
    """A pilot who has made up his mind: a facing for each entry square, a turn everywhere else.

    `turns[mp, hits, position]` is an index into the charts' turns, -1 where no move is left.
    """

    faces: tuple[int, ...]
    turns: NDArray[np.int8]


class Values(NamedTuple):
    """What a dive is worth with the best play: `before[mp, hits, position]` the volley, and after.

    It is the chance of a crash if all crashes are worth 1.
    """

    before: Floats
    after: Floats


def automatic(charts: Charts) -> Charts:
    """The charts with the US choices taken automatically: what exact odds are computed for.

    What only the dogfight asks for is as in the rulebook, so that dives are solved once for all.
    `OptionError` where a dive depends on more than position, MP and hits.
    """
    if charts.options.beam_row == "cameFrom":
        raise OptionError("exact odds do not cover p2.beamRow=cameFrom")
    usual = {
        field.name: field.default
        for field in msgspec.structs.fields(charts.options)
        if field.encode_name.startswith("p1.")
    }
    options = msgspec.structs.replace(charts.options, us_choices="auto", hold_fire="no", **usual)
    overrides = msgspec.structs.replace(charts.overrides, kill_numbers=None)
    return charts_of(options, msgspec.to_builtins(overrides))


@lru_cache(maxsize=8)
def nearest_automatic(charts: Charts) -> Charts:
    """`automatic`, with an option that exact odds do not cover set to its default."""
    if charts.options.beam_row == "cameFrom":
        options = msgspec.structs.replace(charts.options, beam_row="choice")
        charts = charts_of(options, msgspec.to_builtins(charts.overrides))
    return automatic(charts)


class DiveModel:
    """The dive process of one set of charts, as arrays over positions."""

    def __init__(self, charts: Charts) -> None:
        self.charts = charts
        self.costs = [turn.cost for turn in charts.turns]
        self.moves = np.full((len(charts.turns), POSITIONS), NO_MOVE)
        names = [turn.name for turn in charts.turns]
        sea = [p for p in range(POSITIONS) if SECTION_AT[p >> 3] < 0]
        for position in sea:
            for move in charts.dive_moves[position]:
                turn = names.index(move.text.split()[1])
                self.moves[turn, position] = lands_on(position, move.to)
        self.jinks = np.full((2, POSITIONS), OFF_BOARD)
        self.jinks[:, sea] = [[self._jinks_to(p, side) for p in sea] for side in (0, 1)]
        self.reach = np.array(charts.reach)
        # One square for each set of guns that bear, and which of these each square is like.
        bearing = charts.battery.bearing
        self._alike = [bearing.index(guns) for guns in dict.fromkeys(bearing)]
        self._like = np.array([self._alike.index(bearing.index(guns)) for guns in bearing])

    def _jinks_to(self, position: Position, side: int) -> int:
        to = self.charts.jinks[position][side]
        if to < 0:
            return OFF_BOARD
        if SECTION_AT[to >> 3] >= 0 and self.charts.options.jink_into_ship == "splash":
            return OFF_BOARD
        return lands_on(position, to)

    def dice(self, guns: Guns) -> NDArray[np.uint8]:
        """How many dice these guns throw at each square."""
        firing = self.charts.battery.firing
        counts = [firing(square, guns).bit_count() for square in self._alike]
        dice: NDArray[np.uint8] = np.array(counts, np.uint8)[self._like]
        return dice

    def hit_chances(self, guns: Guns) -> Floats:
        """The chance of h hits by the volley on each position: an array [h, position]."""
        chances: Floats = np.repeat(hit_chances(self.dice(guns)), 8, axis=1)
        return chances

    def crash_survival(self, hit_chances: Floats) -> Floats | None:
        """With crashVolley=on, the chance to live through that volley: [hits, position]."""
        if self.charts.options.crash_volley == "off":
            return None
        return np.cumsum(hit_chances, axis=0)[::-1]

    def open_facing(self, entry_square: Square, value: Floats) -> Facing:
        """The facing on an entry square with the greatest value, the first of equals."""
        values = value[entry_square * 8 : entry_square * 8 + 8]
        return int(np.argmax(values > values.max() - _EQUAL))


def lands_on(position: Position, to: int) -> int:
    """The index of where a move or jink leads: a position, or a kind of crash."""
    if SECTION_AT[to >> 3] < 0:
        return to
    crash = Crash(to >> 3, position >> 3)
    return CRASHES + KINDS.index((SECTIONS[crash.section], crash.side))


def hit_chances(dice: NDArray[np.uint8]) -> Floats:
    """The chance of h hits by volleys of so many dice: an array [h, ...]."""
    volleys = [volley_roll(count).chances() for count in range(int(dice.max()) + 1)]
    by_count = [[volley.get(h, 0.0) for volley in volleys] for h in range(HITS_TO_DESTROY)]
    chances: Floats = np.take(by_count, dice, axis=1)
    return chances


@lru_cache(maxsize=8)
def model_of(charts: Charts) -> DiveModel:
    """The model of a set of charts."""
    return DiveModel(charts)


Ends: TypeAlias = tuple[float, ...]
ANY_CRASH: Ends = (1.0,) * len(KINDS)


@lru_cache(maxsize=32)
def best_pilot(charts: Charts, guns: Guns, ends: Ends = ANY_CRASH) -> tuple[Pilot, Values]:
    """The best pilot against these guns, and what he can expect.

    `ends` are what crashes of each kind are worth more than a dive that fails.
    """
    model = model_of(charts)
    hit_chances = model.hit_chances(guns)
    before = np.zeros((DIVE_MP, HITS_TO_DESTROY, PLACES))
    before[:, :, CRASHES:OFF_BOARD] = ends
    before[:, :, NO_MOVE] = -1
    after = np.zeros_like(before[:, :, :POSITIONS])
    turns = np.full(after.shape, -1, np.int8)
    survival = model.crash_survival(hit_chances)
    for mp in range(DIVE_MP):
        after[mp], turns[mp] = _best_moves(model, before, mp, survival)
        before[mp, :, :POSITIONS] = _volley(model, hit_chances, after[mp], ends)
    faces = tuple(model.open_facing(square, before[LAST_MP, 0]) for square in charts.entry_points)
    return Pilot(faces, turns), Values(before[:, :, :POSITIONS], after)


def _best_moves(
    model: DiveModel, before: Floats, mp: int, survival: Floats | None
) -> tuple[Floats, NDArray[np.int8]]:
    """The best affordable move at every (hits, position): its value, and which turn it is."""
    best = np.full((HITS_TO_DESTROY, POSITIONS), -0.5)  # below any chance, above no move at all
    turns = np.full(best.shape, -1, np.int8)
    for turn, cost in enumerate(model.costs):
        if cost > mp:
            continue
        to = model.moves[turn]
        value = before[mp - cost].take(to, axis=1)
        if survival is not None:
            value *= np.where((to >= CRASHES) & (to < OFF_BOARD), survival, 1)
        better = value > best + _EQUAL
        np.copyto(best, value, where=better)
        np.copyto(turns, np.int8(turn), where=better)
    np.maximum(best, 0, out=best)
    if model.charts.options.splash == "doomed":
        best[:, model.reach > mp] = 0
        turns[:, model.reach > mp] = -1
    return best, turns


def _volley(model: DiveModel, hit_chances: Floats, after: Floats, ends: Ends) -> Floats:
    """The value before the volley, from the value after it and its jinks, for every hits so far.

    `checked[hits, p]` is the value with p hits still to be checked for a jink.
    """
    again = model.charts.options.jink_volley == "on"
    checked = np.zeros((HITS_TO_DESTROY, HITS_TO_DESTROY, PLACES))
    checked[:, :, CRASHES:OFF_BOARD] = ends
    for hits in reversed(range(HITS_TO_DESTROY)):
        checked[hits, 0, :POSITIONS] = after[hits]
        for p in range(1, hits + 1):
            jinked = checked[hits, p - 1]
            if again:
                jinked = jinked.copy()
                jinked[:POSITIONS] = sum(
                    hit_chances[h] * checked[hits + h, p - 1 + h, :POSITIONS]
                    for h in range(HITS_TO_DESTROY - hits)
                )
            checked[hits, p, :POSITIONS] = (1 - JINK) * checked[hits, p - 1, :POSITIONS]
            for chance, to in zip(SIDES, model.jinks, strict=True):
                checked[hits, p, :POSITIONS] += chance * jinked[to]
    before = np.zeros((HITS_TO_DESTROY, POSITIONS))
    for hits in range(HITS_TO_DESTROY):
        for h in range(HITS_TO_DESTROY - hits):
            before[hits] += hit_chances[h] * checked[hits + h, h, :POSITIONS]
    return before


@lru_cache(maxsize=8)
def direct_pilot(charts: Charts) -> Pilot:
    """The direct policy: always the move of least total cost to the ship, jinks left aside.

    Of equal moves the first in the order of Figure 1: ahead, 45 left, 45 right, and so on.
    """
    model = model_of(charts)
    reach = np.append(model.reach, np.zeros(PLACES - POSITIONS))
    reach[OFF_BOARD:] = 2 * UNREACHABLE
    turns = np.full((DIVE_MP, HITS_TO_DESTROY, POSITIONS), -1, np.int8)
    for mp in range(DIVE_MP):
        best = np.full(POSITIONS, 2 * UNREACHABLE)
        for turn, cost in enumerate(model.costs):
            total = cost + reach[model.moves[turn]]
            better = (total < best) & (cost <= mp)
            best = np.where(better, total, best)
            turns[mp][:, better] = turn
        if charts.options.splash == "doomed":
            turns[mp][:, model.reach > mp] = -1
    faces = tuple(model.open_facing(square, -model.reach) for square in charts.entry_points)
    return Pilot(faces, turns)


def outcome(charts: Charts, guns: Guns, pilot: Pilot, entry: int | None = None) -> Outcome:
    """How a dive of this pilot ends against these guns: from one entry point, or by the D8."""
    flow = _Flow(model_of(charts), guns)
    for point, chance in ENTRY_DIE.chances().items() if entry is None else [(entry, 1.0)]:
        square, facing = charts.entry_points[point - 1], pilot.faces[point - 1]
        flow.arriving[LAST_MP, 0, square * 8 + facing] += chance
    for mp in reversed(range(DIVE_MP)):
        flow.fly_on(mp, flow.after_volley(mp), pilot.turns[mp])
    crashes = tuple(float(chance) for chance in flow.ends[: len(KINDS)])
    off_board = float(flow.ends[OFF_BOARD - POSITIONS])
    return Outcome(crashes, flow.shot_down, off_board, flow.out_of_mp)


class _Flow:
    """The chance to be in each place, followed from the entry square to the end of the dive.

    Only a small part of all places is ever reached, so chances move as (where, how much).
    """

    def __init__(self, model: DiveModel, guns: Guns) -> None:
        self.model = model
        self.hit_chances = model.hit_chances(guns)
        self.survival = model.crash_survival(self.hit_chances)
        self.arriving = np.zeros((DIVE_MP, HITS_TO_DESTROY, POSITIONS))
        self.ends = np.zeros(PLACES - POSITIONS)
        self.shot_down = 0.0
        self.out_of_mp = 0.0

    def after_volley(self, mp: int) -> Floats:
        """Let the guns fire on whoever arrives with `mp` left, and check the hits for jinks."""
        waiting = np.zeros((HITS_TO_DESTROY, HITS_TO_DESTROY, POSITIONS))  # hits to check, hits
        hits, where = _occupied(self.arriving[mp])
        self._fire(waiting, 0, hits, where, self.arriving[mp, hits, where])
        while waiting[1:].any():  # once; more often only where jinks draw fire anew
            for checks in reversed(range(1, HITS_TO_DESTROY)):
                self._check(waiting, checks)
        deciding: Floats = waiting[0]
        return deciding

    def _fire(self, waiting: Floats, checks: int, hits: Ints, where: Ints, chance: Floats) -> None:
        self.shot_down += float(chance.sum())
        for h in range(HITS_TO_DESTROY - checks):  # nobody has more hits to check than hits
            live = hits + h < HITS_TO_DESTROY
            hit = (chance * self.hit_chances[h, where])[live]
            np.add.at(waiting[checks + h], (hits[live] + h, where[live]), hit)
            self.shot_down -= float(hit.sum())

    def _check(self, waiting: Floats, checks: int) -> None:
        """Throw the black and yellow dice for one hit of all that have `checks` to go."""
        hits, where = _occupied(waiting[checks])
        chance = waiting[checks, hits, where]
        waiting[checks] = 0
        waiting[checks - 1, hits, where] += (1 - JINK) * chance
        for side, jinks in zip(SIDES, self.model.jinks, strict=True):
            to, jinked = jinks[where], side * chance
            flies = ~self._end(to, jinked)
            rest = hits[flies], to[flies]
            if self.model.charts.options.jink_volley == "on":
                self._fire(waiting, checks - 1, *rest, jinked[flies])
            else:
                np.add.at(waiting[checks - 1], rest, jinked[flies])

    def _end(self, to: Ints, chance: Floats) -> NDArray[np.bool_]:
        """Note in `ends` what ends where it goes, and say which that is."""
        over: NDArray[np.bool_] = to >= POSITIONS
        np.add.at(self.ends, to[over] - POSITIONS, chance[over])
        return over

    def fly_on(self, mp: int, deciding: Floats, turns: NDArray[np.int8]) -> None:
        """Make the pilot's move everywhere."""
        hits, where = _occupied(deciding)
        turned, chance = turns[hits, where], deciding[hits, where]
        self.out_of_mp += float(chance[turned < 0].sum())
        moves = turned >= 0
        hits, where, turned, chance = hits[moves], where[moves], turned[moves], chance[moves]
        to = self.model.moves[turned, where]
        if self.survival is not None:
            lives = np.where(to >= CRASHES, self.survival[hits, where], 1)
            self.shot_down += float((chance * (1 - lives)).sum())
            chance = chance * lives
        flies = ~self._end(to, chance)
        left = mp - np.array(self.model.costs)[turned[flies]]
        np.add.at(self.arriving, (left, hits[flies], to[flies]), chance[flies])


def _occupied(chances: Floats) -> tuple[Ints, Ints]:
    """The (hits, position) pairs that have any chance."""
    return np.divmod(np.flatnonzero(chances.ravel() > 0), POSITIONS)
