"""The second phase: dives on the ship (rulebook "The Second Phase of the Attack")."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision, Dice, Log, Modifier, Result, Step, Throw
from flankspeed.games.kamikaze.data.board import (
    BEAM_ROW,
    BOW,
    SECTION_AT,
    SECTIONS,
    SHIP_COLUMN,
    column_row,
    position_name,
    square_name,
    square_place,
)
from flankspeed.games.kamikaze.data.charts import (
    DIVE_MP,
    GUN_LOSS,
    HIT,
    HITS_TO_DESTROY,
    JINK,
    JINK_SIDE,
    SINKING_DAMAGE,
)
from flankspeed.games.kamikaze.data.guns import Mount
from flankspeed.games.kamikaze.data.planes import (
    CRASHED,
    FLYING,
    NAMES,
    SHOT_DOWN,
    SPLASHED,
    THROUGH,
)
from flankspeed.games.kamikaze.rules.battery import Battery
from flankspeed.games.kamikaze.rules.movement import Move
from flankspeed.games.kamikaze.state import KamikazeState

BEGIN = Choice("dive", "begin the dives")


class Dives(Step[KamikazeState]):
    """Phase 2: the kamikazes that came through dive one after another."""

    __slots__ = ()

    def copy(self) -> Dives:
        return self

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """K-2-setup-1, K-2-dive-1: clear the board, then one dive at a time, by number.

        After a dogfight the first dive is asked for: its D8 would bar the last exit from undo.
        """
        if state.phase == 1:
            state.phase = 2
            state.through = len(state.kamikazes(THROUGH))
            state.positions = [-1] * len(state.positions)
            state.occupied = 0
            state.path = []
            if state.turn:
                prompt = f"The dogfight is over, {state.through} came through: begin the dives"
                return Decision("ijn", prompt, (BEGIN,), asked=True)
        waiting = state.kamikazes(THROUGH)
        if waiting:
            _begin_dive(state, waiting[0], dice, log)
        else:
            state.agenda.pop()
            state.result = Result("usn", "the ship is afloat")
            if log:
                log.add("afloat", "K-2-end-1", damage=state.damage)
        return None


def _begin_dive(state: KamikazeState, plane: int, dice: Dice, log: Log | None) -> None:
    """K-2-dive-2: one D8 says where the kamikaze comes in."""
    if log:
        log.add("heading", "K-2-dive-1", title=f"{NAMES[plane]} dives")
    state.entry = dice.roll(8, "entry point")
    state.active = plane
    state.fates[plane] = FLYING
    state.hits = 0
    state.mp = DIVE_MP
    state.path = []
    if log:
        square = state.charts.entry_points[state.entry - 1]
        log.add(
            "entry point",
            "K-2-dive-2",
            throws=[Throw(8, (state.entry,), "entry point")],
            places=[square_place(square)],
            who=NAMES[plane],
            point=state.entry,
            square=square_name(square),
        )
    state.agenda.append(Dive())


class Dive(Step[KamikazeState]):
    """One dive: enter, then square by square until crash, splash or six hits."""

    __slots__ = ()

    def copy(self) -> Dive:
        return self

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """Offer a facing to enter with (D2-face), then moves (D2-step)."""
        plane = state.active
        position, mp = state.positions[plane], state.mp
        if position < 0:
            prompt = f"{NAMES[plane]} comes in at entry point {state.entry}: choose its facing"
            return Decision("ijn", prompt, state.charts.faces)
        options = [move for move in state.charts.dive_moves[position] if move.cost <= mp]
        doomed = state.charts.options.splash == "doomed" and state.charts.reach[position] > mp
        if doomed or not options:
            end_dive(state, SPLASHED, "K-2-splash-2", "cannot reach the ship", log)
            return None
        prompt = f"{NAMES[plane]} dives: {mp} MP left, {state.hits} hits"
        return Decision("ijn", prompt, tuple(options), asked=True)

    def choose(self, state: KamikazeState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """K-2-dive-7: one square, then the volley; a ship square is the crash (K-2-crash-1)."""
        if isinstance(choice, Move):
            came_from = state.positions[state.active] >> 3
            state.mp -= choice.cost
            if SECTION_AT[choice.to >> 3] < 0:
                _stand(state, choice.to, log)
                state.agenda.append(Volley(choice.to >> 3))
                return
            state.agenda.append(Crash(choice.to >> 3, came_from))
            if state.charts.options.crash_volley == "on":
                state.agenda.append(Volley(came_from, crashing=True))
        else:
            square = state.charts.entry_points[state.entry - 1]
            state.mp -= 1  # K-2-dive-4: the entry square is the first of the 20 points
            _stand(state, square * 8 + state.charts.faces.index(choice), log)
            state.agenda.append(Volley(square))


def _stand(state: KamikazeState, position: int, log: Log | None) -> None:
    state.positions[state.active] = position
    state.path.append(position)
    if log:
        who = NAMES[state.active]
        places = [f"plane:{who}", square_place(position >> 3)]
        log.add(
            "move", "K-2-dive-7", places=places, who=who, to=position_name(position), mp=state.mp
        )


def end_dive(state: KamikazeState, fate: int, rule: str, why: str, log: Log | None) -> None:
    """The dive has failed, and the log says why."""
    if log:
        kind = "splash" if fate == SPLASHED else "shot down"
        log.add(kind, rule, who=NAMES[state.active], why=why)
    gone(state, fate)


def gone(state: KamikazeState, fate: int) -> None:
    """The kamikaze is off the board; the agenda goes back to the next dive."""
    state.remove(state.active, fate)
    state.active = -1
    state.mp = 0
    del state.agenda[1:]


class Volley(Step[KamikazeState]):
    """Defensive fire on one square, and the jinks that its hits cause."""

    __slots__ = ("checks", "crashing", "fired", "group", "held", "square")

    def __init__(self, square: int, crashing: bool = False) -> None:
        self.square = square
        self.crashing = crashing  # the extra volley of crashVolley=on: no jink any more
        self.group = ""  # the group of guns chosen where the square leaves it open
        self.held = 0  # mask of the mounts held back
        self.fired = False
        self.checks = 0  # hits still to be checked for a jink

    def copy(self) -> Volley:
        twin = Volley(self.square, self.crashing)
        twin.group = self.group
        twin.held = self.held
        twin.fired = self.fired
        twin.checks = self.checks
        return twin

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """K-2-fire: choose the guns where there is a choice, throw, then check each hit."""
        if not self.fired:
            decision = self._gun_decision(state)
            if decision:
                return decision
            if self._fire(state, dice, log):
                return None
        if self.crashing:
            self.checks = 0
        while self.checks:
            self.checks -= 1
            if self._jink(state, dice, log):
                return None
        state.agenda.pop()
        return None

    def _firing(self, state: KamikazeState) -> int:
        group = self.group or self._automatic_group(state)
        return state.charts.battery.firing(self.square, state.guns, group) & ~self.held

    def counted(self, state: KamikazeState) -> list[Modifier]:
        """The dice of the volley by section and type, as players count them."""
        counts: dict[str, int] = {}
        for mount in state.charts.battery.of(self._firing(state)):
            name = f"{mount.section} {mount.type}"
            counts[name] = counts.get(name, 0) + 1
        return [Modifier(name, count) for name, count in counts.items()]

    def _automatic_group(self, state: KamikazeState) -> str:
        """A-26: the half the plane came from, if the option says so; else the larger group."""
        if state.charts.options.beam_row != "cameFrom":
            return ""
        for position in reversed(state.path):
            _, row = column_row(position >> 3)
            if row != BEAM_ROW:
                return "bow" if row < BEAM_ROW else "stern"
        return ""

    def _gun_decision(self, state: KamikazeState) -> Decision | None:
        """D2-group and D2-hold, where the options leave them to the US."""
        options = state.charts.options
        groups = state.charts.battery.bearing[self.square]
        _, row = column_row(self.square)
        # Only on row 12: in a cone (coneMidships=on) the better side fires.
        asked = options.us_choices == "ask" and row == BEAM_ROW and options.beam_row != "cameFrom"
        if asked and not self.group and len({mask & state.guns for _, mask in groups}) > 1:
            return Decision(
                "usn",
                f"{NAMES[state.active]} is at {square_name(self.square)}: which guns fire?",
                tuple(GunGroup(name, (mask & state.guns).bit_count()) for name, mask in groups),
            )
        if options.hold_fire == "no":
            return None
        # Mounts are held in order, so that each set of them can be named in one way only.
        battery = state.charts.battery
        later = self._firing(state) & ~((1 << self.held.bit_length()) - 1)
        holds = [HoldMount(mount, battery) for mount in battery.of(later)]
        if not holds:
            return None
        prompt = f"{NAMES[state.active]} is at {square_name(self.square)}: fire, or hold a gun?"
        return Decision("usn", prompt, (FIRE, *holds))

    def choose(self, state: KamikazeState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """Note the group or the held gun; `fire` begins the volley."""
        if isinstance(choice, GunGroup):
            self.group = choice.group
        elif isinstance(choice, HoldMount):
            self.held |= choice.mask
        else:
            self._fire(state, dice, log)

    def _fire(self, state: KamikazeState, dice: Dice, log: Log | None) -> bool:
        """K-2-fire-1 and 2, K-2-hit: a D6 for each gun, each 6 a hit; True if it is shot down."""
        self.fired = True
        firing = self._firing(state)
        if not firing:
            return False
        thrown = dice.throw(firing.bit_count(), "US fire, volley")
        hits = thrown.count(HIT)
        state.hits += hits
        self.checks += hits
        if log:
            log.add(
                "volley",
                "K-2-fire-2",
                throws=[Throw(6, tuple(thrown), "US fire, volley")],
                modifiers=self.counted(state),
                places=[square_place(self.square), f"plane:{NAMES[state.active]}"],
                who=NAMES[state.active],
                hits=hits,
                total=state.hits,
            )
        if state.hits < HITS_TO_DESTROY:
            return False
        end_dive(state, SHOT_DOWN, "K-2-hit-2", f"{state.hits} hits", log)
        return True

    def _jink(self, state: KamikazeState, dice: Dice, log: Log | None) -> bool:
        """K-2-jink: black and yellow die for one hit; True if the volley is over or fired anew."""
        black, yellow = dice.d6("black die, jink"), dice.d6("yellow die, side of the jink")
        side = JINK_SIDE[yellow] if JINK[black] == "jink" else "none"
        position = state.positions[state.active]
        if log:
            log.add(
                "jink",
                "K-2-jink-2",
                throws=[Throw(6, (black,), "black die"), Throw(6, (yellow,), "yellow die")],
                who=NAMES[state.active],
                side=side,
            )
        if side == "none":
            return False
        to = state.charts.jinks[position][side == "right"]
        if to < 0:
            end_dive(state, SPLASHED, "K-2-jink-7", "jinked off the board", log)
            return True
        if SECTION_AT[to >> 3] >= 0:
            if state.charts.options.jink_into_ship == "splash":
                end_dive(state, SPLASHED, "K-2-jink-8", "jinked into the ship's side", log)
            else:
                state.agenda[-1] = Crash(to >> 3, position >> 3)
            return True
        _stand(state, to, log)
        if state.charts.options.jink_volley == "on":
            self.square, self.group, self.held, self.fired = to >> 3, "", 0, False
            return True
        return False


class GunGroup(Choice):
    """Let this group of guns join in."""

    __slots__ = ("group",)

    def __init__(self, group: str, dice: int) -> None:
        super().__init__(f"guns {group}", f"{group} guns: {dice} dice", f"guns:{group}")
        self.group = group


class HoldMount(Choice):
    """Hold this mount's fire."""

    __slots__ = ("mask",)

    def __init__(self, mount: Mount, battery: Battery) -> None:
        super().__init__(f"hold {mount.id}", f"hold {mount.name}", f"mount:{mount.id}")
        self.mask = battery.mask([mount.id])


