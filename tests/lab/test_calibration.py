"""What is foretold comes true as often as it was said to."""

from math import sqrt

import pytest

from flankspeed import games
from flankspeed.lab.calibration import calibration


@pytest.mark.parametrize("name", games.names())
def test_what_is_foretold_comes_true(name: str) -> None:
    """Over 2,000 decisions, every tenth of the predictions within four and a half errors."""
    tenths = calibration(games.load(name), 2000, seed=1)
    assert sum(tenth.number for tenth in tenths) > 1000
    for number, (count, foretold, happened) in enumerate(tenths):
        assert not count or number / 10 <= foretold <= (number + 1) / 10
        if count:
            error = sqrt(foretold * (1 - foretold) / count)
            assert happened == pytest.approx(foretold, abs=4.5 * error)
