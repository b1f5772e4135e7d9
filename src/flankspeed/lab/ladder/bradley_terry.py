"""Ratings by Bradley and Terry: who wins depends on the difference of two strengths, and the seat.

All games with the same dice are one cluster: what they have in common is no independent evidence.
So an interval follows from how much whole clusters scatter about the fit (a sandwich estimate), or
from the Fisher information, as if all games were independent, whichever is wider: where somebody
nearly always wins there is hardly any scatter to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from flankspeed.engine import MissingPackage
from flankspeed.lab.statistics import Estimate, Z

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.floating[Any]]

ELO = 400 / log(10)  # points for each unit of strength: 400 are ten wins for one
_ROUNDS, _EXACT = 100, 1e-10


class Duel(NamedTuple):
    """One game: who sat at the first seat, who at the second, its dice, the first seat's points."""

    first: int
    second: int
    dice: int
    points: float


class Ratings:
    """Strengths of players 0, 1, ... relative to one of them, the anchor; and of the first seat."""

    def __init__(self, strengths: Matrix, *covariances: Matrix) -> None:
        self._strengths = strengths  # of the players, then of the first seat
        self._covariances = covariances

    def rating(self, player: int) -> Estimate:
        """How far a player is above the anchor."""
        return self._contrast({player: 1.0})

    def difference(self, player: int, other: int) -> Estimate:
        """How far a player is above another."""
        return self._contrast({player: 1.0, other: -1.0})

    @property
    def advantage(self) -> Estimate:
        """What the first seat is worth to whoever sits there."""
        return self._contrast({len(self._strengths) - 1: 1.0})

    def expected(self, first: int, second: int) -> float:
        """The points to be expected of the first seat."""
        edge = self._strengths[first] - self._strengths[second] + self._strengths[-1]
        return 1 / (1 + exp(-float(edge)))

    def _contrast(self, weights: dict[int, float]) -> Estimate:
        mean = sum(weight * float(self._strengths[at]) for at, weight in weights.items())
        variances = [
            sum(
                one * other * float(covariance[i, j])
                for i, one in weights.items()
                for j, other in weights.items()
            )
            for covariance in self._covariances
        ]
        half = Z * sqrt(max(0.0, *variances))
        return Estimate(ELO * mean, ELO * (mean - half), ELO * (mean + half))


def check_installed() -> None:
    """Raise `MissingPackage` if ratings cannot be worked out here."""
    if find_spec("numpy") is None:
        raise MissingPackage("numpy", "lab")


def fit(duels: Sequence[Duel], players: int, anchor: int) -> Ratings:
    """The likeliest strengths, by Firth's likelihood.

    It takes away the bias of few games, and whoever wins all of his has a rating all the same.
    """
    import numpy as np

    rows = np.zeros((len(duels), players + 1))
    rows[:, -1] = 1
    for row, duel in zip(rows, duels, strict=True):
        row[duel.first], row[duel.second] = 1, -1
    free = [at for at in range(players + 1) if at != anchor]
    points = np.array([duel.points for duel in duels])
    clusters = np.array([duel.dice for duel in duels])
    strengths = np.zeros(players + 1)
    strengths[free] = _likeliest(rows[:, free], points)

    def whole(covariance: Matrix) -> Matrix:
        made = np.zeros((players + 1, players + 1))
        made[np.ix_(free, free)] = covariance
        return made

    chances = 1 / (1 + np.exp(-rows @ strengths))
    independent = _independent(rows[:, free], chances)
    scattered = _scattered(rows[:, free], points - chances, clusters, independent)
    return Ratings(strengths, whole(independent), whole(scattered))


def _likeliest(rows: Matrix, points: Matrix) -> Matrix:
    """The strengths at which points are as many as expected, but for Firth's correction."""
    import numpy as np

    strengths: Matrix = np.zeros(rows.shape[1])
    for _ in range(_ROUNDS):
        chances = 1 / (1 + np.exp(-rows @ strengths))
        covariance = _independent(rows, chances)
        leverage = np.einsum("ij,jk,ik->i", rows, covariance, rows) * chances * (1 - chances)
        step = covariance @ (rows.T @ (points - chances + leverage * (0.5 - chances)))
        strengths += np.clip(step, -1, 1)  # a long step may overshoot for ever
        if np.abs(step).max() < _EXACT:
            break
    return strengths


def _independent(rows: Matrix, chances: Matrix) -> Matrix:
    """The covariance of the strengths if all games are independent: the inverse information."""
    import numpy as np

    inverse: Matrix = np.linalg.inv(rows.T @ (rows * (chances * (1 - chances))[:, None]))
    return inverse


def _scattered(rows: Matrix, surplus: Matrix, clusters: NDArray[np.int_], bread: Matrix) -> Matrix:
    """The covariance by the scatter of whole clusters: what is beyond expectation in each."""
    import numpy as np

    _, numbers = np.unique(clusters, return_inverse=True)
    count = int(numbers.max()) + 1
    scores = np.zeros((count, rows.shape[1]))
    np.add.at(scores, numbers, rows * surplus[:, None])
    made: Matrix = bread @ (scores.T @ scores) @ bread * count / max(count - 1, 1)
    return made
