"""Aerial combat: whom a fighter may fire at, and its shot (rulebook Figure 2)."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Choice, Dice, Log, Modifier
from flankspeed.engine.decision import WHOM, Place
from flankspeed.games.kamikaze.data.board import Position
from flankspeed.games.kamikaze.data.planes import (
    CAP,
    GROUP_SIZE,
    GROUPS,
    NAMES,
    SHOT_DOWN,
    Plane,
    group_of,
    is_kamikaze,
)
from flankspeed.games.kamikaze.rules.charts import Charts
from flankspeed.games.kamikaze.rules.movement import BITS
from flankspeed.games.kamikaze.rules.shot import Shot
from flankspeed.games.kamikaze.state import KamikazeState


class Fire(Choice):
    """Fire at this plane."""

    __slots__ = ("target",)

    def __init__(self, target: Plane) -> None:
        name = NAMES[target]
        super().__init__(f"fire {name}", f"fire at {name}", f"plane:{name}")
        self.target = target

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place(self.place, WHOM),)


FIRES: Final = tuple(Fire(plane) for plane in range(len(NAMES)))
HOLD: Final = Choice("hold", "hold fire")


def enemies_of(plane: Plane) -> range:
    """The planes a fighter may attack (K-1-fire-2): CAP all Japanese ones, escorts the CAP."""
    return range(2 * GROUP_SIZE) if plane >= 2 * GROUP_SIZE else GROUPS[CAP]


def targets(state: KamikazeState, plane: Plane, position: Position, fired_at: int) -> list[Plane]:
    """K-1-fire-2 to 5 and 10: the enemies that may be fired at on arrival at a position.

    `fired_at` is the mask of those it has fired at this turn.
    """
    charts = state.charts
    if not state.occupied & charts.arc_bits[position]:
        return []
    options = charts.options
    if state.occupied & BITS[position >> 3] and options.fire_from_occupied == "no":
        return []
    barred = fired_at if options.refire == "otherTarget" else 0
    arc, positions = charts.arcs[position], state.positions
    return [
        enemy
        for enemy in enemies_of(plane)
        if positions[enemy] >> 3 in arc and not barred >> enemy & 1  # off the board is in no arc
    ]


def aim(charts: Charts, position: Position, target: Plane, at: int) -> tuple[Shot, bool]:
    """K-1-fire-6: the shot from a position at a plane ahead, and whether that fires back."""
    line = charts.arcs[position][at >> 3]
    shot = charts.shot(line, at & 7)
    # With fireArc=front3 a target beside the nose is never met exactly head-on.
    return shot, shot.head_on and line == position & 7 and not is_kamikaze(target)


def shoot(state: KamikazeState, plane: Plane, target: Plane, dice: Dice, log: Log | None) -> None:
    """K-1-fire-6: one D6 against the number of the aspect; head-on fighters both fire."""
    positions = state.positions
    shot, fires_back = aim(state.charts, positions[plane], target, positions[target])
    down = _fire(shot, plane, target, dice, log)
    if fires_back and _fire(shot, target, plane, dice, log):
        state.remove(plane, SHOT_DOWN)
    if down:
        state.remove(target, SHOT_DOWN)


def _fire(shot: Shot, who: Plane, target: Plane, dice: Dice, log: Log | None) -> bool:
    why = _why(who, target) if log or dice.told else ""
    reading = shot.roll.throw(dice, why)
    if log:
        log.add(
            "shot",
            "K-1-fire-6",
            readings=[reading.told(why)],
            modifiers=[Modifier(shot.needs.name, shot.needs.value)],
            places=[f"plane:{NAMES[who]}", f"plane:{NAMES[target]}"],
            who=NAMES[who],
            target=NAMES[target],
            needs=shot.needs.value,
            down=reading.result,
        )
    return reading.result


def _why(who: Plane, target: Plane) -> str:
    seat = "US" if group_of(who) == CAP else "Japanese"
    return f"{seat} fire, {NAMES[who]} at {NAMES[target]}"
