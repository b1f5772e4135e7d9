"""Cards: what a scenario, a campaign or a player's own file says before play begins."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from flankspeed.engine import OptionError
from flankspeed.engine.data import check_name, convert
from flankspeed.games.picket.data.calendar import (
    FIRST_TURN,
    LAST_TURN,
    MORNING,
    PHASES,
    date_name,
    turn_named,
)
from flankspeed.games.picket.data.fits import STANDARD
from flankspeed.games.picket.data.ids import MOUNTS
from flankspeed.games.picket.data.load import index_of
from flankspeed.games.picket.data.names import Names
from flankspeed.games.picket.data.roll_charts import STATIONS
from flankspeed.games.picket.data.scenarios import Scenario, campaigns, scenarios
from flankspeed.games.picket.options import PicketOptions

OWN = "own"  # the scenario of a player's own file
_LONGEST_TITLE = 80  # letters


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card as the rules read it."""

    name: str
    title: str
    turn: int = FIRST_TURN  # the date
    phase: int = MORNING  # the first phase
    phases: int = 3  # how many there are; 0 in a campaign
    station: int = 0  # 0: assigned by the tables
    kikusui: bool = False  # a mass raid in every phase
    red_dates: bool = False  # mass raids by the calendar
    campaign: str = ""  # "", mini, long_a or long_b
    ship: str = ""  # empty: the player names her
    names: Names = Names()  # of the player's own
    fit: str = STANDARD
    added: tuple[int, ...] = ()  # mounts the fit leaves to choice
    relief: tuple[int, ...] = ()  # scenario 7: the d6 that relieves the ship, by phase; 0: no roll
    stopped_at_least: int = 0  # scenario 8: a d6 each phase; 0: the ship is never stopped
    stopped_modifier: int = 0  # on Table 10 while she is
    manoeuvre: bool = True  # is the emergency manoeuvre allowed
    hit_modifier: int = 0  # on Table 10 (design your own)
    twenty_modifier: int = 0  # on Table 9-2 for 20mm guns (design your own)


class OwnScenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """12.1: a player's own scenario, the table `[scenario]` of his file."""

    title: str = "A scenario of your own"
    date: str  # e.g. "Apr 6"
    ship: str = ""  # empty: named at set-up
    names: Names = Names()
    fit: str = STANDARD
    added: tuple[str, ...] = ()  # mounts the fit leaves to choice, e.g. "20mm E"
    station: Annotated[int, Meta(ge=0, le=STATIONS[-1])] = 0  # 0: rolled
    first_phase: Literal["morning", "midday", "night"] = "morning"
    phases: Annotated[int, Meta(ge=1, le=30)] = 3
    kikusui: bool = False
    manoeuvre: bool = True
    hit_modifier: Annotated[int, Meta(ge=-3, le=3)] = 0
    twenty_modifier: Annotated[int, Meta(ge=-3, le=3)] = 0
    relief: tuple[Annotated[int, Meta(ge=0, le=6)], ...] = ()  # as on the card of scenario 7

    def __post_init__(self) -> None:
        """Refuse names that a record could not hold."""
        check_name("a scenario", self.title, _LONGEST_TITLE)
        if self.ship:
            check_name("a ship", self.ship)


def card_of(name: str, options: PicketOptions, own: object = None, names: object = None) -> Card:
    """The card of a scenario or campaign by its name.

    `own` is a player's own scenario, `names` are his for ships and people.
    """
    card = _card_of(name, options, own)
    if names is None:
        return card
    given = convert(names, Names, "the names")
    ship = card.ship if card.campaign or not given.ships else given.ships[0]
    return msgspec.structs.replace(card, names=given, ship=ship)


def _card_of(name: str, options: PicketOptions, own: object) -> Card:
    if name == OWN and own is None:
        raise OptionError("a scenario of your own needs its file: --scenario FILE.toml")
    if name != OWN and own is not None:
        raise OptionError(f"scenario {name} has its own card: yours is played as {OWN!r}")
    if own is not None:
        return _own_card(convert(own, OwnScenario, "the scenario"), options)
    if name.isdigit():
        return _scenario_card(scenarios()[int(name)], options)
    return _campaign_card(name)


def _scenario_card(card: Scenario, options: PicketOptions) -> Card:
    phases, first = len(card.phases) * (card.last - card.first + 1), card.phases[0]
    if card.number == 1 and options.sc1_phases == 3:
        phases, first = len(PHASES), MORNING
    relief = [
        card.relief.get((number // len(PHASES) + 1, number % len(PHASES)), 0)
        for number in range(phases)
    ]
    return Card(
        name=str(card.number),
        title=card.title,
        turn=card.first,
        phase=first,
        phases=phases,
        station=card.station,
        kikusui=card.kikusui > 0,
        ship=card.ship,
        fit=_fit(card, options),
        relief=tuple(relief) if any(relief) else (),
        stopped_at_least=card.stopped_at_least,
        stopped_modifier=card.stopped_modifier,
        manoeuvre=card.manoeuvre,
    )


def _fit(card: Scenario, options: PicketOptions) -> str:
    """Scenario 8: the Dunlap as of 1945 with two or four 40mm mounts (R-93), or as of 1941."""
    if "dunlap_1941" in card.other_fits and options.fit_1941 == "on":
        return "dunlap_1941"
    if "dunlap_four" in card.other_fits and options.dunlap_40 == 4:
        return "dunlap_four"
    return card.fit


def _campaign_card(name: str) -> Card:
    titles = {
        "mini": "The mini campaign",
        "long-a": "The long campaign in five blocks",
        "long-b": "The long campaign, day by day",
    }
    first = campaigns().mini_first if name == "mini" else campaigns().long_first
    kind = name.replace("-", "_")
    return Card(name=name, title=titles[name], turn=first, phases=0, campaign=kind, red_dates=True)


def _own_card(own: OwnScenario, options: PicketOptions) -> Card:
    phase = PHASES.index(own.first_phase)
    ship = own.ship or "".join(own.names.ships[:1])
    if len(own.relief) > own.phases:
        raise OptionError(f"relief for {len(own.relief)} phases, but there are {own.phases}")
    return Card(
        name=OWN,
        title=own.title,
        turn=_own_turn(own, phase, options),
        phase=phase,
        phases=own.phases,
        station=own.station,
        kikusui=own.kikusui,
        ship=ship,
        names=own.names,
        fit=own.fit,
        added=tuple(index_of("the scenario", name, MOUNTS) for name in own.added),
        relief=own.relief,
        manoeuvre=own.manoeuvre,
        hit_modifier=own.hit_modifier,
        twenty_modifier=own.twenty_modifier,
    )


def _own_turn(own: OwnScenario, phase: int, options: PicketOptions) -> int:
    """R-88: every day of a player's own scenario is on the time sheet, unless he wants it so."""
    turn = turn_named(own.date, anywhere=True)
    last = turn + (phase + own.phases - 1) // len(PHASES)
    if options.dyo_outside == "off" and not FIRST_TURN <= turn <= last <= LAST_TURN:
        days = date_name(turn) if turn == last else f"{date_name(turn)} to {date_name(last)}"
        raise OptionError(f"{days} is not on the time sheet (24 March to 25 June)")
    return turn
