"""The wire: what page and server say to each other. The OpenAPI document is made from these.

Types of the engine are sent as they are if they are structs. `Need`, `ResultInfo`, `Thrown`,
`ModifierInfo`, `OptionOdds`, `ScenarioInfo` and `SideInfo` have twins there that are an exception
or named tuples, whose fields would lose their names in JSON.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from flankspeed.engine import Overlay
from flankspeed.engine.game import FactWords, OptionInfo
from flankspeed.engine.lessons.cards import Card
from flankspeed.engine.show.chart_view import RowUsed
from flankspeed.engine.show.view import View

NAME_LENGTH = 80
CHAT_LENGTH = 1000
NOTES_LENGTH = 20_000
FILE_LENGTH = 65_536
WATCH = "watch"  # the link of those who only look on
REPLAY = "replay"  # the link to a match that is over, for everybody
HUMAN = "human"

_TEXT = r"^[^\x00]*$"  # PostgreSQL keeps no text with a zero in it

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH, pattern=_TEXT)]
PersonName = Annotated[str, Meta(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]
Word = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.-]+$")]
Key = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=64,
        pattern=r"^[A-Za-z0-9_-]+$",
        description="Made by the client, new for every request it does not mean to repeat.",
    ),
]
Version = Annotated[
    int, Meta(ge=0, le=2**31, description="The version of the match that the client has seen.")
]
Hash = Annotated[
    str,
    Meta(
        min_length=64,
        max_length=64,
        pattern=r"^[0-9a-f]{64}$",
        description="32 bytes as hexadecimal digits.",
    ),
]
Face = Annotated[int, Meta(ge=1, le=256)]


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The base of everything a client sends."""


