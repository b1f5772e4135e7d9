"""3.3 The combat phase: both sides attack in turn, and all damage counts at the end (A-32)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Step
from flankspeed.engine.decision import WHO, WHOM, Place
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import DISTANCE
from flankspeed.games.samar.data.markers import (
    BATTLE,
    COMBAT,
    EVASIVE,
    FIT,
    GUN,
    IJN,
    SEATS,
    SECONDARY,
    TORPEDO,
    USN,
    AirKind,
    ShipNumber,
    Weapon,
)
from flankspeed.games.samar.rules.air.placing import (
    AirChoice,
    barred,
    place,
    place_options,
    return_lost,
    targets_under_attack,
)
from flankspeed.games.samar.rules.air.strike import Strike, strikes
from flankspeed.games.samar.rules.combat.damage import apply_blows
from flankspeed.games.samar.rules.combat.firing import sight_of
from flankspeed.games.samar.rules.combat.gunnery import clear_shot, fire, reach_of
from flankspeed.games.samar.state import SamarState

_WORDS: Final = {GUN: "guns", SECONDARY: "secondary", TORPEDO: "torpedoes"}
_BEGIN: Final = 0
_EVADE: Final = 1
_PLACE: Final = 2
_ATTACK: Final = 3
_RESOLVE: Final = 4


class ShipChoice(Choice):
    """D-10: the ship that acts; or takes evasive action (A-30)."""

    __slots__ = ("ship",)

    def __init__(self, charts: Charts, word: str, label: str, ship: ShipNumber) -> None:
        counter = charts.ships[ship]
        super().__init__(f"{word} {counter.id}", f"{counter.name} {label}", charts.places[ship])
        self.ship = ship


class Shot(Choice):
    """D-11, D-12: a weapon and its target."""

    __slots__ = ("target", "weapon")

    def __init__(self, charts: Charts, weapon: Weapon, target: ShipNumber) -> None:
        ship, word = charts.ships[target], _WORDS[weapon]
        super().__init__(f"{word} {ship.id}", f"{word} at {ship.name}", charts.places[target])
        self.weapon = weapon
        self.target = target

    @property
    def places(self) -> tuple[Place, ...]:
        """The target; who fires at it has been chosen before."""
        return (Place(self.place, WHOM),)


class StrikeChoice(Choice):
    """D-13: an air attack; `count` units of those there, or `all_there`."""

    __slots__ = ("air", "count", "kind", "target")

    def __init__(
        self, charts: Charts, kind: AirKind, target: ShipNumber, count: int, all_there: bool
    ) -> None:
        squadron, ship = charts.squadrons[kind], charts.ships[target]
        number = "" if all_there else f" {count}"
        super().__init__(
            f"strike {squadron.kind}{number} {ship.id}",
            f"{squadron.name}s strike {ship.name} ({count})",
            charts.places[target],
        )
        self.kind = kind
        self.air = f"air:{squadron.kind}"
        self.target = target
        self.count = count

    @property
    def places(self) -> tuple[Place, ...]:
        """The kind of air unit and its target."""
        return Place(self.air, WHO), Place(self.place, WHOM)


PASS: Final = Choice("pass", "no more attacks this phase")
DONE: Final = Choice("pass", "go on")


class _Choices(NamedTuple):
    ships: tuple[ShipChoice, ...]
    evade: tuple[ShipChoice, ...]
    shots: dict[int, tuple[Shot, ...]]  # by weapon and target


@lru_cache(maxsize=64)
def _choices(charts: Charts) -> _Choices:
    ships = range(len(charts.ships))
    return _Choices(
        tuple(ShipChoice(charts, "ship", "attacks", ship) for ship in ships),
        tuple(ShipChoice(charts, "evade", "takes evasive action", ship) for ship in ships),
        {weapon: tuple(Shot(charts, weapon, ship) for ship in ships) for weapon in _WORDS},
    )


@lru_cache(maxsize=1024)
def _strike(
    charts: Charts, kind: AirKind, target: ShipNumber, count: int, all_there: bool
) -> StrikeChoice:
    return StrikeChoice(charts, kind, target, count, all_there)


@mypyc_attr(allow_interpreted_subclasses=True)
class Prospects:
    """The phase as it begins: what is seen, and the attacks of every ship.

    They are worked out when first asked for; copies of the phase share what is known.
    """

    __slots__ = ("_foes", "_gunned", "_menus", "sight")

    def __init__(self, state: SamarState) -> None:
        self.sight = sight_of(state)
        self._foes = (state.afloat(USN), state.afloat(IJN))  # by navy
        banned = [barred(state, navy) for navy in (IJN, USN)]
        self._gunned = tuple(
            [foe for foe in foes if foe not in ban]
            for foes, ban in zip(self._foes, banned, strict=True)
        )
        self._menus: dict[int, tuple[Shot, ...]] = {}

    def ships(self, state: SamarState) -> tuple[ShipNumber, ...]:
        """All ships that have an attack to make."""
        return tuple(
            ship
            for navy in (USN, IJN)
            for ship in self._foes[navy]
            if next(self._shots(state, ship), None)
        )

    def menu(self, state: SamarState, ship: ShipNumber) -> tuple[Shot, ...]:
        """All attacks of a ship."""
        found = self._menus.get(ship)
        if found is None:
            found = self._menus[ship] = tuple(self._shots(state, ship))
        return found

    def _shots(self, state: SamarState, ship: ShipNumber) -> Iterator[Shot]:
        """D-11, D-12: an enemy in range and sight; guns only if no aircraft are on it (A-11)."""
        charts, where, sight = state.charts, state.where, self.sight
        here, navy, menus = where[ship], charts.navy[ship], _choices(charts).shots
        for weapon in _WORDS:
            reach = reach_of(state, ship, weapon, sight)
            if reach < 0:
                continue
            targets = self._foes if weapon == TORPEDO else self._gunned
            for target in targets[navy]:
                if DISTANCE[where[target] - here] <= reach and clear_shot(
                    state, ship, target, weapon, sight
                ):
                    yield menus[weapon][target]

    def __eq__(self, other: object) -> bool:
        # All the rest follows from what is seen, and from the state that holds it.
        return isinstance(other, Prospects) and self.sight == other.sight


@mypyc_attr(allow_interpreted_subclasses=True)
class Combat(Step[SamarState]):
    """3.3 phase 1: evasive action and air units where options have them here, then attacks.

    `orders` are the attacks plotted so far (A-32), which only their owner knows: pairs of a ship
    (-1 for aircraft) and its shot or strike.
    """

    __slots__ = ("active", "orders", "passed", "prospects", "ship", "stage", "waiting")

    def __init__(self) -> None:
        self.stage = _BEGIN
        self.active = IJN
        self.passed = 0  # a bit for each side that has passed
        self.ship = -1  # the ship that acts, until its target is chosen
        self.waiting: tuple[int, ...] = ()  # ships that have not attacked yet
        self.orders: tuple[tuple[int, Choice], ...] = ()
        self.prospects: Prospects | None = None

    def copy(self) -> Combat:
        twin = Combat.__new__(Combat)
        twin.stage = self.stage
        twin.active = self.active
        twin.passed = self.passed
        twin.ship = self.ship
        twin.waiting = self.waiting
        twin.orders = self.orders
        twin.prospects = self.prospects
        return twin

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        """Go through the stages; each may have something to ask."""
        if self.stage == _BEGIN:
            _begin(state, log)
            self.stage = _EVADE
        if self.stage == _EVADE:
            decision = self._ask_evasion(state)
            if decision:
                return decision
            self.stage = _PLACE
        if self.stage == _PLACE:
            placements = place_options(state, USN)
            if placements:
                return Decision(SEATS[USN], "Call in air strikes?", (*placements, DONE))
            self._look(state)
        if self.stage == _ATTACK:
            decision = self._ask_attack(state)
            if decision:
                return decision
            self.stage = _RESOLVE
        if self.orders:
            (ship, choice), self.orders = self.orders[0], self.orders[1:]
            self._attack(state, ship, choice, dice, log)
            return None
        apply_blows(state, log)
        _end(state)
        state.agenda.pop()
        return None

    def choose(self, state: SamarState, choice: Any, dice: Dice, log: Log | None) -> None:
        if self.stage == _EVADE:
            self._evade(state, choice, log)
        elif self.stage == _PLACE:
            if isinstance(choice, AirChoice):
                place(state, choice, log)
            else:
                self._look(state)
        elif isinstance(choice, ShipChoice):
            self.ship = choice.ship
        elif choice == PASS:
            self._pass()
        else:
            self._act(state, choice, dice, log)

    def _pass(self) -> None:
        """The active side has nothing more to do here."""
        self.passed |= 1 << self.active
        self.active = 1 - self.active

    # --- Before the attacks ---

    def _ask_evasion(self, state: SamarState) -> Decision | None:
        """A-30: first the IJN, then the USN; ships at battle speed only (4.1)."""
        if not state.charts.options.evasive_in_combat:
            return None
        menu = _choices(state.charts).evade
        while self.passed != 3:
            ships = [
                ship
                for ship in state.afloat(self.active)
                if state.speed[ship] == BATTLE
                and state.condition[ship] == FIT
                and not state.panic[ship]
            ]
            if ships:
                options = [*(menu[ship] for ship in ships), DONE]
                return Decision(
                    SEATS[self.active], "Which ships take evasive action?", tuple(options)
                )
            self._pass()
        self.passed = 0
        return None

    def _evade(self, state: SamarState, choice: Any, log: Log | None) -> None:
        if not isinstance(choice, ShipChoice):
            self._pass()
            return
        ship, charts = choice.ship, state.charts
        state.speed[ship] = EVASIVE
        if log:
            log.add(
                "evasive action",
                "S-4.1-evasive-1",
                places=[charts.places[ship]],
                ship=charts.ships[ship].name,
            )

    def _look(self, state: SamarState) -> None:
        """A-32: from here on every attack is judged by how things stand now."""
        state.struck = targets_under_attack(state)
        self.prospects = Prospects(state)
        self.waiting = self.prospects.ships(state)
        self.stage = _ATTACK

    # --- The attacks ---

    def _ask_attack(self, state: SamarState) -> Decision | None:
        """D-10: one attack of the active side, or pass; no pass while its aircraft wait (D-13)."""
        charts = state.charts
        if self.ship >= 0:
            assert self.prospects is not None, "a ship is chosen after the look round"
            prompt = f"{charts.ships[self.ship].name}: attack whom?"
            return Decision(SEATS[self.active], prompt, self.prospects.menu(state, self.ship))
        for _ in SEATS:
            if not self.passed >> self.active & 1:
                options = self._actions(state)
                if options:
                    return Decision(SEATS[self.active], "Which attack is next?", tuple(options))
            self.active = 1 - self.active
        return None

    def _actions(self, state: SamarState) -> list[Choice]:
        charts, active = state.charts, self.active
        menu, navy = _choices(charts).ships, charts.navy
        options: list[Choice] = [menu[ship] for ship in self.waiting if navy[ship] == active]
        flights = self._strikes(state)
        if flights:
            options += flights
        elif options:
            options.append(PASS)
        return options

    def _strikes(self, state: SamarState) -> list[StrikeChoice]:
        """D-13 (A-47): the air attacks to be made, with any number of the units of a type.

        Those plotted already are left out.
        """
        if max(state.air, default=-1) < 0:
            return []
        waiting = strikes(state, self.active)
        for _, choice in self.orders:
            if isinstance(choice, StrikeChoice) and (choice.kind, choice.target) in waiting:
                waiting[choice.kind, choice.target] -= choice.count
        return [
            _strike(state.charts, kind, target, count, count == there)
            for (kind, target), there in sorted(waiting.items())
            for count in range(there, 0, -1)
        ]

    def _act(self, state: SamarState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """An attack is made at once, and the other side goes on; or it is plotted."""
        ship, self.ship = self.ship, -1
        if ship >= 0:
            self.waiting = tuple(other for other in self.waiting if other != ship)
        if state.charts.options.combat_declaration == "plot":
            self.orders += ((ship, choice),)
            return
        self.active = 1 - self.active
        self._attack(state, ship, choice, dice, log)

    def _attack(
        self, state: SamarState, ship: ShipNumber, choice: Choice, dice: Dice, log: Log | None
    ) -> None:
        assert self.prospects is not None, "attacks follow the look round"
        sight = self.prospects.sight
        if isinstance(choice, StrikeChoice):
            state.agenda.append(Strike(choice.kind, choice.target, choice.count, sight))
        elif isinstance(choice, Shot):
            blow = fire(state, ship, choice.target, choice.weapon, sight, dice, log)
            state.blows.append(blow)


def _begin(state: SamarState, log: Log | None) -> None:
    """A new phase: nothing is thrown yet, and aircraft without target have gone home (A-49)."""
    state.phase = COMBAT
    state.blows = []
    return_lost(state, log)


def _end(state: SamarState) -> None:
    """What counts for this phase only is forgotten; A-11: guns may be barred for the whole turn."""
    state.shaken = {}
    state.aa_fired = 0
    if state.charts.options.combined_fire == "while_marked":
        state.struck = ()
