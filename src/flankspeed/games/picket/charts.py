"""Charts: everything that scenario and options fix before play, shared by all its states."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from flankspeed.games.picket.cards import Card
from flankspeed.games.picket.firing_chart import Mount
from flankspeed.games.picket.fits import Fit, fit
from flankspeed.games.picket.ids import Side
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.planes import chits_of, planes
from flankspeed.games.picket.ship import ship


class Charts:
    """What does not change in play: the card, the options, the ship's guns, the counters."""

    def __init__(self, card: Card, options: PicketOptions) -> None:
        self.card = card
        self.options = options
        self.advanced = options.mode == "advanced"
        self.ship = ship()
        self.fit = fit(card.fit, card.added)
        self.mounts = tuple(_mount(self.fit, mount) for mount in self.fit.mounts)
        # On Table 9-2, by place in `mounts`: twin and quadruple mounts.
        self.gun_modifiers = tuple(self.fit.modifier[mount] for mount in self.fit.mounts)
        # By id of the mounts aboard: the place in `mounts`.
        self.mount_index = {mount.id: i for i, mount in enumerate(self.mounts)}
        self.first_turn = card.turn
        self.ship_name = card.ship
        self.primary_count = len(self.ship.primaries)
        self.secondary_count = len(self.ship.secondaries)
        self.equipment_count = len(self.ship.equipment_section)
        self.crews = self.ship.crews
        self.chits = chits_of([int(count) for count in options.chit_mix.split(",")])
        in_play = card.campaign or options.attack_ends_in_scenarios == "on"
        self.attack_ends = options.attack_ends if in_play else 0

    def full_container(self) -> list[int]:
        """The container at the start, by kind of counter; Attack Ends are counted apart."""
        counts = list(planes().container)
        counts[planes().attack_ends] = 0
        return counts

    def set_aside(self) -> list[int]:
        """The special counters kept for random results, by kind."""
        aside = planes().set_aside
        return [int(kind in aside) for kind in range(len(planes().counters))]

    def __reduce__(self) -> tuple[Any, ...]:
        # Charts are equal by identity: there is one object for each card and options.
        return charts_of, (self.card, self.options)


def _mount(fit: Fit, mount: int) -> Mount:
    return Mount(
        id=mount,
        section=fit.section[mount],
        side=cast(Side, fit.side[mount]),
        magazine=fit.magazine[mount],
        director=fit.director[mount],
        reach=fit.reach[mount],
    )


@lru_cache(maxsize=256)
def charts_of(card: Card, options: PicketOptions) -> Charts:
    """The charts of a card and options: always the same object for the same."""
    return Charts(card, options)
