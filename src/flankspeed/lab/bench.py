"""The benchmark: what play and simulation cost, beside python-chess in the same run.

What is measured is CPU time, so that others on the machine do not count. Caches and clock rates are
still noisy, so what counts is the ratio: ours and the peer's are measured in turn, round after
round. A measurement is made of parts, each the same work in every round; the best of each part is
kept, for noise only ever adds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from flankspeed import bots, games
from flankspeed.engine import Match, Rolled, State
from flankspeed.engine.game import named_object
from flankspeed.lab.playout import play_out

PARTS = 8
_COPIES = 500
_UNDOS = 100

# What is measured of each game and of its peer, and in which unit.
_WHAT = {
    "random-play decisions": "/s",
    "random games": "/s",
    "copy of a state": "us",
    "undo of a choice": "us",
}

# A measurement returns how much was done in one of its parts, and in how many seconds.
Measure = Callable[[int], tuple[int, float]]

clock = time.process_time


def clock_cost() -> float:
    """What reading the clock twice takes: about as much as an undo, so it is taken off there."""
    costs = []
    for _ in range(_COPIES):
        started = clock()
        costs.append(clock() - started)
    return min(costs)


class Row(msgspec.Struct, frozen=True):
    """One figure, the peer's beside it, and how many times better ours is."""

    name: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None


def bench(seconds: float, rounds: int) -> list[Row]:
    """Measure everything, `rounds` times one after the other; each takes about `seconds`."""
    seconds /= PARTS
    chess = _ChessBench.load(seconds)
    peers = [_Best(peer) for peer in chess.measures()] if chess else [None] * len(_WHAT)
    lines: list[tuple[str, str, _Best, _Best | None]] = []
    for name in games.names():
        ours = [_Best(measure) for measure in _GameBench(name, seconds).measures()]
        for (what, unit), mine, theirs in zip(_WHAT.items(), ours, peers, strict=True):
            lines.append((f"{name}: {what}", unit, mine, theirs))
        for what, measure in _own_measures(name).items():
            lines.append((f"{name}: {what}", "us", _Best(measure), None))
    measured = [*(mine for _, _, mine, _ in lines), *(peer for peer in peers if peer)]
    for _ in range(rounds):
        for best in measured:
            best.measure()
    return [_row(*line) for line in lines if line[2].per_second]


def _row(name: str, unit: str, mine: _Best, theirs: _Best | None) -> Row:
    value = _in(unit, mine.per_second)
    if not theirs:
        return Row(name, value, unit)
    ratio = round(mine.per_second / theirs.per_second, 2)
    return Row(name, value, unit, "python-chess", _in(unit, theirs.per_second), ratio)


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


