"""Records: the file of a match."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_game import Nim, nim, play
from toy_records import CHOICES, KEY, SECRET, TEXT, new, room_for

from flankspeed.engine import (
    Entered,
    NeedDice,
    Record,
    RecordError,
    Result,
    Rolled,
    Scripted,
    replay,
    resume,
    verify,
)

DEEP = '{"a": ' + "[" * 10_000 + "]" * 10_000 + "}"
ROWS = TEXT.splitlines(keepends=True)


def edited(*edits: tuple[str, str], text: str = TEXT) -> Record:
    for old, other in edits:
        assert text.count(old) == 1
        text = text.replace(old, other)
    return Record.parse(text)


def numbered(rows: list[str]) -> Record:
    """The record of these rows, its choices numbered anew."""
    choices = [re.sub(r"^\d+", str(number), row) for number, row in enumerate(rows[9:-1])]
    return Record.parse("".join([*rows[:9], *choices, rows[-1]]))


# Text


def test_a_match_makes_this_text() -> None:
    assert str(play(new(), *CHOICES).record) == TEXT
    assert str(play(new(Rolled(KEY)), *CHOICES).record) == SECRET


@pytest.mark.parametrize("text", [TEXT, SECRET, *("".join(ROWS[:n]) for n in range(9, 18))])
def test_text_round_trip(text: str) -> None:
    assert str(Record.parse(text)) == text


def test_what_the_text_means() -> None:
    record = Record.parse(TEXT)
    assert record.header.options == {"heap": "18", "gamble": "yes", "take.most": "3"}
    assert record.header.seats == {"usn": "human", "ijn": "bot"}
    assert [line.number for line in record.lines] == list(range(8))
    assert record.lines[4].choice == "gamble"
    assert [throw.values for throw in record.lines[4].throws] == [(6,), (2, 1)]
    assert record.lines[1].comment == "usn takes 1 × | of the heap"
    assert (record.result, record.key) == (Result("usn", "the last match"), "")
    assert Record.parse(SECRET).key == KEY.hex()


def test_a_draw() -> None:
    match = play(nim(Scripted([6, 1, 1]), heap=4), "gamble")
    assert str(match.record).endswith("\nresult: draw a draw\n")
    assert Record.parse(str(match.record)).result == match.result


def test_data_stand_in_the_header() -> None:
    record = Record.parse(TEXT)
    record.header.data = {"a b": [1, 2.5, None, "ä: ö"], "c": {"d": True}}
    again = Record.parse(str(record))
    assert again.header == record.header


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        (TEXT, "", "does not begin with 'flankspeed:'", 1),
        ("flankspeed: 2", "[Event chess]", "does not begin with 'flankspeed:'", 1),
        ("flankspeed: 2", "flankspeed: 5", "format '5' is not known (only 1, 2, 3 and 4)", 1),
        (
            "flankspeed: 2",
            "flankspeed: 02",
            "record format '02' is not known (only 1, 2, 3 and 4)",
            1,
        ),
        ("flankspeed: 2", "flankspeed: 1", "'rules: 1' is not a header line", 3),
        ("rules: 1\n", "", "the header has no 'rules' line", 7),
        ("rules: 1", "rules: 0", "'rules: 0' is not a header line", 3),
        ("rules: 1", "rules: one", "'rules: one' is not a header line", 3),
        ("rules: 1", "rules: 1 2", "'rules: 1 2' is not a header line", 3),
        (TEXT, "flankspeed: 2\n", "the header does not end with an empty line", 1),
        ("5\n\n0", "5\n0", "the header does not end with an empty line", 17),
        ("date:", "weather:", "'weather: 2026-11-15' is not a header line", 7),
        ("date: 2026", "date 2026", "'date 2026-11-15' is not a header line", 7),
        ("date:", "game:", "'game: 2026-11-15' is not a header line", 7),
        ("dice: seed 5\n", "", "the header has no 'dice' line", 7),
        ("game: nim\n", "", "the header has no 'game' line", 7),
        ("scenario: random\n", "", "the header has no 'scenario' line", 7),
        ("heap=18", "heap", "'heap' should be of the form key=value", 5),
        ("ijn=bot", "bot", "'bot' should be of the form key=value", 6),
        ("date: 2026-11-15", "data: {", "the data are not readable", 7),
        ("date: 2026-11-15", "data: [1]", "the data are not readable", 7),
        ("1 usn take 1 #", "one usn take 1 #", "is not 'number seat choice [dice]'", 11),
        ("1 usn take 1 #", "1 usn #", "is not 'number seat choice [dice]'", 11),
        ("1 usn take 1 #", "-1 usn take 1 #", "is not 'number seat choice [dice]'", 11),
        ("1 usn take 1 #", f"{'1' * 5000} usn take 1 #", "is not 'number seat", 11),
        ("1 usn take 1 #", "٣ usn take 1 #", "is not 'number seat choice [dice]'", 11),
        ("[d6=1]", "[d6=1", "is not 'number seat choice [dice]'", 12),
        ("[d6=1]", "[d6]", "'d6' is not a throw like d6=4 or 2d6=3,5", 12),
        ("[d6=1]", "[6=1]", "'6=1' is not a throw", 12),
        ("[d6=1]", "[d6=x]", "'d6=x' is not a throw", 12),
        ("[d6=1]", "[d0=1]", "'d0=1' is not a throw", 12),
        ("[d6=1]", "[d257=1]", "'d257=1' is not a throw", 12),
        ("[d6=1]", f"[d6={'1' * 5000}]", "is not a throw", 12),
        ("[d6=1]", "[d6=7]", "a d6 cannot show 7", 12),
        ("[d6=1]", "[d6=0]", "a d6 cannot show 0", 12),
        ("[d6=1]", "[d6=1,2]", "'d6=1,2' does not have 1 dice", 12),
        ("2d4=2,1", "3d4=2,1", "'3d4=2,1' does not have 3 dice", 14),
        ("0 game start", "2 game start", "choice 2 where 1 should follow", 10),
        ("3 usn take 3", "4 usn take 3", "choice 4 where 3 should follow", 13),
        ("3 usn take 3", "2 usn take 3", "choice 2 where 3 should follow", 13),
        (ROWS[12], "", "choice 4 where 3 should follow", 13),
        ("last match\n", "last match\n8 ijn take 1\n", "nothing can follow the result", 19),
        ("last match\n", "last match\n\n", "nothing can follow the result", 19),
        ("result:", "key: ab\nresult:", "dice that are 'seed 5' have no key", 18),
        ("0 game start [2d4=3,1]", "0 usn surrender", "can be nothing but 'game start'", 10),
        ("0 game start [2d4=3,1]", "0 game start", "can be nothing but 'game start' with", 10),
        ("0 game start", "0 game over", "can be nothing but 'game start'", 10),
        ("0 game start", "0 usn start", "can be nothing but 'game start'", 10),
        ("0 game start", "00 game start", "is not 'number seat choice [dice]'", 10),
        ("1 usn take 1 #", "01 usn take 1 #", "is not 'number seat choice [dice]'", 11),
        ("take.most=3", "take.most=3 heap=18", "'heap' stands here twice", 5),
        ("take.most=3", "take.most=3 heap=19", "'heap' stands here twice", 5),
        ("ijn=bot", "ijn=bot usn=bot", "'usn' stands here twice", 6),
        ("date: 2026-11-15", 'data: {"a": {"b": 1, "b": 2}}', "readable: 'b' stands there tw", 7),
        ("date: 2026-11-15", 'data: {"a": NaN}', "the data are not readable", 7),
        ("date: 2026-11-15", f"data: {DEEP}", "the data are nested too deeply", 7),
        ("last match\n", "last mat", "cut off in the middle of this line", 18),
        (ROWS[-1], "\n", "is not 'number seat choice [dice]'", 18),
    ],
)
def test_broken_text_names_its_line(old: str, new: str, message: str, line: int) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(RecordError) as caught:
        Record.parse(TEXT.replace(old, new))
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"\x89PNG\r\n\xff", 1),
        (b"\n\xff", 2),
        (TEXT.encode().replace(b"take 1", b"take \xff"), 11),
        (b"", 1),
    ],
)
def test_files_that_are_no_records(tmp_path: Path, content: bytes, line: int) -> None:
    path = tmp_path / "x.fsr"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="not a record") as caught:
        Record.read(path)
    assert caught.value.line == line


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read .*x.fsr: No such file"):
        Record.read(tmp_path / "x.fsr")
    with pytest.raises(RecordError, match=r"cannot read .*: Is a directory"):
        Record.read(tmp_path)


MUTATIONS = st.tuples(
    st.integers(0, len(SECRET) - 1),
    st.integers(0, 12),
    st.text("0123456789\n [],=d#:-x×٣", max_size=8) | st.sampled_from(SECRET.splitlines(True)),
)


@settings(max_examples=300, deadline=None)
@given(text=st.sampled_from([TEXT, SECRET]), mutations=st.lists(MUTATIONS, min_size=1, max_size=3))
def test_whatever_is_edited_only_a_record_error_comes_of_it(
    text: str, mutations: list[tuple[int, int, str]]
) -> None:
    for at, length, inserted in mutations:
        text = text[:at] + inserted + text[at + length :]
    try:
        record = Record.parse(text)
        verify(Nim(), record)
    except RecordError:
        return
    played = replay(Nim(), record).record
    assert [line[:3] for line in played.lines if line.number] == [
        line[:3] for line in record.lines if line.number
    ]


# Verifying


@pytest.mark.parametrize("text", [TEXT, SECRET])
def test_verify_checks_the_dice(text: str) -> None:
    assert verify(Nim(), Record.parse(text)) is True


@pytest.mark.parametrize("dice", ["entered", "scripted"])
def test_dice_that_cannot_be_checked(dice: str) -> None:
    assert verify(Nim(), edited(("seed 5", dice))) is False


def test_a_finished_record_without_its_key_does_not_verify() -> None:
    """Else all of its dice could have been replaced, and nobody would see it."""
    with pytest.raises(RecordError, match="the game is over, but the record lacks the key of its"):
        verify(Nim(), edited((f"key: {KEY.hex()}\n", ""), text=SECRET))


def test_secret_dice_cannot_be_checked_yet_while_the_game_goes_on() -> None:
    for rows in range(9, 17):
        record = Record.parse("".join(SECRET.splitlines(keepends=True)[:rows]))
        assert verify(Nim(), record) is False


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("result:", f"key: {KEY.hex()}\nresult:", "there is a key already", 19),
        ("result:", "key: \nresult:", "there is a key already", 19),
        (KEY.hex(), "", "the key is empty", 18),
        (KEY.hex(), "  ", "the key is empty", 18),
        (f"key: {KEY.hex()}", "key:", "is not 'number seat choice [dice]'", 18),
        ("result:", "8 ijn take 1\nresult:", "only the result can follow the key", 19),
    ],
)
def test_broken_keys_name_their_line(old: str, new: str, message: str, line: int) -> None:
    with pytest.raises(RecordError) as caught:
        edited((old, new), text=SECRET)
    assert (caught.value.line, message in str(caught.value)) == (line, True)


@pytest.mark.parametrize("text", [TEXT, SECRET])
def test_line_ends_of_windows_are_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.fsr"
    for mark in (b"", b"\xef\xbb\xbf"):
        path.write_bytes(mark + text.replace("\n", "\r\n").encode())
        for mend in (False, True):
            assert str(Record.read(path, mend)) == text


def test_a_match_in_play_verifies() -> None:
    match = new()
    for choice in CHOICES:
        assert verify(Nim(), match.record) is True
        match.play(choice)


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        # choices
        ("1 usn take 1 #", "1 usn take 4 #", "'take 4' cannot be chosen now", 11),
        ("1 usn take 1 #", "1 usn take 2 #", "'take 3' cannot be chosen now", 17),
        ("1 usn take 1 #", "1 usn gamble #", "throw [d6=1] here, the record has []", 11),
        ("2 ijn gamble", "2 ijn take 1", "throw [] here, the record has [d6=1]", 12),
        ("7 usn take 3 #", "7 usn take 2 #", "ends with usn: the last match, the game", 18),
        # dice
        ("[d6=1]", "[d6=2]", "the dice stream shows d6=1 here", 12),
        ("2d4=2,1", "2d4=1,2", "the dice stream shows 2d4=2,1 here", 14),
        ("[d6=1]", "[d8=1]", "throw [d6=1] here, the record has [d8=1]", 12),
        ("[d6=1]", "[d6=1 d6=1]", "the record has [d6=1 d6=1]", 12),
        (" [d6=1]", "", "throw [d6=6 2d4=2,1] here, the record has []", 12),
        ("[d6=6 2d4=2,1]", "[d6=6]", "2d4 for the bonus but only 0 dice are left", 14),
        ("start [2d4=3,1]", "start [2d4=1,3]", "the dice stream shows 2d4=3,1 here", 10),
        (ROWS[9], "", "a d4 cannot show 6", 10),
        # seats
        ("1 usn take 1 #", "1 ijn take 1 #", "it is usn's turn to choose, not ijn's", 11),
        ("1 usn take 1 #", "1 raf take 1 #", "nim has no seat 'raf'", 11),
        # the result
        ("result: usn", "result: ijn", "the record ends with ijn: the last match, the", 18),
        ("result: usn", "result: draw", "the record ends with draw: the last match, the", 18),
        ("the last match", "the first match", "the game with usn: the last match", 18),
        ("result: usn the last match\n", "", "ends with no result, the game with usn", 18),
        # the header
        ("take.most=3", "take.most=2", "'take 3' cannot be chosen now", 13),
        ("heap=18", "heap=19", "ends with usn: the last match, the game with ijn", 18),
        ("gamble=yes", "gamble=no", "'gamble' cannot be chosen now", 12),
        ("random", "plain", "throw [] here, the record has [2d4=3,1]", 10),
        ("seed 5", "seed 6", "the dice stream shows", 10),
        ("gamble=yes", "gamble=maybe", "the header does not fit the game: option gamble", None),
        ("heap=18", "size=18", "the header does not fit the game: nim has no option", None),
        ("random", "nowhere", "the header does not fit the game: nim has no scenario", None),
        ("date: 2026-11-15", 'data: {"a": 1}', "not fit the game: nim has no data", None),
        ("game: nim", "game: chess", "this is a record of chess, not of nim", None),
        ("seed 5", "loaded", "the header's dice are 'loaded'", None),
        ("seed 5", "seed five", "the header's dice are 'seed five'", None),
        ("seed 5", f"seed {'5' * 5000}", "the header's dice are", None),
        ("seed 5", "sha256 abc", "the header's dice are 'sha256 abc'", None),
    ],
)
def test_verify_finds_what_was_edited(old: str, new: str, message: str, line: int | None) -> None:
    with pytest.raises(RecordError) as caught:
        verify(Nim(), edited((old, new)))
    assert message in str(caught.value)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("row", "message", "line"),
    [
        (10, "it is usn's turn to choose, not ijn's", 11),
        (11, "it is ijn's turn to choose, not usn's", 12),
        (16, "ends with usn: the last match, the game with no result", 17),
    ],
)
def test_verify_finds_a_missing_line(row: int, message: str, line: int) -> None:
    with pytest.raises(RecordError) as caught:
        verify(Nim(), numbered(ROWS[:row] + ROWS[row + 1 :]))
    assert message in str(caught.value)
    assert caught.value.line == line


def test_verify_finds_missing_lines_of_both_seats() -> None:
    with pytest.raises(RecordError, match=r"line 16: .*the game with no result"):
        verify(Nim(), numbered(ROWS[:14] + ROWS[16:]))


@pytest.mark.parametrize(
    ("one", "other", "message", "line"),
    [
        (10, 11, "it is usn's turn to choose, not ijn's", 11),
        (11, 13, "the dice stream shows d6=1 here", 12),
        (10, 16, "'take 1' cannot be chosen: the game is over", 17),
    ],
)
def test_verify_finds_swapped_lines(one: int, other: int, message: str, line: int) -> None:
    rows = ROWS[:]
    rows[one], rows[other] = rows[other], rows[one]
    with pytest.raises(RecordError) as caught:
        verify(Nim(), numbered(rows))
    assert message in str(caught.value)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (Rolled(6).key.hex(), "the key of the dice is not the one the header is committed to"),
        ("00", "the key of the dice is not the one the header is committed to"),
        ("xyz", "the key of the dice is not a hexadecimal number"),
    ],
)
def test_verify_finds_a_wrong_key(key: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        verify(Nim(), edited((KEY.hex(), key), text=SECRET))


def test_verify_finds_a_key_swapped_with_its_commitment() -> None:
    other = Rolled(6)
    record = edited(
        (KEY.hex(), other.key.hex()), (Rolled(KEY).commitment, other.commitment), text=SECRET
    )
    with pytest.raises(RecordError, match="line 10: the dice stream shows"):
        verify(Nim(), record)


@pytest.mark.parametrize("text", [TEXT, SECRET])
def test_verify_finds_dice_that_are_not_the_streams(text: str) -> None:
    with pytest.raises(RecordError, match="line 14: the dice stream shows 2d4=2,1 here"):
        verify(Nim(), edited(("2d4=2,1", "2d4=1,2"), text=text))


# Files


def test_every_line_is_on_disk_at_once(tmp_path: Path) -> None:
    path = tmp_path / "x.fsr"
    match = new(Rolled(KEY))
    match.save(path)
    assert path.read_text() == str(match.record)
    for choice in CHOICES:
        match.play(choice)
        assert path.read_text() == str(match.record)
    assert path.read_text() == SECRET
    match.close()
    assert path.read_text() == SECRET


def test_undo_takes_the_line_off_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "x.fsr"
    match = play(new(), "take 1", "gamble", "take 3")
    match.save(str(path))
    play(match, "take 2", "take 1")
    for _ in range(3):
        match.undo()
        assert path.read_text() == str(match.record)
    play(match, *CHOICES[2:])
    assert path.read_text() == TEXT


def test_save_moves_to_another_file(tmp_path: Path) -> None:
    match = play(new(), *CHOICES[:2])
    match.save(tmp_path / "one")
    first = (tmp_path / "one").read_text()
    match.save(tmp_path / "two")
    play(match, *CHOICES[2:])
    match.close()
    assert (tmp_path / "one").read_text() == first
    assert (tmp_path / "two").read_text() == TEXT
    match.save(tmp_path / "one")
    assert (tmp_path / "one").read_text() == TEXT


def test_typed_dice_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "x.fsr"
    match = new(Entered())
    match.save(path)
    match.enter(3, 1)
    play(match, "take 1")
    with pytest.raises(NeedDice):
        match.play("gamble")
    assert Record.read(path).lines[-1].choice == "take 1"
    match.enter(1)
    assert path.read_text() == "".join(ROWS[:12]).replace("seed 5", "entered")


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    match = new()
    with pytest.raises(RecordError, match=r"cannot write .*: Is a directory"):
        match.save(tmp_path)
    with pytest.raises(RecordError, match=r"cannot write .*: No such file"):
        match.save(tmp_path / "nowhere" / "x.fsr")
    play(match, *CHOICES)


@pytest.mark.parametrize("room", [0, 100, 300])  # it stops in the header, or in a line
def test_an_older_file_is_replaced_by_a_whole_one_or_not_at_all(tmp_path: Path, room: int) -> None:
    path = tmp_path / "x.fsr"
    path.write_text("an older record")
    match = play(new(), *CHOICES)
    with room_for(room), pytest.raises(RecordError, match="cannot write"):
        match.save(path)
    assert path.read_text() == "an older record"
    assert list(tmp_path.iterdir()) == [path]
    match.save(path)
    assert path.read_text() == TEXT
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, path = tmp_path / "link.fsr", tmp_path / "x.fsr"
    path.write_text("an older record")
    link.symlink_to(path)
    match = new()
    match.save(link)
    play(match, *CHOICES)
    assert link.is_symlink()
    assert path.read_text() == TEXT


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(RecordError, match="cannot write"):  # nothing can be taken back from it
        play(new(), "take 1").save(pipe)
    os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_scripted_dice_are_nobodys_to_go_on_with() -> None:
    match = play(nim(Scripted([2]), heap=9), "take 1", "gamble")
    record = Record.parse(str(match.record))
    assert record.header.dice == "scripted"
    assert verify(Nim(), record) is False
    with pytest.raises(RecordError, match="this record's dice are scripted"):
        resume(Nim(), record)
    assert resume(Nim(), record, Scripted([3])).state == match.state


@pytest.mark.parametrize("played", range(7))
@pytest.mark.parametrize("room", [0, 5, 60])
def test_a_full_disk_changes_nothing(tmp_path: Path, played: int, room: int) -> None:
    path = tmp_path / "x.fsr"
    match = resume(Nim(), play(new(Rolled(KEY)), *CHOICES[:played]).record, Rolled(KEY))
    match.save(path)
    before, state = path.read_text(), match.state.copy()
    size = len(str(play(new(Rolled(KEY)), *CHOICES[: played + 1]).record).encode())
    with room_for(min(len(before.encode()) + room, size - 1)):  # a byte too few at least
        with pytest.raises(RecordError, match=r"cannot write .*x.fsr: File too large"):
            match.play(CHOICES[played])
        assert path.read_text() == before == str(match.record)
        assert match.state == state
    play(match, *CHOICES[played:])
    assert path.read_text() == SECRET


def test_a_full_disk_takes_the_typed_dice_back(tmp_path: Path) -> None:
    """Else they would be the dice of whatever is chosen next, and show faces it does not have."""
    path = tmp_path / "x.fsr"
    match = nim(Entered(), heap=40)
    match.save(path)
    with pytest.raises(NeedDice, match="throw d6"):
        match.play("gamble")
    with pytest.raises(NeedDice, match="throw 2d4"):
        match.enter(6)
    with room_for(path.stat().st_size), pytest.raises(RecordError, match="cannot write"):
        match.enter(4, 4)
    play(match, "take 1")
    with pytest.raises(NeedDice, match="throw d6"):
        match.play("gamble")
    match.enter(2)
    assert [line.choice for line in Record.read(path).lines] == ["take 1", "gamble"]


def test_a_file_cut_off_anywhere_can_be_mended(tmp_path: Path) -> None:
    path = tmp_path / "x.fsr"
    content = SECRET.encode()
    header = content.index(b"\n\n") + 2
    for size in range(header, len(content) + 1):
        path.write_bytes(content[:size])
        record = Record.read(path, mend=True)
        key = f"key: {record.key}\n" if record.key and not record.result else ""
        whole_lines = content[: content.rfind(b"\n", 0, size) + 1]
        assert f"{record}{key}".encode() == whole_lines
        if len(whole_lines) < size:
            with pytest.raises(RecordError, match=r"cut off in the middle|not text"):
                Record.read(path)
        if 0 < len(record.lines) < 8:
            assert replay(Nim(), record).choices == len(record.lines) - 1


KILLED = """
import sys
from pathlib import Path
from toy_game import nim
from flankspeed.engine import Rolled
match = nim(Rolled(5), heap=10**6)
match.save(Path(sys.argv[1]))
while True:
    match.play("gamble" if match.choices % 3 == 2 else "take 1")
    print(match.choices, flush=True)
