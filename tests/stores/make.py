"""Makes a store of the version at hand, as a backup: every game in mid-turn, and what can wait.

Run it in a checkout of a version to keep: `python tests/stores/make.py tests/stores/NAME.jsonl`.
The secret of each link is the match's name and the seat, as in `samar-usn`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

from flankspeed import games
from flankspeed.table.rooms.creation import begun
from flankspeed.table.rooms.past import snapshots
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.seats import digest
from flankspeed.table.services import Services
from flankspeed.table.store.backup import lines_of
from flankspeed.table.store.reading import reading
from flankspeed.table.wire import NewMatch

CHOICES = 40
snapshots.EVERY = 15  # there are snapshots, and choices that follow the last of them


async def make(url: str) -> None:
    """Play the matches of the store."""
    services = Services(url, workers=1)
    await services.open()
    for game in ("samar", "picket", "kamikaze"):
        seats = dict.fromkeys(games.load(game).seats, "human")
        room = await begin(services, NewMatch(game=game, name=game, seats=seats, seed=8))
        random = Random(8)
        for _ in range(CHOICES):
            decision = room.match.decision
            assert decision is not None
            services.rooms.play(room, decision.seat, random.choice(decision.options).text)
            await services.rooms.commit(room)
    typed = await begin(
        services, NewMatch(game="kamikaze", name="typed", scenario="dives-1", dice="entered")
    )
    typed.enter([3])
    await services.rooms.commit(typed)
    await begin(services, NewMatch(game="kamikaze", name="undrawn"))
    await services.close()


async def begin(services: Services, wanted: NewMatch) -> Room:
    """A match whose links are known."""
    links = await begun(services.rooms, services.workers, wanted)
    room = await services.rooms.get(links.id)
    tokens = {seat: digest(f"{wanted.name}-{seat}") for seat in links.links}
    await services.rooms.commit(room, room.change(tokens=tokens, same=True))
    return room


def main() -> None:
    """Write the backup that is named."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'table.db'}"
        asyncio.run(make(url))
        lines = reading(url, lambda connection: list(lines_of(connection)))
    Path(sys.argv[1]).write_bytes(b"".join(line + b"\n" for line in lines))


if __name__ == "__main__":
    main()
