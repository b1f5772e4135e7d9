"""Games: the rules of one wargame as the rest of Flank Speed sees them."""

from __future__ import annotations

import sys
import typing
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from flankspeed.engine.data import convert, read_toml, typed
from flankspeed.engine.decision import Choice
from flankspeed.engine.destination import Destination
from flankspeed.engine.errors import DataError, OptionError
from flankspeed.engine.event import Event
from flankspeed.engine.feature import Feature
from flankspeed.engine.lessons.lesson import Lesson, load_lessons
from flankspeed.engine.odds import Odds
from flankspeed.engine.question import Question
from flankspeed.engine.report.stakes import Stake
from flankspeed.engine.report.types import Loss, Verdict
from flankspeed.engine.roll import Reading
from flankspeed.engine.show.briefing import Briefing
from flankspeed.engine.show.chart_view import ChartView, Rows, RowUsed
from flankspeed.engine.show.option_words import option_words
from flankspeed.engine.show.status import Status
from flankspeed.engine.show.telling import Brief
from flankspeed.engine.side import NAVIES, Side
from flankspeed.engine.step import State
from flankspeed.engine.templates import Template, load_templates

if TYPE_CHECKING:
    from flankspeed.engine.feature import Numbers

GameState = TypeVar("GameState", bound=State)


class Scenario(NamedTuple):
    """One way to set a game up.

    `minutes` is about how long it takes to play (0: nobody knows), `hardness` is easy, middling or
    hard (or not said), and `note` is what else to know, such as a seat that has little to do.
    """

    name: str
    title: str
    summary: str
    minutes: int = 0
    hardness: str = ""
    note: str = ""

    @property
    def about(self) -> str:
        """All of it in one line: how long, how hard, what else."""
        minutes = f"About {self.minutes} min" if self.minutes else ""
        known = ", ".join(word for word in (minutes, self.hardness) if word)
        parts = (self.summary, f"{known}." if known else "", self.note)
        return " ".join(part for part in parts if part)


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rule variants a game is played with: each field typed, with the default ruling."""


class OptionInfo(msgspec.Struct, frozen=True):
    """What can be said about one option: its values (or the type of them), default and meaning.

    `title` is how people call it, `words` are its values as they say them, if the game tells.
    """

    name: str
    values: str
    default: str
    meaning: str
    title: str = ""
    words: dict[str, str] = {}


class FactWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fields of the view in words, `ratings.speed` before `speed`, and values that want them.

    A game that has words tells no field without any; one that has none tells them all.
    """

    names: dict[str, str] = {}
    values: dict[str, str] = {}


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One statement of the rule index; a `note` is a statement that nothing can test."""

    id: str
    section: str
    statement: str
    source: str
    rulings: list[str] = []
    note: bool = False


class DecisionInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that code and tests name by its id: whose it is (`any`: either's), what about."""

    id: str
    seat: str
    statement: str


class Trial(NamedTuple):
    """What a game is measured by: a scenario that is not soon over, and what else is timed in it.

    `measures` names a function (`module:function`) that gives, by name, calls and how many each is.
    """

    scenario: str | None = None
    options: Mapping[str, object] = {}
    measures: str = ""


class Yardstick(NamedTuple):
    """One of the `figures` of a solitaire that tells players apart; less of it is better if `low`.

    Where dice decide who wins, it says more of who plays well than wins do.
    """

    figure: str
    low: bool = False


class Overlay(msgspec.Struct, frozen=True):
    """Something that a picture can show besides for a thing on the board, such as a gun's sector.

    Asked for as `NAME:THING`; `of` is the kind of the things, as their ids begin.
    """

    name: str
    of: str
    title: str


