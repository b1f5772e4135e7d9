"""The rows of the charts that a log names are those that gave what it tells."""

from __future__ import annotations

import random

from flankspeed.engine import Event, Match, Rolled
from flankspeed.engine.show.chart_view import RowUsed
from flankspeed.games.samar.game import Samar

GAME = Samar()
CHARTS = {chart.name: chart for chart in GAME.charts()}
# Dice that are read on no chart: AA fire, for one, is held against the ships' own ratings.
NO_CHART = {"AA fire", "air units drawn", "plain damage throw"}
# All others that three games bring about.
READ = {
    "air torpedoes dropped",
    "beached",
    "bombs dropped",
    "collision",
    "collision critical",
    "collision hit",
    "critical throw",
    "damage throw",
    "fires fought",
    "guns fire",
    "hulk floats",
    "hulk sinks",
    "hulk struck",
    "no ships drawn",
    "no special attack",
    "panic ends",
    "panic lasts",
    "passed clear",
    "reaction fire",
    "ships drawn",
    "smoke lifts",
    "special attack",
    "strafing",
    "torpedoes launched",
}


def events(seed: int) -> list[Event]:
    match = Match(GAME, "battle", dice=Rolled(seed))
    chance = random.Random(seed)
    match.play("formation")
    while match.decision:
        options = match.decision.options
        attacks = [option for option in options if option.text.startswith(("fire", "launch"))]
        match.play(chance.choice(attacks or options))
    return [event for chapter in match.chapters for event in chapter]


def figure(used: RowUsed) -> int:
    return int(CHARTS[used.chart].rows[used.row].cells[0])


def cell(used: RowUsed) -> str:
    assert used.column is not None
    return CHARTS[used.chart].rows[used.row].cells[used.column]


def right(event: Event) -> bool:
    """Whether what stands in the rows is what the event tells."""
    kind, facts, used = event.kind, event.facts, GAME.rows_used(event)
    thrown = [value for throw in event.throws for value in throw.values]
    bonus = sum(modifier.value for modifier in event.modifiers)
    if kind in ("ships drawn", "no ships drawn"):  # only the bombardment group's die is divided
        number = thrown[0] // figure(used[0]) if used else thrown[0]
        drawn = len(event.places) == number or facts["left"] == 0
        return drawn and bool(used) == (facts["side"] == "USN")
    first = used[0]
    if kind == "critical throw":
        results = {cell(row) for row in used if row.chart == "charts.critical"}
        return results == set(str(facts["results"]).split(", "))
    if kind in ("beached", "shallows passed"):
        return (cell(first) == "waterline") == (kind == "beached")
    if kind == "damage throw":
        shift = sum(figure(row) for row in used[1:])
        hard = sum(die + bonus >= figure(first) for die in thrown)
        return shift == bonus and facts["criticals"] == hard
    if kind in ("collision", "hulk struck", "passed clear"):
        counted = sum(figure(row) for row in used[1:]) == bonus
        return counted and (thrown[0] + bonus >= figure(first)) == (kind != "passed clear")
    if kind in ("collision critical", "collision hit"):
        return (thrown[0] >= figure(first)) == (kind == "collision critical")
    if kind in ("smoke lifts", "fires fought"):
        return facts["left"] == sum(die > figure(first) for die in thrown)
    if kind in ("panic ends", "panic lasts", "hulk sinks", "hulk floats"):
        return (thrown[0] <= figure(first)) == (kind in ("panic ends", "hulk sinks"))
    if kind in ("special attack", "no special attack"):
        return (thrown[0] <= figure(first)) == (kind == "special attack")
    hits = sum(die >= figure(first) for die in thrown)  # any kind of fire
    values = [modifier.value for modifier in event.modifiers]
    counted = all(any(value % figure(row) == 0 for value in values) for row in used[1:])
    return counted and facts["hits"] == hits


def test_every_throw_names_its_rows_and_they_are_the_right_ones() -> None:
    seen = set()
    for seed in range(3):
        for event in events(seed):
            if event.kind in NO_CHART:
                assert not GAME.rows_used(event)
            elif event.throws:
                seen.add(event.kind)
                assert right(event), event
    assert seen == READ


def test_every_die_is_that_of_a_reading() -> None:
    """Only what is drawn from a cup is read on nothing."""
    for event in events(1):
        told = [reading.throw for reading in event.readings]
        rest = event.throws[len(told) :]
        assert list(event.throws[: len(told)]) == told
        assert all(throw.why.startswith("which ") for throw in rest)


def test_panic_is_held_against_the_limit_of_its_navy() -> None:
    found = [event for event in events(1) if event.kind == "panic breaks out"]
    assert found
    for event in found:
        (used,) = GAME.rows_used(event)
        assert figure(used) == event.facts["limit"]
