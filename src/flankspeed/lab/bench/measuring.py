"""How the benchmark measures, and how it sets ours beside what others do.

What is measured is CPU time, so that others on the machine do not count. Caches and clock rates are
still noisy, so what counts is the ratio: ours and the peer's are measured in turn, round after
round. A measurement is made of parts, each the same work in every round; the best of each part is
kept, for noise only ever adds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

PARTS = 8
COPIES = 500

# A measurement returns how much was done in one of its parts, and in how many seconds.
Measure: TypeAlias = Callable[[int], tuple[int, float]]
# Plays a game by its number, and says how much was done in it.
Play: TypeAlias = Callable[[int], int]
# What is measured, of whom.
Plays: TypeAlias = Mapping[str, Mapping[str, Play]]

clock = time.process_time


class Row(msgspec.Struct, frozen=True):
    """One figure, the peer's beside it, and how many times better ours is."""

    name: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None


class Line(NamedTuple):
    """What is measured, in which unit, and the peer beside it, if there is one."""

    name: str
    unit: str
    mine: Measure
    peer: str = ""
    theirs: Measure | None = None


def beside(ours: Plays, theirs: Plays, seconds: float) -> list[Line]:
    """A line for each of ours and each peer that does the same; where there is none, for ours."""
    lines = []
    for what, mine in ours.items():
        peers: dict[str, Measure | None] = {
            peer: Played(play, seconds) for peer, play in theirs.get(what, {}).items()
        }
        for game, play in mine.items():
            measure = Played(play, seconds)
            for peer, measured in (peers or {"": None}).items():
                lines.append(Line(f"{game}: {what}", "/s", measure, peer, measured))
    return lines


def compare(lines: Sequence[Line], rounds: int) -> list[Row]:
    """Measure all lines, `rounds` times one after the other; what has nothing to do is left out.

    What stands in several lines, as a peer does, is measured once.
    """
    measures = [measure for line in lines for measure in (line.mine, line.theirs) if measure]
    bests = {measure: _Best(measure) for measure in measures}
    for _ in range(rounds):
        for best in bests.values():
            best.measure()
    speeds = {measure: best.per_second for measure, best in bests.items()}
    return [_row(line, speeds) for line in lines if speeds[line.mine]]


def _row(line: Line, speeds: Mapping[Measure, float]) -> Row:
    name, unit, mine, peer, theirs = line
    value = _in(unit, speeds[mine])
    if not theirs:
        return Row(name, value, unit)
    ratio = round(speeds[mine] / speeds[theirs], 2)
    return Row(name, value, unit, peer, _in(unit, speeds[theirs]), ratio)


class _Best:
    """A measurement and the best of each of its parts."""

    def __init__(self, measure: Measure) -> None:
        self._measure = measure
        self._parts = [(0, 1.0)] * PARTS

    def measure(self) -> None:
        for part, best in enumerate(self._parts):
            self._parts[part] = max(best, self._measure(part), key=_per_second)

    @property
    def per_second(self) -> float:
        done, elapsed = zip(*self._parts, strict=True)
        return _per_second((sum(done), sum(elapsed)))


def _per_second(measured: tuple[int, float]) -> float:
    done, elapsed = measured
    return done / max(elapsed, 1e-9)  # a coarse clock may not have moved


def _in(unit: str, per_second: float) -> float:
    return round(per_second, 1) if unit == "/s" else round(1e6 / per_second, 2)


class Numbers:
    """The games of each part: as many as the time allows when first asked, then the same ones.

    A measurement takes about so many `seconds`, in all its parts together.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds / PARTS
        self._counts: dict[int, int] = {}

    def of(self, part: int) -> Iterator[int]:
        """The numbers of the games of a part; all differ from those of the other parts."""
        if part in self._counts:
            yield from range(part, part + self._counts[part] * PARTS, PARTS)
            return
        count, deadline = 0, clock() + self._seconds
        while not count or clock() < deadline:
            yield part + count * PARTS
            count += 1
        self._counts[part] = count


class Played:
    """A measurement of games, as many as take about so many `seconds`."""

    def __init__(self, play: Play, seconds: float) -> None:
        self._play = play
        self._numbers = Numbers(seconds)

    def __call__(self, part: int) -> tuple[int, float]:
        """How much is done in one part."""
        done, play, started = 0, self._play, clock()
        for number in self._numbers.of(part):
            done += play(number)
        return done, clock() - started


def timed(call: Callable[[], int]) -> Measure:
    """A measurement of a call that says how much it has done."""

    def measure(_: int) -> tuple[int, float]:
        started = clock()
        done = call()
        return done, clock() - started

    return measure


def clock_cost() -> float:
    """What reading the clock twice takes: about as much as an undo, so it is taken off there."""
    costs = []
    for _ in range(COPIES):
        started = clock()
        costs.append(clock() - started)
    return min(costs)
