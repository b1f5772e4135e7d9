"""Shared dice: the stream of a host's key and of what the seats contribute."""

from __future__ import annotations

import hashlib
import re
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_game import Nim, nim, play

from flankspeed.engine import (
    DiceError,
    Match,
    OptionError,
    Record,
    RecordError,
    Rolled,
    SharedDice,
    replay,
    resume,
    verify,
)
from flankspeed.engine.records.shared_dice import check_reveal, commit, draw

HOST = "00" * 32
DRAWN = {"usn": "11" * 32, "ijn": "22" * 32}
COMMITTED = {seat: commit(drawn) for seat, drawn in DRAWN.items()}
DRAWINGS = st.binary(min_size=32, max_size=32).map(bytes.hex)


def shared(*seats: str) -> SharedDice:
    """The stream these seats contribute to."""
    return SharedDice(HOST, {s: COMMITTED[s] for s in seats}, {s: DRAWN[s] for s in seats})


def begun() -> Match:
    return nim(shared("usn", "ijn"), "random", heap=20)


def play_out(match: Match) -> Match:
    while match.decision is not None:
        match.play(match.choices * 3 % len(match.decision.options))
    return match


def played_out() -> Match:
    return play_out(begun())


# The stream


def test_the_stream_never_changes() -> None:
    """Records name shared dice: what they show is part of the record format."""
    prefix = b"flankspeed shared dice 1\0" + bytes(32)
    usn, ijn = b"\0\3usn" + b"\x11" * 32, b"\0\3ijn" + b"\x22" * 32
    assert shared("usn", "ijn").key == hashlib.sha256(prefix + ijn + usn).digest()
    assert shared("usn").key == hashlib.sha256(prefix + usn).digest()
    assert shared("ijn").key == hashlib.sha256(prefix + ijn).digest()
    vector = "d1bb08b13e6d17abca4050f7e594dd21f1efbf01a0cc8c1f473b3556d519c38d"
    assert shared("usn", "ijn").key.hex() == vector
    assert shared("usn", "ijn").throw(12, "") == [5, 4, 5, 6, 2, 2, 5, 3, 2, 1, 4, 1]


def test_the_names_of_the_parts_in_a_header() -> None:
    dice = shared("usn", "ijn")
    assert dice.name == f"shared {hashlib.sha256(bytes(32)).hexdigest()}"
    assert dice.secret_key == HOST
    assert COMMITTED["usn"] == hashlib.sha256(b"\x11" * 32).hexdigest()


def test_the_order_of_the_seats_is_nobodys_to_choose() -> None:
    drawn = {seat: draw() for seat in ("a", "ab", "b")}
    committed = {seat: commit(r) for seat, r in drawn.items()}
    keys = {
        SharedDice(HOST, committed, {seat: drawn[seat] for seat in order}).key
        for order in permutations(drawn)
    }
    assert len(keys) == 1


@settings(deadline=None)
@given(
    one=st.dictionaries(st.text("abu", min_size=1, max_size=3), DRAWINGS, min_size=1, max_size=3),
    other=st.dictionaries(st.text("abu", min_size=1, max_size=3), DRAWINGS, min_size=1, max_size=3),
    hosts=st.tuples(DRAWINGS, DRAWINGS),
)
def test_whatever_differs_makes_another_stream(
    one: dict[str, str], other: dict[str, str], hosts: tuple[str, str]
) -> None:
    streams = [
        SharedDice(host, {seat: commit(r) for seat, r in drawn.items()}, drawn)
        for host, drawn in zip(hosts, (one, other), strict=True)
    ]
    same = one == other and hosts[0] == hosts[1]
    assert (streams[0].key == streams[1].key) == same


def test_nobody_draws_the_same_twice() -> None:
    drawn = {draw() for _ in range(100)}
    assert len(drawn) == 100
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in drawn)


def test_a_copy_goes_on_from_here() -> None:
    dice = shared("usn", "ijn")
    dice.throw(700, "")
    twin = dice.copy()
    assert (twin.name, twin.secret_key) == (dice.name, dice.secret_key)
    assert twin.throw(700, "") == dice.throw(700, "")


