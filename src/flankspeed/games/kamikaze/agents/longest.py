"""How many decisions an attack can have at most."""

from __future__ import annotations

from flankspeed.engine import OptionError
from flankspeed.games.kamikaze.data.charts import DIVE_MP, HITS_TO_DESTROY
from flankspeed.games.kamikaze.data.guns import MOUNTS
from flankspeed.games.kamikaze.data.planes import GROUP_SIZE, GROUPS, KAMIKAZES
from flankspeed.games.kamikaze.options import KamikazeOptions
from flankspeed.games.kamikaze.rules.crash import GUN_DIE
from flankspeed.games.kamikaze.rules.dogfight import MOVEMENT_POINTS


def longest(dogfight: bool, kamikazes: int, options: KamikazeOptions) -> int:
    """The dogfight, if there is one, and the dives of so many kamikazes."""
    dives = kamikazes * _dive(options)
    return _dogfight(options) + 1 + dives if dogfight else dives


def _dogfight(options: KamikazeOptions) -> int:
    """Every turn every group throws and flies each of its planes, until the turn cap."""
    if not options.turn_cap:
        raise OptionError("with p1.turnCap=0 a dogfight need not end: choose a number of turns")
    turn = sum(1 + GROUP_SIZE * _flight(group, options) for group in range(len(GROUPS)))
    return options.turn_cap * turn


def _flight(group: int, options: KamikazeOptions) -> int:
    """The plane is picked; each square costs a point at least, and may give a fighter a shot."""
    squares = max(MOVEMENT_POINTS[group].chances()) + (1 - options.entry_cost)
    return 1 + squares * (1 if group == KAMIKAZES else 2)


def _dive(options: KamikazeOptions) -> int:
    """A facing, then moves of a point at least; a volley each, and one for every hit survived."""
    volleys = DIVE_MP + (HITS_TO_DESTROY - 1 if options.jink_volley == "on" else 0)
    asked = options.us_choices == "ask"
    volley = asked + (len(MOUNTS) + 1) * (options.hold_fire == "yes")
    lost = max(len(guns.split()) for guns in GUN_DIE.chances())
    return DIVE_MP + volleys * volley + asked * lost
