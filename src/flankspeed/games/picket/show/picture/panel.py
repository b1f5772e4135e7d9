"""The panel beside the ship: time, station, tracks, people, and the enemy still to come."""

from __future__ import annotations

from flankspeed.engine.show.picture import drawn_once
from flankspeed.engine.show.svg import (
    ALARM,
    FAINT,
    GREY,
    INK,
    Style,
    at,
    box,
    circle,
    group,
    path,
    text,
)
from flankspeed.engine.show.text import counted
from flankspeed.games.picket.data.calendar import PHASES, calendar
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.show import captions
from flankspeed.games.picket.show.picture.calendar import campaign_calendar
from flankspeed.games.picket.show.picture.parts import (
    CODES,
    DECK,
    EDGE,
    ENEMY,
    HURT,
    NAVY,
    PLATE,
    WATER,
    Column,
    Offers,
    badge,
    badge_width,
    boxes,
    cross,
    fallen,
    flame,
    frame,
    men,
    ripples,
    thing,
)
from flankspeed.games.picket.show.picture.sky import specials
from flankspeed.games.picket.show.view.types import BoardView, LeanView, PersonView, Weather

WIDTH = 356
_LONGEST_POST = 32
_TRACKS = {
    "ammo": "Ammunition",
    "hull": "Hull",
    "manoeuvre": "Manoeuvre",
    "fuel": "Fuel",
    "flood": "Flood",
}
_LOW = 3  # from here down a track is drawn in red, with an exclamation mark
_LOG_LINES = 3
_BAR = 94  # where the boxes of a track begin


def panel(view: BoardView, offers: Offers) -> tuple[str, float]:
    """The whole panel, and how high it is."""
    column = Column(WIDTH)
    _time(column, view, offers)
    _station(column, view, offers)
    _tracks(column, view, offers)
    _people(column, view, offers)
    _attack(column, view, offers)
    _log(column, view)
    _legend(column, view)
    return column.drawn("panel"), column.y


# --- Time, weather, station ---


def _time(column: Column, view: BoardView, offers: Offers) -> None:
    """The date, the three phases with the one under way filled in, and the weather."""
    column.heading(view.time.date, f"turn {view.time.turn}")
    parts = []
    for phase, name in enumerate(PHASES):
        now = name == view.time.phase
        fill, ink = (INK, "#fff") if now else (PLATE, FAINT)
        parts.append(box(phase * 69, 0, 66, 20, rx=4, fill=fill, stroke=FAINT))
        style: Style = {"font_weight": "bold" if now else None, "text_anchor": "middle"}
        parts.append(text(name, phase * 69 + 33, 14.5, fill=ink, **style))
    parts.append(_sky_sign(view.weather, 221, 10))
    parts.append(text(view.weather, 235, 14.5))
    if view.time.kikusui:
        parts.append(badge("Kikusui", WIDTH - badge_width("Kikusui"), 2, ENEMY))
    words = f"{captions.when(view)}, {view.weather}"
    column.add(thing(offers, "track:calendar", words, parts, frame(0, 0, WIDTH, 20), ["time"]), 27)
    if view.campaign:
        campaign_calendar(column, view, offers)


def _sky_sign(weather: Weather, x: float, y: float) -> str:
    """A sun, a cloud with rain, or a cloud with lightning."""
    if weather == "clear":
        beams = [path("M0-6.4V-9", transform=f"rotate({turn})") for turn in range(0, 360, 45)]
        sun = circle(0, 0, 4.6, fill="#f2b632", stroke="#a86a00", stroke_width=0.8)
        return group([*beams, sun], transform=at(x, y), stroke="#a86a00", stroke_width=1.2)
    cloud = path("M-8 2A4 4 0 0 1-6-4 5 5 0 0 1 4-5 4 4 0 0 1 8 2Z", fill="#8796a0")
    falls = "M-4 4L-6 9M0 4L-2 9M4 4L2 9" if weather == "rain" else "M1 2L-3 6H1L-2 10"
    drops = path(falls, fill="none", stroke=NAVY if weather == "rain" else ALARM)
    return group([cloud, drops], transform=at(x, y), stroke_width=1.3)