class _Games:
    """The games of each part: as many as the time allows when first asked, then the same ones."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
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


def _in(unit: str, per_second: float) -> float:
    return round(per_second, 1) if unit == "/s" else round(1e6 / per_second, 2)


class _GameBench:
    """Measurements of one of our games, by random play."""

    def __init__(self, name: str, seconds: float) -> None:
        self._game = games.load(name)
        trial = self._game.trial
        self._scenario = self._game.find_scenario(trial.scenario).name
        self._options = self._game.options(trial.options)
        self._numbers = _Games(seconds)

    def measures(self) -> Sequence[Measure]:
        """In the order of `_WHAT`."""
        return self.decisions, self.games, self.copies, self.undos

    def decisions(self, part: int) -> tuple[int, float]:
        done, started = 0, clock()
        bits = Random(part).getrandbits
        for number in self._numbers.of(part):
            dice = Rolled(0, number)
            state: State = self._game.new(self._scenario, self._options)
            state.advance(dice)
            while (decision := state.decision) is not None:
                state.play(bits(16) * len(decision.options) >> 16, dice)
                done += 1
        return done, clock() - started

    def games(self, part: int) -> tuple[int, float]:
        done, started = 0, clock()
        seats = {seat: bots.make(self._game, "random", part) for seat in self._game.seats}
        for number in self._numbers.of(part):
            play_out(self._game, self._scenario, self._options, seats, Rolled(0, number))
            done += 1
        return done, clock() - started

    @cached_property
    def _half(self) -> int:
        """The choices of half a random game."""
        return self._played().choices // 2

    def _played(self, choices: int | None = None) -> Match:
        match = Match(self._game, self._scenario, self._options, dice=Rolled(3))
        random = Random(3)
        while match.decision is not None and match.choices != choices:
            match.play(random.choice(match.decision.options))
        return match

    def copies(self, part: int) -> tuple[int, float]:
        copy = self._played(self._half).state.copy
        started = clock()
        for _ in range(_COPIES):
            copy()
        return _COPIES, clock() - started

    def undos(self, part: int) -> tuple[int, float]:
        """Undo of a choice without dice; what is played between is not counted.

        A game may have such choices only in its first half, or none at all.
        """
        start = self._half
        match = self._played(start)
        random = Random(part)
        done, elapsed, cost = 0, 0.0, clock_cost()
        while match.decision is not None and done < _UNDOS:
            choice = random.choice(match.decision.options)
            match.play(choice)
            if match.undo_barred() is None:
                started = clock()
                match.undo()
                elapsed += clock() - started - cost
                done += 1
                match.play(choice)
            if match.result is not None:
                if not done and not start:
                    break
                start = start if done else 0
                match = self._played(start)
        return done, elapsed


def _own_measures(name: str) -> dict[str, Measure]:
    """What a game wants to have timed besides."""
    measures = games.load(name).trial.measures
    return (
        {what: _timed(call) for what, call in named_object(measures)().items()} if measures else {}
    )


def _timed(call: Callable[[], int]) -> Measure:
    def measure(_: int) -> tuple[int, float]:
        started = clock()
        done = call()
        return done, clock() - started

    return measure


class _ChessBench:
    """The same of python-chess: random plies, `copy(stack=False)`, `pop`."""

    def __init__(self, chess: Any, seconds: float) -> None:
        self._chess = chess
        self._numbers = _Games(seconds)

    @classmethod
    def load(cls, seconds: float) -> _ChessBench | None:
        """None where python-chess is not installed."""
        try:
            import chess
        except ModuleNotFoundError:
            return None
        return cls(chess, seconds)

    def measures(self) -> Sequence[Measure]:
        """In the order of `_WHAT`."""
        return self.plies, self.games, self.copies, self.undos

    def _run(self, part: int) -> tuple[int, int, float]:
        plies, boards, started = 0, 0, clock()
        bits = Random(part).getrandbits
        for _ in self._numbers.of(part):
            board = self._chess.Board()
            while not board.is_game_over():
                moves = list(board.legal_moves)
                board.push(moves[bits(16) * len(moves) >> 16])
                plies += 1
            boards += 1
        return plies, boards, clock() - started

    def plies(self, part: int) -> tuple[int, float]:
        plies, _, elapsed = self._run(part)
        return plies, elapsed

    def games(self, part: int) -> tuple[int, float]:
        _, boards, elapsed = self._run(part)
        return boards, elapsed

    def _middle(self) -> Any:
        board = self._chess.Board()
        random = Random(3)
        for _ in range(40):
            board.push(random.choice(list(board.legal_moves)))
        return board

    def copies(self, part: int) -> tuple[int, float]:
        board = self._middle()
        started = clock()
        for _ in range(_COPIES):
            board.copy(stack=False)
        return _COPIES, clock() - started

    def undos(self, part: int) -> tuple[int, float]:
        board = self._middle()
        elapsed, cost = 0.0, clock_cost()
        move = next(iter(board.legal_moves))
        for _ in range(_COPIES):
            board.push(move)
            started = clock()
            board.pop()
            elapsed += clock() - started - cost
        return _COPIES, elapsed
