"""Charts: everything that scenario and options fix before play, shared by all its states."""

from __future__ import annotations

from typing import Any, cast

from flankspeed.engine.only_one import only_one
from flankspeed.games.picket.data.firing_chart import Mount
from flankspeed.games.picket.data.fits import Fit, fit
from flankspeed.games.picket.data.ids import CALIBRE_OF, TWENTY, MountId, Side
from flankspeed.games.picket.data.planes import chits_of, planes
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.attack.strike_rolls import dive_rolls
from flankspeed.games.picket.rules.cards import Card
from flankspeed.games.picket.rules.gunnery.battery import Battery
from flankspeed.games.picket.rules.gunnery.gun_rolls import AT_WILLOW, RollBook
from flankspeed.games.picket.rules.gunnery.menus import gun_menus


class Charts:
    """What does not change in play: the card, the options, the ship's guns, the counters."""

    def __init__(self, card: Card, options: PicketOptions) -> None:
        self.keeper: object = None
        self.card = card
        self.options = options
        self.advanced = options.mode == "advanced"
        self.ship = ship()
        self.fit = fit(card.fit, card.added)
        self.mounts = tuple(_mount(self.fit, mount) for mount in self.fit.mounts)
        self.battery = Battery(self.mounts, options.light_mags)
        self.menus = gun_menus(self.battery.ids)
        # The 5-inch guns of the advanced game, which stand first, fire by the Mk37 if slaved to it.
        self.slavable = len(self.battery.five_inch) if self.advanced else 0
        self.rolls = RollBook(
            [_rolled_by(self.fit, mount, card) for mount in self.fit.mounts], self.slavable
        )
        # By kind of counter: where a gun's rolls at such planes begin; Willows may spoil the aim.
        willow = planes().regular[planes().willow] if options.willow == "on" else None
        self.rolls_at = tuple(
            AT_WILLOW if kind == willow else 0 for kind in range(len(planes().counters))
        )
        self.dives = dive_rolls(card)
        self.aces = options.ace_gunners == "on"
        self.afs_bonus = options.afs_bonus == "on"
        self.morale_at_guns = options.morale_gunnery == "on"
        # By id of the mounts aboard: the place in `mounts`.
        self.mount_index = {mount.id: i for i, mount in enumerate(self.mounts)}
        self.first_turn = card.turn
        self.ship_name = card.ship
        self.primary_count = len(self.ship.primaries)
        self.primary_boxes = tuple(room.boxes for room in self.ship.primaries)
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


def _mount(fit: Fit, mount: MountId) -> Mount:
    return Mount(
        id=mount,
        section=fit.section[mount],
        side=cast(Side, fit.side[mount]),
        magazine=fit.magazine[mount],
        director=fit.director[mount],
        reach=fit.reach[mount],
    )


def _rolled_by(fit: Fit, mount: MountId, card: Card) -> tuple[int, int, int]:
    """What counts on every roll of a gun: twin and quadruple mounts, and the scenario, may."""
    calibre = CALIBRE_OF[mount]
    return calibre, fit.modifier[mount], card.twenty_modifier if calibre == TWENTY else 0


@only_one(most=256)
def charts_of(card: Card, options: PicketOptions) -> Charts:
    """The charts of a card and options: always the same object for the same."""
    return Charts(card, options)
