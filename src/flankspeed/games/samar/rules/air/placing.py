"""8.2 Placing: air units go on enemy ships, and keep the guns of their own side from them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from flankspeed.engine import Choice, Log
from flankspeed.engine.decision import WHO, WHOM, Place
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.markers import (
    AIR_BOX,
    AIR_CUP,
    AIR_SPENT,
    COMBAT,
    IJN,
    MOVEMENT,
    SEATS,
    USN,
    AirKind,
    Navy,
    ShipNumber,
)
from flankspeed.games.samar.state import SamarState

# Where the units of each navy wait for a target: the IJN pool is its cup (3.2).
_READY: Final = {IJN: AIR_CUP, USN: AIR_BOX}


class AirChoice(Choice):
    """8.2: place a unit of a kind on a ship."""

    __slots__ = ("air", "kind", "target")

    def __init__(self, charts: Charts, kind: AirKind, target: ShipNumber) -> None:
        squadron, ship = charts.squadrons[kind], charts.ships[target]
        super().__init__(
            f"air {squadron.kind} {ship.id}",
            f"send a {squadron.name} to {ship.name}",
            charts.places[target],
        )
        self.kind = kind
        self.air = f"air:{squadron.kind}"
        self.target = target

    @property
    def places(self) -> tuple[Place, ...]:
        """The kind of air unit and its target."""
        return Place(self.air, WHO), Place(self.place, WHOM)


class _Choices(NamedTuple):
    kinds: tuple[tuple[int, ...], ...]  # by navy
    air: tuple[tuple[AirChoice, ...], ...]  # by kind and target


@lru_cache(maxsize=64)
def _choices(charts: Charts) -> _Choices:
    ships = range(len(charts.ships))
    return _Choices(
        tuple(
            tuple(kind for kind, squadron in enumerate(charts.squadrons) if squadron.navy == seat)
            for seat in SEATS
        ),
        tuple(
            tuple(AirChoice(charts, kind, ship) for ship in ships)
            for kind in range(len(charts.squadrons))
        ),
    )


def place_options(state: SamarState, navy: Navy) -> list[Choice]:
    """8.2 (D-28): each kind of unit that is available, on each enemy ship on the map.

    A-07: the USN places its units in its movement or as combat begins, A-27: the IJN the one
    unit of a special attack.
    """
    charts = state.charts
    if navy == IJN and not state.special:
        return []
    in_combat = charts.options.air_timing == "combat_phase"
    if navy == USN and in_combat != (state.phase == COMBAT):
        return []
    ready = _READY[navy]
    if ready not in state.air:
        return []
    waiting = {kind for kind, at in zip(charts.units, state.air, strict=True) if at == ready}
    targets, choices = state.afloat(1 - navy), _choices(charts)
    return [
        choices.air[kind][target]
        for kind in choices.kinds[navy]
        if kind in waiting
        for target in targets
    ]


def place(state: SamarState, choice: AirChoice, log: Log | None) -> None:
    """8.2: one unit goes on its target."""
    charts, kind, target = state.charts, choice.kind, choice.target
    navy = 1 - charts.navy[target]
    unit = units_at(state, kind, _READY[navy])[0]
    state.air[unit] = target
    if navy == IJN:
        state.special = 0
    if log:
        log.add(
            "air unit placed",
            "S-8.2-place-1",
            places=[f"air:{charts.squadrons[kind].kind}", charts.places[target]],
            unit=charts.squadrons[kind].name,
            ship=charts.ships[target].name,
        )


def units_at(state: SamarState, kind: AirKind, place: int) -> list[int]:
    """The units of a kind that are in a place or on a ship."""
    units = state.charts.units
    return [unit for unit, at in enumerate(state.air) if at == place and units[unit] == kind]


def targets_under_attack(state: SamarState) -> tuple[ShipNumber, ...]:
    """The ships that have air units on them, by number."""
    return tuple(sorted({place for place in state.air if place >= 0}))


def under_attack(state: SamarState) -> tuple[ShipNumber, ...]:
    """A-11: the ships that aircraft keep the guns of their own side from, now.

    The air units on a ship as combat begins bar it for the phase, or for the whole turn.
    """
    if state.phase == MOVEMENT and state.charts.options.combined_fire == "resolution_turn":
        return state.struck
    return state.struck or targets_under_attack(state)


def barred(state: SamarState, navy: Navy) -> tuple[ShipNumber, ...]:
    """S-8.2-combined-1 (A-11): the ships that those of `navy` may not fire guns on."""
    return tuple(ship for ship in under_attack(state) if state.charts.navy[ship] != navy)


def return_lost(state: SamarState, log: Log | None) -> None:
    """A-49: units whose target has gone are available again, or spent."""
    charts = state.charts
    returns = charts.options.air_target_lost == "return"
    afloat = {*state.afloat(IJN), *state.afloat(USN)}
    for unit, target in enumerate(state.air):
        if target < 0 or target in afloat:
            continue
        kind = charts.units[unit]
        state.air[unit] = _READY[1 - charts.navy[target]] if returns else AIR_SPENT
        if log:
            log.add(
                "air unit returns" if returns else "air unit spent",
                "S-8.2-place-1",
                places=[f"air:{charts.squadrons[kind].kind}"],
                unit=charts.squadrons[kind].name,
                ship=charts.ships[target].name,
            )
