"""The benchmark: what play and simulation cost, beside python-chess in the same run.

Machines are noisy, so what counts is the ratio: ours and the peer's are measured in turn, several
times, and the best of each is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from flankspeed import bots, games
from flankspeed.engine import Match, Rolled, State
from flankspeed.lab.playout import play_out

ROUNDS = 5
_COPIES = 2000
_SIGHTING = 23  # hexes, the best of the day off Samar

# What each game is measured by, if not by its first scenario.
_SETUPS: dict[str, tuple[str | None, dict[str, object]]] = {"picket": ("3", {"mode": "advanced"})}

# A measurement returns how much was done and in how many seconds.
Measure = Callable[[], tuple[int, float]]


class Row(msgspec.Struct, frozen=True):
    """One figure, the peer's beside it, and how many times better ours is."""

    name: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None


def bench(seconds: float = 0.5) -> list[Row]:
    """Measure everything; each measurement takes about `seconds`, `ROUNDS` times."""
    chess = _ChessBench.load(seconds)
    rows = []
    for name in games.NAMES:
        ours = _GameBench(name, seconds)
        pairs: list[tuple[str, str, Measure, Measure | None]] = [
            ("random-play decisions", "/s", ours.decisions, chess.plies if chess else None),
            ("random games", "/s", ours.games, chess.games if chess else None),
            ("copy of a state", "us", ours.copies, chess.copies if chess else None),
            ("undo of a choice", "us", ours.undos, chess.undos if chess else None),
        ]
        rows += [_row(f"{name}: {what}", unit, a, b) for what, unit, a, b in pairs]
    rows.append(_row("samar: line of sight", "us", _SightBench().queries, None))
    return rows


def _row(name: str, unit: str, ours: Measure, peer: Measure | None) -> Row:
    """Measure both in turn; the best round of each counts."""
    mine = theirs = 0.0
    for _ in range(ROUNDS):
        mine = max(mine, _per_second(ours))
        theirs = max(theirs, _per_second(peer)) if peer else 0.0
    if not peer:
        return Row(name, _in(unit, mine), unit)
    ratio = round(mine / theirs, 2)
    return Row(name, _in(unit, mine), unit, "python-chess", _in(unit, theirs), ratio)


def _per_second(measure: Measure) -> float:
    done, elapsed = measure()
    return done / elapsed


def _in(unit: str, per_second: float) -> float:
    return round(per_second, 1) if unit == "/s" else round(1e6 / per_second, 2)


class _GameBench:
    """Measurements of one of our games, by random play."""

    def __init__(self, name: str, seconds: float) -> None:
        self._game = games.load(name)
        scenario, options = _SETUPS.get(name, (None, {}))
        self._scenario = self._game.find_scenario(scenario).name
        self._options = self._game.options(options)
        self._seconds = seconds
        self._number = 0
        self.decisions()  # once to warm up: look-up tables fill themselves

    def decisions(self) -> tuple[int, float]:
        done, started = 0, time.perf_counter()
        random = Random(1).random
        while (elapsed := time.perf_counter() - started) < self._seconds:
            self._number += 1
            dice = Rolled(0, self._number)
            state: State = self._game.new(self._scenario, self._options)
            state.advance(dice)
            while (decision := state.decision) is not None:
                options = decision.options
                state.play(options[int(random() * len(options))], dice)
                done += 1
        return done, elapsed

    def games(self) -> tuple[int, float]:
        done, started = 0, time.perf_counter()
        seats = {seat: bots.make(self._game.name, "random", 1) for seat in self._game.seats}
        while (elapsed := time.perf_counter() - started) < self._seconds:
            self._number += 1
            play_out(self._game, self._scenario, self._options, seats, Rolled(0, self._number))
            done += 1
        return done, elapsed

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

    def copies(self) -> tuple[int, float]:
        copy = self._played(self._half).state.copy
        started = time.perf_counter()
        for _ in range(_COPIES):
            copy()
        return _COPIES, time.perf_counter() - started

    def undos(self) -> tuple[int, float]:
        """Undo of a choice without dice; what is played between is not counted."""
        match = self._played(self._half)
        random = Random(4)
        done, elapsed, deadline = 0, 0.0, time.perf_counter() + self._seconds
        while match.decision is not None and (not done or time.perf_counter() < deadline):
            choice = random.choice(match.decision.options)
            match.play(choice)
            if match.undo_barred() is None:
                started = time.perf_counter()
                match.undo()
                elapsed += time.perf_counter() - started
                done += 1
                match.play(choice)
            if match.result is not None:
                match = self._played(self._half)
        return done, elapsed


