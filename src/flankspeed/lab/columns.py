"""Columns: rows as the lines of a table.

What a game names comes with what it is: `score.usn`, `figure.turns`, `option.smoke`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flankspeed.engine import DataError, MissingPackage
from flankspeed.lab.rows import Row, Turn

if TYPE_CHECKING:
    import pyarrow as pa

SCENARIO, SEED = "scenario", "seed"
TURNS = "turns"
_SCORE, _FIGURE, _STRENGTH = "score.", "figure.", "strength."


class Columns:
    """The columns of a table of games: labels that all lines have, then what is in a row."""

    def __init__(self, labels: Sequence[str], sides: Sequence[str], figures: Sequence[str]) -> None:
        """Labels are texts, apart from the seed; sides and figures are those of the games."""
        self.labels = list(labels)
        self.sides = list(sides)
        self.figures = list(figures)

    @property
    def names(self) -> list[str]:
        """All but the turns, which are no single value."""
        return [
            *self.labels,
            *("number", "winner", "outcome"),
            *(_SCORE + side for side in self.sides),
            *(_FIGURE + name for name in self.figures),
            *("decisions", "throws", "seconds"),
        ]

    def line(self, row: Row, labels: Mapping[str, object]) -> dict[str, Any]:
        """A row as a line; what a game does not have is None."""
        unknown = row.figures.keys() - set(self.figures)
        if unknown:
            names = ", ".join(sorted(unknown))
            raise DataError(f"rare_figures of the game do not name what some games have: {names}")
        return {
            **{name: labels[name] for name in self.labels},
            "number": row.number,
            "winner": row.winner,
            "outcome": row.outcome,
            **{_SCORE + side: row.scores[side] for side in self.sides},
            **{_FIGURE + name: row.figures.get(name) for name in self.figures},
            "decisions": row.decisions,
            "throws": row.throws,
            "seconds": row.seconds,
        }

    def full_line(self, row: Row, labels: Mapping[str, object]) -> dict[str, Any]:
        """A line with the turns, if the game was watched."""
        turns = None if row.turns is None else [self._turn_line(turn) for turn in row.turns]
        return {**self.line(row, labels), TURNS: turns}

    def _turn_line(self, turn: Turn) -> dict[str, Any]:
        return {
            "turn": turn.turn,
            **{_STRENGTH + side: turn.strength.get(side) for side in self.sides},
            **{_SCORE + side: turn.scores[side] for side in self.sides},
        }

    def schema(self, turns: bool) -> pa.Schema:
        """The columns as Parquet has them."""
        pa = arrow()
        text, number = pa.dictionary(pa.int32(), pa.string()), pa.float64()
        types = {
            **dict.fromkeys(self.labels, text),
            **{name: pa.int64() for name in (SEED, "number") if name in self.names},
            **dict.fromkeys(("winner", "outcome"), text),
            **dict.fromkeys(("decisions", "throws"), pa.int32()),
        }
        fields = [(name, types.get(name, number)) for name in self.names]
        if turns:
            prefixes = (_STRENGTH, _SCORE)
            figures = [(prefix + side, number) for prefix in prefixes for side in self.sides]
            fields.append((TURNS, pa.list_(pa.struct([("turn", pa.string()), *figures]))))
        return pa.schema(fields)


def arrow() -> Any:
    """The library that Parquet files are read and written by."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as missing:
        raise MissingPackage("pyarrow", "lab") from missing
    return pyarrow
