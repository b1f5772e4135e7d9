"""The people aboard: who is where, who is killed, and who takes his place (7.6)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Roll
from flankspeed.engine.decision import WHERE, WHO, Place
from flankspeed.games.picket.data.ids import (
    BRIDGE,
    CPO,
    DCO,
    EQUIPMENT,
    GUNNERY,
    NOBODY,
    NOWHERE,
    PEOPLE,
    PRIMARIES,
    SECTIONS,
    XO,
    EquipmentId,
    PersonId,
    PrimaryId,
    SectionId,
)
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.rules.damage.notes import Question
from flankspeed.games.picket.rules.damage.posts import (
    Station,
    home_of,
    open_posts,
    posting,
    take_only_post,
    without_post,
)
from flankspeed.games.picket.rules.masks import bits, marked
from flankspeed.games.picket.rules.places import OFFICER_PLACES, SECONDARY_PLACES, SECTION_PLACES
from flankspeed.games.picket.state import CHIEFS, OFFICERS, PicketState, PicketStep

_MAN_KILLED: Final = Question(
    "is the man there killed?", "P-7.7.K-1", roll_charts().figures.figure("crewman_killed_at_least")
)
_TABLE_13: Final = Roll.on(roll_charts().officer_killed, "Table 13")
_OFFICER_MASK: Final = (1 << len(OFFICERS)) - 1
_PRIMARY_SECTION: Final = tuple(room.section for room in ship().primaries)
_EQUIPMENT_SECTION: Final = ship().equipment_section
_SECONDARY_SECTION: Final = tuple(room.section for room in ship().secondaries)
# By section: what its repair crew may be sent to.
_PRIMARIES, _EQUIPMENT, _SECONDARIES = (
    tuple(tuple(i for i, where in enumerate(sections) if where == s) for s in range(len(SECTIONS)))
    for sections in (_PRIMARY_SECTION, _EQUIPMENT_SECTION, _SECONDARY_SECTION)
)
_SECONDARY_MASKS: Final = tuple(sum(1 << room for room in rooms) for rooms in _SECONDARIES)


def value(state: PicketState, person: PersonId) -> int:
    """The rating of an officer or chief; 0 while he is dead (R-97)."""
    return state.values[person] if state.alive >> person & 1 else 0


def called(state: PicketState, person: PersonId) -> str:
    """An officer or chief by his rank, and by his name if the player has given him one."""
    name = state.names[person]
    return f"{PEOPLE[person]} {name}" if name else PEOPLE[person]


def _rename(state: PicketState, person: PersonId, name: str) -> None:
    state.names = (*state.names[:person], name, *state.names[person + 1 :])


def give_value(state: PicketState, person: PersonId, chit: int) -> None:
    """Note a man's chit; rule 11.6.B fixes the Gunnery officer, whoever he is (R-108)."""
    fixed = state.charts.options.gunnery_fixed
    state.values[person] = fixed if person == GUNNERY and fixed != "off" else chit


# --- Who is where ---


def standing(state: PicketState, officer: PersonId) -> PrimaryId:
    """The compartment an officer is in; the DCO is in CIC until he goes to a section (R-54)."""
    if officer != DCO:
        return state.posts[officer]
    return NOWHERE if state.posts[DCO] != NOWHERE else home_of(state, DCO)


def officers_at(state: PicketState, compartment: PrimaryId) -> list[PersonId]:
    """The living officers in a compartment."""
    found = []
    for officer, post in enumerate(state.posts):
        stands = standing(state, DCO) if officer == DCO else post
        if stands == compartment and state.alive >> officer & 1:
            found.append(officer)
    return found


def free_crews(state: PicketState) -> list[int]:
    """The crewmen in the DC box of each section: those not at work anywhere."""
    free = state.crew[:]
    for room in marked(state.at_primary):
        free[_PRIMARY_SECTION[room]] -= state.at_primary[room]
    for item in marked(state.at_equipment):
        free[_EQUIPMENT_SECTION[item]] -= state.at_equipment[item]
    for mount in marked(state.at_gun):
        free[state.charts.mounts[mount].section] -= state.at_gun[mount]
    for room in bits(state.secondary_crew):
        free[_SECONDARY_SECTION[room]] -= 1
    return free


def free_crew(state: PicketState, section: SectionId) -> int:
    """The crewmen in a section's DC box."""
    return free_crews(state)[section]


def leave_compartment(state: PicketState, compartment: PrimaryId) -> None:
    """R-54, R-71: those alive in a destroyed compartment go: crewmen home, officers elsewhere.

    Damage that spreads leaves them alive, at the end of a phase; the next one asks where they go.
    """
    state.at_primary[compartment] = 0
    state.carried &= ~(1 << compartment)
    for officer in OFFICERS:
        if state.posts[officer] == compartment:
            take_only_post(state, officer)


