"""Letters that a terminal does not have, and bytes that are no letters: no command dies of them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import Session, answers, refusal, run

import flankspeed
from flankspeed import games

LOCALE_C = {
    "LC_ALL": "C",
    "PYTHONIOENCODING": "",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
}
ASCII = {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
UTF8 = {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
PLAYED = {
    "kamikaze": ("--scenario", "dives-1", "--bot", "usn=random", "--bot", "ijn=random"),
    "picket": ("--scenario", "3", "--bot", "usn=random"),
    "samar": ("--scenario", "battle", "--bot", "usn=random", "--bot", "ijn=random"),
}
OWN = """
[scenario]
title = "Une nuit étoilée – 30° ✈"
date = "Apr 6"
ship = "Laffey"
station = 1
first_phase = "night"
phases = 1
"""
DIVE = (
    *("play", "kamikaze", "--scenario", "dives-1", "--seed", "4"),
    *("--option", "p2.usChoices=auto"),
)

# Every command but bench, which has tests of its own; `{game}` stands for each game in turn where
# games have words of their own.
OF_A_GAME = [
    "play {game} --seed 3",
    "replay {game}.fsr",
    "replay {game}.fsr --json",
    "picture {game} -o {game}.svg",
    "rules {game}",
    "options {game}",
    "scenarios {game}",
]
ALONE = [
    "--version",
    "replay samar.fsr --verify",
    "picture picket --record picket.fsr --to 1 -o picket.svg",
    "fuzz kamikaze --games 1",
    "perft samar --depth 1",
    "sim kamikaze --games 1",
    "odds kamikaze",
    "odds picket --planes 315H,180L",
    "odds samar --firer J-Yamato --target U-CVE12 --range 12",
    "odds samar --strike TB --target J-Yamato --json",
]
COMMANDS = [
    "play",
    "serve",
    "replay",
    "sim",
    "picture",
    "rules",
    "options",
    "scenarios",
    "fuzz",
    "perft",
    "bench",
    "odds",
]


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the beginning of a game of each."""
    folder = tmp_path_factory.mktemp("records")
    for name in games.names():
        match = flankspeed.new(name, PLAYED[name][1], seed=4)
        for _ in range(4):
            match.play(0)
        match.save(folder / f"{name}.fsr")
        match.close()
    return folder


@pytest.mark.parametrize("command", [*OF_A_GAME, *ALONE])
def test_a_command_on_a_terminal_of_ascii(records: Path, command: str) -> None:
    for name in games.names() if command in OF_A_GAME else [""]:
        args = command.format(game=name).split()
        if args[0] == "play":
            args += PLAYED[name]
        ran = run(*args, cwd=records, env=LOCALE_C)
        assert (ran.err, ran.code) == ("", 0), name
        assert ran.out.isascii()
        assert bool(ran.out) == ("-o" not in args)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_is_ascii_anyway(tmp_path: Path, command: str) -> None:
    ran = run(command, "--help", cwd=tmp_path, env=UTF8)
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.isascii()
    assert ran.out.startswith("Usage: ")


def test_the_table_on_a_terminal_of_ascii(tmp_path: Path) -> None:
    args = ("serve", "--port", "0", "--store", f"sqlite:///{tmp_path}/é.db")
    with Session(*args, cwd=tmp_path, env=LOCALE_C) as session:
        assert "The table is at http://127.0.0.1:" in session.until("(Ctrl-C stops it).")


@pytest.mark.parametrize("terminal", [LOCALE_C, ASCII], ids=["C", "ascii"])
def test_what_has_no_letter_is_written_out(tmp_path: Path, terminal: dict[str, str]) -> None:
    there = run(*DIVE, cwd=tmp_path, stdin="3\nq\n", env=UTF8)
    here = run(*DIVE, cwd=tmp_path, stdin="3\nq\n", env=terminal)
    assert "  2  left 45° to (2,11), heading NE" in there.out
    assert "  2  left 45 deg to (2,11), heading NE" in here.out
    assert here == there._replace(out=there.out.replace("°", " deg"))


