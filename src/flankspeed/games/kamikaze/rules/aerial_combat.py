"""Aerial combat: whom a fighter may fire at, and its shot (rulebook Figure 2)."""

from __future__ import annotations

from flankspeed.engine import Choice, Dice, Log, Modifier, Throw
from flankspeed.engine.decision import WHOM, Place
from flankspeed.games.kamikaze.data.charts import ASPECTS
from flankspeed.games.kamikaze.data.planes import (
    CAP,
    GROUP_SIZE,
    GROUPS,
    NAMES,
    SHOT_DOWN,
    group_of,
    is_kamikaze,
)
from flankspeed.games.kamikaze.rules.movement import BITS
from flankspeed.games.kamikaze.state import KamikazeState

HEAD_ON = len(ASPECTS) - 1


class Fire(Choice):
    """Fire at this plane."""

    __slots__ = ("target",)

    def __init__(self, target: int) -> None:
        name = NAMES[target]
        super().__init__(f"fire {name}", f"fire at {name}", f"plane:{name}")
        self.target = target

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place(self.place, WHOM),)


FIRES = tuple(Fire(plane) for plane in range(len(NAMES)))
HOLD = Choice("hold", "hold fire")


def enemies_of(plane: int) -> range:
    """The planes a fighter may attack (K-1-fire-2): CAP all Japanese ones, escorts the CAP."""
    return range(2 * GROUP_SIZE) if plane >= 2 * GROUP_SIZE else GROUPS[CAP]


def targets(state: KamikazeState, plane: int, position: int, fired_at: int) -> list[int]:
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
        if positions[enemy] >= 0 and positions[enemy] >> 3 in arc and not barred >> enemy & 1
    ]


def shoot(state: KamikazeState, plane: int, target: int, dice: Dice, log: Log | None) -> None:
    """K-1-fire-6: one D6 against the number of the aspect; head-on fighters both fire."""
    charts = state.charts
    line = charts.arcs[state.positions[plane]][state.positions[target] >> 3]
    aspect = charts.aspect(line, state.positions[target] & 7)
    # With fireArc=front3 a target beside the nose is never met exactly head-on.
    mutual = aspect == HEAD_ON and line == state.positions[plane] & 7
    needs = charts.kill_numbers[aspect]
    down = _shot(plane, target, needs, aspect, dice, log)
    if mutual and not is_kamikaze(target) and _shot(target, plane, needs, aspect, dice, log):
        state.remove(plane, SHOT_DOWN)
    if down:
        state.remove(target, SHOT_DOWN)


def _shot(who: int, target: int, needs: int, aspect: int, dice: Dice, log: Log | None) -> bool:
    seat = "US" if group_of(who) == CAP else "Japanese"
    why = f"{seat} fire, {NAMES[who]} at {NAMES[target]}"
    die = dice.d6(why)
    if log:
        log.add(
            "shot",
            "K-1-fire-6",
            throws=[Throw(6, (die,), why)],
            modifiers=[Modifier(ASPECTS[aspect], needs)],
            places=[f"plane:{NAMES[who]}", f"plane:{NAMES[target]}"],
            who=NAMES[who],
            target=NAMES[target],
            needs=needs,
            down=die >= needs,
        )
    return die >= needs
