"""Small ids for everything aboard and around the ship: they index lists in the rules.

- `FORWARD`, `MIDSHIP`, `AFT` in `SECTIONS`; `PORT`, `STARBOARD`, `BOW`, `STERN` in `LEANS`, the
  boxes of list and trim.
- Bearings are 0 to 7 (`BEARINGS` has the degrees), `LOW`, `MEDIUM`, `HIGH` the altitudes. A space
  is `bearing * 3 + altitude`, 0 to 23: `space_of("270M")`, `space_name(space)`.
- `FIVE_INCH`, `FORTY`, `TWENTY` in `CALIBRES`; mounts in `MOUNTS`, with `CALIBRE_OF[mount]`. The
  first 17 are the Fletcher's, in the order of the rulebook; the rest belong to other fits.
- Primary compartments `MAG_1` ... `STBD_SHAFT` in `PRIMARIES`; `MAG_OF_GUN[5-inch mount]`.
- Equipment in `EQUIPMENT`: `MK37`, `DIRECTOR_A` to `DIRECTOR_E`, `SC`, `SG`, and
  `DIRECTOR_FANTAIL`, which only fit 3 carries.
- `CAPTAIN` to `CPO`, `CHIEF_1` to `CHIEF_3` in `PEOPLE`; `NOBODY` is -1.

Secondary compartments are numbered by their place in `ship().secondaries`. Besides its id, which
is the same in all fits, a mount has an index: its place in `Charts.mounts`, those of this ship. The
index of a plane is its place in its wave.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from flankspeed.engine import DataError

SectionId: TypeAlias = int
LeanId: TypeAlias = int
BearingId: TypeAlias = int
AltitudeId: TypeAlias = int
SpaceId: TypeAlias = int
CalibreId: TypeAlias = int
MountId: TypeAlias = int
MountIndex: TypeAlias = int
PlaneIndex: TypeAlias = int
PrimaryId: TypeAlias = int
SecondaryId: TypeAlias = int
EquipmentId: TypeAlias = int
PersonId: TypeAlias = int

NOWHERE: Final = -1  # no place, no section, no bearing
SECTIONS: Final = ("forward", "midship", "aft")
FORWARD: Final = 0
MIDSHIP: Final = 1
AFT: Final = 2
LEANS: Final = ("port", "starboard", "bow", "stern")
PORT: Final = 0
STARBOARD: Final = 1
BOW: Final = 2
STERN: Final = 3

BEARINGS: Final = (0, 45, 90, 135, 180, 225, 270, 315)
ALTITUDES: Final = ("L", "M", "H")
LOW: Final = 0
MEDIUM: Final = 1
HIGH: Final = 2
SPACES: Final = len(BEARINGS) * len(ALTITUDES)

CALIBRES: Final = ("5in", "40mm", "20mm")
FIVE_INCH: Final = 0
FORTY: Final = 1
TWENTY: Final = 2
# The Fletcher's 17, then what only other fits carry.
MOUNTS: Final = (
    *(f"5in {number}" for number in "12345"),
    *(f"40mm {letter}" for letter in "ABCDE"),
    *(f"20mm {letter}" for letter in "ABCDEFG"),
    *(f"20mm {letter}" for letter in "HIJ"),
    "40mm fantail",
    "20mm bow port",
    "20mm bow stbd",
    "20mm bow centre",
)
FLETCHER_MOUNTS: Final = 17
CALIBRE_OF: Final = tuple(CALIBRES.index(name.split()[0]) for name in MOUNTS)

PRIMARIES: Final = (
    "5in Mag 1",
    "5in Mag 2",
    "20/40 Mag Fwd",
    "Fwd Fuel Tanks",
    "Bridge",
    "CIC",
    "Radio",
    "Fwd Engine Room",
    "Aft Engine Room",
    "Fwd Fire Room",
    "Aft Fire Room",
    "Fwd Stack",
    "Aft Stack",
    "5in Mag 3",
    "5in Mag 4",
    "5in Mag 5",
    "40mm Mag Aft",
    "20mm Mag Aft",
    "Aft Fuel Tanks",
    "Steering Room",
    "Rudder",
    "Port Shaft",
    "Stbd Shaft",
)
MAG_1: Final = 0
MAG_2: Final = 1
MAG_LIGHT_FWD: Final = 2
FUEL_FWD: Final = 3
BRIDGE: Final = 4
CIC: Final = 5
RADIO: Final = 6
ENGINE_FWD, ENGINE_AFT, FIRE_FWD, FIRE_AFT, STACK_FWD, STACK_AFT = range(7, 13)
MAG_3, MAG_4, MAG_5, MAG_40_AFT, MAG_20_AFT, FUEL_AFT = range(13, 19)
STEERING, RUDDER, PORT_SHAFT, STBD_SHAFT = range(19, 23)
MAG_OF_GUN: Final = (MAG_1, MAG_2, MAG_3, MAG_4, MAG_5)  # by 5-inch mount

EQUIPMENT: Final = (
    "Mk37 director",
    "40mm A director",
    "40mm B director",
    "40mm C director",
    "40mm D director",
    "40mm E director",
    "SC radar",
    "SG radar",
    "40mm fantail director",
)
MK37: Final = 0
DIRECTOR_A: Final = 1
DIRECTOR_B: Final = 2
DIRECTOR_C: Final = 3
DIRECTOR_D: Final = 4
DIRECTOR_E: Final = 5
SC, SG, DIRECTOR_FANTAIL = range(6, 9)

PEOPLE: Final = (
    "Captain",
    "XO",
    "Engineer",
    "Gunnery",
    "DCO",
    "CPO",
    "Chief 1",
    "Chief 2",
    "Chief 3",
)
CAPTAIN: Final = 0
XO: Final = 1
ENGINEER: Final = 2
GUNNERY: Final = 3
DCO: Final = 4
CPO: Final = 5
CHIEF_1: Final = 6
CHIEF_2: Final = 7
CHIEF_3: Final = 8
NOBODY: Final = -1

_SPACE: Final = re.compile(r"(\d+)([LMH])")

Section = Literal["forward", "midship", "aft"]
Side = Literal["port", "starboard", "centre"]
Lean = Literal["port", "starboard", "bow", "stern"]
FireSide = Literal["forward", "aft", "port", "starboard"]


def space_of(name: str) -> SpaceId:
    """The space of a bearing and altitude such as 270M."""
    match = _SPACE.fullmatch(name)
    if not match or int(match[1]) not in BEARINGS:
        raise DataError(f"{name!r} is no bearing and altitude; write 270M")
    return BEARINGS.index(int(match[1])) * 3 + ALTITUDES.index(match[2])


def space_name(space: SpaceId) -> str:
    """A space as people write it: 270M."""
    return f"{BEARINGS[space // 3]}{ALTITUDES[space % 3]}"
