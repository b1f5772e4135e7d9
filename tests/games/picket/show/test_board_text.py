"""The text board of Picket Duty: short, and true to the state."""

from __future__ import annotations

import random

import pytest

from flankspeed.engine import Match, Result, Rolled
from flankspeed.games.picket.data.ids import (
    BRIDGE,
    CAPTAIN,
    CPO,
    ENGINE_AFT,
    MAG_1,
    MK37,
    PORT,
    STERN,
)
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.cards import card_of
from flankspeed.games.picket.rules.charts import charts_of
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.plane import DESTROYED, FLAMED, SPENT, Plane
from flankspeed.games.picket.show.board_text import board_text
from flankspeed.games.picket.show.view.board import board_view
from flankspeed.games.picket.state import RAIN, PicketState

OHKA = next(i for i, kind in enumerate(planes().counters) if kind.name == "Betty with Ohka")
WIDTH, HEIGHT = 80, 45


def fresh(mode: str = "advanced") -> PicketState:
    options = PicketOptions(mode="advanced" if mode == "advanced" else "basic")
    return PicketState(charts_of(card_of("3", options), options))


def shown(state: PicketState) -> str:
    return board_text(board_view(state))


def lines(state: PicketState) -> list[str]:
    return shown(state).splitlines()


def line(state: PicketState, start: str) -> str:
    """The one line that begins so."""
    (found,) = [text for text in lines(state) if text.startswith(start)]
    return found


def test_the_first_line_tells_ship_date_phase_weather_and_station() -> None:
    state = fresh()
    state.weather, state.phase, state.station = RAIN, 2, 9
    assert lines(state)[0] == "USS Cassin Young: 12 Apr 1945, night, rain, Kikusui; station 9"
    state.station = 0
    assert lines(state)[0].endswith("; no station yet")


def test_the_second_line_tells_who_helps() -> None:
    state = fresh()
    state.fdt, state.sfs, state.sfs_used, state.afs, state.cover = True, 2, 1, 3, (1, -2)
    assert lines(state)[1] == ("FDT yes, SFS 1 of 2, AFS 3, air cover +1 and -2, land radar 0")
    assert lines(fresh("basic"))[1] == "FDT no, SFS 0 of 0, AFS 0, no air cover"


def test_planes_stand_in_a_table_of_bearings_and_altitudes() -> None:
    state = fresh()
    state.wave = 2
    state.planes = [Plane(0, 0, 2), Plane(1, 7, 0), Plane(2, 7, 0), Plane(3, 2, 1), Plane(4, 1, 0)]
    state.planes[1].hits = 2
    state.planes[2].fate = FLAMED
    state.planes[3].fate = DESTROYED
    state.planes[4].fate = SPENT
    table = shown(state).split("Wave 2:\n")[1].split("\n\n")[0].splitlines()
    columns = [table[0].index(altitude) for altitude in "HML"]
    cells = [[row[column : column + 24].strip() for column in columns] for row in table]
    assert cells == [
        ["H", "M", "L"],
        ["1 Zero", ".", "."],
        [".", ".", "5 Tony -"],
        [".", "4 Nate X", "."],
        [".", ".", "2 Oscar ''"],
        ["", "", "3 Val F"],
    ]
    assert [row[:6].strip() for row in table] == ["", "0", "45", "90", "315", ""]


def test_without_planes_it_says_so() -> None:
    assert "No planes over the ship." in lines(fresh())


def test_specials_and_their_markers() -> None:
    state = fresh()
    state.wave, state.specials = 1, [Plane(OHKA), Plane(OHKA)]
    state.specials[0].section = 2
    state.specials[1].fate = DESTROYED
    step = SpecialDefence()
    step.afs, step.sfs, step.sprayed = [2, 0], [1, 0], 1
    state.agenda.append(step)
    assert line(state, "  special 1") == (
        "  special 1: Betty with Ohka at aft, AFS 2 SFS 1, spray fire"
    )
    assert line(state, "  special 2") == "  special 2: Betty with Ohka, shot down"


def test_waves_to_come() -> None:
    state = fresh()
    state.wave, state.waves = 1, [((Plane(0, 7, 0), Plane(1, 4, 2)), (Plane(OHKA),))]
    assert line(state, "Wave 2") == "Wave 2 to come: Zero 315L, Oscar 180H, Betty with Ohka"


def test_guns_by_section_with_their_signs() -> None:
    state = fresh()
    state.guns[0], state.guns[1], state.at_gun[0] = 1, 3, 2
    assert line(state, "forward") == "forward  5in1/1(2)  5in2=x  40A  40B"
    assert line(state, "midship") == "midship  40C  40D  20A  20B  20C  20D"
    assert "=x destroyed" in shown(state)
    assert "destroyed" not in shown(fresh())
    state.ammo = 0
    assert line(state, "aft").startswith("aft      5in3!  5in4!")


