"""Figures that were read out of damaged text: marked in the data, listed in the rulings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from picket_broken import broken, refused

from flankspeed.engine.chart import Damaged
from flankspeed.engine.data import typed
from flankspeed.games.picket.data.attack_charts import parse_attack_charts
from flankspeed.games.picket.data.damage_charts import parse_damage_charts
from flankspeed.games.picket.data.firing_chart import parse_firing_chart
from flankspeed.games.picket.data.load import DATA, raw
from flankspeed.games.picket.show.charts import chart_views

RULINGS = Path(__file__).parents[4] / "docs" / "rulings-picket.md"
HEADING = "## Read out of damaged text"


def marks(contents: Any, name: str) -> Iterator[tuple[str, Damaged]]:
    """Every mark in the contents of a file, with the name of what it stands at."""
    if isinstance(contents, list):
        for number, item in enumerate(contents, 1):
            own = item.get("mount") or item.get("name") or number if isinstance(item, dict) else ""
            yield from marks(item, f"{name} {own}")
    elif isinstance(contents, dict):
        for mark in typed(contents.get("damaged", []), list[Damaged]):
            yield name, mark
        for key, value in contents.items():
            if key != "damaged":
                yield from marks(value, f"{name}.{key}")


def all_marks() -> list[tuple[str, Damaged]]:
    files = sorted(file.name[:-5] for file in DATA.iterdir() if file.name.endswith(".toml"))
    return [found for file in files for found in marks(raw(file), file)]


def in_words(name: str, mark: Damaged) -> str:
    where = f", {mark.where}" if mark.where else ""
    return f"- `{name}`{where}: {mark.why}."


def test_the_rulings_list_what_the_data_mark_and_nothing_else() -> None:
    _, _, section = RULINGS.read_text().partition(HEADING)
    listed = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("- `")]
    assert listed == [in_words(*found) for found in all_marks()]


@pytest.mark.parametrize(
    "place",
    [
        *(f"attacks.letter.{cell[0]} row {cell[1:]}" for cell in ("A4", "A10", "B9", "G10")),
        *(f"attacks.letter.{cell[0]} row {cell[1:]}" for cell in ("G11", "H11")),
        "attacks.waves row 1-4",
        "weather.weather row <=2",
        "weather.typhoon_damage ",
        "damage.section.forward row 0, column 5",
        "damage.section.midship row 3",
        "damage.section.aft row 5, column 5",
        "damage.near_miss row 6",
        *(f"firing_chart.arc 5in {number} " for number in range(1, 6)),
    ],
)
def test_readings_are_marked(place: str) -> None:
    assert place in [f"{name} {mark.where}" for name, mark in all_marks()]


def test_charts_show_what_was_read_out_of_damaged_text() -> None:
    notes = {view.name: view.notes for view in chart_views()}
    assert notes["attacks.letter.G"][1].startswith("row 11: read out of damaged text: ")
    assert notes["attacks.letter.D"] == []
    shown = [note for texts in notes.values() for note in texts if "damaged text" in note]
    unseen = ("firing_chart", "fits", "names")  # files without charts
    assert len(shown) == sum(not name.startswith(unseen) for name, _ in all_marks())


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        ({"row": 13, "why": "lost"}, "chart A: damaged: there is no row 13"),
        ({"row": 4, "column": "x", "why": "lost"}, "chart A: damaged: there is no column x"),
        ({"row": 4, "why": ""}, "chart A: damaged, but no 'why' says how it was read"),
        ({"row": 4}, "missing required field `why`"),
        ({"roll": 4, "why": "lost"}, "unknown field `roll`"),
    ],
)
def test_broken_marks_of_charts_are_refused(mark: dict[str, Any], why: str) -> None:
    refused(parse_attack_charts, "attacks", "letter.A.damaged", [mark], why)


def test_broken_marks_of_other_figures_are_refused() -> None:
    lost = [{"row": 10, "column": 1, "why": "lost"}]
    refused(parse_damage_charts, "damage", "section.aft.damaged", lost, "there is no row 10")
    lost = [{"row": 1, "column": 7, "why": "lost"}]
    refused(parse_damage_charts, "damage", "near_miss.damaged", lost, "there is no column 7")
    refused(parse_firing_chart, "firing_chart", "arc.0.damaged", lost, "there is no row 1")
    lost = [{"why": "lost"}]
    why = "damaged text can only be that of the rulebook"
    refused(parse_firing_chart, "firing_chart", "arc.5.damaged", lost, why)
    parse_firing_chart(broken("firing_chart", "arc.0.damaged", lost))
