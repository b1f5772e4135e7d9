"""What may befall ships that hold their course and speed, one after another."""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.games.samar.data.hexes import STEPS, Hex
from flankspeed.games.samar.data.markers import ShipNumber, SpeedStatus
from flankspeed.games.samar.odds.perils import Peril, Perils
from flankspeed.games.samar.rules.movement.speed import allowance
from flankspeed.games.samar.state import SamarState


def straight(state: SamarState, ship: ShipNumber, status: SpeedStatus) -> tuple[Hex, Peril]:
    """Where a ship ends that goes straight on at a status, and what may befall it on the way."""
    hex_, facing = state.where[ship], state.facing[ship]
    steps = allowance(state, ship, state.speed[ship], status)
    hexes = tuple(hex_ + STEPS[facing] * (step + 1) for step in range(steps))
    peril = Perils(state, ship, status).along(hexes, (facing,) * steps)
    return hexes[-1] if hexes else hex_, peril


def held(
    state: SamarState,
    moves: Sequence[tuple[ShipNumber, SpeedStatus]],
    *,
    only_safe: bool = False,
) -> list[Peril]:
    """The perils of ships that go straight on, each with those before it out of the way.

    With `only_safe` those in danger stay where they are, and are left out.
    """
    twin, found = state.copy(), list[Peril]()
    for ship, status in moves:
        end, peril = straight(twin, ship, status)
        if only_safe and peril.risk:
            continue
        twin.where[ship], twin.speed[ship] = end, status
        found.append(peril)
    return found
