"""Counts and means with their confidence intervals (95 %)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

Z = 1.959964  # two-sided 95 % of the normal distribution


class Estimate(msgspec.Struct, frozen=True):
    """A figure with the interval it lies in."""

    mean: float
    low: float
    high: float


def proportion(hits: float, trials: int) -> Estimate:
    """A share of all trials, with its Wilson interval.

    >>> proportion(50, 100)
    Estimate(mean=0.5, low=0.4038..., high=0.5961...)
    """
    share = hits / trials
    spread = Z * Z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    # At the ends of the scale rounding must not put the interval beside the share.
    return Estimate(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def paired(differences: Sequence[float], step: float = 0.0) -> Estimate:
    """The mean of differences, pair by pair.

    Differences of shares come in steps (of 1, or of 1/k where k pairs are averaged): then a pair
    more that differs by a step either way, half of each, and one that does not, are counted
    (Agresti and Min, 2005), for that nothing has differed yet does not mean that nothing can.

    >>> paired([0.0] * 98 + [1.0, -1.0], step=1)
    Estimate(mean=0.0, low=-0.0332..., high=0.0332...)
    """
    sample = Sample()
    for difference in differences:
        sample.add(difference)
    if not step:
        return sample.estimate
    count = sample.count + 2
    middle = sample.total / count
    variance = (sample.squares + step * step) / count - middle * middle
    half = Z * sqrt(max(0.0, variance) / count)
    mean = sample.total / sample.count
    return Estimate(mean, min(mean, max(-1.0, middle - half)), max(mean, min(1.0, middle + half)))


class Sample:
    """A mean in the making: how many, their sum, and the sum of their squares."""

    __slots__ = ("count", "squares", "total")

    def __init__(self, count: int = 0, total: float = 0.0, squares: float = 0.0) -> None:
        self.count = count
        self.total = total
        self.squares = squares

    def add(self, value: float) -> None:
        """Take one more value in."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Sample) -> None:
        """Take another sample's values in."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def estimate(self) -> Estimate:
        """The mean and its interval."""
        mean = self.total / self.count
        if self.count < 2:
            return Estimate(mean, mean, mean)
        variance = max(0.0, (self.squares - self.total * mean) / (self.count - 1))
        half = Z * sqrt(variance / self.count)
        return Estimate(mean, mean - half, mean + half)
