"""Picket Duty's charts of fire, of the planes' attacks and of damage."""

from __future__ import annotations

from typing import Any

import pytest
from picket_broken import REMOVE, refused

from flankspeed.games.picket.data.damage_charts import (
    Damage,
    NearMiss,
    damage_charts,
    parse_damage_charts,
)
from flankspeed.games.picket.data.fire_charts import (
    CANNOT_FIRE,
    CRASH,
    DAMAGED,
    DESTROYED,
    FLAMED,
    MISS,
    NEAR_MISS,
    ON_FIRE,
    STRIKE,
    STRIKE_MISS,
    UNDAMAGED,
    fire_charts,
    fire_column,
    parse_fire_charts,
    parse_strike_charts,
    strike_charts,
)
from flankspeed.games.picket.data.ids import (
    AFT,
    FIVE_INCH,
    FORTY,
    FORWARD,
    FUEL_AFT,
    FUEL_FWD,
    HIGH,
    LOW,
    MEDIUM,
    MIDSHIP,
    MK37,
    MOUNTS,
    PORT_SHAFT,
    PRIMARIES,
    RUDDER,
    SC,
    SG,
    STACK_AFT,
    STACK_FWD,
    STBD_SHAFT,
    TWENTY,
)
from flankspeed.games.picket.data.planes import BOMB, OHKA, TORPEDO
from flankspeed.games.picket.data.ship import ship

D = damage_charts()


FIRE, STRIKES, WEAPONS = fire_charts().fire, strike_charts().strike, strike_charts().weapons


def mounts(*names: str) -> tuple[int, ...]:
    return tuple(MOUNTS.index(name) for name in names)


def test_director_bonus() -> None:
    assert fire_charts().bonus == ((0, 1, 1), (1, 1, 0), (0, 0, CANNOT_FIRE))


@pytest.mark.parametrize(
    ("calibre", "altitude", "cells"),
    [
        (FIVE_INCH, LOW, "MMMMM1122FD"),
        (FIVE_INCH, MEDIUM, "MMMM1122FDD"),
        (FIVE_INCH, HIGH, "MMMM122FDDD"),
        (FORTY, LOW, "MMMM112FFDD"),
        (FORTY, MEDIUM, "MMMMM112FDD"),
        (FORTY, HIGH, "MMMMMM112FD"),
        (TWENTY, LOW, "MMMMM122FDD"),
        (TWENTY, MEDIUM, "MMMMM1122FD"),
    ],
)
def test_gunnery(calibre: int, altitude: int, cells: str) -> None:
    found = [FIRE.at(roll, fire_column(calibre, altitude)) for roll in range(2, 13)]
    assert "".join("M12FD"[result] for result in found) == cells


def test_gunnery_beyond_the_dice() -> None:
    assert FIRE.at(-3, fire_column(FIVE_INCH, HIGH)) == MISS
    assert FIRE.at(17, fire_column(TWENTY, LOW)) == DESTROYED
    assert FIRE.at(10, fire_column(FORTY, MEDIUM)) == FLAMED
    assert len(FIRE.columns) == fire_column(TWENTY, HIGH)


def test_spray_and_support() -> None:
    charts = fire_charts()
    assert [charts.spray[roll] for roll in (2, 8, 9, 12)] == ["destroyed"] * 2 + ["goes on"] * 2
    assert [charts.support[roll] for roll in (1, 5, 6, 7)] == ["miss"] * 2 + ["destroyed"] * 2
    options = charts.options
    assert (options.willow_manual, options.ace_kills, options.ace) == (-1, 5, 1)


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        (UNDAMAGED, "....nnnHHHH"),
        (DAMAGED, ".....nnnHHH"),
        (ON_FIRE, "......nnnHH"),
        (CRASH, "....n..HHHH"),
    ],
)
def test_strikes(column: int, cells: str) -> None:
    found = [STRIKES.at(roll, column) for roll in range(2, 13)]
    assert "".join(".nH"[result] for result in found) == cells
    assert (STRIKES.at(0, column), STRIKES.at(13, column)) == (STRIKE_MISS, STRIKE)


def test_special_attacks() -> None:
    charts = strike_charts()
    assert charts.column_of_hits == (UNDAMAGED, UNDAMAGED, DAMAGED, ON_FIRE)
    sections = [charts.section[die] for die in range(1, 7)]
    assert sections == [FORWARD, FORWARD, MIDSHIP, MIDSHIP, AFT, AFT]
    assert [charts.crash[die] for die in range(1, 7)] == [False] * 5 + [True]
    assert charts.strike.at(6, CRASH) == NEAR_MISS


