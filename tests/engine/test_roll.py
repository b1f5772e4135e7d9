"""Rolls: thrown, priced and told by one object."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from flankspeed.engine import (
    Chart,
    Count,
    Each,
    Figure,
    Log,
    Modifier,
    Reading,
    Roll,
    Rolled,
    Scripted,
    Used,
)
from flankspeed.engine.chart import ChartData
from flankspeed.engine.show.chart_view import Rows, charts_in, figures

DATA = {
    "title": "Fire",
    "rule": "T-1",
    "source": "rulebook",
    "dice": "2d6",
    "columns": ["near", "far"],
    "rows": [["<=4", "hit", "hit"], ["5-7", "hit", "miss"], [">=8", "miss", "miss"]],
}
FIRE: Chart[str] = Chart("fire", ChartData(**DATA), str)  # type: ignore[arg-type]
HIT = Figure("gunnery", "hit at least", 5)
SMOKE = Modifier("smoke", -1, Used("gunnery", "smoke"))


def test_a_roll_on_a_chart_throws_its_dice_and_reads_the_cell() -> None:
    roll = Roll.on(FIRE, "fire", column=1, modifiers=[SMOKE])
    reading = roll.throw(Scripted([2, 3]))
    assert (reading.dice, reading.total, reading.result) == ((2, 3), 4, "hit")
    assert roll.throw(Scripted([3, 3])).result == "miss"
    assert str(reading.throw) == "2d6=2,3"
    assert (reading.throw.why, reading.told("Hoel").throw.why) == ("fire", "Hoel")


def test_its_chances_are_those_of_its_throws() -> None:
    roll = Roll.on(FIRE, "fire", column=1, modifiers=[SMOKE])
    thrown = [roll.throw(Scripted([a, b])).result for a in range(1, 7) for b in range(1, 7)]
    assert roll.chances() == {
        result: pytest.approx(thrown.count(result) / 36) for result in ("hit", "miss")
    }
    three = Roll("sum", lambda total: total, count=3)
    assert three.chances()[18] == pytest.approx(1 / 216)
    assert three.throw(Scripted([1, 2, 4])).result == 7


@pytest.mark.parametrize(("kind", "chance"), [("at_least", 3 / 6), ("at_most", 4 / 6)])
def test_a_roll_held_against_a_figure(kind: str, chance: float) -> None:
    roll = getattr(Roll, kind)(HIT, "hit", modifiers=[Modifier("radar", 1)])
    assert roll.chances()[True] == pytest.approx(chance)
    assert roll.throw(Scripted([4])).result is True
    assert roll.throw(Scripted([1])).result is (kind == "at_most")


def test_a_figure_may_stand_in_a_column() -> None:
    near = Figure("range", "5-inch", 3, "near")
    assert Roll.at_least(near, "hit").reads == (Used("range", "5-inch", "near"),)
    assert HIT.used == Used("gunnery", "hit at least")


def test_counted_dice_are_one_throw() -> None:
    count = Count("smoke", 97, HIT)
    reading = count.throw(Scripted([5, 6, 1] + [4] * 94))
    assert (reading.result, len(reading.throw.values)) == (2, 97)
    assert sum(count.chances().values()) == pytest.approx(1)
    assert Count("few", 2, HIT, shift=1).chances() == {
        0: pytest.approx(1 / 4),
        1: pytest.approx(1 / 2),
        2: pytest.approx(1 / 4),
    }
    assert Count("none", 3, HIT, shift=-9).chances()[0] == 1
    assert Count("none", 3, HIT, shift=-9).throw(Scripted([6, 6, 6])).result == 0
    assert Count("sure", 3, HIT, shift=9).throw(Scripted([1, 1, 2])).result == 3
    assert Count("sure", 3, HIT, shift=9).chances()[3] == 1


def test_counted_dice_may_have_to_stay_below_a_figure() -> None:
    count = Count.at_most("fires", 3, HIT, shift=1)
    assert count.throw(Scripted([4, 5, 6])).result == 1
    assert count.chances()[3] == pytest.approx((4 / 6) ** 3)
    assert [die in count.faces for die in (4, 5)] == [True, False]
    assert Count.at_most("sure", 2, HIT, shift=-9).chance == 1
    assert (
        Count("none", 2, HIT, shift=-9).chance == Count.at_most("no", 2, HIT, shift=9).chance == 0
    )
    also = Count("both", 1, HIT, reads=[Used("gunnery", "smoke")]).throw(Scripted([1]))
    assert also.used == (HIT.used, Used("gunnery", "smoke"))


def test_dice_thrown_together_and_read_one_by_one() -> None:
    near = Roll("near", lambda total: total, modifiers=[SMOKE])
    far = Roll.at_least(HIT, "far", modifiers=[SMOKE])
    each: Each[int | bool] = Each("fire", [near, near, far])  # type: ignore[list-item]
    reading = each.throw(Scripted([2, 6, 5]), "all fire")
    assert reading.result == (1, 5, False)
    assert reading.throw == (6, (2, 6, 5), "all fire")
    assert (each.modifiers, reading.used) == ((SMOKE,), (HIT.used, SMOKE.figure))


def test_readings_are_equal_if_they_tell_the_same() -> None:
    one, other = (Count("hits", 2, HIT).throw(Scripted([5, 1])) for _ in range(2))
    assert (one, hash(one)) == (other, hash(other))
    assert one is copy.deepcopy(one)
    fire = Roll.on(FIRE, "fire", column=1, modifiers=[SMOKE]).throw(Scripted([6, 6]))
    sent = pickle.loads(pickle.dumps(fire))
    assert (sent, sent.used, sent.total) == (fire, fire.used, fire.total)
    assert one not in (one.told("Hoel"), Count("hits", 2, HIT).throw(Scripted([1, 5])), "hits")
    assert one != Count("hits", 2, HIT, modifiers=[SMOKE]).throw(Scripted([5, 1]))


def test_what_nobody_listens_to_is_the_same_throw() -> None:
    for least in range(-1, 9):
        count = Count("hits", 4, Figure("gunnery", "hit at least", least), sides=8)
        told, silent = Rolled(least), Rolled(least)
        for _ in range(20):
            assert count.throw(told).result == count.number(silent)


def test_readings_are_shared_and_dice_are_those_of_the_stream() -> None:
    roll = Roll.on(FIRE, "fire")
    one, other = Rolled(3), Rolled(3)
    for _ in range(50):
        assert roll.throw(one).dice == tuple(other.throw(2, "fire"))
    assert roll.throw(Scripted([2, 3])) is roll.throw(Scripted([2, 3]))
    ten = Roll("place", lambda total: total, sides=10)
    assert ten.throw(Scripted([10])).result == 10


def test_the_log_keeps_readings_and_charts_find_what_was_used() -> None:
    log = Log()
    roll = Roll.on(FIRE, "fire", column=1, modifiers=[SMOKE])
    hits = Count("hits", 2, HIT)
    readings: list[Reading[Any]] = [roll.throw(Scripted([6, 6])), hits.throw(Scripted([5, 1]))]
    used = [Used("gunnery", "smoke")]
    log.add("shot", "T-1", readings=readings, places=["ship:1"], used=used, who="Hoel")
    [event] = log.events
    assert event.used == tuple(used)
    assert [str(throw) for throw in event.throws] == ["2d6=6,6", "2d6=5,1"]
    assert event.modifiers == (SMOKE,)
    views = [
        *charts_in({"fire": DATA}, "charts"),
        figures("gunnery", "Gunnery", "T-1", {"hit_at_least": 5, "smoke": -1}),
    ]
    rows = Rows(views)
    found = [rows.used(each) for reading in event.readings for each in reading.used]
    assert [(row.chart, row.row, row.column) for row in found] == [
        ("charts.fire", 2, 1),
        ("gunnery", 1, None),
        ("gunnery", 0, None),
    ]


def test_a_modifier_is_its_name_and_value_and_knows_its_figure() -> None:
    assert SMOKE == ("smoke", -1) == Modifier("smoke", -1)
    for twin in (copy.deepcopy(SMOKE), pickle.loads(pickle.dumps(SMOKE))):
        assert (twin, twin.figure) == (SMOKE, SMOKE.figure)


def test_on_natural_dice_nothing_counts() -> None:
    roll = Roll.on(FIRE, "fire", column=1, modifiers=[SMOKE, Modifier("dark", -4)], natural=(8,))
    counted, natural = roll.throw(Scripted([4, 5])), roll.throw(Scripted([4, 4]))
    assert (counted.total, counted.result, len(counted.modifiers)) == (4, "hit", 2)
    assert (natural.total, natural.result, natural.modifiers) == (8, "miss", ())
    assert natural.used == (Used("Fire", 8, "far"),)
    assert roll.chances()["miss"] == pytest.approx((6 + 5) / 36)


def test_a_shared_roll_is_told_with_what_made_it() -> None:
    roll = Roll("repair", lambda total: total >= 6, count=2, shift=-1)
    crew = Modifier("crew", 2)
    reading = roll.throw(Scripted([3, 4])).told(modifiers=[crew, SMOKE])
    assert (reading.total, reading.result, reading.why) == (6, True, "repair")
    assert (reading.modifiers, reading.used) == ((crew, SMOKE), (SMOKE.figure,))
    assert reading.told("the bridge").modifiers == (crew, SMOKE)
    assert roll.chances()[True] == pytest.approx(21 / 36)


def test_readings_of_other_columns_or_with_other_words_differ() -> None:
    one, other = Roll.on(FIRE, "fire"), Roll.on(FIRE, "fire", column=1)
    reading = one.throw(Scripted([2, 2]))
    assert reading == reading.told("fire") != reading.told("Hoel")
    assert reading != one.throw(Scripted([1, 3]))
    assert reading != other.throw(Scripted([2, 2]))
    assert len({reading, reading.told("fire"), reading.told("Hoel")}) == 2


def test_a_chart_is_read_without_dice_for_a_number_that_is_known() -> None:
    log = Log()
    log.add("waves", "T-1", readings=[Reading.of_known("3/2", Used("Fire", 5))])
    [event] = log.events
    assert (event.throws, event.modifiers) == ((), ())
    assert [(reading.result, reading.used) for reading in event.readings] == [
        ("3/2", (Used("Fire", 5),))
    ]


def test_a_chart_of_what_is_made_of_its_cells() -> None:
    hits = FIRE.map(lambda cell: cell == "hit")
    assert (hits.at(6, 0), hits.at(6, 1), hits.at(-3, 1), hits.at(99, 0)) == (
        True,
        False,
        True,
        False,
    )
    assert (hits.title, hits.columns, FIRE.at(6, 0)) == ("Fire", FIRE.columns, "hit")
    assert Roll.on(hits, "fire").throw(Scripted([4, 4])).used == (Used("Fire", 8, "near"),)
