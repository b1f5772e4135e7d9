"""Guns, their magazines and directors under fire (1.1, 7.3.P, notes B, C and D of Table 11)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_damage import cell, check_dice, kinds, struck, struck_twice
from picket_repair import a_ship, directed, hits, men, set_hits

from flankspeed.engine import Event
from flankspeed.games.picket.data.firing_chart import firing_chart
from flankspeed.games.picket.data.ids import FORTY, MOUNTS
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.cards import Card
from flankspeed.games.picket.rules.charts import charts_of
from flankspeed.games.picket.rules.damage.guns import (
    destroy_gun,
    gun_can_fire,
    gun_destroyed,
)
from flankspeed.games.picket.rules.places import GUN_IDS
from flankspeed.games.picket.state import PicketState

GUN_2 = MOUNTS.index("5in 2")
TUB_A = MOUNTS.index("40mm A")
TWENTY_A = MOUNTS.index("20mm A")
AFT_TWENTIES = [MOUNTS.index(f"20mm {letter}") for letter in "EFG"]
LIGHT_MAGAZINES = ("20-40-mag-fwd", "40mm-mag-aft", "20mm-mag-aft")


def hit_5in_2(state: PicketState, *dice: int) -> list[Event]:
    return struck(state, 0, *cell(3, 1, *dice))


def hit_40_a(state: PicketState, *dice: int) -> list[Event]:
    return struck(state, 0, *cell(0, 1, *dice))


@pytest.mark.rule("P-7.3.P-1")
def test_v44_the_third_hit_destroys_a_5_inch_gun_the_first_ends_its_bonus() -> None:
    state = a_ship()
    assert directed(state, GUN_2)
    for die, count in ((2, 1), (3, 2), (1, 3)):
        check_dice(hit_5in_2(state, die), 6, 6, 4, 1, die, 2, 4, 2, 4)
        assert hits(state, "5in2") == count
        assert not directed(state, GUN_2)
        assert gun_can_fire(state, GUN_2) == (count < 3)
    assert gun_destroyed(state, GUN_2)
    assert directed(state, 0)  # the others keep theirs


@pytest.mark.rule("P-7.3.P-1", "P-7.3.D-1")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_a_5_inch_gun_may_be_destroyed_at_once(die: int) -> None:
    state = a_ship()
    hit_5in_2(state, die)
    assert gun_destroyed(state, GUN_2)
    assert hits(state, "5in2") == 3


@pytest.mark.rule("P-7.3.P-1", "P-6.8.D-1")
def test_v45_a_40mm_hit_tries_the_director_then_the_gun() -> None:
    state = a_ship()
    hit_40_a(state, 5, 2)
    assert (hits(state, "director-a"), hits(state, "40A")) == (1, 1)
    assert gun_can_fire(state, TUB_A)
    assert not directed(state, TUB_A)
    assert directed(state, TUB_A + 1)


@pytest.mark.rule("P-7.3.P-1", "P-7.3.N-1")
@pytest.mark.parametrize(
    ("director", "gun", "marks"),
    [
        (1, 1, (0, 1)),
        (3, 3, (0, 1)),
        (4, 3, (1, 1)),
        (5, 4, (1, 2)),
        (6, 6, (2, 2)),
        (6, 1, (2, 1)),
    ],
)
def test_the_dice_of_a_40mm_hit(director: int, gun: int, marks: tuple[int, int]) -> None:
    state = a_ship()
    hit_40_a(state, director, gun)
    assert (hits(state, "director-a"), hits(state, "40A")) == marks


@pytest.mark.rule("P-7.3.P-1")
def test_a_damaged_40mm_fires_with_its_bonus_and_the_second_hit_destroys_it() -> None:
    state = a_ship()
    hit_40_a(state, 1, 1)
    assert gun_can_fire(state, TUB_A)
    assert directed(state, TUB_A)
    hit_40_a(state, 1, 1)
    assert gun_destroyed(state, TUB_A)


@pytest.mark.rule("P-7.3.O-1")
def test_no_die_is_thrown_for_what_is_destroyed() -> None:
    state = a_ship({"40A": 2, "40B": 0, "director-b": 2})
    assert "already destroyed" in kinds(hit_40_a(state))
    struck(state, 0, *cell(3, 4, 2))  # 40mm B: its director is gone, only the gun rolls
    assert hits(state, "40B") == 1


@pytest.mark.rule("P-7.3.P-1")
@pytest.mark.parametrize("die", range(1, 7))
def test_either_result_destroys_a_20mm_gun(die: int) -> None:
    state = a_ship()
    struck(state, 90, *cell(2, 2, die))
    assert gun_destroyed(state, TWENTY_A)
    assert sum(state.guns) == 1


@pytest.mark.rule("P-7.3.P-1", "P-7.3.D-1")
def test_one_result_destroys_all_aft_20mm_guns() -> None:
    state = a_ship()
    struck(state, 180, *cell(5, 5))
    assert [mount for mount, marks in enumerate(state.guns) if marks] == AFT_TWENTIES


def other_ship(name: str) -> PicketState:
    card = Card(name="test", title="A test", fit=name)
    return PicketState(charts_of(card, PicketOptions()))


def lost(state: PicketState) -> list[str]:
    return [
        GUN_IDS[mount.id]
        for mount, marks in zip(state.charts.mounts, state.guns, strict=True)
        if marks
    ]


@pytest.mark.rule("P-7.3.U-1", "P-12.1.A-1")
@pytest.mark.parametrize(
    ("name", "guns"),
    [("la_prade", ["20E", "20F", "20G", "20H", "20I", "20J"]), ("dunlap", ["20E"])],
)
def test_other_ships_lose_their_20mm_guns_from_e_on(name: str, guns: list[str]) -> None:
    state = other_ship(name)
    struck(state, 180, *cell(5, 5))
    assert lost(state) == guns


@pytest.mark.rule("P-7.3.U-1", "P-12.1.A-1")
def test_guns_and_magazines_a_ship_lacks_cannot_be_hit() -> None:
    state = other_ship("la_prade")  # 5-inch 1 and 5 only, 40mm A and E
    for at in ((3, 1), (3, 4), (6, 5)):
        assert "not carried" in kinds(struck(state, 0, *cell(*at)))
    assert not lost(state)
    assert not any(state.primaries)
    struck(state, 180, *cell(9, 1, 6))  # 5-inch 5
    struck(state, 180, *cell(5, 4, 2))  # its magazine
    assert lost(state) == ["5in5"]
    assert sum(state.primaries) == 1


@pytest.mark.rule("P-12.1.A-1")
def test_a_tub_without_a_director_rolls_for_the_gun_alone() -> None:
    state = other_ship("fletcher1")
    struck(state, 180, *cell(3, 3, 6))
    assert lost(state) == ["40E"]
    assert not any(state.equipment)


@pytest.mark.rule("P-1.1-1", "P-7.3.P-1")
def test_the_guns_and_the_hits_they_take() -> None:
    assert GUN_IDS[:17] == (
        *("5in1", "5in2", "5in3", "5in4", "5in5"),
        *("40A", "40B", "40C", "40D", "40E"),
        *("20A", "20B", "20C", "20D", "20E", "20F", "20G"),
    )
    assert firing_chart().hits == (3, 2, 1)
    assert firing_chart().hits[FORTY] == 2


@pytest.mark.rule("P-7.3.D-1", "P-7.3.P-1")
def test_men_at_a_destroyed_gun_live_and_are_free_again() -> None:
    state = a_ship({"5in2": 1}, options={"gun_repair": "on"})
    state.at_gun[GUN_2] = 2
    destroy_gun(state, GUN_2, None)
    assert men(state, "5in2") == 0
    assert state.crew == [14, 10, 13]


# --- Magazines (1.1, R-01) ---


def silent(state: PicketState) -> str:
    """The letters of the light guns that cannot fire: 40mm, then 20mm."""
    forty = "".join("ABCDE"[i] for i in range(5) if not gun_can_fire(state, TUB_A + i))
    twenty = "".join("ABCDEFG"[i] for i in range(7) if not gun_can_fire(state, TWENTY_A + i))
    return f"{forty}/{twenty}"


@pytest.mark.rule("P-1.1-3", "P-7.8.2.J-1")
@pytest.mark.parametrize(
    ("reading", "gone", "guns"),
    [
        ("both_aft", (0,), "AB/"),
        ("both_aft", (1,), "/"),
        ("both_aft", (2,), "/"),
        ("both_aft", (1, 2), "CDE/ABCDEFG"),
        ("both_aft", (0, 1, 2), "ABCDE/ABCDEFG"),
        ("own_calibre", (0,), "AB/"),
        ("own_calibre", (1,), "CDE/"),
        ("own_calibre", (2,), "/ABCDEFG"),
        ("own_and_fwd_shared", (0,), "/"),
        ("own_and_fwd_shared", (1, 2), "/"),
        ("own_and_fwd_shared", (0, 1), "ABCDE/"),
        ("own_and_fwd_shared", (0, 2), "/ABCDEFG"),
    ],
)
def test_light_guns_fall_silent_with_their_magazines(
    reading: str, gone: tuple[int, ...], guns: str
) -> None:
    state = a_ship(options={"light_mags": reading})
    for magazine in gone:
        set_hits(state, LIGHT_MAGAZINES[magazine], 3)
    assert silent(state) == "/"
    for magazine in gone:
        set_hits(state, LIGHT_MAGAZINES[magazine], 4)
    assert silent(state) == guns


@pytest.mark.rule("P-1.2.1-1", "P-7.7.M-1")
@pytest.mark.parametrize("field", [{"ammo": 0}, {"emergency": True}])
def test_no_gun_fires_without_ammunition_or_in_an_emergency(field: dict[str, Any]) -> None:
    assert all(gun_can_fire(a_ship(), mount) for mount in range(17))
    assert not any(gun_can_fire(a_ship(**field), mount) for mount in range(17))


@pytest.mark.rule("P-7.8.2.J-3", "P-6.8.E-1", "P-6.8.C.3-1")
def test_who_has_a_director() -> None:
    state = a_ship()
    assert [directed(state, mount) for mount in range(17)] == [True] * 10 + [False] * 7
    state.bonuses_lost = True
    assert not any(directed(state, mount) for mount in range(17))
    state = a_ship({"mk37": 1})
    assert [directed(state, mount) for mount in range(17)] == [False] * 5 + [True] * 5 + [False] * 7


@pytest.mark.rule("P-7.3.P-1")
def test_both_rolls_of_one_plane_may_fall_on_the_same_gun() -> None:
    state = a_ship()
    struck_twice(state, 180, *cell(0, 5, 1), *cell(1, 3, 1))
    assert hits(state, "5in3") == 2


@pytest.mark.rule("P-1.1-3", "P-12.1.A-1")
@pytest.mark.parametrize(
    ("name", "guns"), [("la_prade", ["40A", "20A", "20B"]), ("dunlap", ["20A", "20B", "20C"])]
)
def test_light_guns_in_the_bow_draw_on_the_forward_magazine(name: str, guns: list[str]) -> None:
    state = other_ship(name)
    set_hits(state, "20-40-mag-fwd", 4)
    mounts = enumerate(state.charts.mounts)
    assert [GUN_IDS[gun.id] for mount, gun in mounts if not gun_can_fire(state, mount)] == guns


@pytest.mark.rule("P-11.2.A-1")
def test_a_damaged_mount_loses_its_ace_gunners_for_good() -> None:
    state = a_ship()
    state.kills[GUN_2] = 5
    assert not state.ace_lost
    hit_5in_2(state, 2)
    assert state.ace_lost == 1 << GUN_2
    state.guns[GUN_2] = 0  # repaired by rule 11.5
    assert state.ace_lost == 1 << GUN_2
