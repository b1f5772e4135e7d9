"""The report of an attack: why it ended so, what became of the planes, and how it went."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from flankspeed.engine import Event, Reading
from flankspeed.engine.report.stakes import Stake
from flankspeed.engine.report.types import Loss, Verdict
from flankspeed.engine.report.words import ReportWords
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.planes import (
    CAP,
    FATES,
    GROUP_NAMES,
    GROUP_SEATS,
    GROUPS,
    KAMIKAZES,
    LOST,
    NAMES,
    THROUGH,
    group_of,
)
from flankspeed.games.kamikaze.state import KamikazeState

_USN = GROUP_SEATS[CAP]
_SIDES = tuple(dict.fromkeys(GROUP_SEATS))


@cache
def words() -> ReportWords:
    """The words of `report.toml`."""
    return ReportWords(files("flankspeed.games.kamikaze.show") / "report.toml", _SIDES)


def verdict(state: KamikazeState) -> Verdict:
    """Which end it was."""
    if state.result is None:
        return Verdict("")
    return words().verdict(state.result.outcome, damage=state.damage, sinks=SINKING_DAMAGE)


def losses(state: KamikazeState) -> list[Loss]:
    """The planes by group and fate, and what the ship has suffered."""
    found = []
    for group, planes in enumerate(GROUPS):
        if _without_dogfight(state) and group != KAMIKAZES:
            continue
        for fate in range(THROUGH, len(FATES)):
            if fate == LOST and _without_dogfight(state):
                continue  # they were never there
            names = [NAMES[plane] for plane in planes if state.fates[plane] == fate]
            found += _lost(GROUP_SEATS[group], GROUP_NAMES[group], FATES[fate], names)
    if state.damage:
        suffered = words().fates["damage"]
        found.append(Loss(_USN, words().kinds["ship"], suffered, state.damage))
    battery = state.charts.battery
    guns = [mount.name for mount in battery.of(battery.all & ~state.guns)]
    return found + _lost(_USN, "guns", "destroyed", guns)


def _lost(side: str, kind: str, fate: str, names: list[str]) -> list[Loss]:
    if not names:
        return []
    return [Loss(side, words().kinds[kind], words().fates[fate], len(names), names)]


def _without_dogfight(state: KamikazeState) -> bool:
    """Whether the scenario began with the dives."""
    return state.phase == 2 and not state.turn


def strength(state: KamikazeState) -> dict[str, float]:
    """Planes that are not gone; for the ship, what she can still take."""
    found = dict.fromkeys(_SIDES, 0.0)
    for group, planes in enumerate(GROUPS):
        if group == KAMIKAZES or not _without_dogfight(state):
            found[GROUP_SEATS[group]] += sum(state.fates[plane] < LOST for plane in planes)
    found[_USN] += SINKING_DAMAGE - state.damage
    return found


def stake(event: Event, reading: Reading[Any]) -> Stake | None:
    """Whose luck a throw is."""
    who = str(event.facts.get("who", ""))
    return words().stakes.of(reading, GROUP_SEATS[group_of(NAMES.index(who))] if who else "")