class Game(ABC, Generic[GameState]):
    """The rules of one wargame: what it offers, how it starts, what it looks like."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str] = ""  # what it is about, in a sentence or two
    rules_version: ClassVar[int] = 1  # raised when a change of the rules changes played games
    seats: ClassVar[tuple[str, ...]]
    sides: ClassVar[Mapping[str, Side]] = NAVIES  # of seats and `enemies`
    emblem: ClassVar[str] = ""  # a silhouette, as the path of an SVG of 120 by 72
    dark: ClassVar[bool] = False  # whether its picture is a dark one
    scenarios: ClassVar[tuple[Scenario, ...]]
    options_type: ClassVar[type[Options]]
    enemies: ClassVar[tuple[str, ...]] = ()  # sides that win and lose, but have no seat
    campaigns: ClassVar[tuple[str, ...]] = ()  # scenarios too long to be played with all others
    own_scenario: ClassVar[str] = ""  # the scenario that a player's file describes, if there is one
    overlays: ClassVar[tuple[Overlay, ...]] = ()  # what `picture` can draw besides
    own_figures: ClassVar[bool] = False  # whether a player's file may override the game's figures
    # By seat, options that have another default where a person sits there.
    people_options: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    # Named as `module:object`, and imported when they are needed.
    # Bots by level, the strongest last, each as a function of a seed (`module:function`); `random`
    # plays any game. Names that bots have had before stand for one of today's.
    bots: ClassVar[Mapping[str, str]] = {}
    former_bots: ClassVar[Mapping[str, str]] = {}
    sim_bot: ClassVar[str] = ""  # who sits where `sim` names nobody: the strongest, or this one
    rare_figures: ClassVar[tuple[str, ...]] = ()  # those that `figures` has of some games only
    odds_command: ClassVar[str] = ""  # what `flankspeed odds GAME` asks for and tells
    trial: ClassVar[Trial] = Trial()
    yardstick: ClassVar[Yardstick | None] = None  # what a ladder of a solitaire goes by, but wins

    @abstractmethod
    def new(
        self, scenario: str, options: Options, data: Mapping[str, Any] | None = None
    ) -> GameState:
        """The table as it stands before the first die; `data` overrides the game's own figures."""

    @abstractmethod
    def board_view(self, state: GameState, seat: str | None) -> msgspec.Struct:
        """What a seat (None: an observer) may see of the board, ready to become JSON."""

    @abstractmethod
    def board_text(self, state: GameState, seat: str | None = None) -> str:
        """The board as plain text, as a seat (None: an observer) may see it."""

    @abstractmethod
    def picture(
        self, state: GameState, seat: str | None = None, overlays: Sequence[str] = ()
    ) -> str:
        """The board as SVG, as a seat (None: an observer) may see it.

        What can be chosen is shown to the seat that must choose alone. `overlays` are drawn
        besides, each named like `range:J-Yamato`.
        """

    def picture_of(
        self, board: Any, state: GameState, seat: str | None, overlays: Sequence[str]
    ) -> str:
        """The same where the `board_view` of the seat is known; a game that draws it can use it."""
        return self.picture(state, seat, overlays)

    @abstractmethod
    def describe(self, event: Event) -> str:
        """An event in one line of text: the one place where text is made."""

    def weight(self, event: Event) -> int:
        """How much an event matters to a player who looks at what happened; 0 is not worth it."""
        return 0

    def brief(self, event: Event) -> Brief | None:
        """An event in few words, to be joined with others; None if it is told as it is."""
        return None

    def fold_key(self, event: Event) -> str:
        """What an event is a part of: events in a row with one key are one line of the log."""
        return ""

    def fold_text(self, events: Sequence[Event]) -> str:
        """Events of one key in one line of text."""
        return self.describe(events[-1])

    def briefing(self, scenario: str, seat: str) -> Briefing:
        """What a seat is told before a scenario begins."""
        return Briefing()

    def status(self, state: GameState, seat: str | None = None) -> Status:
        """Where the game stands, as a seat (None: an observer) may know it."""
        return Status()

    def turn_begun(self, event: Event) -> str:
        """The turn that begins with an event, as short as a plot needs it; empty if none does."""
        return self.describe(event) if event.kind == "heading" else ""

    def verdict(self, state: GameState) -> Verdict:
        """Why a game that is over ended so."""
        result = state.result
        side = self.sides.get(result.winner or "") if result else None
        victory = side.victory if side else "A draw"
        return Verdict(f"{victory}: {result.outcome}." if result else "")

    def losses(self, state: GameState) -> list[Loss]:
        """What each side has lost, and what became of it."""
        return []

    def strength(self, state: GameState) -> dict[str, float]:
        """How strong each side is, in the points that `strength_title` names; often nothing."""
        return {}

    def strength_title(self) -> str:
        """What `strength` counts, as a plot has it beside its axis."""
        return "Strength"

    def stake(self, event: Event, reading: Reading[Any]) -> Stake | None:
        """Whose luck a throw of an event is, and which results are better; None: nobody's.

        Unless a game says more, throws are nobody's in particular, and high is good.
        """
        return Stake("", reading.roll.why)

    @abstractmethod
    def figures(self, state: GameState) -> dict[str, float]:
        """What a finished game is measured by, besides its result."""

    @abstractmethod
    def faults(self, state: GameState) -> list[str]:
        """What is wrong with a state that no play can have brought about; nothing, we hope."""

    def score(self, state: GameState, side: str) -> float:
        """How a side stands, from -1 (lost) to 1 (won); a game may tell it before the end, too."""
        winner = state.result.winner if state.result else None
        return 0.0 if winner is None else 1.0 if winner == side else -1.0

    def actions(self, scenario: str, options: Options) -> Sequence[str]:
        """What choices can ever be offered, each as its `Choice.action`; agents number them so.

        A scenario and options always have the same list. It is told, as all that follows, of a
        game with its own figures, not with those of a player's file.
        """
        raise OptionError(f"{self.name} does not tell agents what can be chosen in it")

    def features(self, scenario: str, options: Options) -> Sequence[Feature]:
        """What `observe` writes, number by number."""
        raise OptionError(f"{self.name} does not tell agents what can be seen in it")

    def observe(self, state: GameState, seat: str, out: Numbers) -> None:
        """Write what a seat may know of a position, and nothing else, over all of `out`.

        That is a row of numbers as long as `features`, in one piece.
        """
        raise OptionError(f"{self.name} does not tell agents what can be seen in it")

    def observe_all(self, states: Sequence[GameState], seats: Sequence[str], out: Numbers) -> None:
        """Write what `observe` would for each of many positions of one scenario and options.

        Each has its seat, and its row of `out`. Here it is done one by one; a game that has an
        `Observer` lets that do it at once.
        """
        for state, seat, row in zip(states, seats, out, strict=True):
            self.observe(state, seat, row)

    def longest(self, scenario: str, options: Options) -> int:
        """A number of decisions that no game exceeds."""
        raise OptionError(f"{self.name} does not tell how long it can be")

    def log_sheet(self, state: GameState) -> str:
        """What players write down as they play, such as a ship's log; empty if nothing."""
        return ""

    def log_sheet_of(self, board: Any, state: GameState) -> str:
        """The same where a `board_view` of any seat is known; a game that reads it can use it."""
        return self.log_sheet(state)

    def has_secrets(self, options: Options) -> bool:
        """Whether these options ever let choices be made that another seat may not know yet."""
        return False

    def conceals(self, state: GameState) -> bool:
        """Whether choices have been made that another seat may not know yet; rarely so."""
        return False

    def shortcuts(self, state: GameState) -> Sequence[Choice]:
        """What may be said instead of many choices in a row (see `Match.play`); often nothing."""
        return ()

    def shortcut_choice(self, state: GameState, text: str) -> Choice | None:
        """The next single choice that a shortcut stands for; None when it is done."""
        return None

    def shortcut_choices(self, state: GameState, text: str) -> Generator[Choice, GameState, None]:
        """All of them, each answered with the state after it; for a game that plans ahead."""
        while (choice := self.shortcut_choice(state, text)) is not None:
            state = yield choice

    def question(self, state: GameState, choice: Choice) -> Question | None:
        """What people are asked once more before they make a choice on offer; mostly nothing."""
        return None

    def travellers(self, state: GameState) -> Sequence[str]:
        """The places of those that can be sent somewhere now (see `destinations`)."""
        return ()

    def destinations(self, state: GameState, who: str) -> Sequence[Destination]:
        """Where one of the `travellers` can be sent, of each place the best way first.

        They are shortcuts that are worked out when somebody asks, for there may be hundreds.
        """
        return ()

    def leads_somewhere(self, state: GameState, text: str) -> bool:
        """Whether a text is that of a destination."""
        return any(
            text == destination.text
            for who in self.travellers(state)
            for destination in self.destinations(state, who)
        )

    def find_scenario(self, name: str | None) -> Scenario:
        """The scenario of that name; the first one if no name is given."""
        if not name:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        names = ", ".join(s.name for s in self.scenarios)
        raise OptionError(f"{self.name} has no scenario {name!r} (there are: {names})")

    def ready_scenarios(self) -> list[str]:
        """The names of the scenarios that need no file of the player's."""
        return [s.name for s in self.scenarios if s.name != self.own_scenario]

    def check_seat(self, seat: str) -> str:
        """The seat itself, if the game has it."""
        if seat not in self.seats:
            raise OptionError(
                f"{self.name} has no seat {seat!r} (there are: {', '.join(self.seats)})"
            )
        return seat

    def options(self, values: Mapping[str, object] | None = None) -> Options:
        """The options with these values (typed, or as text) and the defaults for the rest."""
        known = {info.name: info for info in self.option_infos()}
        for name, value in (values or {}).items():
            if name not in known:
                raise OptionError(f"{self.name} has no option {name!r} (see: flankspeed options)")
            try:
                typed({name: value}, self.options_type, strict=False)
            except msgspec.ValidationError:
                raise OptionError(
                    f"option {name} cannot be {str(value)!r}: it takes {known[name].values}"
                ) from None
        return typed(dict(values or {}), self.options_type, strict=False)

    def options_for(self, people: Iterable[str], values: Mapping[str, object]) -> dict[str, object]:
        """The values given, and the defaults that are others where people sit at these seats."""
        usual = [self.people_options.get(seat, {}) for seat in people]
        return {**{name: value for each in usual for name, value in each.items()}, **values}

    def option_infos(self) -> list[OptionInfo]:
        """Every option with its values, default and meaning, in order."""
        return list(_worded_infos(type(self)))

    def legend(self) -> Mapping[str, str]:
        """What the abbreviations stand for that players meet."""
        return _legend(type(self))

    def bot_words(self) -> Mapping[str, str]:
        """What its bots are like, by their names."""
        return _bot_words(type(self))

    def facts(self) -> FactWords:
        """How the sheet of a thing names what the view tells of it."""
        return _facts(type(self))

    @classmethod
    def words_file(cls, name: str) -> Traversable | None:
        """A file of words in the folder `show` beside the game, if it has such a file."""
        package = sys.modules[cls.__module__].__package__
        path = files(package) / "show" / name if package else None
        return path if path and path.is_file() else None

    def charts(self) -> Sequence[ChartView]:
        """The charts of the rulebook, to be looked at beside the board."""
        return ()

    def rows_used(self, event: Event) -> Sequence[RowUsed]:
        """The rows of the charts that an event was read on; none if it needs no chart."""
        read = (used for reading in event.readings for used in reading.used)
        rows = _rows(type(self))
        return list(dict.fromkeys(rows.used(each) for each in (*read, *event.used)))

    def option_odds(self, state: GameState) -> dict[str, Odds]:
        """What is known of the chances of the options on offer, by the option's text."""
        return {}

    def rules(self) -> list[Rule]:
        """The rule index, which stands beside the game as `rules.toml`."""
        return convert(self._index()["rule"], list[Rule], "rules.toml")

    def decisions(self) -> list[DecisionInfo]:
        """The decision index, which stands in the same file."""
        return convert(self._index().get("decision", []), list[DecisionInfo], "rules.toml")

    def lessons(self) -> Sequence[Lesson]:
        """The lessons for newcomers, which stand beside the game in the folder `lessons`."""
        return _lessons(type(self))

    def find_lesson(self, name: str | None) -> Lesson:
        """The lesson of that name; the first one if no name is given."""
        lessons = self.lessons()
        for lesson in lessons:
            if not name or lesson.name == name:
                return lesson
        names = ", ".join(lesson.name for lesson in lessons) or "none"
        raise OptionError(f"{self.name} has no lesson {name!r} (there are: {names})")

    def templates(self) -> Sequence[Template]:
        """Files for players to fill in, which stand beside the game in the folder `templates`."""
        return _templates(type(self))

    def find_template(self, name: str) -> Template:
        """The template of that name."""
        templates = self.templates()
        for template in templates:
            if template.name == name:
                return template
        names = ", ".join(template.name for template in templates) or "none"
        raise OptionError(f"{self.name} has no template {name!r} (there are: {names})")

    def _index(self) -> dict[str, Any]:
        return read_toml(files(sys.modules[type(self).__module__].__package__ or "") / "rules.toml")


