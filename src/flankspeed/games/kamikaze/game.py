"""Kamikaze Attack!: the game as the rest of Flank Speed sees it."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

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
)
from flankspeed.engine.report.stakes import Stake
from flankspeed.engine.report.types import Loss, Verdict
from flankspeed.engine.show.briefing import Briefing
from flankspeed.engine.show.chart_view import ChartView
from flankspeed.engine.show.picture import offers
from flankspeed.engine.show.status import Status
from flankspeed.engine.show.telling import Brief
from flankspeed.games.kamikaze.data.board import SECTION_AT
from flankspeed.games.kamikaze.data.charts import HITS_TO_DESTROY, SINKING_DAMAGE
from flankspeed.games.kamikaze.data.planes import (
    CAP,
    CRASHED,
    ESCORTS,
    FLYING,
    GROUP_SEATS,
    GROUPS,
    KAMIKAZES,
    LOST,
    NAMES,
    THROUGH,
    WAITING,
)
from flankspeed.games.kamikaze.options import KamikazeOptions
from flankspeed.games.kamikaze.rules.charts import charts_of
from flankspeed.games.kamikaze.rules.dive import Dives
from flankspeed.games.kamikaze.rules.dogfight import Dogfight
from flankspeed.games.kamikaze.show import report
from flankspeed.games.kamikaze.show.board_text import board_text
from flankspeed.games.kamikaze.show.briefings import ABOUTS, briefings
from flankspeed.games.kamikaze.show.charts import chart_views
from flankspeed.games.kamikaze.show.picture.board import picture
from flankspeed.games.kamikaze.show.questions import question
from flankspeed.games.kamikaze.show.status import status
from flankspeed.games.kamikaze.show.text import describe, telling
from flankspeed.games.kamikaze.show.view import BoardView, board_view
from flankspeed.games.kamikaze.state import KamikazeState

if TYPE_CHECKING:
    from flankspeed.engine.feature import Numbers


class Kamikaze(Game[KamikazeState]):
    """*Kamikaze Attack!* by Mike Crane and Paul Le Long (Lone Warrior 186)."""

    name: ClassVar[str] = "kamikaze"
    title: ClassVar[str] = "Kamikaze Attack!"
    summary: ClassVar[str] = (
        "Fighters meet a raid over a lone ship; what comes through dives on her guns. "
        "Two players, less than an hour."
    )
    odds_command: ClassVar[str] = "flankspeed.games.kamikaze.odds.command:dive_odds"
    seats: ClassVar[tuple[str, ...]] = ("usn", "ijn")
    emblem: ClassVar[str] = (
        "M60 8c4 0 5 6 5 12v8l38 12c4 1 5 7 2 8L65 46l-2 16 10 6v4l-13-3-13 3v-4l10-6-2-16-40"
        " 2c-3-1-2-7 2-8l38-12v-8c0-6 1-12 5-12z"
    )
    bots: ClassVar[Mapping[str, str]] = {
        level: f"flankspeed.games.kamikaze.bots.levels:{level}"
        for level in ("ensign", "lieutenant", "captain", "admiral")
    }
    former_bots: ClassVar[Mapping[str, str]] = {"direct": "lieutenant", "ace": "admiral"}
    overlays: ClassVar[tuple[Overlay, ...]] = (Overlay("sector", "mount", "Sector of the gun"),)
    own_figures: ClassVar[bool] = True
    # give the US side choices: a person makes them himself.
    people_options: ClassVar[Mapping[str, Mapping[str, str]]] = {"usn": {"p2.usChoices": "ask"}}
    rules_version: ClassVar[int] = 2
    options_type: ClassVar[type[Options]] = KamikazeOptions
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario(
            "attack", "The attack", "The dogfight, then the dives on the ship.", *ABOUTS["attack"]
        ),
        *(
            Scenario(
                f"dives-{count}",
                f"Dives of {count}",
                f"Phase 2 alone: {count} kamikaze{'s' if count > 1 else ''} came through.",
                *ABOUTS[f"dives-{count}"],
            )
            for count in range(1, 7)
        ),
    )

    def new(
        self, scenario: str, options: Options, data: Mapping[str, Any] | None = None
    ) -> KamikazeState:
        """K-1-setup-1: the empty board; or the ship with some kamikazes already through."""
        state = KamikazeState(charts_of(_checked(options), data))
        through = self._through(scenario)
        if through:
            for plane in GROUPS[KAMIKAZES]:
                state.fates[plane] = THROUGH if plane % 6 < through else LOST
            state.agenda.append(Dives())
        else:
            state.agenda.append(Dogfight())
        return state

    def _through(self, scenario: str) -> int:
        """How many kamikazes are through as a scenario begins; 0 if it has a dogfight."""
        return int(self.find_scenario(scenario).name.partition("dives-")[2] or 0)

    def board_view(self, state: KamikazeState, seat: str | None) -> BoardView:
        """All information is open: every seat sees the same."""
        return board_view(state)

    def board_text(self, state: KamikazeState, seat: str | None = None) -> str:
        """The board in letters."""
        decision = state.decision_of(seat)
        return board_text(board_view(state), decision.options if decision else ())

    def picture(
        self, state: KamikazeState, seat: str | None = None, overlays: Sequence[str] = ()
    ) -> str:
        """The board as SVG."""
        return self.picture_of(board_view(state), state, seat, overlays)

    def picture_of(
        self, board: Any, state: KamikazeState, seat: str | None, overlays: Sequence[str]
    ) -> str:
        """The board, drawn from the view."""
        decision = state.decision_of(seat)
        if decision is None:
            return picture(board, overlays)
        prompt = f"{decision.seat.upper()}: {decision.prompt}"
        return picture(board, overlays, offers(decision), prompt)

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

    def status(self, state: KamikazeState, seat: str | None = None) -> Status:
        """Turn, phase and victory; every seat may know them."""
        return status(state)

    def shortcuts(self, state: KamikazeState) -> Sequence[Choice]:
        """All kamikazes south."""
        from flankspeed.games.kamikaze.odds.fly_south import shortcuts

        return shortcuts(state)

    def shortcut_choices(
        self, state: KamikazeState, text: str
    ) -> Generator[Choice, KamikazeState, None]:
        """The choices that bring a plane where it is sent, or all kamikazes south."""
        from flankspeed.games.kamikaze.odds.destinations import fly
        from flankspeed.games.kamikaze.odds.fly_south import SOUTH_ALL, fly_south

        return fly_south(state) if text == SOUTH_ALL else fly(state, text)

    def question(self, state: KamikazeState, choice: Choice) -> Question | None:
        """What is asked before a choice is made."""
        return question(state, choice)

    def travellers(self, state: KamikazeState) -> Sequence[str]:
        """The plane under way."""
        from flankspeed.games.kamikaze.odds.destinations import travellers

        return travellers(state)

    def destinations(self, state: KamikazeState, who: str) -> Sequence[Destination]:
        """Where the plane can be sent, with what it costs and what awaits it."""
        from flankspeed.games.kamikaze.odds.destinations import destinations

        return destinations(state, who)

    def option_odds(self, state: KamikazeState) -> dict[str, Odds]:
        """The odds of the options on offer; what computes them is loaded when first asked for."""
        from flankspeed.games.kamikaze.odds.options import option_odds

        return option_odds(state)

    def charts(self) -> Sequence[ChartView]:
        """The charts of the rulebook."""
        return chart_views()

    def verdict(self, state: KamikazeState) -> Verdict:
        """The rule by which it ended."""
        return report.verdict(state)

    def losses(self, state: KamikazeState) -> list[Loss]:
        """Planes by what became of them, and the damage of the ship."""
        return report.losses(state)

    def strength(self, state: KamikazeState) -> dict[str, float]:
        """Planes left, and what the ship can still take."""
        return report.strength(state)

    def strength_title(self) -> str:
        """What that counts."""
        return report.words().strength

    def stake(self, event: Event, reading: Reading[Any]) -> Stake | None:
        """Whose luck a throw is, by `report.toml`."""
        return report.stake(event, reading)

    def figures(self, state: KamikazeState) -> dict[str, float]:
        """What a finished game is measured by."""
        fates = state.fates
        return {
            "turns of phase 1": state.turn,
            "escorts lost": sum(fates[plane] >= LOST for plane in GROUPS[ESCORTS]),
            "CAP lost": sum(fates[plane] >= LOST for plane in GROUPS[CAP]),
            "kamikazes through": state.through,
            "crashes": len(state.kamikazes(CRASHED)),
            "damage to the ship": state.damage,
            "mounts lost": (state.charts.battery.all & ~state.guns).bit_count(),
        }

    def actions(self, scenario: str, options: Options) -> Sequence[str]:
        """Those of the dogfight, if there is one, and those of the dives."""
        from flankspeed.games.kamikaze.agents.actions import actions

        return actions(not self._through(scenario), _checked(options))

    def features(self, scenario: str, options: Options) -> Sequence[Feature]:
        """What is told, asked and thrown, then the planes; without dogfight the kamikazes alone."""
        from flankspeed.games.kamikaze.agents.observation import observer

        return observer(not self._through(scenario), _checked(options).turn_cap).features

    def observe(self, state: KamikazeState, seat: str, out: Numbers) -> None:
        """All information is open: every seat sees the same, but for who it is."""
        from flankspeed.games.kamikaze.agents.observation import observer, scene_of

        seen = observer(state.turn > 0, state.charts.options.turn_cap)
        seen.write(scene_of(state, seat), out)

    def observe_all(
        self, states: Sequence[KamikazeState], seats: Sequence[str], out: Numbers
    ) -> None:
        from flankspeed.games.kamikaze.agents.observation import observer, scene_of

        seen = observer(states[0].turn > 0, states[0].charts.options.turn_cap)
        seen.write_all([*map(scene_of, states, seats)], out)

    def score(self, state: KamikazeState, side: str) -> float:
        """By the chance to sink the ship."""
        from flankspeed.games.kamikaze.agents.score import sinking

        if state.result:
            return super().score(state, side)
        likely = sinking(state)
        return 2 * likely - 1 if side == GROUP_SEATS[KAMIKAZES] else 1 - 2 * likely

    def longest(self, scenario: str, options: Options) -> int:
        """A dogfight to the turn cap, and dives of every kamikaze."""
        from flankspeed.games.kamikaze.agents.longest import longest

        through = self._through(scenario)
        return longest(not through, through or len(GROUPS[KAMIKAZES]), _checked(options))

    def faults(self, state: KamikazeState) -> list[str]:
        """Invariants of the board: who may stand where, and what the markers can show."""
        found = []
        on_board = [p for p, position in enumerate(state.positions) if position >= 0]
        found += [
            f"{NAMES[plane]} is on the board but not flying"
            for plane in on_board
            if state.fates[plane] != FLYING
        ]
        standing = [state.positions[p] >> 3 for p in on_board if p != state.active]
        if len(set(standing)) != len(standing):
            found.append("two planes stand in one square")
        if state.phase == 2 and [p for p in on_board if p != state.active]:
            found.append("more than the diving kamikaze is on the board in phase 2")
        if state.phase == 2 and any(SECTION_AT[s] >= 0 for s in standing):
            found.append("a plane stands on the ship")
        if not 0 <= state.hits < HITS_TO_DESTROY and state.active >= 0:
            found.append(f"a kamikaze flies on with {state.hits} hits")
        if state.damage >= SINKING_DAMAGE and state.result is None:
            found.append(f"the ship floats with {state.damage} damage")
        if state.mp < 0:
            found.append(f"{state.mp} MP left")
        if state.result and state.kamikazes(WAITING, FLYING):
            found.append("the game is over with kamikazes in the air")
        if state.charts is charts_of(KamikazeOptions()) and state.phase == 2 and on_board:
            volley = state.charts.battery.firing(state.positions[state.active] >> 3, state.guns)
            if volley.bit_count() > 10:
                found.append(f"a volley takes {volley.bit_count()} dice")
        return found


def _checked(options: Options) -> KamikazeOptions:
    if not isinstance(options, KamikazeOptions):
        raise OptionError("these are not the options of kamikaze")
    return options
