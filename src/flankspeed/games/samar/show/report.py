"""The report of a battle: by what rule it ended, the ships it cost, and how it went."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from flankspeed.engine import Event, Reading
from flankspeed.engine.report.stakes import Stake
from flankspeed.engine.report.types import Loss, Verdict
from flankspeed.engine.report.words import ReportWords
from flankspeed.games.samar.data.air import squadrons
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.markers import (
    ABSENT,
    DIW,
    IJN,
    LEFT,
    SEATS,
    SLOWED,
    SOUTH,
    USN,
    ShipNumber,
)
from flankspeed.games.samar.data.ships import fleet
from flankspeed.games.samar.rules.turn.victory import armor_lost
from flankspeed.games.samar.state import SamarState


@cache
def words() -> ReportWords:
    """The words of `report.toml`."""
    return ReportWords(files("flankspeed.games.samar.show") / "report.toml", SEATS)


def turn_begun(event: Event) -> str:
    """A turn goes by its time."""
    begins = event.kind == "heading" and event.facts["title"] == "the turn begins"
    return str(event.facts["time"]) if begins else ""


def verdict(state: SamarState) -> Verdict:
    """3.4: which of the ways to win it was."""
    result = state.result
    if result is None:
        return Verdict("")
    level = "major" if "major" in result.outcome else "minor"
    time = state.charts.turns[state.cleared_turn - 1].time
    way = words().verdict("cleared", time=time) if state.cleared else words().verdict("barred")
    return words().verdict(
        f"{result.winner}-{level}" if result.winner else "draw",
        exited=state.exited,
        ijn_major=FIGURES.victory.ijn_major,
        usn_major=FIGURES.victory.usn_major,
        ijn=armor_lost(state, IJN),
        usn=armor_lost(state, USN),
        way=way.words,
    )


def losses(state: SamarState) -> list[Loss]:
    """The ships of each side that are lost, crippled or gone, by type."""
    charts, found = state.charts, dict[tuple[str, str, str], list[str]]()
    for navy in (USN, IJN):
        for kind in words().kinds:
            for ship in charts.navies[navy]:
                fate = _fate(state, ship) if charts.ships[ship].type == kind else ""
                if fate:
                    key = SEATS[navy], kind, fate
                    found.setdefault(key, []).append(charts.ships[ship].name)
    return [
        Loss(side, words().kinds[kind], words().fates[fate], len(names), names)
        for (side, kind, fate), names in found.items()
    ]


def _fate(state: SamarState, ship: ShipNumber) -> str:
    """What has become of a ship; empty if she is as good as new, or was never there."""
    where = state.where[ship]
    if state.lost(ship):
        return "sunk"
    if where == LEFT:
        return "left"
    if where == SOUTH:
        return "south"
    turned = state.face[ship] != 2 * ship
    slow = state.condition[ship] in (SLOWED, DIW)
    return "crippled" if where != ABSENT and (turned or slow) else ""


def strength(state: SamarState) -> dict[str, float]:
    """The ships that are, or will be, in the fight, or that have come through."""
    armor, found = state.charts.armor, dict.fromkeys(SEATS, 0.0)
    for navy in (IJN, USN):
        for ship in state.charts.navies[navy]:
            if state.where[ship] not in (LEFT, ABSENT) and not state.lost(ship):
                found[SEATS[navy]] += 1 + armor[state.face[ship]]
    return found


def stake(event: Event, reading: Reading[Any]) -> Stake | None:
    """Whose luck a throw is."""
    return words().stakes.of(reading, _owner(event))


def _owner(event: Event) -> str:
    """The side that an event says, or that of the ship or the air unit it names first."""
    said = str(event.facts.get("side", "")).lower()
    return said or (_navies().get(event.places[0], "") if event.places else "")


@cache
def _navies() -> Mapping[str, str]:
    """The side of every ship and kind of air unit, by its place."""
    ships = {f"ship:{entry.ship.id}": entry.ship.navy for entry in fleet().entries}
    return {**ships, **{f"air:{unit.kind}": unit.navy for unit in squadrons()}}
