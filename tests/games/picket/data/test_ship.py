"""Picket Duty's ship, her guns and the other fits."""

from __future__ import annotations

from typing import Any

import pytest
from picket_broken import REMOVE, refused

from flankspeed.engine import DataError
from flankspeed.games.picket.data.firing_chart import firing_chart, parse_firing_chart
from flankspeed.games.picket.data.fits import FITS, Fits, fit
from flankspeed.games.picket.data.ids import (
    AFT,
    BEARINGS,
    BOW,
    BRIDGE,
    CALIBRE_OF,
    CHIEF_3,
    CIC,
    CPO,
    DIRECTOR_A,
    DIRECTOR_C,
    DIRECTOR_E,
    DIRECTOR_FANTAIL,
    ENGINE_AFT,
    ENGINE_FWD,
    ENGINEER,
    EQUIPMENT,
    FIVE_INCH,
    FLETCHER_MOUNTS,
    FORTY,
    FORWARD,
    LEANS,
    MAG_1,
    MAG_5,
    MAG_20_AFT,
    MAG_40_AFT,
    MAG_LIGHT_FWD,
    MAG_OF_GUN,
    MIDSHIP,
    MK37,
    MOUNTS,
    PEOPLE,
    PORT,
    PORT_SHAFT,
    PRIMARIES,
    RUDDER,
    SC,
    SG,
    SPACES,
    STACK_FWD,
    STARBOARD,
    STEERING,
    STERN,
    TWENTY,
    space_name,
    space_of,
)
from flankspeed.games.picket.data.ship import parse_ship, secondary_id, ship


def mount(name: str) -> int:
    return MOUNTS.index(name)


def row(reach: int) -> str:
    """A mask of spaces as a row of the firing chart."""
    cells = [
        "".join(
            letter for altitude, letter in enumerate("LMH") if reach >> 3 * bearing + altitude & 1
        )
        for bearing in range(8)
    ]
    return " ".join(cell or "-" for cell in cells)


def test_spaces() -> None:
    assert [space_of(space_name(space)) for space in range(SPACES)] == list(range(SPACES))
    assert (space_of("0L"), space_of("270M"), space_of("315H")) == (0, 19, 23)


@pytest.mark.parametrize("name", ["", "270", "M", "235M", "270X", "270MM"])
def test_other_spaces_are_refused(name: str) -> None:
    with pytest.raises(DataError, match="is no bearing and altitude"):
        space_of(name)


def test_ids_have_their_names() -> None:
    assert [PRIMARIES[room] for room in (MAG_1, BRIDGE, STACK_FWD, STEERING, PORT_SHAFT)] == [
        "5in Mag 1", "Bridge", "Fwd Stack", "Steering Room", "Port Shaft",
    ]  # fmt: skip
    assert [PRIMARIES[room] for room in MAG_OF_GUN] == [f"5in Mag {n}" for n in range(1, 6)]
    assert (EQUIPMENT[MK37], EQUIPMENT[DIRECTOR_E]) == ("Mk37 director", "40mm E director")
    assert (EQUIPMENT[SC], EQUIPMENT[SG]) == ("SC radar", "SG radar")
    assert (PEOPLE[CPO], PEOPLE[CHIEF_3]) == ("CPO", "Chief 3")
    guns = [CALIBRE_OF[:FLETCHER_MOUNTS].count(c) for c in (FIVE_INCH, FORTY, TWENTY)]
    assert guns == [5, 5, 7]


def test_primary_compartments() -> None:
    rooms = ship().primaries
    assert len(rooms) == 23
    assert [sum(room.section == s for room in rooms) for s in range(3)] == [7, 6, 10]
    boxes = {n: [room.name for room in rooms if room.boxes == n] for n in (2, 3, 4)}
    assert boxes[2] == ["Fwd Stack", "Aft Stack", "Rudder", "Port Shaft", "Stbd Shaft"]
    assert boxes[3] == ["Bridge", "CIC", "Radio"]
    assert len(boxes[4]) == 15
    assert [r.name for r in rooms if r.boxes == 4 and not r.floods] == ["Steering Room"]
    assert all(room.boxes == 4 for room in rooms if room.floods)


def test_secondary_compartments() -> None:
    rooms = ship().secondaries
    assert len(rooms) == 57
    assert [sum(room.section == s for room in rooms) for s in range(3)] == [37, 6, 14]
    assert [sum(r.section == s and r.shaded for r in rooms) for s in range(3)] == [21, 0, 6]
    assert rooms[ship().plot_room] == ("Plot Room", FORWARD, False, True)
    assert secondary_id(FORWARD, "Trunk") != secondary_id(AFT, "Trunk")
    assert not rooms[secondary_id(AFT, "Storeroom 1")].printed
    with pytest.raises(DataError, match="no secondary compartment 'Sauna' midship"):
        secondary_id(MIDSHIP, "Sauna")