# Commit and reveal


@settings(deadline=None)
@given(drawn=DRAWINGS, other=DRAWINGS)
def test_only_what_was_committed_to_can_be_revealed(drawn: str, other: str) -> None:
    check_reveal("usn", drawn, commit(drawn))
    if other != drawn:
        with pytest.raises(DiceError, match="usn's contribution is not the one that usn is comm"):
            check_reveal("usn", other, commit(drawn))


@pytest.mark.parametrize("wrong", ["", "11", "11" * 33, "AA" * 32, "zz" * 32, "11" * 32 + "\n"])
def test_what_is_no_contribution_is_refused(wrong: str) -> None:
    with pytest.raises(DiceError, match="usn's contribution is not 64 hexadecimal digits"):
        check_reveal("usn", wrong, COMMITTED["usn"])
    with pytest.raises(DiceError, match="usn's commitment is not 64 hexadecimal digits"):
        check_reveal("usn", DRAWN["usn"], wrong)
    with pytest.raises(DiceError, match="what was drawn is not 64 hexadecimal digits"):
        commit(wrong)
    with pytest.raises(DiceError, match="the key of the dice is not 64 hexadecimal digits"):
        SharedDice(wrong, COMMITTED, DRAWN)


@pytest.mark.parametrize(
    ("commitments", "contributions", "message"),
    [
        ({}, {}, "shared dice need the contribution of one seat at least"),
        (COMMITTED, {"usn": DRAWN["usn"]}, "ijn has a commitment to the dice but no contribution"),
        ({"usn": COMMITTED["usn"]}, DRAWN, "ijn has a contribution to the dice but no commitment"),
        (COMMITTED, DRAWN | {"ijn": DRAWN["usn"]}, "ijn's contribution is not the one that ijn is"),
    ],
)
def test_dice_are_shared_only_if_all_have_revealed(
    commitments: dict[str, str], contributions: dict[str, str], message: str
) -> None:
    with pytest.raises(DiceError, match=message):
        SharedDice(HOST, commitments, contributions)


# Matches and records


def test_a_match_with_shared_dice_verifies() -> None:
    match = played_out()
    text = str(match.record)
    assert re.findall("(?m)^(dice|commitments|contributions|key): (.*)$", text) == [
        ("dice", f"shared {commit(HOST)}"),
        ("commitments", f"usn={COMMITTED['usn']} ijn={COMMITTED['ijn']}"),
        ("contributions", f"usn={DRAWN['usn']} ijn={DRAWN['ijn']}"),
        ("key", HOST),
    ]
    record = Record.parse(text)
    assert str(record) == text
    assert verify(Nim(), record) is True
    assert str(replay(Nim(), record).record) == text


def test_the_key_is_not_told_before_the_end() -> None:
    match = begun()
    assert HOST not in str(match.record)
    assert match.secret_key == HOST
    assert verify(Nim(), match.record) is False


@pytest.mark.parametrize("number", range(6))
def test_a_match_with_shared_dice_goes_on(number: int) -> None:
    whole = played_out()
    assert whole.choices > number
    text = "".join(str(whole.record).partition(f"\n{number + 1} ")[:1]) + "\n"
    record = Record.parse(text)
    with pytest.raises(RecordError, match="this record's dice are secret"):
        resume(Nim(), record)
    match = resume(Nim(), record, record.named.stream(HOST))
    play_out(match)
    assert str(match.record) == str(whole.record)


@pytest.mark.parametrize(
    "dice",
    [
        Rolled(1),
        Rolled(bytes(32)),  # its commitment is the same
        shared("usn"),
        SharedDice(HOST, {s: commit(HOST) for s in DRAWN}, dict.fromkeys(DRAWN, HOST)),
        SharedDice(DRAWN["usn"], COMMITTED, DRAWN),
    ],
)
def test_a_match_goes_on_with_no_other_dice(dice: Rolled) -> None:
    record = play(nim(shared("usn", "ijn")), "take 1").record
    with pytest.raises(RecordError, match="not the dice that the record's header names"):
        resume(Nim(), record, dice)


