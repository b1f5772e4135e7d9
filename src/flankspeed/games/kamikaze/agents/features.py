"""What agents see, number by number: flags, figures, then where the planes are.

The way that a plane has flown is left out, but for what rules take from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from flankspeed.engine import Feature
from flankspeed.engine.feature import flags
from flankspeed.games.kamikaze.data.board import COLUMNS, ROWS, SECTIONS
from flankspeed.games.kamikaze.data.charts import DIVE_MP, HITS_TO_DESTROY, SINKING_DAMAGE
from flankspeed.games.kamikaze.data.guns import MOUNTS, RANGES
from flankspeed.games.kamikaze.data.planes import (
    FATES,
    GROUP_NAMES,
    GROUP_SIZE,
    GROUPS,
    KAMIKAZES,
    NAMES,
)
from flankspeed.games.kamikaze.rules.crash import GUN_DIE
from flankspeed.games.kamikaze.rules.dogfight import MOVEMENT_POINTS

SEATS = ("usn", "ijn")
# What is asked for, by the verb of the first option.
ASKED = ("throw", "pick", "enter", "fire", "move", "dive", "face", "guns", "lose")
GUN_GROUPS = ("bow", "stern")  # that may join in on the beam row
WHERE = ("column", "row", "heads east", "heads south")


class Layout:
    """The parts of an observation: `facts` that are true or not, `figures`, and the `planes`.

    Of the planes it first has where they are, then what has become of them.
    """

    def __init__(self, dogfight: bool, turns: int) -> None:
        """`dogfight`: all planes, or the kamikazes alone; `turns` is the most there can be."""
        self.planes = range(len(NAMES)) if dogfight else GROUPS[KAMIKAZES]
        self.turns = turns
        names = [NAMES[plane] for plane in self.planes]
        self.facts = flags(_facts(names))
        self.figures = list(_figures(turns))
        self.where = [feature for name in names for feature in _where(name)]
        fates = flags(f"{name} {fate}" for name in names for fate in FATES)
        self.features = (*self.facts, *self.figures, *self.where, *fates)


def _facts(planes: list[str]) -> Iterator[str]:
    yield "seat ijn"
    yield from (f"{seat} chooses" for seat in SEATS)
    yield from (f"asked {verb}" for verb in ASKED)
    yield "dives"
    yield from (f"{group} move" for group in GROUP_NAMES)
    for what in ("to move", "moves", "fired at"):
        yield from (f"{plane} {what}" for plane in planes)
    yield from (f"entry point {point}" for point in range(1, 9))
    yield from (f"gun {mount.id}" for mount in MOUNTS)
    yield from (f"gun {mount.id} holds" for mount in MOUNTS)
    yield from (f"{group} guns join" for group in GUN_GROUPS)
    yield from (f"came from the {group}" for group in GUN_GROUPS)
    yield from (f"crash {section}" for section in SECTIONS)


def _figures(turns: int) -> Iterator[Feature]:
    yield Feature("turn", 0, turns)
    yield Feature("movement points", 0, DIVE_MP)
    yield Feature("hits", 0, HITS_TO_DESTROY - 1)
    yield Feature("hits to check", 0, HITS_TO_DESTROY - 1)
    yield Feature("damage", 0, SINKING_DAMAGE)
    yield Feature("came through", 0, GROUP_SIZE)
    yield Feature("first row to end in", 0, ROWS + 1)
    most = max(len(guns.split()) for guns in GUN_DIE.chances())
    yield from (Feature(f"{gun_type} guns to lose", 0, most) for gun_type in RANGES)
    points = max(max(roll.chances()) for roll in MOVEMENT_POINTS)
    yield from (Feature(f"throw of plane {n + 1}", 0, points) for n in range(GROUP_SIZE))


def _where(plane: str) -> list[Feature]:
    bounds = ((0, COLUMNS), (0, ROWS), (-1, 1), (-1, 1))
    return [Feature(f"{plane} {what}", *b) for what, b in zip(WHERE, bounds, strict=True)]


@cache
def layout(dogfight: bool, turns: int) -> Layout:
    """The layout of a scenario with or without dogfight, of so many turns at most."""
    return Layout(dogfight, turns or _ENDLESS)


_ENDLESS = 1000  # turns that are told apart where no cap ends the dogfight