def test_targets_of_guns_and_support() -> None:
    state = fresh()
    state.planes, state.afs, state.sfs = [Plane(0, 0, 0), Plane(1, 0, 0)], 2, 1
    step = DefensiveFire()
    step.targets = Targets(state)
    state.agenda.append(step)
    step.targets.slave(state, 0, 1)
    step.targets.aim(state, 5, 0)
    step.targets.place_afs(state, 1)
    assert line(state, "forward") == "forward  5in1>2*  5in2  40A>1  40B"
    assert line(state, "Support") == "Support: AFS 1 on 2 Oscar"


def test_damage_with_fire_flooding_and_crew() -> None:
    state = fresh()
    assert "No damage." in lines(state)
    state.primaries[MAG_1], state.fires, state.at_primary[MAG_1] = 2, 1 << MAG_1, 3
    state.primaries[ENGINE_AFT], state.flooded = 4, 1 << ENGINE_AFT
    state.equipment[MK37], state.at_equipment[MK37] = 1, 1
    assert line(state, "Damage") == (
        "Damage: 5in Mag 1 2 of 4 fire +3 crew, Aft Engine Room destroyed flooded,"
    )
    assert "   Mk37 director damaged +1 crew" in lines(state)
    assert "No damage." not in lines(state)


def test_secondaries_and_deck_fires() -> None:
    state = fresh()
    state.secondaries[0], state.secondaries[1], state.secondaries[-1] = 1, 2, 1
    state.secondary_flooded, state.secondary_crew = 0b10, 0b1
    state.deck_fires = [0, 2, 0]
    assert line(state, "Secondary damaged, forward") == (
        "Secondary damaged, forward: Ice Machine +1 crew"
    )
    assert line(state, "Secondary destroyed") == "Secondary destroyed, forward: Crew Quarters 1~"
    assert line(state, "Secondary damaged, aft").endswith(": Crew Quarters 3")
    assert line(state, "Deck fires") == "Deck fires: midship 2 of 5"


def test_tracks_list_and_trim() -> None:
    state = fresh()
    state.hull, state.morale, state.water_lines = 3, -2, 1
    state.lean[PORT], state.lean[STERN] = 2, 1
    assert (
        "ammo 10, hull 3, manoeuvre 10, fuel 10, flood 10, morale -2,\n"
        "   water lines hit 1 of 3, port 2, stern 1\n"
    ) in shown(state)


def test_the_basic_game_has_no_flood_track() -> None:
    assert line(fresh("basic"), "ammo").startswith(
        "ammo 10, hull 10, manoeuvre 10, fuel 10, morale"
    )


def test_people_with_values_and_posts() -> None:
    state = fresh()
    state.values[CAPTAIN], state.posts[CAPTAIN] = 2, BRIDGE
    state.alive &= ~(1 << CPO)
    text = shown(state)
    assert "People: Captain +2 (Bridge), XO +0, " in text
    assert "CPO killed" in text
    assert "Chief 3 +0 (Repair 3)" in text


def test_crews_by_section() -> None:
    state = fresh()
    state.at_primary[MAG_1] = 2
    assert "Repair 1 (forward) 12 of 14 free" in line(state, "Crews")


def test_conditions_and_result() -> None:
    state = fresh()
    state.dead_in_water = True
    state.result = Result("ijn", "the ship is sunk")
    assert line(state, "The ship") == "The ship: dead in the water"
    assert "Japanese victory: the ship is sunk" in lines(state)


def test_the_worst_day_fits_on_the_screen() -> None:
    state = fresh()
    state.wave = 1
    state.planes = [Plane(kind, kind % 8, kind % 3) for kind in range(9)]
    state.specials = [Plane(OHKA), Plane(OHKA)]
    state.primaries = [1] * len(state.primaries)
    state.fires = (1 << len(state.primaries)) - 1
    state.secondaries = [1 + room % 2 for room in range(len(state.secondaries))]
    state.equipment = [1] * len(state.equipment)
    state.deck_fires = [1, 1, 1]
    assert len(lines(state)) <= HEIGHT + 10  # no day of a game is as bad as that
    assert max(map(len, lines(state))) <= WIDTH


@pytest.mark.parametrize("scenario", ["3", "7", "8", "mini", "long-b"])
def test_it_stays_short_all_game_long_and_changes_nothing(scenario: str) -> None:
    match = Match(Picket(), scenario, {"mode": "advanced"}, dice=Rolled(4))
    chance = random.Random(4)
    for _ in range(200):
        state = match.state
        assert isinstance(state, PicketState)
        before = state.copy()
        printed = lines(state)
        assert state == before
        assert len(printed) <= HEIGHT
        assert max(map(len, printed)) <= WIDTH
        if not match.decision:
            break
        match.play(chance.choice(match.decision.options))
