"""Rule 6.5: air cover and AFS markers (Tables 7-1 to 7-3)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from picket_attack import attack, counted, of_kind, picket, support

from flankspeed.engine import Rolled
from flankspeed.games.picket.rules.station.support import air_support

EARLY = ["none"] * 2 + ["carrier"] * 9
APRIL_DAY = ["none"] + ["carrier"] * 10
APRIL_NIGHT = ["none"] + ["carrier"] * 5 + ["land"] * 3 + ["both"] * 2
LATE_DAY = ["carrier", "land"] + ["both"] * 9
LATE_NIGHT = ["none"] + ["carrier"] * 2 + ["land"] * 2 + ["both"] * 6
TABLE_7_1 = [
    ("Mar 24", EARLY, EARLY),
    ("Apr 6", EARLY, EARLY),
    ("Apr 7", APRIL_DAY, APRIL_NIGHT),
    ("Apr 15", APRIL_DAY, APRIL_NIGHT),
    ("Apr 16", LATE_DAY, LATE_NIGHT),
    ("Jun 25", LATE_DAY, LATE_NIGHT),
]
TABLE_7_2 = {  # by chit: markers for rolls 2 to 12
    -2: (0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2),
    -1: (0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 3),
    0: (0, 0, 1, 1, 2, 2, 2, 2, 2, 3, 3),
    1: (1, 1, 2, 2, 3, 3, 3, 3, 3, 4, 4),
    2: (2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4),
}
NAMES = {"none": "no", "both": "carrier and land"}
late = partial(picket, date="Apr 20")


def dice_of(roll: int) -> tuple[int, int]:
    return max(1, roll - 6), min(6, roll - 1)


def check_cover(date: str, phase: str, block: list[str], **options: Any) -> None:
    for roll, cover in enumerate(block, 2):
        state = picket(date=date, phase=phase, **options)
        types = {"none": 0, "both": 2}.get(cover, 1)
        values: list[int | str] = [*dice_of(roll), *["0"] * types, *[3, 3] * types]
        events = support(state, *values)
        assert of_kind(events, "air cover").facts["cover"] == NAMES.get(cover, cover)
        assert state.cover == ((0,) * types if types else None)
        assert state.afs == 2 * types


@pytest.mark.rule("P-6.5.A-1", "P-6.5.B-1")
@pytest.mark.parametrize(("date", "day", "night"), TABLE_7_1)
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_table_7_1(date: str, day: list[str], night: list[str], mode: str) -> None:
    check_cover(date, "morning", day, mode=mode)
    check_cover(date, "midday", day, mode=mode)
    check_cover(date, "night", night, mode=mode)


@pytest.mark.rule("P-6.5.B-1")
@pytest.mark.parametrize(("date", "day", "night"), TABLE_7_1)
def test_day_and_night_of_early_april_may_be_swapped(
    date: str, day: list[str], night: list[str]
) -> None:
    if date in ("Apr 7", "Apr 15"):
        day, night = night, day
    check_cover(date, "midday", day, afs_apr7="swapped")
    check_cover(date, "night", night, afs_apr7="swapped")


@pytest.mark.rule("P-6.5.D-1")
@pytest.mark.parametrize("team", [True, False])
@pytest.mark.parametrize("chit", TABLE_7_2)
def test_table_7_2(chit: int, team: bool) -> None:
    for roll in range(2, 13):
        state = late()
        state.fdt = team
        events = support(state, 1, 1, f"{chit:+d}", *dice_of(roll))  # carrier planes only
        row = min(max(roll + (1 if team else -1), 2), 12)
        assert state.afs == TABLE_7_2[chit][row - 2]
        name = "fighter direction team" if team else "no fighter direction team"
        assert counted(of_kind(events, "air support")) == {name: 1 if team else -1}


@pytest.mark.rule("P-6.5.C-1", "P-6.5.D-1")
def test_each_type_has_its_chit_and_its_roll() -> None:
    state = late()
    events = support(state, 6, 6, "+2", "-2", 4, 5, 1, 1)
    assert state.cover == (2, -2)
    assert state.afs == 4 + 0
    told = [event.facts for event in events if event.kind == "air support"]
    assert [(fact["type"], fact["chit"], fact["markers"]) for fact in told] == [
        ("carrier", "+2", 4),
        ("land", "-2", 0),
    ]


@pytest.mark.rule("P-6.5.C-1")
def test_chits_go_back_after_noting() -> None:
    state = picket(chit_mix="9,0,0,0,1", date="Apr 20")
    for _ in range(2):  # the only +2 can be drawn in every phase, but once in each
        support(state, 6, 6, "+2", "-2", 3, 3, 3, 3)
    with pytest.raises(ValueError, match="not in list"):
        support(state, 6, 6, "+2", "+2", 3, 3, 3, 3)


@pytest.mark.rule("P-6.5.C-1")
@pytest.mark.parametrize(
    ("mix", "values"),
    [
        ("4,4,4,4,4", {-2, -1, 0, 1, 2}),
        ("9,0,0,0,0", {-2}),
        ("0,5,0,5,0", {-1, 1}),
        ("0,0,0,0,99", {2}),
    ],
)
def test_chits_are_those_of_the_setting(mix: str, values: set[int]) -> None:
    found: set[int] = set()
    for seed in range(80):
        state = late(chit_mix=mix)
        air_support(state, Rolled(seed), None)
        found.update(state.cover or ())
    assert found == values


@pytest.mark.rule("P-6.5.A-1")
def test_markers_of_the_phase_before_are_gone() -> None:
    state = late(phase="night")
    state.afs, state.cover = 5, (2, 2)
    support(state, 1, 1)
    assert state.afs == 0
    assert not state.cover


@pytest.mark.rule("P-6.5.H-1")
def test_no_cover_shifts_the_column() -> None:
    state = late(phase="night")
    state.sfs = 2
    support(state, 1, 1)
    events = attack(state, 5, 6, 6)
    assert counted(of_kind(events, "attack column"))["no air cover"] == -2


@pytest.mark.rule("P-6.5.H-1", "P-6.5.J-1")
def test_cover_without_markers_counts_by_its_chit() -> None:
    state = late()
    support(state, 1, 1, "-1", 1, 1)
    assert state.afs == 0
    events = attack(state, 6, 6)
    assert counted(of_kind(events, "attack column"))["air cover chit"] == -1
    assert "no air cover" not in counted(of_kind(events, "attack column"))


@pytest.mark.rule("P-6.5.J-1")
@pytest.mark.parametrize(("first", "second"), [("+2", "+1"), ("-1", "+1"), ("-2", "0")])
def test_both_chits_shift_the_column(first: str, second: str) -> None:
    state = late()
    state.sfs = 2
    support(state, 6, 6, first, second, 3, 3, 3, 3)
    events = attack(state, 6, 6)
    column = of_kind(events, "attack column")
    assert column.facts["total"] == 1 + 1 + 2 + int(first) + int(second)
    assert [m.value for m in column.modifiers if m.name == "air cover chit"] == [
        int(first),
        int(second),
    ]


@pytest.mark.rule("P-6.5.I-1", "P-6.7.D-1")
def test_kikusui_support_by_table_7_3() -> None:
    """V-13 is among them: 4 and 2 with a team are 5 land and 5 carrier markers."""
    table = {0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 4, 7: 4}
    for team in (True, False):
        for first in range(1, 7):
            for second in range(1, 7):
                state = picket(date="Mar 26", kikusui=True)
                state.fdt = team
                events = support(state, first, second)
                by = 1 if team else -1
                each = table[first + by] + table[second + by]
                assert of_kind(events, "kikusui air support").facts["of_each"] == each
                assert state.afs == 2 * each
    vector = picket(kikusui=True)
    assert of_kind(support(vector, 4, 2), "kikusui air support").facts["of_each"] == 5
    assert vector.afs == 10
