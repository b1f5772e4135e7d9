"""What one attack of Samar does, exactly, from a few small numbers.

- `outcome(...)`: the `Outcome` of a throw of so many dice against a ship that can take so much.
- `hits_thrown`, `plain_thrown`, `criticals_thrown`: the chances of each number of hits.
- `units_left(units, chances)`: how many air units of a strike the AA fire leaves.

Everything is remembered: an attack that was asked for before costs a fraction of a microsecond.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import comb
from typing import Final, NamedTuple

from flankspeed.engine import Modifier
from flankspeed.games.samar.rules.air.aa_fire import aa_die
from flankspeed.games.samar.rules.combat.damage import critical_die
from flankspeed.games.samar.rules.combat.firing import firing_throw

# Besides the columns of the Critical Hit Throw: fire whose criticals are plain hits (S-T3-2), and
# strafing, whose criticals are fires and whose hits are nothing.
PLAIN: Final = 4
STRAFING: Final = 5
_DIE: Final = firing_throw(1)
NEVER: Final = 1 << 16  # a sum that no throw reaches: the ship cannot panic (again)


class Outcome(NamedTuple):
    """What an attack adds: averages, and the chances of what becomes of the ship by it.

    Flipped, slowed, dead, burning and panicked are ships that stay afloat.
    """

    hits: float  # dice that hit, on average
    markers: float  # hit markers, on average
    fires: float  # fire markers on a ship that stays afloat, on average
    hit: float  # any die hits
    sunk: float
    flipped: float  # shows the reverse of its counter
    slowed: float
    dead: float  # in the water
    burning: float  # any fire marker
    panicked: float


NOTHING: Final = Outcome(*[0.0] * 10)


class _Ends(NamedTuple):
    """The chances of a ship's end after a known number of hits."""

    sunk: float
    flipped: float
    slowed: float
    dead: float
    burning: float
    fires: float


# --- The firing throw ---


@cache
def _sums(dice: int) -> tuple[tuple[float, ...], ...]:
    """5.5, 5.6 together: for each number of hits, the chance of it with at least each sum."""
    sides, high = _DIE.sides, _DIE.faces
    low = [face for face in range(1, sides + 1) if face not in high]
    tables = []
    for hits in range(dice + 1):
        ways = {0: comb(dice, hits)}
        for die in range(dice):
            ways = _thrown(ways, high if die < hits else low)
        tail, tails = 0, []
        for total in range(sides * dice, -1, -1):
            tail += ways.get(total, 0)
            tails.append(tail / sides**dice)
        tables.append((*reversed(tails), 0.0))
    return tuple(tables)


def _thrown(ways: dict[int, int], faces: Iterable[int]) -> dict[int, int]:
    """The sums after one more die that shows one of these faces."""
    after: dict[int, int] = {}
    for total, count in ways.items():
        for face in faces:
            after[total + face] = after.get(total + face, 0) + count
    return after


@cache
def hits_thrown(dice: int) -> tuple[float, ...]:
    """5.5: the chance of no hit, one hit, and so on."""
    return tuple(firing_throw(dice).chances().values())


def criticals_thrown(dice: int, critical: float) -> tuple[float, ...]:
    """6.1: the chance of no critical hit, one, and so on; `critical` is that of each hit."""
    chance = _DIE.chance * critical
    return tuple(_binomial(dice, count, chance) for count in range(dice + 1))


def plain_thrown(dice: int, critical: float) -> tuple[float, ...]:
    """6.1: the chance of no hit that is not critical, one, and so on."""
    chance = _DIE.chance * (1 - critical)
    return tuple(_binomial(dice, count, chance) for count in range(dice + 1))


@cache
def _panics(dice: int, throws: int, least: int) -> tuple[float, ...]:
    """For each number of hits in all throws: the chance of it with a sum of `least` in any."""
    sums = _sums(dice)
    if throws == 1:
        return tuple(_from(tails, least) for tails in sums)
    calm = [1.0]
    for _ in range(throws):
        calm = _added(calm, [tails[0] - _from(tails, least) for tails in sums])
    return tuple(
        max(chance - still, 0.0)
        for chance, still in zip(hits_thrown(dice * throws), calm, strict=True)
    )


@cache
def panic_chance(dice: int, least: int) -> float:
    """5.6: the chance that so many dice show this sum, or more."""
    return sum(_panics(dice, 1, least)) if dice > 0 else 0.0


def _from(tails: tuple[float, ...], least: int) -> float:
    return tails[min(max(least, 0), len(tails) - 1)]


