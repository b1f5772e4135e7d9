"""The commands of the README as they are run in a clean environment: the same, but short."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
RECORD = "game.fsr"
_ROW = re.compile(r"\| (`.+?`) \|")
_SPAN = re.compile(r"`([^`]+)`")
_LACKING = re.compile(r"flankspeed: this needs \S+: pip install 'flankspeed\[\w+\]'\n")
_PATIENCE = 900.0

# What is long is made short, and what stands for something of the reader's is put in.
_SHORTER = (
    (re.compile(r"--games \d+"), "--games 2"),
    (re.compile(r"--jobs 0"), "--jobs 1"),
    (re.compile(r"--depth \d+"), "--depth 2"),
    (re.compile(r"--scenario all"), "--scenario 1"),
    (re.compile(r"admiral"), "lieutenant"),
    (re.compile(r"FILE\.toml"), "study.toml"),
    (re.compile(r"\bDIR\b"), "study"),
    (re.compile(r"tcp://HOST:8786"), "local:1"),
    (re.compile(r"postgresql://\.\.\."), "sqlite:///table.db"),
    (re.compile(r"^(flankspeed bench(?! --table).*)"), r"\1 --seconds 0.01 --rounds 1"),
    (re.compile(r"^(flankspeed tree.*)"), r"\1 --scenario dives-1"),
    (re.compile(r"^(flankspeed serve.*)"), r"\1 --port 0"),
    (re.compile(r"^flankspeed$"), "flankspeed --no-browser"),
)
_STUDY = """
name = "Dives"
game = "kamikaze"
scenarios = ["dives-1"]
games = 4
seed = 3

[bots]
usn = "lieutenant"
ijn = "ensign"
"""


class Outcome(NamedTuple):
    """How a command went: `works`, `lacks` (it names the extra to install), or what went wrong."""

    command: str
    how: str


def written() -> list[str]:
    """Every command that the README's table of commands names."""
    text = (ROOT / "README.md").read_text("utf-8")
    table = text.partition("## From the shell")[2].partition("\n## ")[0]
    found = []
    for line in table.splitlines():
        if row := _ROW.match(line):
            spans = [span for span in _SPAN.findall(line) if _is_command(span, row[1])]
            found += [
                span if span.startswith("flankspeed") else f"flankspeed {span}" for span in spans
            ]
    return found


def _is_command(span: str, first_cell: str) -> bool:
    """Spans of the first cell are commands, and in the second those of a study."""
    return f"`{span}`" in first_cell or span.startswith("study ")


def shortened(command: str) -> list[str]:
    """The words of a command as it is run here."""
    for long, short in _SHORTER:
        command = long.sub(short, command)
    return command.split()


def prepare(folder: Path, program: Path) -> None:
    """Lay out what the commands read: a record and a study."""
    (folder / "study.toml").write_text(_STUDY, encoding="utf-8")
    play = "play kamikaze --scenario dives-1 --seed 4 --bot usn=ensign --bot ijn=ensign"
    args = [str(program), *play.split(), "--record", RECORD]
    subprocess.run(args, cwd=folder, check=True, capture_output=True, timeout=_PATIENCE)


def tried(folder: Path, program: Path, commands: list[str]) -> Iterator[Outcome]:
    """Run commands, one after another, in a folder that is prepared."""
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "FLANKSPEED_CACHE": str(folder)}
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | home
    for command in commands:
        words = shortened(command)
        args = [str(program), *words[1:]]
        if (
            words[1:3] in (["study", "report"], ["study", "show"])
            and not (folder / "study").exists()
        ):
            yield Outcome(command, "lacks")  # what makes the study has said what it needs
            continue
        serves = words[1:2] in ([], ["serve"], ["--no-browser"])
        how = _served(args, folder, environment) if serves else _run(args, folder, environment)
        yield Outcome(command, how)


def _run(args: list[str], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        args,
        cwd=folder,
        env=environment,
        input="",
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
    )
    if done.returncode == 0:
        return "works"
    return _judged(done.returncode, done.stderr)


def _served(args: list[str], folder: Path, environment: dict[str, str]) -> str:
    """Start a table, ask it how it does, and stop it; without the table's packages it may play."""
    with subprocess.Popen(
        args,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.startswith("The table is at "):
            _, error = process.communicate(timeout=_PATIENCE)
            return "works" if process.returncode == 0 else _judged(process.returncode, error)
        try:
            with urlopen(f"{line.split()[4]}healthz", timeout=_PATIENCE) as answer:
                healthy = answer.status == 200
        finally:
            process.send_signal(signal.SIGINT)
            _, error = process.communicate(timeout=_PATIENCE)
        return "works" if healthy and process.returncode == 0 else error


def _judged(code: int, error: str) -> str:
    return "lacks" if code == 2 and _LACKING.fullmatch(error) else f"exit {code}: {error}"
