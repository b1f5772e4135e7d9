"""The chart room: what a side has worked out about the position, and its judges of moves."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.bots.forecast import Forecast
from flankspeed.games.samar.bots.ijn import Hunt, IjnJudgement
from flankspeed.games.samar.bots.judgement import Judgement
from flankspeed.games.samar.bots.leading import Misguidance
from flankspeed.games.samar.bots.outlook import Lookout, share_out
from flankspeed.games.samar.bots.schemes import Scheme
from flankspeed.games.samar.bots.usn import UsnJudgement
from flankspeed.games.samar.data.markers import IJN, Navy, ShipNumber
from flankspeed.games.samar.state import SamarState


@mypyc_attr(allow_interpreted_subclasses=True)
class Chartroom:
    """The forecast of one side, made anew when an enemy has moved or been hit."""

    def __init__(self, scheme: Scheme) -> None:
        self._scheme = scheme
        self._forecast: Forecast | None = None
        self._lookout: Lookout | None = None
        self._hunt: Hunt | None = None
        self._seen: tuple[object, ...] = ()

    def look(self, state: SamarState, navy: Navy) -> Forecast:
        """What a side expects."""
        enemies = state.charts.navies[1 - navy]
        seen = (
            id(state.charts),
            state.turn,
            navy,
            tuple(state.where[s] for s in enemies),
            tuple(state.condition),
            tuple(state.hits),
            tuple(state.panic),
        )
        if self._forecast is None or seen != self._seen:
            self._forecast = Forecast(state, navy)
            self._lookout = Lookout(self._forecast)
            self._hunt = Hunt(self._forecast, self._scheme) if navy == IJN else None
            self._seen = seen
        self._forecast.state = state
        return self._forecast

    def judgement(self, state: SamarState, ship: ShipNumber, navy: Navy) -> Judgement:
        """Who judges the ends of a ship's move, by whose ship it is."""
        forecast, lookout, scheme = self.look(state, navy), self._lookout, self._scheme
        assert lookout is not None, "there is one with every forecast"
        if state.charts.navy[ship] != navy:
            return Misguidance(forecast, lookout, ship, scheme)
        if scheme.shares:
            share_out(forecast, lookout)
        if self._hunt:
            return IjnJudgement(forecast, lookout, ship, scheme, self._hunt)
        return UsnJudgement(forecast, lookout, ship, scheme)