def _added(one: list[float], other: list[float]) -> list[float]:
    """The chances of the sum of two independent numbers."""
    total = [0.0] * (len(one) + len(other) - 1)
    for i, first in enumerate(one):
        for j, second in enumerate(other):
            total[i + j] += first * second
    return total


def _binomial(count: int, of_them: int, chance: float) -> float:
    return comb(count, of_them) * chance**of_them * (1 - chance) ** (count - of_them)


# --- The damage and critical hit throws ---


@cache
def _effects(column: int, bonus: int) -> dict[str, float]:
    """6.3: the chance of each effect of a critical hit."""
    nothing = {"waterline": 0.0, "fire": 0.0, "catastrophic": 0.0}
    found = {"fire": 1.0} if column >= PLAIN else critical_die(column, bonus).chances()
    return nothing | found


@lru_cache(maxsize=1 << 16)
def _ends(
    hits: int,
    critical: float,
    column: int,
    bonus: int,
    per_critical: int,
    flooding: int,
    to_flip: int,
    to_sink: int,
    flooded: int,
) -> _Ends:
    """What becomes of the ship after so many hits: every fall of the other dice is counted."""
    effects = _effects(column, bonus)
    sunk = flipped = slowed = dead = burning = fires = 0.0
    for criticals in range(hits + 1):
        share = _binomial(hits, criticals, critical)
        markers = 0 if column == STRAFING else hits + (per_critical - 1) * criticals
        if markers >= to_sink:
            sunk += share
            continue
        sunk += share * (1 - (1 - effects["catastrophic"]) ** criticals)
        for water in range(criticals + 1):
            burns = criticals - water
            chance = share * comb(criticals, water)
            chance *= effects["waterline"] ** water * effects["fire"] ** burns
            flipped += chance * (0 < to_flip <= markers)
            total = flooded + water * flooding
            slowed += chance * (flooded < total == 1)
            dead += chance * (flooded < 2 <= total)
            burning += chance * (burns > 0)
            fires += chance * burns
    return _Ends(sunk, flipped, slowed, dead, burning, fires)


@lru_cache(maxsize=1 << 16)
def outcome(
    dice: int,
    critical: float,
    column: int,
    bonus: int,
    per_critical: int,
    flooding: int,
    panic_at: int,
    to_flip: int,
    to_sink: int,
    flooded: int,
    throws: int = 1,
) -> Outcome:
    """What an attack does that throws `dice` dice, once or several times for the same ship.

    A hit is `critical` with this chance (T3), `bonus` is added to its die of `column` (T4); a
    critical makes `per_critical` markers (A-40), a waterline hit counts `flooding` times (A-39).
    The ship panics from the sum `panic_at` on; it flips after `to_flip` more markers (0: it has)
    and sinks after `to_sink` (0: it has, and nothing can be added); `flooded` waterline hits count
    already.
    """
    if dice < 1 or throws < 1:
        return NOTHING
    chances = hits_thrown(dice * throws)
    hits = sum(count * chance for count, chance in enumerate(chances))
    markers = 0.0
    if column != STRAFING:
        markers = hits * (1 + (per_critical - 1) * critical)
    if to_sink < 1:
        return Outcome(hits, markers, 0.0, 1 - chances[0], *[0.0] * 6)
    ends = [
        _ends(count, critical, column, bonus, per_critical, flooding, to_flip, to_sink, flooded)
        for count in range(len(chances))
    ]
    sunk, flipped, slowed, dead, burning, fires = (
        sum(chance * end[i] for chance, end in zip(chances, ends, strict=True))
        for i in range(len(_Ends._fields))
    )
    panics = _panics(dice, throws, panic_at)
    panicked = sum(chance * (1 - end.sunk) for chance, end in zip(panics, ends, strict=True))
    return Outcome(
        hits, markers, fires, 1 - chances[0], sunk, flipped, slowed, dead, burning, panicked
    )


# --- AA fire ---


@cache
def aa_chance(rating: int, entries: tuple[Modifier, ...] = ()) -> float:
    """8.3: the chance of an AA rating to shoot a unit down."""
    return aa_die(rating, entries).chances().get(True, 0.0)


@cache
def units_left(units: int, chances: tuple[float, ...]) -> tuple[float, ...]:
    """8.3: the chance that 0, 1, ... units are left after each of these AA dice."""
    left = [0.0] * units + [1.0]
    for chance in chances:
        shot = [share * chance for share in left]
        left = [
            share - (shot[count] if count else 0.0) + (shot[count + 1] if count < units else 0.0)
            for count, share in enumerate(left)
        ]
    return tuple(left)
