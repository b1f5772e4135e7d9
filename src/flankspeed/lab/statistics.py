"""Counts and means with their confidence intervals (95 %)."""

from __future__ import annotations

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
