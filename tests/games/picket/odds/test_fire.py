"""The best fire of a wave: the best order at one plane, the best of all assignments."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest
from picket_fire import plane_outcome, play, wave

from flankspeed.engine import Modifier
from flankspeed.games.picket.data.ids import AFT, BEARINGS, FIVE_INCH, FORTY, LOW, MEDIUM, TWENTY
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.odds.barrage import Barrage, barrage_at, gun_kinds, kind_of
from flankspeed.games.picket.odds.chances import Shot, roll_results
from flankspeed.games.picket.odds.fire import Search, best_fire
from flankspeed.games.picket.odds.worth import AFLOAT, ON_STATION, plane_threats, worth_of
from flankspeed.games.picket.rules.attack.strike_rolls import dives_with
from flankspeed.games.picket.rules.gunnery.aiming import HELD, Targets
from flankspeed.games.picket.rules.gunnery.gun_rolls import gun_roll_on
from flankspeed.games.picket.rules.gunnery.shots import roll_at
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.state import PicketState

GAME = Picket()
THREATS = plane_threats(ON_STATION, AFT, dives_with(()))


def gun_results(calibre: int, altitude: int, modifier: int) -> Shot:
    return roll_results(gun_roll_on(calibre, altitude, [Modifier("all", modifier)]))


GUNS = [
    gun_results(FIVE_INCH, MEDIUM, 1),
    gun_results(FORTY, MEDIUM, 1),
    gun_results(TWENTY, MEDIUM, 0),
    (5 / 6, 0.0, 0.0, 0.0, 1 / 6),
]


def new(scenario: str = "3", **options: object) -> PicketState:
    return GAME.new(scenario, GAME.options(options))


# --- One plane ---


def test_threats_are_table_10_weighed() -> None:
    hit, near = ON_STATION.hit[AFT], ON_STATION.near
    expected = [(10, 16), (6, 15), (3, 12)]  # of 36: hits and near misses in each column
    for threat, (hits, misses) in zip(THREATS, expected, strict=True):
        assert threat == pytest.approx(hits / 36 * hit + misses / 36 * near)


def test_the_best_order_is_as_good_as_any_written_down() -> None:
    kinds = [kind_of(shot) for shot in GUNS]
    best = Barrage(THREATS).threat(0, tuple(sorted(kinds)))
    fixed = []
    for order in permutations(GUNS):
        end = plane_outcome(order)
        fixed.append(
            end.undamaged * THREATS[0] + end.damaged * THREATS[1] + end.flamed * THREATS[2]
        )
    assert best <= min(fixed) + 1e-12
    assert best < max(fixed) - 1e-4  # the order matters
    assert best > 0.9 * min(fixed)


def test_outcome_and_threat_agree() -> None:
    shots = tuple(sorted(kind_of(shot) for shot in (*GUNS, GUNS[2], GUNS[1])))
    barrage = Barrage(THREATS)
    for hits in range(3):
        end = barrage.outcome(hits, shots)
        assert sum(end) == pytest.approx(1)
        weighed = sum(chance * threat for chance, threat in zip(end, THREATS, strict=False))
        assert weighed == pytest.approx(barrage.threat(hits, shots))


def test_shots_of_one_kind_have_one_order() -> None:
    shot = gun_results(TWENTY, LOW, 1)
    assert Barrage(THREATS).outcome(1, (kind_of(shot),) * 4) == pytest.approx(
        plane_outcome([shot] * 4, hits=1)
    )


def test_a_marker_rolls_before_the_guns() -> None:
    """SFS can only destroy, and a flamed plane is fired at no more."""
    marker, gun = kind_of(GUNS[3]), kind_of(GUNS[2])
    assert Barrage(THREATS).first(0, tuple(sorted((marker, gun)))) == marker


@pytest.mark.parametrize("misses", [(0.5, 0.25), (0.0625, 0.125)])
def test_of_two_as_good_the_deadlier_goes_first(misses: tuple[float, float]) -> None:
    """Whichever was asked for first: bots play the same whatever has been played before."""
    kinds = {kind_of((miss, 0.0, 0.0, 0.0, 1 - miss)): miss for miss in misses}
    aimed, shots = Barrage(THREATS), tuple(sorted(kinds))
    one, other = (aimed.threat_if(0, shots, kind) for kind in shots)
    assert one == other
    assert kinds[aimed.first(0, shots)] == min(misses)


# --- The wave ---


def _by_hand(state: PicketState, guns: list[int]) -> float:
    """The least threat of all assignments of these guns, tried one by one."""
    targets = Targets(state)
    ways = [
        [None, *(number for number in range(len(state.planes)) if targets.open[m] >> number & 1)]
        for m in guns
    ]
    barrages = [barrage_at(state, plane, ON_STATION) for plane in state.planes]
    least = 9.0
    for aimed in product(*ways):
        threat = 0.0
        for number, plane in enumerate(state.planes):
            shots = [
                gun_kinds(state)[False][m][roll_at(state, plane)]
                for m, at in zip(guns, aimed, strict=True)
                if at == number
            ]
            threat += barrages[number].threat(plane.hits, tuple(sorted(shots)))
        least = min(least, threat)
    return least


@pytest.mark.parametrize(
    "regulars",
    [("Zero 90L", "Zero 90H"), ("Zero 90L", "Zero 135M", "Zero 180M"), ("Zero 45M", "Zero 315M")],
)
def test_the_best_assignment_is_the_best_of_all(regulars: tuple[str, ...]) -> None:
    """Basic game, eight guns left: every assignment can be tried."""
    left = [1, 2, 3, 6, 7, 9, 11, 15]
    hits = [0 if mount in left else 9 for mount in range(17)]
    state = wave(*regulars, guns=hits)
    plan = best_fire(state, Targets(state), ON_STATION)
    assert plan.threat == pytest.approx(_by_hand(state, left), rel=0.01)


def _every_gun_every_time(state: PicketState, followed: int) -> dict[int, tuple[int, bool]]:
    """The search without short cuts: all guns, each time in all ways, until none moves any more."""
    targets, kinds = Targets(state), gun_kinds(state)
    planes, five_inch = state.planes, state.charts.battery.five_inch
    barrages = [barrage_at(state, plane, ON_STATION) for plane in planes]
    at: dict[int, tuple[int, bool]] = {}

    def shots(number: int) -> list[int]:
        column = roll_at(state, planes[number])
        return [kinds[by][gun][column] for gun, (plane, by) in at.items() if plane == number]

    def gain(mount: int, number: int, slaved: bool) -> float:
        now, more = shots(number), kinds[slaved][mount][roll_at(state, planes[number])]
        before, after = tuple(sorted(now)), tuple(sorted([*now, more]))
        hits = planes[number].hits
        return barrages[number].threat(hits, before) - barrages[number].threat(hits, after)

    def ways(mount: int) -> list[tuple[int, bool]]:
        if mount not in five_inch:
            return [(number, False) for number in bits(targets.open[mount])]
        taken = {planes[at[gun][0]].bearing: at[gun][0] for gun in five_inch if gun in at}
        if followed != HELD:
            taken[planes[followed].bearing] = HELD
        by_hand = [
            (number, False)
            for number in bits(targets.by_hand(mount))
            if taken.get(planes[number].bearing, number) == number
        ]
        slaved = followed != HELD and targets.by_director(mount) >> followed & 1
        return [(followed, True), *by_hand] if slaved else by_hand

    moved = True
    while moved:
        moved = False
        for mount in sorted(range(len(targets.open)), key=lambda m: targets.open[m].bit_count()):
            before = at.pop(mount, None)
            best, chosen = (gain(mount, *before) + 1e-9, before) if before else (0.0, None)
            for way in ways(mount):
                if gain(mount, *way) > best:
                    best, chosen = gain(mount, *way), way
            if chosen:
                at[mount] = chosen
            moved |= chosen != before
    return at


@pytest.mark.parametrize("seed", range(6))
def test_guns_for_which_nothing_has_changed_need_no_second_look(seed: int) -> None:
    """Waves of up to seven planes, some of them hit: the same plans as by looking at all."""
    random = Random(seed)
    spaces = random.sample([f"{bearing}{level}" for bearing in BEARINGS for level in "HML"], 7)
    state = wave(*(f"Zero {space}" for space in spaces[: 3 + seed % 5]), advanced=True)
    for plane in state.planes:
        plane.hits = random.randrange(3)
    plans = Search(state, Targets(state), ON_STATION).plans()
    assert len(plans) > 1
    for followed, plan in plans.items():
        slow = _every_gun_every_time(state, followed)
        assert {mount: (plane, slaved) for mount, plane, slaved in plan.guns} == slow


def test_the_best_assignment_is_legal_in_the_advanced_game() -> None:
    """Every gun of the plan can be aimed as it says, in any order (R-76)."""
    planes = ("Zero 90L", "Zero 90H", "Zero 180M", "Zero 270M", "Zero 270H", "Zero 0M")
    state = wave(*planes, advanced=True)
    plan = best_fire(state, Targets(state), ON_STATION)
    assert any(slaved for _, _, slaved in plan.guns)
    for mount, number, slaved in plan.guns:
        aims = [
            option.text
            for option in state.decision.options  # type: ignore[union-attr]
            if getattr(option, "mount", None) == mount
            and getattr(option, "plane", None) == number
            and getattr(option, "slaved", None) is slaved
        ]
        assert len(aims) == 1
        play(state, aims[0])


def test_a_long_campaign_fears_hits_and_a_scenario_near_misses_too() -> None:
    assert worth_of(new("3").charts.card) is ON_STATION
    assert worth_of(new("mini").charts.card) is ON_STATION
    assert worth_of(new("long-b").charts.card) is AFLOAT
    assert AFLOAT.near / min(AFLOAT.hit) < 0.5 < ON_STATION.near / min(ON_STATION.hit)
