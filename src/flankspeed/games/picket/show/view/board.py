"""The view of the whole board. All information in this game is open: every seat sees the same."""

from __future__ import annotations

from typing import get_args

from flankspeed.games.picket.data.calendar import PHASES, calendar, date_name
from flankspeed.games.picket.data.ids import BEARINGS, SECTIONS
from flankspeed.games.picket.data.ship import TRACKS
from flankspeed.games.picket.rules.days.ship_log import log_of
from flankspeed.games.picket.rules.station.support import (
    kikusui_today,
    red_dates,
    ship_radar_shift,
)
from flankspeed.games.picket.show.view import ship
from flankspeed.games.picket.show.view.aims import aims
from flankspeed.games.picket.show.view.enemy import attack
from flankspeed.games.picket.show.view.people import officers_by_place, people
from flankspeed.games.picket.show.view.types import (
    BoardView,
    EarlierView,
    LogView,
    RaidView,
    SupportView,
    TimeView,
    Weather,
)
from flankspeed.games.picket.state import PicketState

_WEATHERS: tuple[Weather, ...] = get_args(Weather)  # in the order of the state's


def board_view(state: PicketState) -> BoardView:
    """The map as data."""
    charts, aimed, aboard = state.charts, aims(state), people(state)
    officers = officers_by_place(aboard)
    return BoardView(
        ship=state.ship,
        fit=charts.fit.name,
        card=charts.card.title,
        advanced=charts.advanced,
        campaign=bool(charts.card.campaign),
        time=_time(state),
        weather=_WEATHERS[state.weather],
        support=_support(state),
        tracks={
            name: getattr(state, name) for name in TRACKS if name != "flood" or charts.advanced
        },
        lean=ship.lean(state),
        water_lines=state.water_lines,
        water_line_boxes=charts.ship.water_lines,
        conditions=_conditions(state),
        guns=ship.guns(state, aimed, officers),
        equipment=ship.equipment(state),
        primaries=ship.primaries(state, officers),
        secondaries=ship.secondaries(state),
        sections=ship.sections(state),
        people=aboard,
        attack=attack(state, aimed),
        log=_log(state),
        result=state.result,
    )


def _time(state: PicketState) -> TimeView:
    raids = red_dates(state.charts) if state.charts.card.campaign else ()
    return TimeView(
        turn=state.turn,
        date=date_name(state.turn),
        phase=PHASES[state.phase],
        kikusui=kikusui_today(state),
        raids=[RaidView(turn, number) for turn, number in enumerate(raids) if number],
    )


def _support(state: PicketState) -> SupportView:
    stations = calendar().land_radar
    return SupportView(
        station=state.station,
        fdt=state.fdt,
        sfs=state.sfs,
        sfs_used=state.sfs_used,
        sfs_free=max(state.sfs - state.sfs_used, 0),
        afs=state.afs,
        cover=None if state.cover is None else list(state.cover),
        land_radar=[stations[number].name for number in state.land_radar],
        land_radar_lost=[s.name for i, s in enumerate(stations) if state.land_radar_lost >> i & 1],
        ship_radar=ship_radar_shift(state),
    )


def _conditions(state: PicketState) -> list[str]:
    """What is wrong with the ship as a whole, in a few words each."""
    found = (
        (state.sunk, "sunk"),
        (state.dead_in_water, "dead in the water"),
        (state.bonuses_lost, "no gunnery bonuses"),
        (state.emergency, "emergency repairs"),
        (state.stopped, "stopped for survivors"),
        (state.em_success, "manoeuvring hard"),
        (bool(state.leaving), f"leaves: {state.leaving}"),
        (state.new_station, "new station ordered"),
        (state.relieved, "relieved"),
        (state.attacks_over, "attacks driven off"),
        (state.typhoon_days > 0, "typhoon"),
    )
    return [words for true, words in found if true]


def _log(state: PicketState) -> LogView:
    log = log_of(state)
    hits = zip(BEARINGS, log.hits_by_bearing, strict=True)
    return LogView(
        kills=dict(log.kills_by_kind),
        shot_down=log.shot_down,
        hits_by_bearing={str(bearing): count for bearing, count in hits},
        crashes=dict(zip(SECTIONS, log.crashes, strict=True)),
        hits_taken=log.hits_taken,
        earlier=[EarlierView(each.ship, each.shot_down, each.hits_taken) for each in state.earlier],
        ships_sunk=state.ships_sunk,
        fighting_days=state.fighting_days,
        days_wanted=state.days_wanted,
        block=state.block,
    )
