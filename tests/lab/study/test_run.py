"""Running studies: the same games everywhere, kept, resumed, and enough of them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from study_files import DIVES, Deadly, dives, run_study, study_of

from flankspeed import games
from flankspeed.engine import DataError, FlankspeedError, OptionError, Record, verify
from flankspeed.lab.playout import Batch
from flankspeed.lab.rows import paired_rows
from flankspeed.lab.runners import runner
from flankspeed.lab.runners.serial import Serial
from flankspeed.lab.statistics import proportion
from flankspeed.lab.study.chunks import Chunk, Pace, missing_chunks
from flankspeed.lab.study.run import Run, play_chunk
from flankspeed.lab.study.sizes import looks, wanted
from flankspeed.lab.study.store import Store

UNTIL = DIVES + '\n[until]\nof = "wins.usn"\nwidth = 0.12\nfirst = 20\n'


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("cells/*/*"))


def test_every_cell_plays_the_games_of_its_numbers(tmp_path: Path) -> None:
    study = dives(tmp_path, 12)
    results = run_study(tmp_path / "out", study, Serial())
    assert results.complete
    for cell in results.cells:
        rows = list(paired_rows(cell.cell.batch, 0, 12, watched=3))
        assert cell.numbers.tolist() == list(range(12))
        assert cell.texts("winner") == [row.winner for row in rows]
        assert cell.values("figure.crashes").tolist() == [row.figures["crashes"] for row in rows]
        assert cell.values("wins.ijn").tolist() == [float(row.winner == "ijn") for row in rows]
        assert cell.values("throws").tolist() == [row.throws for row in rows]
        assert len(cell.turns) == 3
        assert cell.turns[0][-1]["score.usn"] == rows[0].scores["usn"]


@pytest.mark.parametrize("how", ["processes", "a process that dies"])
def test_processes_find_the_same(tmp_path: Path, how: str) -> None:
    study = dives(tmp_path)
    alone = run_study(tmp_path / "alone", study, Serial())
    with runner(study.game, jobs=2) as several:
        deadly = Deadly(several, tmp_path)
        found = run_study(tmp_path / "out", study, deadly if "dies" in how else several)
    assert found.complete
    assert found.hash == alone.hash
    assert deadly.died.exists() == ("dies" in how)


def test_the_hash_is_that_of_the_games(tmp_path: Path) -> None:
    study = dives(tmp_path, 12)
    first = run_study(tmp_path / "one", study, Serial())
    again = run_study(tmp_path / "two", study, Serial())
    assert first.hash == again.hash
    assert first.cells[0].values("seconds").tolist() != again.cells[0].values("seconds").tolist()
    more = run_study(tmp_path / "one", dives(tmp_path, 13), Serial())
    assert more.hash != first.hash
    [path] = (tmp_path / "two").glob(f"cells/{study.cells[0].id}/00000000-*")
    [other] = (tmp_path / "two").glob(f"cells/{study.cells[2].id}/00000000-*")
    path.write_bytes(other.read_bytes())
    assert run_study(tmp_path / "two", study, Serial()).hash != first.hash


class Stopping:
    """A runner that is stopped after so many results."""

    def __init__(self, after: int) -> None:
        self._after = after

    def run(self, function: object, calls: object) -> object:
        for number, result in Serial().run(function, calls):  # type: ignore[arg-type]
            if number == self._after:
                raise KeyboardInterrupt
            yield number, result


@pytest.mark.parametrize("after", [0, 1, 5, 9])
def test_what_was_played_is_kept(tmp_path: Path, after: int) -> None:
    study, out = dives(tmp_path), tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        run_study(out, study, Stopping(after))  # type: ignore[arg-type]
    kept = files(out)
    assert len(kept) == after
    times = {path: path.stat().st_mtime_ns for path in out.glob("cells/*/*")}
    resumed = run_study(out, study, Serial())
    assert resumed.complete
    assert {path: path.stat().st_mtime_ns for path in times} == times  # nothing is played twice
    assert resumed.hash == run_study(tmp_path / "whole", study, Serial()).hash


def test_a_hole_is_filled(tmp_path: Path) -> None:
    study, out = dives(tmp_path), tmp_path / "out"
    before = run_study(out, study, Serial())
    lost = sorted(out.glob(f"cells/{study.cells[2].id}/*"))[1]
    lost.unlink()
    (lost.parent / f"{lost.name}.part").write_bytes(b"half")
    standings = Run(Store(out, study)).standings
    assert [len(standing.missing) for standing in standings.values()] == [0, 0, 1, 0]
    after = run_study(out, study, Serial())
    assert after.hash == before.hash
    assert not list(out.rglob("*.part"))


def test_more_games_of_the_same(tmp_path: Path) -> None:
    run_study(tmp_path / "out", dives(tmp_path, 10), Serial())
    more = run_study(tmp_path / "out", dives(tmp_path, 25), Serial())
    assert more.hash == run_study(tmp_path / "whole", dives(tmp_path, 25), Serial()).hash
    fewer = run_study(tmp_path / "out", dives(tmp_path, 10), Serial())
    assert [len(cell) for cell in fewer.cells] == [10] * 4  # the others do not count


def test_more_cells_of_the_same(tmp_path: Path) -> None:
    """What is there counts; the order of cells does not matter."""
    study = dives(tmp_path, 10)
    run_study(tmp_path / "out", study, Serial())
    scenarios = '"dives-2", "dives-1"'
    turned = DIVES.format(games=10).replace('"dives-1", "dives-2"', scenarios)
    store = Store(tmp_path / "out", study_of(tmp_path, turned))
    assert [standing.missing for standing in Run(store).standings.values()] == [[]] * 4
    more = study_of(tmp_path, turned.replace(scenarios, f'{scenarios}, "dives-3"'))
    assert run_study(tmp_path / "out", more, Serial()).complete
    with pytest.raises(OptionError, match="holds another study"):
        Store(tmp_path / "out", study)


def test_an_option_more(tmp_path: Path) -> None:
    """Cells at its default are those that are there, though their files do not name it."""
    run_study(tmp_path / "out", dives(tmp_path, 6), Serial())
    varied = '[options]\n"p2.range" = ["ship", "section"]'
    wider = study_of(tmp_path, DIVES.format(games=8).replace("[options]", varied))
    grown = run_study(tmp_path / "out", wider, Serial())
    assert grown.complete
    assert grown.hash == run_study(tmp_path / "whole", wider, Serial()).hash


def test_records_are_kept(tmp_path: Path) -> None:
    study = dives(tmp_path, 5)
    results = run_study(tmp_path / "out", study, Serial(), records=True)
    assert results.hash == run_study(tmp_path / "plain", study, Serial()).hash
    assert not (tmp_path / "plain" / "records").exists()
    game = games.load("kamikaze")
    for cell in results.cells:
        for number, winner in enumerate(cell.texts("winner")):
            path = tmp_path / "out" / "records" / cell.cell.id / f"{number:08}.fsr"
            record = Record.read(path)
            verify(game, record)
            assert record.result is not None
            assert record.result.winner == winner


# Until it is enough


def test_a_cell_plays_until_its_interval_is_narrow(tmp_path: Path) -> None:
    study = study_of(tmp_path, UNTIL.format(games=400))
    assert list(looks(study)) == [20, 30, 45, 68, 102, 153, 230, 345, 400]
    results = run_study(tmp_path / "out", study, Serial())
    sizes = [len(cell) for cell in results.cells]
    assert results.complete
    assert len(set(sizes)) > 1
    for cell in results.cells:
        wins = cell.values("wins.usn")
        narrow = [_width(int(wins[:n].sum()), n) < 0.12 for n in looks(study) if n <= len(cell)]
        assert narrow == [False] * (len(narrow) - 1) + [True]


def _width(won: int, of: int) -> float:
    found = proportion(won, of)
    return found.high - found.low


def test_the_most_that_is_played(tmp_path: Path) -> None:
    results = run_study(tmp_path / "out", study_of(tmp_path, UNTIL.format(games=25)), Serial())
    assert [len(cell) for cell in results.cells] == [25] * 4
    study = study_of(tmp_path, UNTIL.format(games=10))
    assert list(looks(study)) == [10]


def test_enough_does_not_depend_on_how_it_was_played(tmp_path: Path) -> None:
    study = study_of(tmp_path, UNTIL.format(games=200))
    alone = run_study(tmp_path / "alone", study, Serial())
    with pytest.raises(KeyboardInterrupt):
        run_study(tmp_path / "out", study, Stopping(7))  # type: ignore[arg-type]
    with runner(study.game, jobs=2) as several:
        assert run_study(tmp_path / "out", study, several).hash == alone.hash
    # Games that are there from a longer study change nothing.
    run_study(tmp_path / "long", dives(tmp_path, 200), Serial())
    assert run_study(tmp_path / "long", study, Serial()).hash == alone.hash


def test_a_figure_that_some_games_lack(tmp_path: Path) -> None:
    """They do not count towards its interval."""
    text = UNTIL.format(games=100).replace("wins.usn", "figure.crashes").replace("20", "4")
    study = study_of(tmp_path, text)
    known: dict[int, float | None] = {0: 1.0, 1: None, 2: 1.0, 3: None}
    assert wanted(study, known) == 4  # two equal values: an interval of no width
    assert wanted(study, known | {2: None}) == 6  # one value is none
    assert wanted(study, known | {2: 2.0}) == 6


# Chunks


def test_chunks_take_a_few_seconds(tmp_path: Path) -> None:
    cell = dives(tmp_path).cells[0]
    pace = Pace()
    assert pace.size(cell) == 1
    pace.learn(cell, 1, 0.1)
    assert pace.size(cell) == 8  # not at once all that would fit
    pace.learn(cell, 8, 0.8)
    assert pace.size(cell) == 30
    pace.learn(cell, 30, 60.0)
    assert pace.size(cell) == 1
    assert pace.seconds({cell.id: 5, "unknown": 5}) == pytest.approx(20)


def test_the_cell_that_is_least_far_goes_on(tmp_path: Path) -> None:
    first, second, *_ = dives(tmp_path).cells
    cells, pace = {first.id: first, second.id: second}, Pace()
    pace.learn(first, 1, 1.0)
    pace.learn(second, 1, 0.5)
    missing = {first.id: [range(4), range(9, 10)], second.id: [range(2, 9)]}
    assert list(missing_chunks(missing, cells, pace)) == [
        Chunk(first, 0, 3),
        Chunk(second, 2, 6),
        Chunk(first, 3, 1),
        Chunk(second, 8, 1),
        Chunk(first, 9, 1),
    ]


def test_a_worker_with_other_rules_refuses() -> None:
    batch = Batch("kamikaze", "dives-1", {}, {"usn": "random", "ijn": "random"}, 1)
    with pytest.raises(OptionError, match="a worker has another version"):
        play_chunk("0123456789abcdef", batch, 0, 1, 0, False)


def test_progress(tmp_path: Path) -> None:
    study = dives(tmp_path)
    seen: list[tuple[int, int]] = []

    def watch(run: Run) -> None:
        standings = run.standings.values()
        seen.append((sum(each.done for each in standings), run.played))
        assert (run.seconds_left is None) == (run.played == 0)
        assert run.rate >= 0

    with Store(tmp_path / "out", study) as store:
        Run(store, watch).go(Serial())
    assert seen[0] == (0, 0)
    assert seen[-1] == (160, 160)
    assert seen == sorted(seen)


# The folder


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("Dives", "Other dives"), r"holds another study \('Dives', or other cells\)"),
        (("seed = 3", "seed = 4"), r"holds another study \('Dives', or other cells\)"),
        (('"dives-2"', '"dives-3"'), r"holds another study \('Dives', or other cells\)"),
    ],
)
def test_the_folder_of_another_study(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    out = tmp_path / "out"
    run_study(out, dives(tmp_path, 3), Serial())
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    with pytest.raises(OptionError, match=says):
        Store(out, study_of(tmp_path, DIVES.format(games=3).replace(*change)))
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


def test_a_folder_by_other_rules(tmp_path: Path) -> None:
    study = dives(tmp_path, 3)
    old = msgspec.structs.replace(study.versions, rules=1, files="0123")
    cells = [msgspec.structs.replace(cell, id=f"0{cell.id[1:]}") for cell in study.cells]
    with Store(tmp_path / "out", msgspec.structs.replace(study, versions=old, cells=cells)):
        pass
    with pytest.raises(OptionError, match=r"holds results by other rules \(now rules version"):
        Store(tmp_path / "out", study)


def test_folders_that_are_none_of_ours(tmp_path: Path) -> None:
    study = dives(tmp_path)
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(OptionError, match="is not a folder"):
        Store(tmp_path / "file", study)
    with pytest.raises(OptionError, match="holds other things, but no study"):
        Store(tmp_path, study)
    with pytest.raises(DataError, match="holds no study"):
        Store.open(tmp_path)
    (tmp_path / "study.json").write_text('{"name": 1}', encoding="utf-8")
    with pytest.raises(DataError, match="is not what a study leaves there"):
        Store.open(tmp_path)
    with (
        pytest.raises(FlankspeedError, match=r"cannot write .*: Not a directory"),
        Store(tmp_path / "file" / "in", study),
    ):
        pass


def test_one_process_at_a_time(tmp_path: Path) -> None:
    study = dives(tmp_path)
    with Store(tmp_path / "out", study):
        second = Store(tmp_path / "out", study)
        with pytest.raises(OptionError, match="is in use: another process runs this study"), second:
            pass
    with Store(tmp_path / "out", study):
        pass


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    study, out = dives(tmp_path, 3), tmp_path / "out"
    run_study(out, study, Serial())
    path = sorted(out.glob("cells/*/*"))[0]
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(DataError, match=f"{path.name} cannot be read; delete it and run the study"):
        run_study(out, study, Serial())
    path.rename(path.with_name("00000000-00000007.parquet"))
    path.with_name("00000000-00000007.parquet").write_bytes(
        sorted(out.glob("cells/*/*"))[-1].read_bytes()
    )
    with pytest.raises(DataError, match="does not hold its games"):
        run_study(out, study, Serial())
