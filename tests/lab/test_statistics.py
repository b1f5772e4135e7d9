"""Counts and means with their confidence intervals."""

from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from flankspeed.lab.statistics import Estimate, Sample, proportion

FIGURES = st.lists(st.integers(-1000, 1000) | st.floats(-1000, 1000), min_size=2, max_size=50)


def sample(values: list[float]) -> Sample:
    made = Sample()
    for value in values:
        made.add(value)
    return made


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # Newcombe, Two-sided confidence intervals for the single proportion (1998), method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0000),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_wilson_intervals(hits: int, trials: int, low: float, high: float) -> None:
    estimate = proportion(hits, trials)
    assert estimate.mean == hits / trials
    assert (round(estimate.low, 4), round(estimate.high, 4)) == (low, high)


@given(st.data())
def test_an_interval_holds_its_share(data: st.DataObject) -> None:
    trials = data.draw(st.integers(1, 10_000))
    hits = data.draw(st.integers(0, trials) | st.sampled_from([0, trials]))
    estimate = proportion(hits, trials)
    assert 0 <= estimate.low <= estimate.mean <= estimate.high <= 1
    others = proportion(trials - hits, trials)
    assert (others.low, others.high) == pytest.approx((1 - estimate.high, 1 - estimate.low))


def test_a_mean() -> None:
    """1, 2, 3, 4: standard deviation 1.290994, so 1.959964 * 1.290994 / 2 to each side."""
    assert astuple(sample([1, 2, 3, 4]).estimate) == pytest.approx(
        (2.5, 1.234849, 3.765151), abs=1e-6
    )
    assert sample([7]).estimate == Estimate(7, 7, 7)
    assert astuple(sample([0.1] * 3).estimate) == pytest.approx((0.1, 0.1, 0.1))


@given(FIGURES)
def test_means_agree_with_the_standard_library(values: list[float]) -> None:
    estimate = sample(values).estimate
    assert estimate.mean == pytest.approx(fmean(values), abs=1e-9)
    half = 1.959964 * stdev(values) / len(values) ** 0.5
    assert estimate.high - estimate.mean == pytest.approx(half, rel=1e-6, abs=1e-3)
    assert estimate.low <= estimate.mean <= estimate.high


@given(FIGURES, st.integers(0, 50))
def test_merged_samples_are_the_sample_of_all(values: list[float], cut: int) -> None:
    merged = sample(values[:cut])
    merged.merge(sample(values[cut:]))
    whole = sample(values)
    assert merged.count == whole.count
    assert astuple(merged.estimate) == pytest.approx(astuple(whole.estimate), abs=1e-3)
