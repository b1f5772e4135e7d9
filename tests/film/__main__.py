"""`make film`: the moving picture at the top of the README, one combat phase of a recorded match.

The record, the phase and the part of the board are named here; all the rest knows no game.
"""

from __future__ import annotations

from pathlib import Path

from film.animation import Reel, film
from film.frames import frames

from flankspeed.engine import Record
from flankspeed.games import load

ROOT = Path(__file__).resolve().parent.parent.parent
RECORD = ROOT / "docs" / "samar-game" / "game.fsr"  # bot against bot, by dice of the seed 1944
PHASE = (306, 328)  # its choices: the gunfire of 0712
MORAL = "When all have fired, everything takes effect at once:"
REEL = Reel(
    part=(62, 222, 664, 496),  # from Tone down to White Plains
    seconds=0.85,
    last=1.8,
    name="The Battle off Samar, 0712: a combat phase, attack by attack",
)
FILM = ROOT / "docs" / "table" / "film.svg"


def make() -> str:
    """The film as SVG: the same record always gives the same text."""
    record = Record.read(RECORD)
    return film([*frames(load(record.header.game), record, *PHASE, MORAL)], REEL)


if __name__ == "__main__":
    FILM.write_text(make(), encoding="utf-8")
    print(f"{FILM.relative_to(ROOT)}: {FILM.stat().st_size / 1000:.0f} kB")