def test_sections_and_sides() -> None:
    assert ship().section_at == (0, 0, 1, 2, 2, 2, 1, 0)
    sides = (BOW, STARBOARD, STARBOARD, STARBOARD, STERN, PORT, PORT, PORT)
    assert ship().lean_at == sides
    sections = ship().equipment_section
    assert [sections[item] for item in (MK37, SC, SG, DIRECTOR_A)] == [FORWARD] * 4
    assert (sections[DIRECTOR_C], sections[DIRECTOR_E]) == (MIDSHIP, AFT)


def test_people_and_boxes() -> None:
    data = ship()
    assert data.crews == (14, 10, 13)
    assert data.posts[ENGINEER] == (ENGINE_FWD, ENGINE_AFT)
    assert data.posts[:2] == ((BRIDGE,), (BRIDGE,))
    assert data.posts[3:5] == ((CIC,), (CIC,))
    assert data.posts[CPO] == tuple(range(23))
    assert len(data.engineer_repairs) == 5
    assert RUDDER not in data.engineer_repairs
    assert (data.primary_crew, data.equipment_crew, data.secondary_crew) == (3, 1, 1)
    assert (data.water_lines, data.deck_fire, data.deck_fire_range) == (3, 5, (3, 6))
    assert data.specials_per_wave == 2
    assert (data.emergency_basic, data.emergency_advanced) == (12, 40)
    assert (data.full_track, list(data.morale), data.morale_start) == (10, [-2, -1, 0, 1, 2], 0)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("compartments.primary.4.name", "Flag Bridge", "number 5 is 'Flag Bridge', not 'Bridge'"),
        ("compartments.primary.22", REMOVE, "primary: there are 23, not 22"),
        ("compartments.primary.0.boxes", 5, "boxes"),
        ("compartments.primary.0.section", "keel", "Invalid enum value 'keel'"),
        ("compartments.primary.4.why", "", "no 'why' says from what"),
        ("compartments.secondary.0.names.1", "Ice Machine", "have the same name"),
        ("compartments.secondary.4.section", "midship", "go from forward to aft"),
        ("compartments.secondary.1.names.4", "Plotting", "no secondary compartment 'Plot Room'"),
        ("equipment.pieces.8", REMOVE, "equipment: there are 9, not 8"),
        ("people.officers.0.posts", ["Crow's Nest"], '"Crow\'s Nest" is unknown'),
        ("people.crews", [14, 10], "crews"),
        ("bearings.section", ["forward"], "there are eight bearings"),
        ("track.0.full", 11, "track: all are equally long"),
        ("morale.start", 3, "morale: it starts beyond its ends"),
        ("track.0.name", "luck", "number 1 is 'luck', not 'ammo'"),
        ("deck_fire.spaces", 7, "shorter or longer than it may be"),
    ],
)
def test_broken_ships_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_ship, "ship", path, value, why)


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("5in 1", "LMH LMH LMH - - - LMH LMH"),
        ("5in 3", "- - LMH LMH LMH LMH LMH -"),
        ("5in 5", "- - LMH LMH LMH LMH LMH -"),
        ("40mm A", "LMH H - - - H LMH LMH"),
        ("40mm B", "LMH LMH LMH H - - - H"),
        ("40mm C", "- H LMH LMH H - - -"),
        ("40mm D", "- - - - H LMH LMH H"),
        ("40mm E", "- MH LMH LMH LMH LMH LMH MH"),
        ("20mm A", "- - - - - LM LM LM"),
        ("20mm C", "- LM LM LM - - - -"),
        ("20mm E", "- - - - LM LM LM -"),
        ("20mm F", "- - LM LM LM - - -"),
        ("20mm G", "- - - LM LM LM - -"),
    ],
)
def test_firing_chart(name: str, cells: str) -> None:
    assert row(firing_chart().mounts[mount(name)].reach) == cells
    assert fit().reach[mount(name)] == firing_chart().mounts[mount(name)].reach


@pytest.mark.parametrize(
    ("bearing", "able"),
    [
        (0, (4, 4, 4)), (45, (5, 6, 6)), (90, (11, 11, 8)), (135, (9, 9, 6)), (180, (7, 7, 6)),
        (225, (9, 9, 6)), (270, (11, 11, 8)), (315, (5, 6, 6)),
    ],
)  # fmt: skip
def test_coverage(bearing: int, able: tuple[int, int, int]) -> None:
    first = BEARINGS.index(bearing) * 3
    found = [sum(reach >> first + altitude & 1 for reach in fit().reach) for altitude in range(3)]
    assert tuple(found) == able


