"""A store with many matches in mid-game."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from table_server import Server, Table


def play(table: Table, random: Random, most: int) -> int:
    """Choose at random for both sides, at most so often; how often it was."""
    position = table.seat("usn").position()
    for made in range(most):
        if position["result"]:
            return made
        seat = table.seat(position["view"]["waiting_for"])
        options = seat.position()["view"]["options"]
        position = seat.choose(random.choice(options)["text"], position["version"])
    return most


def fill(file: Path, matches: int, bots_in_each: int = 10) -> None:
    """So many matches, copies of one; in one of ten, or of `bots_in_each`, a bot must choose."""
    with Server(f"sqlite:///{file}", "--rate", "0") as server:
        play(server.begin("kamikaze", seed=1), Random(1), 60)
    with closing(sqlite3.connect(file)) as store, store:
        columns = [row[1] for row in store.execute("PRAGMA table_info(matches)")]
        (one,) = store.execute("SELECT * FROM matches").fetchall()
        lines = store.execute("SELECT place, text FROM lines").fetchall()
        (edition,) = store.execute("SELECT version, edition FROM editions").fetchall()
        places = ", ".join("?" * len(columns))
        for number in range(matches - 1):
            row = dict(zip(columns, one, strict=True)) | {"id": f"{number:016x}"}
            if number % bots_in_each == 0:
                row["seats"] = row["seats"].replace("human", "ensign", 1)
            store.execute(f"INSERT INTO matches VALUES ({places})", list(row.values()))
            store.execute("INSERT INTO editions VALUES (?, ?, ?)", (row["id"], *edition))
            copies = [(row["id"], *line) for line in lines]
            store.executemany("INSERT INTO lines VALUES (?, ?, ?)", copies)
