"""Samar: the game as the rest of Flank Speed sees it."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from flankspeed.engine import (
    Choice,
    Destination,
    Event,
    Feature,
    Game,
    Odds,
    OptionError,
    Options,
    Overlay,
    Question,
    Reading,
    Scenario,
    Trial,
)
from flankspeed.engine.report.stakes import Stake
from flankspeed.engine.report.types import Loss, Verdict
from flankspeed.engine.show.briefing import Briefing
from flankspeed.engine.show.chart_view import ChartView
from flankspeed.engine.show.picture import offers
from flankspeed.engine.show.status import Status
from flankspeed.engine.show.telling import Brief
from flankspeed.games.samar.data.charts import Charts, charts_of
from flankspeed.games.samar.data.markers import IJN, SEATS, USN
from flankspeed.games.samar.options import SamarOptions
from flankspeed.games.samar.rules.faults import faults
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.rules.turn.sequence import Battle
from flankspeed.games.samar.rules.turn.victory import armor_lost
from flankspeed.games.samar.shortcuts import shortcut_choice, shortcut_odds, shortcuts
from flankspeed.games.samar.show import report
from flankspeed.games.samar.show.board_text import board_text
from flankspeed.games.samar.show.briefings import ABOUTS, briefings
from flankspeed.games.samar.show.charts import chart_views
from flankspeed.games.samar.show.picture.board import picture
from flankspeed.games.samar.show.questions import question
from flankspeed.games.samar.show.status import status
from flankspeed.games.samar.show.view import board_view
from flankspeed.games.samar.show.words import describe, telling
from flankspeed.games.samar.state import SamarState

if TYPE_CHECKING:
    from flankspeed.engine.feature import Numbers

_TYPES = ("BB", "CA", "CL", "DD", "CVE", "DE")


class Samar(Game[SamarState]):
    """*Yamato Unleashed*, design by Chris Perello (Decision Games)."""

    name: ClassVar[str] = "samar"
    title: ClassVar[str] = "Yamato Unleashed: the Battle off Samar"
    summary: ClassVar[str] = (
        "Battleships surprise the escort carriers of Taffy 3: three hours of smoke, torpedoes and "
        "gunfire. Two players, an afternoon."
    )
    seats: ClassVar[tuple[str, ...]] = ("usn", "ijn")
    emblem: ClassVar[str] = (
        "M2 50h116l-9 12H13zM20 50v-6h10l3-4h8v10M44 50V30h6V18h4v-8h3v8h5v12h8v20M74 50V38h8"
        "v-8h5v20M90 50v-7h10l4 7M33 43h-14M48 44h6M100 46h13"
    )
    dark: ClassVar[bool] = True
    bots: ClassVar[Mapping[str, str]] = {
        level: f"flankspeed.games.samar.bots.levels:{level}"
        for level in ("ensign", "lieutenant", "captain", "admiral")
    }
    sim_bot: ClassVar[str] = "captain"  # an admiral thinks for half a minute a battle
    rare_figures: ClassVar[tuple[str, ...]] = ("turn of clearing",)
    odds_command: ClassVar[str] = "flankspeed.games.samar.odds.command:attack_odds"
    trial: ClassVar[Trial] = Trial(measures="flankspeed.games.samar.measures:measures")
    overlays: ClassVar[tuple[Overlay, ...]] = (
        Overlay("range", "ship", "Range bands"),
        Overlay("arcs", "ship", "Arcs of fire"),
        Overlay("sighting", "ship", "Sighting limit"),
    )
    own_figures: ClassVar[bool] = True
    rules_version: ClassVar[int] = 2
    options_type: ClassVar[type[Options]] = SamarOptions
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario(
            "battle",
            "The Battle off Samar",
            "25 October 1944, 0648 to 0948: 16 turns.",
            *ABOUTS["battle"],
        ),
    )

    def new(
        self, scenario: str, options: Options, data: Mapping[str, Any] | None = None
    ) -> SamarState:
        """3.1: the map before Taffy 3 is set up."""
        self.find_scenario(scenario)
        state = SamarState(charts_of(_checked(options), data))
        state.agenda.append(Battle())
        return state

    def board_view(self, state: SamarState, seat: str | None) -> msgspec.Struct:
        """All information is open but attacks plotted this phase."""
        return board_view(state, seat)

    def board_text(self, state: SamarState, seat: str | None = None) -> str:
        """The map in letters."""
        return board_text(board_view(state, seat), state.charts)

    def picture(
        self, state: SamarState, seat: str | None = None, overlays: Sequence[str] = ()
    ) -> str:
        """The map as SVG."""
        return self.picture_of(board_view(state, seat), state, seat, overlays)

    def picture_of(
        self, board: Any, state: SamarState, seat: str | None, overlays: Sequence[str]
    ) -> str:
        """The map, drawn from the view."""
        decision = state.decision_of(seat)
        return picture(board, state.charts, overlays, offers(decision), decision)

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

    def status(self, state: SamarState, seat: str | None = None) -> Status:
        """Turn, phase and victory; every seat may know them."""
        return status(state)

    def has_secrets(self, options: Options) -> bool:
        """A-32: whether attacks are plotted."""
        return isinstance(options, SamarOptions) and options.combat_declaration == "plot"

    def conceals(self, state: SamarState) -> bool:
        """A-32: attacks that are being plotted."""
        fighting = any(isinstance(step, Combat) for step in state.agenda)
        return fighting and self.has_secrets(state.charts.options)

    def shortcuts(self, state: SamarState) -> Sequence[Choice]:
        """Ships that hold their course, divisions that follow, a formation for set-up."""
        return shortcuts(state)

    def shortcut_choice(self, state: SamarState, text: str) -> Choice | None:
        """The next choice of a shortcut."""
        return shortcut_choice(state, text)

    def shortcut_choices(self, state: SamarState, text: str) -> Generator[Choice, SamarState, None]:
        """The choices of a shortcut, or those that bring a ship where it is sent."""
        from flankspeed.games.samar.odds.destinations import is_sending, sail

        return sail(state, text) if is_sending(text) else super().shortcut_choices(state, text)

    def question(self, state: SamarState, choice: Choice) -> Question | None:
        """What is asked before a choice is made."""
        return question(state, choice)

    def travellers(self, state: SamarState) -> Sequence[str]:
        """The ships that can be sent to a hex."""
        from flankspeed.games.samar.odds.destinations import travellers

        return travellers(state)

    def destinations(self, state: SamarState, who: str) -> Sequence[Destination]:
        """Where a ship can be sent, with what may befall it on the way."""
        from flankspeed.games.samar.odds.destinations import destinations

        return destinations(state, who)

    def leads_somewhere(self, state: SamarState, text: str) -> bool:
        """Whether a text sends a ship where it can go; only that ship's ways are searched."""
        from flankspeed.games.samar.odds.destinations import leads_somewhere

        return leads_somewhere(state, text)

    def option_odds(self, state: SamarState) -> dict[str, Odds]:
        """The odds of the options on offer; what computes them is loaded when first asked for."""
        from flankspeed.games.samar.odds.options import option_odds

        return option_odds(state) | shortcut_odds(state)

    def charts(self) -> Sequence[ChartView]:
        """The charts of the rulebook."""
        return chart_views()

    def turn_begun(self, event: Event) -> str:
        """A turn, by its time."""
        return report.turn_begun(event)

    def verdict(self, state: SamarState) -> Verdict:
        """The rule by which it ended."""
        return report.verdict(state)

    def losses(self, state: SamarState) -> list[Loss]:
        """Ships sunk, crippled and gone."""
        return report.losses(state)

    def strength(self, state: SamarState) -> dict[str, float]:
        """Ships in the fight and their armor."""
        return report.strength(state)

    def strength_title(self) -> str:
        """What that counts."""
        return report.words().strength

    def stake(self, event: Event, reading: Reading[Any]) -> Stake | None:
        """Whose luck a throw is, by `report.toml`."""
        return report.stake(event, reading)

    def figures(self, state: SamarState) -> dict[str, float]:
        """What a finished game is measured by."""
        figures: dict[str, float] = {
            "turns": state.turn,
            "map cleared": float(state.cleared),
            "armor exited": state.exited,
            "IJN armor sunk": armor_lost(state, IJN),
            "USN armor sunk": armor_lost(state, USN),
        }
        if state.cleared:
            figures["turn of clearing"] = state.cleared_turn
        for navy, side in ((IJN, "IJN"), (USN, "USN")):
            for kind in _TYPES:
                ships = [n for n in state.charts.navies[navy] if state.charts.ships[n].type == kind]
                if ships:
                    figures[f"{side} {kind} sunk"] = sum(state.lost(ship) for ship in ships)
        return figures

    def actions(self, scenario: str, options: Options) -> Sequence[str]:
        """Set-up, movement, aircraft, combat."""
        from flankspeed.games.samar.agents.actions import actions

        return actions(self._charts(scenario, options))

    def features(self, scenario: str, options: Options) -> Sequence[Feature]:
        """The turn and what is asked, the ships, the smoke."""
        from flankspeed.games.samar.agents.observation import observer

        return observer(self._charts(scenario, options)).features

    def observe(self, state: SamarState, seat: str, out: Numbers) -> None:
        """All information is open but attacks plotted this phase."""
        from flankspeed.games.samar.agents.observation import observer
        from flankspeed.games.samar.agents.scene import Scene

        observer(state.charts).write(Scene(state, seat), out)

    def observe_all(self, states: Sequence[SamarState], seats: Sequence[str], out: Numbers) -> None:
        from flankspeed.games.samar.agents.observation import observer
        from flankspeed.games.samar.agents.scene import Scene

        observer(states[0].charts).write_all([*map(Scene, states, seats)], out)

    def score(self, state: SamarState, side: str) -> float:
        """By armor that has left, the map cleared, and losses."""
        from flankspeed.games.samar.agents.score import standing

        if state.result:
            return super().score(state, side)
        return standing(state) if side == SEATS[IJN] else -standing(state)

    def longest(self, scenario: str, options: Options) -> int:
        """All turns, each ship moving and attacking in every one."""
        from flankspeed.games.samar.agents.longest import longest

        return longest(self._charts(scenario, options))

    def _charts(self, scenario: str, options: Options) -> Charts:
        self.find_scenario(scenario)
        return charts_of(_checked(options))

    def faults(self, state: SamarState) -> list[str]:
        """Invariants of the table."""
        return faults(state)


def _checked(options: Options) -> SamarOptions:
    if not isinstance(options, SamarOptions):
        raise OptionError("these are not the options of samar")
    return options