class Problem(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What went wrong (RFC 9457); `detail` is one sentence, `version` the match's current one."""

    type: str
    title: str
    status: int
    detail: str
    version: int | None = None


class Health(msgspec.Struct):
    """That the server answers."""

    status: Literal["ok"]
    store: Literal["sqlite", "postgresql"]
    version: str


class Readiness(msgspec.Struct):
    """That the server can be used, and how many matches it has."""

    status: Literal["ready"]
    matches: int


# --- the games ---


class ScenarioInfo(msgspec.Struct):
    """A scenario; `own` is one that wants the player's own data.

    `minutes` is about how long it takes (0: nobody knows), `about` says all of it in one line.
    """

    name: str
    title: str
    summary: str
    minutes: int
    hardness: str
    note: str
    about: str
    own: bool


class LessonInfo(msgspec.Struct):
    """A lesson for newcomers: the seat that it is for, how long it takes, how many cards it has."""

    name: str
    title: str
    seat: str
    minutes: int
    cards: int


class TemplateInfo(msgspec.Struct):
    """A file to fill in: of a scenario of the player's own, or otherwise of figures."""

    name: str
    title: str
    scenario: bool


class SideInfo(msgspec.Struct):
    """A side as people know it: a seat, or an enemy without one."""

    name: str
    sign: str
    colour: str


class GameInfo(msgspec.Struct):
    """A game and all that can be chosen before it begins; the strongest bot stands last.

    `figures` says whether it takes figures of the player's own in place of its own; `emblem` is the
    path of an SVG of 120 by 72, `dark` says that its picture is a dark one;
    `people_options` has, by seat, the options with another default where a person sits there;
    `bot_words` says what bots are like, `legend` what abbreviations stand for, `facts` how the
    sheet of a thing names its fields.
    """

    name: str
    title: str
    summary: str
    seats: list[str]
    enemies: list[str]
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    bots: list[str]
    bot_words: dict[str, str]
    figures: bool
    sides: dict[str, SideInfo]
    emblem: str
    dark: bool
    overlays: list[Overlay]
    people_options: dict[str, dict[str, str]]
    legend: dict[str, str]
    facts: FactWords
    lessons: list[LessonInfo]
    templates: list[TemplateInfo]


# --- matches ---


class NewMatch(Request):
    """A match to begin; seats that are not named are a human's.

    A `lesson` has its own scenario, options, seats and dice: nothing else is named with it.
    """

    game: Word
    scenario: Word | None = None
    options: dict[str, str | int | bool] = {}
    data: dict[str, Any] = {}
    file: Annotated[
        str,
        Meta(
            max_length=FILE_LENGTH,
            pattern=_TEXT,
            description="A TOML file of the player's own: of a scenario, else of figures.",
        ),
    ] = ""
    seats: dict[Word, Word] = {}
    open: Annotated[list[Word], Meta(description="Seats that anybody may take.")] = []
    dice: Literal["rolled", "entered"] = "rolled"
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    name: Name | None = None
    lesson: Word | None = None


class ImportMatch(Request):
    """A record to go on with, or to look at; seats that are not named are as in the record.

    It goes on with dice of the server's that nobody knows; with typed-in ones if it is `entered`
    that is named, or if nothing is and they have been typed in so far.
    """

    record: Annotated[str, Meta(max_length=4_000_000, pattern=_TEXT)]
    seats: dict[Word, Word] = {}
    dice: Literal["rolled", "entered"] | None = None
    name: Name | None = None


class Importing(msgspec.Struct):
    """How many lines of a record that is being taken in are played, and of how many."""

    done: int
    of: int


class Links(msgspec.Struct):
    """The secrets of a match's seats: whoever has one has the seat. They are told only once."""

    id: str
    links: dict[str, str]


class Need(msgspec.Struct):
    """Dice that somebody must throw and type in before anything else can happen."""

    count: int
    sides: int
    why: str


class UndoPoint(msgspec.Struct):
    """Where one can go back to: so many choices are left, and `label` is the first one undone."""

    to: int
    label: str


class UndoInfo(msgspec.Struct):
    """Whether the asking seat may take the last choice back, and if not, why.

    `seat` is the one whose choice can be taken back, if any can; `points` are all choices of the
    asking seat that can, the last one first. `after_dice` is how many choices would be left if its
    last one was taken back although dice were thrown, which the others can be asked for.
    """

    allowed: bool
    reason: str
    seat: str | None = None
    points: list[UndoPoint] = []
    after_dice: int | None = None


class Asked(msgspec.Struct):
    """A wish to go back to where `to` choices were made, after dice: whose, why, who has agreed."""

    seat: str
    to: int
    words: str
    agreed: list[str]


class Offered(msgspec.Struct):
    """A draw that a seat offers, and who has agreed to it."""

    seat: str
    agreed: list[str]


class ResultInfo(msgspec.Struct):
    """How the match ended."""

    winner: str | None
    outcome: str


class Shared(msgspec.Struct):
    """Dice that people draw together before the match begins.

    `host` is the hash of the server's key, `commitments` are those of the seats' contributions.
    `awaited` are the seats that must commit (once it is `closed` who takes part: reveal) before the
    match can begin; nobody is once it has.
    """

    host: str
    commitments: dict[str, str]
    contributions: dict[str, str]
    awaited: list[str]
    closed: bool


class Origin(msgspec.Struct):
    """What all may know before they trust the dice of a match.

    `secret` are those of the server's key, `shared` those that people draw together, `seeded` ones
    are known to whoever knows the seed. `imported` is the number of choices that the match was
    taken in with, from somebody's record.
    """

    dice: Literal["secret", "shared", "seeded", "entered"]
    imported: int | None = None


class Position(msgspec.Struct):
    """The match as one seat sees it.

    `log_sheet` is what players would write down as they play. `log_length` and `chat_length` say
    how much of these there is; `undone` grows with each undo, after which the log may have lost its
    end. `fault` tells of a bot that failed, `frozen` why a match does not go on that was played by
    other rules or data than today's. `lesson` is the name of the one it was begun from.
    `asked` is a wish to take back after dice, `taken_back` how often that was granted, `offered` a
    draw that awaits an answer. `names` are
    those of the people who sit there, `open_seats` the seats that anybody may take, `replaceable`
    those where who plays may put somebody: nobody holds them, or not for long. `next` is the
    match that is played after this one, `origin` says where dice and past come from.
    `shown` is there if it was asked for (`?log=`).
    """

    id: str
    name: str
    game: str
    scenario: str
    options: dict[str, str]
    seat: str | None
    seats: dict[str, str]
    version: int
    choices: int
    view: View
    need: Need | None
    undo: UndoInfo
    thinking: str | None
    fault: str | None
    frozen: str | None
    result: ResultInfo | None
    log_sheet: str
    log_length: int
    chat_length: int
    undone: int
    dice_kind: Literal["rolled", "entered"]
    shared: Shared | None
    lesson: str | None
    asked: Asked | None
    offered: Offered | None
    taken_back: int
    names: dict[str, str]
    open_seats: list[str]
    replaceable: list[str]
    next: str | None
    origin: Origin
    shown: Shown | None = None


class Thrown(msgspec.Struct):
    """Dice thrown together."""

    sides: int
    values: list[int]
    why: str


class ModifierInfo(msgspec.Struct):
    """One reason why a number was what it was."""

    name: str
    value: int


class Entry(msgspec.Struct):
    """A line of the log: what happened after which choice; `kind` is `heading` for a title.

    `charts` are the rows of the game's charts on which its dice were read. `weight` says how much
    it matters (0: not much). Entries with the same `fold` are parts of one thing, and `summary` is
    what they say together up to this one.
    """

    number: int
    choice: int
    kind: str
    text: str
    rule: str
    dice: list[Thrown]
    modifiers: list[ModifierInfo]
    places: list[str]
    charts: list[RowUsed]
    weight: int
    fold: int
    summary: str


class OptionOdds(msgspec.Struct):
    """What is known of an option's chances: in words, and what counts on its throw, by name."""

    text: str
    modifiers: list[ModifierInfo]


class Drawn(msgspec.Struct):
    """The board as SVG, whole or as a patch; `tag` names it.

    Without `base` the parts are its text. Else they make it of the picture with that tag, cut at
    every `<`: a pair is a run of its pieces (from, to), text is further ones; `<` joins them all.
    """

    tag: str
    base: str
    parts: list[str | tuple[int, int]]


class Shown(msgspec.Struct):
    """What is shown with a position: the log from entry `first` on, the board, the odds.

    `odds` are null if they take a little longer: they can be asked for by themselves.
    """

    first: int
    log: list[Entry]
    picture: Drawn
    odds: dict[str, OptionOdds] | None


class WeighedInfo(msgspec.Struct):
    """An option, what the bot expects of it, and how much less it is worth than the best.

    `error` is the standard error of an estimate, 0 of an exact number.
    """

    text: str
    label: str
    words: str
    cost: float
    error: float


class Advice(msgspec.Struct):
    """What a bot would choose, and what is known of the option's chances.

    `weighed` has every option, the best first, if the bot can say what they are worth; `unit` is
    what their costs count.
    """

    bot: str
    text: str
    label: str
    numbers: str
    modifiers: list[ModifierInfo]
    unit: str
    weighed: list[WeighedInfo]


class Taught(msgspec.Struct):
    """The card of the lesson that fits the position; none while others must choose."""

    card: Card | None


class Choose(Request):
    """A choice: the text of an option or of a shortcut."""

    version: Version
    choice: Annotated[str, Meta(min_length=1, max_length=400)]
    key: Key


class Dice(Request):
    """The dice that were asked for, as they lie on the player's table."""

    version: Version
    values: Annotated[list[Face], Meta(min_length=1, max_length=200)]
    key: Key


class Undo(Request):
    """Take the last choice back, or all until as many as `to` are left."""

    version: Version
    key: Key
    to: Annotated[int, Meta(ge=0, le=2**31)] | None = None


class Ask(Request):
    """Ask the others to let one take back one's last choice although dice were thrown."""

    version: Version
    key: Key
    words: Annotated[str, Meta(max_length=120, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""


class Resign(Request):
    """Give the match up."""

    version: Version
    key: Key


class OfferDraw(Request):
    """Offer a draw to all others who play."""

    version: Version
    key: Key


class Reply(Request):
    """What one says to a wish to take back, or to a draw that is offered."""

    version: Version
    key: Key
    agree: bool


class Commit(Request):
    """The SHA-256 of the 32 random bytes that a seat will contribute to the dice.

    It names no version, nor does `Reveal`: a seat's part does not depend on what others have sent
    meanwhile, and people who send theirs at the same moment must not get in each other's way.
    """

    commitment: Hash
    key: Key


class Reveal(Request):
    """What a seat contributes to the dice; `without_others` leaves out who has not committed."""

    contribution: Hash
    key: Key
    without_others: bool = False


class Say(Request):
    """Something to say to all at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH, pattern=_TEXT)]


class Said(msgspec.Struct):
    """Something that was said; `seat` is empty for one who watches."""

    number: int
    seat: str
    text: str
    at: str


class Notes(msgspec.Struct, forbid_unknown_fields=True):
    """A seat's own notes."""

    text: Annotated[str, Meta(max_length=NOTES_LENGTH, pattern=_TEXT)]


class NoticeInfo(msgspec.Struct):
    """How one can be told of one's turn here (`mail`, `webhook`, or not at all), and if one is."""

    ways: list[str]
    state: Literal["off", "waiting", "on"]
    to: str


class NoticeTo(Request):
    """Where one wants to be told of one's turn: a mail address, or that of a web server."""

    to: Annotated[str, Meta(min_length=3, max_length=500, pattern=r"^[^\x00-\x20\x7f]+$")]


class NoticeCode(Request):
    """The code that came by mail."""

    code: Annotated[str, Meta(pattern=r"^[0-9]{6}$")]


class Sit(Request):
    """Who is to sit at a seat: `human`, or the name of a bot."""

    who: Word


class NewLink(Request):
    """A new link for a seat: it may end after some hours, and be one's own (notes stay then)."""

    hours: Annotated[float, Meta(gt=0, le=24 * 366)] | None = None
    own: bool = False


class Left(msgspec.Struct):
    """One has left a match; `deleted` says that nobody was left there."""

    deleted: bool


class PersonNamed(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to be called; nothing if empty."""

    name: PersonName


class Here(msgspec.Struct):
    """Who has the match open now: the seats, how many watch, and all names."""

    seats: list[str]
    watching: int
    names: dict[str, str]


class OpenTable(msgspec.Struct):
    """A match that anybody may join: its free seats, and the names of those who sit there."""

    id: str
    name: str
    game: str
    scenario: str
    seats: list[str]
    names: list[str]
    created: str
    origin: Origin


class Join(Request):
    """Take a free seat."""

    seat: Word


class Rename(Request):
    """A new name for the match."""

    name: Name
