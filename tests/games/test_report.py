"""What the games say at the end: verdict, losses and strength of known ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from flankspeed import games
from flankspeed.engine import Record, Result
from flankspeed.engine.report.report import report
from flankspeed.engine.report.types import Loss, Report

RECORDS = Path(__file__).parents[1] / "records"
ALL = sorted(path.stem for path in RECORDS.glob("*.fsr") if "format-1" not in path.stem)


def told(name: str) -> Report:
    record = Record.read(RECORDS / f"{name}.fsr")
    return report(games.load(record.header.game), record)


@pytest.mark.parametrize("name", ALL)
def test_every_record_has_a_report(name: str) -> None:
    found = told(name)
    game = games.load(found.game)
    assert found.verdict.rule in {rule.id for rule in game.rules()}
    assert found.verdict.words.count("{") == 0
    sides = {*game.seats, *game.enemies}
    assert {loss.side for loss in found.losses} <= sides
    assert {luck.side for luck in found.luck} <= sides
    assert all(set(sample.strength) == sides for sample in found.timeline)
    assert len(found.timeline) >= 2
    assert [sample.choice for sample in found.timeline] == sorted(
        sample.choice for sample in found.timeline
    )
    assert found.timeline[-1].choice == found.choices
    assert len(found.moments) <= 5
    throws = sum(luck.throws for luck in found.luck)
    for parts in (found.luck_by_kind, found.luck_by_turn):
        assert sum(luck.throws for luck in parts) == throws


@pytest.mark.rule("S-3.4-usn-major-1")
def test_a_battle_off_samar() -> None:
    found = told("samar-battle")
    assert found.verdict.rule == "S-3.4-usn-major-1"
    assert "(it was 0): a US major victory" in found.verdict.words
    assert Loss("usn", "destroyers", "sunk", 2, ["Hoel", "Johnston"]) in found.losses
    assert Loss("usn", "destroyers", "crippled", 1, ["Heermann"]) in found.losses
    assert Loss("ijn", "light cruisers", "left the map", 2, ["Noshiro", "Yahagi"]) in found.losses
    assert [sample.turn for sample in found.timeline[:3]] == ["start", "0648", "0700"]
    assert found.timeline[0].strength == {"ijn": 98.0, "usn": 154.0}


@pytest.mark.rule("K-2-end-1")
def test_an_attack_of_kamikazes() -> None:
    found = told("kamikaze-attack")
    assert found.verdict.rule == "K-2-end-1"
    assert found.losses == [
        Loss("ijn", "escorts", "lost", 2, ["E4", "E5"]),
        Loss("ijn", "kamikazes", "lost", 5, ["K1", "K2", "K4", "K5", "K6"]),
        Loss("ijn", "kamikazes", "fell into the sea", 1, ["K3"]),
        Loss("usn", "CAP fighters", "shot down", 1, ["C5"]),
    ]
    assert found.timeline[-1].strength == {"ijn": 4.0, "usn": 11.0}


def test_planes_that_were_never_there_are_not_lost() -> None:
    found = told("kamikaze-dives-2")
    assert sum(loss.count for loss in found.losses if loss.kind == "kamikazes") == 2
    assert found.timeline[0].strength == {"ijn": 2.0, "usn": 6.0}


@pytest.mark.rule("P-10.A-1")
def test_a_patrol() -> None:
    found = told("picket-3")
    assert found.verdict.words == (
        "USS Cassin Young is on station at the end, as her card asks: a US victory. "
        "Planes shot down: 16. Planes that struck: 1."
    )
    assert found.losses[1:] == [
        Loss("ijn", "planes", "struck a ship", 1),
        Loss("usn", "guns", "destroyed", 1, ["40mm E"]),
        Loss("usn", "points of hull, manoeuvre and flotation", "lost", 2),
    ]
    assert found.strength == "Planes shot down, and damage points of the ship (a ship sunk: 30)"


@pytest.mark.parametrize(
    ("game", "scenario", "winner", "outcome", "words"),
    [
        ("samar", "battle", "ijn", "IJN major victory", "a Japanese major victory"),
        ("samar", "battle", "ijn", "IJN minor victory", "a Japanese minor victory"),
        ("samar", "battle", "usn", "USN minor victory", "a US minor victory"),
        ("samar", "battle", None, "draw", "ships of 0 points: a draw"),
        ("kamikaze", "attack", "ijn", "the ship is sunk", "6 sink her: a Japanese victory"),
        ("kamikaze", "attack", "usn", "no kamikaze came through", "None of the kamikazes"),
        ("picket", "1", "ijn", "the ship is sunk", "is lost, and with her the game"),
        ("picket", "mini", "ijn", "the ship had to withdraw", "had to withdraw"),
        ("picket", "1", "ijn", "the ship left its station", "left her station"),
        ("picket", "mini", "ijn", "the ship was not on station at the end", "0 of 0 fighting days"),
        ("picket", "7", "usn", "relieved", "until she was relieved"),
        ("picket", "long-a", "usn", "3 ships sunk", "fewer than the 8 of a draw"),
        ("picket", "long-b", "ijn", "9 ships sunk", "more than the 8 of a draw"),
        ("picket", "long-b", None, "8 ships sunk", "which is a draw"),
    ],
)
def test_every_end_has_its_words(
    game: str, scenario: str, winner: str | None, outcome: str, words: str
) -> None:
    rules = games.load(game)
    state = rules.new(scenario, rules.options())
    state.result = Result(winner, outcome)
    verdict = rules.verdict(state)
    assert words in verdict.words
    assert verdict.rule in {rule.id for rule in rules.rules()}


@pytest.mark.parametrize("game", games.names())
def test_a_game_under_way_has_no_verdict(game: str) -> None:
    rules = games.load(game)
    scenario = rules.ready_scenarios()[0]
    assert rules.verdict(rules.new(scenario, rules.options())).words == ""
