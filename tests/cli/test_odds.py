"""`flankspeed odds`: the figures of the reference, from the command line."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import refusal, run

from flankspeed import games

# Section 3.6 of the reference: the chance of a crash from each entry point, and its mean.
DIRECT = [0.4963, 0.3742, 0.2567, 0.1466, 0.2094, 0.1466, 0.2567, 0.3742]
OPTIMAL = [0.6783, 0.5050, 0.5161, 0.1942, 0.3375, 0.1942, 0.5161, 0.5050]
MOUNTS = "51,52,41,42,43,44,21,23,22,24,53,54,55,45,25,26,27"


def odds(cwd: Path, *args: str) -> dict[str, Any]:
    ran = run("odds", "kamikaze", *args, "--json", cwd=cwd)
    assert (ran.err, ran.code) == ("", 0)
    report: dict[str, Any] = json.loads(ran.out)
    return report


def rounded(values: list[float]) -> list[float]:
    return [round(value, 4) for value in values]


def test_one_dive(tmp_path: Path) -> None:
    report = odds(tmp_path)
    assert (report["kamikazes"], report["damage"], report["lost"]) == (1, 0, [])
    assert rounded(report["direct"]["entry"]) == DIRECT
    assert rounded(report["crashing"]["entry"]) == OPTIMAL
    assert round(report["direct"]["crash"], 4) == 0.2826
    assert round(report["crashing"]["crash"], 4) == 0.4308
    assert round(report["direct"]["sink"], 4) == 0.0471
    for pilot in ("direct", "crashing", "sinking"):
        ends = [report[pilot][end] for end in ("crash", "shot_down", "off_board", "out_of_mp")]
        assert sum(ends) == pytest.approx(1)


def test_two_dives(tmp_path: Path) -> None:
    report = odds(tmp_path, "--kamikazes", "2")
    assert round(report["direct"]["sink"], 4) == 0.1378
    assert report["crashing"]["sink"] > report["direct"]["sink"]
    assert report["sinking"]["sink"] > report["crashing"]["sink"] + 0.001
    assert report["sinking"]["crash"] < report["crashing"]["crash"]


def test_with_five_damage_every_crash_sinks(tmp_path: Path) -> None:
    report = odds(tmp_path, "--damage", "5")
    for pilot in ("direct", "crashing", "sinking"):
        assert report[pilot]["sink"] == pytest.approx(report[pilot]["crash"])


def test_without_guns_every_dive_crashes(tmp_path: Path) -> None:
    report = odds(tmp_path, "--lost", MOUNTS)
    assert report["lost"] == MOUNTS.split(",")
    for pilot in ("direct", "crashing", "sinking"):
        assert report[pilot]["crash"] == pytest.approx(1)
        assert report[pilot]["sink"] == pytest.approx(1 / 6)


def test_a_lost_turret_helps_where_it_bore(tmp_path: Path) -> None:
    """Mount 51 stands at the bow: from astern only a jink can lead into its fire."""
    report = odds(tmp_path, "--lost", " 51 ")
    entry = rounded(report["direct"]["entry"])
    assert report["lost"] == ["51"]
    assert entry[0] > DIRECT[0] + 0.05
    assert entry[4] == pytest.approx(DIRECT[4], abs=0.001)


def test_an_option_changes_the_odds(tmp_path: Path) -> None:
    report = odds(tmp_path, "--option", "p2.crashVolley=on")
    assert report["direct"]["crash"] < 0.28


def test_own_figures(tmp_path: Path) -> None:
    corner = ", ".join(["[21, 23]"] * 8)
    (tmp_path / "own.toml").write_text(f"entry_points = [{corner}]\n", encoding="utf-8")
    report = odds(tmp_path, "--data", "own.toml", "--option", "p2.entryLayout=custom")
    assert rounded(report["direct"]["entry"]) == [DIRECT[3]] * 8


def test_as_a_table(tmp_path: Path) -> None:
    ran = run("odds", "kamikaze", "--lost", "51,52", "--damage", "2", cwd=tmp_path)
    lines = ran.out.splitlines()
    assert lines[0].strip() == "Dives on a ship with 2 damage, mounts lost: 51, 52"
    assert re.split("  +", lines[1].strip()) == [
        "chance",
        "direct",
        "best for crashing",
        "best for sinking",
    ]
    assert lines[2].startswith("crash from entry point 1 ")
    assert lines[-1].startswith("1 dive sinks the ship ")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--lost", "51,99"), "the ship has no mount '99'"),
        (("--option", "p2.beamRow=cameFrom"), "exact odds do not cover p2.beamRow=cameFrom"),
        (("--kamikazes", "7"), "--kamikazes"),
        (("--kamikazes", "0"), "--kamikazes"),
        (("--damage", "6"), "--damage"),
        (("--damage", "-1"), "--damage"),
    ],
)
def test_wrong_calls(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    assert says in refusal(run("odds", "kamikaze", *args, "--json", cwd=tmp_path))


@pytest.mark.parametrize("args", [(), ("chess",)])
def test_a_game_without_odds(tmp_path: Path, args: tuple[str, ...]) -> None:
    assert refusal(run("odds", *args, cwd=tmp_path))


def test_every_mount_of_the_ship_is_named_here() -> None:
    game = games.load("kamikaze")
    battery = game.new("attack", game.options()).charts.battery
    assert MOUNTS.split(",") == [mount.id for mount in battery.of(battery.all)]
