"""Positions of Samar for its pictures, its view and its text board: from set-up to the end."""

from __future__ import annotations

from samar_table import fly, number, put

from flankspeed.engine import Result
from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.hexes import FACINGS, STEPS, hex_named
from flankspeed.games.samar.data.markers import (
    AIR_SPENT,
    AIR_TORPEDO,
    BOMB,
    COMBAT,
    CUP,
    GUN,
    IJN,
    LEFT,
    MOVEMENT,
    REACTION,
    SOUTH,
    STRAFE,
    SUNK,
    TORPEDO,
)
from flankspeed.games.samar.options import SamarOptions
from flankspeed.games.samar.state import Blow, SamarState


def fresh() -> SamarState:
    """The table before set-up."""
    return SamarState(charts_of(SamarOptions()))


def sail(state: SamarState, ship: str, *course: str) -> None:
    """A last move that ends where the ship is: the sides crossed, the last one last."""
    n = number(state, ship)
    hexes = [state.where[n]]
    for name in reversed(course):
        hexes.insert(0, hexes[0] - STEPS[FACINGS.index(name)])
    facings = [FACINGS.index(name) for name in (*course, FACINGS[state.facing[n]])]
    state.trails[n] = tuple(h * 8 + f for h, f in zip(hexes, facings, strict=True))
    state.moved[n] = 1


def formation() -> SamarState:
    """Taffy 3 as it is set up, the first Japanese ships in sight."""
    state = fresh()
    state.phase = MOVEMENT
    places = "1410 1511 1512 1412 1312 1311 1211 1309 1408 1713 1514 1313 1610"
    for ship, where in zip(state.charts.groups["taffy3"], places.split(" "), strict=True):
        put(state, state.charts.ids[ship], f"{where} N")
    for name, words in {
        "J-CA2": "0403 SE",
        "J-CA3": "0302 SE",
        "J-DD5": "0405 S",
        "J-DD9": "0604 SE",
        "J-CL2": "0206 S",
    }.items():
        put(state, name, words)
        sail(state, name, words[5:], words[5:])
    return state


_MELEE = {
    "J-Yamato": "1009 SE hits=3 fires=1",
    "J-Nagato": "0908 SE cruise",
    "J-Kongo": "1310 SE flank hits=2 panic",
    "J-Haruna": "1109 S damaged slowed hits=1 fires=2",
    "J-CA1": "1711 SE flank launched=1",
    "J-CA2": "1812 SW damaged diw fires=3 hits=2 panic launched=1",
    "J-CA3": "1810 S evasive",
    "J-CA4": "1208 NE hulk",
    "J-CA6": "1911 S hits=4 slowed",
    "J-CL2": "1012 SE flank launched=2",
    "J-DD1": "0710 N cruise",
    "J-DD2": "0710 NE",
    "J-DD5": "1012 SE",
    "J-DD7": "1012 SE",
    "J-DD9": "0810 NE evasive launched=3",
    "J-DD10": "1012 SE",
    "J-DD11": "1012 SE",
    "U-CVE1": "3139 NW",
    "U-CVE2": "3139 NW",
    "U-CVE7": "1516 S",
    "U-CVE8": "1617 SW hits=1 fires=1",
    "U-CVE9": "1717 SW damaged slowed hits=1",
    "U-CVE10": "1418 SW evasive",
    "U-CVE11": "1518 SW",
    "U-CVE12": "1814 S damaged diw fires=2 hits=1 panic",
    "U-DD1": "3139 NW",
    "U-DD4": "1414 NW evasive launched=1",
    "U-DD5": "1112 N damaged slowed hits=1 fires=1 launched=2",
    "U-DD6": "1311 NW damaged diw fires=1 launched=2",
    "U-DE6": "1615 SW",
    "U-DE7": "1615 SW",
    "U-DE8": "1615 SW",
    "U-DE9": "1312 N hulk",
}


def melee() -> SamarState:
    """The middle of the battle: every marker, smoke, hulks, stacks, shots and air strikes."""
    state = fresh()
    state.turn, state.phase = 7, COMBAT
    for name, words in _MELEE.items():
        put(state, name, words)
    sail(state, "J-Yamato", "SE", "SE", "SE", "SE", "SE")
    sail(state, "J-CA1", "SE", "SE", "NE", "SE", "SE", "SE")
    sail(state, "J-DD5", "S", "S", "SE", "SE")
    sail(state, "U-DD4", "N", "NW", "NW", "NE", "N", "N")
    banks = {"1414": 1, "1514": 2, "1615": 3, "1715": 1, "1313": 1, "1213": 2, "1816": 5}
    state.smoke = {hex_named(where): count for where, count in banks.items()}
    _send_aircraft(state)
    _fire(state)
    return state


