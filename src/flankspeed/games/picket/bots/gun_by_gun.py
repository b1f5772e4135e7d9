"""Fire without a plan, as the lower levels do it: what each gun takes away by itself."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.picket.bots.sight import Sight
from flankspeed.games.picket.bots.weighing import ranked
from flankspeed.games.picket.odds.barrage import marker_kind
from flankspeed.games.picket.odds.fire import Search
from flankspeed.games.picket.odds.worth import worth_of
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.menus import Aim, Support
from flankspeed.games.picket.rules.plane import COMING
from flankspeed.games.picket.state import PicketState

_SLIGHTED = 0.1  # of what a gun does counts at a plane that is not looked at


def weigh_gun_by_gun(
    state: PicketState, targets: Targets, decision: Decision, sight: Sight
) -> list[Weighed]:
    """What each gun and marker takes away by itself: no plan, and the lowest planes first."""
    search = Search(state, targets, worth_of(state.charts.card))
    search.begin(search.fixed)
    lowest = min(plane.altitude for plane in state.planes if plane.fate == COMING)
    values, by_gun = list[tuple[Choice, float]](), dict[int, float]()
    for option in decision.options:
        if isinstance(option, Aim | Support):
            gain = _gain(search, sight, lowest, option)
        else:  # `fire`, the last option: what guns do that are not aimed yet is lost
            gain = -(sum if sight.idle else max)([0.0, *by_gun.values()])
        if isinstance(option, Aim):
            by_gun[option.mount] = max(gain, by_gun.get(option.mount, 0.0))
        values.append((option, gain))
    return ranked(values, lambda _, gain: f"about {gain:+.1%}")


def _gain(search: Search, sight: Sight, lowest: int, option: Aim | Support) -> float:
    """What an order takes away from the threat of its plane, as it looks."""
    state = search.state
    if isinstance(option, Aim):
        slaved = option.slaved and sight.director
        kind = search.kind(option.mount, option.plane, slaved)
    else:
        kind = marker_kind(state, option.marker, state.planes[option.plane])
    looked_at = sight.high or state.planes[option.plane].altitude == lowest
    return search.gain(option.plane, kind) * (1.0 if looked_at else _SLIGHTED)
