"""The order of moves: which ship goes next, so that none is in another's way."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Weighed
from flankspeed.games.samar.bots.arrivals import safe_ships
from flankspeed.games.samar.bots.chartroom import Chartroom
from flankspeed.games.samar.bots.forecast import Forecast
from flankspeed.games.samar.bots.gate import moves_until_shut
from flankspeed.games.samar.bots.moves import best_plan
from flankspeed.games.samar.bots.schemes import Scheme
from flankspeed.games.samar.data.hexes import DISTANCE, STEPS, Hex
from flankspeed.games.samar.data.markers import FIT, FLANK, IJN, Navy, ShipNumber
from flankspeed.games.samar.rules.movement.course import STEP_OF
from flankspeed.games.samar.rules.movement.sea_room import open_statuses
from flankspeed.games.samar.rules.turn.movement_phase import Part, Pick
from flankspeed.games.samar.state import SamarState

_FAR: Final = 99
_URGENT: Final = 0.01  # what it is worth that a ship moves before one that is a hex farther off
_LATER: Final = 100  # hexes: a ship that waits for another kind of ship


@mypyc_attr(allow_interpreted_subclasses=True)
class MoveOrder:
    """Panicked enemies first; then whoever is ahead: hunters near the enemy, the hunted far off."""

    def __init__(self, room: Chartroom) -> None:
        self._room = room
        self._forecast: Forecast | None = None
        self._to_flank: dict[ShipNumber, bool] = {}

    def next(self, state: SamarState, step: Part, picks: list[Pick], navy: Navy) -> Pick | None:
        """The ship on the map that moves next, if any does now."""
        moving = [pick for pick in picks if not pick.entering]
        if step.stage:
            moving = [pick for pick in moving if self._now(state, step, pick, navy)]
        if not moving:
            return None
        waiting = {state.where[pick.ship] for pick in moving}
        return min(moving, key=lambda pick: self._rank(state, pick.ship, navy, waiting))

    def _now(self, state: SamarState, step: Part, pick: Pick, navy: Navy) -> bool:
        """3.5: whether a ship moves in this step or waits for a later one."""
        ship = pick.ship
        steps = [STEP_OF[status] for status in open_statuses(state, ship)]
        if max(steps) <= step.stage or state.condition[ship] != FIT:
            return True
        if step.stage == 1:
            return False
        forecast = self._room.look(state, navy)
        if forecast is not self._forecast:
            self._forecast, self._to_flank = forecast, {}
        if ship not in self._to_flank:
            judge = self._room.judgement(state, ship, navy)
            self._to_flank[ship] = best_plan(judge, judge.starts()).start.status == FLANK
        return not self._to_flank[ship]

    def _rank(
        self, state: SamarState, ship: ShipNumber, navy: Navy, waiting: set[Hex]
    ) -> tuple[int, int, int]:
        """4.3: a ship that has another close ahead waits until that one has moved."""
        charts = state.charts
        if charts.navy[ship] != navy:
            return 0, 0, ship
        if state.where[ship] + STEPS[state.facing[ship]] in waiting:
            return 3, 0, ship
        near = self._nearest(state, ship, navy)
        if navy == IJN:
            return 2, near, ship
        return 1 if charts.ships[ship].type == "CVE" else 2, _FAR - near, ship

    def _nearest(self, state: SamarState, ship: ShipNumber, navy: Navy) -> int:
        hex_ = state.where[ship]
        foes = self._room.look(state, navy).foes
        return min((DISTANCE[foe.hex - hex_] for foe in foes), default=_FAR)

    def weigh(
        self, state: SamarState, picks: list[Pick], navy: Navy, scheme: Scheme
    ) -> list[Weighed]:
        """How urgent each move is: it is worth little which of two ships goes first."""
        waiting = {state.where[pick.ship] for pick in picks if not pick.entering}
        found = []
        for pick in picks:
            if pick.entering:
                found.append(_entering(state, pick, scheme))
                continue
            group, turn, _ = self._rank(state, pick.ship, navy, waiting)
            words = f"the nearest enemy is {self._nearest(state, pick.ship, navy)} hexes off"
            if group == 0:
                words = "an enemy in panic: we lead her"
            elif group == 3:
                words = "another ship is close ahead of her"
            found.append(Weighed(pick, -_URGENT * (_LATER * group + turn), 0.0, words))
        return found


def _entering(state: SamarState, pick: Pick, scheme: Scheme) -> Weighed:
    if state.charts.ships[pick.ship].group != "taffy2":
        return Weighed(pick, -_URGENT * 4 * _LATER, 0.0, "she must enter this turn")
    safe, shut = safe_ships(state), moves_until_shut(state)
    words = (
        f"about {safe:.1f} ships in the way are safe, {scheme.keep:.0f} wanted; "
        f"the enemy can shut her out in {shut} moves"
    )
    return Weighed(pick, -_URGENT * 5 * _LATER, 0.0, words)
