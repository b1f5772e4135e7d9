"""The most there can be of what comes and goes: planes in a wave, markers in a phase."""

from __future__ import annotations

from flankspeed.engine import Chart
from flankspeed.games.picket.data.attack_charts import attack_charts
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.data.ship import ship


def _most(chart: Chart[int]) -> int:
    return max(max(cells) for _, cells in chart.rows)


_WAVES = attack_charts().waves
WAVES = max(len(sizes) for sizes in _WAVES)
# The most planes of the first wave, of the second, and so on.
PLANES = tuple(
    max(sizes[number] for sizes in _WAVES if len(sizes) > number) for number in range(WAVES)
)
SPECIALS = ship().specials_per_wave
# 6.5.C and I: markers for carrier and for land planes; in a Kikusui phase by two rolls.
_TYPES = _ROLLS = 2
AFS = _TYPES * max(_most(roll_charts().afs_markers), _ROLLS * _most(roll_charts().afs_kikusui))
SFS = _most(roll_charts().sfs)
