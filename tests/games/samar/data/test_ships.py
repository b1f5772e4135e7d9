"""2.5, 9.1, 9.2 The ships: ratings, flags, and the formulas that they come from."""

from __future__ import annotations

import pytest

from flankspeed.games.samar.data.formulas import FLAGS, Side, flags, nearest, ratings
from flankspeed.games.samar.data.map import sea
from flankspeed.games.samar.data.ships import Entry, Ship, fleet, ships

ENTRIES = fleet().entries
SHIPS = {ship.id: ship for ship in ships()}


def with_id(entry: Entry) -> str:
    return entry.ship.id


# The counters in short: front, then back without its range. Letters are the flags M R A P T H.
COUNTERS = {
    "J-Yamato": "15 5 4 7 7 0 5 1 | 3 2 5 4 0 4 1",
    "J-Nagato": "14 4 2 6 6 0 4 1 | 2 1 4 3 0 3 1",
    "J-Kongo J-Haruna": "13 4 3 5 5 0 5 1 | 2 1 4 3 0 4 1",
    "J-CA1 J-CA6": "11 3 2A 3 4T 2 6 2 | 2 1A 2 2T 1 5 1",
    "J-CA2": "11 3 1A 4 4T 1 6 2 | 2 0A 3 2T 0 5 1",
    "J-CA3 J-CA7 J-CA9": "11 3 2A 4 4T 3 6 2 | 2 1A 3 2T 2 5 1",
    "J-CA4 J-CA5": "11 3 2A 4 4T 2 6 2 | 2 1A 3 2T 1 5 1",
    "J-CA8": "11 3 2A 3 4T 3 6 2 | 2 1A 2 2T 2 5 1",
    "J-CL1 J-CL2": "8 2 1A 2 3 3 6 2 | 1 0A 1 2 2 5 1",
    "J-DD1 J-DD2 J-DD3 J-DD4 J-DD6 J-DD8": "10M 2 1A 2 2 3 6 3 | 1 0A 1 1 2 5 2",
    "J-DD5 J-DD7 J-DD10 J-DD11": "10M 2 1A 1 2 3 6 3 | 1 0A 1 1 2 5 2",
    "J-DD9": "10M 2 1A 2 2 5 7 3 | 1 0A 1 1 4 6 2",
    " ".join(f"U-CVE{n}" for n in range(1, 13)): ("9M 1A 1A 1 2PT 0 4H 1 | 1A 0A 1 1PT 0 3H 1"),
    " ".join(f"U-DD{n}" for n in range(1, 7)): "9MR 2 2A 1 2 2 6 3 | 1 1A 1 1 1 5 2",
    " ".join(f"U-DE{n}" for n in range(1, 10)): "9M 1 1A 1 1 1 4 2 | 1 0A 1 1 0 3 1",
    "U-Penn": "11R 4 4 7 6 0 4H 1 | 2 2 5 3 0 3H 1",
    "U-Miss": "12R 4 3 7 6 0 4H 1 | 2 1 5 3 0 3H 1",
    "U-Tenn": "12R 5 4 7 6 0 4H 1 | 3 2 5 3 0 3H 1",
    "U-Calif": "12R 5 5 7 6 0 4H 1 | 3 2 5 3 0 3H 1",
    "U-Mryld": "12R 4 3 6 6 0 4H 1 | 2 1 4 3 0 3H 1",
    "U-WVa": "12R 5 4 6 6 0 4H 1 | 3 2 4 3 0 3H 1",
    "U-CA1 U-CA2 U-CA3": "10R 3 2 4 4 0 6 2 | 2 1 3 2 0 5 1",
    "U-CA4": "10R 3 2 3 4 1 5 2 | 2 1 2 2 0 4 1",
    "U-CL1 U-CL2": "9R 4 2 3 4 0 6 2 | 2 1 2 2 0 5 1",
    "U-CL3 U-CL4": "9R 3 3 3 4 0 6 2 | 2 1 2 2 0 5 1",
}


def in_short(ship: Ship, side: Side) -> list[str]:
    """The ratings of a side with the letters of the flags."""
    letters = {
        "range": "M" * ship.no_extended + "R" * ship.radar,
        "gunnery": "A" * ship.aa_guns_only,
        "secondary": "A" * ship.aa_secondary,
        "armor": "P" * ship.plunging + "T" * ship.torpedo_prone,
        "speed": "H" * ship.no_flank,
    }
    return [f"{getattr(side, name)}{letters.get(name, '')}" for name in Side._fields]


@pytest.mark.parametrize(("ids", "counter"), list(COUNTERS.items()))
def test_counters(ids: str, counter: str) -> None:
    for ship in (SHIPS[name] for name in ids.split()):
        front, back = (in_short(ship, side) for side in (ship.front, ship.back))
        assert f"{' '.join(front)} | {' '.join(back[1:])}" == counter
        assert ship.back.range == ship.front.range


def test_every_ship_is_among_the_counters() -> None:
    listed = [name for ids in COUNTERS for name in ids.split()]
    assert sorted(listed) == sorted(SHIPS)
    assert len(listed) == 67


@pytest.mark.parametrize("entry", ENTRIES, ids=with_id)
def test_ratings_follow_from_history(entry: Entry) -> None:
    expected = ratings(entry.design, fleet().formulas, sea().yards)
    assert (entry.ship.front, entry.ship.back) == expected


