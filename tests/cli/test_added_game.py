"""A fourth game touches nothing: that of docs/adding-a-game.md, installed, on the command line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from added_game import NAME, PAGE, install, write
from command_line import Ran, refusal, run

HERE = Path(__file__).parents[2]
GAMES = 2000


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def installed(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(package, tmp_path_factory.mktemp("installed"))


class Shell:
    """`flankspeed` where the game is installed."""

    def __init__(self, installed: Path, cwd: Path) -> None:
        self.installed = installed
        self.cwd = cwd

    def run(self, *args: str, stdin: str = "") -> Ran:
        """Run a command that must be fine."""
        ran = run(*args, cwd=self.cwd, planted=self.installed, stdin=stdin)
        assert (ran.err, ran.code) == ("", 0)
        return ran

    def json(self, *args: str) -> Any:
        """What a command reports."""
        return json.loads(self.run(*args, "--json").out)

    def sim(self, *args: str) -> Any:
        """Many games."""
        return self.json("sim", NAME, "--games", str(GAMES), *args)


@pytest.fixture
def shell(installed: Path, tmp_path: Path) -> Shell:
    return Shell(installed, tmp_path)


def _bots(shell: Shell) -> list[str]:
    """Its own bot at every seat, as `play` is told."""
    seats = shell.sim()["bots"]
    return [word for seat, name in seats.items() for word in ("--bot", f"{seat}={name}")]


def test_two_bots_play_it_to_its_end_and_the_record_verifies(shell: Shell) -> None:
    played = shell.run("play", NAME, *_bots(shell), "--seed", "1", "--record", "game.fsr")
    assert re.search(r"^Result: \w+ wins \(.+\) after \d+ choices\.$", played.out, re.MULTILINE)
    assert shell.json("replay", "game.fsr", "--verify")["ok"]
    over = shell.run("picture", NAME, "--record", "game.fsr").out
    assert 'class="result"' in over
    assert shell.run("picture", NAME, "--record", "game.fsr", "--to", "2").out != over


def test_a_choice_is_taken_back(shell: Shell) -> None:
    played = shell.run("play", NAME, "--seed", "1", "--record", "game.fsr", stdin="1\nu\n2\nq\n")
    assert played.code == 0
    record = (shell.cwd / "game.fsr").read_text(encoding="utf-8")
    assert len(re.findall(r"^\d+ ", record, re.MULTILINE)) == 1


def test_it_has_nothing_to_fill_in(shell: Shell) -> None:
    assert shell.json("template", NAME) == []
    ran = run("template", NAME, cwd=shell.cwd, planted=shell.installed)
    assert refusal(ran) == f"{NAME} has no templates"


def test_its_lesson_is_followed(shell: Shell) -> None:
    (lesson,) = shell.json("lessons", NAME)
    typed = "\n\n" + "1\n" * 6  # two cards are read, then the first of the options is taken
    played = shell.run("play", NAME, "--lesson", lesson["name"], stdin=typed)
    cards = re.findall(r"^--- (\d+)/(\d+) .+ ---$", played.out, re.MULTILINE)
    numbers = [int(number) for number, _ in cards]
    total = int(cards[0][1])
    assert sorted(set(numbers)) == list(range(1, total + 1))


def test_its_own_bot_beats_random_and_its_odds_are_those_of_many_games(shell: Shell) -> None:
    best = shell.sim()
    first, second = best["bots"]
    assert set(best["wins"]) == {first, second, "draw"}
    lucky = shell.sim("--bot", f"{second}=random")["wins"][first]
    unlucky = shell.sim("--bot", f"{first}=random")["wins"][second]
    assert lucky + unlucky > 1.15 * GAMES
    low, high = (best["win_rates"][first][bound] for bound in ("low", "high"))
    assert low < shell.json("odds", NAME)["through"] < high


def test_odds_are_told_for_what_is_asked(shell: Shell) -> None:
    assert shell.json("odds", NAME, "--square", "4") != shell.json("odds", NAME)
    assert "through" in shell.run("odds", NAME, "--square", "4", "--option", "smoke=2").out
    assert NAME in shell.run("odds", "--help").out


def test_the_laboratory_measures_it(shell: Shell) -> None:
    """Its bot is above `random`, its tree has both seats, and its records have luck."""
    pytest.importorskip("numpy")
    own = next(iter(shell.sim()["bots"].values()))
    ladder = shell.json("ladder", NAME, "--bots", f"random,{own}", "--games", "60")
    assert [rung["bot"] for rung in ladder["rungs"]] == [own, "random"]
    assert len({kind["seat"] for kind in shell.json("tree", NAME)["kinds"]}) == 2
    shell.run("play", NAME, *_bots(shell), "--seed", "1", "--record", "game.fsr")
    luck = shell.json("luck", "game.fsr", "--most", "1", "--rollouts", "4")
    assert luck["biggest"][0]["swing"]["rollouts"] == 4


def test_it_is_studied(shell: Shell) -> None:
    """Its own sides, options and figures are in the report, and how it went turn by turn."""
    text = f'name = "Hulls"\ngame = "{NAME}"\ngames = 40\n[options]\nhull = [2, 3]\n'
    (shell.cwd / "hulls.toml").write_text(text, encoding="utf-8")
    found = shell.json("study", "run", "hulls.toml", "--out", "out")
    through = [cell["win_rates"]["destroyer"]["mean"] for cell in found["cells"]]
    assert len(through) == 2
    assert len(set(through)) == 2
    shell.run("study", "report", "out")
    page = (shell.cwd / "out" / "report.html").read_text(encoding="utf-8")
    assert "the destroyer is through" in page


def test_fuzz(shell: Shell) -> None:
    assert shell.json("fuzz", NAME, "--games", "200")["fault"] is None


@pytest.mark.parametrize(
    "command",
    [("rules", NAME), ("rules", NAME, "--decisions"), ("options", NAME), ("scenarios", NAME)],
)
def test_what_there_is_is_listed(shell: Shell, command: tuple[str, ...]) -> None:
    assert len(shell.json(*command)) > 1


def test_the_picture_names_its_places(shell: Shell) -> None:
    root = ElementTree.fromstring(shell.run("picture", NAME).out)
    assert any(":" in element.get("id", "") for element in root.iter())


def test_perft_and_bench(shell: Shell) -> None:
    assert len(shell.json("perft", NAME, "--depth", "3")) == 3
    names = [row["name"] for row in shell.json("bench", "--seconds", "0.01", "--rounds", "1")]
    assert f"{NAME}: random games" in names


def test_every_rule_has_a_test_that_passes(shell: Shell, package: Path) -> None:
    tests = str(package / "tests")
    assert shell.run("rules", NAME, "--missing", "--tests", tests).out == ""
    call = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--strict-markers", tests]
    assert run_python(package, *call, path=shell.installed) == 0


def run_python(cwd: Path, *args: str, path: Path) -> int:
    environment = os.environ | {"PYTHONPATH": f"{path}{os.pathsep}{HERE / 'src'}"}
    return subprocess.run([sys.executable, *args], cwd=cwd, env=environment).returncode


AGENT = """
import random, sys
import numpy as np
from flankspeed import games
from flankspeed.engine import Rolled
game = games.load(sys.argv[1])
options = game.options()
features, seen = game.features("passage", options), set()
out = np.full(len(features), np.nan, np.float32)
for seed in range(10):
    state, dice, chance = game.new("passage", options), Rolled(seed), random.Random(seed)
    state.advance(dice)
    while state.decision:
        game.observe(state, state.decision.seat, out)
        assert all(f.low <= value <= f.high for f, value in zip(features, out, strict=True))
        seen.add(out.tobytes())
        state.play(chance.choice(state.decision.options), dice)
assert len(seen) > 10
"""


def test_agents_see_it(package: Path, installed: Path) -> None:
    assert run_python(package, "-c", AGENT, NAME, path=installed) == 0


def test_it_is_in_the_style_of_the_house(package: Path, installed: Path) -> None:
    ours = ["--no-cache", "--config", str(HERE / "pyproject.toml"), "."]
    assert run_python(package, "-m", "ruff", "check", *ours, path=installed) == 0
    assert run_python(package, "-m", "ruff", "format", "--check", *ours, path=installed) == 0
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 100] == []


def test_it_is_typed(package: Path, installed: Path) -> None:
    cache = ["--cache-dir", str(package / ".cache")]
    assert run_python(package, "-m", "mypy", "--strict", *cache, NAME, "tests", path=installed) == 0


def test_nothing_but_the_page_names_it() -> None:
    folders = [HERE / name for name in ("src", "tests", "docs")]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files += [path for path in HERE.iterdir() if path.suffix in (".md", ".toml", ".txt")]
    word = re.compile(rb"\b%s\b" % NAME.encode(), re.IGNORECASE)
    named = [path for path in files if path != PAGE and word.search(path.read_bytes())]
    assert [path for path in named if "__pycache__" not in path.parts] == []
