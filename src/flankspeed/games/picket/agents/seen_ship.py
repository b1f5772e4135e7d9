"""What agents see of the ship: damage, tracks, people and who works where."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flankspeed.engine.observer import Facts, Figures
from flankspeed.games.picket.agents.scene import Scene, at_most, of_state
from flankspeed.games.picket.data.firing_chart import firing_chart
from flankspeed.games.picket.data.ids import (
    CPO,
    DCO,
    ENGINEER,
    EQUIPMENT,
    LEANS,
    PEOPLE,
    PRIMARIES,
    SECTIONS,
    XO,
    PersonId,
)
from flankspeed.games.picket.data.planes import CHIT_VALUES
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.rules.charts import Charts
from flankspeed.games.picket.rules.places import GUN_IDS
from flankspeed.games.picket.rules.repair.jobs import GUN
from flankspeed.games.picket.state import AT_GUN, FULL_TRACK, IN_SECTION, NO_LEAN

_ROOMS = (1 << len(PRIMARIES)) - 1
_MOST_LEANING = 100  # points in a box of list and trim that are told apart
_MOST_KILLS = 100
_MOST_WAVES = 100
_SECONDARIES = [f"{SECTIONS[room.section]} {room.name}" for room in ship().secondaries]
_SENT = (XO, ENGINEER, DCO)


def facts(charts: Charts) -> Iterator[Facts[Scene]]:
    """What is so or not."""
    yield from _places(_guns(charts))
    if charts.advanced:
        yield from _secondary_facts()
    yield from _posts(charts)
    yield from _orders(charts)


def _places(guns: list[str]) -> Iterator[Facts[Scene]]:
    yield Facts([f"{gun} was hit" for gun in guns], lambda s: s.state.ace_lost)
    yield Facts([f"{room} burns" for room in PRIMARIES], lambda s: s.state.fires)
    yield Facts([f"{room} flooded" for room in PRIMARIES], lambda s: s.state.flooded)
    yield Facts([f"{room} crew stays" for room in PRIMARIES], lambda s: s.state.carried)
    yield Facts([f"{room} crewed" for room in PRIMARIES], lambda s: s.state.crewed)
    yield Facts([f"{item} man stays" for item in EQUIPMENT], lambda s: s.state.held)
    yield Facts([f"{person} alive" for person in PEOPLE], lambda s: s.state.alive)
    yield Facts([f"{person} lost" for person in PEOPLE], lambda s: s.state.lost_people)


def _secondary_facts() -> Iterator[Facts[Scene]]:
    yield Facts([f"{room} flooded" for room in _SECONDARIES], lambda s: s.state.secondary_flooded)
    yield Facts([f"{room} crewed" for room in _SECONDARIES], lambda s: s.state.secondary_crew)
    yield Facts([f"{room} tried" for room in _SECONDARIES], lambda s: s.state.secondary_tried)


def _posts(charts: Charts) -> Iterator[Facts[Scene]]:
    """Where the officers stand; the DCO in a section, the XO perhaps at a gun."""
    for officer, name in enumerate(PEOPLE[: CPO + 1]):
        if officer != DCO:
            rooms = [f"{name} in {room}" for room in PRIMARIES]
            yield Facts(rooms, _room_of(officer))
    yield Facts(
        [f"DCO {section}" for section in SECTIONS],
        lambda s: 1 << s.state.posts[DCO] - IN_SECTION if s.state.posts[DCO] >= IN_SECTION else 0,
    )
    index = charts.mount_index
    yield Facts(
        [f"XO at {name}" for name in _guns(charts)],
        lambda s: 1 << index[s.state.posts[XO] - AT_GUN] if s.state.posts[XO] >= AT_GUN else 0,
    )


def _room_of(officer: PersonId) -> Callable[[Scene], int]:
    def room(scene: Scene) -> int:
        post = scene.state.posts[officer]
        return 1 << post if 0 <= post < len(PRIMARIES) else 0

    return room


def _orders(charts: Charts) -> Iterator[Facts[Scene]]:
    """What damage control has done in this step: it lies on the agenda."""
    yield Facts(["declaration failed"], lambda s: s.control.failed if s.control else 0)
    yield Facts(["men sent"], lambda s: s.placing.sent if s.placing else 0)
    yield Facts(
        [f"{room} rolled" for room in PRIMARIES],
        lambda s: s.control.rolled & _ROOMS if s.control else 0,
    )
    places = [(1 << mount, mount_.id) for mount, mount_ in enumerate(charts.mounts)]

    def rolled(scene: Scene) -> int:
        guns = scene.control.rolled >> GUN if scene.control else 0
        return sum(bit for bit, gun in places if guns >> gun & 1) if guns else 0

    yield Facts([f"{name} rolled" for name in _guns(charts)], rolled)
    yield Facts(
        [f"{PEOPLE[officer]} free" for officer in (XO, ENGINEER)],
        lambda s: s.control.released >> XO & 3 if s.control else 0,
    )
    yield Facts(
        [f"{PEOPLE[officer]} sent" for officer in _SENT],
        lambda s: _sent(s.placing.placed) if s.placing else 0,
    )


def _sent(placed: int) -> int:
    return sum(1 << number for number, officer in enumerate(_SENT) if placed >> officer & 1)


# Flags of the state, by name.
_CONDITIONS = {
    "dead_in_water": "dead in the water",
    "bonuses_lost": "bonuses lost",
    "emergency": "emergency repairs",
    "lines_asked": "water lines asked",
    "sunk_roll": "rolled for sinking",
    "guns_fired": "guns fired",
    "sprayed": "sprayed",
    "stopped": "stopped",
    "em_tried": "manoeuvre tried",
    "em_success": "manoeuvring",
}
_TRACKS = ("ammo", "hull", "manoeuvre", "fuel", "flood")


def figures(charts: Charts) -> Iterator[Figures[Scene]]:
    """What is counted."""
    yield Figures(list(_CONDITIONS.values()), 0, 1, of_state(*_CONDITIONS))
    yield Figures(_TRACKS, 0, FULL_TRACK, of_state(*_TRACKS))
    yield from _tracks(charts)
    yield from _hits(charts)
    yield from _men(charts)


def _tracks(charts: Charts) -> Iterator[Figures[Scene]]:
    morale = ship().morale
    yield Figures(["morale"], morale[0], morale[-1], lambda s: [s.state.morale])
    yield Figures(
        [f"{lean} box" for lean in LEANS],
        0,
        _MOST_LEANING,
        lambda s: at_most(_MOST_LEANING, s.state.lean),
    )
    yield Figures(["water lines"], 0, ship().water_lines, lambda s: [s.state.water_lines])
    fires = [f"deck fires {section}" for section in SECTIONS]
    yield Figures(fires, 0, charts.options.deckfire_len, lambda s: s.state.deck_fires)
    yield Figures(
        ["emergency waves"], 0, _MOST_WAVES, lambda s: [min(s.state.emergency_waves, _MOST_WAVES)]
    )


def _hits(charts: Charts) -> Iterator[Figures[Scene]]:
    guns = _guns(charts)
    yield Figures(
        [f"{gun} hits" for gun in guns], 0, max(charts.battery.hits), lambda s: s.state.guns
    )
    yield Figures(
        [f"{gun} kills" for gun in guns],
        0,
        _MOST_KILLS,
        lambda s: at_most(_MOST_KILLS, s.state.kills),
    )
    rooms = [f"{room} hits" for room in PRIMARIES]
    yield Figures(rooms, 0, max(charts.primary_boxes), lambda s: s.state.primaries)
    items = [f"{item} hits" for item in EQUIPMENT]
    yield Figures(items, 0, ship().equipment_boxes, lambda s: s.state.equipment)
    if charts.advanced:
        leans = [f"{room} leans" for room in PRIMARIES]
        yield Figures(leans, NO_LEAN, len(LEANS) - 1, lambda s: s.state.leaning)
        lesser = [f"{room} hits" for room in _SECONDARIES]
        yield Figures(lesser, 0, ship().secondary_boxes, lambda s: s.state.secondaries)


def _men(charts: Charts) -> Iterator[Figures[Scene]]:
    values = [f"{person} value" for person in PEOPLE]
    yield Figures(values, CHIT_VALUES[0], CHIT_VALUES[-1], lambda s: s.state.values)
    most = max(charts.crews)
    yield Figures([f"crew {section}" for section in SECTIONS], 0, most, lambda s: s.state.crew)
    yield Figures(
        [f"freed {section}" for section in SECTIONS],
        0,
        most,
        lambda s: s.control.freed if s.control else _NOBODY,
    )
    figures = charts.ship
    rooms = [f"{room} men" for room in PRIMARIES]
    yield Figures(rooms, 0, figures.primary_crew, lambda s: s.state.at_primary)
    items = [f"{item} men" for item in EQUIPMENT]
    yield Figures(items, 0, figures.equipment_crew, lambda s: s.state.at_equipment)
    guns = [f"{gun} men" for gun in _guns(charts)]
    yield Figures(guns, 0, max(firing_chart().crew), lambda s: s.state.at_gun)


_NOBODY = [0] * len(SECTIONS)


def _guns(charts: Charts) -> list[str]:
    return [GUN_IDS[mount.id] for mount in charts.mounts]
