"""How many games each cell wants: a number, or until an interval is narrow enough.

Whether it is depends on the first so many games alone, so a study ends with the same games however
they were shared out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flankspeed.lab.statistics import Sample
from flankspeed.lab.study.measures import estimate
from flankspeed.lab.study.study import Study

Values = Mapping[int, float | None]  # what is measured of each game, by its number


def looks(study: Study) -> Iterator[int]:
    """The numbers of games after which a cell is looked at; the last is the most it plays."""
    size = min(study.until.first, study.games) if study.until else study.games
    while size < study.games:
        yield size
        size += (size + 1) // 2
    yield study.games


def wanted(study: Study, values: Values) -> int:
    """How many games a cell wants, by what is known of it; they may not be there yet."""
    for size in looks(study):
        if any(number not in values for number in range(size)) or _enough(study, values, size):
            return size
    return study.games


def _enough(study: Study, values: Values, size: int) -> bool:
    if study.until is None:
        return True
    sample = Sample()
    for number in range(size):
        if (value := values[number]) is not None:
            sample.add(value)
    found = estimate(sample, study.until.of)
    return found is not None and found.high - found.low < study.until.width