# --- Who is killed ---


def kill(state: PicketState, person: PersonId, log: Log | None) -> None:
    """7.6.A: a man is dead: his rating is void at once, the next phase brings his successor."""
    if not state.alive >> person & 1:
        return
    state.alive &= ~(1 << person)
    state.lost_people |= 1 << person
    if person in OFFICERS:
        state.posts[person] = NOWHERE
    if log:
        log.add("killed", "P-7.6.A-1", places=[OFFICER_PLACES[person]], who=called(state, person))


def kill_at_primary(
    state: PicketState, compartment: PrimaryId, log: Log | None, *, destroyed: bool = False
) -> None:
    """7.2.F, 7.7.J: a hit kills the crewmen and officers in the compartment.

    R-53: on the bridge only a party at repairs falls so, the XO with it; all die with the bridge.
    """
    party = state.at_primary[compartment]
    for officer in officers_at(state, compartment):
        if compartment != BRIDGE or destroyed or (officer == XO and party):
            kill(state, officer, log)
    if party:
        section = state.charts.ship.primaries[compartment].section
        state.at_primary[compartment] = 0
        state.carried &= ~(1 << compartment)
        _crew_killed(state, section, party, PRIMARIES[compartment], log)


def kill_at_equipment(state: PicketState, item: EquipmentId, log: Log | None) -> None:
    """7.10.E, 7.11.D: a hit on a director or radar kills the crewman at it."""
    if state.at_equipment[item]:
        section = state.charts.ship.equipment_section[item]
        state.at_equipment[item] = 0
        state.held &= ~(1 << item)
        _crew_killed(state, section, 1, EQUIPMENT[item], log)


def kill_at_secondaries(
    state: PicketState, section: SectionId, dice: Dice, log: Log | None
) -> None:
    """7.7.K: a hit on any secondary of a section: a 6 kills each man in its secondary box."""
    for room in _SECONDARIES[section]:
        if not state.secondary_crew >> room & 1:
            continue
        name = state.charts.ship.secondaries[room].name
        if _MAN_KILLED.throw(name, SECONDARY_PLACES[room], dice, log):
            state.secondary_crew &= ~(1 << room)
            _crew_killed(state, section, 1, name, log)


def _crew_killed(
    state: PicketState, section: SectionId, men: int, where: str, log: Log | None
) -> None:
    state.crew[section] -= men
    if log:
        log.add(
            "crewmen killed",
            "P-7.2.F-1",
            places=[SECTION_PLACES[section]],
            men=men,
            where=where,
            repair=section + 1,
            left=state.crew[section],
        )