@pytest.mark.parametrize("entry", ENTRIES, ids=with_id)
def test_flags_follow_from_history(entry: Entry) -> None:
    marked = tuple(flag for flag in FLAGS if getattr(entry.ship, flag))
    assert marked == flags(entry.design, fleet().formulas)


def test_halves_are_rounded_up() -> None:
    assert [nearest(value) for value in (0.49, 0.5, 1.5, 2.5, 2.51)] == [0, 1, 2, 3, 3]


def full_speed(ship: Ship) -> int:
    """What a ship makes with battle_speed=full."""
    if ship.no_flank:
        return ship.front.speed
    names = {"Nagato": 5, "Shimakaze": 8, "HMAS Shropshire": 6}
    types = {"BB": 6, "CA": 7, "CL": 7, "DD": 7, "DE": 5}
    return names.get(ship.name) or types[ship.type]


@pytest.mark.parametrize("ship", ships("full"), ids=lambda ship: ship.id)
def test_full_speed(ship: Ship) -> None:
    printed = SHIPS[ship.id]
    fast = full_speed(printed)
    assert ship.front == printed.front._replace(speed=fast)
    assert ship.back == printed.back._replace(speed=max(3, fast - 1))


@pytest.mark.parametrize("entry", ENTRIES, ids=with_id)
def test_full_speed_follows_from_history(entry: Entry) -> None:
    fast = {ship.id: ship for ship in ships("full")}[entry.ship.id]
    expected = ratings(entry.design, fleet().formulas, sea().yards, full_speed=True)
    assert (fast.front, fast.back) == expected


def armor(*groups: str, types: str = "BB CA CL DD CVE DE") -> int:
    chosen = [s for s in SHIPS.values() if s.group in groups and s.type in types.split()]
    return sum(ship.front.armor for ship in chosen)


def test_totals_of_armor() -> None:
    ijn = ("battleships", "center")
    assert armor(*ijn) == 75
    assert (armor(*ijn, types="BB CA CL"), armor(*ijn, types="DD")) == (53, 22)
    assert armor(*ijn, "optional") == 87
    assert armor(*ijn, "optional", types="BB CA CL") == 65
    assert (armor("taffy3"), armor("taffy2"), armor("bombardment")) == (22, 23, 68)
    assert armor("taffy3", "taffy2", "bombardment") == 113


def test_damaged_heavies_of_the_ijn() -> None:
    heavies = [s for s in SHIPS.values() if s.navy == "ijn" and s.type in ("BB", "CA", "CL")]
    assert sum(ship.back.armor for ship in heavies if ship.group != "optional") == 29


@pytest.mark.parametrize(
    ("ids", "hits"),
    [
        ("J-Yamato", 13), ("J-Nagato", 11), ("J-Kongo J-Haruna", 10), ("J-CA1 U-CA1 U-CL1", 8),
        ("J-CL1", 7), ("J-DD1 U-DD1 U-CVE1", 5), ("U-DE1", 4), ("U-Penn U-WVa", 11),
    ],
)  # fmt: skip
def test_hits_to_sink(ids: str, hits: int) -> None:
    for ship in (SHIPS[name] for name in ids.split()):
        assert ship.front.armor + 1 + ship.back.armor + 1 == hits


@pytest.mark.parametrize(
    ("stated", "names"),
    [
        ("gunnery", {"Yamato": 5, "Kumano": 3}),
        ("weight", {"Yamato": 7, "Kumano": 4}),
        ("armor", {"Yamato": 7, "Gambier Bay": 2, "Johnston": 2}),
        ("torpedo", {"Isokaze": 3, "Nowaki": 3, "Heermann": 2}),
        ("maneuver", {"Haruna": 1, "Chikuma": 2, "Heermann": 3, "Johnston": 3}),
    ],
)
def test_what_the_rulebook_states(stated: str, names: dict[str, int]) -> None:
    found = {
        entry.ship.name: getattr(entry.ship.front, stated)
        for entry in ENTRIES
        if stated in entry.rulebook
    }
    assert found == names


def test_the_rulebook_states_one_flag() -> None:
    found = [(e.ship.name, name) for e in ENTRIES for name in e.rulebook if name in FLAGS]
    assert found == [("Gambier Bay", "plunging")]


def test_divisions() -> None:
    divisions: dict[str, list[str]] = {}
    for ship in SHIPS.values():
        divisions.setdefault(ship.division, []).append(ship.short)
    assert {name: len(members) for name, members in divisions.items()} == {
        "BatDiv 1": 2, "BatDiv 3": 2, "CruDiv 7": 4, "CruDiv 5": 3, "CruDiv 4": 2,
        "DesRon 2": 8, "DesRon 10": 5, "Taffy 2 carriers": 6, "Taffy 3 carriers": 6,
        "Taffy 2 screen": 8, "Taffy 3 screen": 7, "Battle line": 6, "Left flank cruisers": 5,
        "Right flank cruisers": 3,
    }  # fmt: skip
    assert divisions["DesRon 10"] == ["CL2", "DD5", "DD7", "DD10", "DD11"]


def test_ships_are_loaded_once() -> None:
    assert ships() is ships("85")
    assert ships("full") is ships("full")