@cache
def _rows(kind: type[Game[Any]]) -> Rows:
    """The rows of a game's charts."""
    return Rows(kind().charts())


@cache
def _lessons(kind: type[Game[Any]]) -> tuple[Lesson, ...]:
    """The lessons of a game, read and checked once."""
    folder = files(sys.modules[kind.__module__].__package__ or "")
    return tuple(load_lessons(kind(), folder / "lessons"))


@cache
def _templates(kind: type[Game[Any]]) -> tuple[Template, ...]:
    """The templates of a game, read and checked once; none of a game that has no folder."""
    package = sys.modules[kind.__module__].__package__
    return tuple(load_templates(kind(), files(package) / "templates")) if package else ()


def named_object(name: str) -> Any:
    """What `module:object` names, imported now."""
    module, _, attribute = name.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise OptionError(f"a game names {name}, but: {error}") from error


@cache
def _worded_infos(kind: type[Game[Any]]) -> tuple[OptionInfo, ...]:
    """The options of a game, in the words of `show/option_words.toml` if there is such a file."""
    infos = _option_infos(kind.options_type)
    path = kind.words_file("option_words.toml")
    if path is None:
        return infos
    choices = {info.name: _values(info) for info in infos}
    words = option_words(path, choices)
    return tuple(
        msgspec.structs.replace(info, title=words[info.name][0], words=words[info.name][1])
        for info in infos
    )


