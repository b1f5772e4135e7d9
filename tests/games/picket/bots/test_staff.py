"""The staff of Picket Duty: legal on any table, reproducible, and worth listening to."""

from __future__ import annotations

from typing import Any

import pytest
from picket_fire import DEFENCE, EM, fate, play, texts, values, wave
from picket_repair import ADVANCED, a_ship, control
from shortcuts import make

from flankspeed import bots
from flankspeed.bots.random import RandomBot
from flankspeed.engine import Bot, Choice, Decision, Rolled, Scripted
from flankspeed.games.picket.bots.staff import StaffBot
from flankspeed.games.picket.data.ids import CHIEF_1, CHIEF_2, CHIEF_3, FIVE_INCH
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.rules.damage.people import Promote, Replacements
from flankspeed.games.picket.rules.gunnery.menus import ResolveGun
from flankspeed.games.picket.rules.repair.emergency import CallingOff
from flankspeed.games.picket.state import PicketState

GAME = Picket()


def played(bot: Bot, scenario: str, seed: int, **options: object) -> PicketState:
    """A whole game."""
    state, dice = GAME.new(scenario, GAME.options(options)), Rolled(seed)
    state.advance(dice)
    while state.decision is not None:
        state.play(bot.choose(state, state.decision), dice)
    return state


def advice(state: PicketState) -> str:
    assert state.decision is not None
    return StaffBot().choose(state, state.decision).text


def advised(state: PicketState, most: int = 99, staff: StaffBot | None = None) -> list[str]:
    """What one staff chooses (so many times) until it lets the guns fire."""
    staff, chosen = staff or StaffBot(), []
    while state.decision is not None and not texts(state, "resolve"):
        chosen.append(staff.choose(state, state.decision).text)
        if chosen[-1] == "fire" or len(chosen) == most:
            break
        play(state, chosen[-1])
    return chosen


class _Careful:
    """Lets the staff choose and checks that the state is as it was, and the choice on offer."""

    def __init__(self) -> None:
        self.staff = StaffBot()

    def choose(self, state: PicketState, decision: Decision) -> Choice:
        before = state.copy()
        choice = self.staff.choose(state, decision)
        assert state == before
        assert choice in decision.options
        return choice


@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("scenario", ["1", "3", "7", "8", "mini", "long-a"])
def test_it_plays_legally_and_always_the_same(scenario: str, mode: str) -> None:
    ends = [played(_Careful(), scenario, 8, mode=mode) for _ in range(2)]
    assert ends[0] == ends[1]


@pytest.mark.parametrize("seed", range(6))
def test_it_can_advise_on_any_table(seed: int) -> None:
    """One staff is asked at every decision of somebody else's game, with many options on."""
    options: dict[str, object] = {
        "mode": "advanced" if seed % 2 else "basic",
        "gun_repair": "on",
        "willow": "on",
    }
    options |= {"must_apply": "off", "special_hit": "table10", "trim_by": "mount_section"}
    careful, other = _Careful(), RandomBot(seed)
    for number in range(8):
        state, dice = GAME.new("2", GAME.options(options)), Rolled(seed, number)
        state.advance(dice)
        while state.decision is not None:
            careful.choose(state, state.decision)
            state.play(other.choose(state, state.decision), dice)


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_it_is_much_better_than_chance(mode: str) -> None:
    hits, wins = {}, {}
    for name in ("random", "admiral"):
        seen = [played(bots.make(GAME, name, i), "3", i, mode=mode) for i in range(120)]
        hits[name] = sum(sum(game.hits_by_bearing) for game in seen)
        wins[name] = sum(game.result is not None and game.result.winner == "usn" for game in seen)
    assert hits["admiral"] < 0.75 * hits["random"]
    assert wins["admiral"] > wins["random"]


# --- Defensive fire ---


def test_all_guns_that_reach_a_single_plane_fire_at_it() -> None:
    state = wave("Zero 180H")
    guns = ["5in3", "5in4", "5in5", "40C", "40D", "40E"]
    assert sorted(advised(state)) == sorted(f"aim {gun} 1" for gun in guns)


def test_advanced_guns_are_slaved_on_one_plane() -> None:
    """R-76: 5-inch 1 and 2 together on one plane, by the director; they are worth more so."""
    orders = advised(wave("Oscar 315H", "Oscar 315H", advanced=True, afs=1))
    assert [order for order in orders if "5in" in order] in (
        ["slave 5in1 1", "slave 5in2 1"],
        ["slave 5in1 2", "slave 5in2 2"],
    )


def test_a_plan_begun_by_somebody_else_is_gone_on_with() -> None:
    state = wave("Zero 90L", "Zero 90M", "Zero 270M", afs=1)
    play(state, "aim 5in1 3")
    orders = advised(state)
    assert "aim 5in1 1" not in orders
    assert len(orders) > 10
    assert len(set(orders)) == len(orders)


def test_afs_rides_on_the_plane_most_surely_shot_down_and_turns_on_the_survivor() -> None:
    state = wave("Zero 90L", "Zero 0L", afs=1)
    assert "afs 1" in advised(state)
    staff, dice = StaffBot(), Scripted([1] * 8 + [6] * 2)  # all miss at plane 2, the first hits 1
    for expected in (2, 2, 2, 2, 1):
        assert state.decision is not None
        choice = staff.choose(state, state.decision)
        assert isinstance(choice, ResolveGun)
        assert state.agenda[-1].targets.at[choice.mount] == expected - 1  # type: ignore[attr-defined]
        state.play(choice, dice)
    assert (fate(state, 1), fate(state, 2)) == ("destroyed", "coming")
    assert advice(state) == "afs 2"


