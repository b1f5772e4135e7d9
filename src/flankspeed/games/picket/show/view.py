"""What a seat sees of the board. All information in this game is open."""

from __future__ import annotations

import msgspec

from flankspeed.games.picket.data.calendar import PHASES, calendar, date_name
from flankspeed.games.picket.data.firing_chart import firing_chart
from flankspeed.games.picket.data.ids import (
    BEARINGS,
    CALIBRE_OF,
    CALIBRES,
    EQUIPMENT,
    LEANS,
    PEOPLE,
    SECTIONS,
)
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.data.ship import TRACKS
from flankspeed.games.picket.rules.damage.compartments import (
    is_shaded,
    primary_destroyed,
    secondary_destroyed,
)
from flankspeed.games.picket.rules.damage.equipment import equipment_destroyed
from flankspeed.games.picket.rules.damage.flooding import net_lean
from flankspeed.games.picket.rules.damage.guns import gun_can_fire, gun_destroyed
from flankspeed.games.picket.rules.damage.people import free_crew, officers_at
from flankspeed.games.picket.rules.days.ship_log import log_of
from flankspeed.games.picket.rules.gunnery.aiming import HELD
from flankspeed.games.picket.rules.places import (
    EQUIPMENT_PLACES,
    GUN_PLACES,
    OFFICER_PLACES,
    PRIMARY_PLACES,
    SECONDARY_PLACES,
    SECTION_PLACES,
)
from flankspeed.games.picket.rules.station.support import kikusui_today, ship_radar_shift
from flankspeed.games.picket.show import captions
from flankspeed.games.picket.show.aims import Aims, Markers, aims
from flankspeed.games.picket.state import CHIEFS, NOWHERE, PicketState, Plane


class TimeView(msgspec.Struct, frozen=True):
    """The time record sheet."""

    turn: int
    date: str
    phase: str
    kikusui: bool


class SupportView(msgspec.Struct, frozen=True):
    """The duty station and who helps there; `cover`: chits of the air cover, None without any."""

    station: int
    fdt: bool
    sfs: int
    sfs_used: int
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
    """A mount; `target` is the number of the plane it is aimed at."""

    place: str
    name: str
    calibre: str
    section: str
    side: str
    hits: int
    boxes: int
    destroyed: bool
    can_fire: bool
    target: int | None
    by_director: bool
    crew: int
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
    officers: list[str]


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
    """A section of the ship with its repair crew and its deck fires."""

    place: str
    name: str
    repair: int
    crew: int
    free: int
    deck_fires: int
    deck_fire_spaces: int


class PersonView(msgspec.Struct, frozen=True):
    """An officer or chief; `called` is the player's name for him, `at` the place he stands in."""

    place: str
    name: str
    called: str
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
    altitude: str | None
    section: str | None
    hits: int
    fate: str
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
    hits_by_bearing: dict[str, int]
    crashes: dict[str, int]
    hits_taken: int
    earlier: list[EarlierView]
    ships_sunk: int
    fighting_days: int
    days_wanted: int
    block: int


class BoardView(msgspec.Struct, frozen=True):
    """The whole map with the ship's log and the time sheet."""

    ship: str
    fit: str
    card: str
    advanced: bool
    time: TimeView
    weather: str
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


def board_view(state: PicketState) -> BoardView:
    """The map as data; the basic game has no secondary compartments."""
    charts, aimed = state.charts, aims(state)
    return BoardView(
        ship=state.ship,
        fit=charts.fit.name,
        card=charts.card.title,
        advanced=charts.advanced,
        time=TimeView(
            turn=state.turn,
            date=date_name(state.turn),
            phase=PHASES[state.phase],
            kikusui=kikusui_today(state),
        ),
        weather=captions.weather(state),
        support=_support(state),
        tracks={name: getattr(state, name) for name in TRACKS},
        lean=LeanView(dict(zip(LEANS, state.lean, strict=True)), *net_lean(state)),
        water_lines=state.water_lines,
        water_line_boxes=charts.ship.water_lines,
        conditions=captions.conditions(state),
        guns=[_gun(state, mount, aimed) for mount in range(len(state.guns))],
        equipment=[_equipment(state, item) for item in charts.fit.equipment],
        primaries=[_primary(state, room) for room in range(len(state.primaries))],
        secondaries=[
            _secondary(state, room)
            for room in range(len(state.secondaries) if charts.advanced else 0)
        ],
        sections=[_section(state, section) for section in range(len(SECTIONS))],
        people=[_person(state, person) for person in range(len(PEOPLE))],
        attack=_attack(state, aimed),
        log=_log(state),
    )


def _support(state: PicketState) -> SupportView:
    stations = calendar().land_radar
    lost = [s.name for i, s in enumerate(stations) if state.land_radar_lost >> i & 1]
    return SupportView(
        station=state.station,
        fdt=state.fdt,
        sfs=state.sfs,
        sfs_used=state.sfs_used,
        afs=state.afs,
        cover=None if state.cover is None else list(state.cover),
        land_radar=[stations[number].name for number in state.land_radar],
        land_radar_lost=lost,
        ship_radar=ship_radar_shift(state),
    )


