"""Records: the file of a match. People can read it, diff it, and replay it on any machine.

    flankspeed: 2
    game: kamikaze
    rules: 2
    scenario: attack
    options: p1.planeOrder=free ...
    seats: usn=human ijn=admiral
    date: 2026-11-15
    dice: seed 7

    1 ijn pick E3 [d6=4] # E3 throws 4: 7 movement points
    2 ijn enter 11
    ...
    result: usn the ship is afloat

Line 0 (`0 game start [...]`) holds dice thrown before the first choice, if there were any. A secret
dice stream stands in the header as `dice: sha256 ...`, one that people have shared in as `dice:
shared ...` with their commitments and contributions; its key is the last line but one.

Choices that were taken back although dice had fallen stay in the record, and `back: 11 ijn` follows
them: choice 11 is the last that still counts, and the dice go on after those that have been seen.
Where a match went on with other dice, a line `dice: ...` names them; where people ended it, `ended:
resigned ijn` says so.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
from msgspec.structs import replace

from flankspeed.engine.dice import MAX_SIDES, Dice, check_faces
from flankspeed.engine.errors import DiceError, RecordError
from flankspeed.engine.records.named_dice import NamedDice, words
from flankspeed.engine.records.rows import (
    AGREED,
    RESIGNED,
    Ended,
    Line,
    NewDice,
    TakenBack,
    written,
)
from flankspeed.engine.values import Result, Throw

FORMAT = 2
FORMAT_TAKEN_BACK = 3  # that of a record in which something was taken back after dice
FORMAT_PEOPLE = 4  # that of one whose dice became others, or that people ended
_FORMATS = {"1": 1, "2": 2, "3": 3, "4": 4}  # those that are read
_HEADER = (
    *("flankspeed", "game", "rules", "scenario", "options", "data", "seats", "date"),
    *("dice", "commitments", "contributions"),
)
_DICE_ROWS = ("dice: ", "commitments: ", "contributions: ")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
START = (0, "game", "start")  # the line of the dice that are thrown before the first choice
_LINE = re.compile(r"(0|[1-9]\d{0,8}) (\S+) ([^\[\]#]*[^\[\]# ])(?: \[([^\]]*)\])?", re.ASCII)
_BACK = re.compile(r"back: (0|[1-9]\d{0,8}) (\S+)", re.ASCII)
_THROW = re.compile(r"(\d{0,9})d(\d{1,9})=(\d{1,9}(?:,\d{1,9})*)", re.ASCII)


class Header(msgspec.Struct, kw_only=True):
    """What a record says before the first choice."""

    game: str
    scenario: str
    format: int = FORMAT
    rules: int = 1  # the version of the game's rules; format 1 knows no other
    options: dict[str, str] = {}
    data: dict[str, object] = {}
    seats: dict[str, str] = {}
    date: str = ""
    dice: str = ""
    commitments: dict[str, str] = {}  # to shared dice, by seat
    contributions: dict[str, str] = {}

    def __str__(self) -> str:
        rows = {
            "flankspeed": self.format,
            "game": self.game,
            "rules": self.rules if self.format > 1 else "",
            "scenario": self.scenario,
            "options": words(self.options),
            "data": msgspec.json.encode(self.data).decode() if self.data else "",
            "seats": words(self.seats),
            "date": self.date,
        }
        told = [f"{key}: {value}" for key, value in rows.items() if value]
        return "\n".join([*told, *self.named.rows()]) + "\n\n"

    @property
    def named(self) -> NamedDice:
        """The dice that the match began with."""
        return NamedDice(self.dice, self.commitments, self.contributions)

    def name_dice(self, named: NamedDice) -> None:
        """Say which dice the match begins with."""
        self.dice = named.name
        self.commitments, self.contributions = named.commitments, named.contributions


class Earlier(msgspec.Struct, frozen=True):
    """What is known of the lines before those that a record has, where they are kept elsewhere."""

    lines: int
    choices: int
    taken_back: int = 0
    played: dict[str, int] = {}  # the last choice of each seat


class Record(msgspec.Struct):
    """A match on paper: header, lines, and at the end the result and the key of the dice."""

    header: Header
    lines: list[Line] = []
    result: Result | None = None
    key: str = ""
    new_dice: NewDice | None = None  # the last change of dice, if there was one
    ended: Ended | None = None  # by people, if the rules have not
    earlier: Earlier = Earlier(0, 0)
    first_line: int = 0
    """The line of the file that the first choice stands on, for messages."""

    def __post_init__(self) -> None:
        self.first_line = self.first_line or str(self.header).count("\n") + 1

    def __str__(self) -> str:
        return str(self.header) + "".join(f"{line}\n" for line in self.lines) + self.ending()

    @property
    def taken_back(self) -> int:
        """How often something was taken back after dice."""
        lines = [line for line in self.lines if line.then]  # few, if any
        here = sum(isinstance(row, TakenBack) for row in written(lines))
        return self.earlier.taken_back + here

    @property
    def length(self) -> int:
        """How many lines there are, with those that are kept elsewhere."""
        return self.earlier.lines + len(self.lines)

    def last_choice(self, seat: str) -> int:
        """The number of a seat's last choice; 0 if it has made none."""
        lines = reversed(self.lines)
        mine = (line.number for line in lines if line.number and line.seat == seat)
        return next(mine, self.earlier.played.get(seat, 0))

    def take_back(self, number: int, seat: str, comment: str = "") -> None:
        """Go back to where so many choices were made; what followed stays, marked."""
        kept = [line for line in self.lines if line.number <= number] or [Line(*START)]
        taken = TakenBack(tuple(line for line in self.lines if line.number > number), seat, comment)
        kept[-1] = kept[-1]._replace(then=(*kept[-1].then, taken))
        self.lines = kept
        self._of_format(FORMAT_TAKEN_BACK)

    @property
    def named(self) -> NamedDice:
        """The dice that are thrown where the record ends."""
        return self.new_dice.dice if self.new_dice else self.header.named

    def name_dice(self, named: NamedDice) -> None:
        """Say otherwise which dice these are, before the first of them is thrown."""
        if self.new_dice is None:
            self.header.name_dice(named)
            return
        last = self.lines[-1]
        self.new_dice = self.new_dice._replace(dice=named)
        self.lines[-1] = last._replace(then=(*last.then[:-1], self.new_dice))

    def change_dice(self, new: NewDice) -> None:
        """Name other dice from here on; where there was no line yet, these are the first."""
        if not self.lines:
            self.header.name_dice(new.dice)
            return
        self.new_dice = new
        self._add(new)

    def end(self, ended: Ended) -> None:
        """Note how people have ended it."""
        if not self.lines:
            self.lines.append(Line(*START))
        self.ended = ended
        self._add(ended)

    def _add(self, row: NewDice | Ended) -> None:
        last = self.lines[-1]
        self.lines[-1] = last._replace(then=(*last.then, row))
        self._of_format(FORMAT_PEOPLE)

    def _of_format(self, version: int) -> None:
        self.header.format = max(self.header.format, version)

    def ending(self) -> str:
        """The last lines, once the match is over."""
        if self.result is None:
            return ""
        key = f"key: {self.key}\n" if self.key else ""
        return f"{key}result: {self.result.winner or 'draw'} {self.result.outcome}\n"

    @classmethod
    def read(cls, path: Path, mend: bool = False) -> Record:
        """Read a record file; `mend` drops a last line that was cut off in the middle."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise RecordError(f"cannot read {path}: {error.strerror}") from error
        if mend:
            data = data[: data.rfind(b"\n") + 1]
        try:
            return cls.parse(data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            at = data.count(b"\n", 0, error.start) + 1
            raise RecordError(f"{path} is not a record: it is not text", at) from None

    @classmethod
    def parse(cls, text: str, earlier: Earlier | None = None) -> Record:
        """Read a record's text; `RecordError` says at which line it is broken.

        It may lack the first lines, if these are kept elsewhere: `earlier` tells of them.
        """
        text = text.replace("\r\n", "\n")
        if not text.startswith("flankspeed: "):
            raise RecordError("this is not a record: it does not begin with 'flankspeed:'", 1)
        rows = text.split("\n")
        if rows.pop() != "":
            raise RecordError("the record is cut off in the middle of this line", len(rows) + 1)
        if "" not in rows:
            raise RecordError("the header does not end with an empty line", len(rows))
        gap = rows.index("")
        record = cls(_parse_header(rows[:gap]), [], first_line=gap + 2)
        record.earlier = earlier or record.earlier
        for number, row in enumerate(rows[gap + 1 :], gap + 2):
            record._parse_row(row, number)
        return record

    def _parse_row(self, row: str, at: int) -> None:
        if self.result is not None:
            raise RecordError("nothing can follow the result", at)
        if row.startswith("key: "):
            self._parse_key(row.removeprefix("key: "), at)
        elif row.startswith("result: "):
            winner, _, outcome = row.removeprefix("result: ").partition(" ")
            self.result = Result(None if winner == "draw" else winner, outcome)
        elif row.startswith(_DICE_ROWS) and self.lines and self._by_people:
            self._parse_dice(row, at)
        elif self.key:
            raise RecordError("only the result can follow the key", at)
        elif self.ended:
            raise RecordError("only the key and the result can follow the end", at)
        elif row.startswith("ended: ") and self.lines and self._by_people:
            self._parse_ended(row, at)
        elif row.startswith("back: "):
            self._parse_back(row, at)
        else:
            self.lines.append(parse_line(row, at, bare_start=self._takes_back))
            before = self.lines[-2].number if len(self.lines) > 1 else self.earlier.choices
            expected = before + 1 if len(self.lines) > 1 or before else None
            number = self.lines[-1].number
            if number != expected and (expected is not None or number > 1):
                raise RecordError(f"choice {number} where {expected or 1} should follow", at)

    @property
    def _takes_back(self) -> bool:
        return self.header.format >= FORMAT_TAKEN_BACK

    @property
    def _by_people(self) -> bool:
        return self.header.format >= FORMAT_PEOPLE

    def _parse_dice(self, row: str, at: int) -> None:
        """Other dice from here on, or what the seats have added to them."""
        text, _, comment = row.partition(" # ")
        key, _, value = text.partition(": ")
        if self.ended:
            raise RecordError("only the key and the result can follow the end", at)
        if key == "dice":
            self.change_dice(NewDice(NamedDice(value), comment, self.key))
            self.key = ""
            return
        then = self.lines[-1].then
        if not then or then[-1] is not self.new_dice or getattr(self.named, key):
            raise RecordError(f"{row[:60]!r} belongs to no dice", at)
        added = _parse_words(value, at)
        if key == "commitments":
            self.name_dice(replace(self.named, commitments=added))
        else:
            self.name_dice(replace(self.named, contributions=added))

    def _parse_ended(self, row: str, at: int) -> None:
        _, how, *seats = row.split(" ")
        if how not in (RESIGNED, AGREED) or not all(seats) or len({*seats}) != len(seats):
            raise RecordError(f"{row[:60]!r} is not 'ended: resigned SEAT' or 'agreed SEATS'", at)
        self.end(Ended(how, tuple(seats)))

    def _parse_back(self, row: str, at: int) -> None:
        text, _, comment = row.partition(" # ")
        match = _BACK.fullmatch(text)
        if not match or not self._takes_back:
            raise RecordError(f"{row[:60]!r} is not 'number seat choice [dice]'", at)
        number = int(match[1])
        if number not in (line.number for line in self.lines[:-1]):
            raise RecordError(f"there is nothing to take back to choice {number}", at)
        self.take_back(number, match[2], comment)

    def _parse_key(self, key: str, at: int) -> None:
        if not self.named.secret:
            raise RecordError(f"dice that are {self.named.name!r} have no key", at)
        if self.key:
            raise RecordError("there is a key already", at)
        if not key.strip():
            raise RecordError("the key is empty", at)
        self.key = key

    def dice(self) -> Dice | None:
        """The dice where the record ends, from their start; None if they are secret or scripted."""
        return self.named.source(self.key)


def _parse_words(text: str, at: int) -> dict[str, str]:
    words = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals:
            raise RecordError(f"{word!r} should be of the form key=value", at)
        if key in words:
            raise RecordError(f"{key!r} stands here twice", at)
        words[key] = value
    return words


def _parse_header(rows: list[str]) -> Header:
    values: dict[str, str] = {}
    where: dict[str, int] = {}
    for at, row in enumerate(rows, 1):
        key, colon, value = row.partition(": ")
        if not colon or key not in _HEADER or key in values:
            raise RecordError(f"{row[:60]!r} is not a header line", at)
        values[key], where[key] = value, at
    if (version := _FORMATS.get(values["flankspeed"])) is None:
        *others, last = _FORMATS
        known = f"{', '.join(others)} and {last}"
        raise RecordError(f"record format {values['flankspeed']!r} is not known (only {known})", 1)
    for key in ("game", "rules", "scenario", "dice"):
        if key not in values and (key != "rules" or version > 1):
            raise RecordError(f"the header has no {key!r} line", len(rows))
    if "rules" in values and (version == 1 or not _NUMBER.fullmatch(values["rules"])):
        raise RecordError(f"{rows[where['rules'] - 1][:60]!r} is not a header line", where["rules"])
    return Header(
        game=values["game"],
        scenario=values["scenario"],
        format=version,
        rules=int(values.get("rules", 1)),
        options=_parse_words(values.get("options", ""), where.get("options", 0)),
        data=_parse_data(values["data"], where["data"]) if "data" in values else {},
        seats=_parse_words(values.get("seats", ""), where.get("seats", 0)),
        date=values.get("date", ""),
        dice=values["dice"],
        commitments=_parse_words(values.get("commitments", ""), where.get("commitments", 0)),
        contributions=_parse_words(values.get("contributions", ""), where.get("contributions", 0)),
    )


def _parse_data(text: str, at: int) -> dict[str, object]:
    try:
        data = msgspec.json.decode(text, type=dict[str, object])
        json.loads(text, object_pairs_hook=_check_names)
    except RecursionError:
        raise RecordError("the data are nested too deeply", at) from None
    except (msgspec.DecodeError, ValueError) as error:
        raise RecordError(f"the data are not readable: {error}", at) from None
    return data


def _check_names(pairs: list[tuple[str, object]]) -> None:
    """Of two figures with one name the second would count, and nobody sees it."""
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name!r} stands there twice")


def parse_line(row: str, at: int, bare_start: bool = False) -> Line:
    """A choice from its row; `RecordError` names the line `at` if it is none."""
    text, _, comment = row.partition(" # ")
    match = _LINE.fullmatch(text)
    if not match:
        raise RecordError(f"{row[:60]!r} is not 'number seat choice [dice]'", at)
    throws = tuple(_parse_throw(word, at) for word in (match[4] or "").split())
    line = Line(int(match[1]), match[2], match[3], throws, comment)
    if line.number == 0 and (line[:3] != START or not (throws or bare_start)):
        raise RecordError("choice 0 can be nothing but 'game start' with its dice", at)
    return line


def _parse_throw(word: str, at: int) -> Throw:
    match = _THROW.fullmatch(word)
    if not match or not 1 <= int(match[2]) <= MAX_SIDES:
        raise RecordError(f"{word!r} is not a throw like d6=4 or 2d6=3,5", at)
    sides = int(match[2])
    values = tuple(map(int, match[3].split(",")))
    if len(values) != int(match[1] or 1):
        raise RecordError(f"{word!r} does not have {match[1] or 1} dice", at)
    try:
        check_faces(values, sides)
    except DiceError as error:
        raise RecordError(str(error), at) from None
    return Throw(sides, values)
