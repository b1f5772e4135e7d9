"""Tables: rulebook charts, checked when they are loaded."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from flankspeed.engine import Chart, DataError
from flankspeed.engine.chart import ChartData, highest_roll
from flankspeed.engine.data import check_source, convert, read_toml

Rows = Sequence[Sequence[str | int]]

RESULTS = ("miss", "hit", "kill")
D6: Rows = [["1-3", "miss"], ["4-5", "hit"], [6, "kill"]]


def table(rows: Rows, dice: str = "d6", **fields: Any) -> Chart[str]:
    fields = {"title": "Gunfire", "rule": "G-1", "source": "rulebook"} | fields
    data = ChartData(dice=dice, rows=[list(row) for row in rows], **fields)
    return Chart("fire", data, str, RESULTS)


def test_every_roll_has_its_row() -> None:
    fire = table(D6)
    assert [fire[roll] for roll in range(1, 7)] == ["miss"] * 3 + ["hit"] * 2 + ["kill"]
    assert fire.rows[3:] == [(4, ("hit",)), (5, ("hit",)), (6, ("kill",))]
    assert (fire.name, fire.title, fire.rule, fire.columns) == ("fire", "Gunfire", "G-1", ("",))


@pytest.mark.parametrize("roll", [-1, 0, 7])
def test_a_roll_beyond_the_rows(roll: int) -> None:
    with pytest.raises(DataError, match=f"chart fire has no row for {roll}"):
        table(D6)[roll]


@pytest.mark.parametrize(
    ("rows", "rolls"),
    [
        ([["<=2", "miss"], ["3-11", "hit"], [">=12", "kill"]], {-9: "miss", 2: "miss", 3: "hit"}),
        ([["<=4", "miss"], ["5-12", "hit"]], {1: "miss", 2: "miss", 4: "miss", 5: "hit"}),
        ([["<=0", "miss"], ["1-12", "hit"]], {-1: "miss", 0: "miss", 1: "hit", 2: "hit"}),
        ([["<=-2", "miss"], ["-1-12", "hit"]], {-3: "miss", -2: "miss", -1: "hit"}),
        ([["2-11", "hit"], [">=12", "kill"]], {2: "hit", 11: "hit", 12: "kill", 99: "kill"}),
        ([["2-13", "hit"], [">=14", "kill"]], {13: "hit", 14: "kill", 15: "kill"}),
        ([["2-9", "hit"], [">=10", "kill"]], {9: "hit", 10: "kill", 12: "kill", 13: "kill"}),
    ],
)
def test_open_ends(rows: Rows, rolls: dict[int, str]) -> None:
    fire = table(rows, "2d6")
    assert {roll: fire[roll] for roll in rolls} == rolls


def test_a_roll_alone_finds_the_first_column() -> None:
    fire = table([["1-6", "miss", "hit", "kill"]], columns=["near", "far", "away"])
    assert (fire[1], fire.at(1, 1), fire.at(1, 2)) == ("miss", "hit", "kill")


@pytest.mark.parametrize(
    ("rolls", "highest"), [("3", 3), ("2-5", 5), ("<=4", 4), (">=4", math.inf), ("-1-2", 2)]
)
def test_the_highest_roll_of_a_row(rolls: str, highest: float) -> None:
    assert highest_roll(rolls) == highest
    with pytest.raises(DataError, match="no roll or range of rolls"):
        highest_roll(f"{rolls}?")


def test_an_end_that_is_not_open() -> None:
    below, above = [["<=6", "hit"]], [[">=1", "hit"]]
    with pytest.raises(DataError, match="no row for 7"):
        table(below)[7]
    with pytest.raises(DataError, match="no row for 0"):
        table(above)[0]


def test_the_rows_of_open_ends_reach_as_far_as_the_dice() -> None:
    fire = table([["<=2", "miss"], ["3-4", "hit"], [">=5", "kill"]])
    assert [roll for roll, _ in fire.rows] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "rolls 1 to 6 have no row"),
        ([["1-3", "miss"]], "rolls 4 to 6 have no row"),
        ([["2-6", "miss"]], "row '2-6' where roll 1 should follow"),
        ([["1-3", "miss"], ["5-6", "hit"]], "row '5-6' where roll 4 should follow"),
        ([["1-3", "miss"], ["3-6", "hit"]], "row '3-6' where roll 4 should follow"),
        ([["1-6", "miss"], [6, "hit"]], "row 6 where roll 7 should follow"),
        ([["1-3", "miss"], ["4-1", "hit"]], "row '4-1' where roll 4 should follow"),
        ([["4-1", "miss"]], "row '4-1' where roll 1 should follow"),
        ([["1-7", "miss"]], "d6 cannot roll 7"),
        ([["1-3", "miss"], ["<=6", "hit"]], "row '<=6' can only stand at the end"),
        ([[">=1", "miss"], ["2-6", "hit"]], "row '>=1' can only stand at the end"),
        ([["<=2-5", "miss"], [6, "hit"]], "'<=2-5' is no roll or range"),
        ([["1-4", "miss"], [">=5-6", "hit"]], "'>=5-6' is no roll or range"),
        ([["one", "miss"]], "'one' is no roll or range"),
        ([["1 - 6", "miss"]], "'1 - 6' is no roll or range"),
        ([[]], "'' is no roll or range"),
        ([["1-6"]], "row '1-6' has 0 cells, not 1"),
        ([["1-6", "miss", "hit"]], "row '1-6' has 2 cells, not 1"),
        ([["1-6", "mis"]], "row '1-6' has the unknown result 'mis'"),
        ([["1-6", 4]], "row '1-6': Expected `str`, got `int`"),
    ],
)
def test_rows_that_are_wrong(rows: Rows, message: str) -> None:
    with pytest.raises(DataError) as caught:
        table(rows)
    assert message in str(caught.value)
    assert str(caught.value).startswith("chart fire")


@pytest.mark.parametrize("dice", ["", "6", "d", "2d6+1", "D6"])
def test_dice_that_are_none(dice: str) -> None:
    with pytest.raises(DataError, match="are no dice; write d6, 2d6 or d10"):
        table(D6, dice)


def test_columns() -> None:
    rows: Rows = [["1-5", "miss", "hit"], [6, "hit", "kill"]]
    fire = table(rows, columns=["long", "short"])
    assert fire.columns == ("long", "short")
    assert [fire.at(roll, column) for roll in (1, 6) for column in (0, 1)] == [
        "miss",
        "hit",
        "hit",
        "kill",
    ]
    with pytest.raises(DataError, match="row '1-5' has 2 cells, not 3"):
        table(rows, columns=["long", "medium", "short"])


def test_cells_of_another_kind() -> None:
    data = ChartData(title="", rule="", source="rulebook", dice="d2", rows=[[1, 10], [2, 20]])
    assert Chart("numbers", data, int)[2] == 20


@pytest.mark.parametrize(
    ("source", "why", "message"),
    [
        ("rulebook", "", ""),
        ("reconstructed", "from the odds in the text", ""),
        ("reconstructed", "", "chart: reconstructed, but no 'why' says from what"),
        ("guess", "", "chart: source must be 'rulebook' or 'reconstructed', not 'guess'"),
    ],
)
def test_sources(source: str, why: str, message: str) -> None:
    if not message:
        check_source("chart", source, why)
        assert table(D6, source=source, why=why)[6] == "kill"
        return
    with pytest.raises(DataError, match=message):
        check_source("chart", source, why)
    with pytest.raises(DataError, match=message.replace("chart", "chart fire")):
        table(D6, source=source, why=why)


def test_a_table_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "charts.toml"
    path.write_text(
        '[fire]\ntitle = "×"\nrule = "G"\nsource = "rulebook"\ndice = "d6"\n'
        'rows = [["1-5", "miss"], [6, "hit"]]\n',
        encoding="utf-8",
    )
    data = convert(read_toml(path)["fire"], ChartData, "charts.toml")
    assert Chart("fire", data, str, RESULTS)[6] == "hit"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[fire\n", r"charts.toml is not valid TOML: .*line 1"),
        (b"a = 1\nb = \n", r"charts.toml is not valid TOML: .*line 2"),
        (b"\xff\xfe\x00", r"charts.toml is not valid TOML: .*decode"),
        (None, r"cannot read .*charts.toml: No such file"),
    ],
)
def test_files_that_are_wrong(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "charts.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_toml(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"titel": "x"}, "unknown field `titel`"),
        ({"rows": [["1-6", 1.5]]}, r"rows\[0\]\[1\]"),
        ({"title": None}, r"\$.title"),
    ],
)
def test_fields_that_are_wrong(change: dict[str, object], message: str) -> None:
    data = msgspec.to_builtins(
        ChartData(title="", rule="", source="rulebook", dice="d6", rows=[["1-6", "hit"]])
    )
    assert convert(data, ChartData, "charts.toml").rows == [["1-6", "hit"]]
    with pytest.raises(DataError, match=rf"charts.toml: .*{message}"):
        convert(data | change, ChartData, "charts.toml")
