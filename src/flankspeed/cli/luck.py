"""`flankspeed luck`: every throw of a game against what was to be expected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from flankspeed import bots, games
from flankspeed.cli.common import (
    AsJson,
    Jobs,
    PictureFile,
    Seed,
    check_picture,
    console,
    print_json,
    print_table,
    print_text,
    progress_bar,
    write_picture,
)
from flankspeed.cli.report_text import lucks
from flankspeed.engine import Game, OptionError, Record
from flankspeed.engine.report.luck import side_name
from flankspeed.lab.luck.account import Account, BigThrow, Replayed
from flankspeed.lab.luck.picture import picture
from flankspeed.lab.luck.rollouts import swings


def luck(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a game.")],
    most: Annotated[int, typer.Option(min=1, help="How many of the biggest throws.")] = 10,
    rollouts: Annotated[
        int, typer.Option(min=0, help="Games played on from each of them, for the chance to win.")
    ] = 0,
    bot: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who plays these on; else a quick bot.")
    ] = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    output: PictureFile = None,
    json: AsJson = False,
) -> None:
    """Compare every throw of a game with the exact chances of what was thrown.

    By side, by kind and by turn, in standard deviations: 0 is as expected, +1 is luck that one side
    in six has. With --rollouts also what the biggest throws changed of the chance to win: bots play
    on from there, with the dice as they fell and with them thrown anew.
    """
    record = Record.read(file)
    game = games.load(record.header.game)
    if bot is not None:
        if not rollouts:
            raise OptionError("--bot is for --rollouts: it plays them")
        bots.make(game, bot)  # raises, naming the bots there are
    check_picture(output)
    replayed = Replayed(game, record, most)
    found = replayed.account()
    if rollouts:
        name = bot or bots.for_many_games(game)
        with progress_bar() as bar:
            task = bar.add_task(game.name, total=rollouts * len(found.biggest))
            known = swings(
                game, record, replayed, name, rollouts, seed, jobs, lambda n: bar.advance(task, n)
            )
        found = replayed.account(known)
    if output:
        write_picture(output, picture(replayed, found))
    print_json(found) if json else _print(game, found)


def _print(game: Game[Any], found: Account) -> None:
    screen = console()
    print_text(screen, f"{game.title}, {found.scenario}: {found.choices} choices\n")
    print_text(screen, "Luck, in standard deviations")
    for line in lucks(game, found.sides):
        print_text(screen, f"  {line}")
    if found.between is not None:
        first, second = (side_name(game, each.side) for each in found.sides)
        print_text(screen, f"  {found.between:+.2f} {first} over {second}")
    rows = [
        [
            each.side,
            each.kind,
            str(each.throws),
            f"{each.counted:g}",
            f"{each.expected:.1f} ({each.spread:.1f})",
            f"{each.deviations:+.2f}",
        ]
        for each in found.kinds
    ]
    heads = ["side", "kind", "throws", "thrown", "expected (deviation)", "luck"]
    print_table("\nBy kind of throw", heads, rows)
    print_text(screen, "\nBy turn")
    for line in lucks(game, found.turns):
        print_text(screen, f"  {line}")
    print_text(screen, "\nThe biggest throws")
    for number, big in enumerate(found.biggest, 1):
        for line in _big(game, number, big):
            print_text(screen, line)


def _big(game: Game[Any], number: int, big: BigThrow) -> Iterator[str]:
    throw = big.throw
    lucky = throw.deviations > 0
    chance, what = (throw.as_good, "as good") if lucky else (throw.as_bad, "as bad")
    yield (
        f"  {number}. {throw.choice} {throw.turn}, {side_name(game, throw.side)}, {throw.kind}: "
        f"{throw.result}, {throw.expected:.2f} expected; {what} in {chance:.1%}"
    )
    changes = [f"{side} {by:+g}" for side, by in big.change.items() if by]
    with_it = f" (with this choice {', '.join(changes)})" if changes else ""
    yield f"     {big.text}{with_it}"
    if big.swing:
        swing = big.swing
        yield (
            f"     it changed the chance to win by {100 * swing.change:+.1f} percentage points "
            f"(standard error {100 * swing.error:.1f}, {swing.rollouts} rollouts)"
        )