@pytest.mark.parametrize(
    ("weapon", "kinds"),
    [
        (OHKA, "sinks hull stern miss miss miss miss miss guns guns sinks"),
        (BOMB, "sinks near near miss miss miss miss miss near near sinks"),
        (TORPEDO, "sinks stern near miss miss miss miss miss miss bow sinks"),
    ],
)
def test_weapons(weapon: int, kinds: str) -> None:
    assert " ".join(WEAPONS[weapon][roll].kind for roll in range(2, 13)) == kinds
    assert WEAPONS[weapon][1] == WEAPONS[weapon][2]


def test_what_weapons_do() -> None:
    assert WEAPONS[OHKA][3].hull == 3
    assert WEAPONS[OHKA][4].primaries == (RUDDER, PORT_SHAFT, STBD_SHAFT)
    assert WEAPONS[OHKA][10].mounts == mounts("5in 3", "5in 4", "40mm E")
    assert WEAPONS[OHKA][11].mounts == mounts("5in 1", "5in 2", "40mm A", "40mm B")
    assert WEAPONS[BOMB][12].place == "aft fire room"


@pytest.mark.parametrize(
    ("name", "path", "value", "why"),
    [
        ("gunnery", "fire.rows.4", REMOVE, "chart 9-2: row 7 where roll 6 should follow"),
        ("gunnery", "fire.rows.4.1", "3", "unknown result '3'"),
        ("gunnery", "fire.columns.0", "6in L", "number 1 is '6in L', not '5in L'"),
        ("gunnery", "bonus.20mm.2", 0, "`$.bonus.20mm[2]`"),
        ("gunnery", "spray.rows.1", REMOVE, "rolls 9 to 12 have no row"),
        ("hits", "strike.rows.1.1", "graze", "unknown result 'graze'"),
        ("hits", "strike.columns.3", "ohka", "number 4 is 'ohka', not 'special'"),
        ("hits", "section.rows.0.1", "keel", "unknown result 'keel'"),
        ("hits", "ohka.rows.0.1", "sinks galley", "'sinks galley' is no result of a weapon"),
        ("hits", "ohka.rows.4.1", "guns 5in 3, 5in 9", "'5in 9' is unknown"),
        ("hits", "bomb.rows.0.1", "hull some", "'hull some' is no result of a weapon"),
        ("hits", "torpedo.rows.4", REMOVE, "row 12 where roll 11 should follow"),
    ],
)
def test_broken_fire_is_refused(name: str, path: str, value: Any, why: str) -> None:
    refused(parse_fire_charts if name == "gunnery" else parse_strike_charts, name, path, value, why)


def label(cell: Damage) -> str:
    """A cell of Table 11 in words, for comparing with the reference."""
    if cell.kind in ("gun5", "gun40", "gun20", "guns"):
        what = ", ".join(MOUNTS[mount] for mount in cell.targets)
    elif cell.kind == "primary":
        what = PRIMARIES[cell.target]
    elif cell.kind == "secondary":
        what = ship().secondaries[cell.target].name
    elif cell.kind == "radar":
        what = "+".join({SC: "SC", SG: "SG"}[radar] for radar in cell.targets)
    else:
        what = cell.kind
    return (
        what + (" destroyed" if cell.destroyed else "") + (f" ({cell.note})" if cell.note else "")
    )