def _station(column: Column, view: BoardView, offers: Offers) -> None:
    """The duty station and everybody who helps there."""
    support = view.support
    column.heading(f"Station {support.station}" if support.station else "No station yet")
    sfs = f"{support.sfs_free} of {support.sfs}" if support.sfs else "none"
    facts = [
        ("FDT", "aboard" if support.fdt else "none", "fighter direction team"),
        ("SFS", sfs, "surface fire support, not used in this wave"),
        ("AFS", f"{support.afs} left", "air fire support"),
    ]
    parts = []
    for i, (name, words, _) in enumerate(facts):
        x = i * 118
        parts.append(box(x, 0, 114, 20, rx=4, fill=PLATE, stroke=GREY, stroke_width=0.8))
        parts.append(text(name, x + 6, 14.5, font_weight="bold"))
        parts.append(text(words, x + 42, 14.5))
    note = [captions.cover(support), f"ship radar {captions.signed(support.ship_radar)}"]
    if view.advanced:
        note.append(f"land radar {len(support.land_radar)} of {len(calendar().land_radar)}")
    parts.append(text(", ".join(note), 0, 36, fill=FAINT))
    words = "; ".join(f"{long} {value}" for _, value, long in facts)
    tooltip = f"duty station {support.station or 'not assigned'}; {words}"
    height = 45.0
    alarm: Style = {"fill": ALARM, "font_weight": "bold"}
    for condition in _wrapped(view.conditions, 42):
        parts.append(text(condition, 0, height + 7, **alarm))
        height += 15
    outline = frame(0, 0, WIDTH, height - 4)
    column.add(thing(offers, "track:station", tooltip, parts, outline), height)


# --- Tracks ---


def _tracks(column: Column, view: BoardView, offers: Offers) -> None:
    """The tracks of the map; flood, list and trim belong to the advanced game."""
    column.heading("Tracks")
    for name, words in _TRACKS.items():
        if name in view.tracks:
            column.add(_track(name, words, view.tracks[name], offers), 20.5)
    column.add(_morale(view.tracks["morale"], offers), 20.5)
    column.add(_lines(view, offers), 22)
    if view.advanced:
        column.add(_lean(view.lean, offers), 70)
    column.y += 4


def _track(name: str, words: str, value: int, offers: Offers) -> str:
    """Ten boxes, filled as far as the marker stands."""
    low, full = value <= _LOW, ship().full_track
    parts = [text(words, 0, 12)]
    for i in range(full):
        fill = "#fff" if i >= value else ALARM if low else "#8fb0c6"
        parts.append(box(_BAR + i * 22, 1, 19, 14, rx=2, fill=fill, stroke=FAINT))
    if low:
        alarm: Style = {"font_weight": "bold", "text_anchor": "end", "fill": ALARM}
        parts.append(text("!", WIDTH - 22, 13, **alarm))
    parts.append(_figure(f"{value}", ALARM if low else INK))
    tooltip = f"{words.lower()} {value} of {full}"
    return thing(offers, f"track:{name}", tooltip, parts, frame(0, 1, WIDTH, 14))


def _figure(words: str, fill: str) -> str:
    return text(words, WIDTH, 13, font_weight="bold", text_anchor="end", fill=fill)