def _gun(state: PicketState, mount: int, aimed: Aims) -> GunView:
    gun = state.charts.mounts[mount]
    calibre, target = CALIBRE_OF[gun.id], aimed.guns[mount]
    return GunView(
        place=GUN_PLACES[gun.id],
        name=state.charts.fit.names[gun.id],
        calibre=CALIBRES[calibre],
        section=SECTIONS[gun.section],
        side=gun.side,
        hits=state.guns[mount],
        boxes=firing_chart().hits[calibre],
        destroyed=gun_destroyed(state, mount),
        can_fire=gun_can_fire(state, mount),
        target=None if target == HELD else target + 1,
        by_director=target != HELD and bool(aimed.slaved >> mount & 1),
        crew=state.at_gun[mount],
        kills=state.kills[mount],
    )


def _equipment(state: PicketState, item: int) -> EquipmentView:
    return EquipmentView(
        place=EQUIPMENT_PLACES[item],
        name=EQUIPMENT[item],
        section=SECTIONS[state.charts.ship.equipment_section[item]],
        hits=state.equipment[item],
        boxes=state.charts.ship.equipment_boxes,
        destroyed=equipment_destroyed(state, item),
        crew=state.at_equipment[item],
    )


def _primary(state: PicketState, number: int) -> PrimaryView:
    room = state.charts.ship.primaries[number]
    return PrimaryView(
        place=PRIMARY_PLACES[number],
        name=room.name,
        section=SECTIONS[room.section],
        hits=state.primaries[number],
        boxes=room.boxes,
        destroyed=primary_destroyed(state, number),
        fire=bool(state.fires >> number & 1),
        flooded=bool(state.flooded >> number & 1),
        crew=state.at_primary[number],
        officers=[PEOPLE[officer] for officer in officers_at(state, number)],
    )


def _secondary(state: PicketState, number: int) -> SecondaryView:
    room = state.charts.ship.secondaries[number]
    return SecondaryView(
        place=SECONDARY_PLACES[number],
        name=room.name,
        section=SECTIONS[room.section],
        hits=state.secondaries[number],
        boxes=state.charts.ship.secondary_boxes,
        destroyed=secondary_destroyed(state, number),
        shaded=is_shaded(state, number),
        flooded=bool(state.secondary_flooded >> number & 1),
        crew=state.secondary_crew >> number & 1,
    )


def _section(state: PicketState, section: int) -> SectionView:
    return SectionView(
        place=SECTION_PLACES[section],
        name=SECTIONS[section],
        repair=section + 1,
        crew=state.crew[section],
        free=free_crew(state, section),
        deck_fires=state.deck_fires[section],
        deck_fire_spaces=state.charts.options.deckfire_len,
    )


def _person(state: PicketState, person: int) -> PersonView:
    return PersonView(
        place=OFFICER_PLACES[person],
        name=f"Chief of Repair {CHIEFS.index(person) + 1}" if person in CHIEFS else PEOPLE[person],
        called=state.names[person],
        value=state.values[person],
        alive=bool(state.alive >> person & 1),
        post=captions.post_name(state, person),
        at=captions.post_place(state, person),
    )


def _plane(plane: Plane, place: str = "") -> PlaneView:
    regular = plane.bearing != NOWHERE
    return PlaneView(
        place=place,
        name=captions.type_name(plane),
        engines=planes().types[planes().counters[plane.kind].type].engines,
        weapon=captions.weapon_name(plane),
        bearing=BEARINGS[plane.bearing] if regular else None,
        altitude=captions.ALTITUDE_NAMES[plane.altitude] if regular else None,
        section=SECTIONS[plane.section] if plane.section != NOWHERE else None,
        hits=plane.hits,
        fate=captions.FATES[plane.fate],
    )


def _marked(kind: str, wave: list[Plane], markers: Markers, sprayed: int = 0) -> list[PlaneView]:
    """The planes of the wave, numbered from 1, with the markers that are on them."""
    return [
        msgspec.structs.replace(
            _plane(plane, f"{kind}:{number + 1}"),
            afs=markers.afs[number],
            sfs=markers.sfs[number],
            sprayed=bool(sprayed >> number & 1),
        )
        for number, plane in enumerate(wave)
    ]


def _attack(state: PicketState, aimed: Aims) -> AttackView:
    return AttackView(
        wave=state.wave,
        planes=_marked("plane", state.planes, aimed.planes),
        specials=_marked("special", state.specials, aimed.specials, aimed.sprayed),
        waves=[
            WaveView([_plane(p) for p in regular], [_plane(p) for p in special])
            for regular, special in state.waves
        ],
        attack_ends=state.attack_ends,
        hits_this_phase=state.plane_hits,
        manoeuvre_tried=state.em_tried,
        manoeuvre_succeeded=state.em_success,
    )


def _log(state: PicketState) -> LogView:
    log = log_of(state)
    hits = zip(BEARINGS, log.hits_by_bearing, strict=True)
    return LogView(
        kills=dict(log.kills_by_kind),
        hits_by_bearing={str(bearing): count for bearing, count in hits},
        crashes=dict(zip(SECTIONS, log.crashes, strict=True)),
        hits_taken=log.hits_taken,
        earlier=[EarlierView(ship.ship, ship.shot_down, ship.hits_taken) for ship in state.earlier],
        ships_sunk=state.ships_sunk,
        fighting_days=state.fighting_days,
        days_wanted=state.days_wanted,
        block=state.block,
    )
