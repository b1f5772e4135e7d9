"""The ids of things on the board, as events and choices name them for the page."""

from __future__ import annotations

import re
from typing import Final

from flankspeed.games.picket.data.ids import EQUIPMENT, MOUNTS, PEOPLE, PRIMARIES, SECTIONS
from flankspeed.games.picket.data.ship import ship


def slug(name: str) -> str:
    """A name in lower case and hyphens: `fwd-engine-room`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


# By id: `5in1`, `40A`, `20E`; `mk37`, `40a`, `sc`; `fwd-engine-room`; `xo`, `chief-1`.
GUN_IDS: Final = tuple(name.replace("mm", "").replace(" ", "") for name in MOUNTS)
EQUIPMENT_IDS: Final = tuple(
    slug(name.replace("mm ", "").removesuffix(" director").removesuffix(" radar"))
    for name in EQUIPMENT
)
PRIMARY_IDS: Final = tuple(slug(name) for name in PRIMARIES)
SECONDARY_IDS: Final = tuple(
    f"{slug(room.name)}-{SECTIONS[room.section]}" for room in ship().secondaries
)

GUN_PLACES: Final = tuple(f"gun:{name}" for name in GUN_IDS)  # by mount id
PRIMARY_PLACES: Final = tuple(f"compartment:{name}" for name in PRIMARY_IDS)
SECONDARY_PLACES: Final = tuple(f"secondary:{name}" for name in SECONDARY_IDS)
EQUIPMENT_PLACES: Final = tuple(f"equipment:{name}" for name in EQUIPMENT_IDS)
SECTION_PLACES: Final = tuple(f"section:{name}" for name in SECTIONS)
OFFICER_PLACES: Final = tuple(f"officer:{slug(name)}" for name in PEOPLE)
