"""What is shown of the board, typed and named: this is all that text board and picture know.

Everything on the board goes by its place (`gun:5in1`, `compartment:bridge`), as in choices.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from flankspeed.engine import Result

Weather = Literal["clear", "rain", "storm"]
Altitude = Literal["low", "medium", "high"]
Fate = Literal["coming", "flamed", "shot down", "spent"]


class RaidView(msgspec.Struct, frozen=True):
    """A day of a mass raid on the campaign's calendar, and the raid's number."""

    turn: int
    number: int


class TimeView(msgspec.Struct, frozen=True):
    """The time record sheet; `raids` are those of a campaign."""

    turn: int
    date: str
    phase: str
    kikusui: bool
    raids: list[RaidView]


class SupportView(msgspec.Struct, frozen=True):
    """The duty station and who helps there; `cover`: chits of the air cover, None without any."""

    station: int
    fdt: bool
    sfs: int
    sfs_used: int
    sfs_free: int
    afs: int
    cover: list[int] | None
    land_radar: list[str]
    land_radar_lost: list[str]
    ship_radar: int


class LeanView(msgspec.Struct, frozen=True):
    """The boxes of list and trim; net list is to starboard, net trim by the bow."""

    boxes: dict[str, int]
    list: int
    trim: int


class GunView(msgspec.Struct, frozen=True):
    """A mount; `target` is the number of the plane it is aimed at.

    `director` and `magazine` are places, the director empty if it has none; `sector` are the
    spaces it can fire into as the ship lies, such as 270M.
    """

    place: str
    name: str
    calibre: str
    section: str
    side: str
    director: str
    magazine: str
    hits: int
    boxes: int
    destroyed: bool
    can_fire: bool
    sector: tuple[str, ...]
    target: int | None
    by_director: bool
    crew: int
    officers: tuple[str, ...]
    kills: int


class EquipmentView(msgspec.Struct, frozen=True):
    """A director or radar."""

    place: str
    name: str
    section: str
    hits: int
    boxes: int
    destroyed: bool
    crew: int


class PrimaryView(msgspec.Struct, frozen=True):
    """A primary compartment and who is in it."""

    place: str
    name: str
    section: str
    hits: int
    boxes: int
    destroyed: bool
    fire: bool
    flooded: bool
    crew: int
    officers: tuple[str, ...]


class SecondaryView(msgspec.Struct, frozen=True):
    """A secondary compartment; `shaded`: below the waterline."""

    place: str
    name: str
    section: str
    hits: int
    boxes: int
    destroyed: bool
    shaded: bool
    flooded: bool
    crew: int


class SectionView(msgspec.Struct, frozen=True):
    """A section of the ship with its repair crew, of `full` men at first, and its deck fires."""

    place: str
    name: str
    repair: int
    crew: int
    full: int
    free: int
    deck_fires: int
    deck_fire_spaces: int


class PersonView(msgspec.Struct, frozen=True):
    """An officer or chief; `called` is the player's name for him, `at` the place he stands in."""

    place: str
    name: str
    called: str
    chief: bool
    value: int
    alive: bool
    post: str
    at: str


class PlaneView(msgspec.Struct, frozen=True):
    """An attacking plane: a regular one has bearing and altitude, a special weapon and section.

    While its wave waits it has no number, and so no place of its own on the board.
    """

    place: str
    name: str
    engines: int
    weapon: str
    bearing: int | None
    altitude: Altitude | None
    space: str
    section: str | None
    hits: int
    fate: Fate
    afs: int = 0
    sfs: int = 0
    sprayed: bool = False


class WaveView(msgspec.Struct, frozen=True):
    """A wave of planes."""

    planes: list[PlaneView]
    specials: list[PlaneView]


class AttackView(msgspec.Struct, frozen=True):
    """The enemy: the wave under way (0: none), those to come, and what is in the container."""

    wave: int
    planes: list[PlaneView]
    specials: list[PlaneView]
    waves: list[WaveView]
    attack_ends: int
    hits_this_phase: int
    flaming_hits: int
    manoeuvre_tried: bool
    manoeuvre_succeeded: bool


class EarlierView(msgspec.Struct, frozen=True):
    """What a ship before the one in play had come to."""

    ship: str
    shot_down: int
    hits_taken: int


class LogView(msgspec.Struct, frozen=True):
    """The ship's log: planes shot down by type, hits by bearing, crashes of specials by section.

    And the campaign: `earlier` are the ships that were lost or sent to the rear.
    """

    kills: dict[str, int]
    shot_down: int
    hits_by_bearing: dict[str, int]
    crashes: dict[str, int]
    hits_taken: int
    earlier: list[EarlierView]
    ships_sunk: int
    fighting_days: int
    days_wanted: int
    block: int


class BoardView(msgspec.Struct, frozen=True):
    """The whole map with the ship's log and the time sheet.

    `sections`, `primaries` and `people` stand in the order of `data.ids`. The basic game has no
    secondary compartments and no flood track.
    """

    ship: str
    fit: str
    card: str
    advanced: bool
    campaign: bool
    time: TimeView
    weather: Weather
    support: SupportView
    tracks: dict[str, int]
    lean: LeanView
    water_lines: int
    water_line_boxes: int
    conditions: list[str]
    guns: list[GunView]
    equipment: list[EquipmentView]
    primaries: list[PrimaryView]
    secondaries: list[SecondaryView]
    sections: list[SectionView]
    people: list[PersonView]
    attack: AttackView
    log: LogView
    result: Result | None