@pytest.mark.parametrize(
    ("section", "d10", "cells"),
    [
        (FORWARD, 0, [
            "40mm A (gun)", "Ice Machine (shaded)", "5in Mag 1 (explosion_on_6)",
            "Crew Quarters 2 (shaded)", "deck_fire_mk37 (mk37)", "Storeroom 3 (shaded)"]),
        (FORWARD, 2, [
            "Sound Room 2 (shaded)", "Sea Cabin", "fdt", "Trunk", "Storeroom 2 (shaded)",
            "Shower/Head"]),
        (FORWARD, 5, [
            "CPO Quarters", "CIC", "Storeroom 1 (shaded)", "Bridge (bridge)", "Crew Quarters 3",
            "water_lines (water_lines)"]),
        (FORWARD, 8, [
            "Fruit/Veg (shaded)", "Tracking Room", "Provisional Supplies", "Radio (radio)",
            "Boatswain Stores (shaded)", "SC+SG destroyed"]),
        (FORWARD, 9, [
            "SC (radar)", "Crew Quarters 1 (shaded)", "Repair Stores",
            "Inflammable Stores (shaded)", "SG (radar)", "Equipment Room"]),
        (MIDSHIP, 0, [
            "random", "Fwd Stack destroyed (stack)", "superficial", "40mm D (gun)",
            "water_lines (water_lines)", "SC+SG (radar)"]),
        (MIDSHIP, 3, [
            "SC destroyed", "Fwd Stack (stack)", "Passage", "deck_fire", "deck_fire",
            "20mm C (gun)"]),
        (MIDSHIP, 4, [
            "Fwd Fire Room (boiler)", "random", "20mm D (gun)", "Laundry", "40mm D (gun)",
            "deck_fire"]),
        (MIDSHIP, 5, [
            "SC (radar)", "Torpedo Ordnance", "SC+SG (radar)", "Aft Engine Room (engine)",
            "Aft Stack destroyed (stack)", "Aft Stack (stack)"]),
        (AFT, 0, [
            "random", "superficial", "water_lines (water_lines)",
            "Rudder destroyed (rudder_destroyed)", "5in 3 (gun)", "random"]),
        (AFT, 4, [
            "40mm E (gun)", "deck_fire", "40mm Mag Aft (explosion_on_1)",
            "Steering Room (steering)", "Locker/Fan", "5in 5 (gun)"]),
        (AFT, 5, [
            "Trunk", "20mm F (gun)", "Storeroom 1", "5in Mag 5 (explosion_on_1)",
            "20mm E, 20mm F, 20mm G destroyed", "Stbd Shaft (shaft)"]),
        (AFT, 7, [
            "deck_fire", "superficial", "Rudder (rudder)", "deck_fire", "Port Shaft (shaft)",
            "superficial"]),
        (AFT, 9, [
            "5in 5 (gun)", "superficial", "Stbd Shaft (shaft)", "water_lines (water_lines)",
            "5in 4 (gun)", "40mm E (gun)"]),
    ],
)  # fmt: skip
def test_table_11(section: int, d10: int, cells: list[str]) -> None:
    assert [label(cell) for cell in D.cells[section][d10][1:]] == cells


def test_table_11_has_180_cells() -> None:
    assert [[len(row) - 1 for row in section] for section in D.cells] == [[6] * 10] * 3
    cells = [cell for section in D.cells for row in section for cell in row[1:]]
    assert all(cell.target == cell.targets[0] for cell in cells if cell.targets)


@pytest.mark.parametrize(
    ("section", "counts"),
    [
        (FORWARD, {"gun5": 2, "gun40": 2, "primary": 7, "radar": 3, "secondary": 41, "random": 1,
                   "deck_fire": 1, "deck_fire_mk37": 1, "fdt": 1, "water_lines": 1}),
        (MIDSHIP, {"gun40": 6, "gun20": 4, "primary": 13, "radar": 10, "secondary": 6,
                   "random": 5, "deck_fire": 7, "superficial": 5, "water_lines": 4}),
        (AFT, {"gun5": 6, "gun40": 4, "gun20": 3, "guns": 1, "primary": 13, "secondary": 14,
               "random": 5, "deck_fire": 5, "superficial": 5, "water_lines": 4}),
    ],
)  # fmt: skip
def test_kinds_of_damage(section: int, counts: dict[str, int]) -> None:
    kinds = [cell.kind for row in D.cells[section] for cell in row[1:]]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == dict(sorted(counts.items()))


def test_only_one_note_is_a_ruling() -> None:
    ruled = [
        (section, d10, d6)
        for section in range(3)
        for d10 in range(10)
        for d6 in range(1, 7)
        if D.cells[section][d10][d6].note_ruled
    ]
    assert ruled == [(MIDSHIP, 4, 1)]


@pytest.mark.parametrize(
    ("effect", "name", "results"),
    [
        ("gun", "director", ["intact"] * 3 + ["damaged"] * 2 + ["destroyed"]),
        ("gun", "gun", ["damaged"] * 3 + ["destroyed"] * 3),
        ("bridge", "captain", ["lives"] * 4 + ["killed"] * 2),
        ("bridge", "compartment", ["hit"] * 5 + ["destroyed"]),
        ("radio", "compartment", ["hit"] * 5 + ["destroyed"]),
        ("explosion_on_6", "ship", ["hit"] * 5 + ["sinks"]),
        ("explosion_on_1", "ship", ["sinks"] + ["hit"] * 5),
        ("radar", "radar", ["damaged"] * 5 + ["destroyed"]),
        ("water_lines", "lines", ["damaged"] * 3 + ["destroyed"] * 3),
        ("mk37", "director", ["intact"] * 2 + ["damaged"] * 3 + ["destroyed"]),
        ("boiler", "boiler", ["explodes"] + ["hit"] * 5),
        ("engine", "engine", ["slowed"] + ["hit"] * 5),
        ("steering", "compartment", ["destroyed"] + ["hit"] * 5),
    ],
)
def test_dice_of_the_notes(effect: str, name: str, results: list[str]) -> None:
    assert list(D.effects[effect].dice[name][1:]) == results