def test_any_letter_of_a_players_own(tmp_path: Path) -> None:
    """Accents go, signs are put in others, and what nobody can guess becomes a question mark."""
    wrong = run("options", "“Île” – 30° ✈", cwd=tmp_path, env=ASCII)
    assert refusal(wrong).startswith("there is no game '\"Ile\" - 30 deg ?' (there are: ")
    missing = run("replay", "fâché.fsr", cwd=tmp_path, env=ASCII)
    assert refusal(missing) == "cannot read fache.fsr: No such file or directory"


def test_a_record_is_the_same_everywhere(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    texts = []
    for number, terminal in enumerate([UTF8, LOCALE_C, ASCII]):
        name = f"{number}.fsr"
        args = ("play", "picket", "--scenario", "own.toml", "--bot", "usn=random", "--seed", "3")
        assert run(*args, "--record", name, cwd=tmp_path, env=terminal).code == 0
        texts.append((tmp_path / name).read_bytes())
    assert texts[0] == texts[1] == texts[2]
    assert "étoilée".encode() in texts[0]


def test_json_says_the_same_everywhere(records: Path) -> None:
    """Whatever letters JSON holds, it can put in ASCII without a loss."""
    record = (records / "kamikaze.fsr").read_text(encoding="utf-8")
    (records / "odd.fsr").write_text(record.replace("\n1 ijn face N", "\n1 ijn fäce ✈🛩"), "utf-8")
    call = ("replay", "odd.fsr", "--verify", "--json")
    there, here = (run(*call, cwd=records, env=terminal) for terminal in (UTF8, LOCALE_C))
    assert "fäce ✈🛩" in there.out
    assert "f\\u00e4ce \\u2708\\ud83d\\udee9" in here.out
    assert json.loads(here.out) == json.loads(there.out)


def test_a_picture_has_the_same_bytes_everywhere(tmp_path: Path) -> None:
    there, here = (run("picture", "picket", cwd=tmp_path, env=env) for env in (UTF8, LOCALE_C))
    assert "°" in there.out
    assert here == there


@pytest.mark.parametrize("terminal", [UTF8, LOCALE_C, ASCII], ids=["utf-8", "C", "ascii"])
def test_bytes_that_are_no_text(tmp_path: Path, terminal: dict[str, str]) -> None:
    lines = "3\nmove \udcff\ns \udcff.fsr\no \udcff\n\udcff\nq\n"
    ran = run(*DIVE, cwd=tmp_path, stdin=lines, env=terminal)
    assert (ran.err, ran.code) == ("", 0)
    said = answers(ran.out)
    assert said[1].startswith("'move \\udcff' cannot be chosen now (ijn may choose move ahead")
    assert said[2] == "Recorded in ?.fsr; resume with --record ?.fsr.\n"
    assert said[3] == "There is no option '\\udcff'.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["\udcff.fsr"]
    again = run(
        "play", "kamikaze", "--record", "\udcff.fsr", cwd=tmp_path, stdin="q\n", env=terminal
    )
    assert (again.err, again.code) == ("", 0)


def test_arguments_that_are_no_text(tmp_path: Path) -> None:
    for args in (
        ("play", "\udcff"),
        ("replay", "\udcff"),
        ("play", "kamikaze", "--seat", "\udcff"),
    ):
        assert refusal(run(*args, cwd=tmp_path, env=LOCALE_C)).isascii()


@pytest.mark.parametrize("command", ["scenarios picket", "picture picket", "odds kamikaze --json"])
def test_output_that_cannot_be_written(tmp_path: Path, command: str) -> None:
    with open("/dev/full", "w") as full:
        call = [sys.executable, "-m", "flankspeed", *command.split()]
        ran = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert ran.stderr == "flankspeed: cannot write: No space left on device\n"
    assert ran.returncode == 2


@pytest.mark.parametrize("command", ["scenarios picket", "picture picket", "odds kamikaze --json"])
def test_nobody_listens(tmp_path: Path, command: str) -> None:
    """Without standard output, as from a shell's `>&-`, there is nothing to say and no fault."""
    shell = 'exec "$@" >&- <&-'
    call = ["sh", "-c", shell, "-", sys.executable, "-m", "flankspeed", *command.split()]
    ran = subprocess.run(call, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert (ran.stderr, ran.returncode) == ("", 0)