def officer_killed(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.3.V: Table 13 says which officer or chief is killed, if any."""
    reading = _TABLE_13.throw(dice, "officer killed, Table 13")
    person = reading.result
    if log:
        who = "nobody" if person == NOBODY else called(state, person)
        log.add("officer killed", "P-7.3.V-1", readings=[reading], who=who)
    if person != NOBODY:
        kill(state, person, log)


# --- Who takes his place ---


class Promote(Choice):
    """Make this repair chief the CPO."""

    __slots__ = ("chief",)

    def __init__(self, section: SectionId) -> None:
        self.chief = CHIEFS[section]
        super().__init__(
            f"promote {section + 1}",
            f"the chief of Repair {section + 1} becomes CPO",
            OFFICER_PLACES[self.chief],
        )

    @property
    def places(self) -> tuple[Place, ...]:
        """The chief, and the CPO whose place he takes."""
        return Place(self.place, WHO), Place(OFFICER_PLACES[CPO], WHERE)


_PROMOTIONS: Final = tuple(Promote(section) for section in range(len(SECTIONS)))


@mypyc_attr(allow_interpreted_subclasses=True)
class Replacements(PicketStep):
    """7.6: at the start of a phase the dead are replaced, officers first, then chiefs (R-118)."""

    __slots__ = ()

    def copy(self) -> Replacements:
        return self

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Close the ranks of the officers (D-10 if one is dead), then those of the chiefs.

        Last, whoever has no post takes one (R-54).
        """
        dead = [officer for officer in OFFICERS if state.lost_people >> officer & 1]
        state.lost_people &= ~_OFFICER_MASK
        if len(dead) == 1 and state.charts.options.officer_chain == "on":
            _move_up(state, dead[0], dice, log)
            chiefs = [choice for choice in _PROMOTIONS if state.alive >> choice.chief & 1]
            if chiefs:
                return Decision("usn", "A repair chief becomes CPO: which one?", tuple(chiefs))
        elif dead:
            new_men(state, dead, "P-7.6.C-1", dice, log)
        _new_chiefs(state, dice, log)
        homeless = without_post(state)
        if homeless:
            return posting(homeless[0], open_posts(state, homeless[0]))
        state.agenda.pop()
        return None

    def choose(
        self, state: PicketState, choice: Promote | Station, dice: Dice, log: Log | None
    ) -> None:
        """D-10 and R-54: which chief is promoted, and where an officer goes."""
        if isinstance(choice, Station):
            state.posts[choice.officer] = choice.compartment
            if log:
                who, where = called(state, choice.officer), PRIMARIES[choice.compartment]
                log.add("takes post", "P-2.0.B-1", places=[choice.place], who=who, where=where)
        else:
            self._promote(state, choice, log)

    def _promote(self, state: PicketState, choice: Promote, log: Log | None) -> None:
        """7.6.B: the chief leaves his section; his successor comes with the next `run`."""
        state.alive &= ~(1 << choice.chief)
        state.lost_people |= 1 << choice.chief
        if log:
            places = [choice.place, OFFICER_PLACES[CPO]]
            log.add("promoted", "P-7.6.B-1", places=places, who=called(state, choice.chief))
        _rename(state, CPO, state.names[choice.chief])
        _rename(state, choice.chief, "")


def _move_up(state: PicketState, gap: int, dice: Dice, log: Log | None) -> None:
    """7.6.B: every value below the gap in the chain moves up one place, and the CPO's is new."""
    for officer in range(gap, CPO):
        give_value(state, officer, state.values[officer + 1])
        _rename(state, officer, state.names[officer + 1])
    if log and gap != CPO:
        places = [OFFICER_PLACES[officer] for officer in range(gap, CPO)]
        log.add("officers move up", "P-7.6.B-1", places=places, who=PEOPLE[gap])
    _come_aboard(state, gap)
    new_men(state, [CPO], "P-7.6.B-1", dice, log)


def new_men(state: PicketState, people: list[int], rule: str, dice: Dice, log: Log | None) -> None:
    """7.6.C, 7.6.E: a new chit for each; all chits go back after noting (R-110)."""
    cup = state.charts.chits
    for person, chit in zip(
        people, dice.draw(cup, len(people), "new officers' values"), strict=True
    ):
        give_value(state, person, chit)
        _rename(state, person, "")
        _come_aboard(state, person)
        if log:
            log.add(
                "new man",
                rule,
                places=[OFFICER_PLACES[person]],
                who=PEOPLE[person],
                value=state.values[person],
            )


def _come_aboard(state: PicketState, person: PersonId) -> None:
    """A dead man's place is filled; a living CPO who only gets a new value stays where he is."""
    if not state.alive >> person & 1:
        state.alive |= 1 << person
        if person in OFFICERS and person != DCO:
            take_only_post(state, person)


def _new_chiefs(state: PicketState, dice: Dice, log: Log | None) -> None:
    """7.6.D: a new chief draws a chit, and his section has one crewman less."""
    lost = [chief for chief in CHIEFS if state.lost_people >> chief & 1]
    state.lost_people = 0
    if not lost:
        return
    new_men(state, lost, "P-7.6.D-1", dice, log)
    for chief in lost:
        section = CHIEFS.index(chief)
        if state.crew[section]:
            _call_up(state, section)
            if log:
                log.add(
                    "crewman becomes chief",
                    "P-7.6.D-1",
                    places=[SECTION_PLACES[section]],
                    repair=section + 1,
                    left=state.crew[section],
                )


def _call_up(state: PicketState, section: SectionId) -> None:
    """One crewman less: from the DC box, or if that is empty from where men are at work."""
    if not free_crew(state, section):
        _take_man(state, section)
    state.crew[section] -= 1


def _take_man(state: PicketState, section: SectionId) -> None:
    for room in _PRIMARIES[section]:
        if state.at_primary[room]:
            state.at_primary[room] -= 1
            if not state.at_primary[room]:
                state.carried &= ~(1 << room)
            return
    mounts = [i for i, gun in enumerate(state.charts.mounts) if gun.section == section]
    for men, places in (
        (state.at_equipment, _EQUIPMENT[section]),
        (state.at_gun, mounts),
    ):
        for place in places:
            if men[place]:
                men[place] -= 1
                return
    at_work = state.secondary_crew & _SECONDARY_MASKS[section]
    state.secondary_crew &= ~(at_work & -at_work)
