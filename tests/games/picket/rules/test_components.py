"""Components: dice, the map, the people and what their values count for (1.0)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from picket_duty import ADVANCED, alone, go, on_station, quiet
from picket_fire import EM, counted, event_of, values, wave
from picket_fire import play as fire
from picket_fire import texts as fire_texts
from picket_repair import a_ship, control
from picket_repair import play as control_play

from flankspeed.engine import Dice, Rolled
from flankspeed.games.picket.data.attack_charts import attack_charts
from flankspeed.games.picket.data.ids import BEARINGS, PEOPLE, SPACES, space_name, space_of
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.days.maintenance import Maintenance
from flankspeed.games.picket.rules.faults import faults

RATINGS = range(-2, 3)


class Watched(Dice):
    """Rolled dice, of which every throw is noted; drawing counters is no throw."""

    def __init__(self, seed: int) -> None:
        self.source = Rolled(seed)
        self.thrown: set[tuple[int, int]] = set()

    def throw(self, count: int, why: str, sides: int = 6) -> Sequence[int]:
        if "counter" not in why:
            self.thrown.add((count, sides))
        return self.source.throw(count, why, sides)

    def draw(self, cup: Sequence[Any], count: int, why: str) -> list[Any]:
        return self.source.draw(cup, count, why)

    def keep(self) -> None:
        raise AssertionError

    rewind = keep


@pytest.mark.rule("P-1.0-1")
def test_two_d6_and_one_d10_are_enough() -> None:
    game, dice, chance = Picket(), Watched(3), random.Random(3)
    for scenario in ("3", "8", "long-b"):
        state = game.new(scenario, PicketOptions(mode="advanced"))
        state.advance(dice)
        while state.decision:
            state.play(chance.choice(state.decision.options), dice)
    assert dice.thrown == {(1, 6), (2, 6), (1, 10)}


@pytest.mark.rule("P-1.1-4")
def test_eight_bearings_with_three_altitudes() -> None:
    assert BEARINGS == (0, 45, 90, 135, 180, 225, 270, 315)
    names = [space_name(space) for space in range(SPACES)]
    assert len(set(names)) == SPACES == 24
    assert [space_of(name) for name in names] == list(range(SPACES))
    raid = attack_charts().letters["B"][4]  # two planes at 225L
    assert [space_name(space) for space in raid.spaces] == ["135M", "135H", "225L", "225L"]


@pytest.mark.rule("P-1.1-4")
def test_planes_in_one_space_are_targets_of_their_own() -> None:
    state = wave("Zero 90L", "Oscar 90L")
    assert {"aim 40C 1", "aim 40C 2"} <= set(fire_texts(state))


@pytest.mark.rule("P-1.2.2-1")
def test_what_the_map_shows() -> None:
    state = on_station("long-b", "Apr 25", options=ADVANCED, first_phase=False, sfs=2, morale=1)
    # Two land radars, rain with an attack, carrier cover with a chit of +1, three AFS markers.
    told = go(state, 6, 6, 6, 6, 2, 2, 5, 1, 1, "+1", 3, 3)
    assert told.asked == "Table 8-1"
    assert (state.station, state.fdt, state.sfs, state.morale) == (9, True, 2, 1)
    assert (state.phase, state.weather, state.afs, state.cover) == (0, 1, 3, (1,))
    assert len(state.land_radar) == 2


@pytest.mark.rule("P-1.2.2-1", "P-3.0.A-1")
def test_the_time_of_day() -> None:
    state = on_station()
    told = go(state, *quiet(state))
    begun = [event for event in told if event.kind == "phase begins"]
    assert [event.facts["phase"] for event in begun] == ["morning", "midday", "night"]


@pytest.mark.rule("P-1.3.1.A-1")
def test_six_officers_and_three_chiefs() -> None:
    assert PEOPLE[:6] == ("Captain", "XO", "Engineer", "Gunnery", "DCO", "CPO")
    assert ship().crews == (14, 10, 13)
    state = on_station()
    assert sorted(set(state.charts.chits)) == list(RATINGS)


# --- What values count for ---


@pytest.mark.rule("P-1.3.1.A-2", "P-1.3.1.A-4")
@pytest.mark.parametrize("person", ["captain", "engineer"])
@pytest.mark.parametrize(("value", "least"), [(-2, 11), (-1, 10), (0, 8), (1, 6), (2, 4)])
def test_captain_and_engineer_make_the_manoeuvre(person: str, value: int, least: int) -> None:
    for roll in (least, least - 1):
        state = wave("Zero 90L", advanced=True, steps=(EM,), values=values(**{person: value}))
        fire(state, "manoeuvre", roll // 2, roll - roll // 2)
        assert state.em_success == (roll >= least)


@pytest.mark.rule("P-1.3.1.A-2")
@pytest.mark.parametrize(("value", "least"), [(-2, 6), (-1, 5), (0, 4), (1, 3), (2, 2)])
def test_the_captain_declares_emergency_repairs(value: int, least: int) -> None:
    for die in (least, least - 1):
        state = a_ship(values={"Captain": value}, primaries=[1] * 12 + [0] * 11)
        control(state)
        control_play(state, "declare", die)
        assert state.emergency == (die >= least)


@pytest.mark.rule("P-1.3.1.A-2", "P-1.3.1.A-7")
@pytest.mark.parametrize("person", PEOPLE)
def test_captain_and_cpo_alone_count_for_morale(person: str) -> None:
    state = on_station(values={person: 1})
    told = alone(state, Maintenance(), 6, 1)
    counts = person in ("Captain", "CPO")
    assert sum(modifier.value for modifier in told.of("morale roll").modifiers) == counts
    assert state.morale == (1 if counts else 2)


@pytest.mark.rule("P-1.3.1.A-5")
@pytest.mark.parametrize("value", [-2, -1, 1, 2])
@pytest.mark.parametrize("gun", ["5in1", "40B", "20B"])
def test_the_gunnery_officer_counts_for_every_gun(gun: str, value: int) -> None:
    state = wave("Zero 45L", values=values(gunnery=value))
    fire(state, f"aim {gun} 1")
    assert counted(event_of(fire(state, "fire", 1, 1), "gun misses"))["Gunnery officer"] == value


# --- What cannot be ---


@pytest.mark.rule("P-1.0-2", "P-1.4-1")
@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"hull": -1}, "hull stands at -1"),
        ({"ammo": 11}, "ammo stands at 11"),
        ({"morale": 3}, "morale stands at 3"),
        ({"lean": [-1, 0, 0, 0]}, "list and trim stand at [-1, 0, 0, 0]"),
        ({"primaries": [5] + [0] * 22}, "5in Mag 1 has 5 hits in 4 boxes"),
        ({"equipment": [3] + [0] * 8}, "Mk37 director has 3 hits in 2 boxes"),
        ({"water_lines": 4}, "water lines has 4 hits in 3 boxes"),
        ({"deck_fires": [0, 6, 0]}, "deck midship has 6 hits in 5 boxes"),
        ({"flood": 9}, "the basic game knows no flooding and no secondary compartments"),
        ({"at_primary": [15] + [0] * 22}, "1 men too many are at work forward"),
        ({"set_aside": [0] * 47, "sfs": -1}, "a count of support is below 0"),
        ({"attack_ends": 5}, "there are 5 Attack Ends markers"),
        ({"agenda": []}, "nothing is left to do, but nobody has won"),
    ],
)
def test_faults(fields: dict[str, Any], fault: str) -> None:
    state = on_station()
    assert faults(state) == []
    for name, value in fields.items():
        setattr(state, name, value)
    assert faults(state) == [fault]


@pytest.mark.rule("P-1.0-2")
def test_a_lost_regular_plane_is_a_fault_but_a_lost_special_is_not() -> None:
    state = on_station()
    special = planes().special[0]
    state.container[special] -= 1
    assert faults(state) == []
    state.container[0] -= 1
    assert faults(state) == ["Zero: 15 of 16 counters"]
    state.container[0] += 2
    assert faults(state) == ["Zero: 17 of 16 counters"]
