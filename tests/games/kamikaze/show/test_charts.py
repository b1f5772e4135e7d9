"""The rows of the charts that a log names are those that gave what it tells."""

from __future__ import annotations

import random

from flankspeed import bots, games
from flankspeed.engine import Event, Match, Rolled
from flankspeed.games.kamikaze.game import Kamikaze

GAME = Kamikaze()
CHARTS = {chart.name: chart for chart in GAME.charts()}
NO_CHART = {"entry point", "loss side"}


def events(scenario: str, seed: int, *, straight: bool = False) -> list[Event]:
    """A game at random, or flown straight at things."""
    direct = bots.make(games.load("kamikaze"), "direct")
    match = Match(GAME, scenario, dice=Rolled(seed))
    chance = random.Random(seed)
    while match.decision:
        if straight:
            match.play(direct.choose(match.state, match.decision))
        else:
            match.play(chance.choice(match.decision.options))
    return [event for chapter in match.chapters for event in chapter]


def cells(event: Event) -> list[list[str]]:
    return [CHARTS[used.chart].rows[used.row].cells for used in GAME.rows_used(event)]


def right(event: Event) -> bool:
    """Whether what stands in the rows is what the event tells."""
    facts, found = event.facts, cells(event)
    thrown = [value for throw in event.throws for value in throw.values]
    if event.kind == "shot":
        needs = int(str(facts["needs"]))
        return str(needs) in found[0] and facts["down"] == (thrown[0] >= needs)
    if event.kind == "volley":
        return facts["hits"] == sum(die >= int(found[0][0]) for die in thrown)
    if event.kind == "jink":
        return [facts["side"]] == found[-1]
    if event.kind == "gun die":
        return str(facts["guns"]).replace(" and ", " ") == found[0][0]
    if event.kind == "crash":
        return facts["sunk"] == (int(str(facts["total"])) >= int(found[0][0]))
    assert event.kind == "movement points"
    return [modifier.value for modifier in event.modifiers] == [int(row[0]) for row in found]


def test_every_throw_names_its_row_and_it_is_the_right_one() -> None:
    seen = set()
    for scenario in ("attack", "dives-6", "dives-3"):
        for seed in range(6):
            for event in events(scenario, seed):
                if not event.throws or event.kind in NO_CHART:
                    assert not GAME.rows_used(event)
                    continue
                seen.add(event.kind)
                assert right(event), event
    assert {"shot", "volley", "jink", "movement points"} <= seen


def test_a_crash_and_the_guns_it_takes() -> None:
    found = [
        event
        for seed in range(4)
        for event in events("dives-6", seed, straight=True)
        if event.kind in ("crash", "gun die")
    ]
    assert {event.kind for event in found} == {"crash", "gun die"}
    assert all(map(right, found))
