"""How the ship stands: worse for all that hurts her, better for every phase on station."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from picket_agents import GAME, met

from flankspeed.games.picket.rules.plane import DESTROYED, FLAMED
from flankspeed.games.picket.state import PicketState


def usn(state: PicketState) -> float:
    return GAME.score(state, "usn")


def lose_hull(state: PicketState) -> None:
    state.hull -= 1


def lose_a_gun(state: PicketState) -> None:
    state.guns[state.guns.index(0)] += 1


def hit_a_room(state: PicketState) -> None:
    state.primaries[3] += 1


def use_fuel(state: PicketState) -> None:
    state.fuel -= 1


def take_water(state: PicketState) -> None:
    state.flood -= 1


@pytest.mark.parametrize("hurt", [lose_hull, lose_a_gun, hit_a_room, use_fuel, take_water])
@pytest.mark.parametrize("scenario", ["3", "mini", "long-b"])
def test_damage_counts(scenario: str, hurt: Callable[[PicketState], None]) -> None:
    state = met(lambda state: bool(state.planes), scenario)
    before = usn(state)
    hurt(state)
    assert usn(state) < before
    assert GAME.score(state, "ijn") == -usn(state)


def test_planes_in_the_air_count_until_they_are_down() -> None:
    state = met(lambda state: len(state.planes) > 2)
    coming = usn(state)
    state.planes[0].fate = FLAMED
    burning = usn(state)
    state.planes[0].fate = DESTROYED
    assert coming < burning < usn(state)


def test_every_phase_on_station_is_worth_something() -> None:
    state = met(lambda state: bool(state.planes) and state.phases_played == 0)
    first = usn(state)
    state.phases_played = 2
    assert usn(state) > first
    state.leaving = "damage"
    assert usn(state) == -1  # she will go at the end of the phase


def test_a_long_campaign_counts_ships() -> None:
    state = met(lambda state: bool(state.planes), "long-b")
    before = usn(state)
    state.ships_sunk += 1
    assert usn(state) == pytest.approx(before - 1 / 8)
    state.leaving = "damage"  # another ship comes
    assert usn(state) > -1
