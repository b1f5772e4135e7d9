"""Damage control (7.7 to 7.12): deck fires, repairs, counterflooding, spreading damage."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log
from flankspeed.engine.decision import WHERE, WHOM, Place
from flankspeed.games.picket.data.ids import (
    BOW,
    ENGINEER,
    LEANS,
    PORT,
    PRIMARIES,
    STARBOARD,
    STERN,
    XO,
    LeanId,
    SecondaryId,
)
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.rules.damage.compartments import (
    is_shaded,
    primary_destroyed,
    secondary_destroyed,
    spread_hit,
    spreads,
)
from flankspeed.games.picket.rules.damage.equipment import lines_destroyed
from flankspeed.games.picket.rules.damage.flooding import counterflood, net_lean, unflood_primary
from flankspeed.games.picket.rules.damage.people import called
from flankspeed.games.picket.rules.masks import bits, marked
from flankspeed.games.picket.rules.repair.crews import ENGINEER_POSTS, XO_POSTS, Post, begin_placing
from flankspeed.games.picket.rules.repair.emergency import (
    ABANDON,
    CALL_OFF,
    DECLARE,
    FAILED,
    call_off,
    declare,
    emergency_decision,
    end_below_half,
)
from flankspeed.games.picket.rules.repair.jobs import (
    EQUIP,
    GUN,
    JOBS,
    NAMES,
    PLACES,
    SEC,
    WORDS,
    Job,
    damaged_jobs,
    damaged_primaries,
    hits_on,
    men_at,
    mount_of,
    room_for,
    section_of,
    send,
    tried,
)
from flankspeed.games.picket.rules.repair.repair_rolls import (
    fight_fires,
    repair_equipment,
    repair_roll,
    repair_secondaries,
    repair_water_lines,
)
from flankspeed.games.picket.rules.station.withdrawal import check_withdrawal
from flankspeed.games.picket.state import PicketState, PicketStep, ShipLost


class Repair(Choice):
    """Roll for this compartment or gun next."""

    __slots__ = ("job",)

    def __init__(self, job: Job) -> None:
        super().__init__(f"repair {WORDS[job]}", f"repair {NAMES[job]}", PLACES[job])
        self.job = job

    @property
    def places(self) -> tuple[Place, ...]:
        """What is repaired."""
        return (Place(self.place, WHOM),)


class Move(Choice):
    """Send freed crewmen on to a job that is not rolled yet."""

    __slots__ = ("job", "men")

    def __init__(self, men: int, job: Job) -> None:
        who = "1 freed man" if men == 1 else f"{men} freed men"
        super().__init__(f"move {men} {WORDS[job]}", f"{who} to {NAMES[job]}", PLACES[job])
        self.men = men
        self.job = job

    @property
    def places(self) -> tuple[Place, ...]:
        """Where they go."""
        return (Place(self.place, WHERE),)


class Flood(Choice):
    """Flood a secondary compartment so that the ship leans more to one side."""

    __slots__ = ("lean", "secondary")

    def __init__(self, secondary: SecondaryId, lean: LeanId) -> None:
        job, side = SEC + secondary, LEANS[lean]
        where = WORDS[job].removeprefix("sec-")
        super().__init__(f"flood {where} {side}", f"flood {NAMES[job]}: {side}", PLACES[job])
        self.secondary = secondary
        self.lean = lean

    @property
    def places(self) -> tuple[Place, ...]:
        """What is flooded, and the tracks on which that counts (7.3.S, 7.4.I-L)."""
        tracks = (Place("track:flood", WHERE), Place("track:list", WHERE))
        return Place(self.place, WHOM), *tracks


STAY_HOME: Final = Choice("stay home", "nobody moves on: freed men stay in their boxes")
NO_FLOODING: Final = Choice("no flooding", "flood nothing")

_REPAIRS: Final = {job: Repair(job) for job in JOBS if job < EQUIP}
_MOST_MEN: Final = range(1, ship().primary_crew + 1)
_MOVES: Final = {job: tuple(Move(men, job) for men in _MOST_MEN) for job in JOBS if job < GUN} | {
    job: (Move(1, job),) for job in JOBS if job >= SEC
}
_FLOODS: Final = tuple(
    tuple(Flood(job - SEC, lean) for lean in range(len(LEANS))) for job in JOBS if job >= SEC
)

_EMERGENCY: Final = 0
_FAILED: Final = 1
_PLACING: Final = 2
_FIRES: Final = 3
_PRIMARIES: Final = 4
_SECONDARIES: Final = 5
_FLOODING: Final = 6
_LAST: Final = 7


@mypyc_attr(allow_interpreted_subclasses=True)
class DamageControl(PicketStep):
    """One step of damage control, after a wave or in a quiet phase, in the order of 18.B.

    Deck fires, primaries and guns, secondaries, directors, radars, water lines.
    """

    __slots__ = ("failed", "freed", "released", "rolled", "stage")

    def __init__(self) -> None:
        self.stage = _EMERGENCY
        self.failed = False  # a declaration of emergency repairs
        self.rolled = 0  # mask of the primaries and guns rolled for in this step
        self.freed = [0, 0, 0]  # crewmen whose place is fully repaired, by section
        self.released = 0  # mask of the officers whose place is

    def copy(self) -> DamageControl:
        twin = DamageControl()
        twin.stage = self.stage
        twin.failed = self.failed
        twin.rolled = self.rolled
        twin.freed = self.freed[:]
        twin.released = self.released
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Do what comes next, and wait where the player has a choice."""
        if self.stage <= _PLACING:
            decision = self._emergency_or_placing(state)
            if decision is not None or state.agenda[-1] is not self:
                return decision
        if self.stage == _FIRES:
            self.stage = _PRIMARIES
            _note_crews(state)
            fight_fires(state, dice, log)
        if self.stage == _PRIMARIES:
            decision = self._next_repair(state)
            if decision is not None:
                return decision
            self.stage = _SECONDARIES
        if self.stage == _SECONDARIES:
            self.stage = _FLOODING
            repair_secondaries(state, dice, log)
        if self.stage == _FLOODING:
            decision = _flooding_decision(state)
            if decision is not None:
                return decision
        repair_equipment(state, dice, log)
        if state.charts.options.wl_repair == "dc":
            repair_water_lines(state, dice, log)
        state.agenda.pop()
        return None

    def _emergency_or_placing(self, state: PicketState) -> Decision | None:
        """The decisions about emergency repairs, then the placing of the crews."""
        jobs = damaged_jobs(state)
        if self.stage == _EMERGENCY:
            if not jobs and not _other_damage(state):
                state.agenda.pop()
                return None
            decision = emergency_decision(state)
            if decision is not None:
                return decision
        elif self.stage == _FAILED and self.failed:
            return FAILED
        self.stage = _FIRES
        placing = begin_placing(state, jobs)
        if placing:
            state.agenda.append(placing)
        return None

    def choose(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """Take the answer to one of the decisions D-30 and D-35 to D-37."""
        if isinstance(choice, Repair):
            self._repair(state, choice.job, dice, log)
        elif isinstance(choice, Move):
            self._move(state, choice, log)
        elif isinstance(choice, Post):
            self._send_officer(state, choice, log)
        elif isinstance(choice, Flood):
            counterflood(state, choice.secondary, choice.lean, dice, log)
            check_withdrawal(state, log)
        elif choice == STAY_HOME:
            self.stage = _SECONDARIES
        elif choice == NO_FLOODING:
            self.stage = _LAST
        else:
            self._emergency(state, choice, dice, log)

    def _emergency(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """7.7.L to O: the answers about emergency repairs."""
        self.stage += 1
        if choice == DECLARE:
            self.failed = not declare(state, dice, log)
        elif choice == ABANDON:
            raise ShipLost("abandoned after a failed declaration of emergency repairs")
        elif choice == CALL_OFF:
            call_off(state, log)

    # --- Primary compartments and guns ---

    def _next_repair(self, state: PicketState) -> Decision | None:
        """D-35, D-36: what is rolled next, and where those who are free again may go."""
        waiting = tried(state) & ~self.rolled
        if not waiting and not any(self.freed) and not self.released:
            return None
        options: list[Choice] = [_REPAIRS[job] for job in bits(waiting)]
        if any(self.freed):
            options += self._moves(state)
        if self.released:
            options += self._officers(state, waiting)
        if not options:
            return None
        if waiting:
            return Decision("usn", "Choose the next repair", tuple(options))
        options.append(STAY_HOME)
        return Decision("usn", "Where do those go whose work is done?", tuple(options))

    def _moves(self, state: PicketState) -> list[Move]:
        """7.8.2.F: freed men may go to a compartment of the section that is not rolled yet."""
        options: list[Move] = []
        for job in damaged_jobs(state):
            if job in _MOVES and not self.rolled >> job & 1:
                most = min(self.freed[section_of(state, job)], room_for(state, job))
                options += _MOVES[job][:most]
        return options

    def _officers(self, state: PicketState, waiting: int) -> list[Post]:
        """7.8.2.F: an officer whose place is repaired may go to any other; the XO to guns at work.

        His rating counts again where it is not rolled yet.
        """
        options: list[Post] = []
        whole = sum(
            1 << room for room in range(len(PRIMARIES)) if not primary_destroyed(state, room)
        )
        for officer, choices in ((XO, XO_POSTS), (ENGINEER, ENGINEER_POSTS)):
            if self.released >> officer & 1:
                rest = whole & ~waiting & ~(1 << state.posts[officer])
                options += [choices[job] for job in (*bits(waiting), *bits(rest)) if job in choices]
        return options

    def _move(self, state: PicketState, choice: Move, log: Log | None) -> None:
        self.freed[section_of(state, choice.job)] -= choice.men
        send(state, choice.job, choice.men)
        _note_crews(state)
        if log:
            log.add(
                "men move on",
                "P-7.8.2.F-1",
                places=[PLACES[choice.job]],
                men=choice.men,
                where=NAMES[choice.job],
            )

    def _send_officer(self, state: PicketState, choice: Post, log: Log | None) -> None:
        self.released &= ~(1 << choice.officer)
        state.posts[choice.officer] = choice.post
        if log:
            log.add(
                "officer moves on",
                "P-7.8.2.F-1",
                places=[choice.place],
                who=called(state, choice.officer),
                where=NAMES[choice.post],
            )

    def _repair(self, state: PicketState, job: Job, dice: Dice, log: Log | None) -> None:
        """7.8.2.C to F: one roll; when no marker is left the men are free again."""
        self.rolled |= 1 << job
        off = repair_roll(state, job, dice, log)
        if not off:
            return
        left = max(hits_on(state, job) - off, 0)
        if job >= GUN:
            state.guns[mount_of(state, job)] = left
        else:
            state.primaries[job] = left
        if left:
            return
        for officer in (XO, ENGINEER):
            if state.posts[officer] == job:
                self.released |= 1 << officer
        self.freed[section_of(state, job)] += men_at(state, job)
        send(state, job, -men_at(state, job))
        if job < GUN:
            state.fires &= ~(1 << job)
            state.carried &= ~(1 << job)
            unflood_primary(state, job, log)
        if log:
            log.add("place repaired", "P-7.8.2.F-1", places=[PLACES[job]], where=NAMES[job])
        end_below_half(state, log)


def _note_crews(state: PicketState) -> None:
    """7.8.2.H: remember which primaries had a crew in this phase."""
    for room in marked(state.at_primary):
        state.crewed |= 1 << room


def _flooding_decision(state: PicketState) -> Decision | None:
    """7.9.H, R-45 (D-37): shaded secondaries that can be flooded against list and trim."""
    if not state.charts.advanced or not any(state.lean):
        return None
    to_starboard, to_bow = net_lean(state)
    leans = []
    if to_starboard:
        leans.append(PORT if to_starboard > 0 else STARBOARD)
    if to_bow:
        leans.append(STERN if to_bow > 0 else BOW)
    if not leans:
        return None
    options: list[Choice] = [
        floods[lean]
        for room, floods in enumerate(_FLOODS)
        if is_shaded(state, room) and not secondary_destroyed(state, room)
        for lean in leans
    ]
    return Decision("usn", "Flood compartments against list and trim?", (NO_FLOODING, *options))


# --- The start of the turn and the end of the phase ---


def lines_at_start_of_turn(state: PicketState, dice: Dice, log: Log | None) -> None:
    """R-41: with wl_repair=turn_start the roll of 7.12.C is made once, at the start of a turn."""
    if state.charts.options.wl_repair == "turn_start":
        repair_water_lines(state, dice, log)


def final_fire_round(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.8.1.C, R-43: one more round after the last wave; a quiet phase had its only one in DC."""
    if state.wave or state.charts.options.dc_quiet == "off":
        fight_fires(state, dice, log)


def spread_damage(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.8.2.H: a damaged primary that had no crew in the phase takes one more hit."""
    crewed = state.crewed | state.carried
    for room in damaged_primaries(state):
        if not crewed >> room & 1 and spreads(state, room):
            spread_hit(state, room, dice, log)


def lock_crews(state: PicketState) -> None:
    """7.8.2.G, R-58: who has not finished his work stays for the next phase."""
    state.carried = state.held = state.secondary_tried = 0
    if any(state.at_primary):
        for room in damaged_primaries(state):
            if state.at_primary[room]:
                state.carried |= 1 << room
    if any(state.at_equipment):
        for item in marked(state.at_equipment):
            if 0 < state.equipment[item] < state.charts.ship.equipment_boxes:
                state.held |= 1 << item


def anything_to_do(state: PicketState) -> bool:
    """R-57: whether something is damaged, burning or flooded, so that damage control is needed."""
    return bool(damaged_jobs(state)) or _other_damage(state)


def _other_damage(state: PicketState) -> bool:
    """Whether there is work for damage control beside the jobs of crewmen."""
    if state.emergency or any(state.deck_fires) or (any(state.lean) and any(net_lean(state))):
        return True
    return bool(state.water_lines) and not lines_destroyed(state)