class LoseMount(Choice):
    """Give this mount up."""

    __slots__ = ("mask",)

    def __init__(self, mount: Mount, mask: int) -> None:
        super().__init__(f"lose {mount.id}", f"lose {mount.name}", f"mount:{mount.id}")
        self.mask = mask


FIRE = Choice("fire", "fire all guns not held")


class Crash(Step[KamikazeState]):
    """A kamikaze hits the ship: damage to the ship, then to the guns of the section."""

    __slots__ = ("came_from", "losses", "square", "struck")

    def __init__(self, square: int, came_from: int) -> None:
        self.square = square
        self.came_from = came_from
        self.struck = False  # damage and guns have been thrown for
        self.losses: list[str] = []  # types of guns still to be taken away

    def copy(self) -> Crash:
        twin = Crash(self.square, self.came_from)
        twin.struck = self.struck
        twin.losses = self.losses[:]
        return twin

    @property
    def section(self) -> int:
        """K-2-crash-1: the section of the square entered."""
        return SECTION_AT[self.square]

    @property
    def side(self) -> str:
        """The side struck: the one the kamikaze came from."""
        column, _ = column_row(self.came_from)
        if column == SHIP_COLUMN:
            return "ahead" if self.section == BOW else "astern"
        return "starboard" if column > SHIP_COLUMN else "port"

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """K-2-dmg, K-2-gun: one D6 of damage; if afloat, one D6 for guns."""
        if not self.struck:
            self.struck = True
            if self._damage(state, dice, log):
                return None
            self._throw_for_guns(dice, log)
        while self.losses:
            candidates = self._candidates(state)
            if not candidates:
                self.losses.clear()  # K-2-gun-2 and 3: no more of the type in the section
                break
            decision = self._loss_decision(state, candidates)
            if decision:
                return decision
            self._lose(state, self._pick(state, candidates, dice, log), log)
        gone(state, CRASHED)
        return None

    def choose(self, state: KamikazeState, choice: LoseMount, dice: Dice, log: Log | None) -> None:
        """D2-loss: the US gives up the mount it chose."""
        self._lose(state, choice.mask, log)

    def _damage(self, state: KamikazeState, dice: Dice, log: Log | None) -> bool:
        """K-2-dmg-1 and 2: add 1D6; at six points the ship sinks and Japan has won."""
        die = dice.d6("damage to the ship")
        state.damage = min(state.damage + die, SINKING_DAMAGE)
        sunk = state.damage == SINKING_DAMAGE
        if log:
            log.add(
                "crash",
                "K-2-dmg-1",
                throws=[Throw(6, (die,), "damage to the ship")],
                places=[f"section:{SECTIONS[self.section]}", f"plane:{NAMES[state.active]}"],
                who=NAMES[state.active],
                section=SECTIONS[self.section],
                side=self.side,
                damage=die,
                total=state.damage,
                sunk=sunk,
            )
        if sunk:
            gone(state, CRASHED)
            state.agenda.clear()
            state.result = Result("ijn", "the ship is sunk")
        return sunk

    def _throw_for_guns(self, dice: Dice, log: Log | None) -> None:
        die = dice.d6("damage to the guns")
        self.losses = GUN_LOSS[die].split()
        if log:
            log.add(
                "gun die",
                "K-2-gun-1",
                throws=[Throw(6, (die,), "damage to the guns")],
                places=[f"section:{SECTIONS[self.section]}"],
                section=SECTIONS[self.section],
                guns=" and ".join(self.losses),
            )

    def _candidates(self, state: KamikazeState) -> int:
        """K-2-gun-4: the living mounts of the type, those of the side that loses guns first."""
        battery, options = state.charts.battery, state.charts.options
        gun_type = self.losses[0]
        living = battery.select(section=SECTIONS[self.section], type=gun_type) & state.guns
        near = battery.select(side=self.side) & living
        return near if near and options.loss_side == "near" else living

    def _open_sides(self, state: KamikazeState, candidates: int) -> bool:
        """Whether it matters which mount goes: some are to port and some to starboard."""
        battery = state.charts.battery
        port, starboard = (battery.select(side=side) & candidates for side in ("port", "starboard"))
        both_go = self.losses.count(self.losses[0]) >= candidates.bit_count()
        return bool(port and starboard and not both_go)

    def _rolled(self, state: KamikazeState) -> bool:
        options = state.charts.options
        abeam = self.side in ("port", "starboard")
        by_die = options.loss_side if abeam else options.loss_ahead
        return by_die == "die"

    def _loss_decision(self, state: KamikazeState, candidates: int) -> Decision | None:
        if state.charts.options.us_choices == "auto" or self._rolled(state):
            return None
        if not self._open_sides(state, candidates):
            return None
        battery = state.charts.battery
        by_side = [
            _lowest(battery.select(side=side) & candidates) for side in ("starboard", "port")
        ]
        options = [LoseMount(battery.of(mask)[0], mask) for mask in by_side]
        return Decision("usn", f"a {self.losses[0]} mount is destroyed: which one?", tuple(options))

    def _pick(self, state: KamikazeState, candidates: int, dice: Dice, log: Log | None) -> int:
        """A-37: by die where the option says so, else the port one unless port is weaker."""
        battery = state.charts.battery
        if not self._open_sides(state, candidates):
            return _lowest(candidates)
        if self._rolled(state):
            die = dice.d6("side that loses a gun")
            side = "port" if die % 2 else "starboard"
            if log:
                throw = Throw(6, (die,), "side that loses a gun")
                log.add("loss side", "K-2-gun-4", throws=[throw], side=side)
        else:
            waist = battery.select(section="amidships") & state.guns
            port = (battery.select(side="port") & waist).bit_count()
            starboard = (battery.select(side="starboard") & waist).bit_count()
            side = "starboard" if port < starboard else "port"
        return _lowest(battery.select(side=side) & candidates)

    def _lose(self, state: KamikazeState, mask: int, log: Log | None) -> None:
        state.guns &= ~mask
        self.losses.pop(0)
        if log:
            (mount,) = state.charts.battery.of(mask)
            log.add("gun lost", "K-2-gun-1", places=[f"mount:{mount.id}"], mount=mount.name)


def _lowest(mask: int) -> int:
    return mask & -mask
