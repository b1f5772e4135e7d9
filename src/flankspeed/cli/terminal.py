"""The table in the terminal: board, prompt, numbered options, and the player's answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from flankspeed import bots
from flankspeed.bots.advice import advise, less_text
from flankspeed.cli.common import number_in, print_event, print_text
from flankspeed.cli.guide import Guide
from flankspeed.cli.report_text import short
from flankspeed.engine import Bot, Choice, Decision, FlankspeedError, Match, NeedDice, Odds
from flankspeed.engine.report.report import report
from flankspeed.engine.show.briefing import briefing_lines
from flankspeed.engine.show.since import since
from flankspeed.engine.show.status import Status, status_lines
from flankspeed.engine.show.text import counted

_HANDFUL = 5  # lines of the log that nobody needs to be told again
_MOST_TOLD = 8
HELP = """\
  1, 2, ...   choose the option with that number (or type its text, or a shortcut's)
  to PLACE    go there, as `d` names it
  d [NAME]    destinations: where NAME can go in one word, at what cost and risk
  u [all]     undo the last choice (of a shortcut, the last that it stood for), or all since
              dice were last thrown
  a           advice: what a bot would choose
  o [NUMBER]  the odds of an option, or of all, with every modifier
  b           show the board again
  i           the briefing: what happened, what you command, how you win
  l           show the whole log
  resign      give the game up
  s [FILE]    save: record the game in FILE from now on
  q           quit; a recorded game goes on with --record FILE
  ?           what this phase is for, and this help"""

_OTHERS = 3  # options that advice is compared with
_WITH_MORE = ("o", "s", "d", "destinations", "u", "undo")  # commands that something may follow


class TerminalTable:
    """Runs a match: bots choose by themselves, for the other seats the player is asked."""

    def __init__(
        self,
        match: Match,
        opponents: Mapping[str, Bot],
        console: Console,
        save: Callable[[Path], None],
        quiet: bool = False,
        guide: Guide | None = None,
        asks: bool = False,
    ) -> None:
        """`asks`: whether the player is asked once more what the game has questions about."""
        self._match = match
        self._guide = guide
        self._opponents = opponents
        self._console = console
        self._save = save
        humans = [seat for seat in match.game.seats if seat not in opponents]
        self._alone = not humans
        self._own = humans[0] if len(humans) == 1 else None  # whose choices may be taken back
        self._quiet = quiet and self._alone
        self._asks = asks
        self._shown = len(match.events) if guide else 0  # events printed; no lesson's opening is
        self._chosen = match.choices  # how many choices there were after the player's last one
        self._quit = False

    def play(self) -> None:
        """Play until the game is over or the player leaves."""
        match = self._match
        self._say(match.game.title)
        if not self._alone and not match.choices:
            self._brief(match.decision)
        while match.result is None and not self._quit:
            if match.need is not None:
                self._ask_dice()
                continue
            decision = match.decision
            assert decision is not None
            bot = self._opponents.get(decision.seat)
            if bot is None:
                self._ask(decision)
                continue
            with suppress(NeedDice):  # asked for next
                match.play(bot.choose(match.state, decision))
            self._show_log()
        self._show_log()
        self._close()

    def _close(self) -> None:
        match = self._match
        if match.result is None:
            self._say("The game is not over.")
            return
        if not self._alone:
            self._show_board()
        winner = match.result.winner
        self._say(f"Result: {winner} wins" if winner else "Result: a draw", bold=True, end="")
        self._say(f" ({match.result.outcome}) after {counted(match.choices, 'choice')}.")
        sheet = match.game.log_sheet(match.state)
        if self._quiet:
            return
        if sheet:
            self._say(f"\n{sheet}")
        self._show_card()
        self._say("")
        for line in short(match.game, report(match.game, match.record)):
            self._say(line)

    def _ask(self, decision: Decision) -> None:
        self._show_log()
        self._tell_since()
        self._show_board()
        for line in ("", *status_lines(self._status(decision))):
            self._say(line)
        self._show_card()
        self._say(f"\n{decision.seat}: {decision.prompt}", bold=True)
        odds = self._odds()
        told = {text: f"   [{known.text}]" for text, known in odds.items()}
        for number, option in enumerate(decision.options, 1):
            self._say(f"  {number:>2}  {option.label}{told.get(option.text, '')}")
        for shortcut in self._match.game.shortcuts(self._match.state):
            self._say(f"   >  {shortcut.text}: {shortcut.label}{told.get(shortcut.text, '')}")
        answered = False
        while not answered and not self._quit:
            answered = self._answer(self._input("Choose (? for help): "), decision)

    def _answer(self, answer: str | None, decision: Decision) -> bool:
        """Do what the player said; False if the same question still stands."""
        if answer is None or answer in ("q", "quit"):
            self._quit = True
            return True
        word, _, rest = answer.partition(" ")
        commands: dict[str, Callable[[], bool]] = {
            "u": lambda: self._undo(rest),
            "undo": lambda: self._undo(rest),
            "a": lambda: self._advise(decision),
            "o": lambda: self._show_odds(rest, decision),
            "d": lambda: self._show_destinations(rest),
            "destinations": lambda: self._show_destinations(rest),
            "b": self._show_board,
            "i": lambda: self._brief(decision),
            "l": self._show_whole_log,
            "resign": lambda: self._resign(decision),
            "s": lambda: self._save_to(rest),
            "?": lambda: self._help(decision),
        }
        try:
            if word in commands and (word in _WITH_MORE or not rest):
                return commands[word]()
            return self._choose(answer, decision)
        except NeedDice:
            return True  # the choice is made, its dice are asked for next
        except FlankspeedError as error:
            return self._say(f"{error}.")

    def _status(self, decision: Decision) -> Status:
        return self._match.game.status(self._match.state, decision.seat)

    def _help(self, decision: Decision) -> bool:
        """What the phase is for, and what can be typed."""
        status = self._status(decision)
        if status.help:
            self._say(f"{status.help} (rule {status.rule})\n")
        return self._say(HELP)

    def _brief(self, decision: Decision | None) -> bool:
        """The briefing of the player's seat; where he has several, of the one that chooses."""
        game, scenario = self._match.game, self._match.record.header.scenario
        seat = self._own or (decision.seat if decision else game.seats[0])
        for line in briefing_lines(game.briefing(scenario, seat)):
            self._say(line)
        return False

    def _choose(self, answer: str, decision: Decision) -> bool:
        number = _number(answer, decision)
        choice: Choice | str = decision.options[number - 1] if number else answer
        if self._asks and not self._meant(str(choice), decision):
            return self._say("Nothing was chosen.")
        before = self._match.choices
        self._match.play(choice, decision.seat)
        self._chosen = self._match.choices
        if self._guide and (said := self._guide.chose(str(choice), before)):
            self._say(said)
        return True

    def _meant(self, text: str, decision: Decision) -> bool:
        """Ask what the game asks before a choice; most are made without a word."""
        game, state = self._match.game, self._match.state
        options = [option for option in decision.options if option.text == text]
        question = game.question(state, options[0]) if options else None
        if question is None:
            return True
        return (self._input(f"{question.words} Do it (y/n)? ") or "").lower() in ("y", "yes")

    def _odds(self) -> dict[str, Odds]:
        return self._match.game.option_odds(self._match.state)

    def _show_odds(self, which: str, decision: Decision) -> bool:
        odds, wanted = self._odds(), _number(which, decision)
        if which and not wanted:
            return self._say(f"There is no option {which!r}.")
        known = [
            f"  {number:>2}  {option.label}: {odds[option.text]}"
            for number, option in enumerate(decision.options, 1)
            if option.text in odds and wanted in (0, number)
        ]
        return self._say("\n".join(known) or "There are no odds to tell.")

    def _show_destinations(self, which: str) -> bool:
        """Where one can go; `which` names who goes, where several could."""
        game, state = self._match.game, self._match.state
        travellers = {who.partition(":")[2]: who for who in game.travellers(state)}
        if which and which not in travellers:
            return self._say(f"Nobody called {which!r} can be sent anywhere now.")
        if not which and len(travellers) > 1:
            return self._say(f"Whose? Type d and one of: {', '.join(travellers)}.")
        found = [
            f"  {goal.text}: {goal.words}"
            for name, who in travellers.items()
            if which in ("", name)
            for goal in game.destinations(state, who)
        ]
        return self._say("\n".join(found) or "There is nowhere to go in one word now.")

    def _undo(self, how_far: str = "") -> bool:
        if how_far not in ("", "all"):
            return self._say("Type u for the last choice, or u all as far as no dice were thrown.")
        match = self._match
        if how_far:
            match.undo_to(match.earliest(self._own), self._own)
        else:
            match.undo(self._own)
        self._shown = min(self._shown, len(self._match.events))
        self._chosen = min(self._chosen, self._match.choices)
        self._say("Taken back.")
        return True

    def _resign(self, decision: Decision) -> bool:
        """Give the game up, if that is meant: for the player's seat, else for the one to choose."""
        seat = self._own or decision.seat
        if (self._input(f"Resign for {seat} (y/n)? ") or "").lower() not in ("y", "yes"):
            return self._say("The game goes on.")
        self._match.resign(seat)
        return True

    def _advise(self, decision: Decision) -> bool:
        name = bots.strongest(self._match.game)
        bot = bots.make(self._match.game, name)
        advice = advise(bot, self._match.state, decision)
        numbers = {option.text: i for i, option in enumerate(decision.options, 1)}
        label = f"{numbers[advice.choice.text]}, {advice.choice.label}"
        if not advice.weighed:
            odds = self._odds().get(advice.choice.text)
            known = f": {odds}" if odds else ""
            return self._say(f"The bot {name!r} would choose {label}{known}.")
        best, *others = advice.weighed
        lines = [f"The bot {name!r} would choose {label}: {best.words}."]
        for other in others[:_OTHERS]:
            less = less_text(best.value - other.value, advice.unit)
            choice = f"{numbers[other.choice.text]}, {other.choice.label}"
            lines.append(f"  rather than {choice}: {other.words} ({less})")
        return self._say("\n".join(lines))

    def _save_to(self, name: str) -> bool:
        path = Path(name.strip() or f"{self._match.game.name}.fsr")
        if path.exists():
            return self._say(f"{path} exists already: name another file.")
        self._save(path)
        return self._say(f"Recorded in {path}; resume with --record {path}.")

    def _ask_dice(self) -> None:
        self._show_log()
        need = self._match.need
        answer = self._input(f"Please {need}: ")
        if answer is None or answer in ("q", "quit"):
            self._quit = True
        elif answer == "u":
            self._try(self._undo)
        else:
            self._try(lambda: self._enter(answer))

    def _try(self, action: Callable[[], object]) -> None:
        try:
            action()
        except FlankspeedError as error:
            if self._match.need is None or str(error) != str(self._match.need):
                self._say(f"{error}.")

    def _enter(self, answer: str) -> None:
        numbers = [number_in(word) for word in answer.replace(",", " ").split()]
        dice = [number for number in numbers if number is not None]
        if not dice or len(dice) < len(numbers):
            self._say("Type the numbers on the dice, e.g. 3 6.")
            return
        self._match.enter(*dice)

    def _input(self, prompt: str) -> str | None:
        try:
            answer = self._console.input(Text(prompt, style="bold")).strip()
        except EOFError:
            self._say("")
            return None
        return answer

    def _say(self, text: str, bold: bool = False, end: str = "\n") -> bool:
        """Print a line; False, because nothing has been answered by it."""
        print_text(self._console, text, bold, end)
        return False

    def _show_board(self) -> bool:
        board = Text(str(self._match))
        board.highlight_regex(r"\bC\d[\^/>\\v<]", "bold blue")
        board.highlight_regex(r"\bE\d[\^/>\\v<]", "bold yellow")
        board.highlight_regex(r"\bK\d[\^/>\\v<]", "bold red")
        board.highlight_regex(r"(?<=[.#v<>^/\\]) +\d+\b", "bold green")
        self._console.print(board)
        return False

    def _show_card(self) -> None:
        """Print the card of a lesson, if one is under way; after one to be read, wait."""
        if self._guide and not self._quit:
            self._guide.show(self._say, lambda: self._input("Enter to go on: "))

    def _show_log(self) -> None:
        """Print what has happened since the last time."""
        events = self._match.events
        if not self._quiet:
            for event in events[self._shown :]:
                print_event(self._console, self._match.game, event)
        self._shown = len(events)

    def _tell_since(self) -> None:
        """After a long turn of a bot: what mattered in it."""
        chapters, chosen = self._match.chapters, self._chosen
        self._chosen = self._match.choices
        if sum(map(len, chapters[chosen + 1 :])) <= _HANDFUL:
            return
        told = since(self._match.game, chapters, chosen)[:_MOST_TOLD]
        if told:
            self._say("\nWhat happened since your last choice:", bold=True)
        for line in told:
            self._say(f"  {line.text}")

    def _show_whole_log(self) -> bool:
        for event in self._match.events:
            print_event(self._console, self._match.game, event)
        return False


def _number(answer: str, decision: Decision) -> int:
    """The number of an option, as it was typed; 0 if it is none."""
    number = number_in(answer) or 0
    return number if number <= len(decision.options) else 0