def test_mounts() -> None:
    mounts = firing_chart().mounts
    assert [item.id for item in mounts] == list(range(17))
    assert [mounts[gun].magazine for gun in range(5)] == list(MAG_OF_GUN)
    assert all(mounts[gun].director == MK37 for gun in range(5))
    assert mounts[mount("40mm B")].magazine == MAG_LIGHT_FWD
    assert mounts[mount("40mm D")].magazine == MAG_40_AFT
    assert mounts[mount("20mm A")].magazine == MAG_20_AFT
    assert mounts[mount("20mm A")].director == -1
    sections = [item.section for item in mounts]
    assert sections[:5] == [FORWARD, FORWARD, AFT, AFT, AFT]
    assert sections[5:10] == [FORWARD, FORWARD, MIDSHIP, MIDSHIP, AFT]
    assert sections[10:] == [MIDSHIP] * 4 + [AFT] * 3
    assert (firing_chart().hits, firing_chart().crew) == ((3, 2, 1), (3, 3, 0))


@pytest.mark.parametrize(
    ("lean", "blocked"),
    [
        (PORT, "- L L L - H H H"),
        (STARBOARD, "- H H H - L L L"),
        (BOW, "H H - L L L - H"),
        (STERN, "L L - H H H - L"),
    ],
)
def test_list_and_trim(lean: int, blocked: str) -> None:
    limit = firing_chart().leans[lean]
    assert limit.least == 2
    assert row(limit.blocked) == blocked
    assert limit.no_high in (LEANS[lean], "forward", "aft")


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("arc.0.cells", "LMH LMH", "firing chart, 5in 1: 2 bearings, not 8"),
        ("arc.0.cells", "LMH LMH LMH - - - LMH HML", "'HML' are no altitudes"),
        ("arc.0.cells", "- - - - - - - -", "it reaches nothing"),
        ("arc.10.cells", "- - - - - LM LM LMH", "a 20mm gun cannot fire high"),
        ("arc.3", REMOVE, "arc: number 4 is '5in 5', not '5in 4'"),
        ("arc.0.mount", "5in 9", "number 1 is '5in 9', not '5in 1'"),
        ("mount.0.magazine", "Radio", "mount 5in 1: 'Radio' is not its magazine"),
        ("mount.0.magazine", "Shell Room", "'Shell Room' is unknown"),
        ("mount.0.director", "40mm A director", "is not its director"),
        ("mount.10.director", "40mm A director", "is not its director"),
        ("mount.5.director", "", "'none' is not its director"),
        ("mount.5.why", "", "no 'why' says from what"),
        ("guns.hits", {"5in": 3}, "hits: there are 3, not 1"),
        ("lean.0.name", "bow", "number 1 is 'bow', not 'port'"),
        ("sides.port", [225, 271], "'271' is unknown"),
    ],
)
def test_broken_firing_charts_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_firing_chart, "firing_chart", path, value, why)


@pytest.mark.parametrize(
    ("key", "guns"),
    [
        ("fletcher1", (5, 1, 6)), ("fletcher2", (4, 1, 8)), ("fletcher3", (5, 2, 4)),
        ("fletcher4", (5, 3, 7)), ("fletcher5", (5, 5, 7)), ("fletcher6", (5, 5, 6)),
        ("la_prade", (2, 2, 10)), ("dunlap", (4, 2, 5)), ("dunlap_four", (4, 4, 5)),
        ("dunlap_1941", (4, 0, 5)),
    ],
)  # fmt: skip
def test_fits(key: str, guns: tuple[int, int, int]) -> None:
    ship_fit = fit(key)
    calibres = [CALIBRE_OF[number] for number in ship_fit.mounts]
    assert tuple(calibres.count(calibre) for calibre in range(3)) == guns
    for number in range(len(MOUNTS)):
        assert (ship_fit.reach[number] > 0) == (number in ship_fit.mounts)
        assert (ship_fit.magazine[number] >= 0) == (number in ship_fit.mounts)


