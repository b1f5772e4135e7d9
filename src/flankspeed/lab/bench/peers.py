"""What others do: random games of python-chess and of Catanatron, where they are installed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, ClassVar

from flankspeed.lab.bench.measuring import COPIES, Measure, Play, Played, clock, clock_cost

DECISIONS = "random-play decisions"
CATANATRON = "Catanatron"
_MIDDLE = 40  # plies into a game of chess


class ChessBench:
    """What is measured of our games, of python-chess: plies, `copy(stack=False)`, `pop`."""

    name: ClassVar[str] = "python-chess"

    def __init__(self, chess: Any, seconds: float) -> None:
        self._chess = chess
        self._seconds = seconds

    @classmethod
    def load(cls, seconds: float) -> ChessBench | None:
        """None where python-chess is not installed."""
        try:
            import chess
        except ModuleNotFoundError:
            return None
        return cls(chess, seconds)

    def measures(self) -> Sequence[Measure]:
        """Decisions, games, copies, undo."""
        plies, games = Played(self.play, self._seconds), Played(self.play_game, self._seconds)
        return plies, games, self.copies, self.undos

    def play(self, number: int) -> int:
        """The plies of a random game."""
        plies, board, bits = 0, self._chess.Board(), Random(number).getrandbits
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[bits(16) * len(moves) >> 16])
            plies += 1
        return plies

    def play_game(self, number: int) -> int:
        """One random game."""
        self.play(number)
        return 1

    def _middle(self) -> Any:
        board = self._chess.Board()
        random = Random(3)
        for _ in range(_MIDDLE):
            board.push(random.choice(list(board.legal_moves)))
        return board

    def copies(self, part: int) -> tuple[int, float]:
        board = self._middle()
        started = clock()
        for _ in range(COPIES):
            board.copy(stack=False)
        return COPIES, clock() - started

    def undos(self, part: int) -> tuple[int, float]:
        board = self._middle()
        elapsed, cost = 0.0, clock_cost()
        move = next(iter(board.legal_moves))
        for _ in range(COPIES):
            board.push(move)
            started = clock()
            board.pop()
            elapsed += clock() - started - cost
        return COPIES, elapsed


def peer_decisions() -> dict[str, dict[str, Play]]:
    """The decisions of random games, by peer."""
    found: dict[str, Play] = {}
    if chess := ChessBench.load(0):
        found[ChessBench.name] = chess.play
    with suppress(ModuleNotFoundError):
        found[CATANATRON] = _catan()
    return {DECISIONS: found}


def _catan() -> Play:
    """Two of its own bots that play at random, as it counts their actions."""
    import random

    from catanatron import Color, Game, RandomPlayer

    def play(number: int) -> int:
        random.seed(number)  # which its players and its dice go by
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        game.play()
        state = game.state
        return len(getattr(state, "action_records", None) or state.actions)

    return play
