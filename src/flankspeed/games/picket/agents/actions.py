"""What agents can choose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from flankspeed.games.picket.agents.limits import PLANES, SPECIALS
from flankspeed.games.picket.data.ids import CPO, DCO, LEANS, PEOPLE, SECTIONS
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.rules.attack.manoeuvre import MANOEUVRE, STEADY
from flankspeed.games.picket.rules.charts import Charts
from flankspeed.games.picket.rules.days.duty import BEGIN, WAIT
from flankspeed.games.picket.rules.days.setup import NAMES
from flankspeed.games.picket.rules.gunnery.menus import FIRE, KEEP
from flankspeed.games.picket.rules.places import GUN_IDS, PRIMARY_IDS
from flankspeed.games.picket.rules.repair.crews import BEGIN as BEGIN_REPAIRS
from flankspeed.games.picket.rules.repair.damage_control import NO_FLOODING, STAY_HOME
from flankspeed.games.picket.rules.repair.emergency import (
    ABANDON,
    CALL_OFF,
    CARRY_ON,
    DECLARE,
    GO_ON,
    KEEP_ON,
)
from flankspeed.games.picket.rules.repair.jobs import EQUIP, GUN, JOBS, SEC, WORDS
from flankspeed.games.picket.rules.station.withdrawal import LEAVE, STAY

_ROOMS = [job for job in JOBS if job < GUN]
_EQUIPMENT = [job for job in JOBS if EQUIP <= job < SEC]
_SECONDARIES = [job for job in JOBS if job >= SEC]


@lru_cache(maxsize=64)
def actions(charts: Charts) -> tuple[str, ...]:
    """All of a scenario with its options: set-up, defence, damage control, leaving."""
    guns = [GUN_IDS[mount.id] for mount in charts.mounts]
    repaired = guns if charts.options.gun_repair == "on" else []
    found = [*_set_up(charts), *_people(charts, repaired), *_defence(charts, guns)]
    found += [*_emergency(), *_repairs(charts, repaired), STAY.text, LEAVE.text]
    return tuple(found)


def _set_up(charts: Charts) -> Iterator[str]:
    if charts.card.campaign == "long_a":
        yield from (BEGIN.text, WAIT.text)
    if not charts.card.ship:
        yield from (name.text for name in NAMES)


def _people(charts: Charts, guns: list[str]) -> Iterator[str]:
    """Posts of officers, at the start or in damage control; the DCO has sections instead."""
    for officer, name in enumerate(PEOPLE[: CPO + 1]):
        posts = SECTIONS if officer == DCO else PRIMARY_IDS
        yield from (f"{name.lower()} {post}" for post in posts)
    yield from (f"xo {gun}" for gun in guns)
    if charts.options.officer_chain == "on":
        yield from (f"promote {section + 1}" for section in range(len(SECTIONS)))


def _defence(charts: Charts, guns: list[str]) -> Iterator[str]:
    planes = range(1, max(PLANES) + 1)
    yield from (f"aim {gun} {plane}" for gun in guns for plane in planes)
    yield from (f"slave {gun} {plane}" for gun in guns[: charts.slavable] for plane in planes)
    yield from (f"resolve {gun}" for gun in guns)
    for marker in ("afs", "sfs"):
        yield from (f"{marker} {plane}" for plane in planes)
        yield from (f"resolve {marker} {plane}" for plane in planes)
    yield from (f"spray {plane}" for plane in range(1, SPECIALS + 1))
    yield from (FIRE.text, KEEP.text)
    if charts.advanced and charts.card.manoeuvre:
        yield from (MANOEUVRE.text, STEADY.text)


def _emergency() -> list[str]:
    return [choice.text for choice in (DECLARE, CARRY_ON, GO_ON, ABANDON, CALL_OFF, KEEP_ON)]


def _repairs(charts: Charts, guns: list[str]) -> Iterator[str]:
    rooms = [WORDS[job] for job in _ROOMS]
    lesser = [WORDS[job] for job in _SECONDARIES] if charts.advanced else []
    equipment = [WORDS[job] for job in _EQUIPMENT]
    yield from (f"crew {job}" for job in (*rooms, *guns, *equipment, *lesser))
    yield BEGIN_REPAIRS.text
    yield from (f"repair {job}" for job in (*rooms, *guns))
    yield from (f"move {men} {job}" for job in rooms for men in range(1, ship().primary_crew + 1))
    yield from (f"move 1 {job}" for job in lesser)
    yield STAY_HOME.text
    if charts.advanced:
        shaded = [job for job in _SECONDARIES if ship().secondaries[job - SEC].shaded]
        words = [WORDS[job].removeprefix("sec-") for job in shaded]
        yield from (f"flood {where} {side}" for where in words for side in LEANS)
        yield NO_FLOODING.text
