"""The destroyer from above: her sections, mounts and directors.

Drawn round the origin with the bow to the right; port is up.
"""

from __future__ import annotations

from collections.abc import Iterator

from flankspeed.engine.svg import (
    ALARM,
    FAINT,
    GREY,
    INK,
    Style,
    at,
    box,
    circle,
    group,
    line,
    path,
    tag,
    text,
)
from flankspeed.games.picket.data.firing_chart import Mount, firing_chart
from flankspeed.games.picket.data.ids import (
    CALIBRE_OF,
    EQUIPMENT,
    FIVE_INCH,
    FORTY,
    FORWARD,
    MK37,
    MOUNTS,
    SECTIONS,
    TWENTY,
)
from flankspeed.games.picket.rules.damage.equipment import equipment_destroyed
from flankspeed.games.picket.rules.damage.guns import gun_can_fire, gun_destroyed
from flankspeed.games.picket.rules.gunnery.aiming import HELD
from flankspeed.games.picket.rules.places import EQUIPMENT_PLACES, GUN_PLACES, SECTION_PLACES
from flankspeed.games.picket.show.aims import Aims
from flankspeed.games.picket.show.picture.parts import (
    DASHES,
    DECK,
    EDGE,
    ENEMY,
    HURT,
    LOST,
    PLATE,
    STEEL,
    Offers,
    badge,
    cross,
    flame,
    frame,
    men,
    thing,
)
from flankspeed.games.picket.state import AT_GUN, OFFICERS, PicketState

# By section, forward first: the hull, the houses on deck, the middle.
_HULLS = (
    "M90-52C170-52 262-38 332 0 262 38 170 52 90 52Z",
    "M-90-52Q0-55 90-52V52Q0 55-90 52Z",
    "M-90-52V52C-180 51-262 46-318 37Q-336 0-318-37C-262-46-180-51-90-52Z",
)
_HOUSES = (
    "M92-22H150L176-15Q186 0 176 15L150 22H92ZM222-24Q232 0 222 24",
    "M-88-17H88V17H-88Z",
    "M-92-20H-206Q-220 0-206 20H-92Z",
)
_MIDDLES = (172, 0, -206)
_STACKS, _TUBES = (52, -36), (8, -74)
_MAST = 96  # where the Mk37 director stands, on the bridge: forward of the mast
_MK37 = 134

# Where mounts stand: for section, beside the middle line or on it, and calibre the line from the
# first to the last, starboard side; port is its mirror. However many there are, they share it.
_RAILS = {
    (0, False, FORTY): (163, 0, 163, 0),
    (0, False, TWENTY): (290, 0, 232, 0),
    (0, True, FIVE_INCH): (236, 22, 196, 30),
    (0, True, FORTY): (166, 33, 112, 37),
    (0, True, TWENTY): (206, 33, 128, 39),
    (1, False, FORTY): (9, 0, -74, 0),
    (1, False, TWENTY): (80, 0, -74, 0),
    (1, True, FIVE_INCH): (60, 34, -60, 34),
    (1, True, FORTY): (-30, 36, -74, 36),
    (1, True, TWENTY): (72, 38, 0, 38),
    (2, False, FORTY): (-148, 0, -296, 0),
    (2, False, TWENTY): (-313, 0, -286, 0),
    (2, True, FIVE_INCH): (-130, 33, -240, 30),
    (2, True, FORTY): (-124, 36, -200, 34),
    (2, True, TWENTY): (-295, 22, -258, 30),
}
# 5-inch mounts on the middle line stand where their number says, whatever else is aboard.
_BY_NUMBER = (256, 204, -114, -182, -250)
_RADII = {FIVE_INCH: 17, FORTY: 14.5, TWENTY: 11.5}
_BARRELS = {FIVE_INCH: (0.0,), FORTY: (-0.35, 0.35), TWENTY: (0.0,)}


def plan(state: PicketState, aimed: Aims, offers: Offers) -> str:
    """The ship as she lies in the middle of the bearings."""
    parts = [_section(state, section, offers) for section in range(len(SECTIONS))]
    parts.append(_deck())
    spots = list(_spots(state))
    # From the middle outwards, so that no barrel lies across the next mount's label.
    for mount, x, y in sorted(spots, key=lambda spot: (abs(spot[2]), abs(spot[1]))):
        parts.append(_gun(state, mount, aimed, offers, x, y))
    if MK37 in state.charts.fit.equipment:
        parts.append(_director(state, MK37, offers, _MK37, 0))
    for mount, x, y in spots:
        item = state.charts.mounts[mount].director
        if item > MK37:
            parts.append(_director(state, item, offers, *_beside(x, y)))
    return group(parts, class_="ship")


