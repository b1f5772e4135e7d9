"""The placing of officers and crewmen before repairs (7.7, D-31 to D-34)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log
from flankspeed.engine.decision import WHERE, WHO, Place
from flankspeed.games.picket.data.ids import (
    DCO,
    ENGINEER,
    PEOPLE,
    SECTIONS,
    XO,
    PersonId,
    SectionId,
)
from flankspeed.games.picket.rules.damage.people import called, free_crews
from flankspeed.games.picket.rules.masks import bits, marked
from flankspeed.games.picket.rules.places import OFFICER_PLACES, SECTION_PLACES
from flankspeed.games.picket.rules.repair.jobs import (
    ENGINEER_JOBS,
    EQUIP,
    GUN,
    JOBS,
    NAMES,
    PLACES,
    WORDS,
    Job,
    has,
    men_at,
    room_for,
    section_of,
    send,
    tried,
)
from flankspeed.games.picket.state import IN_SECTION, PicketState, PicketStep


class Crew(Choice):
    """Put one more crewman to work on this job."""

    __slots__ = ("job",)

    def __init__(self, job: Job) -> None:
        super().__init__(f"crew {WORDS[job]}", f"a crewman to {NAMES[job]}", PLACES[job])
        self.job = job

    @property
    def places(self) -> tuple[Place, ...]:
        """Where he is put to work."""
        return (Place(self.place, WHERE),)


class Post(Choice):
    """Send an officer to a compartment, a gun or (the DCO) a section."""

    __slots__ = ("officer", "post")

    def __init__(self, officer: PersonId, post: int, word: str, name: str, place: str) -> None:
        who = PEOPLE[officer]
        super().__init__(f"{who.lower()} {word}", f"{who} to {name}", place)
        self.officer = officer
        self.post = post

    @property
    def places(self) -> tuple[Place, ...]:
        """The officer, and where he is sent."""
        return Place(OFFICER_PLACES[self.officer], WHO), Place(self.place, WHERE)


CREWS: Final = {job: Crew(job) for job in JOBS}
XO_POSTS: Final = {
    job: Post(XO, job, WORDS[job], NAMES[job], PLACES[job]) for job in JOBS if job < EQUIP
}
ENGINEER_POSTS: Final = {
    job: Post(ENGINEER, job, WORDS[job], NAMES[job], PLACES[job]) for job in JOBS if job < GUN
}
DCO_POSTS: Final = tuple(
    Post(DCO, IN_SECTION + section, name, f"the repairs {name}", SECTION_PLACES[section])
    for section, name in enumerate(SECTIONS)
)
BEGIN: Final = Choice("begin repairs", "begin the repairs")


@mypyc_attr(allow_interpreted_subclasses=True)
class Placing(PicketStep):
    """7.7.A: the placing before the repairs, one man or officer at a time, in any order."""

    __slots__ = ("free", "jobs", "manned", "placed", "rooms", "sections", "sent", "tried")

    def __init__(
        self, jobs: list[Job], sections: list[SectionId], rooms: list[int], free: list[int]
    ) -> None:
        self.jobs = jobs  # all that can be repaired now
        self.sections = sections  # of these
        self.rooms = rooms  # how many more men they can take
        self.free = free  # crewmen left in the DC boxes, by section
        self.tried = 0  # mask of the primaries and guns with a man
        self.manned = 0  # mask of the sections of these
        self.placed = 0  # mask of the officers sent somewhere in this step
        self.sent = False  # whether anybody was

    def copy(self) -> Placing:
        twin = Placing(self.jobs, self.sections, self.rooms[:], self.free[:])
        twin.tried = self.tried
        twin.manned = self.manned
        twin.placed = self.placed
        twin.sent = self.sent
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Offer every man and officer that can still be placed, and the beginning."""
        free, rooms, sections = self.free, self.rooms, self.sections
        options: list[Choice] = []
        for number, job in enumerate(self.jobs):
            if rooms[number] and free[sections[number]]:
                options.append(CREWS[job])
        if self.tried:
            options += self._officers(state, self.tried)
        if self._all_apply(state, self.tried):
            options.append(BEGIN)
        # Dice follow: until then the last one sent can be called back.
        asked = self.sent and options == [BEGIN]
        return Decision("usn", _prompt(*free), tuple(options), asked=asked)

    def _officers(self, state: PicketState, jobs: int) -> list[Post]:
        """D-31 to D-33: officers go where a repair is tried (R-55), unless they must stay."""
        posts, options = state.posts, []
        for officer, choices, mask in (
            (XO, XO_POSTS, jobs),
            (ENGINEER, ENGINEER_POSTS, jobs & ENGINEER_JOBS),
        ):
            if mask and self.free_to_go(state, officer):
                options += [choices[job] for job in bits(mask) if posts[officer] != job]
        if self.free_to_go(state, DCO):
            for section in bits(self.manned):
                if posts[DCO] != IN_SECTION + section:
                    options.append(DCO_POSTS[section])
        return options

    def _all_apply(self, state: PicketState, jobs: int) -> bool:
        """R-55: ratings must apply: XO, Engineer and DCO each take part where they can."""
        if not jobs or state.charts.options.must_apply == "off":
            return True
        rooms = jobs & ENGINEER_JOBS
        if _away(state, XO, jobs) or (rooms and _away(state, ENGINEER, rooms)):
            return False
        named = state.posts[DCO] - IN_SECTION
        return not state.alive >> DCO & 1 or has(self.manned, named)

    def free_to_go(self, state: PicketState, officer: PersonId) -> bool:
        """7.8.2.G: alive, not yet sent, and not with a crew that must stay."""
        if self.placed >> officer & 1 or not state.alive >> officer & 1:
            return False
        return not has(state.carried, state.posts[officer])

    def choose(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """One more man or officer in his place; or the end of the placing."""
        if isinstance(choice, Crew):
            self._crew(state, choice.job)
        elif isinstance(choice, Post):
            self.placed |= 1 << choice.officer
            self.sent = True
            state.posts[choice.officer] = choice.post
        else:
            state.agenda.pop()
            if log:
                _report(state, self.jobs, log)

    def _crew(self, state: PicketState, job: Job) -> None:
        """One more man of the section to a job."""
        number = self.jobs.index(job)
        section = self.sections[number]
        self.free[section] -= 1
        self.rooms[number] -= 1
        self.sent = True
        if job < EQUIP:
            self.tried |= 1 << job
            self.manned |= 1 << section
        send(state, job, 1)


def begin_placing(state: PicketState, jobs: list[Job]) -> Placing | None:
    """7.7.A, R-58: men who need not stay come back to their boxes; None if there are no jobs."""
    _call_home(state)
    if not jobs:
        return None
    sections, rooms = [], []
    for job in jobs:
        sections.append(section_of(state, job))
        rooms.append(room_for(state, job))
    placing = Placing(jobs, sections, rooms, free_crews(state))
    placing.tried = state.carried  # nobody is at work elsewhere yet
    placing.manned = sections_of(state, state.carried)
    return placing


def _call_home(state: PicketState) -> None:
    """R-58: only crews carried over, and men held on equipment and in secondaries, stay."""
    if any(state.at_primary) or state.carried:
        state.carried = _stay(
            state.at_primary, state.carried, state.primaries, state.charts.primary_boxes
        )
    if any(state.at_equipment) or state.held:
        boxes = [state.charts.ship.equipment_boxes] * len(state.equipment)
        state.held = _stay(state.at_equipment, state.held, state.equipment, boxes)
    state.at_gun = [0] * len(state.at_gun)
    for room in bits(state.secondary_crew):
        if state.secondaries[room] != 1:
            state.secondary_crew &= ~(1 << room)
    state.secondary_tried &= state.secondary_crew


def _stay(men: list[int], kept: int, hits: list[int], boxes: Sequence[int]) -> int:
    """Send men home from all places but those kept that are still to be repaired; these as mask."""
    staying = 0
    for place in marked(men):
        if kept >> place & 1 and 0 < hits[place] < boxes[place]:
            staying |= 1 << place
        else:
            men[place] = 0
    return staying


def sections_of(state: PicketState, jobs: int) -> int:
    """The mask of the sections in which jobs are tried."""
    sections = 0
    for job in bits(jobs):
        sections |= 1 << section_of(state, job)
    return sections


def _away(state: PicketState, officer: PersonId, jobs: int) -> bool:
    """Whether an officer who could be at one of these jobs is not; who must stay cannot."""
    post = state.posts[officer]
    return bool(state.alive >> officer & 1) and not has(jobs | state.carried, post)


@cache
def _prompt(*free: int) -> str:
    """How many men are left to place."""
    left = [f"{men} {section}" for men, section in zip(free, SECTIONS, strict=True)]
    return f"Damage control: men in the boxes: {', '.join(left)}"


def _report(state: PicketState, jobs: list[Job], log: Log) -> None:
    """Who is at work where: an event for each officer and each section."""
    rooms = tried(state)
    for officer in (XO, ENGINEER, DCO):
        post = state.posts[officer]
        name = NAMES[post] if has(rooms, post) else ""
        if officer == DCO and has(sections_of(state, rooms), post - IN_SECTION):
            name = f"the repairs {SECTIONS[post - IN_SECTION]}"
        if name and state.alive >> officer & 1:
            places = [OFFICER_PLACES[officer]]
            log.add(
                "officer at repairs",
                "P-2.0.D-1",
                places=places,
                who=called(state, officer),
                at=name,
            )
    for section, place in enumerate(SECTION_PLACES):
        at_work = [job for job in jobs if section_of(state, job) == section and men_at(state, job)]
        if at_work:
            log.add(
                "crews at work",
                "P-7.7.A-1",
                places=[place, *(PLACES[job] for job in at_work)],
                repair=section + 1,
                where=", ".join(f"{NAMES[job]} {men_at(state, job)}" for job in at_work),
            )
