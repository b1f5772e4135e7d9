"""Figures of one's own: what a player's data file may put in place of ours."""

from __future__ import annotations

import msgspec

from flankspeed.games.kamikaze.data.board import ColumnRow
from flankspeed.games.kamikaze.data.charts import KillNumbers
from flankspeed.games.kamikaze.data.guns import Mount


class Overrides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player's own data file may replace: the printed values, where he has them."""

    kill_numbers: KillNumbers | None = None
    entry_points: list[ColumnRow] | None = None
    mounts: list[Mount] | None = None