"""


def test_a_killed_process_leaves_every_line_it_played(tmp_path: Path) -> None:
    path = tmp_path / "x.fsr"
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert child.stdout
    with child.stdout as announced:
        for _ in range(50):
            last = int(announced.readline())
        child.send_signal(signal.SIGKILL)
        last = max([last, *(int(line) for line in announced.read().splitlines(True)[:-1])])
    assert child.wait() == -signal.SIGKILL
    record = Record.read(path, mend=True)
    assert len(record.lines) >= last >= 50
    match = resume(Nim(), record)
    same = nim(Rolled(5), heap=10**6)
    for number in range(len(record.lines)):
        same.play("gamble" if number % 3 == 2 else "take 1")
    assert (match.state, match.record.lines) == (same.state, same.record.lines)
    assert match.play("gamble") == same.play("gamble")


# Resuming


@pytest.mark.parametrize("played", range(8))
@pytest.mark.parametrize("secret", [False, True])
def test_resume_goes_on_with_the_same_dice(tmp_path: Path, played: int, secret: bool) -> None:
    path = tmp_path / "x.fsr"
    match = play(new(Rolled(KEY) if secret else None), *CHOICES[:played])
    match.save(path)
    match.close()
    again = resume(Nim(), Record.read(path), Rolled(KEY) if secret else None)
    assert again.state == match.state
    again.save(path)
    play(again, *CHOICES[played:])
    assert path.read_text() == (SECRET if secret else TEXT)


def test_a_secret_record_goes_on_with_its_key_only() -> None:
    record = play(new(Rolled(KEY)), "take 1").record
    with pytest.raises(RecordError, match="this record's dice are secret"):
        resume(Nim(), record)
    with pytest.raises(RecordError, match="not the dice that the record's header names"):
        resume(Nim(), record, Rolled(6))


@pytest.mark.parametrize("dice", [Rolled(6), Rolled(Rolled(6).key), Rolled(5, 0)])
def test_other_dice_are_refused_even_before_any_was_thrown(dice: Rolled) -> None:
    for match in (nim(Rolled(KEY)), nim(Rolled(5))):
        play(match, "take 1")
        with pytest.raises(RecordError, match="not the dice that the record's header names"):
            resume(Nim(), match.record, dice)


def test_resume_checks_the_dice_so_far() -> None:
    record = Record.parse("".join(ROWS[:14]).replace("2d4=2,1", "2d4=1,2"))
    with pytest.raises(RecordError, match="line 14: the dice stream shows 2d4=2,1 here"):
        resume(Nim(), record)


def test_typed_dice_go_on_being_typed() -> None:
    record = Record.parse("".join(ROWS[:11]).replace("seed 5", "entered"))
    match = resume(Nim(), record)
    with pytest.raises(NeedDice, match="throw d6 for the gamble"):
        match.play("gamble")
    match.enter(1)
    assert str(match.record) == "".join(ROWS[:12]).replace("seed 5", "entered")


def test_a_resumed_match_can_be_taken_back() -> None:
    match = resume(Nim(), Record.parse("".join(ROWS[:13])))
    match.undo("usn")
    assert match.undo_barred() == "dice were thrown after 'gamble' (the gamble)"
    play(match, *CHOICES[2:])
    assert str(match.record) == TEXT


def test_a_finished_match_is_resumed_as_it_is() -> None:
    match = resume(Nim(), Record.parse(SECRET))
    assert (str(match.record), match.decision) == (SECRET, None)
