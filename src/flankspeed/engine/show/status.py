"""Status: where a game stands, in the few words that a player always has in sight."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib.resources.abc import Traversable

import msgspec

from flankspeed.engine.data import convert, read_toml
from flankspeed.engine.errors import DataError
from flankspeed.engine.show.text import fill


class Status(msgspec.Struct, frozen=True):
    """Where a game stands.

    `phases` are those of a turn (or of what the game goes through), in order, `phase` is the number
    of the one that is under way, and `next` names what comes after it. `standing` says how victory
    stands. `help` says in a sentence or two what the phase is for, `rule` where the rules have it.
    """

    turn: str = ""
    time: str = ""
    phases: list[str] = []
    phase: int | None = None
    next: str = ""
    standing: str = ""
    help: str = ""
    rule: str = ""


def status_lines(status: Status) -> list[str]:
    """A status in two lines at most: when it is, and how victory stands."""
    phase = "" if status.phase is None else status.phases[status.phase]
    under_way = f"{phase}, then: {status.next}" if status.next else phase
    when = ". ".join(part for part in (status.turn, status.time, under_way) if part)
    return [line for line in (when, status.standing) if line]


class PhaseWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phase in words; those of one `part` (a turn, set-up) follow each other.

    `next` is said where what follows is not the next phase of the part.
    """

    key: str
    part: str
    title: str
    help: str
    rule: str
    next: str = ""


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of words: templates of turns and standings by name, and the phases in order."""

    turn: dict[str, str]
    standing: dict[str, str]
    phase: list[PhaseWords]


class StatusWords:
    """The words of a game's status, from a TOML file that is checked as it is loaded."""

    __slots__ = ("_phases", "_standing", "_turn")

    def __init__(self, path: Traversable, rules: Collection[str], keys: Collection[str]) -> None:
        """`rules` are the ids there are; there must be a phase for each of `keys`, and no other."""
        data = convert(read_toml(path), _Data, path.name)
        self._turn, self._standing = data.turn, data.standing
        found = [phase.key for phase in data.phase]
        if sorted(found) != sorted(keys):
            odd = sorted(set(found) ^ set(keys)) or found
            raise DataError(f"{path.name}: each phase must stand there once: {', '.join(odd)}")
        self._phases = {phase.key: _status(path.name, data.phase, phase) for phase in data.phase}
        for phase in data.phase:
            if phase.rule not in rules:
                raise DataError(f"{path.name}: there is no rule {phase.rule!r}")

    def turn(self, name: str, facts: Mapping[str, object]) -> str:
        """When it is, by the template of that name."""
        return fill(self._turn[name], facts)

    def standing(self, name: str, facts: Mapping[str, object]) -> str:
        """How victory stands, by the template of that name."""
        return fill(self._standing[name], facts)

    def status(self, key: str, turn: str, time: str, standing: str) -> Status:
        """The status in a phase."""
        base = self._phases[key]
        return Status(
            turn, time, base.phases, base.phase, base.next, standing, base.help, base.rule
        )


def _status(name: str, phases: list[PhaseWords], phase: PhaseWords) -> Status:
    """What is always the same in a phase."""
    part = [other for other in phases if other.part == phase.part]
    number = part.index(phase)
    after = part[number + 1 :]
    follows = phase.next or (after[0].title if after else "")
    if not follows:
        raise DataError(f"{name}: nothing says what comes after {phase.title!r}")
    titles = [other.title for other in part]
    return Status(phases=titles, phase=number, next=follows, help=phase.help, rule=phase.rule)
