"""Picket Duty: the game as the rest of Flank Speed sees it."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from flankspeed.engine import (
    Choice,
    DataError,
    Event,
    Feature,
    Game,
    Odds,
    OptionError,
    Options,
    Overlay,
    Reading,
    Scenario,
    Trial,
    Yardstick,
)
from flankspeed.engine.report.stakes import Stake
from flankspeed.engine.report.types import Loss, Verdict
from flankspeed.engine.show.briefing import Briefing
from flankspeed.engine.show.chart_view import ChartView
from flankspeed.engine.show.picture import offers
from flankspeed.engine.show.status import Status
from flankspeed.engine.show.telling import Brief
from flankspeed.games.picket.data.calendar import date_name
from flankspeed.games.picket.data.ids import CALIBRE_OF, CALIBRES
from flankspeed.games.picket.data.scenarios import Scenario as ScenarioCard
from flankspeed.games.picket.data.scenarios import scenarios
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.cards import OWN, Card, card_of
from flankspeed.games.picket.rules.charts import Charts, charts_of
from flankspeed.games.picket.rules.days.duty import Duty
from flankspeed.games.picket.rules.days.ship_log import all_logs
from flankspeed.games.picket.rules.faults import faults
from flankspeed.games.picket.shortcuts import shortcut_choices, shortcuts
from flankspeed.games.picket.show import report
from flankspeed.games.picket.show.board_text import board_text
from flankspeed.games.picket.show.briefings import ABOUTS, briefings
from flankspeed.games.picket.show.charts import chart_views
from flankspeed.games.picket.show.log_sheet import log_sheet
from flankspeed.games.picket.show.picture.board import picture
from flankspeed.games.picket.show.status import status
from flankspeed.games.picket.show.view.board import board_view
from flankspeed.games.picket.show.view.types import BoardView
from flankspeed.games.picket.show.words import describe, telling
from flankspeed.games.picket.state import PicketState

if TYPE_CHECKING:
    from flankspeed.engine.feature import Numbers

# The days of a great raid come first: on the others it can happen that no enemy comes at all.
_ORDER = (2, 3, 4, 5, 1, 6, 7, 8)
_CAMPAIGNS = (
    ("mini", "The mini campaign", "Three or five fighting days from 24 March."),
    ("long-a", "The long campaign, way A", "Five blocks of five fighting days."),
    ("long-b", "The long campaign, way B", "Every day from 24 March to 25 June."),
)


def _scenario(card: ScenarioCard) -> Scenario:
    """A scenario as it is offered."""
    raid = f", Kikusui {card.kikusui}" if card.kikusui else ""
    summary = f"{card.ship} on station {card.station}, {date_name(card.first)}{raid}."
    return Scenario(str(card.number), card.title, summary, *ABOUTS[str(card.number)])


class Picket(Game[PicketState]):
    """*Picket Duty*, version 2, by Steve Dixon (Legion Wargames)."""

    name: ClassVar[str] = "picket"
    title: ClassVar[str] = "Picket Duty"
    summary: ClassVar[str] = (
        "A destroyer on the radar picket line off Okinawa against waves of kamikazes: crews, guns "
        "and damage control. One player, from one battle to a whole campaign."
    )
    rules_version: ClassVar[int] = 2
    odds_command: ClassVar[str] = "flankspeed.games.picket.odds.command:wave_odds"
    seats: ClassVar[tuple[str, ...]] = ("usn",)
    emblem: ClassVar[str] = (
        "M4 52h112l-12 10H12zM26 52v-7h11v7M31 47H17M42 52V40h8V26h3V14h2v12h6v26M66 52V36h7v"
        "16M79 52V38h7v14M92 52v-6h10v6M97 48h14M52 20h8M46 34h16"
    )
    bots: ClassVar[Mapping[str, str]] = {
        level: f"flankspeed.games.picket.bots.levels:{level}"
        for level in ("ensign", "lieutenant", "captain", "admiral")
    }
    former_bots: ClassVar[Mapping[str, str]] = {"staff": "admiral"}
    trial: ClassVar[Trial] = Trial("3", {"mode": "advanced"})
    yardstick: ClassVar[Yardstick] = Yardstick("hits taken", low=True)
    options_type: ClassVar[type[Options]] = PicketOptions
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        *(_scenario(scenarios()[n]) for n in _ORDER),
        *(Scenario(*words, *ABOUTS[words[0]]) for words in _CAMPAIGNS),
        Scenario(OWN, "A scenario of your own", "A file: --scenario FILE.toml.", *ABOUTS[OWN]),
    )
    enemies: ClassVar[tuple[str, ...]] = ("ijn",)
    campaigns: ClassVar[tuple[str, ...]] = ("mini", "long-a", "long-b")
    overlays: ClassVar[tuple[Overlay, ...]] = (Overlay("sector", "gun", "Sector of the gun"),)
    own_scenario: ClassVar[str] = OWN
    own_figures: ClassVar[bool] = True  # names only

    def new(
        self, scenario: str, options: Options, data: Mapping[str, Any] | None = None
    ) -> PicketState:
        """18.A: the map before set-up."""
        options = _checked(options)
        if not data:
            return _new(scenario, options).copy()
        self.find_scenario(scenario)
        unknown = [key for key in data if key not in ("names", "scenario")]
        if unknown:
            raise DataError(f"picket takes no data {unknown[0]!r}, only a scenario and names")
        card = card_of(scenario, options, data.get("scenario"), data.get("names"))
        return _new_by(card, options)

    def board_view(self, state: PicketState, seat: str | None) -> BoardView:
        """All information is open."""
        return board_view(state)

    def board_text(self, state: PicketState, seat: str | None = None) -> str:
        """The map and the ship's log in letters."""
        return board_text(board_view(state))

    def picture(
        self, state: PicketState, seat: str | None = None, overlays: Sequence[str] = ()
    ) -> str:
        """The map as SVG."""
        return self.picture_of(board_view(state), state, seat, overlays)

    def picture_of(
        self, board: Any, state: PicketState, seat: str | None, overlays: Sequence[str]
    ) -> str:
        """The map, drawn from the view."""
        decision = state.decision_of(seat)
        prompt = decision.prompt if decision else ""
        return picture(board, offers(decision), prompt, overlays)

    def describe(self, event: Event) -> str:
        """An event in words."""
        return describe(event)

    def weight(self, event: Event) -> int:
        """How much an event matters."""
        return telling().weight(event)

    def brief(self, event: Event) -> Brief | None:
        """An event in few words."""
        return telling().brief(event)

    def fold_key(self, event: Event) -> str:
        """What an event is a part of."""
        return telling().fold_key(event)

    def fold_text(self, events: Sequence[Event]) -> str:
        """Events that belong together, in one line."""
        return telling().fold_text(events)

    def briefing(self, scenario: str, seat: str) -> Briefing:
        """What a seat is told before a scenario begins."""
        return briefings(self.seats).of(self.find_scenario(scenario).name, self.check_seat(seat))

    def status(self, state: PicketState, seat: str | None = None) -> Status:
        """Turn, phase and victory; every seat may know them."""
        return status(state)

    def shortcuts(self, state: PicketState) -> Sequence[Choice]:
        """`auto`, `resolve all` and `repair all`, by the default plans."""
        return shortcuts(state)

    def shortcut_choices(
        self, state: PicketState, text: str
    ) -> Generator[Choice, PicketState, None]:
        """The choices of a shortcut."""
        return shortcut_choices(state, text)

    def option_odds(self, state: PicketState) -> dict[str, Odds]:
        """The odds of the options on offer; what computes them is loaded when first asked for."""
        from flankspeed.games.picket.odds.options import option_odds

        return option_odds(state)

    def charts(self) -> Sequence[ChartView]:
        """The charts of the rulebook."""
        return chart_views()

    def turn_begun(self, event: Event) -> str:
        """A phase, by its date."""
        return report.turn_begun(event)

    def verdict(self, state: PicketState) -> Verdict:
        """The rule by which it ended."""
        return report.verdict(state)

    def losses(self, state: PicketState) -> list[Loss]:
        """Planes shot down, ships, damage and officers."""
        return report.losses(state)

    def strength(self, state: PicketState) -> dict[str, float]:
        """Planes shot down against damage to the ship."""
        return report.strength(state)

    def strength_title(self) -> str:
        """What that counts."""
        return report.strength_title()

    def stake(self, event: Event, reading: Reading[Any]) -> Stake | None:
        """Whose luck a throw is, by `report.toml`."""
        return report.stake(reading)

    def figures(self, state: PicketState) -> dict[str, float]:
        """What a finished game is measured by; all its ships count."""
        kills, logs = [0, 0, 0], all_logs(state)
        for log in logs:
            for mount, shot_down in zip(state.charts.mounts, log.kills, strict=True):
                kills[CALIBRE_OF[mount.id]] += shot_down
        return {
            "hits taken": sum(log.hits_taken for log in logs),
            "ships sunk": state.ships_sunk,
            "days on station": state.fighting_days,
            **{f"planes shot down by {name}": kills[i] for i, name in enumerate(CALIBRES)},
        }

    def actions(self, scenario: str, options: Options) -> Sequence[str]:
        """Set-up, defence, damage control, leaving."""
        from flankspeed.games.picket.agents.actions import actions

        return actions(self._charts(scenario, options))

    def features(self, scenario: str, options: Options) -> Sequence[Feature]:
        """Time, ship and people, the enemy."""
        from flankspeed.games.picket.agents.observation import observer

        return observer(self._charts(scenario, options)).features

    def observe(self, state: PicketState, seat: str, out: Numbers) -> None:
        """All information is open."""
        from flankspeed.games.picket.agents.observation import observer
        from flankspeed.games.picket.agents.scene import Scene

        observer(state.charts).write(Scene(state), out)

    def observe_all(
        self, states: Sequence[PicketState], seats: Sequence[str], out: Numbers
    ) -> None:
        from flankspeed.games.picket.agents.observation import observer
        from flankspeed.games.picket.agents.scene import Scene

        observer(states[0].charts).write_all([*map(Scene, states)], out)

    def score(self, state: PicketState, side: str) -> float:
        """By the state of the ship, the planes in the air, and how long she has to stay."""
        from flankspeed.games.picket.agents.score import standing

        if state.result:
            return super().score(state, side)
        return standing(state) if side in self.seats else -standing(state)

    def longest(self, scenario: str, options: Options) -> int:
        """Every day of the calendar, or all phases of the scenario."""
        from flankspeed.games.picket.agents.longest import longest

        return longest(self._charts(scenario, options))

    def _charts(self, scenario: str, options: Options) -> Charts:
        name, checked = self.find_scenario(scenario).name, _checked(options)
        return charts_of(card_of(name, checked), checked)

    def log_sheet(self, state: PicketState) -> str:
        """The ship's log sheet."""
        return log_sheet(board_view(state))

    def log_sheet_of(self, board: Any, state: PicketState) -> str:
        """The ship's log sheet, from the view: nothing in it is a secret."""
        return log_sheet(board)

    def faults(self, state: PicketState) -> list[str]:
        """Invariants of the map."""
        return faults(state)


def _checked(options: Options) -> PicketOptions:
    if not isinstance(options, PicketOptions):
        raise OptionError("these are not the options of picket")
    return options


@lru_cache(maxsize=64)
def _new(scenario: str, options: PicketOptions) -> PicketState:
    """The map before set-up, to be copied for every game."""
    Picket().find_scenario(scenario)
    return _new_by(card_of(scenario, options), options)


def _new_by(card: Card, options: PicketOptions) -> PicketState:
    state = PicketState(charts_of(card, options))
    state.agenda.append(Duty())
    return state
