"""Files of records: one process at a time writes them, and nothing is left behind or lost."""

from __future__ import annotations

import fcntl
import gc
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import pytest
from toy_game import Nim, play
from toy_records import CHOICES, TEXT, new, room_for

from flankspeed.engine import Match, Record, RecordError, RecordLock, resume
from flankspeed.engine.records import record_file

IN_USE = f"x.fsr is in use: process {os.getpid()} records a game in it"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.fsr"


@pytest.fixture
def match(path: Path) -> Iterator[Match]:
    """A match that is recorded in the file."""
    match = play(new(), *CHOICES[:2])
    match.save(path)
    yield match
    match.close()


# One process at a time


def test_two_matches_cannot_be_written_to_one_file(path: Path, match: Match) -> None:
    other = play(new(), *CHOICES[:4])
    for _ in range(2):  # the first attempt has changed nothing
        with pytest.raises(RecordError, match=IN_USE):
            other.save(path)
        with pytest.raises(RecordError, match=IN_USE):
            RecordLock(path)
    play(match, *CHOICES[2:])
    assert path.read_text() == TEXT
    match.close()
    other.save(path)
    other.close()
    assert path.read_text() == str(other.record)


@pytest.mark.parametrize(
    ("locks", "who"),
    [
        (
            "1: POSIX  ADVISORY  WRITE 11 fd:01:{} 0 EOF\n"
            "2: FLOCK  ADVISORY  WRITE 12 fd:01:7 0 EOF\n"
            "3: FLOCK  ADVISORY  WRITE 13 fd:01:{} 0 EOF\n",
            "process 13",
        ),
        ("1: FLOCK  ADVISORY  WRITE 12 fd:01:7 0 EOF\n", "another process"),
        ("1: FLOCK  ADVISORY  WRITE many fd:01:{} 0 EOF\n", "another process"),
    ],
)
def test_who_has_the_file_is_told_where_the_system_says_it(
    path: Path, match: Match, monkeypatch: pytest.MonkeyPatch, locks: str, who: str
) -> None:
    text = locks.replace("{}", str(path.stat().st_ino))
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: text)
    with pytest.raises(RecordError, match=f"is in use: {who} records"):
        RecordLock(path)


def test_a_file_that_is_refused_does_not_close_the_one_in_use(path: Path, match: Match) -> None:
    other = play(new(), *CHOICES[:4])
    other.save(path.with_name("y.fsr"))
    with pytest.raises(RecordError, match=IN_USE):
        other.save(path)
    play(other, *CHOICES[4:])
    other.close()
    assert path.with_name("y.fsr").read_text() == TEXT


def test_a_link_to_the_file_is_no_way_round(path: Path, match: Match) -> None:
    link = path.with_name("link.fsr")
    link.symlink_to(path)
    with pytest.raises(RecordError, match=r"link\.fsr is in use: process \d+ records a game in it"):
        new().save(link)


def test_a_match_may_be_saved_where_it_is(path: Path, match: Match) -> None:
    match.save(path)
    play(match, *CHOICES[2:])
    assert path.read_text() == TEXT


def test_a_file_that_cannot_be_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot write .*x\.fsr: No such file or directory"):
        RecordLock(tmp_path / "nowhere" / "x.fsr")


def test_who_has_let_it_go_takes_nothing_away_any_more(tmp_path: Path) -> None:
    path = tmp_path / "x.fsr"
    lock = RecordLock(path)
    assert path.exists()
    lock.release()
    lock.give_up()
    assert path.exists()  # it may be another's by now
    lock = RecordLock(path)
    lock.give_up()
    assert path.exists()
    path.unlink()
    RecordLock(path).give_up()
    assert not path.exists()
    lock = RecordLock(path)
    path.unlink()  # somebody has cleared up
    lock.give_up()


def test_moving_to_another_file_gives_the_first_one_free(path: Path, match: Match) -> None:
    match.save(path.with_name("y.fsr"))
    RecordLock(path).release()
    with pytest.raises(RecordError, match=r"y\.fsr is in use"):
        RecordLock(path.with_name("y.fsr"))


def test_saving_elsewhere_closes_the_first_file(path: Path, match: Match) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        match.save(path.with_name("y.fsr"))
        gc.collect()
    assert [str(warning.message) for warning in caught] == []  # such as: an unclosed file


def test_the_lock_is_taken_before_reading_and_handed_on(path: Path, match: Match) -> None:
    match.close()
    lock = RecordLock(path)
    with pytest.raises(RecordError, match=IN_USE):
        new().save(path)
    again = resume(Nim(), Record.read(path))
    again.save(path, lock)
    with pytest.raises(RecordError, match=IN_USE):
        new().save(path)
    play(again, *CHOICES[2:])
    again.close()
    assert path.read_text() == TEXT


def test_a_file_that_was_replaced_while_we_waited_is_not_taken(
    path: Path, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between opening a file and locking it another process may put a new one in its place."""
    match.close()
    flock, other = fcntl.flock, play(new(), *CHOICES)

    def late(file: FileIO, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", flock)
        other.save(path)
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(RecordError, match=IN_USE):
        match.save(path)
    other.close()
    assert path.read_text() == TEXT


HOLDS = """
import sys, time
from pathlib import Path
from flankspeed.engine import RecordLock
lock = RecordLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_another_process_is_named_and_its_end_frees_the_file(path: Path, match: Match) -> None:
    match.close()
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    ) as child:
        assert child.stdout
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(RecordError, match=f"in use: process {child.pid} records a game in it"):
            match.save(path)
        child.send_signal(signal.SIGKILL)
    match.save(path)


def test_where_files_cannot_be_locked_all_may_write(
    path: Path, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_file, "fcntl", None)
    other = play(new(), *CHOICES)
    other.save(path)
    other.close()
    assert path.read_text() == TEXT


# Nothing is left behind


@pytest.mark.parametrize("room", [0, 100, 300])
def test_a_full_disk_leaves_nothing_of_a_new_record(path: Path, room: int) -> None:
    match = play(new(), *CHOICES)
    with room_for(room), pytest.raises(RecordError, match=r"cannot write .*x.fsr: File too large"):
        match.save(path)
    assert list(path.parent.iterdir()) == []
    match.save(path)
    match.close()
    assert path.read_text() == TEXT
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("name", ["x.fsr.new", "x.new", ".x.fsr.new", "x.fsr.key.new"])
def test_files_of_the_user_are_never_touched(path: Path, name: str) -> None:
    own = path.with_name(name)
    own.write_text("my own")
    path.write_text("an older record")
    for _ in range(2):
        match = play(new(), *CHOICES)
        with room_for(100), pytest.raises(RecordError):
            match.save(path)
        match.save(path)
        match.close()
    assert own.read_text() == "my own"
    assert sorted(path.parent.iterdir()) == sorted([own, path])


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o664])
def test_the_mode_of_a_file_is_kept(path: Path, mode: int) -> None:
    path.touch()
    path.chmod(mode)
    for _ in range(2):
        match = new()
        match.save(path)
        match.close()
        assert path.stat().st_mode & 0o777 == mode


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_new_file_has_the_mode_that_others_have(path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        match = new()
        match.save(path)
        match.close()
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == mode


def test_a_link_to_nothing_becomes_the_file_it_names(tmp_path: Path, path: Path) -> None:
    link = tmp_path / "link.fsr"
    link.symlink_to(path)
    match = play(new(), *CHOICES)
    match.save(link)
    match.close()
    assert link.is_symlink()
    assert path.read_text() == TEXT