def _values(info: OptionInfo) -> list[str]:
    """The values of an option that has a few; none of one that is typed in."""
    values = info.values.split("|")
    return values if info.default in values and len(values) > 1 else []


@cache
def _legend(kind: type[Game[Any]]) -> Mapping[str, str]:
    """The abbreviations of a game, from `show/legend.toml` if there is such a file."""
    path = kind.words_file("legend.toml")
    return convert(read_toml(path), dict[str, str], path.name) if path else {}


@cache
def _bot_words(kind: type[Game[Any]]) -> Mapping[str, str]:
    """The bots of a game in words, from `show/bots.toml` if there is such a file."""
    path = kind.words_file("bots.toml")
    words = convert(read_toml(path), dict[str, str], path.name) if path else {}
    if path and set(words) != set(kind.bots):
        raise DataError(f"{path.name} names {', '.join(words)}, not the bots of the game")
    return words


@cache
def _facts(kind: type[Game[Any]]) -> FactWords:
    """The words of a game's sheets, from `show/facts.toml` if there is such a file."""
    path = kind.words_file("facts.toml")
    return convert(read_toml(path), FactWords, path.name) if path else FactWords()


@cache
def _option_infos(options_type: type[Options]) -> tuple[OptionInfo, ...]:
    infos = []
    hints = typing.get_type_hints(options_type, include_extras=True)
    for field in msgspec.structs.fields(options_type):
        kind, meta = typing.get_args(hints[field.name])[:2]
        if typing.get_origin(kind) is typing.Literal:
            values = "|".join(str(value) for value in typing.get_args(kind))
        else:
            values = meta.title
        default = option_text(field.default)
        infos.append(OptionInfo(field.encode_name, values, default, meta.description))
    return tuple(infos)


def options_text(options: Options) -> str:
    """All options as `key=value` words, the way a record's header has them."""
    values = msgspec.to_builtins(options)
    return " ".join(f"{key}={option_text(value)}" for key, value in values.items())


def option_text(value: object) -> str:
    """A value of an option as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)