def _section(state: PicketState, section: int, offers: Offers) -> str:
    fires = state.deck_fires[section]
    parts = [
        path(_HULLS[section], fill=STEEL, stroke=EDGE, stroke_width=1.4),
        path(_HOUSES[section], fill=DECK, stroke="#7b8a94", stroke_width=0.8),
        *(flame(_MIDDLES[section] + 22 - i * 13, -62, 1.15) for i in range(fires)),
    ]
    if SECTION_PLACES[section] in offers:
        parts.append(path(_HULLS[section], **DASHES))
    burning = f", {fires} deck fire markers" if fires else ""
    name = SECTIONS[section]
    words = f"{name}, the section of Repair {section + 1}{burning}"
    marks = ["burning"] if fires else []
    return thing(offers, SECTION_PLACES[section], words, parts, marks=marks)


def _deck() -> str:
    """Stacks, torpedo tubes and the mast, for the eye only."""
    tubes = [
        group(
            [box(-15, i * 4 - 9.4, 30, 2.8, rx=1.4, fill="#8c9aa4") for i in range(5)],
            transform=f"{at(x, 0)} rotate({turn})",
        )
        for x, turn in zip(_TUBES, (12, -12), strict=True)
    ]
    pen: Style = {"fill": "#4d5c66", "stroke": PLATE, "stroke_width": 2}
    stacks = [tag("ellipse", cx=x, cy=0, rx=15, ry=9.5, **pen) for x in _STACKS]
    stacks += [tag("ellipse", cx=x, cy=0, rx=8, ry=4.5, fill="#2e3a42") for x in _STACKS]
    mast = circle(_MAST, 0, 3, fill=EDGE) + line(_MAST, -13, _MAST, 13, stroke=EDGE)
    return group([*tubes, *stacks, mast], pointer_events="none")


def _spots(state: PicketState) -> Iterator[tuple[int, float, float]]:
    """Each mount by its number in the charts, with its place on deck."""
    groups: dict[tuple[int, str, int], list[int]] = {}
    for number, mount in enumerate(state.charts.mounts):
        if CALIBRE_OF[mount.id] == FIVE_INCH and mount.side == "centre":
            yield number, _BY_NUMBER[mount.id], 0
        else:
            group_of = (mount.section, mount.side, CALIBRE_OF[mount.id])
            groups.setdefault(group_of, []).append(number)
    for (section, side, calibre), members in groups.items():
        x1, y1, x2, y2 = _RAILS[section, side != "centre", calibre]
        mirror = -1 if side == "port" else 1
        for order, number in enumerate(members):
            share = order / (len(members) - 1) if order else 0
            yield number, x1 + (x2 - x1) * share, mirror * (y1 + (y2 - y1) * share)


def _beside(x: float, y: float) -> tuple[float, float]:
    """Where the director of a tub stands: abaft of it, or beside one on the middle line."""
    return (x - 27, y) if y else (x, 32)


# --- Mounts ---


def _gun(state: PicketState, number: int, aimed: Aims, offers: Offers, x: float, y: float) -> str:
    """A gun house or tub with its barrels, its hits, its target and the men who repair it."""
    mount = state.charts.mounts[number]
    calibre, hits = CALIBRE_OF[mount.id], state.guns[number]
    r, lost = _RADII[calibre], gun_destroyed(state, number)
    silent = not lost and not gun_can_fire(state, number)
    fill = LOST if lost else HURT if hits else PLATE
    parts = [*_barrels(mount, r, GREY if lost else INK)]
    pen: Style = {"fill": fill, "stroke": GREY if lost else INK, "stroke_width": 1.3}
    if silent:
        pen["stroke_dasharray"] = "2 2"
    if calibre == FIVE_INCH:
        parts.append(box(-r, -r, 2 * r, 2 * r, rx=6, **pen))
    else:
        parts.append(circle(0, 0, r, **pen))
    if lost:
        parts.append(cross(-0.8 * r, -0.8 * r, 1.6 * r, 1.6 * r, 2.6))
    parts.append(_label(mount, r, fill))
    if hits and not lost:
        parts.append(_tally(f"{hits}", r))
    if aimed.guns[number] != HELD:
        left = -6.5 if mount.side == "centre" else -r - 3
        parts.append(badge(f"{aimed.guns[number] + 1}", left, -r - 5, 13, ENEMY, 11.5))
    if state.at_gun[number]:
        parts.append(men(-7, r + 1, state.at_gun[number]))
    marks = ["destroyed"] * lost + ["damaged"] * (hits > 0 and not lost) + ["silent"] * silent
    words = _gun_words(state, number, aimed)
    outline = frame(-r, -r, 2 * r, 2 * r)
    if calibre != FIVE_INCH:
        outline = circle(0, 0, r + 2.5, **DASHES)
    return thing(offers, GUN_PLACES[mount.id], words, parts, outline, marks, at(x, y))


