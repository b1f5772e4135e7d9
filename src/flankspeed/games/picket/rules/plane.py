"""An attacking plane. A struct of msgspec, for it is made and copied often: so it stands apart."""

from __future__ import annotations

from typing import Final

import msgspec

from flankspeed.games.picket.data.ids import NOWHERE, AltitudeId, BearingId, SectionId

# What has become of an attacking plane.
COMING: Final = 0
FLAMED: Final = 1
DESTROYED: Final = 2
SPENT: Final = 3


class Plane(msgspec.Struct, gc=False):
    """One attacking plane: a regular one has bearing and altitude, a special a section."""

    kind: int  # counter, an index into the pool's kinds
    bearing: BearingId = NOWHERE
    altitude: AltitudeId = NOWHERE
    section: SectionId = NOWHERE  # a special's target, once it is rolled
    hits: int = 0
    fate: int = COMING

    def copy(self) -> Plane:
        """An independent copy."""
        kind, bearing, altitude = self.kind, self.bearing, self.altitude
        return Plane(kind, bearing, altitude, self.section, self.hits, self.fate)
