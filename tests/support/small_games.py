"""Every game that is installed, with a scenario that is soon over."""

from __future__ import annotations

import pytest

from flankspeed import games

_SHORT = {"kamikaze": "dives-3", "picket": "1"}  # the others are played as they are
SCENARIOS = {name: _SHORT.get(name) for name in games.names()}

every_game = pytest.mark.parametrize("name", SCENARIOS)