def _barrels(mount: Mount, r: float, colour: str) -> list[str]:
    """Outboard, or over the nearer end of the ship."""
    turn = {"port": 0, "starboard": 180}.get(mount.side, 90 if mount.section == FORWARD else -90)
    calibre = CALIBRE_OF[mount.id]
    lines = [line(b * r, 0, b * r, -1.75 * r) for b in _BARRELS[calibre]]
    pen: Style = {"stroke": colour, "stroke_width": 3.4 if calibre == FIVE_INCH else 2.2}
    return [group(lines, transform=f"rotate({turn})", **pen)]


def _label(mount: Mount, r: float, ground: str) -> str:
    """5-inch mounts by number, light ones by calibre and letter."""
    calibre, last = MOUNTS[mount.id].split()[0], MOUNTS[mount.id].split()[-1]
    words = last if CALIBRE_OF[mount.id] == FIVE_INCH else f"{calibre[:2]}{last[:1].upper()}"
    size = 1.15 * r if len(words) == 1 else 0.72 * r
    style: Style = {"font_size": size, "font_weight": "bold", "text_anchor": "middle"}
    halo: Style = {"stroke": ground, "stroke_width": 2.4, "paint_order": "stroke"}
    return text(words, 0, size * 0.36, **style, **halo)


def _tally(words: str, r: float) -> str:
    """A red disc with the number of hits, at the upper right."""
    style: Style = {"fill": "#fff", "font_size": 9, "font_weight": "bold", "text_anchor": "middle"}
    disc = circle(r * 0.8, -r * 0.8, 6.2, fill=ALARM, stroke="#fff", stroke_width=0.8)
    return disc + text(words, r * 0.8, -r * 0.8 + 3.2, **style)


def _gun_words(state: PicketState, number: int, aimed: Aims) -> str:
    mount = state.charts.mounts[number]
    boxes = firing_chart().hits[CALIBRE_OF[mount.id]]
    words = [state.charts.fit.names[mount.id], SECTIONS[mount.section]]
    if mount.side != "centre":
        words.append(mount.side)
    if gun_destroyed(state, number):
        words.append("destroyed")
    elif state.guns[number]:
        words.append(f"damaged, {state.guns[number]} of {boxes} hits")
    if not gun_destroyed(state, number) and not gun_can_fire(state, number):
        words.append("cannot fire")
    if aimed.guns[number] != HELD:
        by = " by the Mk37 director" if aimed.slaved >> number & 1 else ""
        words.append(f"aimed at plane {aimed.guns[number] + 1}{by}")
    if state.kills[number]:
        words.append(f"{state.kills[number]} planes shot down")
    if state.at_gun[number]:
        words.append(f"{state.at_gun[number]} crewmen repair it")
    if any(state.posts[officer] == AT_GUN + mount.id for officer in OFFICERS):
        words.append("the XO is there")
    return ", ".join(words)


# --- Directors ---


def _director(state: PicketState, item: int, offers: Offers, x: float, y: float) -> str:
    """A director: a diamond with its letter."""
    large = item == MK37
    r = 15 if large else 10
    fill = LOST if equipment_destroyed(state, item) else HURT if state.equipment[item] else PLATE
    shape = f"M0-{r}L{r} 0 0 {r}-{r} 0Z"
    words = "37" if large else EQUIPMENT[item].split()[1][0].upper()
    style: Style = {"font_size": 10 if large else 8.5, "font_weight": "bold"}
    parts = [
        path(shape, fill=fill, stroke=FAINT, stroke_width=1.2),
        text(words, 0, 3.4, text_anchor="middle", **style),
    ]
    wide = f"M0-{r + 4}L{r + 4} 0 0 {r + 4}-{r + 4} 0Z"
    return equipment(state, item, offers, parts, path(wide, **DASHES), r, at(x, y))


def equipment(
    state: PicketState,
    item: int,
    offers: Offers,
    parts: list[str],
    outline: str,
    r: float,
    where: str,
) -> str:
    """A director or radar with what has happened to it, and the man who repairs it."""
    hits, lost = state.equipment[item], equipment_destroyed(state, item)
    words = EQUIPMENT[item]
    if lost:
        parts.append(cross(-0.6 * r, -0.6 * r, 1.2 * r, 1.2 * r, 2.2))
        words = f"{words}, destroyed"
    elif hits:
        parts.append(_tally(f"{hits}", r * 0.8))
        words = f"{words}, damaged"
    if state.at_equipment[item]:
        parts.append(men(0, r + 4, 1))
        words = f"{words}, a crewman repairs it"
    marks = ["destroyed"] * lost + ["damaged"] * (hits > 0 and not lost)
    return thing(offers, EQUIPMENT_PLACES[item], words, parts, outline, marks, where)