def test_a_contribution_is_checked_before_the_key_is_known() -> None:
    text = str(begun().record).replace(DRAWN["usn"], "33" * 32)
    with pytest.raises(RecordError, match="usn's contribution is not the one"):
        Record.parse(text).dice()


def test_only_seats_of_the_game_contribute() -> None:
    dice = SharedDice(HOST, {"raf": COMMITTED["usn"]}, {"raf": DRAWN["usn"]})
    with pytest.raises(OptionError, match="nim has no seat 'raf'"):
        nim(dice)


OTHER = "33" * 32
TAMPERED = [
    ("dice: shared [0-9a-f]+", f"dice: shared {commit(OTHER)}", "the key of the dice is not the"),
    ("dice: shared [0-9a-f]+", "dice: shared 12", "the header's dice are 'shared 12'"),
    ("dice: shared [0-9a-f]+", f"dice: sha256 {commit(HOST)}", "nobody can have contributed to di"),
    ("(dice: shared|key:) [0-9a-f]+\n", "", "the header has no 'dice' line"),
    ("dice: shared [0-9a-f]+", "dice: seed 5", "dice that are 'seed 5' have no key"),
    (
        "(?s)dice: shared [0-9a-f]+(.*)key: .*?\n",
        r"dice: seed 5\1",
        "nobody can have contributed to dice that are 'see",
    ),
    ("key: .*", f"key: {OTHER}", "the key of the dice is not the one the header is committed to"),
    ("key: .*", "key: 00", "the key of the dice is not 64 hexadecimal digits"),
    (COMMITTED["usn"], commit(OTHER), "usn's contribution is not the one that usn is committed to"),
    (COMMITTED["ijn"], "12", "ijn's commitment is not 64 hexadecimal digits"),
    (DRAWN["ijn"], OTHER, "ijn's contribution is not the one that ijn is committed to"),
    (DRAWN["usn"], "12", "usn's contribution is not 64 hexadecimal digits"),
    (f" ijn={COMMITTED['ijn']}", "", "ijn has a contribution to the dice but no commitment"),
    (f" ijn={DRAWN['ijn']}", "", "ijn has a commitment to the dice but no contribution"),
    (" ijn=[0-9a-f]+", "", "the dice stream shows"),
    ("commitments: .*\n", "", "usn has a contribution to the dice but no commitment"),
    ("contributions: .*\n", "", "usn has a commitment to the dice but no contribution"),
    ("(commitments|contributions): .*\n", "", "shared dice need the contribution of one seat"),
    ("ijn=", "raf=", "the header does not fit the game: nim has no seat 'raf'"),
    (r"start \[2d4=.*\]", "start [2d4=1,1]", "line [0-9]+: the dice stream shows"),
]


@pytest.mark.parametrize(("old", "new", "message"), TAMPERED)
def test_whatever_is_tampered_with_does_not_verify(old: str, new: str, message: str) -> None:
    text, changes = re.subn(f"(?m){old}", new, str(played_out().record))
    assert changes
    with pytest.raises(RecordError, match=message):
        verify(Nim(), Record.parse(text))


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_no_digit_can_be_changed(data: st.DataObject) -> None:
    text = str(played_out().record)
    digits = [
        at
        for row in re.finditer("(?m)^(dice|commitments|contributions|key): .*$", text)
        for number in re.finditer("[0-9a-f]{64}", row[0])
        for at in range(row.start() + number.start(), row.start() + number.end())
    ]
    at = data.draw(st.sampled_from(digits))
    digit = data.draw(st.sampled_from("0123456789abcdef").filter(lambda d: d != text[at]))
    with pytest.raises(RecordError, match=r"not the one|seat .* at least"):
        verify(Nim(), Record.parse(text[:at] + digit + text[at + 1 :]))
