"""Table 15: the random results of hits (7.3.W)."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Dice, Log, Roll
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.rules.damage.equipment import (
    hit_water_lines,
    lose_land_radar,
    lose_sfs,
)
from flankspeed.games.picket.rules.damage.people import officer_killed
from flankspeed.games.picket.state import PicketState, ShipLost

_WORDS: Final = {
    "water lines": "the water lines are out",
    "fighters": "US fighters appear and the attacks of this phase are over",
    "lose SFS": "a support ship is lost",
    "officer": "an officer is killed",
    "superficial": "superficial damage",
    "land radar": "a land radar station fails",
    "new station": "another station at the end of the turn",
    "sinks": "her back is broken",
}
_TABLE_15: Final = Roll.on(roll_charts().random, "Table 15")


def random_result(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.3.W: 2d6 on Table 15, without modifiers."""
    reading = _TABLE_15.throw(dice, "random result, Table 15")
    result = reading.result
    if log:
        log.add("random result", "P-7.3.W-1", readings=[reading], result=_WORDS[result])
    if result == "water lines":
        hit_water_lines(state, log)
    elif result == "fighters":
        state.attacks_over = True
    elif result == "lose SFS":
        lose_sfs(state, log)
    elif result == "officer":
        officer_killed(state, dice, log)
    elif result == "land radar":
        lose_land_radar(state, log)
    elif result == "new station":
        state.new_station = True
    elif result == "sinks":
        raise ShipLost(_WORDS[result])
