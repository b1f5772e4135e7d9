"""`flankspeed play` without a game: choose one and a seat; without a terminal, watch two bots."""

from __future__ import annotations

import sys

from flankspeed import bots, games
from flankspeed.cli.common import console
from flankspeed.cli.play import play


def choose_and_play() -> None:
    """Ask what to play and play it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        name = games.NAMES[0]
        best = bots.strongest(name)
        play(name, bot=[f"{seat}={best}" for seat in games.load(name).seats], seed=1)
        return
    console().print("Flank Speed\n", style="bold")
    name = _choose("Which game?", {n: games.load(n).title for n in games.NAMES})
    game = games.load(name)
    scenario = _choose("Which scenario?", {s.name: s.summary for s in game.scenarios})
    best = bots.strongest(name)
    ways = {seat: f"you are {seat}, against the bot {best!r}" for seat in game.seats}
    ways["both"] = "you play every seat"
    ways["watch"] = "watch two bots"
    way = _choose("Who plays?", ways)
    if way == "watch":
        play(name, scenario, bot=[f"{seat}={best}" for seat in game.seats])
    else:
        play(name, scenario, seat=None if way == "both" else way)


def _choose(question: str, answers: dict[str, str]) -> str:
    screen = console()
    names = list(answers)
    if len(names) == 1:
        return names[0]
    screen.print(f"\n{question}", style="bold")
    for number, name in enumerate(names, 1):
        screen.print(f"  {number}  {name}: {answers[name]}", markup=False)
    while True:
        answer = screen.input("Choose (Enter for 1): ").strip() or "1"
        if answer in names:
            return answer
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        screen.print(f"Please type a number from 1 to {len(names)}.")
