"""A match of the toy game and its record as text; and disks that are full."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

from toy_game import Nim

from flankspeed.engine import Dice, Match, Rolled

CHOICES = ("take 1", "gamble", "take 3", "gamble", "take 2", "take 3", "take 3")
KEY = Rolled(5).key  # the same dice as in TEXT
TEXT = """\
flankspeed: 2
game: nim
rules: 1
scenario: random
options: heap=18 gamble=yes take.most=3
seats: usn=human ijn=bot
date: 2026-11-15
dice: seed 5

0 game start [2d4=3,1]
1 usn take 1 # usn takes 1 × | of the heap
2 ijn gamble [d6=1] # the die shows 1; ijn takes 1 × | of the heap
3 usn take 3 # usn takes 3 × | of the heap
4 ijn gamble [d6=6 2d4=2,1] # the die shows 6; ijn takes 9 × | of the heap
5 usn take 2 # usn takes 2 × | of the heap
6 ijn take 3 # ijn takes 3 × | of the heap
7 usn take 3 # usn takes 3 × | of the heap
result: usn the last match
"""
SECRET = TEXT.replace("seed 5", f"sha256 {Rolled(KEY).commitment}").replace(
    "result:", f"key: {KEY.hex()}\nresult:"
)


def new(dice: Dice | None = None) -> Match:
    match = Match(
        Nim(),
        "random",
        {"heap": 18},
        dice=dice or Rolled(5),
        seats={"usn": "human", "ijn": "bot"},
    )
    match.record.header.date = "2026-11-15"
    return match


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond this size: what a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
