"""The report of a patrol: why it ended so, what was shot down and what was hit, and how it went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from flankspeed.engine import Event, Reading
from flankspeed.engine.report.stakes import Stake
from flankspeed.engine.report.types import Loss, Verdict
from flankspeed.engine.report.words import ReportWords
from flankspeed.games.picket.data.calendar import date_name
from flankspeed.games.picket.data.scenarios import campaigns
from flankspeed.games.picket.rules.days.ship_log import all_logs
from flankspeed.games.picket.rules.days.victory import JAPAN, US
from flankspeed.games.picket.show import captions
from flankspeed.games.picket.show.view.board import board_view
from flankspeed.games.picket.show.view.types import (
    EquipmentView,
    GunView,
    PrimaryView,
    SecondaryView,
)
from flankspeed.games.picket.state import FULL_TRACK, PicketState

_SUNK = 3 * FULL_TRACK  # as many points as a ship has on the tracks that count


@cache
def words() -> ReportWords:
    """The words of `report.toml`."""
    return ReportWords(files("flankspeed.games.picket.show") / "report.toml", (US, JAPAN))


def strength_title() -> str:
    """What the points are."""
    return words().strength.format(sunk=_SUNK)


def turn_begun(event: Event) -> str:
    """A phase goes by its date: 6 Apr morning."""
    if event.kind != "phase begins":
        return ""
    day, month, _ = date_name(int(str(event.facts["turn"]))).split()
    return f"{day} {month} {event.facts['phase']}"


def verdict(state: PicketState) -> Verdict:
    """10.0: what the card of the scenario or campaign makes of it."""
    result, logs = state.result, all_logs(state)
    if result is None:
        return Verdict("")
    shot_down, hits = sum(log.shot_down for log in logs), sum(log.hits_taken for log in logs)
    counted = state.charts.card.campaign.startswith("long")
    return words().verdict(
        (result.winner or "draw") if counted else result.outcome,
        ship=f"USS {state.ship}",
        days=state.fighting_days,
        wanted=state.days_wanted,
        sunk=state.ships_sunk,
        even=campaigns().draw_at,
        tally=words().verdict("tally", shot_down=shot_down, hits=hits).words,
    )


def losses(state: PicketState) -> list[Loss]:
    """Planes by type; ships; damage to the one in play, and her people."""
    logs, view = all_logs(state), board_view(state)
    kills: Counter[str] = Counter()
    for log in logs:
        kills.update(log.kills_by_kind)
    names = [f"{name} {number}" if number > 1 else name for name, number in kills.most_common()]
    struck, missing = sum(log.hits_taken for log in logs), _points_missing(state)
    sunk = [state.ship] if state.sunk and state.ships_sunk == 1 else []
    dead = [captions.called(person) for person in view.people if not person.alive]
    found = [
        _loss(JAPAN, "planes", "shot down", sum(kills.values()), names),
        _loss(JAPAN, "planes", "struck", struck),
        _loss(US, "ships", "sunk", state.ships_sunk, sunk),
        *_damage("guns", view.guns),
        *_damage("equipment", view.equipment),
        *_damage("compartments", [*view.primaries, *view.secondaries]),
        _loss(US, "tracks", "points", missing),
        _loss(US, "people", "killed", len(dead), dead),
    ]
    return [loss for loss in found if loss.count]


def _damage(
    kind: str, parts: Iterable[GunView | EquipmentView | PrimaryView | SecondaryView]
) -> list[Loss]:
    """Parts of the ship that are destroyed, and those that are hit."""
    destroyed = [part.name for part in parts if part.destroyed]
    damaged = [part.name for part in parts if part.hits and not part.destroyed]
    return [
        _loss(US, kind, "destroyed", len(destroyed), destroyed),
        _loss(US, kind, "damaged", len(damaged), damaged),
    ]


def _loss(side: str, kind: str, fate: str, count: int, names: list[str] | None = None) -> Loss:
    return Loss(side, words().kinds[kind], words().fates[fate], count, names or [])


def _points_missing(state: PicketState) -> int:
    """What the ship in play has lost on the tracks for hull, manoeuvre and flotation."""
    return 3 * FULL_TRACK - state.hull - state.manoeuvre - state.flood


def strength(state: PicketState) -> dict[str, float]:
    """What each side has done to the other: planes shot down, damage to the ship."""
    shot_down = sum(log.shot_down for log in all_logs(state))
    damage = 0 if state.sunk else _points_missing(state) + sum(state.guns)
    return {US: shot_down, JAPAN: _SUNK * state.ships_sunk + damage}


def stake(reading: Reading[Any]) -> Stake | None:
    """Whose luck a throw is: the roll alone tells."""
    return words().stakes.of(reading)
