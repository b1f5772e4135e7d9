"""What is measured of our games, by random play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

from flankspeed import bots, games
from flankspeed.engine import Match, Rolled, State
from flankspeed.engine.game import named_object
from flankspeed.lab.bench.measuring import (
    COPIES,
    Line,
    Measure,
    Play,
    Played,
    Row,
    beside,
    clock,
    clock_cost,
    compare,
    timed,
)
from flankspeed.lab.bench.peers import DECISIONS, ChessBench, peer_decisions
from flankspeed.lab.playout import play_out

_UNDOS = 100

# What is measured of each game and of its peer, and in which unit.
_WHAT = {
    DECISIONS: "/s",
    "random games": "/s",
    "copy of a state": "us",
    "undo of a choice": "us",
}


def bench(seconds: float, rounds: int, peers: bool = False) -> list[Row]:
    """Measure every game, `rounds` times; each measurement takes about `seconds`.

    python-chess stands beside all that it does, too, and with `peers` Catanatron.
    """
    chess = ChessBench.load(seconds)
    theirs: Sequence[Measure | None] = chess.measures() if chess else [None] * len(_WHAT)
    lines = []
    for name in games.names():
        ours = _GameBench(name, seconds).measures()
        for (what, unit), mine, peer in zip(_WHAT.items(), ours, theirs, strict=True):
            lines.append(Line(f"{name}: {what}", unit, mine, ChessBench.name if peer else "", peer))
        for what, call in _own_measures(name).items():
            lines.append(Line(f"{name}: {what}", "us", call))
    if peers:
        others = peer_decisions()
        others[DECISIONS].pop(ChessBench.name, None)  # which stands there already
        lines += beside(decisions(), others, seconds) if others[DECISIONS] else []
    return compare(lines, rounds)


def decisions() -> dict[str, dict[str, Play]]:
    """The decisions of random games, by game."""
    return {DECISIONS: {name: _GameBench(name, 0).play for name in games.names()}}


class _GameBench:
    """Measurements of one of our games."""

    def __init__(self, name: str, seconds: float) -> None:
        self._game = games.load(name)
        trial = self._game.trial
        self._scenario = self._game.find_scenario(trial.scenario).name
        self._options = self._game.options(trial.options)
        self._seconds = seconds

    def measures(self) -> Sequence[Measure]:
        """In the order of `_WHAT`."""
        play, play_game = Played(self.play, self._seconds), Played(self.play_game, self._seconds)
        return play, play_game, self.copies, self.undos

    def play(self, number: int) -> int:
        """The decisions of a random game."""
        done, dice, bits = 0, Rolled(0, number), Random(number).getrandbits
        state: State = self._game.new(self._scenario, self._options)
        state.advance(dice)
        while (decision := state.decision) is not None:
            state.play(bits(16) * len(decision.options) >> 16, dice)
            done += 1
        return done

    def play_game(self, number: int) -> int:
        """One game of the bot that plays at random."""
        seats = {seat: bots.make(self._game, "random", number) for seat in self._game.seats}
        play_out(self._game, self._scenario, self._options, seats, Rolled(0, number))
        return 1

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
        for _ in range(COPIES):
            copy()
        return COPIES, clock() - started

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
    if not measures:
        return {}
    return {what: timed(call) for what, call in named_object(measures)().items()}
