"""A study: all that its file says, checked, with its cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from flankspeed import games
from flankspeed.engine import DataError, Game
from flankspeed.engine.data import read_toml
from flankspeed.engine.game import option_text
from flankspeed.engine.own_file import Start, own_start
from flankspeed.lab.columns import SCENARIO, SEED, Columns
from flankspeed.lab.playout import Batch
from flankspeed.lab.rows import check_figure, figure_names, sides
from flankspeed.lab.study.factors import (
    BOT,
    OPTION,
    Factor,
    Levels,
    bot_factors,
    bots_of,
    grid,
    option_factors,
)
from flankspeed.lab.study.file import StudyFile, Until, read_file
from flankspeed.lab.study.measures import check_measure
from flankspeed.lab.versions import Versions, digest, versions

CELL = "cell"


class Cell(msgspec.Struct, frozen=True):
    """One combination of levels: its id says by what rules, by whom and with which dice."""

    id: str
    levels: Levels
    batch: Batch


class Study(msgspec.Struct, frozen=True):
    """What is played, how often, and what is looked at; `text` is that of its file."""

    name: str
    about: str
    file: str
    text: str
    versions: Versions
    game: str
    seed: int
    games: int
    until: Until | None
    side: str
    figures: list[str]  # those that are shown
    all_figures: list[str]
    watched: int
    factors: list[Factor]
    cells: list[Cell]

    @property
    def varied(self) -> list[Factor]:
        """The factors with more than one level: they tell cells apart."""
        return [factor for factor in self.factors if len(factor.levels) > 1]

    def label(self, levels: Levels, without: str = "") -> str:
        """What tells a cell apart from others, in words; `without` one of the factors."""
        words = []
        for factor in self.varied:
            level = levels[factor.name]
            word = factor.word(level)
            if factor.name == without:
                continue
            if not factor.name.startswith(OPTION):
                words.append(word)
            elif level != factor.base:
                words.append(f"{factor.title}: {word}")
        return ", ".join(words) or "as usual"

    @property
    def columns(self) -> Columns:
        """The columns of its results."""
        named = [factor.name for factor in self.factors if factor.name.startswith(OPTION)]
        seats = [BOT + seat for seat in self.cells[0].batch.bots]
        labels = [CELL, SCENARIO, *named, *seats, SEED]
        return Columns(labels, sides(games.load(self.game)), self.all_figures)

    def labels(self, cell: Cell) -> dict[str, object]:
        """What all lines of a cell have in common."""
        return {
            **cell.levels,
            **{BOT + seat: name for seat, name in cell.batch.bots.items()},
            CELL: cell.id,
            SEED: self.seed,
        }


def read_study(path: Path) -> Study:
    """The study of a file; whatever is wrong with it is said in one sentence."""
    file, text = read_file(path)
    game = games.load(file.game)
    figures = {**read_toml(path.parent / file.data)} if file.data else {}
    starts = _starts(game, file, path.parent, figures)
    titles = {scenario.name: scenario.title for scenario in game.scenarios}
    names = list(starts)
    words = {name: f"{name}: {titles[name]}" for name in names if titles.get(name, name) != name}
    factors = [
        Factor(SCENARIO, "Scenario", names, names[0], words),
        *bot_factors(game, file),
        *option_factors(game, file),
    ]
    cells = [_cell(game, file.seed, levels, starts) for levels in grid(factors, file.design)]
    known = _figures(game, cells)
    for name in file.figures:
        check_figure(game, name, known)
    if file.until:
        check_measure(game, file.until.of, known)
    if file.side and file.side not in sides(game):
        raise DataError(f"{path.name}: side {file.side!r} is none of {', '.join(sides(game))}")
    return Study(
        name=file.name,
        about=file.about,
        file=path.name,
        text=text,
        versions=versions(file.game),
        game=file.game,
        seed=file.seed,
        games=file.games,
        until=file.until,
        side=file.side or sides(game)[0],
        figures=file.figures or known,
        all_figures=known,
        watched=file.watched,
        factors=factors,
        cells=cells,
    )


def _starts(
    game: Game[Any], file: StudyFile, folder: Path, figures: Mapping[str, Any]
) -> dict[str, Start]:
    """How each scenario starts, by its name or that of its file."""
    starts: dict[str, Start] = {}
    for said in file.scenarios or [game.scenarios[0].name]:
        name = str(said)
        if name in starts:
            raise DataError(f"scenario {name!r} is named twice")
        if name.endswith(".toml"):
            contents = read_toml(folder / name)
            starts[name] = own_start(game, contents, name, {}, figures)
        else:
            starts[name] = Start(game.find_scenario(name).name, {}, dict(figures))
    return starts


def _cell(game: Game[Any], seed: int, levels: Levels, starts: Mapping[str, Start]) -> Cell:
    """A cell whose game can be set up; raises if it cannot."""
    start = starts[levels[SCENARIO]]
    said = {name.removeprefix(OPTION): v for name, v in levels.items() if name.startswith(OPTION)}
    chosen = game.options({**start.options, **said})
    options: dict[str, object] = {
        name: option_text(value) for name, value in msgspec.to_builtins(chosen).items()
    }
    scenario = start.scenario or game.scenarios[0].name
    game.new(scenario, chosen, start.data)
    batch = Batch(game.name, scenario, options, bots_of(game, levels), seed, start.data)
    return Cell(cell_id(batch), levels, batch)


def cell_id(batch: Batch) -> str:
    """The id of a cell by the rules of this process; Python may be another."""
    by = msgspec.structs.replace(versions(batch.game), python="")
    return digest([batch, by])


def _figures(game: Game[Any], cells: Sequence[Cell]) -> list[str]:
    """The figures of all cells; scenarios may differ in them."""
    names = [name for cell in cells for name in figure_names(game, cell.batch)]
    return list(dict.fromkeys(names))