def _send_aircraft(state: SamarState) -> None:
    """Some on targets, some in the box, some spent."""
    state.air[0] = AIR_SPENT
    fly(state, "TB", "J-Yamato", 2)
    fly(state, "TB")
    fly(state, "DB", "J-CA2")
    fly(state, "DB")
    fly(state, "F", "J-Yamato")
    fly(state, "F", count=2)
    fly(state, "SA", "U-CVE7")
    state.air[-1] = AIR_SPENT


def blow(state: SamarState, firer: str, target: str, weapon: int, hits: int, **more: int) -> None:
    """Add an attack; the firer is a ship or a kind of air unit."""
    kinds = [squadron.kind for squadron in state.charts.squadrons]
    by = -1 - kinds.index(firer) if firer in kinds else number(state, firer)
    state.blows.append(Blow(by, number(state, target), weapon, hits, **more))


def _fire(state: SamarState) -> None:
    blow(state, "J-Yamato", "U-CVE12", GUN, 2, fires=1)
    blow(state, "J-Nagato", "U-DD4", GUN, 0)
    blow(state, "J-CA1", "U-CVE12", GUN, 1, catastrophic=1)
    blow(state, "J-CA6", "U-CVE9", GUN, 1)
    blow(state, "J-DD9", "U-DD5", TORPEDO, 0)
    blow(state, "U-DD4", "J-Kongo", TORPEDO, 1, waterlines=1, dice=11, panic=1)
    blow(state, "U-DD6", "J-Kongo", GUN, 0)
    blow(state, "U-DE6", "J-CA6", REACTION, 0)
    blow(state, "TB", "J-Yamato", AIR_TORPEDO, 1, waterlines=1)
    blow(state, "DB", "J-CA2", BOMB, 1, fires=1)
    blow(state, "F", "J-Yamato", STRAFE, 0)


def crowded() -> SamarState:
    """Stacks of two to thirteen ships, of both navies."""
    state = fresh()
    state.turn, state.phase = 3, MOVEMENT
    ids, groups = state.charts.ids, state.charts.groups
    for ship in groups["taffy3"]:
        put(state, ids[ship], "1411 N")
    spots = ["0404"] * 2 + ["0706"] * 3 + ["0410"] * 4 + ["0813"] * 5 + ["1105"] * 5
    for i, (ship, where) in enumerate(zip(groups["center"], spots, strict=True)):
        put(state, ids[ship], f"{where} {FACINGS[i % 3 + 1]}{' hits=1' if i % 4 == 0 else ''}")
    for i in range(6):
        put(state, f"U-CVE{i + 1}", f"2020 {FACINGS[i]} fires=1")
    return state


_LATE = {
    "J-Yamato": "1641 S hits=5 flank",
    "J-Nagato": "1840 S damaged slowed",
    "J-Kongo": "1339 SE hits=2",
    "J-Haruna": "1440 S",
    "J-CA6": "2038 S evasive",
    "J-CL1": "2138 SW",
    "J-CL2": "1237 S damaged",
    "J-DD1": "1636 S",
    "J-DD2": "1736 S",
    "J-DD9": "2436 S",
    "U-WVa": "2243 NW",
    "U-Tenn": "2142 N",
    "U-CA1": "1943 N",
    "U-CA4": "2443 NW",
    "U-CL1": "1542 NE",
}


def late() -> SamarState:
    """The end: the map cleared, ships gone south, the Bombardment Group at the south edge."""
    state = fresh()
    state.turn, state.phase, state.first = 14, MOVEMENT, IJN
    state.cleared, state.cleared_turn = True, 11
    for group, fate in (("taffy3", SUNK), ("taffy2", LEFT), ("center", CUP)):
        for ship in state.charts.groups[group]:
            state.where[ship] = fate
    for name in ("J-CA1", "J-CA3"):
        state.where[number(state, name)] = SOUTH
    for name in ("J-CA2", "J-CA4", "J-CA5", "J-DD7"):
        state.where[number(state, name)] = SUNK
    state.exited = 8
    for name, words in _LATE.items():
        put(state, name, words)
    sail(state, "J-Yamato", "S", "S", "S", "S", "S", "S", "S")
    return state


def over() -> SamarState:
    """A game that has been won."""
    state = late()
    state.exited = 21
    state.result = Result("ijn", "IJN major victory")
    return state


SCENES = {
    "fresh": fresh,
    "formation": formation,
    "melee": melee,
    "crowded": crowded,
    "late": late,
    "over": over,
}
