"""The rows of the charts that a log names are those that gave what it tells."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from kamikaze_dives import dive, play
from kamikaze_dogfight import act, dogfight

from flankspeed import bots, games
from flankspeed.engine import Event, Match, Rolled
from flankspeed.games.kamikaze.game import Kamikaze

GAME = Kamikaze()
CHARTS = {chart.name: chart for chart in GAME.charts()}
NO_CHART = {"entry point", "loss side"}


def events(scenario: str, seed: int, *, straight: bool = False) -> list[Event]:
    """A game at random, or flown straight at things."""
    direct = bots.make(games.load("kamikaze"), "lieutenant")
    match = Match(GAME, scenario, dice=Rolled(seed))
    chance = random.Random(seed)
    while match.decision:
        if straight:
            match.play(direct.choose(match.state, match.decision))
        else:
            match.play(chance.choice(match.decision.options))
    return [event for chapter in match.chapters for event in chapter]


def cells(event: Event) -> list[list[str]]:
    """The cells of each row used; the one that was read, where there are several columns."""
    found = []
    for used in GAME.rows_used(event):
        row = CHARTS[used.chart].rows[used.row].cells
        found.append(row if used.column is None else [row[used.column]])
    return found


def right(event: Event) -> bool:
    """Whether what stands in the rows is what the event tells."""
    facts, found = event.facts, cells(event)
    thrown = [value for throw in event.throws for value in throw.values]
    if event.kind in NO_CHART:
        return not found
    if event.kind == "shot":
        needs = int(str(facts["needs"]))
        return found == [[str(needs)]] and facts["down"] == (thrown[0] >= needs)
    if event.kind == "volley":
        return facts["hits"] == sum(die >= int(found[0][0]) for die in thrown)
    if event.kind == "jink":  # the yellow die is read only if the black one says so
        side = facts["side"]
        return found == ([["none"]] if side == "none" else [["jink"], [side]])
    if event.kind == "gun die":
        return str(facts["guns"]).replace(" and ", " ") == found[0][0]
    if event.kind == "crash":
        return facts["sunk"] == (int(str(facts["total"])) >= int(found[0][0]))
    assert event.kind == "movement points"
    return [modifier.value for modifier in event.modifiers] == [int(row[0]) for row in found]


def test_every_throw_names_its_row_and_it_is_the_right_one() -> None:
    seen: Counter[str] = Counter()
    for scenario in ("attack", "dives-6", "dives-3"):
        for seed in range(6):
            for event in events(scenario, seed):
                if not event.throws:
                    assert not GAME.rows_used(event)
                    continue
                seen[event.kind] += 1
                assert len(event.readings) == len(event.throws) or event.kind == "jink"
                assert right(event), event
    kinds = ("shot", "volley", "jink", "movement points", "entry point")
    assert all(seen[kind] >= 10 for kind in kinds), seen


def test_a_crash_and_the_guns_it_takes() -> None:
    found = [
        event
        for seed in range(4)
        for event in events("dives-6", seed, straight=True)
        if event.kind in ("crash", "gun die")
    ]
    assert {event.kind for event in found} == {"crash", "gun die"}
    assert all(map(right, found))


def test_the_side_that_loses_a_gun_is_read_on_no_chart() -> None:
    state = dive("12,12 W", options={"p2.lossSide": "die"})
    told = [event for event in play(state, "crash ahead", 2, 1, 6) if event.kind == "loss side"]
    assert [event.facts["side"] for event in told] == ["starboard"]
    assert all(map(right, told))


@pytest.mark.parametrize(
    ("chart", "data", "column"),
    [
        ("graded", None, "graded"),
        ("frontSix", None, "6 from the front"),
        ("hard", None, "harder"),
        ("custom", {"kill_numbers": [2, 3, 4, 5, 6]}, None),
    ],
)
def test_a_shot_is_read_in_the_column_of_its_kill_chart(
    chart: str, data: dict[str, list[int]] | None, column: str | None
) -> None:
    """A chart of one's own is not among those shown: then the aspect alone is named."""
    planes = {"C1": "10,10 N", "K2": "10,8 N"}
    state = dogfight(planes, to_move="C1", roll=1, options={"p1.fig2": chart}, data=data)
    shots = act(state, "move ahead", "fire K2", dice=[6])
    [used] = [row for event in shots if event.kind == "shot" for row in GAME.rows_used(event)]
    shown = CHARTS["kill_numbers"]
    assert (used.chart, shown.rows[used.row].roll) == ("kill_numbers", "tail")
    assert (None if used.column is None else shown.columns[used.column]) == column
