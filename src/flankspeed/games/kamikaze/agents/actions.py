"""What agents can choose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from flankspeed.games.kamikaze.data.board import BOW, FACINGS, SECTIONS, STERN
from flankspeed.games.kamikaze.data.charts import TURNS
from flankspeed.games.kamikaze.data.guns import MOUNTS
from flankspeed.games.kamikaze.options import KamikazeOptions
from flankspeed.games.kamikaze.rules.aerial_combat import FIRES, HOLD
from flankspeed.games.kamikaze.rules.defensive_fire import FIRE
from flankspeed.games.kamikaze.rules.dive import BEGIN
from flankspeed.games.kamikaze.rules.dogfight import PICKS, THROW
from flankspeed.games.kamikaze.rules.flight import ENTRIES


@lru_cache(maxsize=64)
def actions(dogfight: bool, options: KamikazeOptions) -> tuple[str, ...]:
    """All of them: those of the dogfight if there is one, then those of the dives."""
    turns = [turn.name for turn in TURNS if not turn.sharp or options.sharp_turns == "extended"]
    found = [f"move {turn}" for turn in turns]
    if dogfight:
        found += _of_dogfight(turns, options)
    found += _of_dives(turns, options)
    return tuple(dict.fromkeys(found))  # both sides come in by the same columns


def _of_dogfight(turns: list[str], options: KamikazeOptions) -> Iterator[str]:
    if options.mp_roll == "perGroup":
        yield THROW.text
    yield from (pick.text for pick in PICKS)
    for inward, inward3 in ENTRIES.values():
        yield from (e.text for e in (inward if options.entry_facing == "inward" else inward3))
    yield from (fire.text for fire in FIRES)
    if options.must_fire == "no":
        yield HOLD.text
    yield from (f"exit {turn}" for turn in turns)
    if options.edge_exit == "lost":
        yield from (f"leave {turn}" for turn in turns)
    yield BEGIN.text


def _of_dives(turns: list[str], options: KamikazeOptions) -> Iterator[str]:
    yield from (f"face {facing}" for facing in FACINGS)
    yield from (f"crash {turn}" for turn in turns)
    asked = options.us_choices == "ask"
    if asked and options.beam_row == "choice":
        yield from (f"guns {SECTIONS[section]}" for section in (BOW, STERN))
    if options.hold_fire == "yes":
        yield FIRE.text
        yield from (f"hold {mount.id}" for mount in MOUNTS)
    if asked:
        yield from (f"lose {mount.id}" for mount in MOUNTS if mount.side != "centre")