class _SightBench:
    """Lines of sight between hexes anywhere in sight of each other, over smoke and past ships."""

    def __init__(self) -> None:
        # Here, because every command would have to load the game else.
        from flankspeed.games.samar.charts import charts_of
        from flankspeed.games.samar.hexes import DISTANCE
        from flankspeed.games.samar.los import Sight
        from flankspeed.games.samar.options import SamarOptions

        self._distance = DISTANCE
        charts = charts_of(SamarOptions())
        random = Random(5)
        smoke = {random.choice(charts.hexes): 1 for _ in range(60)}
        vessels = {random.choice(charts.hexes): 1 for _ in range(60)}
        sight = Sight(charts.land, smoke, vessels, "both_sides", "both")
        self._clear = sight.clear
        self._pairs = [self._pair(charts.hexes, random) for _ in range(_COPIES)]
        self.queries()  # once to warm up: lines are worked out when first asked for

    def _pair(self, hexes: Sequence[int], random: Random) -> tuple[int, int]:
        while True:
            start, end = random.choice(hexes), random.choice(hexes)
            if 0 < self._distance[end - start] <= _SIGHTING:
                return start, end

    def queries(self) -> tuple[int, float]:
        clear, pairs = self._clear, self._pairs
        started = time.perf_counter()
        for start, end in pairs:
            clear(start, end)
        return len(pairs), time.perf_counter() - started


class _ChessBench:
    """The same of python-chess: random plies, `copy(stack=False)`, `pop`."""

    def __init__(self, chess: Any, seconds: float) -> None:
        self._chess = chess
        self._seconds = seconds

    @classmethod
    def load(cls, seconds: float) -> _ChessBench | None:
        """None where python-chess is not installed."""
        try:
            import chess
        except ModuleNotFoundError:
            return None
        return cls(chess, seconds)

    def _run(self) -> tuple[int, int, float]:
        plies, boards, started = 0, 0, time.perf_counter()
        random = Random(1).random
        while (elapsed := time.perf_counter() - started) < self._seconds:
            board = self._chess.Board()
            while not board.is_game_over():
                moves = list(board.legal_moves)
                board.push(moves[int(random() * len(moves))])
                plies += 1
            boards += 1
        return plies, boards, elapsed

    def plies(self) -> tuple[int, float]:
        plies, _, elapsed = self._run()
        return plies, elapsed

    def games(self) -> tuple[int, float]:
        _, boards, elapsed = self._run()
        return boards, elapsed

    def _middle(self) -> Any:
        board = self._chess.Board()
        random = Random(3)
        for _ in range(40):
            board.push(random.choice(list(board.legal_moves)))
        return board

    def copies(self) -> tuple[int, float]:
        board = self._middle()
        started = time.perf_counter()
        for _ in range(_COPIES):
            board.copy(stack=False)
        return _COPIES, time.perf_counter() - started

    def undos(self) -> tuple[int, float]:
        board = self._middle()
        elapsed = 0.0
        move = next(iter(board.legal_moves))
        for _ in range(_COPIES):
            board.push(move)
            started = time.perf_counter()
            board.pop()
            elapsed += time.perf_counter() - started
        return _COPIES, elapsed
