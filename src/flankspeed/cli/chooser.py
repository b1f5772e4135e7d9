"""The questions of `flankspeed play` without a game: which one, and who plays."""

from __future__ import annotations

from typing import Any, NamedTuple

import typer

from flankspeed import bots, games
from flankspeed.cli.common import console, number_in, print_text
from flankspeed.cli.streams import on_terminal
from flankspeed.engine import Game


class Chosen(NamedTuple):
    """What to play: as the options of `flankspeed play` say it."""

    game: str
    scenario: str | None = None
    seat: str | None = None
    bot: list[str] | None = None
    seed: int | None = None


def choose() -> Chosen:
    """Ask what to play; without a terminal, two bots play the first game."""
    if not on_terminal():
        game = games.load(games.names()[0])
        return Chosen(game.name, bot=_bots(game), seed=1)
    console().print("Flank Speed\n", style="bold")
    name = _choose("Which game?", {n: games.load(n).title for n in games.names()})
    game = games.load(name)
    ready = game.ready_scenarios()
    found = {s.name: s.about for s in game.scenarios if s.name in ready}
    scenario = _choose("Which scenario?", found)
    way = _choose("Who plays?", _ways(game))
    if way == "watch":
        return Chosen(name, scenario, bot=_bots(game))
    others = [seat for seat in game.seats if seat != way]
    if way == "both" or not others:
        return Chosen(name, scenario, seat=None if way == "both" else way)
    level = _choose("Against which bot?", _levels(game))
    return Chosen(name, scenario, way, [f"{seat}={level}" for seat in others])


def _bots(game: Game[Any]) -> list[str]:
    """The strongest bot on every seat."""
    best = bots.strongest(game)
    return [f"{seat}={best}" for seat in game.seats]


def _ways(game: Game[Any]) -> dict[str, str]:
    """Who may sit at the table; a solitaire game has one seat and no opponent."""
    if len(game.seats) == 1:
        return {game.seats[0]: "you play", "watch": f"watch the bot {bots.strongest(game)!r}"}
    ways = {seat: f"you are {seat}, against a bot" for seat in game.seats}
    return ways | {"both": "you play every seat", "watch": "watch two bots"}


def _levels(game: Game[Any]) -> dict[str, str]:
    """The bots with what they are like, the weakest first."""
    words = game.bot_words()
    return {name: words.get(name, "plays by itself") for name in game.bots or bots.names(game)}


def _choose(question: str, answers: dict[str, str]) -> str:
    """One of the answers, as the player says; he may leave instead."""
    screen = console()
    names = list(answers)
    if len(names) == 1:
        return names[0]
    screen.print(f"\n{question}", style="bold")
    for number, name in enumerate(names, 1):
        print_text(screen, f"  {number}  {name}: {answers[name]}")
    while True:
        try:
            answer = screen.input("Choose (Enter for 1, q to leave): ").strip() or "1"
        except EOFError:
            screen.print()
            raise typer.Exit from None
        if answer in ("q", "quit"):
            raise typer.Exit
        if answer in names:
            return answer
        chosen = number_in(answer) or 0
        if 1 <= chosen <= len(names):
            return names[chosen - 1]
        screen.print(f"Please type a number from 1 to {len(names)}, or q to leave.")
