"""The file of a study, what is wrong with it, and the cells that come of it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from study_files import dives, study_of

import flankspeed
from flankspeed import games
from flankspeed.engine import FlankspeedError
from flankspeed.lab.study.study import Cell, Study, cell_id, read_study
from flankspeed.lab.versions import Versions, versions

PLAIN = 'name = "A"\ngame = "kamikaze"\ngames = 10\n'


def levels(study: Study) -> list[list[str]]:
    """What tells the cells apart, in the order of the factors."""
    return [[cell.levels[factor.name] for factor in study.varied] for cell in study.cells]


def test_a_grid(tmp_path: Path) -> None:
    study = dives(tmp_path)
    assert levels(study) == [
        ["dives-1", "off"],
        ["dives-1", "on"],
        ["dives-2", "off"],
        ["dives-2", "on"],
    ]
    assert [study.label(cell.levels) for cell in study.cells] == [
        "dives-1: Dives of 1",
        "dives-1: Dives of 1, A volley on the crash move: on",
        "dives-2: Dives of 2",
        "dives-2: Dives of 2, A volley on the crash move: on",
    ]
    batch = study.cells[1].batch
    assert (batch.scenario, batch.seed) == ("dives-1", 3)
    assert batch.bots == {"usn": "lieutenant", "ijn": "lieutenant"}
    assert batch.options["p2.crashVolley"] == "on"
    assert batch.options.keys() == {i.name for i in games.load("kamikaze").option_infos()}


def test_options_one_by_one(tmp_path: Path) -> None:
    """Each value alone against the default, which comes first wherever it is named."""
    options = '[options]\n"p2.crashVolley" = ["on", "off"]\n"p1.entryCost" = [0, 1]\n'
    options += 'sharpTurns = "extended"\n'
    study = study_of(tmp_path, PLAIN + 'design = "one-by-one"\n' + options)
    assert levels(study) == [["off", "1"], ["off", "0"], ["on", "1"]]
    assert {cell.batch.options["sharpTurns"] for cell in study.cells} == {"extended"}
    assert study.label(study.cells[0].levels) == "as usual"


def test_scenarios_and_bots_are_crossed_with_single_options(tmp_path: Path) -> None:
    text = PLAIN + (
        'design = "options-one-by-one"\nscenarios = ["dives-1", "dives-2"]\n'
        '[options]\n"p2.crashVolley" = ["off", "on"]\n"p2.range" = ["ship", "section"]\n'
        '[bots]\nijn = ["captain", "lieutenant"]\nusn = "random"\n'
    )
    study = study_of(tmp_path, text)
    assert len(study.cells) == 2 * 2 * 3
    assert {cell.batch.bots["ijn"] for cell in study.cells} == {"captain", "lieutenant"}
    assert len({cell.id for cell in study.cells}) == 12


def test_one_thing_at_a_time(tmp_path: Path) -> None:
    text = PLAIN + (
        'design = "one-by-one"\nscenarios = ["dives-1", "dives-2"]\n'
        '[options]\n"p2.range" = ["ship", "section"]\n[bots]\nijn = ["captain", "lieutenant"]\n'
    )
    assert levels(study_of(tmp_path, text)) == [
        ["dives-1", "captain", "ship"],
        ["dives-1", "captain", "section"],
        ["dives-1", "lieutenant", "ship"],
        ["dives-2", "captain", "ship"],
    ]


def test_who_plays_whom(tmp_path: Path) -> None:
    text = PLAIN + '[[bots]]\nusn = "captain"\nijn = "direct"\n[[bots]]\nijn = "random"\n'
    study = study_of(tmp_path, text)
    assert [cell.batch.bots for cell in study.cells] == [
        {"usn": "captain", "ijn": "lieutenant"},  # who was called direct once
        {"usn": "admiral", "ijn": "random"},
    ]
    assert study.label(study.cells[1].levels) == "usn admiral, ijn random"


def test_what_is_usual(tmp_path: Path) -> None:
    study = study_of(tmp_path, PLAIN)
    [cell] = study.cells
    game = games.load("kamikaze")
    assert cell.batch.scenario == game.scenarios[0].name
    assert set(cell.batch.bots.values()) == {"admiral"}
    assert study.side == "usn"
    assert study.figures == study.all_figures
    assert "crashes" in study.figures


def test_own_figures_and_scenarios(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("mounts = []\n", encoding="utf-8")
    study = study_of(tmp_path, PLAIN + 'data = "own.toml"\n')
    assert study.cells[0].batch.data == {"mounts": []}
    assert study.cells[0].id != study_of(tmp_path, PLAIN).cells[0].id
    template = games.load("picket").find_template("scenario").text
    (tmp_path / "mine.toml").write_text(template, encoding="utf-8")
    study = study_of(tmp_path, PLAIN.replace("kamikaze", "picket") + 'scenarios = [3, "mine.toml"]')
    third, mine = study.cells
    assert (third.batch.scenario, mine.batch.scenario) == ("3", "own")
    assert mine.levels["scenario"] == "mine.toml"
    assert third.batch.data == {}
    assert "scenario" in mine.batch.data


def changed(cell: Cell, **changes: object) -> str:
    return cell_id(msgspec.structs.replace(cell.batch, **changes))


def test_a_cell_is_known_by_all_that_decides_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = dives(tmp_path).cells[0]
    ids = {
        cell.id,
        changed(cell, scenario="dives-3"),
        changed(cell, seed=4),
        changed(cell, bots={"usn": "random", "ijn": "random"}),
        changed(cell, options={**cell.batch.options, "p2.range": "section"}),
        changed(cell, data={"mounts": []}),
    }
    assert len(ids) == 6
    assert changed(cell) == cell.id
    now = versions("kamikaze")
    for field in ("flankspeed", "rules", "files"):
        value = 99 if field == "rules" else "other"
        other = msgspec.structs.replace(now, **{field: value})
        monkeypatch.setattr("flankspeed.lab.study.study.versions", lambda _, other=other: other)
        assert cell_id(cell.batch) not in ids
    other = msgspec.structs.replace(now, python="3.99")
    monkeypatch.setattr("flankspeed.lab.study.study.versions", lambda _: other)
    assert cell_id(cell.batch) == cell.id


def test_versions() -> None:
    here = versions("kamikaze")
    assert here.flankspeed == flankspeed.__version__
    assert here.rules == games.load("kamikaze").rules_version
    assert len({versions(name).files for name in games.names()}) == len(games.names())
    assert here.differs(here) == ""
    other = Versions("3.9", here.flankspeed, here.rules, here.files)
    assert here.differs(other) == f"Python 3.9, not {here.python}"
    assert here.differs(msgspec.structs.replace(here, rules=99)) == (
        f"rules version 99, not {here.rules}"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = 1", "study.toml: Expected `str`, got `int` - at `$.name`"),
        ("games = [", "study.toml is not valid TOML"),
        (PLAIN + "colour = 1", "study.toml: Object contains unknown field `colour`"),
        ('name = "A"\ngames = 3', "missing required field `game`"),
        (PLAIN.replace("kamikaze", "chess"), "there is no game 'chess'"),
        (PLAIN.replace("10", "0"), "Expected `int` >= 1 - at `$.games`"),
        (PLAIN + 'scenarios = ["dives-9"]', "kamikaze has no scenario 'dives-9'"),
        (PLAIN + 'scenarios = ["dives-1", "dives-1"]', "scenario 'dives-1' is named twice"),
        (PLAIN + 'scenarios = ["mine.toml"]', "cannot read"),
        (PLAIN + 'design = "latin"', "Invalid enum value 'latin' - at `$.design`"),
        (PLAIN + 'data = "none.toml"', "none.toml: No such file or directory"),
        (PLAIN + "seed = 9223372036854775808", "at `$.seed`"),
        (PLAIN + 'side = "raf"', "side 'raf' is none of usn, ijn"),
        (PLAIN + 'figures = ["crashes", "tears"]', "kamikaze has no figure 'tears' (there are: "),
        (PLAIN + "[options]\ncolour = 1", "kamikaze has no option 'colour'"),
        (PLAIN + '[options]\n"p2.range" = ["ship", "far"]', "option p2.range cannot be 'far'"),
        (PLAIN + '[options]\n"p2.range" = []', "option p2.range: no value is named"),
        (PLAIN + '[options]\n"p1.entryCost" = [1, "1"]', "option p1.entryCost: '1' is named twice"),
        (PLAIN + '[options]\n"p1.fig2" = "custom"', "p1.fig2=custom and kill_numbers in the data"),
        (PLAIN + '[bots]\nusn = "hal"', "kamikaze has no bot 'hal'"),
        (PLAIN + '[bots]\nraf = "admiral"', "kamikaze has no seat 'raf'"),
        (PLAIN + '[[bots]]\nraf = "admiral"', "kamikaze has no seat 'raf'"),
        (PLAIN + '[bots]\nusn = ["random", "random"]', "bots of usn: 'random' is named twice"),
        (PLAIN + '[until]\nof = "wins.raf"\nwidth = 1', "'wins.raf' cannot be measured (but wins."),
        (PLAIN + '[until]\nof = "figure.tears"\nwidth = 1', "kamikaze has no figure 'tears'"),
        (PLAIN + '[until]\nof = "wins.usn"\nwidth = 0', "Expected `float` > 0.0"),
    ],
)
def test_wrong_files(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(FlankspeedError) as raised:
        study_of(tmp_path, text)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FlankspeedError, match="No such file or directory"):
        read_study(tmp_path / "none.toml")
    with pytest.raises(FlankspeedError, match="Is a directory"):
        read_study(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(FlankspeedError, match=r"bytes.toml is not valid TOML"):
        read_study(tmp_path / "bytes.toml")