@pytest.mark.parametrize(
    ("key", "name", "cells"),
    [
        ("la_prade", "40mm A", "LMH LMH LMH - - - LMH LMH"),
        ("la_prade", "20mm A", "LM - - - - - LM LM"),
        ("la_prade", "20mm E", "- - - - M LM LM LM"),
        ("la_prade", "20mm F", "M LM LM LM - - - -"),
        ("la_prade", "20mm H", "- - - - - LM LM LM"),
        ("la_prade", "20mm J", "- - LM LM LM - - -"),
        ("dunlap", "5in 4", "- - LMH LMH LMH LMH LMH -"),
        ("dunlap", "20mm B", "M LM - - - - - LM"),
        ("dunlap", "20mm D", "M LM LM LM M - - -"),
        ("dunlap", "20mm E", "M - - - M LM LM LM"),
        ("dunlap_four", "40mm A", "LMH H - - - H LMH LMH"),
        ("fletcher3", "40mm fantail", "- - LMH LMH LMH LMH LMH -"),
        ("fletcher1", "20mm bow stbd", "LM LM LM - - - - -"),
    ],
)
def test_rows_of_other_ships(key: str, name: str, cells: str) -> None:
    assert row(fit(key).reach[mount(name)]) == cells


def test_what_other_ships_carry() -> None:
    la_prade, dunlap = fit("la_prade"), fit("dunlap")
    assert [MOUNTS[m] for m in la_prade.fantail] == [f"20mm {letter}" for letter in "EFGHIJ"]
    assert [MOUNTS[m] for m in dunlap.fantail] == ["20mm E"]
    assert la_prade.magazine[mount("20mm B")] == MAG_LIGHT_FWD
    assert la_prade.magazine[mount("20mm C")] == MAG_20_AFT
    assert la_prade.magazine[mount("5in 5")] == MAG_5
    assert dunlap.magazine[mount("20mm C")] == MAG_LIGHT_FWD
    assert [dunlap.modifier[mount(f"20mm {letter}")] for letter in "ABCDE"] == [1] * 5
    older = fit("dunlap_1941").modifier
    assert [older[mount(f"20mm {letter}")] for letter in "ABCDE"] == [0, 0, 0, 1, 1]
    names = fit("dunlap_1941").names
    assert [names[mount(f"20mm {letter}")] for letter in "ABCDE"] == [
        "20mm A",
        "20mm B",
        "20mm C",
        "20mm twin D",
        "20mm twin E",
    ]
    assert [dunlap.section[mount(f"20mm {letter}")] for letter in "ABCDE"] == [0, 0, 0, 1, 1]
    assert fit("fletcher6").modifier[mount("40mm C")] == 1
    assert fit("fletcher1").director[mount("40mm E")] == -1
    assert fit("fletcher1").names[mount("40mm E")] == "1.1-inch quad E"
    assert DIRECTOR_FANTAIL in fit("fletcher3").equipment
    assert fit().equipment == tuple(range(8))


@pytest.mark.parametrize(("key", "most"), [("fletcher1", 11), ("fletcher3", 8), ("fletcher4", 11)])
def test_fits_can_have_the_most_20mm_guns_that_are_printed(key: str, most: int) -> None:
    full = fit(key, fit(key).optional)
    assert sum(CALIBRE_OF[number] == TWENTY for number in full.mounts) == most
    assert all(full.reach[number] for number in full.mounts)


def test_optional_mounts() -> None:
    added = fit("fletcher1", (mount("20mm E"), mount("20mm G")))
    assert len(added.mounts) == 14
    assert [MOUNTS[m] for m in added.fantail] == ["20mm E", "20mm G"]
    with pytest.raises(DataError, match="5in 1 cannot be added"):
        fit("fletcher1", (mount("5in 1"),))
    with pytest.raises(DataError, match="there is no fit 'yamato'"):
        fit("yamato")


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("fit.0.key", "fletcher9", "number 1 is 'fletcher9', not 'fletcher1'"),
        ("fit.4.mounts.0", REMOVE, "fletcher5: 4 of 5in, not 5 to 5"),
        ("fit.4.mounts.1", "5in 1", "a mount stands there twice"),
        ("fit.4.mounts.1", "5in 9", "'5in 9' is unknown"),
        ("fit.4.barrels", {"5in": [5, 5]}, "barrels or carries: there are 3, not 1"),
        ("fit.0.optional", ["20mm E"], "fletcher1: at most 7 of 20mm, not 11"),
        ("fit.4.mounts.17", "20mm H", "no chart has '20mm H'"),
        ("fit.6.carries.20mm", 9, "la_prade: 10 of 20mm, not 9 to 9"),
        ("fit.6.chart", "yamato", "there is no chart 'yamato'"),
        ("fit.7.special.0.mounts.0", "20mm G", "a special mount is not aboard"),
        ("chart.la_prade.0.cells", "LMH", "firing chart, 5in 1: 1 bearings, not 8"),
        ("chart.la_prade.0", REMOVE, "no chart has '5in 1'"),
    ],
)
def test_broken_fits_are_refused(path: str, value: Any, why: str) -> None:
    refused(Fits, "fits", path, value, why)


def test_every_fit_is_listed() -> None:
    assert [fit(key).key for key in FITS] == list(FITS)