def _morale(morale: int, offers: Offers) -> str:
    """Five spaces from -2 to +2, the marker on one of them."""
    parts = [text("Morale", 0, 12)]
    for i, value in enumerate(range(-2, 3)):
        here = value == morale
        fill, ink = (INK, "#fff") if here else ("#fff", FAINT)
        x = _BAR + i * 44
        parts.append(box(x, 0, 41, 16, rx=2, fill=fill, stroke=FAINT))
        style: Style = {"text_anchor": "middle", "fill": ink}
        parts.append(text(captions.signed(value), x + 20, 12.7, **style))
    parts.append(_figure(captions.signed(morale), INK))
    words = f"morale {captions.signed(morale)}"
    return thing(offers, "track:morale", words, parts, frame(0, 1, WIDTH, 14))


def _lines(view: BoardView, offers: Offers) -> str:
    hits, total = view.water_lines, view.water_line_boxes
    parts = [text("Water lines", 0, 12), boxes(_BAR, 1, hits, total, 14, 3.5)]
    if hits >= total:
        parts.append(text("destroyed", WIDTH, 12, fill=ALARM, text_anchor="end"))
    words = f"water lines, {hits} of {counted(total, 'hit')}"
    return thing(offers, "track:water-lines", words, parts, frame(0, 1, WIDTH, 14))


def _lean(lean: LeanView, offers: Offers) -> str:
    """List and trim: a small ship with the points on each of her sides, and what is left net."""
    hull = "M-42 0C-42-13-30-14 0-14C26-14 38-8 48 0C38 8 26 14 0 14C-30 14-42 13-42 0Z"
    spots = ((0, -20, "port"), (0, 27, "starboard"), (56, 4, "bow"), (-52, 4, "stern"))
    parts = [text("List and trim", 0, 12)]
    drawing = [path(hull, fill=DECK, stroke=EDGE)]
    for x, y, side in spots:
        points = lean.boxes[side]
        style: Style = {"text_anchor": "middle", "fill": ALARM if points else FAINT}
        drawing.append(text(f"{points}", x, y, font_weight="bold", **style))
    parts.append(group(drawing, transform=at(_BAR + 52, 33)))
    nets = (
        (lean.list, "list to port", "list to starboard"),
        (lean.trim, "by the stern", "by the bow"),
    )
    words = [f"{abs(net)} {names[net > 0]}" for net, *names in nets if net] or ["on an even keel"]
    for i, line_words in enumerate(words):
        parts.append(text(line_words, WIDTH, 30 + 16 * i, text_anchor="end"))
    sides = ", ".join(f"{name} {n}" for name, n in lean.boxes.items())
    tooltip = f"list and trim: {sides}; {', '.join(words)}"
    return thing(offers, "track:list", tooltip, parts, frame(0, 1, WIDTH, 64))


# --- People ---


def _people(column: Column, view: BoardView, offers: Offers) -> None:
    """Officers and chiefs: plate, name, value, post."""
    living = sum(person.alive for person in view.people)
    all_alive = living == len(view.people)
    column.heading("Officers and chiefs", "" if all_alive else f"{living} alive")
    for person in view.people:
        column.add(_person(person, offers), 19)
    column.y += 4


@drawn_once
def _person(person: PersonView, offers: Offers) -> str:
    alive, value = person.alive, captions.signed(person.value)
    post = person.post if alive else "killed"
    where = ", ".join(filter(None, (person.called, post)))
    struck: Style = {} if alive else {"text_decoration": "line-through", "fill": FAINT}
    colour = INK if person.value == 0 else "#2f6b3a" if person.value > 0 else ALARM
    parts = [
        badge(CODES[person.name], 0, 0, (NAVY if person.chief else INK) if alive else GREY),
        text(person.name, 30, 12.7, **struck),
        text(
            value, 112, 12.7, text_anchor="end", font_weight="bold", fill=colour if alive else GREY
        ),
        text(_clipped(where), 122, 12.7, fill=FAINT if alive else ALARM),
    ]
    words = f"{captions.called(person)} {value}, {post or 'at no post'}"
    marks = [] if alive else ["killed"]
    return thing(offers, person.place, words, parts, frame(0, 1, WIDTH, 14), marks)


