"""The calendar of a campaign: every day on the time record sheet, a row for each month."""

from __future__ import annotations

from collections.abc import Mapping

from flankspeed.engine.show.picture import fine
from flankspeed.engine.show.svg import FAINT, GREY, INK, Style, box, number, path, text
from flankspeed.games.picket.data.calendar import (
    FIRST_TURN,
    LAST_TURN,
    calendar,
    date_of,
    month_name,
)
from flankspeed.games.picket.show import captions
from flankspeed.games.picket.show.picture.parts import ENEMY, PLATE, Column, Offers, thing
from flankspeed.games.picket.show.view.types import BoardView

_ROW, _MONTH = 15, 32  # the height of a row, and the width of a month's name
_PAST = "#b9c6ce"


def campaign_calendar(column: Column, view: BoardView, offers: Offers) -> None:
    """Days that are over (struck), today, mass raids by number, and when land radar may come."""
    day_width = (column.width - _MONTH) / 31
    raids = {raid.turn: raid.number for raid in view.time.raids}
    radar = {station.turn for station in calendar().land_radar}
    first_month = date_of(FIRST_TURN)[0]
    parts: list[str] = []
    slashes = ""
    for turn in range(FIRST_TURN, LAST_TURN + 1):
        month, day = date_of(turn)
        x, y = _MONTH + (day - 1) * day_width, (month - first_month) * _ROW
        if day == 1 or turn == FIRST_TURN:
            parts.append(text(month_name(month), 0, y + 11, fill=FAINT))
        parts += _day(turn - view.time.turn, raids.get(turn, 0), x, y, day_width - 1)
        if turn < view.time.turn:
            slashes += f"M{number(x)} {y + 11}l{number(day_width - 1)}-11"
        if turn in radar:
            parts.append(path(f"M{x:.1f} {y + 12.5}h{day_width - 1:.1f}", stroke=INK))
    if slashes:
        parts.append(path(slashes, class_="past", stroke=FAINT, stroke_width=0.9))
    rows = date_of(LAST_TURN)[0] - first_month + 1
    words = f"the campaign's calendar: {captions.when(view)}; {_next_raid(view.time.turn, raids)}"
    column.add(thing(offers, "track:days", words, parts), rows * _ROW + 2)
    note = "numbers: Kikusui raids; underlined: land radar"
    column.add(text(note, 0, 11, fill=FAINT), 19)


def _day(ahead: int, raid: int, x: float, y: float, width: float) -> list[str]:
    """A day so many days ahead, or behind, and the number of its raid."""
    today = not ahead
    fill = ENEMY if raid else _PAST if ahead < 0 else PLATE
    style: Style = {"stroke": INK if today else GREY, "stroke_width": 1.8 if today else 0.5}
    parts = [box(x, y, width, 11, rx=1, fill=fill, **style)]
    if raid:
        words: Style = fine(8) | {"font_weight": "bold", "text_anchor": "middle"}
        parts.append(text(str(raid), x + width / 2, y + 8.4, fill="#fff", **words))
    return parts


def _next_raid(turn: int, raids: Mapping[int, int]) -> str:
    """How long until the next mass raid."""
    coming = min((day for day in raids if day >= turn), default=None)
    if coming is None:
        return "no mass raid is to come"
    days = coming - turn
    ahead = f"in {days} {'day' if days == 1 else 'days'}" if days else "today"
    return f"Kikusui {raids[coming]} {ahead}"
