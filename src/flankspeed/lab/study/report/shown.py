"""What pictures and tables show of a study, in words: sides, measures, cells."""

from __future__ import annotations

from textwrap import fill

from flankspeed import games
from flankspeed.lab.rows import sides
from flankspeed.lab.statistics import Estimate
from flankspeed.lab.study.measures import FIGURE, WINS
from flankspeed.lab.study.report.findings import DRAW, CellFindings, Ending, Findings
from flankspeed.lab.study.study import Study
from flankspeed.lab.study.summary import CellSummary

_CELLS = 16  # that a picture shows at most, if there are fewer that matter most
_MOST = 24


class Shown:
    """A study and what it has found, with the words for it."""

    def __init__(self, study: Study, found: Findings) -> None:
        self.study = study
        self.found = found
        self.game = games.load(study.game)
        self.sides = {side: self.game.sides[side] for side in sides(self.game)}
        self.numbers = {side: number for number, side in enumerate(self.sides)}
        self.cells = list(zip(found.summary.cells, found.cells, strict=True))
        self.main = WINS + study.side

    def side(self, side: str) -> str:
        """A side, or nobody, as people know it."""
        return "draw" if side == DRAW else self.sides[side].name

    def ending(self, ending: Ending) -> str:
        """Who wins in what way."""
        side = self.side(ending.winner)
        return side if ending.outcome == side else f"{side}: {ending.outcome}"

    def measure(self, name: str) -> str:
        """A measure as people call it."""
        if name.startswith(WINS):
            return f"wins of the {self.side(name.removeprefix(WINS))}"
        return name.removeprefix(FIGURE)

    @property
    def pictured(self) -> list[tuple[CellSummary, CellFindings]]:
        """The cells of a picture: all, or those that differ from the base in one thing at most."""
        if len(self.cells) <= _CELLS:
            return self.cells
        near = [each for each in self.cells if self._differs(each[0]) <= 1]
        return near[:_MOST]

    def _differs(self, cell: CellSummary) -> int:
        return sum(cell.levels[factor.name] != factor.base for factor in self.study.varied)

    @property
    def left_out(self) -> str:
        """What to say of the cells that are not in a picture."""
        if len(self.pictured) == len(self.cells):
            return ""
        return (
            f" Of {len(self.cells)} cells it shows those that differ from the first in one thing "
            "at most; the table has all."
        )

    def share(self, rate: Estimate) -> str:
        """A share with its interval."""
        return f"{rate.mean:.1%} ({rate.low:.1%} to {rate.high:.1%})"

    def value(self, name: str, found: Estimate, signed: bool = False) -> str:
        """A measure with its interval; differences of shares in points."""
        if name.startswith(WINS) and not signed:
            return self.share(found)
        times, unit = (100.0, " points") if name.startswith(WINS) else (1.0, "")
        digits = 1 if times > 1 else _digits(found)
        mean, low, high = (
            _signed(times * each, digits, signed) for each in (found.mean, found.low, found.high)
        )
        return f"{mean}{unit} ({low} to {high})"


def _digits(found: Estimate) -> int:
    """As many as the interval makes sense of."""
    width = found.high - found.low
    return 0 if width > 20 else 1 if width > 2 else 2 if width > 0.1 else 3


def _signed(value: float, digits: int, signed: bool) -> str:
    text = f"{value:+.{digits}f}" if signed else f"{value:.{digits}f}"
    return text.replace("-", "\N{MINUS SIGN}") if float(text) else f"{0:.{digits}f}"


def folded(text: str, width: int = 42) -> str:
    """A label in lines that fit beside a picture."""
    return fill(text, width, break_long_words=False)
