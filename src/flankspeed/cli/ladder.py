"""`flankspeed ladder`: how strong the bots of a game are."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from flankspeed import bots, games
from flankspeed.cli.common import (
    AsJson,
    DataFile,
    GameName,
    Jobs,
    OptionList,
    PictureFile,
    ScenarioName,
    Seed,
    check_picture,
    console,
    print_json,
    print_table,
    progress_bar,
    start_of,
    write_picture,
)
from flankspeed.engine import Game, OptionError
from flankspeed.lab.ladder.ladder import ELO_POINTS, Ladder, seatings_of
from flankspeed.lab.ladder.ladder import ladder as ladder_of
from flankspeed.lab.ladder.picture import picture
from flankspeed.lab.sim import Batch
from flankspeed.lab.statistics import Estimate


def ladder(
    game: GameName,
    names: Annotated[
        str | None,
        typer.Option("--bots", metavar="NAME,NAME", help="Who takes part; else all levels."),
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option("--anchor", metavar="NAME", help="Whom ratings count from; else the weakest."),
    ] = None,
    count: Annotated[
        int,
        typer.Option("--games", min=2, help="Games of each two bots, from either seat so many."),
    ] = 100,
    scenario: ScenarioName = None,
    option: OptionList = None,
    data: DataFile = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    output: PictureFile = None,
    json: AsJson = False,
) -> None:
    """Let bots play each other and rate them, with 95 % confidence intervals.

    Each two meet with the same dice from both seats. Ratings are those of Bradley and Terry, in Elo
    points ahead of the anchor (400 points: ten wins for one), and so is what the first seat is
    worth. Of a solitaire every bot plays the same dice, and is ranked by the figure that the game
    names.
    """
    rules = games.load(game)
    players = _players(rules, names)
    lowest = anchor or next(name for name in bots.names(rules) if name in players)
    if lowest not in players:
        raise OptionError(f"the anchor {lowest!r} takes no part ({', '.join(players)} do)")
    start = start_of(rules, scenario, option, data)
    name = rules.find_scenario(start.scenario).name
    batch = Batch(game, name, start.options, {}, seed, start.data)
    rules.new(name, rules.options(batch.options), batch.data)  # wrong input: say so now
    check_picture(output)
    seatings = seatings_of(rules.seats, players)
    with progress_bar() as bar:
        task = bar.add_task(game, total=count * len(seatings))
        found = ladder_of(batch, players, lowest, count, jobs, lambda done: bar.advance(task, done))
    if output:
        write_picture(output, picture(found))
    print_json(found) if json else _print(found)


def _players(rules: Game[Any], names: str | None) -> list[str]:
    """Those who take part, each once and by its name of today, in the order of their levels."""
    words = [word.strip() for word in names.split(",")] if names else list(rules.bots)
    for word in words:
        bots.make(rules, word)  # raises, naming the bots there are
    known = [rules.former_bots.get(word, word) for word in words]
    twice = next((word for word in known if known.count(word) > 1), None)
    if twice:
        raise OptionError(f"the bot {twice!r} is named twice")
    if len(known) < 2:
        raise OptionError("a ladder is for two bots or more: name them with --bots")
    return [name for name in bots.names(rules) if name in known]


def _print(found: Ladder) -> None:
    ways = "each from both seats" if found.meetings else "each"
    console().print(
        f"{found.game}, {found.scenario}: {found.games} games {ways} (seed {found.seed}) "
        f"in {found.seconds:.1f} s\n",
        markup=False,
    )
    digits = 0 if found.unit == ELO_POINTS else 3
    rows = [
        [
            rung.bot,
            _signed(rung.rating, digits) if rung.bot != found.anchor else "anchor",
            _signed(rung.step, digits) if rung.step else "",
            f"{rung.score.mean:.1%}",
        ]
        for rung in found.rungs
    ]
    share = "points" if found.meetings else "wins"
    print_table(found.title, ["bot", "ahead", "of the next below", share], rows)
    if found.meetings:
        _print_meetings(found)
    else:
        _print_figures(found)


def _print_meetings(found: Ladder) -> None:
    if found.advantage:
        worth = _signed(found.advantage.points, 0)
        console().print(f"\nThe seat {found.advantage.seat} is worth {worth} points.", markup=False)
    seats = list(found.meetings[0].bots)
    rows = [
        [*each.bots.values(), str(each.draws), _share(each.score), f"{each.expected:.1%}"]
        for each in found.meetings
    ]
    heads = [*seats, "draws", "points (95 %)", "by the ladder"]
    print_table(f"\nPoints of {seats[0]}", heads, rows)


def _print_figures(found: Ladder) -> None:
    rows = [
        [rung.bot, _share(rung.score), _plain(rung.figure) if rung.figure else ""]
        for rung in found.rungs
    ]
    print_table("\nEach by itself", ["bot", "wins (95 %)", f"{found.unit} (95 %)"], rows)


def _signed(value: Estimate, digits: int) -> str:
    return f"{value.mean:+.{digits}f} ({value.low:+.{digits}f} to {value.high:+.{digits}f})"


def _plain(value: Estimate) -> str:
    return f"{value.mean:.3f} ({value.low:.3f} to {value.high:.3f})"


def _share(rate: Estimate) -> str:
    return f"{rate.mean:.1%} ({rate.low:.1%} to {rate.high:.1%})"
