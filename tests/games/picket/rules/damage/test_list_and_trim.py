"""List and trim: net values, and the spaces guns cannot fire into (7.4, chart 4.3)."""

from __future__ import annotations

import pytest
from picket_repair import ADVANCED, a_ship

from flankspeed.games.picket.data.ids import ALTITUDES, BEARINGS, LEANS, MOUNTS
from flankspeed.games.picket.rules.damage.flooding import net_lean, restricted
from flankspeed.games.picket.state import PicketState

ALL = {(bearing, altitude) for bearing in BEARINGS for altitude in ALTITUDES}


def leaning(trim_by: str = "bearing", **boxes: int) -> PicketState:
    """A ship with points in the boxes named."""
    lean = [boxes.get(name, 0) for name in LEANS]
    return a_ship(options={**ADVANCED, "trim_by": trim_by}, lean=lean)


def barred(state: PicketState, gun: str = "5in 1") -> set[tuple[int, str]]:
    """The spaces a gun may not fire into, whatever it reaches."""
    return {
        (degrees, name)
        for bearing, degrees in enumerate(BEARINGS)
        for altitude, name in enumerate(ALTITUDES)
        if restricted(state, MOUNTS.index(gun), bearing, altitude)
    }


def spaces(altitude: str, *bearings: int) -> set[tuple[int, str]]:
    return {(bearing, altitude) for bearing in bearings}


FORWARD, AFT, STARBOARD, PORT = (315, 0, 45), (135, 180, 225), (45, 90, 135), (225, 270, 315)


@pytest.mark.rule("P-7.4.D-1", "P-7.4.E-1", "P-7.4.C-1")
def test_v09_bow_2_stern_1_is_bow_1_and_restricts_nothing() -> None:
    state = leaning(bow=2, stern=1)
    assert net_lean(state) == (0, 1)
    assert barred(state) == set()


@pytest.mark.rule("P-7.4.C-1", "P-7.4.E-1", "P-7.4.B-1", "P-6.8.H-1")
@pytest.mark.parametrize("points", [2, 5])
def test_v10_by_the_bow(points: int) -> None:
    assert barred(leaning(bow=points)) == spaces("H", *FORWARD) | spaces("L", *AFT)


@pytest.mark.rule("P-7.4.C-1", "P-7.4.E-1", "P-7.4.B-1", "P-6.8.H-1")
def test_v11_a_list_to_starboard() -> None:
    state = leaning(starboard=2)
    assert net_lean(state) == (2, 0)
    assert barred(state) == spaces("H", *STARBOARD) | spaces("L", *PORT)


@pytest.mark.rule("P-7.4.E-1")
def test_v12_equal_boxes_are_an_even_keel() -> None:
    state = leaning(port=3, starboard=3)
    assert net_lean(state) == (0, 0)
    assert barred(state) == set()


@pytest.mark.rule("P-7.4.C-1", "P-7.4.E-1")
def test_the_mirror_cases() -> None:
    assert barred(leaning(port=3, starboard=1)) == spaces("H", *PORT) | spaces("L", *STARBOARD)
    assert barred(leaning(stern=2)) == spaces("H", *AFT) | spaces("L", *FORWARD)
    assert barred(leaning(port=1, stern=1)) == set()


@pytest.mark.rule("P-7.4.C-1")
def test_both_axes_apply_together() -> None:
    both = barred(leaning(bow=2, port=2))
    assert both == barred(leaning(bow=2)) | barred(leaning(port=2))


@pytest.mark.rule("P-7.4.C-1")
def test_every_gun_alike_by_the_bearing_fired_into() -> None:
    state = leaning(bow=2)
    assert barred(state, "20mm G") == barred(state, "40mm D") == barred(state, "5in 5")


@pytest.mark.rule("P-7.4.C-1")
@pytest.mark.parametrize(
    ("boxes", "gun", "altitudes"),
    [
        ({"bow": 2}, "5in 1", "H"),
        ({"bow": 2}, "5in 5", "L"),
        ({"bow": 2}, "20mm A", ""),
        ({"stern": 2}, "40mm E", "H"),
        ({"stern": 2}, "40mm A", "L"),
        ({"port": 2}, "40mm D", "H"),
        ({"port": 2}, "40mm C", "L"),
        ({"port": 2}, "5in 1", ""),
        ({"starboard": 2, "bow": 3}, "40mm B", "H"),
        ({"starboard": 2, "bow": 3}, "40mm A", "HL"),
        ({"starboard": 1, "bow": 1}, "40mm A", ""),
    ],
)
def test_by_the_place_of_the_mount(boxes: dict[str, int], gun: str, altitudes: str) -> None:
    state = leaning("mount_section", **boxes)
    assert barred(state, gun) == {space for space in ALL if space[1] in altitudes}


@pytest.mark.rule("P-2.0.H-1", "P-7.4.A-1")
def test_a_new_ship_is_on_an_even_keel() -> None:
    assert net_lean(a_ship(options=ADVANCED)) == (0, 0)