def test_the_last_marker_of_a_single_plane_rolls_first() -> None:
    """With nothing else to use it on later, AFS is best before the guns: a 6 destroys."""
    state = wave("Zero 0L", afs=1)
    assert "afs 1" in advised(state)
    assert advice(state) == "resolve afs 1"


def test_the_guns_that_destroy_fire_first() -> None:
    """At low altitude a 40mm gun by its director destroys on 10, a 5-inch gun only on 12."""
    state = wave("Zero 0L", "Zero 180H")
    play(state, "auto")
    chosen = advice(state)
    mounts = state.agenda[-1].targets.guns_at(0)  # type: ignore[attr-defined]
    assert {state.charts.battery.calibres[m] for m in mounts} > {FIVE_INCH}
    assert chosen.startswith("resolve 40")


def test_a_marker_is_kept_for_an_ohka() -> None:
    """Only a special is worth more than what is left of a damaged plane."""
    held = wave("Zero 90L", specials=["Betty"], sfs=1)
    assert not [order for order in advised(held) if order.startswith("sfs")]
    alone = wave("Zero 90L", "Zero 0L", sfs=1)
    assert [order for order in advised(alone) if order.startswith("sfs")]


def test_the_guns_do_not_stay_silent_when_planes_come() -> None:
    state = wave("Zero 0L", steps=[CallingOff], emergency=True, emergency_waves=1)
    assert (texts(state), advice(state)) == (["keep on", "call off"], "call off")


# --- Specials and the manoeuvre ---


def test_spray_fire_unless_it_takes_the_last_ammunition() -> None:
    state = wave(specials=["Betty"], steps=[DEFENCE], dice=[3])
    assert advice(state) == "spray 1"
    assert advice(wave(specials=["Betty"], steps=[DEFENCE], dice=[3], ammo=1, sfs=1)) == "sfs 1"
    last = wave(specials=["Betty"], steps=[DEFENCE], dice=[3], ammo=1, sprayed=True)
    assert advice(last) == "spray 1"


def test_two_specials_at_one_section() -> None:
    """The spray fire for one, every marker for the other."""
    state = wave(specials=["Betty", "Jill"], steps=[DEFENCE], dice=[3, 4], sfs=2, afs=1)
    orders = advised(state, most=4)
    other = 3 - int(orders[0].removeprefix("spray "))
    assert orders[1:] == [f"sfs {other}", f"sfs {other}", f"afs {other}"]


def test_the_manoeuvre_is_for_regular_planes() -> None:
    """It makes dives miss, but moves Table 12 towards the results that sink the ship."""
    good: dict[str, Any] = {"advanced": True, "values": values(captain=1, engineer=1)}
    assert advice(wave("Zero 90L", "Zero 180M", steps=[EM], **good)) == "manoeuvre"
    ohka = wave(specials=["Betty"], sections=[0], steps=[EM], **good)
    assert advice(ohka) == "steady"
    assert advice(wave("Zero 90L", steps=[EM], fuel=2, **good)) == "steady"


# --- The ship ---


def test_the_worst_chief_is_promoted_away() -> None:
    state = GAME.new("3", GAME.options())
    state.agenda.append(Replacements())
    for chief, value in ((CHIEF_1, 1), (CHIEF_2, -1), (CHIEF_3, 0)):
        state.values[chief] = value
    state.decision = Decision("usn", "Which?", tuple(Promote(section) for section in range(3)))
    assert advice(state) == "promote 2"


def test_posts_that_are_never_hit() -> None:
    """D-05: Table 11 hits the magazines of the light guns forward less than the bridge."""
    state = GAME.new("3", GAME.options())
    state.advance(Rolled(1))
    while state.decision is not None and not texts(state, "cpo "):
        state.play(StaffBot().choose(state, state.decision), Rolled(1))
    assert advice(state) not in ("cpo bridge", "cpo cic", "cpo aft-fire-room", "cpo rudder")


def test_one_staff_serves_wave_after_wave() -> None:
    """The same wave again is planned again."""
    staff = StaffBot()
    first, second = (advised(wave("Zero 180H", "Zero 0L"), staff=staff) for _ in range(2))
    assert first == second
    assert len(first) > 6


def test_it_is_not_led_astray_by_the_markers_of_another_table() -> None:
    """The same planes, the same marker placed, but SFS here what was AFS there."""
    staff = StaffBot()
    one, other = (wave("Zero 180H", "Zero 0L", ammo=0, sfs=sfs, afs=3 - sfs) for sfs in (1, 3))
    for order in advised(one, most=1, staff=staff):
        play(other, order)
    (order,) = advised(other, most=1, staff=staff)
    assert order.startswith("sfs ")


def test_men_and_officers_are_placed_one_by_one() -> None:
    """It ends up where the default plan does, asked man by man."""
    damage = {"steering-room": 3, "20mm-mag-aft": 1, "sec-aft-trunk": 1}
    by_plan, by_staff = (a_ship(damage, options=ADVANCED) for _ in range(2))
    for state in (by_plan, by_staff):
        control(state)
    make(by_plan, "auto", Scripted([]))
    while by_staff.decision is not None and not texts(by_staff, "repair"):
        make(by_staff, advice(by_staff), Scripted([]))
    assert by_staff == by_plan
