"""Work out `sinking.toml` of Kamikaze anew: `python tests/figures/kamikaze_sinking.py > FILE`.

The chance to sink the ship in the dives to come, three and more of them, with all guns that six
dives can leave; half a minute. What fewer dives bring is worked out while the game is played.
"""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory

from flankspeed.games.kamikaze import KamikazeOptions
from flankspeed.games.kamikaze.odds.best_sinking import BestSinking
from flankspeed.games.kamikaze.rules.charts import charts_of

_DIVES, _FEWEST, _DIGITS = 6, 3, 10

HEAD = """\
# The chance to sink the ship by guns left (a mask in hex), damage, dives to come; default options.
# Computed, not printed: tests/figures/kamikaze_sinking.py (a test computes some of them anew).
"""


def main() -> None:
    """Print the file."""
    charts = charts_of(KamikazeOptions())
    with TemporaryDirectory() as nothing_known:
        os.environ["FLANKSPEED_CACHE"] = nothing_known
        sinking = BestSinking(charts, kept={})
        sinking.prepare(charts.battery.all, 0, _DIVES)
    print(HEAD, end="")
    for (guns, damage, dives), chance in sorted(sinking.known().items()):
        if dives >= _FEWEST:
            print(f"{guns:x}-{damage}-{dives} = {chance:.{_DIGITS}f}")


if __name__ == "__main__":
    main()