def test_points_of_the_notes() -> None:
    lost = {name: effect.manoeuvre for name, effect in D.effects.items() if effect.manoeuvre}
    assert lost == {"engine": 5, "shaft": 5, "rudder": 5}


def test_near_misses() -> None:
    near = D.near_misses
    none, some, hull, sfs, random, mast = (
        NearMiss("none"), NearMiss("superficial"), NearMiss("hull", hull=1), NearMiss("sfs"),
        NearMiss("random"), NearMiss("radar"),
    )  # fmt: skip
    assert near[1][1:] == (
        hull, some, none, some, none, NearMiss("primary", STACK_AFT, manoeuvre=1),
    )  # fmt: skip
    assert near[2][1:] == (
        none, sfs, random, NearMiss("primary", PORT_SHAFT, manoeuvre=2), none, random,
    )  # fmt: skip
    assert near[3][1:] == (hull, none, mast, none, hull, NearMiss("primary", FUEL_FWD, fuel=2))
    assert near[4][1:] == (
        none, NearMiss("primary", STACK_FWD, manoeuvre=1), none, sfs,
        NearMiss("primary", FUEL_AFT, fuel=2), some,
    )  # fmt: skip
    assert near[5][1:] == (
        hull, none, none, some, NearMiss("primary", STBD_SHAFT, manoeuvre=2), none,
    )  # fmt: skip
    assert near[6][1:] == (
        none, NearMiss("primary", RUDDER, manoeuvre=5), none, random, mast, none,
    )  # fmt: skip


def test_the_director_is_hit_forward() -> None:
    assert D.cells[FORWARD][0][5] == Damage("deck_fire_mk37", MK37, (MK37,), note="mk37")


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("section.forward.rows.8", REMOVE, "chart 11 forward: the rows are 0 to 9"),
        ("section.forward.rows.9", REMOVE, "damaged: there is no row 9"),
        ("section.forward.rows.3", [3, "RR"], "`$.section[...].rows[3]`"),
        ("section.forward.rows.1.4", "XX", "chart 11 forward (1,4): 'XX' is no result"),
        ("section.forward.rows.1.4", "P:Galley", "(1,4): 'Galley' is unknown"),
        ("section.forward.rows.1.4", "P:Rudder (A)", "'Rudder' is not forward"),
        ("section.forward.rows.1.4", "S:Galley", "no secondary compartment 'Galley' forward"),
        ("section.forward.rows.1.4", "S:Alcohol~", "'Alcohol' is shaded in one place and not in"),
        ("section.forward.rows.1.4", "G40-Z (B)", "'40mm Z' is unknown"),
        ("section.forward.rows.1.4", "G5-5 (B)", "'5in 5' is not forward"),
        ("section.forward.rows.1.4", "R:XX (F)", "'R:XX' is no result"),
        ("section.forward.rows.1.4", "WL (Q)", "has the unknown note Q"),
        ("section.forward.rows.1.4", "WL", "the note of 'WL' must be: water_lines"),
        ("section.forward.rows.1.4", "RR (A)", "the note of 'RR (A)' must be: none"),
        ("section.forward.rows.5.4", "P:Bridge (D)", "must be: bridge"),
        ("section.forward.rows.5.4", "RR", "no cell hits primary compartment 4"),
        ("section.forward.rows.0.1", "RR", "no cell hits 40mm A"),
        ("section.forward.rows.0.2", "RR", "no cell hits secondary compartment 0"),
        ("section.forward.notes.B", "boom", "'boom' is unknown"),
        ("section.forward.source", "", "source must be"),
        ("section.midship", REMOVE, "section: number 2 is 'aft', not 'midship'"),
        ("near_miss.rows.0.1", "hull", "chart 11-1: 'hull' is no result"),
        ("near_miss.rows.0.1", "P:Mast, manoeuvre 1", "'Mast' is unknown"),
        ("near_miss.rows.4", REMOVE, "the rows are 1 to 6"),
        ("notes.effects.gun.gun", REMOVE, "effect gun lacks its die 'gun'"),
        ("notes.effects.gun.gun.0.0", "1-2", "where roll 3 should follow"),
        ("notes.effects.gun.gun.0.1", "bent", "unknown result 'bent'"),
        ("notes.effects.gun.luck", 1, "effect gun: 'luck' is unknown"),
        ("notes.effects.shaft", REMOVE, "effects: number 13 is"),
    ],
)
def test_broken_damage_is_refused(path: str, value: Any, why: str) -> None:
    refused(parse_damage_charts, "damage", path, value, why)
