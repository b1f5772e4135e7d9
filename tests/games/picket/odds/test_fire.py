"""The odds of Picket Duty: exact, and the best there are."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from picket_fire import DEFENCE, EM, play, values, wave
from picket_repair import a_ship, control, place
from picket_repair import play as play_repair

from flankspeed import odds
from flankspeed.engine import OptionError
from flankspeed.games.picket.data.ids import AFT, FIVE_INCH, FORTY, LOW, MEDIUM, TWENTY
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.odds.chances import (
    gun_results,
    plane_outcome,
    strike_chance,
    strike_modifier,
)
from flankspeed.games.picket.odds.fire import (
    AFLOAT,
    ON_STATION,
    Barrage,
    barrage_at,
    best_fire,
    gun_kind,
    kind_of,
    plane_threats,
    worth_of,
)
from flankspeed.games.picket.odds.report import wave_report
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.state import PicketState

GAME = Picket()
THREATS = plane_threats(ON_STATION, AFT, 0)
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
                gun_kind(state, m, plane, False)
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


# --- The report ---


def test_an_unarmed_ship() -> None:
    state = new()
    names = [f"5in{n}" for n in range(1, 6)]
    names += [f"40{x}" for x in "ABCDE"] + [f"20{x}" for x in "ABCDEFG"]
    report = wave_report(state, ["180L", "Betty:45H"], lost=names)
    for plane in report["planes"]:
        assert plane["guns"] == []
        assert plane["undamaged"] == 1
        assert plane["hit"] == pytest.approx(10 / 36)
        assert plane["near_miss"] == pytest.approx(16 / 36)
    assert report["hits"] == pytest.approx(20 / 36)
    assert report["no_hit"] == pytest.approx((26 / 36) ** 2)
    assert [plane["type"] for plane in report["planes"]] == ["Zero", "Betty"]


def test_one_20mm_gun() -> None:
    names = (
        [f"5in{n}" for n in range(1, 6)]
        + [f"40{x}" for x in "ABCDE"]
        + [f"20{x}" for x in "BCDEFG"]
    )
    report = wave_report(new(), ["315L"], lost=names, gunnery=1)
    (plane,) = report["planes"]
    outcome = plane_outcome([gun_results(TWENTY, LOW, 1)])
    assert plane["guns"] == ["20A"]
    assert [plane[end] for end in outcome._fields] == pytest.approx(list(outcome))
    assert plane["hit"] == pytest.approx(strike_chance(outcome).hit)


def test_everything_helps() -> None:
    bare = wave_report(new(), ["180M", "90H"])
    for more in (
        {"gunnery": 2},
        {"sfs": 1},
        {"afs": 2},
        {"manoeuvred": True},
    ):
        better = wave_report(new(), ["180M", "90H"], **more)
        assert better["hits"] < bare["hits"]
    assert wave_report(new(), ["180M", "90H"], lost=["5in3", "40E"])["hits"] > bare["hits"]
    stopped = new("8")
    stopped.stopped = True
    assert strike_modifier(stopped) == 1


def test_markers_are_all_placed_and_chances_sum_up() -> None:
    report = wave_report(new(mode="advanced"), ["315H", "315M", "180L"], sfs=2, afs=3)
    assert sum(plane["sfs"] for plane in report["planes"]) == 2
    assert sum(plane["afs"] for plane in report["planes"]) == 3
    for plane in report["planes"]:
        ends = ("undamaged", "damaged", "flamed", "destroyed")
        assert sum(plane[end] for end in ends) == pytest.approx(1)
        assert set(plane["slaved"]) <= set(plane["guns"])
    slaved = [plane for plane in report["planes"] if plane["slaved"]]
    assert len(slaved) == 1


@pytest.mark.parametrize(
    ("planes", "lost", "says"),
    [
        (["400H"], [], "400H"),
        (["180X"], [], "180X"),
        (["Spitfire:180L"], [], "there is no plane 'Spitfire'"),
        ([], [], "1 to 18 planes"),
        (["180L"] * 19, [], "1 to 18 planes, not 19"),
        (["180L"], ["5in9"], "no gun '5in9'"),
    ],
)
def test_wrong_waves(planes: list[str], lost: list[str], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        wave_report(new(), planes, lost=lost)


# --- Options ---


def sentences(state: PicketState) -> dict[str, str]:
    return {option: told.text for option, told in odds.option_odds("picket", state).items()}


def counted(state: PicketState, option: str) -> dict[str, int]:
    return dict(odds.option_odds("picket", state)[option].modifiers)


def test_the_odds_of_aiming() -> None:
    state = wave("Zero 315L", "Zero 315H")
    told = sentences(state)
    first = "miss 42%, 1 hit 17%, 2 hits 25%, flamed 8%, destroyed 8%"
    assert told["aim 20A 1"].startswith(f"{first}; then undamaged 58%")
    assert "0.56 hits and 0.89 near misses" in told["fire"]
    assert float(told["auto"].split()[0]) < 0.56
    play(state, "aim 20A 1")
    again = sentences(state)
    assert again["aim 20D 1"].startswith(first)
    assert again["aim 20D 1"] != told["aim 20D 1"]  # the first gun counts too
    assert again["fire"] != told["fire"]


def test_the_odds_of_markers_and_of_the_order() -> None:
    state = wave("Zero 0L", afs=1, sfs=1)
    told = sentences(state)
    assert told["afs 1"].startswith("miss 83%, destroyed 17%; then undamaged 83%")
    play(state, "afs 1")
    play(state, "aim 5in1 1")
    play(state, "fire")
    told = sentences(state)
    assert told["resolve afs 1"] == "miss 83%, destroyed 17%"
    assert told["resolve 5in1"].startswith("miss ")
    assert "resolve all" not in told


def test_the_odds_against_specials_and_of_the_manoeuvre() -> None:
    state = wave(specials=["Betty"], steps=[DEFENCE], dice=[1], sfs=1)
    told = sentences(state)
    assert told == {"spray 1": "destroyed 72%", "sfs 1": "miss 83%, destroyed 17%"}
    em = wave("Zero 0L", steps=[EM], advanced=True, values=values(captain=1))
    assert sentences(em) == {"manoeuvre": "succeeds 72%"}
    assert counted(em, "manoeuvre") == {"Captain": 1, "Engineer": 0}


def test_the_odds_of_repairs() -> None:
    """V-06: chief and DCO +1, two hits: one man -1, three men +2, which 5-12 repairs."""
    damage = {"fwd-fuel-tanks": 2, "sc": 1, "radio": 1}
    state = a_ship(damage, values={"Chief 1": 1, "DCO": 1})
    control(state)
    told = sentences(state)
    # 1+1+1-4 = -1 without the DCO; of the successes 4 in 6 take both markers off
    assert told["crew fwd-fuel-tanks"] == "roll succeeds 58%, repaired 39%"
    assert told["crew sc"] == "repaired 72%"  # the +1 column, 6-12
    value = {"repair value": 1, "crewmen": 1, "Chief 1": 1, "hit markers": -4}
    assert counted(state, "crew fwd-fuel-tanks") == value
    assert counted(state, "crew sc") == {}
    place(state, *["crew fwd-fuel-tanks"] * 2, "dco forward")
    assert sentences(state)["crew fwd-fuel-tanks"] == "roll succeeds 83%, repaired 56%"
    place(state, "crew fwd-fuel-tanks", "crew radio", "xo radio", "begin repairs")
    told = sentences(state)
    assert told["repair fwd-fuel-tanks"] == "roll succeeds 83%, repaired 56%"
    assert told["repair radio"] == "roll succeeds 83%, repaired 83%"  # one marker: any success
    assert "repair all" not in told


def test_an_officer_who_moves_on_has_odds_only_where_something_is_still_to_be_rolled() -> None:
    damage = {"cic": 1, "radio": 1, "fwd-fuel-tanks": 2, "steering-room": 1}
    state = a_ship(damage, values={"XO": 2})
    control(state)
    place(state, "crew cic", "crew radio", "crew fwd-fuel-tanks", "xo cic", "dco forward")
    place(state, "begin repairs")
    play_repair(state, "repair fwd-fuel-tanks", 1, 1)
    play_repair(state, "repair cic", 6, 6, 1)
    told = [text for text in sentences(state) if text.startswith("xo ")]
    assert told == ["xo radio"]  # not the tanks, rolled already, nor the steering room, unmanned


@pytest.mark.parametrize(
    ("hits", "men", "told"),
    [
        (1, 1, "roll succeeds 58%, repaired 58%"),
        (2, 3, "roll succeeds 58%, repaired 39%"),
        (3, 3, "roll succeeds 58%, repaired 9.7%"),
    ],
)
def test_a_repair_roll_is_one_thing_and_the_repair_another(hits: int, men: int, told: str) -> None:
    state = a_ship({"fwd-fuel-tanks": hits})
    control(state)
    place(state, *["crew fwd-fuel-tanks"] * (men - 1))
    assert sentences(state)["crew fwd-fuel-tanks"] == told


def test_the_odds_of_secondaries_and_of_a_declaration() -> None:
    state = a_ship({"sec-aft-sail-locker": 1}, options={"mode": "advanced"})
    control(state)
    assert sentences(state)["crew sec-aft-sail-locker"] == "repaired 67%"
    rooms = ["5in-mag-1", "5in-mag-2", "bridge", "cic", "radio", "fwd-stack", "aft-stack"]
    rooms += ["5in-mag-3", "5in-mag-4", "5in-mag-5", "steering-room", "rudder"]
    wreck = a_ship(dict.fromkeys(rooms, 1), values={"Captain": 1})
    control(wreck)
    assert sentences(wreck) == {"declare": "succeeds 67%"}
    assert counted(wreck, "declare") == {"Captain": 1}


def test_nothing_to_tell() -> None:
    state = new()
    assert sentences(state) == {}