def _clipped(words: str) -> str:
    """So much as has room beside the value."""
    return words if len(words) <= _LONGEST_POST else f"{words[: _LONGEST_POST - 1]}…"


# --- The enemy and the log ---


def _attack(column: Column, view: BoardView, offers: Offers) -> None:
    """The special planes of the wave, and the waves to come."""
    attack = view.attack
    hits, total = attack.hits_this_phase, attack.wave + len(attack.waves)
    heading = f"Wave {attack.wave} of {total}" if attack.wave else "No attack now"
    column.heading(heading, f"{hits} struck this phase" if hits else "")
    count = max(ship().specials_per_wave, len(attack.specials))
    column.add(specials(attack.specials, offers, WIDTH, count), 63)
    for number, wave in enumerate(attack.waves, attack.wave + 1):
        names = [captions.in_space(plane) for plane in wave.planes]
        names += [captions.armed(plane) for plane in wave.specials]
        lines = _wrapped(names, 44)
        parts = [badge(f"{number}", 0, 0, ENEMY)]
        parts += [text(words, 21, 12.7 + 16 * i) for i, words in enumerate(lines)]
        column.add(group(parts, class_="wave"), 16 * len(lines) + 4)
    column.y += 4


def _wrapped(words: list[str], width: int) -> list[str]:
    """Words in lines of so many letters; no line at all without words."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) + 2 <= width:
            lines[-1] = f"{lines[-1]}, {word}"
        else:
            lines.append(word)
    return lines


def _log(column: Column, view: BoardView) -> None:
    """Planes shot down by type, hits taken, and the ships of a campaign."""
    log = view.log
    column.heading("Shot down", counted(log.shot_down, "plane"))
    names = [f"{name} {count}" if count > 1 else name for name, count in sorted(log.kills.items())]
    lines = _wrapped(names or ["none yet"], 46)
    if len(lines) > _LOG_LINES:
        lines = [*lines[: _LOG_LINES - 1], f"{lines[_LOG_LINES - 1]} ..."]
    for words in lines:
        column.add(text(words, 0, 12), 16)
    if log.hits_taken:
        crashes = sum(log.crashes.values())
        by = f", {crashes} by special planes" if crashes else ""
        column.add(text(f"hits taken {log.hits_taken}{by}", 0, 12), 16)
    if view.campaign:
        days = f" of {log.days_wanted}" if log.days_wanted else ""
        words = f"fighting days {log.fighting_days}{days}, ships sunk {log.ships_sunk}"
        column.add(text(words, 0, 12, fill=FAINT), 16)
    column.y += 4


def _legend(column: Column, view: BoardView) -> None:
    """What the signs mean."""
    column.heading("Signs")
    damaged = box(0, 1, 17, 11, rx=3, fill=HURT, stroke=FAINT) + boxes(4.5, 2.5, 1, 1, 8)
    signs = [
        (boxes(0, 2, 1, 2), "hits"),
        (flame(9, 8, 0.8), "fire"),
        (cross(2, 2, 14, 10), "destroyed"),
        (men(4, 7, 3, 6), "crewmen"),
        (badge("XO", -2, -1, INK), "officer"),
        (badge("3", 2, -1, ENEMY), "plane, target"),
        (damaged, "damaged"),
        (frame(2.5, 3.5, 12, 7), "option"),
    ]
    if view.advanced:
        water = box(0, 1, 17, 11, rx=3, fill=WATER) + ripples(0, 6, 17)
        signs.insert(2, (water, "flooded"))
        slanting: Style = {"font_style": "italic"}
        signs.append((text("Ab", 1, 11, **slanting), "below water"))
        signs.append((fallen(5, 7, 2), "men lost"))
    for i, (sign, words) in enumerate(signs):
        x, y = i % 3 * 118, i // 3 * 20
        part = group([sign, text(words, 26, 12)], transform=at(x, y))
        column.add(part, 0)
    column.y += 20 * -(-len(signs) // 3)
